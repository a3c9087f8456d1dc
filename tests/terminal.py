"""A terminal for tests: a program on a pty, what it has painted, and the keys a person would press.

Bytes are stamped when they arrive and drawn only when somebody looks, so that looking never delays a measurement.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import pyte

TRACKER = str(Path(sys.executable).with_name("tracker"))
"""The program as pip installed it."""

DEADLINE = 20.0
"""Seconds until a wait gives up; generous, since a busy machine is slow and a passing wait costs nothing."""

KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "space": " ",
    "backspace": "\x7f",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "f1": "\x1bOP",
    "ctrl+c": "\x03",
    "ctrl+p": "\x10",
    "ctrl+q": "\x11",
    "ctrl+z": "\x1a",
}

_ASKED_MODE = re.compile(rb"\x1b\[\?(\d+)\$p")
_KNOWN_MODES = {b"1004", b"1006", b"2004", b"2026"}
_UNDRAWN = re.compile(
    rb"\x1b\[[<=>][\d;:]*[a-zA-Z]"  # keyboard protocols, version
    rb"|\x1b\[\??[\d;]*\$[a-z]"  # questions about modes
    rb"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"  # titles, colours, clipboard, pointer shapes
    rb"|\x1b[P_^X][^\x1b]*\x1b\\"
)
_UNFINISHED = re.compile(rb"\x1b(?:\[[<=>?]?[\d;:]*\$?|[\]P_^X][^\x07\x1b]*\x1b?)?$")


class NotSeenError(AssertionError):
    """What was waited for did not come; the message shows the screen."""


@dataclass(frozen=True, slots=True)
class Response:
    """What a program did about some keys. Times are seconds since they were sent."""

    first: float
    last: float
    """When the last byte came before the program fell silent."""
    bytes: int
    cpu: float
    """Processor seconds of the program."""


class Terminal:
    """A program on a pty. Use it as a context manager: it is killed at the end if it has not left by then."""

    def __init__(
        self,
        *arguments: str,
        home: Path,
        size: tuple[int, int] = (120, 40),
        program: Sequence[str] = (TRACKER,),
        environment: Mapping[str, str] | None = None,
        before: Callable[[], None] | None = None,
    ) -> None:
        """`home` keeps state, settings and data of the program; `before` runs in the child before the program."""
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._held = b""
        self._undrawn: list[bytes] = []
        self._status: int | None = None
        self.gulp = 1 << 16
        """Bytes taken at a time; few make a slow line."""
        self.raw = bytearray()
        """Everything the program has written since `forget`."""
        self.started = time.perf_counter()
        argv = [*program, *arguments]
        variables = isolated(home) | dict(environment or {})
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            try:
                signal.signal(signal.SIGHUP, signal.SIG_DFL)
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
                os.chdir(home)
                if before:
                    before()
                os.execvpe(argv[0], argv, variables)
            finally:
                os._exit(127)
        self.is_open = True

    # What is on it

    @property
    def lines(self) -> list[str]:
        """The rows of the screen."""
        self._draw()
        return [str(line) for line in self._screen.display]

    @property
    def text(self) -> str:
        """The screen, rows joined by newlines."""
        return "\n".join(line.rstrip() for line in self.lines)

    @property
    def is_cursor_hidden(self) -> bool:
        """Whether the program has left the cursor hidden."""
        self._draw()
        return bool(self._screen.cursor.hidden)

    def forget(self) -> None:
        """Empties `raw`."""
        self.raw.clear()

    def overlook(self) -> None:
        """Lets what has come since anybody looked go undrawn; the screen is right again once it is painted anew."""
        self._undrawn.clear()
        self._held = b""

    # What is done to it

    def send(self, text: str | bytes) -> None:
        """Exactly these bytes, in one write; what does not fit the pty's buffer follows while output is read."""
        data = text.encode() if isinstance(text, str) else text
        while data:
            readable, writable, _ = select.select([self._fd], [self._fd], [], 1)
            if readable:
                self._read()
            if writable:
                data = data[os.write(self._fd, data[:1024]) :]

    def keys(self, words: str) -> None:
        """Keys by name, separated by blanks: `n d a 1 2 enter`. A word that names no key is typed."""
        for word in words.split():
            self.send(KEYS.get(word, word))

    def press_unread(self, text: str) -> None:
        """Keys written while nothing the program paints is taken away, as on a terminal that hangs."""
        os.write(self._fd, text.encode())

    def resize(self, columns: int, rows: int) -> None:
        """A new size, as a window manager would give it."""
        self._draw()
        self._screen.resize(rows, columns)
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def signal(self, number: int) -> None:
        """Sends the program a signal."""
        os.kill(self.pid, number)

    def hang_up(self) -> None:
        """Takes the terminal away, as closing its window does."""
        if self.is_open:
            self.is_open = False
            os.close(self._fd)

    def kill(self) -> None:
        """`kill -9`, and what it had written by then."""
        if self._status is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            self.exit_status()

    # Waiting

    def wait(self, condition: Callable[[], object], *, seconds: float = DEADLINE, what: str = "") -> float:
        """Reads until the condition holds; returns when that was, in seconds since the start. Raises NotSeenError."""
        deadline = time.perf_counter() + seconds
        while not condition():
            left = deadline - time.perf_counter()
            if left <= 0 or not self.read(left):
                raise NotSeenError(f"{what or 'it'} was not seen; the screen was\n{self.text}")
        return time.perf_counter() - self.started

    def wait_for(self, *texts: str, seconds: float = DEADLINE) -> float:
        """Until all these texts are on the screen at once."""
        return self.wait(lambda: all(text in self.text for text in texts), seconds=seconds, what=repr(texts))

    def painted(self, *texts: str, quiet: float = 0.3) -> float:
        """When the bytes came that put all these texts on the screen, in seconds since the start.

        They are drawn when the program has fallen silent, so that looking takes no time from it. Raises NotSeenError.
        """
        pieces: list[tuple[float, bytes]] = []
        while True:
            while self.read(quiet if pieces else DEADLINE):
                pieces.append((self.now(), self._undrawn.pop()))
            if not pieces:
                raise NotSeenError(f"{texts!r} was not seen; the screen was\n{self.text}")
            for number, (moment, piece) in enumerate(pieces):
                self._undrawn.append(piece)
                if all(text in self.text for text in texts):
                    self._undrawn += [piece for _, piece in pieces[number + 1 :]]
                    return moment
            pieces.clear()

    def wait_gone(self, text: str, *, seconds: float = DEADLINE) -> float:
        """Until that text is no longer on the screen."""
        return self.wait(lambda: text not in self.text, seconds=seconds, what=f"a screen without {text!r}")

    def settle(self, quiet: float = 0.15, *, seconds: float = DEADLINE) -> None:
        """Until the program has written nothing for that many seconds."""
        deadline = time.perf_counter() + seconds
        while self.read(quiet) and time.perf_counter() < deadline:
            pass

    def wait_stopped(self) -> None:
        """Until the process has stopped, as after ctrl+z, which it does without a word. Raises NotSeenError."""
        deadline = time.perf_counter() + DEADLINE
        while Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0] != "T":
            self.read(0.02)
            if time.perf_counter() > deadline:
                raise NotSeenError(f"it did not stop; the screen was\n{self.text}")

    def watch(self, seconds: float) -> None:
        """Takes in what comes for that long."""
        until = self.now() + seconds
        while (left := until - self.now()) > 0:
            self.read(left)

    def respond(self, text: str, *, quiet: float = 0.06) -> Response:
        """Sends keys and times what comes back until the program is quiet. Raises NotSeenError if nothing comes."""
        spent = self.cpu()
        sent = time.perf_counter()
        os.write(self._fd, text.encode())
        first, last, size = 0.0, 0.0, len(self.raw)
        while self.read(quiet if first else DEADLINE):
            last = time.perf_counter() - sent
            first = first or last
        if not first:
            raise NotSeenError(f"nothing came back for {text!r}; the screen was\n{self.text}")
        return Response(first, last, len(self.raw) - size, self.cpu() - spent)

    def exit_status(self, *, seconds: float = DEADLINE) -> int:
        """Waits until the program has gone; its exit code, or minus the signal that ended it."""
        deadline = time.perf_counter() + seconds
        while self._status is None:
            if self.is_open:
                self.read(0.02)
            else:
                select.select([], [], [], 0.005)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self._status = os.waitstatus_to_exitcode(status)
            elif time.perf_counter() > deadline:
                raise NotSeenError(f"the program is still there; the screen was\n{self.text}")
        while self.is_open and self.read(0):
            pass
        return self._status

    def read(self, seconds: float) -> bool:
        """Takes in the next piece of output; False when none came in that time, or the program has gone."""
        if not self.is_open:
            return False
        ready, _, _ = select.select([self._fd], [], [], max(0.0, seconds))
        return bool(ready) and self._read()

    # What it costs

    def now(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self.started

    def cpu(self) -> float:
        """Processor seconds the program has used, all its threads together."""
        tasks = Path(f"/proc/{self.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9

    def cpu_share(self, seconds: float) -> float:
        """The part of a core it uses over the next seconds."""
        spent = self.cpu()
        self.watch(seconds)
        return (self.cpu() - spent) / seconds

    def memory(self) -> float:
        """Its resident memory in MB."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def descriptors(self) -> int:
        """How many files it has open."""
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.kill()
        self.hang_up()

    def _read(self) -> bool:
        try:
            data = os.read(self._fd, self.gulp)
        except OSError:
            data = b""
        if not data:
            self.is_open = False
            os.close(self._fd)
            return False
        self.raw += data
        self._undrawn.append(data)
        self._answer(data)
        return True

    def _answer(self, data: bytes) -> None:
        """What a modern terminal says when it is asked."""
        told = [b"\x1b[?%b;%d$y" % (mode, 2 if mode in _KNOWN_MODES else 0) for mode in _ASKED_MODE.findall(data)]
        told += [b"\x1b[1;1R"] * data.count(b"\x1b[6n") + [b"\x1b[?62;22c"] * data.count(b"\x1b[c")
        if told:
            with suppress(OSError):
                os.write(self._fd, b"".join(told))

    def _draw(self) -> None:
        if not self._undrawn:
            return
        data = self._held + b"".join(self._undrawn)
        self._undrawn.clear()
        cut = _UNFINISHED.search(data)
        at = cut.start() if cut and len(data) - cut.start() < 4096 else len(data)
        self._held = data[at:]
        self._stream.feed(_UNDRAWN.sub(b"", data[:at]))


def isolated(home: Path) -> dict[str, str]:
    """The environment of a user who has just this home and a modern terminal."""
    kept = {name: os.environ[name] for name in ("PATH", "TMPDIR", "VIRTUAL_ENV") if name in os.environ}
    folders = {f"XDG_{name.upper()}_HOME": str(home / name) for name in ("state", "config", "data", "cache")}
    terminal = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", "HOME": str(home)}
    return kept | folders | terminal
