"""Which fight to look at, and how it stands: a named journal, or the one of a folder that was written last."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from tracker.encounter.fights import SUFFIX, Fight, glance
from tracker.encounter.follower import Follower
from tracker.encounter.state import Encounter

STALE = 12 * 3600
"""Seconds after which an unfinished fight that nobody touches is not this evening's."""


class Watch:
    """Follows a fight from outside: it writes nothing and takes no lock, whatever comes, goes or is missing."""

    def __init__(self, file: Path | None, folder: Path, now: Callable[[], float]) -> None:
        """`file` is a journal, which may come later, or an encounter whose newest fight is wanted; None is any fight.

        `now` gives wall time in seconds since 1970.
        """
        self._folder = folder
        self._now = now
        self._source = str(file.absolute()) if file is not None and not _is_journal(file) else ""
        self._follower = Follower(file) if file is not None and not self._source else None
        self._is_settled = self._follower is not None
        self._glances: dict[tuple[Path, int], Fight | None] = {}
        self._looked = (0, -1.0)

    @property
    def state(self) -> Encounter | None:
        """The fight as last read; None while there is none."""
        return self._follower.state if self._follower else None

    @property
    def trouble(self) -> str:
        """Why what is shown may be old; empty while all is well, or before there is a fight."""
        return self._follower.trouble if self._follower and self.state is not None else ""

    def poll(self) -> bool:
        """Looks again; whether there is something new to show. Costs two looks at the disk when nothing is."""
        before, trouble = self.state, self.trouble
        if not self._is_settled:
            self._choose()
        if self._follower:
            self._follower.poll()
        return self.state is not before or self.trouble != trouble

    def close(self) -> None:
        """Lets go of the journal."""
        if self._follower:
            self._follower.close()

    def _choose(self) -> None:
        """Takes up the fight written last. Half a second may pass before a fight that was there already is noticed."""
        now = self._now()
        try:
            changed = self._folder.stat().st_mtime_ns
        except OSError:
            return
        if self._looked[0] == changed and 0 <= now - self._looked[1] < 0.4:
            return
        self._looked = (changed, now)
        written = sorted(self._journals(), reverse=True)
        for at, path in written:
            if self._follower is not None and path == self._follower.path:
                return
            if self._is_wanted(path, at, now):
                self.close()
                self._follower = Follower(path)
                return

    def _journals(self) -> list[tuple[int, Path]]:
        found = []
        with os.scandir(self._folder) as entries:
            for entry in entries:
                if entry.name.endswith(SUFFIX):
                    try:
                        found.append((entry.stat().st_mtime_ns, Path(entry.path)))
                    except OSError:
                        continue
        return found

    def _is_wanted(self, path: Path, written: int, now: float) -> bool:
        if now - written / 1e9 > STALE:
            return False
        if (path, written) not in self._glances:
            self._glances[path, written] = glance(path)
        fight = self._glances[path, written]
        return fight is not None and not fight.is_over and self._source in ("", fight.source)


def _is_journal(file: Path) -> bool:
    return file.suffix == SUFFIX or (file.is_file() and glance(file) is not None)
