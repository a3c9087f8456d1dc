"""The Textual app: it owns the fight's store and the table, and is the only thing that listens to the terminal."""

import time
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random

from textual.app import App
from textual.screen import Screen

from tracker.encounter.state import Id
from tracker.tui.clock import TurnClock
from tracker.tui.glyphs import ASCII, UNICODE, Glyphs
from tracker.tui.inks import DEFAULT_THEME, Palette, own_themes
from tracker.tui.keys import Keymap
from tracker.tui.picture import Painter
from tracker.tui.screen import TableScreen
from tracker.tui.services import Services
from tracker.tui.table import Fight, Notice, Table
from tracker.tui.terminal import is_hung_up, leave_on_signals


class TrackerApp(App[None]):
    """One table in one terminal."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "tracker"

    def __init__(
        self,
        fight: Fight,
        *,
        keymap: Keymap | None = None,
        theme: str = DEFAULT_THEME,
        glyphs: Glyphs | None = None,
        folder: Path | None = None,
        dice: Random | None = None,
        shows_clock: bool = True,
        prefilled: bool = True,
        errors: Path | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        for own in own_themes():
            self.register_theme(own)
        self.notices = [] if theme in self.available_themes else [f"there is no theme '{theme}'"]
        self.theme = theme if theme in self.available_themes else DEFAULT_THEME
        self.palette = self._palette()
        services = Services(marked=self._marked, folder=folder)
        self.table = Table(fight, services, keymap=keymap, glyphs=glyphs or UNICODE, dice=dice, clock=TurnClock(now))
        self.table.offers.prefilled = prefilled
        self.painter = Painter(self.table)
        self.painter.shows_clock = shows_clock
        self._errors = errors

    def _marked(self) -> tuple[Id, ...]:
        return tuple(self.table.list.marks)

    def _palette(self) -> Palette:
        theme = self.current_theme
        return Palette(theme.to_color_system().generate(), ansi=theme.ansi)

    def get_default_screen(self) -> Screen[None]:
        """The one screen there is."""
        return TableScreen(self.palette, self.table.glyphs.upright)

    def on_mount(self) -> None:
        """Signals, the clock, and a look whether the terminal is still there."""
        leave_on_signals(self.exit)
        self.set_interval(1.0, self._tick)

    # What the screen hands up

    def press(self, key: str, char: str | None) -> None:
        """One key."""
        self._safely(lambda: self.table.press(key, char))

    def paste(self, text: str) -> None:
        """Pasted text."""
        self._safely(lambda: self.table.paste(text))

    def resized(self, width: int, height: int) -> None:
        """A new size of the terminal."""
        self._safely(lambda: self.painter.resize(width, height))

    def clicked(self, y: int) -> None:
        """A click on a row of the order."""
        self._safely(lambda: self.painter.click(y))

    def wheeled(self, pane: str, step: int) -> None:
        """The wheel over a pane."""
        self._safely(lambda: self.table.wheel(pane, step))

    def _safely(self, act: Callable[[], object]) -> None:
        """The rim: whatever goes wrong is written down and said, and the fight goes on."""
        try:
            act()
            self._obey()
        except Exception as error:  # noqa: BLE001
            self._write_down()
            self.table.close()
            self.table.notice = Notice(f"this went wrong and nothing was done: {error!r}", "error")
        self._paint()

    def _write_down(self) -> None:
        if self._errors is not None:
            try:
                self._errors.parent.mkdir(parents=True, exist_ok=True)
                with self._errors.open("a", encoding="utf-8") as file:
                    file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n{traceback.format_exc()}\n")
            except OSError:
                self.bell()

    def _obey(self) -> None:
        wants, self.table.wants = self.table.wants, []
        for want in wants:
            match want:
                case "quit":
                    self.exit()
                case "suspend":
                    self.action_suspend_process()
                case "copy":
                    text = self.painter.copied()
                    self.copy_to_clipboard(text)
                    lines = len(text.splitlines())
                    self.table.notice = Notice(f"{lines} lines sent to the terminal's clipboard", "result")
                case "theme":
                    self._next_theme()

    def _next_theme(self) -> None:
        names = [theme.name for theme in own_themes()]
        names += sorted(name for name in self.available_themes if name not in names)
        self.theme = names[(names.index(self.theme) + 1) % len(names)]
        self.palette = self._palette()
        if isinstance(self.screen, TableScreen):
            self.screen.restyle(self.palette)
        self.table.notice = Notice(f"theme {self.theme}", "result")

    def _tick(self) -> None:
        if is_hung_up():
            self.exit()
        elif self.painter.shows_clock and not self.table.clock.paused and self.table.state.phase == "running":
            self._paint()

    def _paint(self) -> None:
        screen = self.screen
        if isinstance(screen, TableScreen) and screen.is_mounted:
            self.painter.warning = getattr(self.table.fight, "trouble", "")
            screen.show(self.painter.paint())


def glyphs_for(ascii_only: bool, unicode_ok: bool) -> Glyphs:
    """The set of signs for a terminal."""
    return ASCII if ascii_only or not unicode_ok else UNICODE
