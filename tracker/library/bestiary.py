"""The built-in creatures of the three rule sets, read from disk when an edition is first asked for.

`data/EDITION.jsonl` holds a line about the source, then one creature a line. A line begins with name, type, cr, size,
ac and hp in that order, so that a listing needs no JSON parser; the rest is parsed for the creature that is wanted.
"""

import json
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from tracker.frozen import Frozen
from tracker.library.models import EDITIONS, StatBlock
from tracker.library.problems import LibraryError
from tracker.regex import regex

BUILT_IN = "built-in"

_HEAD = regex(
    r'\{"name":"(?P<name>[^"]+)","type":"(?P<type>[^"]*)","cr":"(?P<cr>[^"]*)","size":"(?P<size>[^"]*)",'
    r'"ac":(?P<ac>\d+),"hp":(?P<hp>\d+)'
)
_LONGEST_NAME = 100
_GAPS = regex(r"[\s_\-]+")


class Listing(Frozen):
    """One line of a bestiary: enough to choose a creature by."""

    name: str
    edition: str
    type: str
    cr: str
    size: str
    ac: int
    hp: int
    origin: str = BUILT_IN
    """`built-in`, or the path of the user's file."""


class UnknownCreature(LibraryError):  # noqa: N818 (it reads as the GM's message does)
    """No creature of that name; `near` holds the likeliest names, best first."""

    def __init__(self, name: str, edition: str, near: Sequence[str], elsewhere: Sequence[str] = ()) -> None:
        self.name, self.edition, self.near, self.elsewhere = name, edition, tuple(near), tuple(elsewhere)
        super().__init__(f"no creature called '{name}' in {edition}{self.hint}")

    @property
    def hint(self) -> str:
        """`: did you mean …?` in words, or nothing."""
        parts = []
        if self.near:
            parts.append("did you mean " + ", ".join(f"'{name}'" for name in self.near) + "?")
        if self.elsewhere:
            parts.append(f"{' and '.join(self.elsewhere)} {'has' if len(self.elsewhere) == 1 else 'have'} it")
        return ": " + "; ".join(parts) if parts else ""


class Book:
    """The creatures of one edition. Raises LibraryError for an edition that does not exist."""

    def __init__(self, edition: str) -> None:
        if edition not in EDITIONS:
            raise LibraryError(f"there is no edition '{edition}'; there are {', '.join(EDITIONS)}")
        text = (files("tracker.library") / "data" / f"{edition}.jsonl").read_text("utf-8")
        head, *lines = text.splitlines()
        self.edition = edition
        self.about: dict[str, str] = json.loads(head)
        """`source`, `licence` and the `attribution` line that goes wherever the figures go."""
        self._lines: dict[str, str] = {}
        self.listings: list[Listing] = []
        for line in lines:
            found = _HEAD.match(line)
            if found is None:
                raise LibraryError(f"the built-in bestiary of {edition} is damaged: {line[:60]}")
            name, kind, cr, size, ac, hp = found.groups()
            self._lines[name_key(name)] = line
            self.listings.append(Listing(name, edition, kind, cr, size, int(ac), int(hp)))
        for listing in self.listings:
            for other in _other_names(listing.name):
                self._lines.setdefault(name_key(other), self._lines[name_key(listing.name)])

    def record(self, name: str) -> dict[str, Any] | None:
        """The creature as a mapping in the shape of a creature file, or None. A fresh one every time."""
        line = self._lines.get(name_key(name))
        return {**json.loads(line), "edition": self.edition} if line else None


@lru_cache(maxsize=len(EDITIONS))
def book(edition: str) -> Book:
    """The creatures of one edition, loaded once. Raises LibraryError for an unknown edition."""
    return Book(edition)


@lru_cache(maxsize=256)
def lookup(edition: str, name: str) -> StatBlock:
    """The built-in stat block of that name, whatever its case. Raises UnknownCreature with the nearest names."""
    record = book(edition).record(name)
    if record is None:
        names = [listing.name for listing in book(edition).listings]
        raise UnknownCreature(name, edition, nearest_names(name, names), other_editions(edition, name))
    return StatBlock.model_validate(record)


def other_editions(edition: str, name: str) -> list[str]:
    """The editions beside this one whose bestiary knows the name."""
    return [other for other in EDITIONS if other != edition and book(other).record(name)]


def attributions() -> list[str]:
    """The lines that must accompany the built-in figures, one a source."""
    return [book(edition).about["attribution"] for edition in EDITIONS]


def name_key(name: str) -> str:
    """A name as it is compared: case, hyphens, apostrophe shapes and runs of spaces do not count."""
    return _GAPS.sub(" ", name.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")).strip().casefold()


def nearest_names(name: str, names: Iterable[str], limit: int = 3) -> list[str]:
    """The names most like `name`, best first: by shared letter pairs, a whole shared word counting more."""
    wanted = name_key(name[:_LONGEST_NAME])
    pairs = letter_pairs(wanted)
    words = set(wanted.split())
    scored = []
    for other in names:
        key = name_key(other)
        score = likeness(pairs, letter_pairs(key)) + (0.35 if words & set(key.split()) else 0.0)
        if score >= 0.45:
            scored.append((-score, len(other), other))
    return [other for _, _, other in sorted(scored)[:limit]]


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """How alike two sets of letter pairs are, from 0 to 1."""
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0


@lru_cache(maxsize=16_384)
def letter_pairs(key: str) -> frozenset[str]:
    """The pairs of neighbouring letters in a name, its ends counting as blanks."""
    padded = f" {key} "
    return frozenset(padded[index : index + 2] for index in range(len(padded) - 1))


def _other_names(name: str) -> list[str]:
    """`Svirfneblin` and `Deep Gnome` for `Deep Gnome (Svirfneblin)`; both halves of `Succubus/Incubus`."""
    bracket = re.fullmatch(r"(.+?) \((.+)\)", name)
    if bracket:
        return [bracket[1], bracket[2]]
    return name.split("/") if "/" in name else []
