"""The journals of a folder: which fights there are, and which are not over. Only their ends are read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tracker.encounter import lines
from tracker.encounter.journal import is_held
from tracker.encounter.reading import backward
from tracker.encounter.state import Phase
from tracker.library.regular import open_regular

SUFFIX = ".jsonl"

_HEAD = 1 << 13


class Fight(NamedTuple):
    """What a journal tells at a glance."""

    path: Path
    name: str
    edition: str
    source: str
    """The encounter file it was opened from, as an absolute path; empty for an empty table."""
    started: float
    """Wall time, seconds since 1970."""
    saved: float
    """Wall time of the last command."""
    commands: int
    """Steps taken, undo and redo among them; 0 for a fight that was only opened."""
    phase: Phase
    round: int

    @property
    def is_over(self) -> bool:
        """Whether it was ended; it can be reopened."""
        return self.phase == "ended"

    @property
    def is_open(self) -> bool:
        """Whether a tracker has it open at this moment."""
        return is_held(self.path)


def fights(folder: Path) -> Iterator[Fight]:
    """The fights of a folder, the one saved last first; a file that is no journal is passed over."""
    found = []
    for path in folder.glob(f"*{SUFFIX}") if folder.is_dir() else ():
        try:
            found.append((path.stat().st_mtime_ns, path))
        except OSError:
            continue
    for _, path in sorted(found, reverse=True):
        fight = glance(path)
        if fight is not None:
            yield fight


def unfinished(folder: Path) -> Iterator[Fight]:
    """Those of them that are not over, and in which something was done."""
    return (fight for fight in fights(folder) if not fight.is_over and fight.commands)


def glance(path: Path) -> Fight | None:
    """What a journal tells at a glance, or None when it holds no fight this version can read."""
    try:
        with os.fdopen(open_regular(path), "rb") as file:
            header = lines.read_header(file.read(_HEAD))
            if header.format > lines.FORMAT:
                return None
            tail = _tail(file.fileno(), os.fstat(file.fileno()).st_size)
    except (OSError, ValueError, TypeError):
        return None
    if tail is None:
        return None
    return Fight(
        path,
        header.name,
        header.edition,
        header.source,
        header.started,
        tail.t,
        tail.n - 1,
        tail.phase,
        tail.round,
    )


def _tail(fd: int, size: int) -> lines.Tail | None:
    for start, line in backward(lambda at, length: os.pread(fd, length, at), size):
        if start and not lines.is_checkpoint(line) and lines.is_intact(line):
            return lines.tail_of(line)
    return None
