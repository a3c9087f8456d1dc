"""The way a fight has come: its steps, what undo and redo walk along, near ones in memory and far ones rebuilt."""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from tracker.encounter import lines
from tracker.encounter.commands import Wish
from tracker.encounter.events import Event, Said
from tracker.encounter.evolve import evolve
from tracker.encounter.lines import Mark, Record, Step
from tracker.encounter.state import Encounter

WINDOW = 250
"""Steps kept in memory with their states."""

CHECKPOINT_EVERY = 500
"""Steps between two states kept whole for good."""


class Entry(NamedTuple):
    """What one wish came to."""

    n: int | None
    """Its number in the fight, from 1; None when it was no step: a refusal, or a look at the reasons."""
    wish: Wish
    events: tuple[Event, ...]
    before: Encounter
    after: Encounter
    t: float = 0.0
    """Wall time, seconds since 1970."""
    of: Entry | None = None
    """For an undo or redo, the last step it took back or did again; for `why`, the one it explains."""

    @property
    def is_refusal(self) -> bool:
        """Whether the rules stood against it and nothing was done; the same command with `!` does it."""
        return bool(self.events) and all(isinstance(event, Said) and event.tone == "refusal" for event in self.events)


class Past(Protocol):
    """Where the steps that left memory are read back from. What is damaged raises EncounterError."""

    def root(self) -> Encounter:
        """The state that nothing undoes."""
        ...

    def parent(self, n: int) -> tuple[int, str]:
        """The step that step `n` was taken on top of, and the type of `n`'s command."""
        ...

    def record(self, n: int) -> Record:
        """Step `n`: the command and its events."""
        ...

    def checkpoint(self, n: int) -> Encounter | None:
        """The state after step `n`, if it was kept whole."""
        ...


class Keeper(Past, Protocol):
    """A past that grows as the fight goes on: a `Journal`, or `Memory` where none is kept."""

    def add(self, told: Record | Step) -> None:
        """Takes in the next step."""
        ...

    def keep(self, mark: Mark, state: Encounter) -> None:
        """Keeps a state whole; called after every 500th step."""
        ...


def apply(state: Encounter, events: Iterable[Event]) -> Encounter:
    """The state after all these events."""
    for event in events:
        state = evolve(state, event)
    return state


class Path:
    """The steps from the root to the tip by depth, the root at 0; earlier ones are looked up when asked for."""

    def __init__(self, past: Past, tip: int, depth: int) -> None:
        self._past = past
        self._base = depth
        self._above = array("Q", [tip])
        self._below = array("Q")

    @property
    def tip(self) -> int:
        """Depth of the last step that is known, undone ones included."""
        return self._base + len(self._above) - 1

    def at(self, depth: int) -> int:
        """Number of the step at that depth, 0 ≤ depth ≤ tip."""
        if depth >= self._base:
            return self._above[depth - self._base]
        while self._base - len(self._below) > depth:
            nearest = self._below[-1] if self._below else self._above[0]
            self._below.append(self._past.parent(nearest)[0])
        return self._below[self._base - 1 - depth]

    def put(self, depth: int, below: int, n: int) -> None:
        """Makes `n` the tip, on top of `below`, the step one less deep; what stood there is forgotten."""
        if depth - 1 < self._base:
            self._below = self._below[self._base - depth + 1 :]
            self._above = array("Q", [below])
            self._base = depth - 1
        del self._above[depth - self._base :]
        self._above.append(n)


class History:
    """Where a fight stands on its path. It moves by steps, and gives any step of the path back with its states."""

    def __init__(self, past: Past, state: Encounter, mark: Mark) -> None:
        """Stands at `state`, at the place that `mark` tells."""
        self._past = past
        self._path = Path(past, mark.tip, mark.tip_depth)
        self._steps: dict[int, Entry] = {}
        self.state = state
        self.n = mark.checkpoint
        """Number of the last step; undo and redo count too."""
        self.depth = mark.depth
        """How many commands can be undone."""
        self.current = mark.current
        """Number of the command whose state this is."""

    @property
    def redoable(self) -> int:
        """How many undone commands can be done again."""
        return self._path.tip - self.depth

    @property
    def mark(self) -> Mark:
        """Where it stands, for a checkpoint."""
        tip = self._path.tip
        return Mark(self.n, self.current, self.depth, self._path.at(tip), tip)

    def number_at(self, depth: int) -> int:
        """Number of the step at that depth; 0 ≤ depth ≤ `depth` + `redoable`."""
        return self._path.at(depth)

    def push(self, entry: Entry) -> None:
        """Takes a step on top of the current one; undone ones can no longer be redone."""
        assert entry.n is not None
        if self.redoable:
            self._steps = {depth: step for depth, step in self._steps.items() if depth <= self.depth}
        self.depth += 1
        self._path.put(self.depth, self.current, entry.n)
        self._steps[self.depth] = entry
        self._steps.pop(self.depth - WINDOW, None)
        self.n, self.state = entry.n, entry.after
        self.current = entry.n

    def go(self, depth: int, n: int) -> None:
        """Moves to that depth by step `n`, an undo or a redo. Raises EncounterError when it cannot be read back."""
        if depth > self.depth:
            self._forward(depth)
        self.state, self.current = self.state_at(depth), self._path.at(depth)
        self.depth, self.n = depth, n

    def entry(self, depth: int) -> Entry | None:
        """The step at that depth with its states; None for the root."""
        if depth and depth not in self._steps:
            self._rebuild(depth)
        return self._steps.get(depth)

    def last_next(self) -> int | None:
        """Depth of the last step that ended a turn, or None."""
        for depth in range(self.depth, 0, -1):
            kept = self._steps.get(depth)
            if (kept.wish.type if kept else self._past.parent(self._path.at(depth))[1]) == "next":
                return depth
        return None

    def walk(self, first: int, last: int) -> Iterator[Entry]:
        """The steps from one depth to another, read back one by one, so that a long fight needs little memory."""
        state = self.state_at(max(first, 1) - 1)
        for depth in range(max(first, 1), last + 1):
            entry = self._steps.get(depth) or self._read(depth, state)
            state = entry.after
            yield entry

    def state_at(self, depth: int) -> Encounter:
        """The state at that depth of the path, undone steps included."""
        if depth == self.depth:
            return self.state
        if depth in self._steps:
            return self._steps[depth].after
        if depth + 1 in self._steps:
            return self._steps[depth + 1].before
        if depth == 0:
            return self._past.root()
        self._rebuild(depth)
        return self._steps[depth].after

    def _forward(self, depth: int) -> None:
        state = self.state
        for step in range(self.depth + 1, depth + 1):
            if step not in self._steps:
                self._steps[step] = self._read(step, state)
                self._steps.pop(step - WINDOW, None)
            state = self._steps[step].after

    def _rebuild(self, depth: int) -> None:
        start, state = self._kept_before(depth)
        near = range(depth - WINDOW, depth + WINDOW)
        self._steps = {step: entry for step, entry in self._steps.items() if step in near}
        for step in range(start + 1, depth + 1):
            entry = self._read(step, state)
            state = entry.after
            if step in near:
                self._steps[step] = entry

    def _kept_before(self, depth: int) -> tuple[int, Encounter]:
        for start in range(depth - 1, 0, -1):
            state = self._past.checkpoint(self._path.at(start))
            if state is not None:
                return start, state
        return 0, self._past.root()

    def _read(self, depth: int, before: Encounter) -> Entry:
        record = self._past.record(self._path.at(depth))
        return Entry(record.n, record.command, record.events, before, apply(before, record.events), record.t)


class Memory:
    """The past of a fight that keeps no journal: packed 500 steps at a time, so that a long one stays small."""

    def __init__(self, root: Encounter, n: int = 0) -> None:
        """Begins after step `n`, whose state is `root`."""
        self._root = root
        self._packed_up_to = n
        self._recent: list[Record | Step] = []
        self._packs: list[tuple[int, bytes]] = []
        self._states: dict[int, bytes] = {}
        self._unpacked: tuple[int, list[bytes]] = (0, [])

    def root(self) -> Encounter:
        """The state the fight was handed over in."""
        return self._root

    def add(self, told: Record | Step) -> None:
        """Takes in the next step."""
        self._recent.append(told)

    def keep(self, mark: Mark, state: Encounter) -> None:
        """Packs what was added since the last time, and the state."""
        told = b"".join(lines.to_line(step) for step in self._recent)
        self._packs.append((self._packed_up_to + 1, zlib.compress(told, 1)))
        self._packed_up_to = mark.checkpoint
        self._recent = []
        self._states[mark.current] = zlib.compress(lines.state_json(state), 1)

    def parent(self, n: int) -> tuple[int, str]:
        """The step below step `n`, and the type of `n`'s command."""
        if n <= self._packed_up_to:
            return lines.parent_of(self._line(n))
        record = self.record(n)
        return record.on, record.command.type

    def record(self, n: int) -> Record:
        """Step `n`."""
        told = lines.from_line(self._line(n)) if n <= self._packed_up_to else self._recent[n - self._packed_up_to - 1]
        assert isinstance(told, Record)
        return told

    def checkpoint(self, n: int) -> Encounter | None:
        """The state after step `n`, if it was kept whole."""
        packed = self._states.get(n)
        return lines.read_state(zlib.decompress(packed)) if packed else None

    def _line(self, n: int) -> bytes:
        first, told = self._unpacked
        if not first <= n < first + len(told):
            first, packed = self._packs[bisect(self._packs, n, key=lambda pack: pack[0]) - 1]
            told = zlib.decompress(packed).splitlines(keepends=True)
            self._unpacked = first, told
        return told[n - first]
