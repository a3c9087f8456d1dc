"""What a pane paints again: the cells that differ, and no more."""

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tracker.tui.pane import common_end, difference

DIM, LOUD = Style(color="grey50"), Style(color="red")


def strip(*pieces: tuple[str, Style]) -> Strip:
    return Strip([Segment(text, style) for text, style in pieces])


def test_a_clock_that_ticks_is_its_last_figures() -> None:
    old, new = (strip(("Round 2  ", LOUD), (clock, DIM), (" ", DIM)) for clock in ("0:59", "1:00"))
    assert difference(old, new) == (9, 1)
    old, new = (strip(("Round 2  ", LOUD), (clock, DIM)) for clock in ("0:41", "0:42"))
    assert difference(old, new) == (12, 0)


def test_another_ink_or_another_width_is_another_cell() -> None:
    assert difference(strip(("Mira", DIM), ("12", DIM)), strip(("Mira", LOUD), ("12", DIM))) == (0, 2)
    assert difference(strip(("龍 ", DIM)), strip(("龍!", DIM))) == (0, 0)
    assert difference(strip(("same", DIM)), strip(("same", DIM))) == (4, 0)


def test_a_row_is_painted_up_to_its_last_change() -> None:
    old, new = (strip((name, DIM), ("  15 ", DIM), ("●", LOUD)) for name in ("Mira", "Tor "))
    assert common_end(old, new) == 6
