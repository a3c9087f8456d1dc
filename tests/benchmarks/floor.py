"""The least that Textual can do for three panes and a bar: no fight, no rules, only the repainting a real turn costs.

Run as a program it paints `READY`; `n` moves the highlight one row down, changes every row of the detail pane and
shifts the full log by one, and `q` leaves. It imports what the tracker needs as well: textual, pydantic and yaml.
"""

from __future__ import annotations

import pydantic
import yaml
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

INKS = [Style(color=color, bgcolor="#15171b") for color in ("#dcd8cf", "#8b8f98", "#d0a85c")]
LIT = Style(color="#15171b", bgcolor="#d0a85c", bold=True)

Row = tuple[str, ...]
"""Pieces of text from left to right, in three inks by turns, as a row of a real pane has them."""


class Creature(pydantic.BaseModel):
    """So that the price of a first model is in the start."""

    name: str
    hp: int


class Rows(Widget):
    """Rows of text, one of them lit; a row that did not change is not painted again."""

    def __init__(self, rows: list[Row], id: str) -> None:
        super().__init__(id=id)
        self.rows = rows
        self.lit = -1

    def render_line(self, y: int) -> Strip:
        """One row, cut or filled to the width."""
        styles = [LIT] * 3 if y == self.lit else INKS
        row = self.rows[y] if y < len(self.rows) else ()
        segments = [Segment(text, styles[piece % 3]) for piece, text in enumerate(row)]
        return Strip(segments).crop_extend(0, self.size.width, styles[0])

    def show(self, rows: list[Row], lit: int = -1) -> None:
        """Takes new rows and repaints those that look different."""
        before, was_lit = self.rows, self.lit
        self.rows, self.lit = rows, lit
        for y, row in enumerate(rows):
            if row != before[y] or (y in (lit, was_lit) and lit != was_lit):
                self.refresh(Region(0, y, self.size.width, 1))


class Floor(App[None]):
    """The panes stand where the tracker's do at 120×40."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { layers: all; overflow: hidden; background: #15171b; }
    Rows { position: absolute; overflow: hidden; }
    #header { offset: 0 0; width: 120; height: 1; }
    #order { offset: 0 1; width: 56; height: 26; }
    #detail { offset: 56 1; width: 64; height: 26; }
    #log { offset: 0 27; width: 120; height: 11; }
    #bar { offset: 0 38; width: 120; height: 1; }
    #hint { offset: 0 39; width: 120; height: 1; }
    """
    turn = 0

    def compose(self) -> ComposeResult:
        """A header, three panes, a bar and a line of hints."""
        self.creature = Creature.model_validate(yaml.safe_load("{name: Goblin, hp: 7}"))  # noqa: TID251
        one = self.creature
        self.order: list[Row] = [(f"{20 - y:>4} ", f"g{y:<2} {one.name} {y:<20}", f"{one.hp}/7") for y in range(26)]
        self.log_rows: list[Row] = [(" R1 ", f"{one.name} {y}: ", "turn") for y in range(11)]
        yield Rows([(" READY",)], "header")
        yield Rows(self.order, "order")
        yield Rows(self._detail(), "detail")
        yield Rows(self.log_rows, "log")
        yield Rows([(" bar",)], "bar")
        yield Rows([(" n next  q leave",)], "hint")

    def _detail(self) -> list[Row]:
        return [(f" turn {self.turn} ", f"row {y:<3}", "what the creature can do, half a line") for y in range(26)]

    def on_key(self, event: events.Key) -> None:
        """The next turn, or the end."""
        if event.key == "q":
            self.exit()
        elif event.key == "n":
            self.turn += 1
            self.log_rows = [*self.log_rows[1:], (" R1 ", f"{self.creature.name} {self.turn}: ", "turn, and why")]
            self.query_one("#header", Rows).show([(f" READY, turn {self.turn}",)])
            self.query_one("#order", Rows).show(self.order, self.turn % 26)
            self.query_one("#detail", Rows).show(self._detail())
            self.query_one("#log", Rows).show(self.log_rows)


if __name__ == "__main__":
    Floor().run()
