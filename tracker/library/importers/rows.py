"""Rows of an encounter: a combatant or character with hit points now, count rolled, name shown."""

import math
import re
from typing import Any

from tracker.library.importers import words
from tracker.library.importers.figures import plain, whole

_NOT_IN_ROW = ("edition", "cr", "xp", "initiative", "name", "source")
_LEVEL = re.compile(r"([^\W\d][^\d/,;|]*?)?\s*(\d{1,2})(?:\s*[/,;|]|\s+and\s+|\s*$)")


def points(current: int | None, maximum: int | None) -> int | str | None:
    """Hit points as an encounter file writes them: `38`, or `31/38` for somebody hurt; never below 0."""
    if maximum is None or maximum <= 0:
        return current if current is not None and current > 0 else None
    if current is None or current == maximum:
        return maximum
    return f"{min(max(current, 0), maximum)}/{maximum}"


def rolled(value: Any) -> int | None:
    """An initiative count; fractions that only order ties are dropped."""
    if isinstance(value, float) and math.isfinite(value) and abs(value) < 1000:
        return math.floor(value)
    return whole(value)


def character(creature: dict[str, Any], level_text: Any = None) -> dict[str, Any]:
    """A party row from a character's stat block: everything but the rating, the bonus under `initiative_bonus`."""
    row: dict[str, Any] = {"name": creature["name"]}
    row |= {key: value for key, value in creature.items() if key not in _NOT_IN_ROW}
    if "initiative" in creature:
        row["initiative_bonus"] = creature["initiative"]
    row |= class_and_level(level_text)
    return row


def class_and_level(text: Any) -> dict[str, Any]:
    """`Rogue 5 / Fighter 2` as class and level (7); a plain number is the level."""
    found = [(name.strip(), int(level)) for name, level in _LEVEL.findall(plain(text))]
    level = sum(level for _, level in found)
    if not 0 < level <= 40:
        return {}
    names = " / ".join(f"{name} {number}" for name, number in found if name)
    return ({"class": names} if names else {}) | {"level": level}


def overrides(creature: dict[str, Any], base: dict[str, Any]) -> dict[str, Any]:
    """What a combatant's own copy of a stat block has otherwise than the block kept under that name."""
    found: dict[str, Any] = {}
    for key, value in creature.items():
        if key in ("name", "hp", "edition") or base.get(key) == value:
            continue
        found["initiative_bonus" if key == "initiative" else key] = value
    return found


def conditions_and_tags(texts: list[str]) -> tuple[list[str], list[str]]:
    """Free tags sorted into conditions the rules know and the rest."""
    known: list[str] = []
    rest: list[str] = []
    for text in texts:
        first = words.condition(re.split(r"[\s(:,]", text.strip(), maxsplit=1)[0]) if text.strip() else None
        (known if first else rest).append(
            (first or "") + text.strip()[len(re.split(r"[\s(:,]", text.strip(), maxsplit=1)[0]) :]
            if first
            else text.strip()
        )
    return known, [text for text in rest if text]


def number_names(rows: list[dict[str, Any]]) -> None:
    """Number rows that share one name, as duplicates in a list are meant: Goblin 1, Goblin 2."""
    shared: dict[str, int] = {}
    for row in rows:
        shared[row["name"]] = shared.get(row["name"], 0) + 1
    taken = {row["name"] for row in rows}
    used: dict[str, int] = {}
    for row in rows:
        name = row["name"]
        if shared[name] > 1 and row.get("count", 1) == 1:
            used[name] = used.get(name, 0) + 1
            while f"{name} {used[name]}" in taken:
                used[name] += 1
            row.setdefault("monster", name)
            row["name"] = f"{name} {used[name]}"
