"""Names and handles: what a newcomer is called, and the short word the GM types for it."""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import count

from tracker.encounter.state import Id

_PLAIN = str.maketrans("øØłŁđĐæÆœŒßıþÞ", "oOlLdDaAoOsitT")


def numbered(base: str, copies: int, taken: Collection[str]) -> tuple[str, ...]:
    """Names for newcomers to a running fight. `taken` holds every name ever used, case folded.

    A single new name stays as written; beside one Rat the next is Rat 2, beside Goblin 1–4 they go on from 5.
    """
    highest = _highest_number(base, taken)
    if highest is None:
        return (base,) if copies == 1 else tuple(f"{base} {n}" for n in range(1, copies + 1))
    return tuple(f"{base} {n}" for n in range(highest + 1, highest + copies + 1))


def numbered_from_one(bases: Sequence[str]) -> tuple[str, ...]:
    """Names for everybody of a file, in file order: those that share a name are numbered 1…n, others stay."""
    folded = [base.casefold() for base in bases]
    alone = {name for name, times in Counter(folded).items() if times == 1}
    numbers = {name: count(1) for name in folded if name not in alone}
    names = []
    for base, name in zip(bases, folded, strict=True):
        if name in alone:
            names.append(base)
            continue
        number = next(n for n in numbers[name] if f"{name} {n}" not in alone)
        names.append(f"{base} {number}")
    return tuple(names)


def handles(names: Sequence[str], base: str, used: Collection[str], reserved: Collection[str] = ()) -> tuple[Id, ...]:
    """A handle for each of `names`, copies of `base`; `used` are given, `reserved` are whole names, case folded.

    Initials of a name of several words, the first two letters of one word, a copy's number behind; on a clash a
    letter or a digit more; `c1`, `c2` without Latin letters.
    """
    numbers = [_number_of(name, base) for name in names]
    for stem in _stems(base):
        made = [Id(f"{stem}{number}") for number in numbers]
        if not any(handle in used or handle in reserved for handle in made) and len(set(made)) == len(made):
            return tuple(made)
    raise AssertionError("stems never run out")


def _highest_number(base: str, taken: Collection[str]) -> int | None:
    folded = base.casefold()
    copies = re.compile(rf"{re.escape(folded)} (\d+)")
    numbers = [int(match[1]) for match in map(copies.fullmatch, taken) if match]
    if folded in taken:
        numbers.append(1)
    return max(numbers, default=None)


def _number_of(name: str, base: str) -> str:
    return name[len(base) + 1 :] if len(name) > len(base) else ""


def _letters(word: str) -> str:
    plain = unicodedata.normalize("NFKD", word.translate(_PLAIN)).lower()
    return "".join(ch for ch in plain if ch.isascii() and ch.isalnum())


def _stems(base: str) -> Iterator[str]:
    words = [letters for letters in map(_letters, base.split()) if letters]
    if not any(letter.isalpha() for word in words for letter in word):
        yield from (f"c{n}" for n in count(1))
    if len(words) > 1:
        stem, more = "".join(word[0] for word in words), words[-1][1:]
    else:
        stem, more = words[0][:2], words[0][2:]
    if stem.isdigit():
        stem = f"c{stem}"
    yield from (stem + more[:n] for n in range(len(more) + 1))
    yield from (f"{stem}{letter}" for letter in "abcdefghijklmnopqrstuvwxyz")
    yield from (f"{stem}x{n}" for n in count(1))
