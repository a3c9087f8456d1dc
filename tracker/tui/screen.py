"""The one screen: six panes laid out by `frame`, every key handed to the table, and what changed painted."""

from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.geometry import NULL_OFFSET, NULL_SPACING, Offset, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from tracker.tui.frame import Box, Picture, frame
from tracker.tui.inks import Palette
from tracker.tui.pane import Pane

PANES = ("header", "order", "detail", "log", "bar", "hint")


class FrameLayout(Layout):
    """Puts each pane into its box; nothing is measured, so nothing can chase itself."""

    name = "frame"

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        """One placement a pane; panes without room get none."""
        boxes = frame(size.width, size.height)
        placements = []
        for child in children:
            box: Box | None = getattr(boxes, child.id or "", None)
            if box is not None:
                region = Region(box.x, box.y, box.width, box.height)
                placements.append(WidgetPlacement(region, NULL_OFFSET, NULL_SPACING, child))
        return placements


class TableScreen(Screen[None]):
    """Feeds keys to its app's table. No widget on it ever has the focus, so no key can die with it."""

    AUTO_FOCUS = ""
    BLANK = True  # the panes cover it
    CSS = "TableScreen { overflow: hidden; background: $background; } Pane { background: $background; }"

    def __init__(self, palette: Palette, upright: str) -> None:
        super().__init__()
        self._palette = palette
        self._upright = upright
        self._panes: dict[str, Pane] = {}
        self._frame = FrameLayout()

    @property
    def layout(self) -> Layout:
        """The frame's own."""
        return self._frame

    def compose(self) -> ComposeResult:
        """The six panes, with something on them before they are first painted."""
        for name in PANES:
            self._panes[name] = Pane(self._palette, left_rule=self._upright if name == "detail" else "", id=name)
        self.host.composed(self)
        yield from self._panes.values()

    def show(self, picture: Picture) -> None:
        """Paints what differs from the last picture."""
        for name, pane in self._panes.items():
            pane.show(getattr(picture, name))

    def tick(self, picture: Picture) -> list[tuple[Offset, Strip]]:
        """Paints all but the header, and gives the header's new cells with their place on the screen.

        A frame of Textual's costs some hundred bytes for the one cell of a clock that ticks.
        """
        header = self._panes["header"]
        for name, pane in self._panes.items():
            if pane is not header:
                pane.show(getattr(picture, name))
        return [(header.region.offset + cells.offset, strip) for cells, strip in header.take(picture.header)]

    def restyle(self, palette: Palette) -> None:
        """Other colours everywhere."""
        self._palette = palette
        for name, pane in self._panes.items():
            pane.restyle(palette, self._upright if name == "detail" else "")

    def on_key(self, event: events.Key) -> None:
        """Every key belongs to the table."""
        event.stop()
        event.prevent_default()
        # Enter pressed before the terminal was ours comes as a line feed.
        key = "enter" if event.key == "ctrl+j" else event.key
        self.host.press(key, event.character if event.is_printable else None)

    def on_paste(self, event: events.Paste) -> None:
        """So does what is pasted."""
        event.stop()
        event.prevent_default()
        self.host.paste(event.text)

    def on_resize(self, event: events.Resize) -> None:
        """A new size. A window pulled there and back in one breath may have lost what it showed, so all is painted."""
        self.host.resized(event.size.width, event.size.height)
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """A click on a row puts the cursor there."""
        if event.widget is self._panes.get("order"):
            self.host.clicked(event.y)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel scrolls the pane under it."""
        self.host.wheeled(self._pane_at(event), -3)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel scrolls the pane under it."""
        self.host.wheeled(self._pane_at(event), 3)

    def _pane_at(self, event: events.MouseEvent) -> str:
        widget, _ = self.get_widget_at(event.screen_x, event.screen_y)
        return widget.id or ""

    @property
    def host(self) -> Any:
        """The app, which owns the table."""
        return self.app
