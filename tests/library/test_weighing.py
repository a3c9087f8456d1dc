"""The difficulty of a prepared encounter, in the words and numbers of its edition."""

from typing import Any

import pytest

from tracker.library.encounter_plan import EncounterPlan, PlanEntry, Side
from tracker.library.models import creature_from_nothing
from tracker.library.weighing import rating, weigh


def entry(name: str, side: Side, count: int = 1, **figures: Any) -> PlanEntry:
    return PlanEntry(block=creature_from_nothing(name, **figures), side=side, count=count)


def plan(edition: str, foes: int, levels: tuple[int, ...] = (3, 3, 3, 3)) -> EncounterPlan:
    party = tuple(entry(f"Hero {level}", "party", level=level) for level in levels)
    crowd = (entry("Goblin", "foe", foes, cr="1/4", xp=50), entry("Guide", "ally", cr=5))
    return EncounterPlan.model_validate({"edition": edition, "party": party, "combatants": crowd})


def test_2014_counts_foes_more_the_more_there_are() -> None:
    weighed = weigh(plan("srd-5.1", 6))
    assert (weighed.difficulty.xp, weighed.difficulty.adjusted_xp, weighed.difficulty.grade) == (300, 600, "medium")
    assert weighed.lines()[0].startswith("medium") and "deadly 1,600" in weighed.lines()[1]


def test_2024_takes_the_foes_as_they_are() -> None:
    weighed = weigh(plan("srd-5.2", 13))
    assert (weighed.difficulty.adjusted_xp, weighed.difficulty.grade) == (650, "low")


def test_black_flag_shows_both_totals() -> None:
    weighed = weigh(plan("black-flag", 4))
    assert weighed.difficulty.grade is None and weighed.challenge == 1.0
    assert "4 foes, total CR 1, 200 XP, against 12 levels in all" in weighed.lines()[0]


def test_what_cannot_be_weighed_is_named() -> None:
    party = (entry("Mira", "party"), entry("Tor", "party", level=2))
    foes = (entry("Thing", "foe"), entry("Ogre", "foe", cr=2))
    weighed = weigh(EncounterPlan(edition="srd-5.1", party=party, combatants=foes))
    assert weighed.unweighed == ("Mira", "Thing") and weighed.difficulty.xp == 450
    assert weighed.lines()[-1] == "not counted: Mira, Thing"


@pytest.mark.parametrize(("written", "number"), [("1/8", 0.125), ("1/2", 0.5), ("14", 14.0)])
def test_a_rating_is_a_number(written: str, number: float) -> None:
    assert rating(written) == number
