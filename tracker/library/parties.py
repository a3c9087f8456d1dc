"""Party files and the party of an encounter: a file, a list, or several of both."""

from pathlib import Path
from typing import Any

from tracker.library.creatures import Creatures
from tracker.library.encounter_plan import PlanEntry
from tracker.library.includes import MOST_CHARACTERS, Shelf
from tracker.library.plan_entries import entry_from
from tracker.library.problems import Problem
from tracker.library.validation import Steps
from tracker.library.yaml_reader import Document, read_file

_DEEPEST = 4


def load_party(
    path: Path, edition: str = "srd-5.2", creatures: Creatures | None = None, name: str | None = None
) -> tuple[tuple[PlanEntry, ...], tuple[Problem, ...]]:
    """The characters of a party file, and its problems. Never raises for what stands in the file."""
    document = read_file(path, name)
    if not document.readable:
        return (), tuple(document.problems)
    shelf = Shelf(edition, path.parent, creatures or Creatures())
    entries = tuple(party_entries(document, (), document.data, shelf))
    return entries, (*document.problems, *shelf.problems)


def party_entries(document: Document, steps: Steps, said: Any, shelf: Shelf, depth: int = 0) -> list[PlanEntry]:
    """The characters that `party:` stands for: the name of a file, a character, or a list of these."""
    if isinstance(said, dict) and "party" in said:
        return party_entries(document, (*steps, "party"), said["party"], shelf, depth)
    if isinstance(said, str | dict) and not _has_room(document, steps, shelf):
        return []
    if isinstance(said, str):
        return _from_file(document, steps, said, shelf, depth)
    if isinstance(said, dict):
        entry = entry_from(document, steps, said, "party", shelf)
        shelf.party_room -= entry.count - 1 if entry else 0
        return [entry] if entry else []
    if not isinstance(said, list):
        message = "a party must be a list of characters, or the name of a file with one"
        document.report(steps, message, "write - name: Mira under it, or party: party.yaml")
        return []
    entries = []
    for index, line in enumerate(said):
        if shelf.party_room < 0:
            break
        entries += party_entries(document, (*steps, index), line, shelf, depth + 1)
    return entries


def _has_room(document: Document, steps: Steps, shelf: Shelf) -> bool:
    """Whether one more can be named; the first that cannot is told."""
    if shelf.party_room == 0:
        message = f"more than {MOST_CHARACTERS:,} characters and files of them; this one and the rest are left out"
        document.report(steps, message, "name fewer")
    shelf.party_room = max(shelf.party_room, 0) - 1
    return shelf.party_room >= 0


def _from_file(document: Document, steps: Steps, word: str, shelf: Shelf, depth: int) -> list[PlanEntry]:
    if depth >= _DEEPEST:
        document.report(steps, f"'{word}' is named by too many files in a row", "name the party's file directly")
        return []
    source = shelf.open(document, steps, word)
    if source is None:
        return []
    if source is document:
        document.report(steps, f"'{word}' is this file itself", "write the characters here, or name another file")
        return []
    before = len(source.problems)
    entries = party_entries(source, (), source.data, shelf, depth + 1)
    shelf.problems += source.problems[before:]
    return [entry.model_copy(update={"source": word}) for entry in entries]
