"""A table in front of a fight that has gone on for hours: what is near costs no look at the far past."""

from unittest.mock import patch

from tests.tui.at_table import At
from tracker.encounter.history import Memory
from tracker.tui.asking import RECALLED


def test_reasons_are_unfolded_without_reading_the_whole_fight_back() -> None:
    at = At()
    at.keys("d 1 enter h 1 enter " * 300 + "d 2 enter")
    with patch.object(Memory, "record", side_effect=AssertionError("the far past was read")):
        at.keys("w")
        assert "takes 2" in at.screen()
        at.keys("up")
        assert _explained(at) == "heal"
        at.keys("up " * 199 + "down")
        assert _explained(at) == "damage"


def _explained(at: At) -> str:
    return at.table.explained.wish.type if at.table.explained else ""


def test_of_thousands_of_lines_typed_the_last_can_be_recalled() -> None:
    at = At()
    for number in range(RECALLED + 200):
        at.type(f":temp mira ={number}").keys("enter")
    assert len(at.table.history) == RECALLED
    at.keys(": up")
    assert f"temp mira ={RECALLED + 199}" in at.screen()
