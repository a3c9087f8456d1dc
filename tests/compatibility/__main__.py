"""Plays a small fight in each edition and keeps its encounter file, its journal, and the dump of where it ended."""

from __future__ import annotations

import json
import sys

from tests.compatibility.test_compatibility import FOLDER
from tracker.console.context import Context
from tracker.console.parsing import parse
from tracker.encounter.dump import dump
from tracker.encounter.store import Store
from tracker.library.plans import load_encounter_text
from tracker.rules.dice import RandomDice

LINES = (
    "start", "next", "damage mira 6 fire", "attack tor with axe vs tr roll 15 dmg 9", "cond tor +prone",
    "cond mira +poisoned for 2 rounds save con 12", "conc mira bless", "undo 2", "redo", "next", 'note tor "the key"',
    "ongoing tor 1d4 fire at start", "save mira tor dex 14 9 cold half", 'ready mira "the door" "attack"', "temp tor 5",
    "add Rat hp 3 ac 10 init 4", "hide og1", "kill og2", "damage tor 60", "undo turn", "next", "act tr dodge",
    'remind round 3 "the bridge falls"', "join Wolves", "next", "next", "heal tor 4", "scene dark on", "undo",
)  # fmt: skip


def encounter(edition: str) -> str:
    """An encounter file with most of what one can hold."""
    return f"""encounter: The old bridge
edition: {edition}
party:
  - {{name: Mira, hp: 31/38, ac: 15, initiative: 18, level: 3, abilities: {{con: 14}}}}
  - {{name: Tor, hp: 30, ac: 17, level: 3, attacks: [{{name: Axe, to_hit: 5, damage: [1d8+3 slashing]}}]}}
combatants:
  - {{monster: Ogre, count: 3, group: true}}
  - {{monster: Troll, initiative: 9, conditions: [prone]}}
  - {{name: Shade, hp: 22, ac: 12, resist: [cold], hidden: true, notes: under the bridge}}
  - {{monster: Wolf, count: 2, wave: Wolves, joins: 3}}
lair: {{actions: [{{name: Rockfall, text: Stones come down.}}]}}
reminders: [{{round: 2, text: the river rises}}]
scene: [dim]
notes: Nobody crosses without the toll.
"""


def main() -> int:
    """Writes what is not there yet."""
    FOLDER.mkdir(exist_ok=True)
    for edition in ("srd-5.1", "srd-5.2", "black-flag"):
        begin = FOLDER / f"{edition}-1.yaml"
        if begin.exists():
            continue
        begin.write_text(encounter(edition), "utf-8")
        loaded = load_encounter_text(begin.read_text("utf-8"))
        assert loaded.plan is not None and not loaded.problems, loaded.problems
        store = Store.open_plan(loaded.plan, RandomDice(7), journal=begin.with_suffix(".jsonl"), clock=lambda: 1000.0)
        dumps = {"opened": dump(store.state)}
        for line in LINES:
            store.do(parse(line, store.state, Context()))
        store.close()
        dumps["left"] = dump(store.state)
        begin.with_suffix(".json").write_text(json.dumps(dumps, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
