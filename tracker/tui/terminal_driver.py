"""How the screen listens to a terminal: whatever bytes come, it goes on; when no more can come, it leaves."""

import os
import select
import signal
from codecs import getincrementaldecoder
from collections.abc import Iterable
from typing import Any

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from tracker.tui.terminal import go_soon

_HEED = 0.1
"""Seconds until an Escape that might have begun a longer key is taken as it is."""


class TerminalDriver(LinuxDriver):
    """Textual's driver with a reading of its own: nothing that is sent can break it, and the end of input is heeded."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        self._is_on = False
        self._is_turning = False
        self._owes_sleep = False
        super().__init__(*arguments, **more)

    def start_application_mode(self) -> None:
        """Takes the terminal, unless it is taken already; a wish to sleep meanwhile is granted afterwards."""
        if self._is_on:
            return
        before, self._is_turning = self._key_thread, True
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._is_on, self._is_turning = self._key_thread is not before, False
        if self._owes_sleep:
            self._owes_sleep = False
            os.kill(os.getpid(), signal.SIGTSTP)

    def stop_application_mode(self) -> None:
        """Gives the terminal back."""
        self._is_turning = True
        super().stop_application_mode()
        self._is_on = self._is_turning = False

    def _sigtstp_application(self, *_: object) -> None:
        if self._is_turning:
            self._owes_sleep = True
        else:
            super()._sigtstp_application()

    def _sigcont_application(self, *_: object) -> None:
        if not self._is_turning:
            super()._sigcont_application()

    def run_input_thread(self) -> None:
        """Hands on what is typed until the app leaves, or nobody is there to type any more."""
        hearing, decode = Hearing(), getincrementaldecoder("utf-8")("replace").decode
        while not self.exit_event.is_set():
            if select.select([self.fileno], [], [], _HEED)[0]:
                data = self._take()
                if not data:
                    go_soon()
                    self._app.call_later(self._app.exit)
                    return
                self._hand_on(hearing.feed(decode(data)))
            self._hand_on(hearing.tick())

    def _take(self) -> bytes:
        """What has come; nothing when the terminal is gone."""
        try:
            return os.read(self.fileno, 4096)
        except OSError:
            return b""

    def _hand_on(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self.process_message(message)


class Hearing:
    """Keys, pastes and mouse reports out of what a terminal sends. A sequence that makes no sense is passed over."""

    def __init__(self) -> None:
        self._parser = XTermParser()

    def feed(self, text: str) -> Iterable[Message]:
        """What the text holds, as far as it is complete."""
        for char in text:
            yield from self._understood(char)

    def tick(self) -> Iterable[Message]:
        """What has waited long enough for more to come."""
        return self._parser.tick()

    def _understood(self, char: str) -> Iterable[Message]:
        try:
            yield from self._parser.feed(char)
        except (ValueError, OverflowError):
            broken, self._parser = self._parser, XTermParser()
            self._parser.mouse_pixels = broken.mouse_pixels
            self._parser.terminal_size = broken.terminal_size
            self._parser.terminal_pixel_size = broken.terminal_pixel_size
