"""What was imported, written as files of our own shape; nothing that stands there is replaced without a yes."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tracker.library.importers.result import Imported
from tracker.library.problems import LibraryError

_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
_LONGEST = 80


@dataclass(slots=True)
class Written:
    """Files written, files that stood there and were kept, and files that already said the same."""

    written: list[Path] = field(default_factory=list)
    kept: list[Path] = field(default_factory=list)
    unchanged: list[Path] = field(default_factory=list)


def write_imported(imported: Imported, folder: Path, overwrite: Callable[[Path], bool]) -> Written:
    """Write each creature, encounter and party to a file of its own in `folder`, made if need be.

    `overwrite` is asked about every file that would be replaced. What does not fit our shape is added to
    `imported.problems`. Raises LibraryError when the folder cannot be written.
    """
    from tracker.library.atomic import private_folder
    from tracker.library.writing import to_yaml

    result = Written()
    taken: set[str] = set()
    try:
        private_folder(folder)
        for creature in imported.creatures:
            data = _checked(creature, imported)
            if data is not None:
                stem = _free(file_stem(creature["name"]), str(creature.get("edition") or ""), taken)
                _put(folder / f"{stem}.yaml", to_yaml(data, _origin(imported, creature["name"])), overwrite, result)
        for encounter in imported.encounters:
            is_party = (
                not encounter.get("combatants") and encounter.get("party") and encounter["encounter"] == "Characters"
            )
            content: Any = {"party": encounter["party"]} if is_party else _filled(encounter)
            stem = _free(file_stem(encounter["encounter"]) + (".party" if is_party else ".encounter"), "", taken)
            _put(
                folder / f"{stem}.yaml", to_yaml(content, _origin(imported, encounter["encounter"])), overwrite, result
            )
    except OSError as error:
        raise LibraryError(f"cannot write to {folder}: {error.strerror or error}") from error
    return result


def _filled(encounter: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in encounter.items() if value not in ([], "", None) or key == "combatants"}


def _checked(creature: dict[str, Any], imported: Imported) -> dict[str, Any] | None:
    """The creature as its file will have it, without what our shape refuses."""
    from tracker.library.models import OTHER_WORDS, StatBlock
    from tracker.library.validation import build
    from tracker.library.writing import creature_mapping

    def report(steps: tuple[str | int, ...], message: str, _remedy: str, _key: bool) -> None:
        imported.problem(creature["name"], f"{'.'.join(map(str, steps))}: {message}: left out")

    block = build(StatBlock, creature, report, other_words=OTHER_WORDS)
    return creature_mapping(block) if block is not None else None


def file_stem(name: str) -> str:
    """A file name without suffix for a creature's name: letters, digits and hyphens, never a path."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    stem = re.sub(r"[^\w]+", "-", plain, flags=re.UNICODE).strip("-_")[:_LONGEST].strip("-_") or "creature"
    return f"{stem}-creature" if stem in _RESERVED else stem


def _free(stem: str, edition: str, taken: set[str]) -> str:
    candidates = [stem, *([f"{stem}-{edition}"] if edition else []), *(f"{stem}-{n}" for n in range(2, 10_000))]
    chosen = next(each for each in candidates if each not in taken)
    taken.add(chosen)
    return chosen


def _origin(imported: Imported, name: str) -> str:
    lines = [f"{name}, imported from {Path(imported.file).name} ({imported.format})."]
    lines += [f"Left out: {message}" for where, message in imported.problems if where == name]
    return "\n".join("".join(letter if letter.isprintable() else " " for letter in line) for line in lines)


def _put(path: Path, text: str, overwrite: Callable[[Path], bool], result: Written) -> None:
    from tracker.library.atomic import write_text

    if path.is_symlink() or path.exists():
        if path.is_file() and not path.is_symlink() and path.read_bytes() == text.encode("utf-8"):
            result.unchanged.append(path)
            return
        if not overwrite(path):
            result.kept.append(path)
            return
        if path.is_symlink():
            path.unlink()
    write_text(path, text)
    result.written.append(path)
