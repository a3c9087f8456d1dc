"""Files that an encounter names: only beside it, below it, or in the GM's creature folder."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from tracker.library import bestiary
from tracker.library.bestiary import name_key
from tracker.library.creature_file import block_from, creatures_of, places_of
from tracker.library.creatures import Creatures
from tracker.library.models import StatBlock
from tracker.library.problems import LibraryError, Problem
from tracker.library.user_creatures import UserCreatures, records_in
from tracker.library.yaml_reader import Document, read_file

MOST_CHARACTERS = 1_000
_SUFFIXES = (".yaml", ".yml", ".json")


def is_file_name(word: str) -> bool:
    """Whether a word means a file rather than a creature."""
    return word.strip().lower().endswith(_SUFFIXES)


def resolve(folders: list[Path], word: str) -> Path:
    """The file `word` means, in the first of the folders that has it.

    Raises LibraryError when it leads out of all of them, by `..`, by an absolute path or by a link, or is not there.
    """
    parts = PurePosixPath(word.replace("\\", "/"))
    if not word.strip() or "\0" in word or not parts.parts:
        raise LibraryError("this is no file name")
    if parts.is_absolute() or ".." in parts.parts or parts.parts[0].startswith("~") or ":" in parts.parts[0]:
        raise LibraryError(f"'{word}' leads out of the encounter's folder; put the file beside the encounter")
    for folder in folders:
        home = folder.resolve()
        try:
            found = (home / parts).resolve()
            is_there = found.exists() or found.is_symlink()
        except (OSError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or error
            raise LibraryError(f"'{word[:80]}' cannot be followed: {reason}") from error
        if is_there:
            if not found.is_relative_to(home):
                raise LibraryError(f"'{word}' is a link out of the encounter's folder; put the file itself there")
            return found
    near = bestiary.nearest_names(word, _names_beside(folders[0]), limit=1)
    hint = f" (did you mean '{near[0]}'?)" if near else ""
    raise LibraryError(f"there is no file '{word}' beside the encounter{hint}")


def _names_beside(folder: Path) -> Iterator[str]:
    try:
        yield from (path.name for path in folder.iterdir() if is_file_name(path.name))
    except OSError:
        return


@dataclass
class Shelf:
    """What one encounter can name: creatures, templates and files, each read once."""

    edition: str
    folder: Path | None
    creatures: Creatures
    templates: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    """Problems of the files it led to."""
    party_room: int = MOST_CHARACTERS
    """How many more characters, and files of characters, a party can name."""
    _read: dict[Path, Document] = field(default_factory=dict)
    _cleaned: dict[tuple[str, str], dict[str, Any] | None] = field(default_factory=dict)
    _beside: UserCreatures | None = None

    def template(self, name: str) -> dict[str, Any] | None:
        """A template of the encounter by name."""
        found = self.templates.get(name)
        return found if isinstance(found, dict) else None

    def template_names(self) -> list[str]:
        """All templates of the encounter."""
        return list(self.templates)

    def open(self, document: Document, steps: tuple[str | int, ...], word: str) -> Document | None:
        """The document a file name means, or None with the reason reported at `steps`."""
        folders = [folder for folder in (self.folder, self.creatures.user.folder) if folder is not None]
        try:
            path = resolve(folders, word)
        except LibraryError as error:
            document.report(steps, str(error))
            return None
        if path not in self._read:
            self._read[path] = read_file(path, word)
            self.problems += self._read[path].problems
        found = self._read[path]
        if not found.readable:
            document.report(steps, f"'{word}' cannot be read")
            return None
        return found

    def record(self, name: str, document: Document, steps: tuple[str | int, ...]) -> dict[str, Any] | None:
        """The creature of that name: beside the encounter, else the GM's own, else built in.

        Raises UnknownCreature; None means that the reason was reported.
        """
        if is_file_name(name):
            return self._from_file(name, document, steps)
        beside = self._beside_here()
        listing = beside.find(name, self.edition) if beside else None
        listing = listing or self.creatures.user.find(name, self.edition)
        if listing is None:
            record = bestiary.book(self.edition).record(name)
            if record is None:
                raise self.creatures.unknown(self.edition, name)
            return record
        key = (listing.origin, name_key(name))
        if key not in self._cleaned:
            self._cleaned[key] = self._own(Path(listing.origin), name_key(name))
        return self._cleaned[key]

    def _beside_here(self) -> UserCreatures | None:
        if self._beside is None and self.folder is not None:
            self._beside = UserCreatures(self.folder, depth=0)
        return self._beside

    def _own(self, path: Path, key: str) -> dict[str, Any] | None:
        """A creature of the GM's own, its faults reported in its own file and left out."""
        source = read_file(path)
        for steps, record in places_of(source.data):
            if name_key(str(record.get("name"))) == key:
                block = block_from(source, steps, record)
                self.problems += source.problems
                return _mapping(block, path) if block else None
        return None

    def _from_file(self, name: str, document: Document, steps: tuple[str | int, ...]) -> dict[str, Any] | None:
        source = self.open(document, steps, name)
        if source is None:
            return None
        if not records_in(source.data):
            document.report(steps, f"no creature stands in '{name}'", "a creature file begins with name: NAME")
            return None
        before = len(source.problems)
        block = creatures_of(source)[:1]
        self.problems += source.problems[before:]
        return _mapping(block[0], Path(name)) if block else None


def _mapping(block: StatBlock, path: Path) -> dict[str, Any]:
    return {**block.model_dump(exclude_defaults=True), "source": block.source or str(path)}
