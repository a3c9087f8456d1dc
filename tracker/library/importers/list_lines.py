"""Combatants typed line by line: `Goblin x3 7hp ac15 +2`, `- Ann 18`, `3 Goblins`, `Ogre (59)`, `lair action 20`."""

import re
from pathlib import Path
from typing import Any

from tracker.library.importers.figures import dice, plain, whole
from tracker.library.importers.list_result import deliver, singular_known
from tracker.library.importers.markup import one_line
from tracker.library.importers.result import Imported
from tracker.library.importers.rows import points

_SECTIONS = {
    "party": re.compile(r"^(?:the\s+)?(?:party|players?|pcs?|heroes|characters|spieler|helden)$", re.I),
    "foe": re.compile(r"^(?:the\s+)?(?:monsters?|enem(?:y|ies)|foes?|gegner)$", re.I),
    "": re.compile(r"^(?:npcs?|creatures?|combatants|initiative(?:\s+order)?|order)$", re.I),
    "ally": re.compile(r"^(?:the\s+)?(?:allies|ally|friends|friendly|friendlies)$", re.I),
}
_SKIPPED = re.compile(
    r"^(?:round|runde|turn|ronda)\s*\d*\s*:?$|^(?:top|bottom|end|start)\s+of\s+(?:the\s+)?round$|^(?:total|sum)\b", re.I
)
_TIMES = re.compile(
    r"(?:^|\s)[xX\u00d7*]\s?(\d{1,3})\b|\b(\d{1,3})\s?[xX\u00d7](?=\s|$)|\((?:[xX\u00d7]\s?)(\d{1,3})\)"
)
_POINTS = re.compile(
    r"\b(?:max\s*)?(?:hp|hit\s*points|tp|pv|lp)\s*[:=]?\s*(-?\d{1,5})(?:\s*/\s*(\d{1,5}))?|(?<![\d/])(-?\d{1,5})(?:\s*/\s*(\d{1,5}))?\s*(?:max\s*)?(?:hp|hit\s*points|tp|pv|lp)\b",
    re.I,
)
_ARMOUR = re.compile(r"\b(?:ac|armou?r(?:\s*class)?|rk|ca)\s*[:=]?\s*(\d{1,2})|\b(\d{1,2})\s*(?:ac|rk|ca)\b", re.I)
_INITIATIVE = re.compile(
    r"\b(?:initiative|init|ini)\s*[:=]?\s*([+-]?\s*\d{1,2})\b|\b(\d{1,2})\s*(?:init|ini)\b|@\s*(\d{1,2})\b", re.I
)
_RATING = re.compile(r"\bcr\s*[:=]?\s*(\d{1,2}(?:/\d)?)", re.I)
_BONUS = re.compile(r"(?:^|(?<=[\s(,]))(\+\s?\d{1,2}|-\d{1,2})(?=$|[\s),])")
_BRACKET = re.compile(r"\(\s*(\d{1,4})(?:\s*/\s*(\d{1,4}))?\s*\)")
_SLASHED = re.compile(r"(?<![\d/])(\d{1,4})\s*/\s*(\d{1,4})(?![\d/])")


def read(lines: list[tuple[int, str]], found: Imported) -> None:
    """All lines; one that says nothing is named, and a text without any figure is no list."""
    rows: list[dict[str, Any]] = []
    lair: int | None = None
    side = ""
    unread: list[tuple[int, str]] = []
    for number, line in lines:
        bare = re.sub(r"^[\s>]*(?:[-*\u2022+]\s+|\d{1,2}[.)]\s+(?=\D))?(?:\[[ xX]\]\s*)?", "", one_line(line)).strip()
        title = bare.strip(" :#*")
        section = next((name for name, pattern in _SECTIONS.items() if pattern.match(title)), None)
        if section is not None:
            side = section
        elif not title or _SKIPPED.match(title) or (bare.endswith(":") and not re.search(r"\d", bare)):
            continue
        elif hit := re.match(r"lair(?:\s+actions?)?\s*[:@-]?\s*(\d{1,2})?$", title, re.I):
            lair = int(hit[1] or 20)
        elif (row := _row(bare)) is not None:
            rows.append(row | ({"side": side} if side else {}))
        else:
            unread.append((number, bare))
    if not _is_list(rows, unread):
        found.problem(
            found.file, "nothing that can be read here: no stat block, no encounter, no list of combatants with numbers"
        )
        return
    for number, line in unread:
        found.problem(f"{found.file}:{number}", f"'{line[:60]}' is not understood: left out")
    deliver(rows, Path(found.file).stem, found, lair)


def _is_list(rows: list[dict[str, Any]], unread: list[tuple[int, str]]) -> bool:
    figured = [row for row in rows if len(row) > 1]
    return (
        bool(rows)
        and len(rows) > len(unread)
        and (len(figured) * 2 >= len(rows) or all(singular_known(row["name"]) for row in rows))
    )


def name_and_count(text: str) -> tuple[str, int | None]:
    """`Goblin x3`, `3x Goblin`, `3 Goblins` as name and number; a number behind the name stays part of it."""
    if hit := _TIMES.search(text):
        rest = (text[: hit.start()] + " " + text[hit.end() :]).strip(" -:")
        if re.search(r"[^\W\d]", rest):
            return _singular(rest, True), int(hit[1] or hit[2] or hit[3])
    if (hit := re.match(r"(\d{1,3})\s+([^\W\d].*)$", text)) and (known := singular_known(hit[2])):
        return known, int(hit[1])
    return text, None


def _singular(name: str, several: bool) -> str:
    return (singular_known(name) or name) if several else name


def _row(line: str) -> dict[str, Any] | None:
    line = plain(line)
    row: dict[str, Any] = {}
    name_part, amount = name_and_count(line) if not re.match(r"\d", line) or _TIMES.search(line) else (line, None)
    rest = name_part if amount is not None else line
    for pattern, take in (
        (_POINTS, _take_points),
        (_ARMOUR, _take_armour),
        (_INITIATIVE, _take_initiative),
        (_RATING, _take_rating),
    ):
        if hit := pattern.search(rest):
            take(hit, row)
            rest = rest[: hit.start()] + " " + rest[hit.end() :]
    if "hp" not in row and (hit := _BRACKET.search(rest) or _SLASHED.search(rest)):
        _take_points(hit, row)
        rest = rest[: hit.start()] + " " + rest[hit.end() :]
    if rolled := re.search(r"\(?\s*(\d{0,2}d\d{1,3}(?:\s*[+-]\s*\d{1,3})?)\s*\)?", rest):
        row["hp_dice"] = dice(rolled[1])
        rest = rest[: rolled.start()] + " " + rest[rolled.end() :]
    if "initiative" not in row and (hit := _BONUS.search(rest)):
        row["initiative_bonus"] = whole(hit[1])
        rest = rest[: hit.start()] + " " + rest[hit.end() :]
    name = _loose_numbers(rest, row)
    if not name or len(name.split()) > 7 or len(name) > 70:
        return None
    name, counted = name_and_count(name) if amount is None else (name, amount)
    if counted is None and "_first" in row:
        counted = _first_number(name, row)
        name = (singular_known(name) or name) if counted else name
    row.pop("_first", None)
    if counted and counted > 1:
        row = {"count": min(counted, 500)} | row
    return {"name": _singular(name, bool(counted))} | row


def _loose_numbers(rest: str, row: dict[str, Any]) -> str:
    """Unlabelled numbers behind the name: one is the count rolled, three are count, hit points, armour class."""
    text = re.sub(r"[(){}\[\]|;:=,]+|\s-+\s|\s-+$", " ", rest)
    text = re.sub(r"\s+", " ", text).strip(" -.")
    hit = re.match(r"^(\d{1,3})\s+(?=[^\W\d])", text)
    if hit:
        row["_first"] = int(hit[1])
        text = text[hit.end() :]
    tail = re.search(r"(?:\s+\d{1,4})+$", text)
    numbers = [int(part) for part in tail.group().split()] if tail else []
    keys = [key for key in ("initiative", "hp", "ac") if key not in row]
    if numbers and ("initiative" in row or "initiative_bonus" in row) and len(numbers) == 1 and "hp" in row:
        return text
    row |= dict(zip(keys, numbers, strict=False))
    return text[: tail.start()].strip(" -.") if tail else text


def _first_number(name: str, row: dict[str, Any]) -> int | None:
    """A number before the name: how many, when the name is a plural or a count is given; else the count rolled."""
    number: int = row["_first"]
    if singular_known(name) and (name.lower() != (singular_known(name) or "").lower() or "initiative" in row):
        return number
    if "initiative" not in row:
        row["initiative"] = number
        return None
    return number


def _take_points(hit: re.Match[str], row: dict[str, Any]) -> None:
    numbers = [int(group) for group in hit.groups() if group is not None]
    current, maximum = (numbers[0], numbers[1]) if len(numbers) > 1 else (None, numbers[0])
    if (amount := points(current, maximum)) is not None:
        row["hp"] = amount


def _take_armour(hit: re.Match[str], row: dict[str, Any]) -> None:
    row["ac"] = int(hit[1] or hit[2])


def _take_initiative(hit: re.Match[str], row: dict[str, Any]) -> None:
    text = hit[1] or hit[2] or hit[3]
    row["initiative_bonus" if text[:1] in "+-" else "initiative"] = whole(text)


def _take_rating(hit: re.Match[str], row: dict[str, Any]) -> None:
    from tracker.library.importers.figures import challenge

    if (rating := challenge(hit[1])) is not None:
        row["cr"] = rating
