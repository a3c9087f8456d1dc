"""Command lines, encounters, settings and imports with slips in them: taken or told in a sentence, never a crash."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from tests.faults.talk import EDITIONS, Talker, fight
from tests.faults.tally import Tally
from tests.faults.undo import FAMILY
from tests.library.importers import lurker
from tracker.encounter.dump import dump
from tracker.encounter.log import log_text
from tracker.encounter.players import visible
from tracker.encounter.store import Store
from tracker.library.importers import exit_code, import_text, to_json
from tracker.library.plans import load_encounter
from tracker.library.problems import LibraryError
from tracker.library.settings import load_settings, starter
from tracker.rules.dice import RandomDice

SAMPLES = Path(__file__).parents[2] / "sample_encounters"
FILES_A_LINE = 25
"""Lines to each file: a file takes that much longer."""
PATIENCE = 3.0
"""Processor seconds that one input may take."""
LONGEST_FIGHT = 300
"""Lines until a new fight is begun."""


def run(seed: int, runs: int) -> Tally:
    """That many lines, and for each 25 of them a file of one of three kinds."""
    tally, talker = Tally(), Talker(seed)
    _lines(tally, talker, runs)
    files = max(3, runs // FILES_A_LINE)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "config.toml"
        samples = {file.name: file.read_text("utf-8") for file in sorted(SAMPLES.glob("*.yaml"))}
        for file, text in samples.items():
            path.with_name(file).write_text(text, "utf-8")
        settings = [starter(), *(starter().replace("# ", "", n) for n in (40, 200))]
        kinds: dict[str, tuple[list[str], Callable[[str], None]]] = {
            "encounters": (list(samples.values()), lambda text: _encounter(path.with_name("slips.yaml"), text)),
            "settings": (settings, lambda text: _settings(path, text)),
            "imports": (list(lurker.FILES.values()), _import),
        }
        for name, (texts, read) in kinds.items():
            _files(tally, talker, name, texts, read, files // len(kinds))
    tally.figures.append(f"at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB of memory")
    return tally


def _lines(tally: Tally, talker: Talker, runs: int) -> None:
    """In fights of all editions, one after the other, each of which must come back from its journal."""
    slowest, taken = 0.0, 0
    for begin in range(0, runs, LONGEST_FIGHT):
        plan = fight(EDITIONS[begin // LONGEST_FIGHT % len(EDITIONS)], talker.random)
        with TemporaryDirectory() as folder, patch("tracker.encounter.journal._sync", lambda fd: None):
            path = Path(folder) / "fight.jsonl"
            store = Store.open_plan(plan, RandomDice(begin), journal=path, clock=lambda: 0.0)
            talker.say(store, "start")
            more, slow = _typed(tally, talker, store, min(LONGEST_FIGHT, runs - begin))
            taken, slowest = taken + more, max(slowest, slow)
            store.close()
            resumed = Store.resume(path, RandomDice(0))
            resumed.close()
            tally.check(resumed.state == store.state, f"the fight begun with line {begin} comes back as another")
    tally.figures.append(f"{runs} lines, {taken} of them taken, the slowest {slowest * 1000:.0f} ms")


def _typed(tally: Tally, talker: Talker, store: Store, number: int) -> tuple[int, float]:
    """Types that many lines; how many were taken, and the processor seconds of the slowest."""
    slowest, taken = 0.0, 0
    for _ in range(number):
        line = talker.line(store.state)
        line = talker.mangled(line) if talker.random.random() < 0.7 else line
        before, since, error = store.state, time.process_time(), ""
        try:
            log_text((talker.say(store, line),))
            dump(store.state)
            visible(store.state)
            taken += 1
        except FAMILY as told:
            error = "" if str(told) and store.state is before else "an error that says nothing, or changed the fight"
        except Exception as crash:  # noqa: BLE001 - a crash is what is sought
            error = repr(crash)
        slowest = max(slowest, spent := time.process_time() - since)
        error = error or ("" if spent < PATIENCE else f"{spent:.1f} s")
        tally.check(not error, f"line {line!r}: {error}")
    return taken, slowest


def _files(tally: Tally, talker: Talker, name: str, texts: list[str], read: Callable[[str], None], number: int) -> None:
    slowest, chance = 0.0, Random(talker.random.random())
    for _ in range(number):
        text = talker.mangled(chance.choice(texts), 12)
        since, error = time.process_time(), ""
        try:
            read(text)
        except Exception as crash:  # noqa: BLE001 - a crash is what is sought
            error = repr(crash)
        slowest = max(slowest, spent := time.process_time() - since)
        error = error or ("" if spent < PATIENCE else f"{spent:.1f} s")
        tally.check(not error, f"{name}: {error}\n{text if error else ''}")
    tally.figures.append(f"{number} {name}, the slowest {slowest * 1000:.0f} ms")


def _encounter(path: Path, text: str) -> None:
    path.write_text(text, "utf-8", "surrogatepass")
    loaded = load_encounter(path)
    assert loaded.plan or loaded.problems, "neither a fight nor a reason"
    assert all(str(problem) for problem in loaded.problems)
    if loaded.plan:
        try:
            Store.open_plan(loaded.plan, RandomDice(1))
        except (*FAMILY, LibraryError) as error:
            assert str(error)


def _settings(path: Path, text: str) -> None:
    path.write_text(text, "utf-8", "surrogatepass")
    for problem in load_settings(path).problems:
        assert str(problem)


def _import(text: str) -> None:
    found = import_text(text)
    assert exit_code([found]) in (0, 1, 2)
    assert to_json(found)
