"""The real program on a real terminal: hang-ups, signals, bursts of bytes, and a terminal left clean."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pyte
import pytest

SAMPLE = Path(__file__).parents[2] / "sample_encounters" / "goblin-ambush.yaml"


class Terminal:
    """A terminal emulator around one run of the program."""

    def __init__(self, home: Path, *arguments: str, **extra: str) -> None:
        folders = {f"XDG_{kind}_HOME": str(home / kind) for kind in ("STATE", "CONFIG", "DATA", "CACHE")}
        environment = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", **folders, **extra}
        environment.pop("NO_COLOR", None)
        environment.update({key: value for key, value in extra.items() if key == "NO_COLOR"})
        self.child = pexpect.spawn(
            sys.executable, ["-m", "tracker", *arguments], env=environment, dimensions=(24, 80), timeout=5
        )
        self.screen = pyte.Screen(80, 24)
        self.stream = pyte.ByteStream(self.screen)
        self.bytes = b""
        self.is_lost = False

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    def read(self) -> bool:
        """Takes in what there is; False when the program has gone."""
        try:
            data = self.child.read_nonblocking(65536, 0.05)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.bytes += data
        self.stream.feed(data)
        return True

    def until(self, condition: Callable[[], bool], seconds: float = 20) -> "Terminal":
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, self.text
            if not self.read():
                break
        assert condition(), self.text
        return self

    def shows(self, text: str) -> "Terminal":
        return self.until(lambda: text in self.text)

    def gone(self) -> int | None:
        """Waits for the program's end and gives its exit code."""
        deadline = time.monotonic() + 10
        while self.child.isalive():
            assert time.monotonic() < deadline, self.text
            self.read()
        code: int | None = self.child.exitstatus
        return code


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal(tmp_path, str(SAMPLE))
    yield opened.shows("SETTING UP").shows("hard")
    if not opened.is_lost:
        opened.child.close(force=True)


def test_a_burst_of_bytes_with_a_backspace_is_read_in_order(terminal: Terminal) -> None:
    terminal.child.send("nd12\x7f3\r")
    terminal.shows("takes 13")


def test_ctrl_q_leaves_and_the_fight_is_offered_again(terminal: Terminal, tmp_path: Path) -> None:
    terminal.child.send("n")
    terminal.shows("Round 1")
    terminal.child.send("\x11")
    assert terminal.gone() == 0
    assert b"\x1b[?1049l" in terminal.bytes and b"\x1b[?25h" in terminal.bytes
    again = Terminal(tmp_path, str(SAMPLE)).shows("unfinished").shows("n new")
    again.child.send("\rn")
    again.shows("turn 2 of")
    again.child.close(force=True)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_in_order(terminal: Terminal, number: signal.Signals) -> None:
    terminal.child.kill(number)
    assert terminal.gone() == 0


def test_a_terminal_that_goes_away_takes_the_program_with_it(terminal: Terminal) -> None:
    os.close(terminal.child.child_fd)
    deadline = time.monotonic() + 10
    while os.waitpid(terminal.child.pid, os.WNOHANG)[0] == 0:
        assert time.monotonic() < deadline
        os.sched_yield()
    terminal.is_lost = True


def test_resizing_through_nothing_and_back(terminal: Terminal) -> None:
    for rows, columns in ((5, 20), (1, 1), (40, 120), (24, 80)):
        terminal.child.setwinsize(rows, columns)
        terminal.child.send("j")
    terminal.child.send("n")
    terminal.shows("Round 1")


def test_without_colour_everything_is_said_in_words(tmp_path: Path) -> None:
    plain = Terminal(tmp_path, str(SAMPLE), NO_COLOR="1").shows("SETTING UP").shows("hidden")
    plain.child.send("nd30\r")
    plain.shows("takes 30")
    plain.child.close(force=True)


def test_a_file_that_cannot_run_is_told_after_the_screen_with_code_2(tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("encounter: [\n", encoding="utf-8")
    gone = Terminal(tmp_path, str(broken))
    assert gone.gone() == 2
    assert "broken.yaml" in gone.text.replace("\n", "")


def test_nothing_is_drawn_while_nothing_happens(terminal: Terminal) -> None:
    settled = 0.0
    while settled < 1:
        before, since = len(terminal.bytes), time.monotonic()
        terminal.until(lambda: len(terminal.bytes) != before or time.monotonic() > since + 1)  # noqa: B023
        settled = time.monotonic() - since
    before = len(terminal.bytes)
    quiet = time.monotonic() + 1.5
    terminal.until(lambda: time.monotonic() > quiet)
    assert len(terminal.bytes) == before
