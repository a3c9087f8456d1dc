"""The one place where a fight is changed: a wish goes in, what came of it comes out, and it is on disk by then."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Self

from pydantic_core import PydanticSerializationError

from tracker.encounter.commands import Command, Load, Next, Redo, Undo, Why, Wish
from tracker.encounter.decide import resolve
from tracker.encounter.entries import Entries
from tracker.encounter.errors import EncounterError
from tracker.encounter.events import Said
from tracker.encounter.history import CHECKPOINT_EVERY, Entry, History, Keeper, Memory
from tracker.encounter.journal import Journal
from tracker.encounter.lines import Header, Mark, Record, Step
from tracker.encounter.reading import step_taken
from tracker.encounter.state import Encounter
from tracker.encounter.why import explain
from tracker.frozen import replace
from tracker.rules.dice import Dice

if TYPE_CHECKING:
    from tracker.library.encounter_plan import EncounterPlan

Clock = Callable[[], float]
"""Wall time in seconds since 1970."""


class Store:
    """A fight under way. Everything is synchronous: when a method returns, it is decided, applied and saved."""

    def __init__(self, state: Encounter, dice: Dice, *, strict: bool = False, clock: Clock = time.time) -> None:
        """A fight from that state on, without a journal. `strict` turns refusals and warnings into errors."""
        self._past: Keeper = Memory(state)
        self._history = History(self._past, state, Mark(0, 0, 0, 0, 0))
        self.journal: Journal | None = None
        self.dice = dice
        self.strict = strict
        self.entries = Entries(self._history)
        """What was wished, in order: steps, undos and redos, refusals and looks at the reasons."""
        self._clock = clock
        self._turn_since = clock()

    @classmethod
    def open_plan(
        cls,
        plan: EncounterPlan,
        dice: Dice,
        *,
        journal: Path | None = None,
        strict: bool = False,
        clock: Clock = time.time,
    ) -> Self:
        """A fight as it was prepared, with everybody entered; `journal` is the new file to keep it in.

        Raises JournalError if that file is there already, EncounterError if the plan holds text that is no Unicode.
        """
        from tracker.encounter.plan import open_plan

        opened = open_plan(plan, dice)
        events, state, now = tuple(opened.events), opened.state, clock()
        store = cls(state, dice, strict=strict, clock=clock)
        store._past = Memory(state, 1)
        if journal is not None:
            try:
                store.journal = store._past = Journal.create(journal, _header(plan, now), plan)
                store._past.add(Record(1, 0, Load(), now, state.phase, state.round, events))
            except PydanticSerializationError as error:
                raise EncounterError("the encounter holds text that is no Unicode and cannot be saved") from error
        store._history = History(store._past, state, Mark(1, 1, 0, 1, 0))
        store.entries = Entries(store._history, [Entry(1, Load(), events, Encounter(), state, now)])
        return store

    @classmethod
    def resume(cls, path: Path, dice: Dice, *, strict: bool = False, clock: Clock = time.time) -> Self:
        """The fight of a journal, as it stood. `journal.messages` tells what was lost. Raises JournalError."""
        journal, history = Journal.open(path)
        store = cls(history.state, dice, strict=strict, clock=clock)
        store.journal = store._past = journal
        store._history = history
        store.entries = Entries(history, journal.reader.recent)
        return store

    @property
    def state(self) -> Encounter:
        """The fight as it stands."""
        return self._history.state

    @property
    def undoable(self) -> int:
        """How many commands can be undone."""
        return self._history.depth

    @property
    def redoable(self) -> int:
        """How many undone commands can be done again."""
        return self._history.redoable

    @property
    def trouble(self) -> str:
        """Why the fight is not being saved; empty when it is, or when no journal is kept."""
        return self.journal.trouble if self.journal else ""

    def do(self, wish: Wish) -> Entry:
        """Does what was wished. Raises EncounterError, with the state unchanged, when it cannot be done."""
        match wish:
            case Undo(turn=True):
                return self.undo_turn()
            case Undo(count=count):
                return self.undo(count)
            case Redo(count=count):
                return self.redo(count)
            case Why():
                return self._explain(wish)
            case _:
                return self._command(wish)

    def undo(self, count: int = 1) -> Entry:
        """Takes back that many commands. Raises EncounterError when there are fewer."""
        return self._move("undo", count, self.undoable)

    def undo_turn(self) -> Entry:
        """Goes back to the moment before the last `next`. Raises EncounterError when there was none."""
        depth = self._history.last_next()
        if depth is None:
            raise EncounterError("no turn has been ended yet, so there is no turn to undo")
        return self.undo(self.undoable - depth + 1)

    def redo(self, count: int = 1) -> Entry:
        """Does that many undone commands again, with the dice they had. Raises EncounterError when there are fewer."""
        return self._move("redo", count, self.redoable)

    def steps(self, first: int = 1, last: int | None = None) -> Iterator[Entry]:
        """The commands in force with their states, from the `first` to the `last` (all), read back where need be."""
        return self._history.walk(first, self.undoable if last is None else last)

    def rescue(self) -> str:
        """Before a fight is left that could not be saved: keeps it elsewhere, and returns what the GM is to be told."""
        return self.journal.rescue() if self.journal and self._history.n > 1 else ""

    def close(self, *, keep_unplayed: bool = True) -> None:
        """Lets go of the journal; one in which nothing was done can be thrown away with it."""
        if self.journal:
            self.journal.close()
            if not keep_unplayed and self._history.n == 1:
                self.journal.path.unlink(missing_ok=True)

    def _command(self, wish: Command) -> Entry:
        now = self._clock()
        if isinstance(wish, Next) and not wish.seconds and self.state.phase == "running":
            wish = self._timed(wish, now)
        before = self.state
        resolution = resolve(before, wish, self.dice, strict=self.strict)
        events, after = tuple(resolution.events), resolution.state
        history = self._history
        entry = Entry(history.n + 1, wish, events, before, after, now)
        if entry.is_refusal:
            entry = entry._replace(n=None)
        else:
            try:
                self._past.add(Record(history.n + 1, history.current, wish, now, after.phase, after.round, events))
            except PydanticSerializationError as error:
                raise EncounterError("the command holds text that is no Unicode and cannot be saved") from error
            history.push(entry)
            self._stepped(before, now)
        self.entries.append(entry)
        return entry

    def _move(self, kind: Literal["undo", "redo"], count: int, there_are: int) -> Entry:
        if not there_are:
            raise EncounterError(f"there is nothing to {kind}")
        if not 1 <= count <= there_are:
            noun = "command" if there_are == 1 else "commands"
            raise EncounterError(f"only {there_are} {noun} can be {kind[:2]}done, so `{kind} {count}` goes too far")
        before, now, history = self.state, self._clock(), self._history
        depth = history.depth + (count if kind == "redo" else -count)
        step = Step(history.n + 1, history.number_at(depth), kind, count, now, before.phase, before.round)
        entry = step_taken(history, step, depth)
        self._past.add(step._replace(phase=self.state.phase, round=self.state.round))
        self._stepped(before, now)
        self.entries.append(entry)
        return entry

    def _stepped(self, before: Encounter, now: float) -> None:
        if before.active != self.state.active or before.round != self.state.round:
            self._turn_since = now
        if self._history.n % CHECKPOINT_EVERY == 0:
            self._past.keep(self._history.mark, self.state)

    def _timed(self, wish: Next, now: float) -> Next:
        seconds = round(now - self._turn_since, 1)
        return replace(wish, seconds=seconds) if seconds >= 1 else wish

    def _explain(self, wish: Why) -> Entry:
        told = next((entry for entry in reversed(self.entries) if not isinstance(entry.wish, Why)), None)
        if told is not None and isinstance(told.wish, Undo | Redo):
            told = self._history.entry(self._history.depth)
        if told is None:
            raise EncounterError("nothing has been done yet that could be explained")
        events = tuple(Said(text=line) for line in explain(told))
        entry = Entry(None, wish, events, self.state, self.state, self._clock(), told)
        self.entries.append(entry)
        return entry


def _header(plan: EncounterPlan, now: float) -> Header:
    from hashlib import sha256

    from tracker.encounter.lines import FORMAT

    source, digest = "", ""
    if plan.source:
        path = Path(plan.source).absolute()
        source = str(path)
        if path.is_file():
            digest = sha256(path.read_bytes()).hexdigest()
    return Header(FORMAT, plan.name, plan.edition, source, digest, now)
