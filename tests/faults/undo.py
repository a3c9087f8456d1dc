"""Random fights: everything undone is the start, everything redone the end, and the journal read back is the fight."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from tests.faults.talk import EDITIONS, Talker, fight
from tests.faults.tally import Tally
from tracker.console.errors import ConsoleError
from tracker.encounter.errors import EncounterError
from tracker.encounter.state import Encounter
from tracker.encounter.store import Store
from tracker.rules.dice import RandomDice
from tracker.rules.errors import RulesError

FAMILY = (ConsoleError, EncounterError, RulesError)
"""All that a line may raise."""


def run(seed: int, runs: int, most: int = 300) -> Tally:
    """That many fights of up to `most` commands in each edition, some with a memory of a few steps only."""
    tally, done, tried = Tally(), 0, 0
    for number in range(runs * len(EDITIONS)):
        edition = EDITIONS[number % len(EDITIONS)]
        name = f"{edition} seed {seed + number // len(EDITIONS)}"
        chance = Random(name)
        with (
            TemporaryDirectory() as folder,
            patch("tracker.encounter.journal._sync", lambda fd: None),
            patch("tracker.encounter.history.WINDOW", chance.choice((3, 20, 1000))),
            patch("tracker.encounter.store.CHECKPOINT_EVERY", chance.choice((5, 30, 500))),
        ):
            path = Path(folder) / "fight.jsonl"
            store = Store.open_plan(fight(edition, chance), RandomDice(number), journal=path, clock=lambda: 0.0)
            length = chance.randint(most // 3, most)
            states = played(store, Talker(name), length)
            done, tried = done + store.undoable + store.redoable, tried + length
            wrong = _wrong(store, states, path)
            store.close()
            tally.check(not wrong, f"{name}: {wrong}")
    tally.figures.append(f"{len(EDITIONS) * runs} fights, {tried} lines, {done} commands in force at their ends")
    return tally


def played(store: Store, talker: Talker, length: int) -> list[Encounter]:
    """Says that many lines; the states by how many commands were in force, what can be redone among them."""
    states = [store.state]
    talker.say(store, "start")
    states.append(store.state)
    for _ in range(length - 1):
        line = talker.line(store.state)
        before = store.undoable
        try:
            talker.say(store, line)
        except FAMILY:
            continue
        if store.undoable > before and not line.startswith("redo"):
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
        return _walked(store, states) or _walked(resumed, states)
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
