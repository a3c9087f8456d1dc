"""Looking on: a journal that somebody else writes, read as it grows. Nothing here can write it."""

from __future__ import annotations

import os
from pathlib import Path

from tracker.encounter import lines
from tracker.encounter.history import History
from tracker.encounter.reading import JournalError, Reader, take
from tracker.encounter.state import Encounter
from tracker.library.regular import open_regular


class Follower:
    """The state of a journal, up to date at each `poll`. The file may come later, shrink, or be replaced."""

    def __init__(self, path: Path) -> None:
        """Opens nothing before the first `poll`."""
        self.path = path
        self.trouble = "the fight has not been saved yet"
        """Why there is nothing newer to see; empty while all is well."""
        self._fd = -1
        self._reader: Reader | None = None
        self._history: History | None = None
        self._at = 0
        self._seen = (0, 0, 0)

    @property
    def state(self) -> Encounter | None:
        """The fight as last read; None before there was one."""
        return self._history.state if self._history else None

    @property
    def is_over(self) -> bool:
        """Whether the fight has ended; it may be reopened."""
        return self.state is not None and self.state.phase == "ended"

    def poll(self) -> Encounter | None:
        """The state if it has changed since the last time, else None. Costs one look at the file when nothing has."""
        try:
            status = self.path.stat()
        except OSError as error:
            self.trouble = f"{self.path} cannot be read: {error.strerror}"
            return None
        seen = (status.st_ino, status.st_size, status.st_mtime_ns)
        if seen == self._seen:
            return None
        replaced = status.st_ino != self._seen[0] or status.st_size < self._at
        before, self._seen = self.state, seen
        try:
            if replaced or self._history is None or not self._advance(status.st_size):
                self._load(status.st_size)
        except JournalError as error:
            self.trouble = str(error)
        except OSError as error:
            self.trouble = f"{self.path} cannot be read: {error.strerror}"
        return self.state if self.state is not before else None

    def close(self) -> None:
        """Lets go of the file."""
        if self._fd != -1:
            os.close(self._fd)
            self._fd = -1

    def _load(self, size: int) -> None:
        self.close()
        self._fd = open_regular(self.path)
        reader = Reader(str(self.path), self._read)
        history = reader.restore(size)
        self._reader, self._history = reader, history
        self._at = reader.damage.start if reader.damage else size
        self.trouble = reader.damage.text if reader.damage and reader.damage.kind == "damaged" else ""

    def _advance(self, size: int) -> bool:
        """Takes in what was added; False when it does not follow on what was read before."""
        assert self._history is not None and self._reader is not None
        added = self._read(self._at, size - self._at)
        for line in added.splitlines(keepends=True):
            if not line.endswith(b"\n"):
                break
            if not lines.is_intact(line):
                return False
            if lines.is_checkpoint(line):
                self._reader.register_checkpoint(lines.mark_of(line).current, self._at)
            else:
                try:
                    take(self._history, lines.from_line(line))
                except (LookupError, ValueError):
                    return False
                self._reader.register(self._at)
            self._at += len(line)
        self.trouble = ""
        return True

    def _read(self, start: int, size: int) -> bytes:
        return os.pread(self._fd, size, start)
