"""The Textual app: it owns the table and is the only thing that listens to the terminal.

The terminal is ours first, so that no key is lost or echoed; then the fight is loaded, and the first frame shows it.
"""

import gc
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from rich.control import Control
from textual import events
from textual.app import App
from textual.geometry import Size
from textual.screen import Screen

from tracker.encounter.errors import EncounterError
from tracker.tui.glyphs import ASCII, UNICODE, Glyphs
from tracker.tui.inks import DEFAULT_THEME, own_themes, palette_of
from tracker.tui.screen import TableScreen
from tracker.tui.terminal import is_hung_up, leave_on_signals, left_clean, speaks_unicode
from tracker.tui.terminal_driver import TerminalDriver

if TYPE_CHECKING:
    from tracker.library.settings import Settings
    from tracker.tui.seat import Seat


class TrackerApp(App[None]):
    """One table in one terminal."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "tracker"

    def __init__(
        self,
        opening: "Callable[[], Seat]",
        *,
        theme: str = DEFAULT_THEME,
        glyphs: Glyphs = UNICODE,
        errors: Path | None = None,
    ) -> None:
        """`opening` loads the fight once the terminal is taken; `errors` is the file that faults are written to."""
        super().__init__(driver_class=TerminalDriver)
        for own in own_themes():
            self.register_theme(own)
        known = theme if theme in self.available_themes else DEFAULT_THEME
        # Sixteen colours are the terminal's own, and none of ours comes out as it was meant.
        few = self.console.color_system == "standard" and not self.available_themes[known].ansi
        self.theme = f"ansi-{'dark' if self.available_themes[known].dark else 'light'}" if few else known
        self.seat: Seat | None = None
        self.parting = ""
        """What is to be said when the screen is gone."""
        self._opening = opening
        self._glyphs = glyphs
        self._errors = errors

    def get_default_screen(self) -> Screen[None]:
        """The one screen there is."""
        return TableScreen(palette_of(self.current_theme, self.console.color_system), self._glyphs.upright)

    def on_mount(self) -> None:
        """Signals, the clock and the fight, so that the first frame is the whole of it."""
        leave_on_signals(self.exit)
        self.set_interval(1.0, self._tick)
        try:
            self.seat = self._opening()
        except EncounterError as error:
            self.parting = str(error)
            self.exit(return_code=2)
            return
        self.seat.painter.resize(*self.size)
        gc.freeze()
        gc.enable()

    def on_resize(self, event: events.Resize) -> None:
        """A new size, or one that is the old one again after others too fast to be seen: Textual would paint nothing.

        Signals may overtake each other in a storm of them, so the last size told need not be the one that is.
        """
        is_real = not (self.is_headless or self.is_web)
        now = Size(*get_terminal_size()) if is_real else event.size
        if now != event.size:
            event.prevent_default()
            self.post_message(events.Resize(now, now))
        elif now == self.size:
            self.screen.refresh()

    # What the screen hands up

    def composed(self, screen: TableScreen) -> None:
        """The panes are there, and are yet to be laid out."""
        if self.seat is not None:
            screen.show(self.seat.painter.paint())

    def press(self, key: str, char: str | None) -> None:
        """One key."""
        if self.seat is not None:
            table = self.seat.table
            self._safely(lambda: table.press(key, char))

    def paste(self, text: str) -> None:
        """Pasted text."""
        if self.seat is not None:
            table = self.seat.table
            self._safely(lambda: table.paste(text))

    def resized(self, width: int, height: int) -> None:
        """A new size of the terminal."""
        if self.seat is not None:
            painter = self.seat.painter
            self._safely(lambda: painter.resize(width, height))

    def clicked(self, y: int) -> None:
        """A click on a row of the order."""
        if self.seat is not None:
            painter = self.seat.painter
            self._safely(lambda: painter.click(y))

    def wheeled(self, pane: str, step: int) -> None:
        """The wheel over a pane."""
        if self.seat is not None:
            table = self.seat.table
            self._safely(lambda: table.wheel(pane, step))

    def _safely(self, act: Callable[[], object]) -> None:
        """The rim: whatever goes wrong is written down and said, and the fight goes on."""
        seat = self.seat
        if seat is None:
            return
        try:
            act()
            self._obey(seat)
            self._paint()
        except Exception as error:  # noqa: BLE001
            self._write_down()
            seat.table.close()
            seat.table.warn(f"this went wrong: {error!r}; the fight stands as it did", "error")
            self._paint()

    def _write_down(self) -> None:
        if self._errors is None:
            return
        from tracker.library.atomic import append_text
        from tracker.library.visible import visible

        try:
            append_text(self._errors, visible(f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n{traceback.format_exc()}\n"))
        except OSError:
            self.bell()

    def _obey(self, seat: "Seat") -> None:
        wants, seat.table.wants = seat.table.wants, []
        for want in wants:
            match want:
                case "quit":
                    self.exit()
                case "suspend":
                    self.action_suspend_process()
                case "copy":
                    text = seat.painter.copied()
                    self.copy_to_clipboard(text)
                    seat.table.warn(f"{len(text.splitlines())} lines sent to the terminal's clipboard", "result")
                case "theme":
                    self._next_theme(seat)
                case "new":
                    seat.begin_anew()
                    seat.painter.resize(*self.size)

    def _next_theme(self, seat: "Seat") -> None:
        names = [theme.name for theme in own_themes()]
        names += sorted(name for name in self.available_themes if name not in names)
        self.theme = names[(names.index(self.theme) + 1) % len(names)]
        if isinstance(self.screen, TableScreen):
            self.screen.restyle(palette_of(self.current_theme, self.console.color_system))
        seat.table.warn(f"theme {self.theme}", "result")

    def _tick(self) -> None:
        if is_hung_up():
            self.exit()
        elif self.seat is not None and self.seat.painter.ticks and isinstance(self.screen, TableScreen):
            for place, strip in self.screen.tick(self.seat.painter.paint()):
                self._write(Control.move_to(*place).segment.text + strip.render(self.console))

    def _write(self, text: str) -> None:
        if self._driver is not None:
            self._driver.write(text)
            self._driver.flush()

    def _paint(self) -> None:
        if self.seat is not None and isinstance(self.screen, TableScreen) and self.screen.is_mounted:
            self.screen.show(self.seat.painter.paint())


def run(
    path: Path | None,
    *,
    settings: "Settings",
    edition: str,
    journal_dir: Path,
    resume: Path | None = None,
    seed: int | None = None,
    is_tutorial: bool = False,
) -> int:
    """Opens the table and stays until it is left; returns the exit code, 2 when the file cannot be run.

    `edition` holds for an empty table and for a file that names none; `resume` is a journal to go on with.
    """
    from tracker.console.subcommands.base import complain
    from tracker.tui.config import fault_in_short
    from tracker.tui.launch import Occasion

    glyphs = ASCII if settings.ascii or not speaks_unicode() else UNICODE
    occasion = Occasion(path, edition, settings, journal_dir, resume, seed, fault_in_short())

    def opening() -> "Seat":
        from tracker.tui.seat import Seat

        seat = Seat(occasion, glyphs)
        if is_tutorial:
            from tracker.tui.tutorial import Guide

            seat.painter.guide, seat.table.view.first_run = Guide(), False
        return seat

    errors = journal_dir / "errors.log"
    app = TrackerApp(opening, theme=settings.theme, glyphs=glyphs, errors=errors)
    with left_clean():
        app.run(mouse=settings.mouse)
    unsaved = app.seat.leave() if app.seat is not None else ""
    for told in filter(None, (app.parting, unsaved)):
        complain(told)
    return app.return_code or int(bool(unsaved))
