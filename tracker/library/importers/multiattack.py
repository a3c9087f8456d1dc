"""Multiattack sentences as lists: `[Bite, 2x Claw]`, the other choice, and what may replace one attack."""

import re
from functools import lru_cache
from typing import Any

from tracker.library.importers import words

_COUNTS = "|".join(word for word in words.COUNT_WORDS if word not in ("zero", "single"))
_NUMBER = rf"(\d{{1,2}}|{_COUNTS})"
_SENTENCES = re.compile(r"(?<=[.;!])\s+")
_ALTERNATIVE = re.compile(r"^(?:or\b|alternatively|it can (?:instead )?make|if (?:it|the))|\binstead\b", re.I)
_SWAP = re.compile(r"\breplaces?\b|\bin place of\b|\bsubstitute", re.I)
_OR_MAKES = re.compile(
    r"[,;]?\s+or\s+(?=(?:it\s+)?(?:can\s+)?(?:makes?|uses)\b|(?:two|three|four|one|\d)\s+(?:ranged|melee)?\s*(?:attacks?\s+)?with\b|(?:two|three|four)\s)",
    re.I,
)


def multiattack(text: str, names: list[str]) -> dict[str, Any]:
    """`multiattack`, `multiattack_or`, `multiattack_swap` from a sentence and the creature's own entry names."""
    stems = sorted(((_stem(name), name) for name in names if name), key=lambda pair: -len(pair[0]))
    first: list[str] = []
    others: list[list[str]] = []
    swaps: list[str] = []
    for sentence in _SENTENCES.split(text):
        if swap := _SWAP.search(sentence):
            swaps += [name for name in _named(_swapped_in(sentence, swap), stems) if name not in swaps]
            if first or not (within := re.search(r"[,;]\s*(?:each|one|any|either)\s+of\s+which", sentence)):
                continue
            sentence = sentence[: within.start()]
        pieces = _OR_MAKES.split(sentence)
        for index, piece in enumerate(pieces):
            found = _attacks(piece, stems)
            if not found:
                continue
            if first and (index or _ALTERNATIVE.search(piece)):
                others.append(found)
            elif not first or not set(found) <= set(first):
                first += found
    result: dict[str, Any] = {"multiattack": first} if first else {}
    if others:
        result["multiattack_or"] = others
    if swaps and first:
        result["multiattack_swap"] = swaps
    return result


def _swapped_in(sentence: str, swap: re.Match[str]) -> str:
    """The part that names what may be done instead."""
    if swap.group().lower().startswith("in"):
        return sentence[: swap.start()]
    return sentence[swap.end() :].split("with", 1)[-1]


def _stem(name: str) -> str:
    word = re.sub(r"[^a-z0-9' ]", "", name.lower()).strip()
    for end, short in (("ves", "f"), ("hooves", "hoof"), ("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("sses", "ss")):
        if word.endswith(end):
            return word.removesuffix(end) + short
    return word.removesuffix("s") if not word.endswith("ss") else word


@lru_cache(maxsize=2048)
def _pattern(stem: str) -> re.Pattern[str]:
    """The name in singular and plural, kept here: so many patterns would push all others out of re's own store."""
    if not stem:
        return re.compile(r"(?!)")
    if stem.endswith("f"):
        return re.compile(rf"\b{re.escape(stem[:-1])}(?:f|ves|fs)\b")
    if stem.endswith("y"):
        return re.compile(rf"\b{re.escape(stem[:-1])}(?:y|ies)\b")
    return re.compile(rf"\b{re.escape(stem)}(?:e?s)?\b")


def _named(text: str, stems: list[tuple[str, str]]) -> list[str]:
    return [name for _, _, name in _mentions(text, stems)]


def _mentions(text: str, stems: list[tuple[str, str]]) -> list[tuple[int, int, str]]:
    """Where entries are named in the text, longest names first, no overlaps."""
    lowered = text.lower()
    found: list[tuple[int, int, str]] = []
    for stem, name in stems:
        if stem[:-1] not in lowered:
            continue
        for hit in _pattern(stem).finditer(lowered):
            if all(hit.end() <= start or hit.start() >= end for start, end, _ in found):
                found.append((hit.start(), hit.end(), name))
    return sorted(found)


def _attacks(piece: str, stems: list[tuple[str, str]]) -> list[str]:
    mentions = _mentions(piece, stems)
    if not mentions:
        return _unnamed(piece)
    total = re.search(rf"\bmakes?\s+{_NUMBER}\b", piece, re.I)
    listed_choice = bool(re.search(r"\bin any combination\b|\b(?:uses|using)\b[^,]*,[^,]*,\s*or\b", piece, re.I))
    result: list[str] = []
    last = 0
    for start, end, name in mentions:
        gap = piece[last:start]
        either = re.fullmatch(r"\s*(?:attacks?\s*)?(?:,\s*)?or\s+(?:with\s+)?(?:its\s+|a\s+|an\s+|one\s+)?", gap, re.I)
        if listed_choice and not either:
            either = re.fullmatch(r"\s*,?\s*(?:and|or)?\s*", gap, re.I)
        if either and result:
            result[-1] += f" or {name}"
        else:
            numbers = re.findall(rf"\b{_NUMBER}\b", gap, re.I)
            amount = words.count(numbers[-1]) if numbers else None
            if after := re.match(r"\s+(twice|(\w+)\s+times)\b", piece[end:], re.I):
                amount = words.count(after[2] or after[1])
            if amount is None and total and (len(mentions) == 1 or (listed_choice and not result)):
                amount = words.count(total[1])
            result.append(f"{amount}x {name}" if amount and amount > 1 else name)
        last = end
    return result


def _unnamed(piece: str) -> list[str]:
    """`two melee attacks`, where no attack is named."""
    hit = re.search(rf"\b{_NUMBER}\s+(?:\w+\s+)?(melee|ranged|weapon|spell)\s+attacks?\b", piece, re.I)
    amount = words.count(hit[1]) if hit else None
    if not hit or not amount:
        return []
    return [f"{amount}x {hit[2].lower()}"]
