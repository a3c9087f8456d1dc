"""The terminal itself: that it is left clean whatever happens, and that its going away is noticed."""

import os
import select
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

RESET = (
    "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1016l"  # mouse
    "\x1b[?2004l\x1b[?2026l\x1b[?2048l\x1b[?1004l\x1b[<u"  # paste, frames, sizes, focus, keyboard protocol
    "\x1b[?1049l\x1b[?25h\x1b[0m"  # the other screen, the cursor, colours
)


@contextmanager
def left_clean() -> Iterator[None]:
    """Puts the terminal's settings back when the app dies of anything at all."""
    try:
        import termios
    except ImportError:
        yield
        return
    saved = None
    with suppress(termios.error, OSError, ValueError):
        saved = termios.tcgetattr(sys.__stdin__.fileno()) if sys.__stdin__ else None
    try:
        yield
    except BaseException:
        with suppress(OSError, ValueError):
            if sys.__stderr__ is not None and sys.__stderr__.isatty():
                os.write(sys.__stderr__.fileno(), RESET.encode())
        raise
    finally:
        if saved is not None and sys.__stdin__ is not None:
            with suppress(termios.error, OSError, ValueError):
                termios.tcsetattr(sys.__stdin__.fileno(), termios.TCSANOW, saved)


def is_hung_up() -> bool:
    """Whether nobody is at the other end of standard input any more."""
    if sys.__stdin__ is None or not hasattr(select, "poll"):
        return False
    try:
        poll = select.poll()
        poll.register(sys.__stdin__.fileno(), select.POLLHUP | select.POLLERR)
        return any(event & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, event in poll.poll(0))
    except (OSError, ValueError):
        return True


def go_soon() -> None:
    """Ends the process in a moment if it has not left by then: a terminal that takes nothing blocks every other way."""
    timer = threading.Timer(1.5, os._exit, (0,))
    timer.daemon = True
    timer.start()


def leave_on_signals(leave: Callable[[], None]) -> None:
    """SIGHUP, SIGTERM and SIGINT leave in order, and surely.

    They are heard even while the event loop waits for a terminal to take what is painted, which asyncio's own are not.
    """
    import asyncio

    loop = asyncio.get_running_loop()
    before: dict[int, Any] = {}

    def leaving(number: int, frame: object) -> None:
        if loop.is_closed():
            signal.signal(number, before[number])
            os.kill(os.getpid(), number)
            return
        go_soon()
        loop.call_soon_threadsafe(leave)

    for name in ("SIGHUP", "SIGTERM", "SIGINT"):
        number = getattr(signal, name, None)
        if number is not None:
            with suppress(ValueError):
                before[number] = signal.getsignal(number)
                signal.signal(number, leaving)


def speaks_unicode() -> bool:
    """Whether the locale can show more than ASCII."""
    encoding = (getattr(sys.__stdout__, "encoding", "") or "").lower().replace("-", "")
    return encoding.startswith("utf") and os.environ.get("TERM") not in ("linux", "vt100", "dumb")
