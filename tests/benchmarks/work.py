"""Figures that need no screen: scripts, checks, and what importing costs."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.benchmarks import fights
from tests.benchmarks.report import Figure
from tests.terminal import TRACKER, isolated

_LIBRARIES = "import argparse, yaml, pydantic, tomllib, json, platformdirs\nclass A(pydantic.BaseModel):\n    a: int\n"


def playing(commands: int, rounds: int) -> list[Figure]:
    """Scripts of that many commands, with and without a journal, beside as many bare synced appends at their pace."""
    with TemporaryDirectory(prefix="tracker-bench-") as name:
        home = Path(name)
        file = fights.encounter(home / "fight.yaml", 10)
        script, nothing = home / "script.txt", home / "nothing.txt"
        script.write_text("\n".join(fights.script(commands)) + "\n")
        nothing.write_text("")
        empty, plain, kept, bare, rushed = [], [], [], [], []
        for number in range(rounds):
            empty.append(_play(home, file, nothing))
            plain.append(_play(home, file, script))
            journal = home / f"{number}.jsonl"
            kept.append(_play(home, file, script, "--journal", str(journal)))
            size, pause = journal.stat().st_size // commands, (plain[-1] - empty[-1]) / commands
            bare.append(_appends(home / f"{number}.bare", commands, size, pause))
            rushed.append(_appends(home / f"{number}.rushed", commands, size, 0))
    alone, saving, appends = median(plain) - median(empty), median(kept) - median(empty), median(bare)
    return [
        Figure("`tracker play`", commands / alone, "commands/s", 3000, f"{alone:.2f} s beyond the start", least=True),
        Figure(
            "`tracker play` with a journal",
            saving / (alone + appends),
            "× (without + bare appends)",
            1.3,
            f"{saving:.2f} s against {alone:.2f} + {appends:.2f} s; {median(rushed):.2f} s without pause",
        ),
    ]


def checking(rounds: int) -> list[Figure]:
    """`tracker check` of an encounter file of 200 KB, beside a process that imports the same libraries."""
    with TemporaryDirectory(prefix="tracker-bench-") as name:
        home = Path(name)
        file = fights.wide_encounter(home / "wide.yaml", 200_000)
        bare, ours = [], []
        for _ in range(rounds):
            bare.append(_timed([sys.executable, "-c", _LIBRARIES], home))
            ours.append(_timed([TRACKER, "check", str(file)], home))
    extra = median(ours) - median(bare)
    return [
        Figure(
            "`tracker check` of 200 KB, beyond its libraries",
            extra,
            "s",
            0.4,
            f"{median(ours):.2f} s against {median(bare):.2f} s",
        )
    ]


def imports(most: int = 25) -> str:
    """The dearest modules of a start, by their own time, as `-X importtime` tells."""
    code = "import tracker.cli, tracker.tui.app, tracker.tui.seat, tracker.library.plans, tracker.encounter.plan"
    with TemporaryDirectory(prefix="tracker-bench-") as name:
        told = subprocess.run(
            [sys.executable, "-X", "importtime", "-c", code], capture_output=True, text=True, env=isolated(Path(name))
        ).stderr
    rows = [line.removeprefix("import time:").split("|") for line in told.splitlines() if "|" in line][1:]
    dearest = sorted(((int(own), module.strip()) for own, _, module in rows), reverse=True)
    return "\n".join(f"  {own / 1000:7.1f} ms  {module}" for own, module in dearest[:most])


def _play(home: Path, file: Path, script: Path, *more: str) -> float:
    out = ("--log", str(home / "log.txt"), "--seed", "1", "--script", str(script))
    return _timed([TRACKER, "play", str(file), *out, *more], home)


def _timed(command: Sequence[str], home: Path) -> float:
    since = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=isolated(home), cwd=home)
    return time.perf_counter() - since


def _appends(path: Path, count: int, size: int, pause: float) -> float:
    """Seconds that so many appends of that size take, each on disk before the next, with so long a pause between them.

    A disk that is written to without pause answers up to twice as fast as one that is asked now and then.
    """
    sync = getattr(os, "fdatasync", os.fsync)
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    line = b"x" * (size - 1) + b"\n"
    taken = 0.0
    for _ in range(count):
        busy_until = time.perf_counter() + pause
        while time.perf_counter() < busy_until:
            pass
        since = time.perf_counter()
        os.write(fd, line)
        sync(fd)
        taken += time.perf_counter() - since
    os.close(fd)
    return taken
