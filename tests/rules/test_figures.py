"""The tables say what the published figures say, in every rule set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tracker.rules import classes
from tracker.rules.actions import actions
from tracker.rules.armor import armor_class, object_armor_class, object_hit_points
from tracker.rules.checks import proficiency_bonus
from tracker.rules.dice import parse
from tracker.rules.difficulty import difficulty, xp_for
from tracker.rules.editions import EDITIONS, Edition
from tracker.rules.rests import healing_potion
from tracker.rules.space import size
from tracker.rules.spells import cantrip
from tracker.rules.weapons import weapon

Figures = dict[str, Any]


def _weapon(edition: Edition, name: str) -> Figures:
    arm = weapon(edition, name)
    ranges = [feet for feet in (arm.normal, arm.long) if feet is not None]
    return {
        "dice": arm.dice,
        "two_hands": arm.versatile,
        "type": arm.damage_type,
        "properties": list(arm.properties),
        "range": ranges or None,
    }


def _engine(edition: Edition, name: str) -> Figures:
    arm = weapon(edition, name)
    return _weapon(edition, name) | {
        "dc": arm.dc,
        "on_save": arm.on_save if arm.dc else None,
        "shots": arm.shots,
        "minimum": arm.minimum,
        "bonus": arm.bonus,
    }


def _armor(edition: Edition, name: str) -> Figures:
    def ac(dexterity: int) -> int:
        return armor_class(edition, {"dex": dexterity, "str": 30}, armor=name).ac

    asks = next(score for score in range(31) if not armor_class(edition, {"str": score}, armor=name).speed_penalty)
    return {
        "ac": ac(10),
        "strength": asks,
        "stealth": armor_class(edition, {}, armor=name).stealth_disadvantage,
        "dex": 0 if ac(30) == ac(10) else 2 if ac(30) == ac(10) + 2 else 99,
    }


def _cantrip(edition: Edition, name: str) -> Figures:
    found = cantrip(edition, name, 1)
    return {
        "die": found.dice,
        "type": found.damage_type,
        "resolve": found.resolve,
        "range": found.range,
        "save": found.save,
    }


def _size(edition: Edition, name: str) -> Figures:
    found = size(edition, name)
    return {"order": found.order, "side": found.side, "squares": found.squares}


def _object(edition: Edition, name: str) -> Figures:
    size_name, build = name.split()
    found = object_hit_points(edition, size_name, resilient=build == "resilient")
    return {"hp": found.hp, "dice": found.dice}


def _potion(edition: Edition, name: str) -> Figures:
    potion = healing_potion(edition, name)
    return {"dice": str(potion.healing), "average": potion.healing.average, "cost": potion.slot}


def _destroy(edition: Edition, level: str) -> Figures:
    ratings = [0.5, *range(1, 31)]
    return {"value": max(cr for cr in ratings if classes.turn_undead(edition, int(level), cr, saved=False).destroyed)}


def _budget(edition: Edition, level: str) -> Figures:
    return {"value": [budget for _, budget in difficulty(edition, [int(level)], []).budgets]}


_ANSWERS: dict[str, Callable[[Edition, str], Figures]] = {
    "weapon": _weapon,
    "engine": _engine,
    "armor": _armor,
    "cantrip": _cantrip,
    "size": _size,
    "object hp": _object,
    "object ac": lambda edition, name: {"value": object_armor_class(edition, name)},
    "potion": _potion,
    "destroy": _destroy,
    "budget": _budget,
    "actions": lambda edition, _: {"value": [one.name for one in actions(edition)]},
    "xp": lambda edition, rating: {"value": xp_for(edition, rating)},
    "average": lambda _, dice: {"value": parse(dice).average},
    "proficiency": lambda _, level: {"value": proficiency_bonus(int(level))},
    "rage bonus": lambda edition, level: {"value": classes.rage_bonus(edition, int(level))},
    "rage uses": lambda edition, level: {"value": classes.rage_uses(edition, int(level))},
    "bardic inspiration die": lambda edition, level: {"value": classes.bardic_die(edition, int(level))},
    "channel divinity uses": lambda edition, level: {"value": classes.channel_uses(edition, int(level))},
    "second wind uses": lambda edition, level: {"value": classes.second_wind_uses(edition, int(level))},
    "song of rest die": lambda edition, level: {"value": classes.song_of_rest_die(edition, int(level))},
    "eldritch blast beams": lambda edition, level: {"value": cantrip(edition, "eldritch blast", int(level)).beams},
    "sneak attack d6": lambda edition, level: {
        "value": classes.sneak_attack(edition, int(level), finesse_or_ranged=True, advantage=True).dice
    },
}


def _facts() -> Iterator[Any]:
    text = (Path(__file__).parent / "figures.yaml").read_text(encoding="utf-8")
    for kind, lines in yaml.load(text, Loader=yaml.SafeLoader).items():  # noqa: TID251
        for name, editions, figures in lines:
            for edition_id in EDITIONS if editions == "all" else editions:
                yield pytest.param(kind, name, edition_id, figures, id=f"{kind}-{name}-{edition_id}")


@pytest.mark.parametrize(("kind", "name", "edition_id", "figures"), list(_facts()))
def test_a_table_holds_the_published_figure(kind: str, name: str, edition_id: str, figures: Figures) -> None:
    edition = EDITIONS[edition_id]
    if kind.startswith("attacks: "):
        found = {"value": classes.attacks_per_action(edition, kind.removeprefix("attacks: "), int(name))}
    else:
        found = _ANSWERS[kind](edition, name)
    assert {key: found[key] for key in figures} == figures
