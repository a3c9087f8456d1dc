"""Disks that are full, broken or read-only for a while: the fight goes on, says so, and is saved when it can be."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from tests.faults import small_disk
from tests.faults.talk import EDITIONS, Talker, fight
from tests.faults.tally import Tally
from tests.faults.undo import FAMILY
from tracker.encounter.history import WINDOW
from tracker.encounter.journal import JournalError
from tracker.encounter.state import Encounter
from tracker.encounter.store import Store
from tracker.library.atomic import write_text
from tracker.rules.dice import RandomDice

COMMANDS = 40
RARELY = 20
"""For so many short fights there is a long one, and one on a terminal with a small disk of its own."""

_WRITE, _SYNC = os.write, "tracker.encounter.journal._sync"
_FAULTS = {
    "full": ("os.write", errno.ENOSPC, 0),
    "full in the middle of a line": ("os.write", errno.ENOSPC, 7),
    "over quota": ("os.write", errno.EDQUOT, 0),
    "broken at writing": ("os.write", errno.EIO, 3),
    "full at syncing": (_SYNC, errno.ENOSPC, 0),
    "broken at syncing": (_SYNC, errno.EIO, 0),
    "read-only": ("os.write", errno.EROFS, 0),
    "broken at looking": ("os.fstat", errno.EIO, 0),
}
_NO_START = (
    *(("os.open", number) for number in (errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EACCES)),
    *(("os.mkdir", number) for number in (errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EIO)),
)
_NO_FILE = tuple(
    (name, number)
    for name in ("os.open", "os.fdopen", "os.fsync", "pathlib.Path.replace")
    for number in (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS)
)


def run(seed: int, runs: int) -> Tally:
    """That many fights, each on a disk that fails a few times for a few commands; files written whole; and screens."""
    tally, faults = Tally(), 0
    for number in range(seed, seed + runs):
        with TemporaryDirectory() as folder:
            wrong, met = _played(Path(folder), number)
        faults += met
        tally.check(not wrong, f"seed {number}: {wrong}")
        with TemporaryDirectory() as folder:
            wrong = _written(Path(folder), Random(number))
        tally.check(not wrong, f"seed {number}: {wrong}")
    tally.figures.append(f"{faults} failures of a disk in {runs} fights of {COMMANDS} lines, and {runs} in files")
    for number in range(seed, seed + runs // RARELY):
        with TemporaryDirectory() as folder:
            wrong = _read_back(Path(folder) / "fight.jsonl", number)
        tally.check(not wrong, f"seed {number}: {wrong}")
    _on_screens(tally, seed, runs // RARELY)
    return tally


def _read_back(path: Path, seed: int) -> str:
    """Undoing what is no longer in memory, on a disk that cannot be read for a while; what did not hold."""
    talker = Talker(seed)
    with patch(_SYNC, lambda fd: None):
        store = Store.open_plan(fight("srd-5.1"), RandomDice(seed), journal=path, clock=lambda: 0.0)
        while store.undoable < WINDOW + COMMANDS:
            _say(talker, store, talker.line(store.state))
        there, whole = store.undoable, store.state
        for move, stands in ((store.undo, whole), (store.redo, store.journal.root() if store.journal else whole)):
            with patch("os.pread", _failure(errno.EIO, 0)):
                try:
                    move(there)
                    return "what cannot be read was undone or done again"
                except JournalError:
                    if store.state != stands:
                        return "what could not be read has changed the fight"
            move(there)
        store.close()
    return "" if store.state == whole else "undone and done again it is another fight"


def _on_screens(tally: Tally, seed: int, runs: int) -> None:
    """Fights on a terminal; where nothing may be mounted, that is told."""
    try:
        for number in range(seed, seed + runs):
            with TemporaryDirectory() as folder:
                wrong = small_disk.trial(Path(folder), number)
            tally.check(not wrong, f"seed {number}, on a small disk: {wrong}")
    except OSError as error:
        tally.figures.append(f"no small disk could be mounted: {error}")
    else:
        tally.figures.append(f"{runs} fights on a terminal with a small disk of their own")


def _played(folder: Path, seed: int) -> tuple[str, int]:
    """What did not hold, and how often the disk failed."""
    chance, talker, met, path = Random(seed), Talker(seed), 0, folder / "state" / "fight.jsonl"
    plan = fight(EDITIONS[seed % len(EDITIONS)])
    first = chance.choice(_NO_START) if chance.random() < 0.2 else None
    with patch(first[0], _failure(first[1], 0)) if first else nullcontext():
        store = Store.open_plan(plan, RandomDice(seed), journal=path, clock=lambda: 0.0)
    twin = Store.open_plan(plan, RandomDice(seed), clock=lambda: 0.0)
    if first and "NOT SAVED" not in store.trouble:
        return f"{first}: a folder that cannot be written to is not told", met
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
    return _left(store, path, twin.state, kind if left else "", folder / "aside"), met


def _left(store: Store, path: Path, state: Encounter, kind: str, aside: Path) -> str:
    """Whether all of it is there afterwards: in the journal, or aside when the disk still failed at the end."""
    aside.mkdir()
    with _failing(kind, Random(0)), patch("tempfile.tempdir", str(aside)):
        told = store.rescue()
        store.close()
    rescued = list(aside.glob("*/*.jsonl"))
    if bool(told) != bool(rescued) or any(str(each) not in told for each in rescued):
        return f"left with {rescued} aside and '{told}'"
    resumed = Store.resume(rescued[0] if rescued else path, RandomDice(0))
    resumed.close()
    return "" if resumed.state == state else "what was saved later is another fight"


def _written(folder: Path, chance: Random) -> str:
    """A file that is written whole or not at all; what did not hold."""
    path, old = folder / "party.yaml", "old" if chance.random() < 0.7 else None
    if old is not None:
        path.write_text(old)
    name, number = chance.choice(_NO_FILE)
    try:
        with patch(name, _failure(number, 0)):
            write_text(path, "new" * chance.choice((1, 5000)))
        return f"{name}: {os.strerror(number)} is not told"
    except OSError:
        there = path.read_text() if path.exists() else None
        left = [each.name for each in folder.iterdir() if each != path]
        return f"{name}: {there} instead of {old}, and {left}" if there != old or left else ""


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
        if kind:
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
