"""Command lines, encounters, settings, imports and journals with slips in them: taken or told, never a crash."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from tests.faults import files, tables
from tests.faults.blocks import HungError, spread, trial, where
from tests.faults.sights import SIGHTS
from tests.faults.talk import EDITIONS, Talker, fight
from tests.faults.tally import Tally
from tests.faults.undo import FAMILY
from tracker.encounter.log import log_text
from tracker.encounter.store import Store
from tracker.rules.dice import RandomDice

LINES_A_FILE = 10
"""Lines to each file: a file takes that much longer."""
PATIENCE = 3.0
"""Processor seconds that one input may take."""
LONGEST_FIGHT = 300
"""Lines until a new fight is begun."""
BLOCK = 9000
"""Lines to a process."""
FILES = 500
"""Files to a process."""


def run(seed: int, runs: int) -> Tally:
    """That many lines, and for every ten of them a file."""
    jobs: list[tuple[int, str, int, int]] = [(seed, "lines", at, min(BLOCK, runs - at)) for at in range(0, runs, BLOCK)]
    for name, (share, *_) in files.KINDS.items():
        number = max(1, round(runs / LINES_A_FILE * share))
        jobs += [(seed, name, at, min(FILES, number - at)) for at in range(0, number, FILES)]
    if runs <= BLOCK:
        tally = Tally()
        for job in jobs:
            tally.add(spread(block, [job]))
        tally.peak("MB of memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    else:
        tally = spread(block, jobs)
    tally.figures.append(f"{tally.sums['lines']:,} lines, {tally.sums['taken']:,} of them taken")
    tally.figures += [f"{tally.sums[name]:,} {name}" for name in files.KINDS]
    tally.figures += [f"at most {value:.0f} {name}" for name, value in sorted(tally.peaks.items())]
    return tally


def block(seed: int, kind: str, begin: int, number: int) -> Tally:
    """That many lines or files of a kind; what comes is the same for the same seed and beginning."""
    tally = Tally()
    name = f"{kind} seed {seed} from {begin}"
    if kind == "lines":
        _lines(tally, name, number)
    else:
        _files(tally, name, kind, number)
    return tally


def _lines(tally: Tally, name: str, number: int) -> None:
    """In fights of all editions, one after the other, each of which must come back from its journal."""
    talker = Talker(name)
    for begin in range(0, number, LONGEST_FIGHT):
        edition = EDITIONS[begin // LONGEST_FIGHT % len(EDITIONS)]
        with TemporaryDirectory() as folder, patch("tracker.encounter.journal._sync", lambda fd: None):
            home = Path(folder)
            plan = fight(edition, talker.random)
            if talker.random.random() < 0.8:
                plan = tables.load(tables.folder(edition, talker.random), home)
            store = Store.open_plan(plan, RandomDice(begin), journal=home / "fight.jsonl", clock=lambda: 0.0)
            for _ in range(min(LONGEST_FIGHT, number - begin)):
                _type(tally, talker, store, name)
            store.close()
            resumed = Store.resume(home / "fight.jsonl", RandomDice(0))
            resumed.close()
            tally.check(resumed.state == store.state, f"{name}: the fight begun at {begin} comes back as another")


def _type(tally: Tally, talker: Talker, store: Store, name: str) -> None:
    line = talker.line(store.state)
    line = talker.mangled(line) if talker.random.random() < 0.6 else line
    before = store.state

    def said() -> str:
        try:
            log_text((talker.say(store, line),))
        except FAMILY as told:
            return "" if str(told) and store.state is before else "an error that says nothing, or changed the fight"
        finally:
            _look(talker, store, line)
        tally.sums["taken"] += 1
        return ""

    tally.sums["lines"] += 1
    _held(tally, "ms a line", f"{name}: line {tally.sums['lines']} {line!r}", said)


def _look(talker: Talker, store: Store, line: str) -> None:
    """Looks at the fight in one of the ways there are."""
    talker.random.choice(SIGHTS)(store, talker, line)


def _files(tally: Tally, name: str, kind: str, number: int) -> None:
    chance = Random(name)
    _, made, read = files.KINDS[kind]
    with TemporaryDirectory() as folder:
        home = Path(folder)
        for at in range(number):
            folder_of = made(chance)
            files.laid_out(folder_of, home)

            def opened(folder_of: files.Files = folder_of) -> str:
                read(folder_of, home)
                return ""

            told = "".join(f"\n----- {file}\n{text}" for file, text in folder_of.items())
            tally.sums[kind] += 1
            _held(tally, f"ms for one of the {kind}", f"{name}, number {at}: ", opened, told)


def _held(tally: Tally, peak: str, told: str, does: Callable[[], str], after: str = "") -> None:
    """One input: what it comes to must be no crash, and be there in time."""
    since, error = time.process_time(), ""
    try:
        with trial(told + after):
            error = does()
    except HungError as hung:
        error = str(hung)
    except Exception as crash:  # noqa: BLE001 - a crash is what is sought
        error = where(crash)
    spent = time.process_time() - since
    tally.peak(peak, spent * 1000)
    error = error or ("" if spent < PATIENCE else f"{spent:.1f} s")
    tally.check(not error, f"{told}: {error}{after if error else ''}")
