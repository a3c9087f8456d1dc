"""What was wished so far: lately everything, further back the commands still in force, read when they are looked at."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from tracker.encounter.errors import EncounterError
from tracker.encounter.history import WINDOW, Entry, History


class Entries(Sequence[Entry]):
    """Entries in order, the latest last. Indices count from either end; the far past costs a reading of the file."""

    def __init__(self, history: History, recent: Iterable[Entry] = ()) -> None:
        """`recent` are the latest steps of that history."""
        self._history = history
        self._recent: deque[Entry] = deque(recent, WINDOW)

    def append(self, entry: Entry) -> None:
        """Adds the latest."""
        self._recent.append(entry)

    def __len__(self) -> int:
        return self._depth_before() + len(self._recent)

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> list[Entry]: ...
    def __getitem__(self, index: int | slice) -> Entry | list[Entry]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        if -len(self._recent) <= index < 0:
            return self._recent[index]
        older = self._depth_before()
        number = index + older + len(self._recent) if index < 0 else index
        if not 0 <= number < older + len(self._recent):
            raise IndexError(index)
        if number >= older:
            return self._recent[number - older]
        entry = self._history.entry(number + 1)
        assert entry is not None
        return entry

    def __reversed__(self) -> Iterator[Entry]:
        yield from reversed(self._recent)
        for depth in range(self._depth_before(), 0, -1):
            try:
                entry = self._history.entry(depth)
            except EncounterError:
                return
            if entry is not None:
                yield entry

    def _depth_before(self) -> int:
        """Depth of the last step in force that is no longer among the recent."""
        first = next((entry.n for entry in self._recent if entry.n is not None), self._history.n + 1)
        depth = self._history.depth
        while depth and self._history.number_at(depth) >= first:
            depth -= 1
        return depth
