"""`/` opens everything there is to look up, by edition and by number."""

import pytest

from tests.tui.at_table import At


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("R-057", "moves out of reach"),
        ("grappled", "speed 0"),
        ("longsword", "1d8 slashing"),
        ("potion", "2d4+2"),
        ("long jump", "with a 10-ft. run"),
        ("goblin", "Goblin"),
    ],
)
def test_what_is_typed_behind_the_slash_is_found(typed: str, says: str) -> None:
    table = At()
    table.keys("/").type(typed)
    assert says in " ".join(table.screen().split())
