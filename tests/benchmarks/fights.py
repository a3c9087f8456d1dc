"""Fights of any size for measuring: encounter files, scripts, and journals of any length."""

from __future__ import annotations

from itertools import cycle, islice
from pathlib import Path
from unittest.mock import patch

from tracker.console.context import Context
from tracker.console.parsing import parse
from tracker.encounter.store import Store
from tracker.library.plans import load_encounter
from tracker.rules.dice import RandomDice

MONSTERS = ("Ogre", "Bugbear", "Knight", "Owlbear", "Troll")
"""Creatures with enough in their stat blocks to fill the detail pane."""

DEEDS = (
    "damage og1 7 slashing",
    "heal og1 5",
    "next",
    "temp kn1 4",
    "cond bu1 +prone",
    "cond bu1 -prone",
    "next",
    "attack ow1 with claws vs kn1",
    "note tr1 hurt",
    "damage kn1 3 fire",
    "undo",
    "heal kn1 12",
)
"""What a GM does in a fight, none of it killing anybody, so that a script can go on for ever."""


def encounter(path: Path, combatants: int) -> Path:
    """An encounter file of that many combatants, a multiple of five; nobody in it dies soon."""
    entries = "".join(
        f"  - {{monster: {name}, count: {combatants // 5}, hp: 40000, group: false}}\n" for name in MONSTERS
    )
    path.write_text(f"encounter: Measured with {combatants}\nedition: srd-5.1\ncombatants:\n{entries}", "utf-8")
    return path


def script(commands: int) -> list[str]:
    """That many lines, `start` among them."""
    return ["start", *islice(cycle(DEEDS), commands - 1)]


def journal(path: Path, file: Path, commands: int) -> Path:
    """The journal of a fight of that file that has gone on for so many commands; the disk is not waited for."""
    plan = load_encounter(file).plan
    assert plan is not None
    with patch("tracker.encounter.journal._sync", lambda fd: None):
        store = Store.open_plan(plan, RandomDice(1), journal=path)
        for line in script(commands) if commands else ():
            store.do(parse(line, store.state, Context()))
        store.close()
    return path


def creatures(home: Path, number: int) -> None:
    """That many creature files in the folder of a GM with that home."""
    folder = home / "data" / "tracker" / "creatures"
    folder.mkdir(parents=True)
    for one in range(number):
        (folder / f"warden-{one}.yaml").write_text(f"name: Warden {one}\nac: 14\nhp: 22\n", "utf-8")


def wide_encounter(path: Path, size: int) -> Path:
    """An encounter file of at least that many bytes, a new creature every few lines."""
    parts = ["encounter: Measured by its size\nedition: srd-5.1\ncombatants:\n"]
    length, number = len(parts[0]), 0
    while length < size:
        number += 1
        part = (
            f"  - name: Guard {number}\n    ac: 14\n    hp: 22\n    speed: 30\n"
            "    abilities: {str: 12, dex: 14, con: 11, int: 10, wis: 13, cha: 9}\n"
            "    attacks:\n      - {name: Spear, to_hit: 3, kind: both, reach: 5, range: 20/60,"
            " damage: [1d6+1 piercing]}\n    notes: Stands at the gate and knows nobody.\n"
        )
        parts.append(part)
        length += len(part)
    path.write_text("".join(parts), "utf-8")
    return path
