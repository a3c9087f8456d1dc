"""Names stand on the screen as the GM wrote them, whatever is in them, and the columns stay straight."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tui.at_table import At
from tracker.tui import cells

HOSTILE = (
    "[bold]x[/]",
    "[/",
    "\\[red]",
    "龍の王様と家来たち",
    "👹👹👹 oni",
    "الغول الكبير",
    "a" * 90,
    '"quoted"',
    "{x}",
)


@pytest.mark.parametrize("name", HOSTILE)
def test_columns_stand_straight_under_any_name(name: str) -> None:
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    first = f'{{name: "{quoted}", hp: 7, initiative: 9}}'
    at = At(f"encounter: E\nedition: srd-5.1\ncombatants: [{first}, {{name: B, hp: 7, initiative: 1}}]")
    rows = at.painter.paint().order[1:]
    assert len({line.width for line in rows}) == 1
    assert any(name[:3] in line.text for line in rows)
    assert name[:3] in at.pane("detail")


@given(st.text(max_size=40), st.integers(0, 30))
def test_fitted_text_takes_exactly_its_cells(text: str, room: int) -> None:
    assert cells.width(cells.fit(cells.shown(text), room)) == room


def test_controls_and_variation_selectors_never_reach_the_terminal() -> None:
    assert cells.shown("a\x1b[31mb\nc\u202ed\ufe0fe") == "a [31mb cde"
