"""Creatures by name from everywhere at once: the GM's own before the built-in ones; and the search over all of them."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from tracker.library import bestiary
from tracker.library.bestiary import BUILT_IN, Listing, UnknownCreature, likeness, name_key, nearest_names
from tracker.library.models import EDITIONS, StatBlock
from tracker.library.user_creatures import UserCreatures, default_cache, default_folder, records_in
from tracker.regex import regex

_CR_WORD = regex(r"\bcr\s*[:=]?\s*(1/[248]|\d{1,2})(?!\S)", re.IGNORECASE)


class Creatures:
    """All creatures the GM has: the built-in ones of every edition and those of a folder."""

    def __init__(self, folder: Path | None = None, cache: Path | None = None) -> None:
        self.user = UserCreatures(folder or default_folder(), cache or default_cache())
        self._listed: dict[str | None, list[Listing]] = {}

    def record(self, edition: str, name: str) -> dict[str, Any] | None:
        """The creature as a mapping in the shape of a creature file, or None."""
        own = self.user.find(name, edition)
        found = _from_file(own) if own is not None else None
        return found if found is not None else bestiary.book(edition).record(name)

    def lookup(self, edition: str, name: str) -> StatBlock:
        """The stat block of that name. Raises UnknownCreature with near names, LibraryError for a damaged file."""
        if self.user.find(name, edition) is None:
            try:
                return bestiary.lookup(edition, name)
            except UnknownCreature:
                raise self.unknown(edition, name) from None
        from tracker.library.creature_file import load_record

        return load_record(self.record(edition, name) or {"name": name})

    def unknown(self, edition: str, name: str) -> UnknownCreature:
        """The error for a name that nothing bears, with the nearest names of the edition and the user's folder."""
        names = {one.name for one in self.listings(edition)}
        return UnknownCreature(name, edition, nearest_names(name, names), bestiary.other_editions(edition, name))

    def listings(self, edition: str | None = None) -> list[Listing]:
        """Every creature of one edition or of all by name, the user's first; what theirs replace is left out."""
        if edition not in self._listed:
            self._listed[edition] = sorted(self._list(edition), key=_by_name)
        return self._listed[edition]

    def _list(self, edition: str | None) -> list[Listing]:
        own = [one for one in self.user.listings if edition is None or one.edition in ("", edition)]
        taken = {(name_key(one.name), one.edition) for one in own}
        editions = EDITIONS if edition is None else (edition,)
        return own + [
            one
            for each in editions
            for one in bestiary.book(each).listings
            if not {(name_key(one.name), each), (name_key(one.name), "")} & taken
        ]

    def search(
        self,
        query: str,
        edition: str | None = None,
        type: str | None = None,
        cr: str | None = None,
        limit: int = 20,
    ) -> list[Listing]:
        """The creatures that fit the words best: by name, initials or type; `cr 5` in the query asks for a rating.

        An empty query lists by name. A word with a slip in it still finds what it resembles.
        """
        asked = _CR_WORD.search(query)
        if asked and cr is None:
            cr, query = asked[1], _CR_WORD.sub(" ", query)
        pool = self.listings(edition)
        if type is not None or cr is not None:
            kind = (type or "").lower()
            pool = [one for one in pool if kind in one.type.lower() and cr in (None, one.cr)]
        words = name_key(query).split()
        if not words:
            return pool[:limit]
        scored = [(score, one) for one in pool if (score := _score(words, one)) is not None]
        scored = scored or _resembling(words, pool)
        scored.sort(key=lambda pair: (pair[0], *_by_name(pair[1])))
        return [one for _, one in scored[:limit]]


def _by_name(one: Listing) -> tuple[bool, str, str]:
    return one.origin == BUILT_IN, one.name, one.edition


@lru_cache(maxsize=16_384)
def _words(one: Listing) -> tuple[str, tuple[str, ...], str, str]:
    """Its name as a key, the words of it, their initials, and everything a word of a query can be part of."""
    key = name_key(one.name)
    words = tuple(re.findall(r"[^\s()/,]+", key))
    initials = "".join(word[0] for word in words)
    return key, words, initials, f"{key} {one.type.lower()} {one.size} cr{one.cr} {initials}"


def _score(words: list[str], one: Listing) -> float | None:
    """Lower is better; None where a word is found nowhere."""
    key, parts, initials, everything = _words(one)
    for word in words:
        if word not in everything:
            return None
    whole = " ".join(words)
    if key == whole:
        return 0.0
    if key.startswith(whole):
        return 1.0 + len(key) / 1000
    total = 2.0 + len(key) / 1000
    for word in words:
        if word in parts:
            continue
        if any(part.startswith(word) for part in parts):
            total += 0.5
        elif word in key:
            total += 1.5
        elif word in one.type.lower() or word == one.size or word == f"cr{one.cr}":
            total += 2.0
        elif len(words) == 1 and len(word) > 1 and initials.startswith(word):
            total += 2.5
        else:
            return None
    return total


def _resembling(words: list[str], pool: list[Listing]) -> list[tuple[float, Listing]]:
    wanted = bestiary.letter_pairs(" ".join(words))
    scored = ((likeness(wanted, bestiary.letter_pairs(_words(one)[0])), one) for one in pool)
    return [(10.0 - alike, one) for alike, one in scored if alike >= 0.4]


def _from_file(listing: Listing) -> dict[str, Any] | None:
    from tracker.library.yaml_reader import read_file

    key = name_key(listing.name)
    records = records_in(read_file(Path(listing.origin)).data)
    found = next((record for record in records if name_key(str(record["name"])) == key), None)
    return {**found, "source": found.get("source") or listing.origin} if found is not None else None
