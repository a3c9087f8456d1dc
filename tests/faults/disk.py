"""Disks that are full, broken or read-only for a while: the fight goes on, says so, and is saved when it can be."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from tests.faults.talk import EDITIONS, Talker, fight
from tests.faults.tally import Tally
from tests.faults.undo import FAMILY
from tracker.encounter.store import Store
from tracker.rules.dice import RandomDice

COMMANDS = 40

_WRITE, _SYNC = os.write, "tracker.encounter.journal._sync"
_FAULTS = {
    "full": ("os.write", errno.ENOSPC, 0),
    "full in the middle of a line": ("os.write", errno.ENOSPC, 7),
    "over quota": ("os.write", errno.EDQUOT, 0),
    "broken at writing": ("os.write", errno.EIO, 3),
    "broken at syncing": (_SYNC, errno.EIO, 0),
    "read-only": ("os.write", errno.EROFS, 0),
    "broken at looking": ("os.fstat", errno.EIO, 0),
}


def run(seed: int, runs: int) -> Tally:
    """That many fights, each on a disk that fails a few times for a few commands."""
    tally, faults = Tally(), 0
    for number in range(seed, seed + runs):
        with TemporaryDirectory() as folder:
            wrong, met = _played(Path(folder) / "state" / "fight.jsonl", number)
        faults += met
        tally.check(not wrong, f"seed {number}: {wrong}")
    tally.figures.append(f"{faults} failures of a disk in {runs} fights of {COMMANDS} lines")
    return tally


def _played(path: Path, seed: int) -> tuple[str, int]:
    """What did not hold, and how often the disk failed."""
    chance, talker, met = Random(seed), Talker(seed), 0
    plan = fight(EDITIONS[seed % len(EDITIONS)])
    with _failing("open" if (first := chance.random() < 0.2) else "", chance):
        store = Store.open_plan(plan, RandomDice(seed), journal=path, clock=lambda: 0.0)
    twin = Store.open_plan(plan, RandomDice(seed), clock=lambda: 0.0)
    if first and "NOT SAVED" not in store.trouble:
        return "a folder that cannot be written to is not told", met
    kind, left = "", 0
    for line in ("start", *("" for _ in range(COMMANDS))):
        if not left and chance.random() < 0.3:
            kind, left, met = chance.choice(list(_FAULTS)), chance.randint(1, 5), met + 1
        line = line or talker.line(twin.state)
        with _failing(kind if left else "", chance):
            steps, told = len(store.entries), _say(talker, store, line)
        if told != _say(talker, twin, line) or store.state != twin.state:
            return f"{kind}: `{line}` went another way", met
        took_a_step = len(store.entries) > steps and store.entries[-1].n is not None
        if took_a_step and bool(left) != ("NOT SAVED" in store.trouble):
            return f"{kind or 'sound'}: `{line}` says '{store.trouble}'", met
        left = max(0, left - 1)
    store.close()
    resumed = Store.resume(path, RandomDice(0))
    resumed.close()
    return "" if resumed.state == twin.state else "what was saved later is another fight", met


def _say(talker: Talker, store: Store, line: str) -> str:
    try:
        talker.say(store, line)
    except FAMILY as error:
        return str(error)
    return ""


@contextmanager
def _failing(kind: str, chance: Random) -> Iterator[None]:
    """The operating system failing in that way; in no way when it is empty."""
    with ExitStack() as stack:
        if kind == "open":
            stack.enter_context(patch("os.open", _failure(errno.EROFS, 0)))
        elif kind:
            name, number, written = _FAULTS[kind]
            stack.enter_context(patch(name, _failure(number, written)))
            if chance.random() < 0.2:
                stack.enter_context(patch("os.ftruncate", _failure(errno.EIO, 0)))
        yield


def _failure(number: int, written: int) -> Callable[..., Any]:
    def fail(*arguments: Any, **more: Any) -> Any:
        if written:
            _WRITE(arguments[0], bytes(arguments[1])[:written])
        raise OSError(number, os.strerror(number))

    return fail
