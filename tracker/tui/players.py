"""The players' view in a terminal or behind a web page: it follows a fight from outside and takes no command."""

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from textual import events
from textual.app import App, ComposeResult
from textual.geometry import Size
from textual.screen import Screen

from tracker.tui.glyphs import ASCII, UNICODE, Glyphs
from tracker.tui.inks import DEFAULT_THEME, own_themes, palette_of
from tracker.tui.lines import Line, Span, line
from tracker.tui.pane import Pane
from tracker.tui.terminal import go_soon, is_hung_up, leave_on_signals, left_clean, speaks_unicode

if TYPE_CHECKING:
    from textual.driver import Driver

    from tracker.encounter.watching import Watch
    from tracker.library.settings import Settings

POLL = 0.15
"""Seconds between two looks at the journal."""


class ViewScreen(Screen[None]):
    """One pane that fills the screen."""

    AUTO_FOCUS = ""
    CSS = "ViewScreen { overflow: hidden; background: $background; } Pane { background: $background; }"

    def __init__(self, pane: Pane) -> None:
        super().__init__()
        self._pane = pane

    def compose(self) -> ComposeResult:
        """The pane alone."""
        yield self._pane


class PlayersApp(App[None]):
    """One onlooker."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "The fight"

    def __init__(self, watch: "Watch", *, theme: str = DEFAULT_THEME, glyphs: Glyphs = UNICODE, names: bool = True):
        """`names` is whether foes are called by their names."""
        super().__init__(driver_class=_driver())
        for own in own_themes():
            self.register_theme(own)
        self.theme = theme if theme in self.available_themes else DEFAULT_THEME
        self._watch = watch
        self._glyphs = glyphs
        self._names = names
        self._pane = Pane(palette_of(self.current_theme))

    def get_default_screen(self) -> Screen[None]:
        """The one screen there is."""
        return ViewScreen(self._pane)

    def on_mount(self) -> None:
        """The first frame, then a look at the journal again and again."""
        leave_on_signals(self.exit)
        self._show([line(Span(" …", "dim"))])
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self._watch.poll()
        self._paint()
        self.set_interval(POLL, self._look)
        self.set_interval(1.0, self._leave_if_alone)

    def _look(self) -> None:
        if self._watch.poll():
            self._paint()

    def _leave_if_alone(self) -> None:
        """A view nobody can see any more goes, even if the way out is blocked."""
        if is_hung_up():
            go_soon()
            self.exit()

    def on_resize(self, event: events.Resize) -> None:
        """A new size. A window pulled there and back in one breath may have lost what it showed, so all is painted."""
        self._paint(event.size)
        self.call_after_refresh(self._repaint)

    def _repaint(self) -> None:
        self._paint()
        self.screen.refresh()

    def on_key(self, event: events.Key) -> None:
        """`T` changes the colours; `q` and ctrl+c leave where there is somewhere to go back to."""
        event.stop()
        event.prevent_default()
        if event.character == "T":
            self._next_theme()
        elif event.key in ("q", "ctrl+c") and not self.is_web:
            self.exit()

    def _next_theme(self) -> None:
        names = [theme.name for theme in own_themes()]
        at = names.index(self.theme) + 1 if self.theme in names else 0
        self.theme = names[at % len(names)]
        self._pane.restyle(palette_of(self.current_theme))

    def _paint(self, size: Size | None = None) -> None:
        from tracker.encounter.players import anonymous, visible
        from tracker.tui.players_picture import OUT_OF_DATE, view_lines

        state = self._watch.state
        view = None if state is None else visible(state if self._names else anonymous(state))
        hint = "" if self.is_web else "q leaves"
        trouble = OUT_OF_DATE if self._watch.trouble else ""
        self._show(view_lines(view, *(size or self.size), self._glyphs, trouble=trouble, hint=hint))

    def _show(self, lines: list[Line]) -> None:
        if self._pane.is_mounted:
            self._pane.show(lines)


def _driver() -> "type[Driver]":
    """The page's, behind a page; else the terminal's."""
    if "TEXTUAL_DRIVER" not in os.environ:
        from tracker.tui.terminal_driver import TerminalDriver

        return TerminalDriver
    from tracker.tui.page_driver import PageDriver

    return PageDriver


def run(file: Path | None, *, settings: "Settings", folder: Path) -> int:
    """Shows the fight until it is left; returns the exit code. `folder` is where fights are kept."""
    from tracker.encounter.watching import Watch

    watch = Watch(file, folder, time.time)
    glyphs = ASCII if settings.ascii or not speaks_unicode() else UNICODE
    app = PlayersApp(watch, theme=settings.theme, glyphs=glyphs, names=settings.players.names)
    with left_clean():
        app.run(mouse=False)
    watch.close()
    return app.return_code or 0
