"""`tracker check`: everything wrong with a file, or with all files of a folder, at once."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from tracker.frozen import Frozen
from tracker.library.creature_file import creatures_of
from tracker.library.creatures import Creatures
from tracker.library.encounter_plan import EncounterPlan
from tracker.library.includes import Shelf
from tracker.library.parties import party_entries
from tracker.library.plans import DEFAULT_EDITION, is_encounter, plan_from
from tracker.library.problems import Problem
from tracker.library.user_creatures import records_in
from tracker.library.yaml_reader import Document, read_file

FileKind = Literal["encounter", "party", "creatures", "unknown"]

_CHARACTER_KEYS = {"class", "level", "player", "absent"}


class Checked(Frozen):
    """One file and what was found in it."""

    file: str
    kind: FileKind
    problems: tuple[Problem, ...]
    runnable: bool
    """Whether something can be done with it in spite of its problems."""
    plan: EncounterPlan | None = None
    """The plan of an encounter file."""

    @property
    def exit_code(self) -> int:
        """0 clean (notes do not count), 1 runnable with problems, 2 not runnable."""
        if not self.runnable:
            return 2
        return int(any(problem.severity != "note" for problem in self.problems))


def check(path: Path) -> list[Problem]:
    """All problems of a file, or of all YAML files in a folder and the folders in it."""
    return [problem for checked in check_files(path) for problem in checked.problems]


def check_files(path: Path, edition: str = DEFAULT_EDITION, creatures: Creatures | None = None) -> Iterator[Checked]:
    """Check a file, or each YAML file in a folder in the order of their names, as whatever it turns out to be."""
    if not path.is_dir():
        yield _check_file(path, edition, creatures or Creatures())
        return
    known = creatures or Creatures()
    found = False
    root = path.resolve()
    for file in _yaml_files(path):
        found = True
        if file.is_symlink() and not _is_inside(file, root):
            message = "a link out of the folder, not followed; give that file itself"
            yield Checked(str(file), "unknown", (Problem(str(file), None, None, message, severity="note"),), True)
        else:
            yield _check_file(file, edition, known)
    if not found:
        message = "no YAML file stands in this folder"
        yield Checked(str(path), "unknown", (Problem(str(path), None, None, message, severity="note"),), True)


def exit_code(checked: list[Checked]) -> int:
    """The worst of the files' exit codes."""
    return max((each.exit_code for each in checked), default=0)


def kind_of(data: Any) -> FileKind:
    """What data read from a file is meant as."""
    if is_encounter(data):
        return "encounter"
    if isinstance(data, dict) and "party" in data:
        return "party"
    records = records_in(data)
    if isinstance(data, list) and any(_CHARACTER_KEYS & record.keys() for record in records):
        return "party"
    return "creatures" if records else "unknown"


def _check_file(path: Path, edition: str, creatures: Creatures) -> Checked:
    document = read_file(path)
    kind = kind_of(document.data)
    if not document.readable:
        return _checked(document, kind, False)
    if kind == "party":
        shelf = Shelf(edition, path.parent, creatures)
        entries = party_entries(document, (), document.data, shelf)
        if not entries and not document.problems and not shelf.problems:
            document.report(
                (), "nobody stands in this party", "write - name: NAME under party:, one for each character"
            )
        return _checked(document, kind, bool(entries), shelf.problems)
    if kind == "creatures":
        return _checked(document, kind, bool(creatures_of(document)))
    loaded = plan_from(document, path.parent, edition, creatures, path)
    return Checked(str(path), kind, loaded.problems, loaded.plan is not None, loaded.plan)


def _checked(document: Document, kind: FileKind, runnable: bool, more: list[Problem] | None = None) -> Checked:
    return Checked(document.file, kind, (*document.problems, *(more or ())), runnable)


def _is_inside(link: Path, root: Path) -> bool:
    try:
        return link.resolve(strict=True).is_relative_to(root)
    except (OSError, RuntimeError):
        return False


def _yaml_files(folder: Path) -> Iterator[Path]:
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if name.lower().endswith((".yaml", ".yml")) and not name.startswith("."):
                yield Path(here) / name
