"""A small ambush that the stories of this floor are told with, and a table to play it at."""

from pathlib import Path
from typing import Any

from tracker.console.context import Context
from tracker.console.parsing import parse
from tracker.encounter.dump import dump
from tracker.encounter.history import Entry
from tracker.encounter.log import log_lines
from tracker.encounter.state import Encounter
from tracker.encounter.store import Store
from tracker.library.encounter_plan import EncounterPlan, PlanEntry
from tracker.library.models import creature_from_nothing
from tracker.rules.dice import FedDice, RandomDice

SWORD = {"name": "Sword", "to_hit": 5, "damage": ["1d8 slashing"]}


def ambush(edition: str = "srd-5.1", **more: Any) -> EncounterPlan:
    """Mira 20 and Tor 5 against two goblins (one turn, 15), an ogre (10), a hidden lurker (12) and a wolf to come."""

    def entry(name: str, initiative: int | None, *, hp: int = 20, side: str = "foe", **block: Any) -> PlanEntry:
        entry = {key: block.pop(key) for key in ("count", "group", "hidden", "wave", "joins") if key in block}
        made = creature_from_nothing(name, hp=hp, ac=12, attacks=[SWORD], **block)
        return PlanEntry(block=made, initiative=initiative, side=side, **entry)

    return EncounterPlan(
        name="Ambush",
        edition=edition,
        party=(entry("Mira", 20, hp=30, side="party"), entry("Tor", 5, hp=30, side="party")),
        combatants=(
            entry("Goblin", 15, hp=7, count=2, group=True, xp=50, resist=["fire"]),
            entry("[bold]Ogre[/]", 10, hp=60, cr="2", condition_immune=["charmed"]),
            entry("Lurker", 12, hidden=True),
            entry("Wolf", None, wave="Wolves", joins=3),
        ),
        **more,
    )


EVERYTHING = (
    "start", "damage go1 3 fire", "heal go1 1", "temp mira 4", "maxhp mira -5", "set mira ac 15", "set tor name Torben",
    "set mira speed 25", "attack go2 with sword vs mira", "save mira dex 12 3 fire half", "cond tor +exhaustion 2",
    "ongoing tor 1d6 fire at start", "conc mira bless", "conc mira off", "move mira 10", "next",
    'ready go1 "the door" "sword"', 'react mira "shield"', "damage tor 35", "death tor 3", "stabilize tor",
    "revive tor", "flee go2", 'add "Rat" hp 3 ac 10 init 4', "remove ra", "join Wolves", "hide go1", "show go1",
    'note go1 "key"', "tag go1 red", "count go1 arrows 3", 'remind round 4 "help"', "scene dark on",
    "auto recharge off", "roll 2d6+3", "order to before mi", "split goblins", "amend 3", "next", "next",
    "next", "end", "reopen",
)  # fmt: skip
"""One line of nearly every kind, all possible one after the other."""


class Table:
    """A GM who types."""

    def __init__(self, store: Store) -> None:
        self.store = store

    @classmethod
    def open(cls, journal: Path | None = None, *, dice: tuple[int, ...] | None = None, **more: Any) -> "Table":
        thrown = RandomDice(1) if dice is None else FedDice(dice)
        return cls(Store.open_plan(ambush(**more), thrown, journal=journal, clock=lambda: 1000.0))

    @classmethod
    def resume(cls, journal: Path) -> "Table":
        return cls(Store.resume(journal, RandomDice(2), clock=lambda: 2000.0))

    @property
    def state(self) -> Encounter:
        return self.store.state

    def say(self, *lines: str) -> list[Entry]:
        """Each line done; the entries."""
        return [self.store.do(parse(line, self.state, Context())) for line in lines]

    def tells(self, line: str) -> list[str]:
        """What the log says to that line."""
        return [str(told) for told in log_lines(self.say(line)[0])]

    def one(self, who: str) -> dict[str, Any]:
        """A combatant as the dump has it."""
        found: dict[str, Any] = dump(self.state)["combatants"][who]
        return found
