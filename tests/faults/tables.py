"""Encounters by chance, as a GM's folder has them: a party file, a base, templates, waves, traps, lairs, switches."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.faults.corpus import entries
from tracker.encounter.automation import AUTOMATIONS
from tracker.library import bestiary
from tracker.library.creatures import Creatures
from tracker.library.encounter_plan import EncounterPlan
from tracker.library.plans import SCENES, load_encounter
from tracker.rules.house_rules import HOUSE_RULES

MAIN = "fight.yaml"
"""The file of the encounter itself."""

_CONDITIONS = ("poisoned", "prone for 2 rounds", "grappled", "blinded until the bell", "charmed", "unconscious")
_TRAP = {
    "trap": "Blades",
    "initiative": 10,
    "each_turn": "The blades come down",
    "counter": {"name": "teeth", "start": 0, "step": 2, "max": 6, "when_full": "they lock"},
    "attack": {"to_hit": 6, "damage": ["2d6 slashing"]},
    "save": {"save": "dex", "dc": 13, "damage": ["1d8 fire"], "half": True, "inflicts": ["prone"]},
}
_LAIR = [
    {"name": "Roof falls", "save": "dex", "dc": 15, "damage": ["2d6 bludgeoning"], "inflicts": ["prone"]},
    {"name": "Fog", "text": "heavily obscured until the next lair action"},
]


def folder(edition: str, chance: Random) -> dict[str, str]:
    """The files of an encounter by name, `MAIN` among them."""
    party, others = entries()
    heroes = [dict(row) for row in chance.sample(party, chance.randint(1, 4))]
    heroes += [_beast(edition, chance) for _ in range(chance.choice((0, 0, 0, 1)))]
    files = {"party.yaml": json.dumps({"party": heroes[1:]}), "beast.yaml": json.dumps(_own(edition, chance))}
    foes = [_beast(edition, chance) for _ in range(chance.randint(1, 4))]
    foes += [dict(row) for row in chance.sample(others, chance.randint(0, 2))]
    foes += [_TRAP] if chance.random() < 0.15 else []
    data: dict[str, Any] = {
        "encounter": "By chance",
        "edition": edition,
        "party": [heroes[0], "party.yaml"] if chance.random() < 0.5 else heroes,
        "combatants": [row | dict(_here(row, chance)) for row in foes],
        "automation": {name: chance.random() < 0.5 for name in AUTOMATIONS if chance.random() < 0.08},
        "rules": {rule.name: chance.random() < 0.5 for rule in HOUSE_RULES if chance.random() < 0.2},
        "scene": [word for word in SCENES if chance.random() < 0.12],
    }
    data |= dict(_more(chance))
    if chance.random() < 0.3:
        files["base.yaml"] = json.dumps({key: data.pop(key) for key in chance.sample(sorted(data), 3)})
        data["extends"] = "base.yaml"
    return {MAIN: json.dumps(data, ensure_ascii=False, indent=1), **files}


def load(files: dict[str, str], home: Path, creatures: Creatures | None = None) -> EncounterPlan:
    """The plan of an encounter whose files are right."""
    for name, text in files.items():
        (home / name).write_text(text, "utf-8")
    plan = load_encounter(home / MAIN, creatures=creatures).plan
    assert plan is not None
    return plan


def _beast(edition: str, chance: Random) -> dict[str, Any]:
    if chance.random() < 0.08:
        return {"monster": "beast.yaml"}
    return {"monster": chance.choice(bestiary.book(edition).listings).name}


def _own(edition: str, chance: Random) -> dict[str, Any]:
    """A creature of the GM's own with the powers of two built-in ones."""
    book = bestiary.book(edition)
    first, second = (book.record(one.name) or {} for one in chance.sample(book.listings, 2))
    return {**second, **first, "name": "Own beast"}


def _here(row: dict[str, Any], chance: Random) -> Iterator[tuple[str, Any]]:
    """What an entry says of this fight, a few of everything that can be said."""
    told: dict[str, Any] = {
        "count": chance.choice((2, 2, 3, 5)),
        "group": chance.choice((True, "The pack")),
        "hp": chance.choice(("roll", "max", "average", 1, "3/9", 0)),
        "initiative": chance.randint(-3, 25),
        "initiative_bonus": chance.randint(-2, 9),
        "side": chance.choice(("foe", "ally", "neutral", "party")),
        "hidden": True,
        "surprised": True,
        "wave": chance.choice(("Second", "Late comers")),
        "joins": chance.randint(1, 4),
        "absent": True,
        "notes": "keeps a key",
        "tags": ["red"],
        "exhaustion": chance.randint(0, 5),
        "temp_hp": 4,
        "conditions": [chance.choice(_CONDITIONS)],
        "concentration": "bless",
        "resist": ["fire", "nonmagical slashing"],
        "vulnerable": ["cold"],
        "luck": 2,
        "death_saves": True,
        "extends": "tough",
    }
    yield from ((key, value) for key, value in told.items() if key not in row and chance.random() < 0.1)


def _more(chance: Random) -> Iterator[tuple[str, Any]]:
    yield "templates", {"tough": {"hp": "max", "ac": 19, "resist": ["cold"]}}
    if chance.random() < 0.3:
        yield "lair", {"actions": _LAIR, "initiative": chance.choice((20, 20, 5))}
    if chance.random() < 0.3:
        yield "reminders", [{"round": chance.randint(1, 4), "text": "the bell"}]
    if chance.random() < 0.3:
        yield "notes", "A hall."
