"""The GM's own creature files: thousands of them, listed from a cache and read one at a time."""

import hashlib
import json
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tracker.library import coercion
from tracker.library.bestiary import Listing, name_key
from tracker.regex import regex

_SUFFIXES = (".yaml", ".yml", ".json")
_VERSION = 1
_MOST_FILES = 50_000
_LINE = regex(r"^(name|edition|type|cr|size|ac|hp):[ \t]+(.+?)[ \t]*(?:#.*)?$", re.MULTILINE)
_MANY = regex(r"(?:-|creatures:|\[|\{|<<:)")
_NO_CREATURE = regex(r"(?:encounter|combatants|party):")
_KEYS = ("name", "edition", "type", "cr", "size", "ac", "hp")

_Row = list[Any]
"""Time and size of a file and the figures of its creatures, or the figures of one creature."""


def default_folder() -> Path:
    """`creatures` in the user's data folder of the tracker; it need not exist."""
    from platformdirs import user_data_path

    return user_data_path("tracker", appauthor=False) / "creatures"


def default_cache() -> Path:
    """The user's cache folder of the tracker; it need not exist."""
    from platformdirs import user_cache_path

    return user_cache_path("tracker", appauthor=False)


@dataclass
class UserCreatures:
    """The creatures in a folder and the folders in it. What cannot be read is left out here; `check` names it."""

    folder: Path
    cache: Path | None = None
    """Where the listing is kept between runs; None keeps none."""
    depth: int = 12
    """How many folders deep creatures are sought; 0 is the folder alone, where lists of creatures do not count."""
    listings: list[Listing] = field(default_factory=list)
    _by_key: dict[str, list[Listing]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        """List the folder anew, opening only files that changed since the last time."""
        known = self._cached()
        rows: dict[str, _Row] = {}
        changed = False
        for path, mtime, size in _files(self.folder, self.depth):
            row = known.get(path)
            if row is None or row[0] != mtime or row[1] != size:
                row = [mtime, size, _creatures_in(Path(path), self.depth > 0)]
                changed = True
            rows[path] = row
        self.listings = [_listing(figures, path) for path, row in rows.items() for figures in row[2]]
        self._by_key = {}
        for listing in self.listings:
            self._by_key.setdefault(name_key(listing.name), []).append(listing)
        if changed or len(rows) != len(known):
            self._keep(rows)

    def find(self, name: str, edition: str) -> Listing | None:
        """The creature of that name for that edition; one that names no edition fits all."""
        fitting = [one for one in self._by_key.get(name_key(name), ()) if one.edition in ("", edition)]
        return min(fitting, key=lambda one: (one.edition == "", one.origin), default=None)

    def _cache_file(self) -> Path | None:
        if self.cache is None:
            return None
        digest = hashlib.sha256(str(self.folder.absolute()).encode("utf-8", "surrogateescape")).hexdigest()
        return self.cache / f"creatures-{digest[:16]}.json"

    def _cached(self) -> dict[str, _Row]:
        file = self._cache_file()
        if file is None:
            return {}
        try:
            kept = json.loads(file.read_text("utf-8"))
            return dict(kept["files"]) if kept["version"] == _VERSION else {}
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return {}

    def _keep(self, rows: dict[str, _Row]) -> None:
        from tracker.library.atomic import private_folder, write_text

        file = self._cache_file()
        if file is not None:
            with suppress(OSError):
                private_folder(file.parent)
                write_text(file, json.dumps({"version": _VERSION, "files": rows}), durable=False)


def records_in(data: Any) -> list[dict[str, Any]]:
    """The creatures of a file's data: one mapping, a list, or a list under `creatures`."""
    if isinstance(data, dict):
        if isinstance(data.get("creatures"), list):
            return records_in(data["creatures"])
        if "name" in data and not {"encounter", "combatants", "party"} & data.keys():
            return [data]
        return []
    return [entry for entry in data if isinstance(entry, dict) and "name" in entry] if isinstance(data, list) else []


def _files(folder: Path, depth: int) -> Iterator[tuple[str, int, int]]:
    """Creature files with time and size, hidden folders and links out of the folder left aside."""
    waiting = [(str(folder), depth)]
    count = 0
    while waiting:
        here, further = waiting.pop()
        try:
            with os.scandir(here) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in found:
            if entry.name.startswith(".") or entry.is_symlink():
                continue
            if entry.is_dir(follow_symlinks=False):
                if further:
                    waiting.append((entry.path, further - 1))
            elif entry.name.lower().endswith(_SUFFIXES) and entry.is_file(follow_symlinks=False):
                with suppress(OSError):
                    status = entry.stat(follow_symlinks=False)
                    yield entry.path, status.st_mtime_ns, status.st_size
                    count += 1
                    if count >= _MOST_FILES:
                        return


def _creatures_in(path: Path, with_lists: bool) -> list[_Row]:
    """Figures of each creature in a file: by a glance at its top keys where that is enough, else by reading it."""
    if path.suffix.lower() != ".json":
        with suppress(OSError, UnicodeDecodeError):
            if path.stat().st_size < 200_000:
                glance = _glance(path.read_text("utf-8-sig"), with_lists)
                if glance is not None:
                    return glance
    from tracker.library.yaml_reader import read_file

    data = read_file(path).data
    if isinstance(data, list) and not with_lists:
        return []
    return [_row(record) for record in records_in(data)]


def _glance(text: str, with_lists: bool) -> list[_Row] | None:
    """The one creature of a file, or none, where its top keys say so; None where it must be read."""
    top = [line for line in text.splitlines() if line[:1] not in ("", " ", "#", "\t")]
    if any(_NO_CREATURE.match(line) for line in top) or (top and top[0].startswith("- ") and not with_lists):
        return []
    keys = dict(reversed(_LINE.findall(text)))
    if "name" not in keys or keys["name"][0] in "&*!|>[{" or any(_MANY.match(line) for line in top):
        return None
    return [_row({key: value.strip("\"'") for key, value in keys.items()})]


def _row(record: dict[str, Any]) -> _Row:
    name, edition, kind, cr, size, ac, hp = (record.get(key) for key in _KEYS)
    with suppress(ValueError):
        edition = coercion.edition_of(edition)
    words = [str(value) if value is not None else "" for value in (name, edition, kind, cr, size)]
    return [*words, _leading(ac, 10), _leading(hp, 1)]


def _leading(value: Any, otherwise: int) -> int:
    found = re.match(r"\d{1,6}", str(value))
    return int(found[0]) if found else otherwise


def _listing(figures: _Row, path: str) -> Listing:
    name, edition, kind, cr, size, ac, hp = figures
    return Listing(name, edition, kind, cr, size, ac, hp, path)
