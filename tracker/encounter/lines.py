"""The lines of a journal as bytes: each one JSON object that ends in the checksum of what stands before it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple, cast
from zlib import crc32

from tracker.encounter import wire
from tracker.encounter.commands import AnyCommand
from tracker.encounter.events import AnyEvent
from tracker.encounter.state import Encounter, Phase
from tracker.frozen import Frozen, replace
from tracker.library.models import StatBlock
from tracker.regex import regex

if TYPE_CHECKING:
    from tracker.library.encounter_plan import EncounterPlan

FORMAT = 1
"""Version of the journal's format; a journal of a higher one is not read."""

_SEAL = len(b',"crc":"00000000"}\n')
_COMMAND = regex(rb'\{"n":(\d+),"on":(\d+),"command":\{(?:"force":\w+,)?"type":"(\w+)"')
_STEP = regex(rb'\{"n":(\d+),"to":(\d+),"(undo|redo)":(\d+),')
_TAIL = regex(rb'"t":([\d.]+),"phase":"(\w+)","round":(\d+)')
_NUMBER = regex(rb'"(\w+)":(\d+)')


class Header(NamedTuple):
    """What the first line says beside the plan."""

    format: int
    name: str
    edition: str
    source: str = ""
    """The encounter file the fight was opened from, as an absolute path; empty for an empty table."""
    source_hash: str = ""
    """SHA-256 of that file's bytes at the time."""
    started: float = 0.0
    """Wall time, seconds since 1970."""


_HEADER: dict[str, type | tuple[type, ...]] = {
    "format": int,
    "name": str,
    "edition": str,
    "source": str,
    "source_hash": str,
    "started": (int, float),
}
"""What kinds of value its fields have."""


class Record(Frozen):
    """A command as its line tells it: on top of which line it was given, what came of it and where that led."""

    n: int
    on: int
    command: AnyCommand
    t: float
    """Wall time, seconds since 1970."""
    phase: Phase
    round: int
    events: tuple[AnyEvent, ...]


class Step(NamedTuple):
    """An undo or a redo of so many `commands`, which led to the state after line `to`."""

    n: int
    to: int
    kind: Literal["undo", "redo"]
    commands: int
    t: float
    phase: Phase
    round: int


class Mark(NamedTuple):
    """Where in the history of undos a fight stood after line `checkpoint`."""

    checkpoint: int
    current: int
    """Line of the command whose state this is; an earlier one after an undo."""
    depth: int
    """Commands that can be undone from here."""
    tip: int
    """Line of the last command that can be redone; `current` when there is none."""
    tip_depth: int


def seal(body: bytes) -> bytes:
    """A line of an unclosed JSON object: its checksum is added and it is closed."""
    return b'%s,"crc":"%08x"}\n' % (body, crc32(body))


def is_intact(line: bytes) -> bool:
    """Whether a line, newline included, is what was written."""
    if line[-_SEAL : -_SEAL + 8] != b',"crc":"' or not line.endswith(b'"}\n'):
        return False
    return line[-11:-3] == b"%08x" % crc32(line[:-_SEAL])


def header_line(header: Header, plan: EncounterPlan) -> bytes:
    """The first line: the header, then the whole plan with its stat blocks."""
    from pydantic_core import to_json

    head = to_json(header._asdict())
    return seal(head[:-1] + b',"plan":' + plan.model_dump_json(by_alias=True).encode())


def read_header(line: bytes) -> Header:
    """The header out of the first line, or out of its beginning as far as the plan. Raises ValueError."""
    from pydantic_core import from_json

    head = line.partition(b',"plan":')[0]
    fields = from_json(head + b"}")
    told = Header._field_defaults | fields if isinstance(fields, dict) else {}
    if not all(isinstance(told.get(name), kind) for name, kind in _HEADER.items()):
        raise ValueError("this is no journal of a fight")
    return Header(**{name: told[name] for name in Header._fields})


def plan_of(line: bytes) -> bytes:
    """The plan out of an intact first line, as JSON."""
    return line[:-_SEAL].partition(b',"plan":')[2]


def to_line(told: Record | Step) -> bytes:
    """The line of a command, an undo or a redo. Raises PydanticSerializationError for text that is no Unicode."""
    where = b'"t":%.3f,"phase":"%s","round":%d' % (told.t, told.phase.encode(), told.round)
    if isinstance(told, Step):
        return seal(b'{"n":%d,"to":%d,"%s":%d,%s' % (told.n, told.to, told.kind.encode(), told.commands, where))
    events = b",".join(wire.written(event) for event in told.events)
    command = wire.written(told.command)
    return seal(b'{"n":%d,"on":%d,"command":%s,%s,"events":[%s]' % (told.n, told.on, command, where, events))


def from_line(line: bytes) -> Record | Step:
    """What an intact line of a command, an undo or a redo tells. Raises ValueError for any other."""
    step = _STEP.match(line)
    if not step:
        return wire.read(Record, line)
    kind: Literal["undo", "redo"] = "undo" if step[3] == b"undo" else "redo"
    tail = tail_of(line)
    return Step(int(step[1]), int(step[2]), kind, int(step[4]), tail.t, tail.phase, tail.round)


def checkpoint_line(mark: Mark, state: Encounter) -> bytes:
    """The line of a checkpoint."""
    place = b",".join(b'"%s":%d' % (name.encode(), getattr(mark, name)) for name in Mark._fields)
    return seal(b"{" + place + b"," + state_json(state)[1:-1])


def mark_of(line: bytes) -> Mark:
    """Where a checkpoint stands, without its state. Raises ValueError."""
    fields = dict(_NUMBER.findall(line[:200]))
    return Mark(*(int(fields[name.encode()]) for name in Mark._fields))


def state_json(state: Encounter) -> bytes:
    """A whole state as JSON: `state` without what stands at its default, and the stat blocks in full."""
    return wire.written(_Kept(replace(state, blocks={}), state.blocks))


def read_state(line: bytes) -> Encounter:
    """The state out of a checkpoint's line, or out of what `state_json` wrote. Raises ValueError."""
    kept = wire.read(_Kept, line)
    return replace(kept.state, blocks=kept.blocks)


class Tail(NamedTuple):
    """What any line of a command, an undo or a redo says of the fight after it."""

    n: int
    t: float
    phase: Phase
    round: int


def tail_of(line: bytes) -> Tail:
    """Read off without decoding the events. Raises ValueError."""
    found = _TAIL.search(line)
    n = number_of(line)
    if n is None or not found:
        raise ValueError("not the line of a command, an undo or a redo")
    return Tail(n, float(found[1]), cast("Phase", found[2].decode()), int(found[3]))


def number_of(line: bytes) -> int | None:
    """A line's own number; None for a checkpoint, the header or a damaged line."""
    found = _COMMAND.match(line) or _STEP.match(line)
    return int(found[1]) if found else None


def parent_of(line: bytes) -> tuple[int, str]:
    """The line a command was given on top of, and the command's type, without decoding the rest. Raises ValueError."""
    found = _COMMAND.match(line)
    if not found:
        raise ValueError("not the line of a command")
    return int(found[2]), found[3].decode()


def is_checkpoint(line: bytes) -> bool:
    """Whether it says that it is a checkpoint; it need not be intact."""
    return line.startswith(b'{"checkpoint":')


class _Kept(Frozen):
    state: Encounter
    blocks: Mapping[str, StatBlock]
