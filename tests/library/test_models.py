"""A stat block takes what a GM types and fills in what follows."""

from typing import Any

import pytest
from pydantic import ValidationError

from tracker.library.encounter_plan import EncounterPlan, PlanEntry
from tracker.library.models import StatBlock, creature_from_nothing
from tracker.library.validation import build

TYPED: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"hp": "195 (17d12+85)"}, {"hp": 195, "hp_dice": "17d12+85"}),
    ({"hp": "2d8 + 2"}, {"hp": 11, "hp_dice": "2d8+2"}),
    ({"hp_dice": "7d10+21"}, {"hp": 59}),
    ({"ac": "15 (natural armor)"}, {"ac": 15, "ac_note": "natural armor"}),
    ({"cr": 0.25}, {"cr": "1/4", "pb": 2}),
    ({"edition": "2024"}, {"edition": "srd-5.2"}),
    ({"cr": 17}, {"cr": "17", "pb": 6}),
    ({"level": 5}, {"pb": 3}),
    ({"speed": 40}, {"speed": {"walk": 40}}),
    ({"speed": "30 ft., fly 60 ft. (hover)"}, {"speed": {"walk": 30, "fly": 60}, "hover": True}),
    ({"speed": {"walk": 30, "hover": True}}, {"speed": {"walk": 30}, "hover": True}),
    ({"saves": {"Dexterity": "+7"}}, {"saves": {"dex": 7}}),
    ({"saves": "Dex +7, Wis −1"}, {"saves": {"dex": 7, "wis": -1}}),
    ({"abilities": [10, 16, 12, 8, 14, 10]}, {"initiative": 3, "passive": 12}),
    ({"mods": {"dex": 4, "wis": 3}}, {"initiative": 4, "passive": 13}),
    ({"skills": {"Perception": "+5"}}, {"skills": {"perception": 5}, "passive": 15}),
    ({"senses": "darkvision 60 ft., passive Perception 9"}, {"senses": {"darkvision": 60}, "passive": 9}),
    (
        {"resist": "cold, bludgeoning (nonmagical, not silvered)"},
        {"resist": ("cold", "bludgeoning (nonmagical, not silvered)")},
    ),
    ({"size": "Medium or Small"}, {"size": "medium", "size_note": "medium or small"}),
    ({"bonus_actions": [{"name": "Dash"}]}, {}),
    (
        {"traits": [{"name": "Nimble", "text": "Quick."}, "Keen"]},
        {"traits": ("Nimble", "Keen"), "texts": {"Nimble": "Quick."}},
    ),
]


@pytest.mark.parametrize(("typed", "kept"), TYPED)
def test_what_is_typed_is_understood(typed: dict[str, Any], kept: dict[str, Any]) -> None:
    block = creature_from_nothing("X", **typed)
    assert {key: getattr(block, key) for key in kept} == kept
    assert StatBlock.model_validate_json(block.model_dump_json(exclude_defaults=True)) == block


def test_a_creature_from_nothing_is_ordinary() -> None:
    block = creature_from_nothing("Hired guard")
    assert (block.ac, block.hp, block.speed, block.initiative) == (10, 1, {"walk": 30}, 0)
    assert block.ability_modifier("str") == 0 and block.save_bonus("Wisdom") == 0


def test_damage_and_ranges_are_brought_into_one_shape() -> None:
    raw = {
        "name": "Spear",
        "to_hit": "+3",
        "reach": "5 ft.",
        "range": "20/60 ft.",
        "damage": "4 (1d6 + 1) Piercing plus 1d8 fire",
    }
    attack = creature_from_nothing("X", attacks=raw).attacks[0]
    assert (attack.kind, attack.to_hit, attack.reach) == ("both", 3, 5)
    assert (attack.normal_range, attack.long_range) == (20, 60)
    assert attack.damage == ("1d6+1 piercing", "1d8 fire")


def test_recharge_and_uses_are_numbers_when_asked() -> None:
    breath, gaze, rest = creature_from_nothing(
        "X",
        actions=[
            {"name": "B", "recharge": "5–6"},
            {"name": "G", "uses": "3/day"},
            {"name": "R", "recharge": "short rest"},
        ],
    ).actions
    assert (breath.recharge_from, gaze.recharge_from, rest.recharge_from) == (5, None, None)
    assert (breath.uses_per_day, gaze.uses_per_day) == (None, 3)


@pytest.mark.parametrize(
    "wrong", [{"ac": "many"}, {"ac": True}, {"colour": 1}, {"size": "hug"}, {"cr": "x"}, {"saves": {"luck": 3}}]
)
def test_nonsense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        creature_from_nothing("X", **wrong)


def test_what_is_wrong_is_named_and_the_rest_is_kept() -> None:
    said: list[tuple[tuple[str | int, ...], str]] = []
    data = {
        "name": "X",
        "ac": "many",
        "hp": 9,
        "resistt": ["fire"],
        "attacks": [{"name": "Bite", "to_hit": 4}, {"nam": "Claw"}, {"name": "Tail", "damage": "lots"}],
        "legendary": {"uses": "three"},
    }
    block = build(StatBlock, data, lambda steps, message, _remedy, _key: said.append((steps, message)))
    assert block is not None and (block.ac, block.hp) == (10, 9)
    assert [attack.name for attack in block.attacks] == ["Bite", "Tail"]
    assert (("ac",), "ac must be a whole number, not 'many'") in said
    assert (("resistt",), "unknown key 'resistt' (did you mean 'resist'?)") in said
    assert (("attacks", 1, "nam"), "unknown key 'nam' (did you mean 'name'?)") in said
    assert {steps for steps, _ in said} >= {("attacks", 2, "damage"), ("legendary", "uses")}


def test_a_plan_survives_the_journal() -> None:
    guard = creature_from_nothing("Guard", hp="11", attacks={"name": "Spear", "to_hit": 3, "damage": "1d6+1 piercing"})
    plan = EncounterPlan(name="x", edition="srd-5.1", combatants=(PlanEntry(block=guard, count=3, group=True),))
    assert EncounterPlan.model_validate_json(plan.model_dump_json(exclude_defaults=True)) == plan
    assert plan.combatants[0].group_name == "guards" and plan.combatants[0].label == "Guard"
