"""How hard a fight is, by each rule set's own method."""

from __future__ import annotations

import pytest

from tracker.rules.difficulty import difficulty, xp_for
from tracker.rules.editions import edition
from tracker.rules.errors import RulesError

OLD, NEW, FLAG = (edition(name) for name in ("srd-5.1", "srd-5.2", "black-flag"))


def test_four_goblins_against_four_beginners() -> None:
    goblins = [xp_for(OLD, "1/4")] * 4
    old = difficulty(OLD, [1, 1, 1, 1], goblins)
    assert (old.xp, old.multiplier, old.adjusted_xp, old.grade) == (200, 2, 400, "deadly")
    assert old.why == ("200 XP × 2 for 4 foes = 400",)
    new = difficulty(NEW, [1, 1, 1, 1], goblins)
    assert (new.adjusted_xp, new.grade) == (200, "low")
    assert new.budgets == (("low", 200), ("moderate", 300), ("high", 400))


@pytest.mark.parametrize(
    ("party", "foes", "times"),
    [(2, 1, 1.5), (2, 15, 5), (4, 1, 1), (4, 2, 1.5), (4, 7, 2.5), (4, 11, 3), (6, 1, 0.5), (6, 4, 1.5), (6, 20, 3)],
)
def test_numbers_count_for_more_against_the_few(party: int, foes: int, times: float) -> None:
    assert difficulty(OLD, [5] * party, [100] * foes).multiplier == times


def test_without_a_method_the_figures_stand_side_by_side() -> None:
    found = difficulty(FLAG, [3, 4], [450, 450])
    assert (found.xp, found.grade, found.budgets) == (900, None, ())
    assert found.why == ("Black Flag has no open method: 900 XP against 7 character levels",)


def test_levels_and_ratings_outside_the_tables_are_told() -> None:
    with pytest.raises(RulesError, match="character levels run from 1 to 20, not 21"):
        difficulty(NEW, [21], [100])
    with pytest.raises(RulesError, match="no challenge rating '1/3'"):
        xp_for(NEW, "1/3")
    assert difficulty(NEW, [], []).grade is None
