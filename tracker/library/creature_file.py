"""Creature files: one creature, a list of them, or a list under `creatures`."""

from pathlib import Path
from typing import Any

from tracker.frozen import Frozen
from tracker.library.models import OTHER_WORDS, StatBlock
from tracker.library.problems import LibraryError, Problem
from tracker.library.user_creatures import records_in
from tracker.library.validation import Steps, build
from tracker.library.yaml_reader import Document, read_file


class LoadedCreatures(Frozen):
    """What a creature file held, and what was wrong with it."""

    blocks: tuple[StatBlock, ...]
    problems: tuple[Problem, ...]


def load_record(record: dict[str, Any]) -> StatBlock:
    """A stat block from a creature mapping, without what is wrong in it. Raises LibraryError when nothing is left."""
    faults: list[str] = []
    block = build(StatBlock, record, lambda _steps, message, _remedy, _key: faults.append(message))
    if block is None:
        raise LibraryError(f"the creature '{record.get('name', '?')}' cannot be read: {'; '.join(faults)}")
    return block


def load_creatures(path: Path, name: str | None = None) -> LoadedCreatures:
    """Read a creature file; what is right in it stands, what is not is named. Never raises for its content."""
    document = read_file(path, name)
    return LoadedCreatures(tuple(creatures_of(document)), tuple(document.problems))


def creatures_of(document: Document) -> list[StatBlock]:
    """The creatures of a document read already; problems are added to it."""
    blocks = []
    for steps, record in places_of(document.data):
        block = block_from(document, steps, record)
        if block is not None:
            blocks.append(block)
    if document.readable and not records_in(document.data):
        document.report((), "no creature stands here", "begin with name: NAME, ac: … and hp: …")
    return blocks


def block_from(document: Document, steps: Steps, record: dict[str, Any]) -> StatBlock | None:
    """A stat block from the mapping at `steps`; what is wrong is reported there and left out."""

    def report(inner: Steps, message: str, remedy: str, key: bool) -> None:
        document.report(steps + inner, message, remedy, key=key)

    return build(StatBlock, record, report, other_words=OTHER_WORDS)


def places_of(data: Any) -> list[tuple[Steps, dict[str, Any]]]:
    """Each creature of a file with the steps that lead to it."""
    prefix: Steps = ()
    rows = data
    if isinstance(data, dict) and isinstance(data.get("creatures"), list):
        rows, prefix = data["creatures"], ("creatures",)
    if isinstance(rows, list):
        return [((*prefix, index), row) for index, row in enumerate(rows) if isinstance(row, dict)]
    return [((), record) for record in records_in(data)]
