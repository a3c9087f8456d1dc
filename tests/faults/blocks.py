"""Trials in blocks, a process to each core: what hangs, or takes more memory than it may, is told with its input."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import resource
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from traceback import extract_tb
from typing import Any

from tests.faults.tally import Tally

Block = Callable[..., Tally]
"""A part of a run, the same for the same arguments. What it gives itself over to is wrapped in `trial`."""

HANGS = 20.0
"""Processor seconds after which one input is broken off."""
SILENCE = 1200.0
"""Seconds of real time, in which the run itself was not stopped, without a new input until a process is ended."""
LOOK = 5.0
"""Seconds between two looks at a process."""
MORE_MEMORY = 768 * 2**20
"""Bytes of address space that a block may take beyond what it begins with."""

_note: int | None = None


class HungError(BaseException):
    """One input has taken too long; no `except Exception` holds it up."""


def spread(block: Block, jobs: Sequence[tuple[Any, ...]]) -> Tally:
    """The sum of the block called with each of the jobs, in their order; a single job is done right here."""
    tally = Tally()
    if len(jobs) == 1:
        with _bounded():
            return block(*jobs[0])
    with TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as threads:
        for number, part in enumerate(threads.map(partial(_apart, block, Path(folder)), range(len(jobs)), jobs), 1):
            tally.add(part)
            print(
                f"{number} of {len(jobs)} blocks: {tally.passed} passed, {len(tally.failures)} failed", file=sys.stderr
            )
            for text in part.failures:
                print(ascii(text.splitlines()[0][:300]), file=sys.stderr)
    return tally


@contextmanager
def trial(told: str) -> Iterator[None]:
    """Around the handling of one input, which is noted for the case that the process does not outlive it.

    Raises HungError within when it takes too long.
    """
    if _note is not None:
        os.pwrite(_note, told.encode("utf-8", "surrogatepass").ljust(_longest(told), b" "), 0)
    signal.setitimer(signal.ITIMER_PROF, HANGS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def where(crash: BaseException) -> str:
    """The error and the last lines that led to it."""
    places = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in extract_tb(crash.__traceback__)]
    return f"{crash!r} at {' < '.join(places[:-5:-1])}"


def _longest(told: str) -> int:
    assert _note is not None
    return min(os.fstat(_note).st_size, 4 * len(told) + 10_000)


@contextmanager
def _bounded() -> Iterator[None]:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MORE_MEMORY, before[1]))
    handler = signal.signal(signal.SIGPROF, _hung)
    try:
        yield
    finally:
        signal.signal(signal.SIGPROF, handler)
        resource.setrlimit(resource.RLIMIT_AS, before)


def _hung(_number: int, _frame: object) -> None:
    raise HungError(f"more than {HANGS:.0f} s of the processor")


def _apart(block: Block, folder: Path, number: int, job: tuple[Any, ...]) -> Tally:
    """The block in a process of its own."""
    made, note = folder / f"{number}.tally", folder / f"{number}.input"
    note.touch()
    process = multiprocessing.get_context("spawn").Process(target=_in_process, args=(block, job, made, note))
    process.start()
    silent, last = 0.0, 0
    while process.is_alive():
        process.join(LOOK)
        seen = note.stat().st_mtime_ns
        silent, last = (silent + LOOK, last) if seen == last else (0.0, seen)
        if silent > SILENCE:
            process.kill()
    if made.exists():
        tally: Tally = pickle.loads(made.read_bytes())
        return tally
    tally = Tally()
    said = note.read_text("utf-8", "replace").rstrip()
    tally.check(False, f"{job}: the process ended with {process.exitcode}; its last input was\n{said}")
    return tally


def _in_process(block: Block, job: tuple[Any, ...], made: Path, note: Path) -> None:
    global _note
    _note = os.open(note, os.O_WRONLY)
    with _bounded():
        tally = block(*job)
    tally.peaks["MB of memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    made.write_bytes(pickle.dumps(tally))
