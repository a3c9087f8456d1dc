"""What a character's class is good for, and the rules of classes in a fight."""

from __future__ import annotations

import pytest

from tracker.rules import classes
from tracker.rules.editions import EDITIONS, Edition, edition
from tracker.rules.errors import RulesError
from tracker.rules.features import class_features

OLD, NEW, FLAG = (edition(name) for name in ("srd-5.1", "srd-5.2", "black-flag"))


@pytest.mark.parametrize(
    ("rules", "character_class", "level", "abilities", "lines"),
    [
        (OLD, "rogue", 5, {}, ["Proficiency +3", "Sneak Attack 3d6", "Cunning Action Dash, Disengage, Hide"]),
        (FLAG, "Fighter", 9, {}, ["Proficiency +4", "Attacks per action 3"]),
        (NEW, "fighter", 10, {}, ["Proficiency +4", "Attacks per action 2", "Second Wind 4"]),
        (OLD, "barbarian", 20, {}, ["Proficiency +6", "Attacks per action 2", "Rage no limit", "Rage damage +4"]),
        (OLD, "bard", 9, {"cha": 18}, ["Proficiency +4", "Bardic Inspiration 4 × d8", "Song of Rest d8"]),
        (NEW, "bard", 9, {"cha": 18}, ["Proficiency +4", "Bardic Inspiration 4 × d8"]),
        (
            OLD,
            "cleric",
            8,
            {"wis": 16},
            ["Proficiency +3", "Channel Divinity 2", "Turning DC 14", "Destroying up to challenge rating 1"],
        ),
        (
            NEW,
            "cleric",
            8,
            {"wis": 16},
            ["Proficiency +3", "Channel Divinity 3", "Turning DC 14", "Destroying 3d8 radiant"],
        ),
    ],
)
def test_a_class_at_a_level(
    rules: Edition, character_class: str, level: int, abilities: dict[str, int], lines: list[str]
) -> None:
    found = class_features(rules, character_class, level, abilities)
    assert [f"{feature.name} {feature.value}" for feature in found] == lines


@pytest.mark.parametrize("rules", EDITIONS.values(), ids=lambda rules: rules.id)
def test_every_class_has_something_to_show_at_every_level(rules: Edition) -> None:
    for name in ("barbarian", "bard", "cleric", "druid", "fighter", "monk", "paladin", "ranger", "rogue", "wizard"):
        for level in range(1, 21):
            assert class_features(rules, name, level, {})


def test_a_class_the_edition_lacks_is_told() -> None:
    with pytest.raises(RulesError, match="did you mean 'fighter'"):
        class_features(OLD, "figther", 1, {})
    with pytest.raises(RulesError, match="class levels run from 1 to 20, not 0"):
        class_features(OLD, "fighter", 0, {})


def test_rage_goes_on_while_there_is_fighting() -> None:
    assert classes.rage_lasts(OLD, 3, 2, took_damage=True)
    assert not classes.rage_lasts(NEW, 3, 2, took_damage=True)
    assert classes.rage_lasts(NEW, 3, 20, extended=True)
    assert not classes.rage_lasts(OLD, 20, 10, attacked=True)


def test_sneak_attack_says_what_is_missing() -> None:
    found = classes.sneak_attack(FLAG, 3, finesse_or_ranged=False, disadvantage=True, own_turn=False)
    assert found.why == (
        "needs a finesse or ranged weapon (R-181)",
        "only on its own turn (R-181)",
        "not with disadvantage (R-181)",
        "needs advantage or an able enemy of the target within 5 ft of it (R-181)",
    )
    assert classes.sneak_attack(OLD, 3, finesse_or_ranged=True, advantage=True, critical=True).dice == 4


def test_a_beast_form_takes_the_damage_first() -> None:
    assert classes.damage_beast_form(30, 11, 11) == classes.WildShape(30, 0, True)
    assert classes.damage_beast_form(30, 11, 60) == classes.WildShape(0, 0, True)
