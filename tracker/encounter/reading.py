"""Reading a journal: from its end back to the last good checkpoint, and further back only when asked."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from tracker.encounter import lines
from tracker.encounter.commands import Redo, Undo
from tracker.encounter.errors import EncounterError
from tracker.encounter.history import WINDOW, Entry, History, apply
from tracker.encounter.lines import Header, Mark, Record, Step
from tracker.encounter.state import Encounter

_CHUNK = 1 << 18
_UNKNOWN = frozenset({"union_tag_invalid", "unexpected_keyword_argument", "literal_error"})
"""What pydantic calls it when a word, a field or one of a few values is not among those it knows."""

Read = Callable[[int, int], bytes]
"""`read(start, size)`: at most `size` bytes of the journal from that offset."""


class JournalError(EncounterError):
    """A journal that cannot be read, written or had to oneself; the message names the file and what is wrong."""


class Damage(NamedTuple):
    """What stands behind the last line that could be used."""

    kind: Literal["torn", "damaged"]
    """`torn` when nothing but the line being written is lost."""
    start: int
    """Offset of the first byte that is not used."""
    text: str
    """What was lost, for the GM."""


def take(history: History, told: Record | Step) -> Entry:
    """Takes the next step as a journal tells it. Raises ValueError if it is not the next one."""
    if told.n != history.n + 1:
        raise ValueError(f"command {history.n + 1} is missing")
    before = history.state
    if isinstance(told, Record):
        if told.on != history.current:
            raise ValueError(f"command {told.n} was given on top of command {told.on}")
        entry = Entry(told.n, told.command, told.events, before, apply(before, told.events), told.t)
        history.push(entry)
        return entry
    depth = history.depth + (told.commands if told.kind == "redo" else -told.commands)
    if not 0 <= depth <= history.depth + history.redoable or history.number_at(depth) != told.to:
        raise ValueError(f"{told.kind} {told.n} leads nowhere")
    return step_taken(history, told, depth)


def step_taken(history: History, step: Step, depth: int) -> Entry:
    """Moves a history by an undo or a redo to that depth."""
    before = history.state
    undone = _near(history, history.depth) if step.kind == "undo" else None
    history.go(depth, step.n)
    wish = Undo(count=step.commands) if step.kind == "undo" else Redo(count=step.commands)
    return Entry(step.n, wish, (), before, history.state, step.t, undone or _near(history, depth))


def _near(history: History, depth: int) -> Entry | None:
    try:
        return history.entry(depth)
    except EncounterError:
        return None


class Reader:
    """A journal's lines by their number. It keeps where they are, and reads them when they are wanted."""

    def __init__(self, name: str, read: Read) -> None:
        """`name` is the file's, for messages."""
        self.name = name
        self._read = read
        self._base = 1
        self._above = array("Q")
        self._below = array("Q")
        self._earlier: Iterator[tuple[int, bytes]] = iter(())
        self._checkpoints: dict[int, int] = {}
        self.header: Header | None = None
        """None when the first line is damaged."""
        self.recent: deque[Entry] = deque(maxlen=WINDOW)
        """The last steps, in the order they were taken."""
        self.damage: Damage | None = None

    def restore(self, size: int) -> History:
        """Where the fight stood in the first `size` bytes. Raises JournalError when nothing can be made of them."""
        self._read_header()
        later: list[tuple[int, bytes]] = []
        self._earlier = backward(self._read, size)
        history: History | None = None
        for start, line in self._earlier:
            if start == 0:
                break
            if lines.is_checkpoint(line) and (history := self._from_checkpoint(start, line)):
                break
            later.append((start, line))
        later.reverse()
        if history is None:
            history = self._from_load(later)
        self._replay(history, later)
        return history

    def register(self, start: int) -> None:
        """Notes where the line of the next step stands."""
        self._above.append(start)

    def register_checkpoint(self, current: int, start: int) -> None:
        """Notes where a checkpoint with the state after command `current` stands."""
        self._checkpoints[current] = start

    def plan_json(self) -> bytes:
        """The plan out of the first line. Raises JournalError when that is damaged."""
        line = self._line_at(0)
        if not lines.is_intact(line):
            raise JournalError(f"{self.name}: the first line, which holds the encounter as it was loaded, is damaged")
        return lines.plan_of(line)

    def root(self) -> Encounter:
        """The state as the fight was loaded."""
        return apply(Encounter(), self.record(1).events)

    def parent(self, n: int) -> tuple[int, str]:
        """The command that `n` was given on top of, and `n`'s type."""
        try:
            return lines.parent_of(self._line(n))
        except ValueError as error:
            raise self._lost(n) from error

    def record(self, n: int) -> Record:
        """Command `n` and its events."""
        try:
            told = lines.from_line(self._line(n))
        except ValueError as error:
            raise self._lost(n) from error
        if not isinstance(told, Record):
            raise self._lost(n)
        return told

    def checkpoint(self, n: int) -> Encounter | None:
        """The state after command `n`, if a good checkpoint holds it."""
        self._start_of(n)
        start = self._checkpoints.get(n)
        if start is None:
            return None
        line = self._line_at(start)
        try:
            return lines.read_state(line) if lines.is_intact(line) else None
        except ValueError:
            return None

    def _read_header(self) -> None:
        line = self._line_at(0)
        if not line:
            raise JournalError(f"{self.name} is empty: no fight was saved in it")
        try:
            header = lines.read_header(line)
        except ValueError:
            header = None
        if header and header.format > lines.FORMAT:
            raise JournalError(
                f"{self.name} was written by a later version of the tracker (journal format {header.format}, "
                f"this one reads up to {lines.FORMAT}): update the tracker to open it"
            )
        if lines.is_intact(line):
            self.header = header

    def _from_checkpoint(self, start: int, line: bytes) -> History | None:
        try:
            if not lines.is_intact(line):
                return None
            mark, state = lines.mark_of(line), lines.read_state(line)
        except (ValueError, KeyError):
            return None
        self._base = mark.checkpoint + 1
        self.register_checkpoint(mark.current, start)
        return History(self, state, mark)

    def _from_load(self, later: list[tuple[int, bytes]]) -> History:
        start, line = later.pop(0) if later else (0, b"")
        if lines.number_of(line) != 1 or not lines.is_intact(line):
            raise JournalError(f"{self.name} holds no fight that can be read: its first command is missing or damaged")
        self.register(start)
        try:
            record = self.record(1)
            state = apply(Encounter(), record.events)
        except (LookupError, ValueError) as error:
            if _is_of_later_version(error.__cause__):
                raise self._of_later_version(1) from error
            raise JournalError(f"{self.name}: its first command cannot be read ({_reason(error)})") from error
        self.recent.append(Entry(1, record.command, record.events, Encounter(), state, record.t))
        return History(self, state, Mark(1, 1, 0, 1, 0))

    def _replay(self, history: History, later: list[tuple[int, bytes]]) -> None:
        for index, (start, line) in enumerate(later):
            follows = index + 1 < len(later) and lines.number_of(later[index + 1][1]) == history.n + 1
            if not lines.is_intact(line) and not follows:
                self.damage = _damage(history.n, later[index:], "")
                return
            if lines.is_checkpoint(line) or not lines.is_intact(line):
                continue
            try:
                self.recent.append(take(history, lines.from_line(line)))
            except (LookupError, ValueError, StopIteration) as error:
                if _is_of_later_version(error):
                    raise self._of_later_version(history.n + 1) from error
                self.damage = _damage(history.n, later[index:], _reason(error))
                return
            self.register(start)

    def _of_later_version(self, n: int) -> JournalError:
        return JournalError(
            f"{self.name}: command {n} holds what this version of the tracker does not know, so a later one wrote it: "
            "update the tracker to open it; the file stays as it is"
        )

    def _lost(self, n: int) -> JournalError:
        return JournalError(f"{self.name}: the line of command {n} is damaged, so the fight cannot be followed past it")

    def _line(self, n: int) -> bytes:
        line = self._line_at(self._start_of(n))
        if not lines.is_intact(line):
            raise self._lost(n)
        return line

    def _start_of(self, n: int) -> int:
        """Offset of line `n`. On the way there the checkpoints behind it are noted."""
        if n >= self._base:
            return self._above[n - self._base]
        while len(self._below) < self._base - n:
            self._below.append(self._step_back())
        return self._below[self._base - 1 - n]

    def _step_back(self) -> int:
        n = self._base - 1 - len(self._below)
        for start, line in self._earlier:
            number = lines.number_of(line)
            if number == n:
                return start
            if number is not None:
                break
            if lines.is_checkpoint(line) and lines.is_intact(line):
                self._checkpoints.setdefault(lines.mark_of(line).current, start)
        raise self._lost(n)

    def _line_at(self, start: int) -> bytes:
        size = 4096
        while True:
            data = self._read(start, size)
            end = data.find(b"\n")
            if end >= 0 or len(data) < size:
                return data[: end + 1] if end >= 0 else data
            size *= 8


def backward(read: Read, end: int) -> Iterator[tuple[int, bytes]]:
    """Offset and bytes of each line before `end`, the last first; newlines included where they are."""
    rest = b""
    while end > 0:
        start = max(0, end - _CHUNK)
        data = read(start, end - start) + rest
        first = data.find(b"\n", 0, -1) + 1 if start else 0
        if start and not first:
            rest, end = data, start
            continue
        offset = start + len(data)
        for line in reversed(data[first:].splitlines(keepends=True) if b"\r" not in data else _split(data[first:])):
            offset -= len(line)
            yield offset, line
        rest, end = data[:first], start


def _split(data: bytes) -> list[bytes]:
    parts = data.split(b"\n")
    return [part + b"\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _damage(n: int, rest: list[tuple[int, bytes]], reason: str) -> Damage:
    start, line = rest[0]
    if len(rest) == 1 and not reason:
        verb = "is damaged" if line.endswith(b"\n") else "is torn"
        return Damage("torn", start, f"the last line {verb}: {_lost_with(line, n + 1)}")
    why = f" ({reason})" if reason else ""
    after = f"; the {len(rest) - 1} lines after it are not used" if len(rest) > 1 else ""
    stands = f"the fight stands as it did after command {n}"
    return Damage("damaged", start, f"the line of command {n + 1} is damaged{why}: {stands}{after}")


def _is_of_later_version(error: BaseException | None) -> bool:
    """Whether a whole line could not be read for a kind, a field or a word that there is not."""
    told = getattr(error, "errors", None)
    return told is not None and any(each["type"] in _UNKNOWN for each in told())


def _lost_with(line: bytes, n: int) -> str:
    if lines.is_checkpoint(line) and b'{"n":' not in line:
        return "it was a checkpoint, and no command is lost"
    try:
        return f"command {n}, a `{lines.parent_of(line)[1]}` that was being written, is lost"
    except ValueError:
        return f"command {n}, which was being written, is lost"


def _reason(error: BaseException) -> str:
    """The first line of an error, short enough for a status line."""
    return (str(error).splitlines() or [type(error).__name__])[0][:120]
