"""Random fights: everything undone is the start, everything redone the end, and the journal read back is the fight."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from tests.faults import tables
from tests.faults.blocks import HungError, spread, trial, where
from tests.faults.talk import EDITIONS, Talker, fight
from tests.faults.tally import Tally
from tracker.console.errors import ConsoleError
from tracker.encounter.commands import Redo, Undo
from tracker.encounter.errors import EncounterError
from tracker.encounter.state import Encounter
from tracker.encounter.store import Store
from tracker.rules.dice import RandomDice
from tracker.rules.errors import RulesError

FAMILY = (ConsoleError, EncounterError, RulesError)
"""All that a line may raise."""
MEMORIES = ((250, 500), (1000, 40), (60, 500), (20, 30), (8, 5), (4, 12))
"""Steps kept in memory, and steps between two states kept whole."""
IN_FORCE = "commands in force at their ends"
BLOCK = 15
"""Fights of each edition to a process."""


def run(seed: int, runs: int, most: int = 300) -> Tally:
    """That many fights of up to `most` commands in each edition, some with a memory of a few steps only."""
    jobs = [(seed + begin, min(BLOCK, runs - begin), most) for begin in range(0, runs, BLOCK)]
    tally = spread(block, jobs)
    told = [f"{tally.sums[name]:,} {name}" for name in ("fights", "lines", IN_FORCE)]
    tally.figures.append(", ".join(told))
    return tally


def block(seed: int, runs: int, most: int) -> Tally:
    """That many fights in each edition, from that seed on."""
    tally = Tally()
    for name in (f"{edition} seed {seed + number}" for number in range(runs) for edition in EDITIONS):
        try:
            with trial(name), TemporaryDirectory() as folder:
                wrong = _fought(tally, name, Path(folder), most)
        except HungError as hung:
            wrong = str(hung)
        except Exception as crash:  # noqa: BLE001 - a crash is what is sought
            wrong = where(crash)
        tally.check(not wrong, f"{name}: {wrong}")
    return tally


def _fought(tally: Tally, name: str, folder: Path, most: int) -> str:
    """One fight and all that must hold at its end; empty when it does."""
    chance = Random(name)
    edition = name.partition(" ")[0]
    plan = fight(edition, chance)
    if chance.random() < 0.9:
        plan = tables.load(tables.folder(edition, chance), folder)
    window, every = chance.choice(MEMORIES)
    with (
        patch("tracker.encounter.journal._sync", lambda fd: None),
        patch("tracker.encounter.history.WINDOW", window),
        patch("tracker.encounter.store.CHECKPOINT_EVERY", every),
    ):
        path = folder / "fight.jsonl"
        store = Store.open_plan(plan, RandomDice(chance.randint(0, 10**9)), journal=path, clock=lambda: 0.0)
        length = round(most * chance.random() ** 1.5)
        states = played(store, Talker(name), length)
        tally.sums.update({"fights": 1, "lines": length, IN_FORCE: store.undoable + store.redoable})
        wrong = _wrong(store, states, path)
        store.close()
    return wrong


def played(store: Store, talker: Talker, length: int) -> list[Encounter]:
    """Says that many lines; the states by how many commands were in force, what can be redone among them."""
    states = [store.state]
    for number in range(length):
        line = "start" if number == length // 10 and store.state.phase == "setup" else talker.line(store.state)
        before = store.undoable
        try:
            entry = talker.say(store, line)
        except FAMILY:
            continue
        if store.undoable > before and not isinstance(entry.wish, Undo | Redo):
            states[before + 1 :] = [store.state]
    return states


def _wrong(store: Store, states: list[Encounter], path: Path) -> str:
    """What does not hold, in the fight as it is and as it is resumed; empty when all does."""
    copy = path.with_name("copy.jsonl")
    shutil.copyfile(path, copy)
    resumed = Store.resume(copy, RandomDice(0))
    try:
        if resumed.state != store.state:
            return "the journal read back is another fight"
        if (resumed.undoable, resumed.redoable) != (store.undoable, store.redoable):
            return "the journal read back undoes another way"
        walked = (store, resumed) if len(states) % 3 == 0 else (resumed,)
        return next(filter(None, (_walked(each, states) for each in walked)), "")
    finally:
        resumed.close()


def _walked(store: Store, states: list[Encounter]) -> str:
    if store.state != states[store.undoable]:
        return "an undo or a redo led elsewhere"
    if len(states) != store.undoable + store.redoable + 1:
        return "a command is missing among those that can be undone"
    if store.redoable:
        store.redo(store.redoable)
    for depth in range(len(states) - 2, -1, -1):
        store.undo()
        if store.state != states[depth]:
            return f"undone down to command {depth}, it is another state"
    if len(states) > 1:
        store.redo(len(states) - 1)
    return "" if store.state == states[-1] else "all redone is not the end"
