"""Encounters of the Initiative Tracker plugin: blocks, tables, inline; and the toolkit's `initiative` block."""

import re
from pathlib import Path
from typing import Any

from tracker.library.importers import figures, loose_yaml
from tracker.library.importers.markup import one_line
from tracker.library.importers.result import Imported

_FLAGS = {
    "hidden": ("hidden", True),
    "friend": ("side", "ally"),
    "friendly": ("side", "ally"),
    "ally": ("side", "ally"),
}
_COUNTED = re.compile(r"^\s*(\d{1,3}|\d{0,2}[dD]\d{1,3}(?:\s*[+-]\s*\d+)?)\s*(?::\s+|:(?=\D)|[xX\u00d7]\s+)(.+)$", re.S)
_MOST = 200


def read_encounters(text: str, line: int, found: Imported) -> None:
    """Every encounter of a block; several are parted by a line of three hyphens."""
    start = 0
    parts: list[tuple[int, list[str]]] = [(0, [])]
    for index, row in enumerate(text.split("\n")):
        if re.fullmatch(r"\s*-{3,}\s*", row):
            parts.append((index + 1, []))
        else:
            parts[-1][1].append(row)
    for start, rows in parts:
        if any(row.strip() for row in rows):
            _one("\n".join(rows), line + start, found)


def _one(text: str, line: int, found: Imported) -> None:
    loaded = loose_yaml.load(text)
    for row, message in loaded.remarks:
        found.problem(f"{found.file}:{line + row - 1}", message)
    if loaded.error:
        found.problem(
            f"{found.file}:{line + loaded.line - 1}",
            f"this encounter block is not valid YAML: {loaded.error}; left out",
        )
        return
    data = loaded.data
    if isinstance(data, list):
        data = {"creatures": data}
    if not isinstance(data, dict):
        found.problem(f"{found.file}:{line}", "an encounter block needs a list under creatures: left out")
        return
    data = {str(key).strip().lower(): value for key, value in data.items()}
    if "creatures" not in data and not any(key in data for key in ("players", "party")):
        if "name" not in data:
            found.problem(f"{found.file}:{line}", "an encounter block without creatures: left out")
        return
    name = one_line(data["name"]) if not figures.is_empty(data.get("name")) else f"{Path(found.file).stem}, line {line}"
    encounter: dict[str, Any] = {"encounter": name, "edition": "", "party": _party(data, name, found)}
    rows = _creatures(data.get("creatures"), f"{name} (line {line})", found)
    hide = data.get("hide")
    hidden = "creatures" in [str(part).lower() for part in (hide if isinstance(hide, list) else [hide])]
    is_rolled = str(data.get("rollhp")).lower() in ("true", "yes")
    for each in rows:
        each |= ({"hidden": True} if hidden else {}) | ({"hp": "roll"} if is_rolled and "hp" not in each else {})
    encounter["combatants"] = _joined(rows)
    if (worth := figures.whole(data.get("xp"))) is not None:
        encounter["notes"] = f"{worth} XP for the encounter"
    found.encounters.append(encounter)


def _party(data: dict[str, Any], name: str, found: Imported) -> list[dict[str, Any]]:
    players = data.get("players")
    names = [
        one_line(part)
        for part in (players if isinstance(players, list) else [players])
        if isinstance(part, str | int) and not isinstance(part, bool)
    ]
    names = [each for each in names if each and each.lower() not in ("none", "false", "true", "all")]
    if not figures.is_empty(data.get("party")):
        found.note(
            f"{name}: the party '{one_line(data['party'])}' is kept in the plugin's settings, not in the note: "
            "name a party file under party:"
        )
    if names:
        found.note(f"{name}: {', '.join(names)} stand in the note by name only: give them hit points and armour class")
    return [{"name": each} for each in dict.fromkeys(names)]


def _creatures(value: Any, where: str, found: Imported) -> list[dict[str, Any]]:
    if isinstance(value, dict):
        value = [{key: part} for key, part in value.items()]
    if isinstance(value, str):
        value = [part for part in value.split("\n") if part.strip()]
    rows = []
    for part in value if isinstance(value, list) else []:
        row = _creature(part, where, found)
        if row is not None:
            rows.append(row)
    return rows


def _creature(part: Any, where: str, found: Imported) -> dict[str, Any] | None:
    """One line of the list in any of its forms; what cannot be understood is named."""
    amount: Any = 1
    if isinstance(part, str) and (counted := _COUNTED.match(part)):
        amount, part = counted[1], counted[2]
    elif (
        isinstance(part, dict)
        and len(part) == 1
        and not {str(key).lower() for key in part} & {"creature", "monster", "name"}
    ):
        amount, part = next(iter(part.items()))
        if figures.whole(amount) is None and isinstance(part, int | str) and figures.whole(part) is not None:
            amount, part = part, amount
    row = _described(part)
    if row is None or not row.get("monster"):
        found.problem(where, f"'{one_line(str(part))[:60]}' is not understood: left out")
        return None
    if isinstance(part, dict) and (stated := figures.whole(part.get("count", part.get("number")))) is not None:
        amount = stated
    number = _count(amount, row["monster"], where, found)
    if number == 0:
        return None
    if number > 1:
        row["count"] = number
    return row


def _count(amount: Any, name: str, where: str, found: Imported) -> int:
    if rolled := figures.dice(amount):
        number = max(1, figures.average(rolled) or 1)
        found.note(f"{where}: {rolled} {name}: the number is rolled; {number} stand there, the average")
        return min(number, _MOST)
    stated = figures.whole(amount)
    if stated is not None and stated <= 0:
        found.note(f"{where}: {name} has the number {stated}: it takes no part")
        return 0
    return min(stated or 1, _MOST)


def _described(part: Any) -> dict[str, Any] | None:
    if isinstance(part, str | int | float) and not isinstance(part, bool):
        return _positions([piece.strip() for piece in str(part).split(",")])
    if isinstance(part, list) and part:
        first = part[0]
        if isinstance(first, list):
            inner = _described(first)
            rest = _positions(["x", *part[1:]])
            return (rest | inner) if inner and rest else inner
        if (
            len(part) == 2
            and isinstance(part[1], str)
            and figures.whole(part[1]) is None
            and part[1].lower() not in _FLAGS
        ):
            return {"monster": one_line(first), "name": one_line(part[1])}
        return _positions(part)
    return _named(part) if isinstance(part, dict) else None


def _positions(parts: list[Any]) -> dict[str, Any] | None:
    """Name, then hit points, armour class, modifier and experience by position, flags anywhere."""
    name = one_line(parts[0])
    row: dict[str, Any] = {}
    numbers: list[int | None] = []
    for part in parts[1:]:
        word = figures.plain(part).lower() if not isinstance(part, bool) else ""
        if word in _FLAGS:
            key, value = _FLAGS[word]
            row[key] = value
        elif re.fullmatch(r"[+-]?\s*\d{1,7}(?:\.\d+)?", word):
            numbers.append(figures.whole(word))
        elif figures.is_empty(word) or numbers:
            numbers.append(None)
        else:
            name = f"{name}, {one_line(part)}"
    for key, number in zip(("hp", "ac", "initiative_bonus", "xp"), numbers, strict=False):
        if number is not None and (number > 0 or key == "initiative_bonus" or (key == "xp" and number >= 0)):
            row[key] = number
    return {"monster": name} | row if name else None


def _named(part: dict[Any, Any]) -> dict[str, Any] | None:
    data = {str(key).strip().lower(): value for key, value in part.items()}
    creature = data.get("creature", data.get("monster", data.get("name")))
    if isinstance(creature, list):
        creature = creature[0] if creature and not isinstance(creature[0], list) else None
    if figures.is_empty(creature) or isinstance(creature, dict):
        return None
    row: dict[str, Any] = {"monster": one_line(creature)}
    if not figures.is_empty(data.get("name")) and one_line(data["name"]) != row["monster"]:
        row["name"] = one_line(data["name"])
    for key, theirs in (
        ("hp", "hp"),
        ("ac", "ac"),
        ("initiative_bonus", "mod"),
        ("initiative_bonus", "modifier"),
        ("xp", "xp"),
    ):
        if (number := figures.whole(data.get(theirs))) is not None:
            row[key] = number
    if str(data.get("hidden")).lower() in ("true", "yes"):
        row["hidden"] = True
    if any(str(data.get(key)).lower() in ("true", "yes") for key in ("friend", "friendly", "ally")):
        row["side"] = "ally"
    if isinstance(data.get("note", data.get("notes")), str):
        row["notes"] = one_line(data.get("note", data.get("notes")))
    return row


def _joined(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines that say the same are one line with the sum of their numbers."""
    result: list[dict[str, Any]] = []
    for row in rows:
        bare = {key: value for key, value in row.items() if key != "count"}
        same = next(
            (each for each in result if {key: value for key, value in each.items() if key != "count"} == bare), None
        )
        if same is None:
            result.append(row)
        else:
            same["count"] = same.get("count", 1) + row.get("count", 1)
    return result


def read_inline(text: str, name: str, found: Imported) -> None:
    """`encounter: 2: Goblin, 3: Wolf` inside a line of prose."""
    parts = re.split(r",\s*(?=\d{0,3}[dD]?\d*\s*:|\d+\s*:)", text)
    rows = _creatures(parts, name, found)
    if rows:
        found.encounters.append({"encounter": name, "edition": "", "party": [], "combatants": _joined(rows)})


def read_toolkit(data: Any, where: str, found: Imported) -> None:
    """The `initiative` block of the TTRPG UI Toolkit: names with armour class and hit points, maybe several each."""
    items = data.get("items") if isinstance(data, dict) else None
    if not isinstance(items, list):
        found.problem(where, "an initiative block without items: left out")
        return
    rows: list[dict[str, Any]] = []
    for item in items:
        if not isinstance(item, dict) or figures.is_empty(item.get("name")):
            found.problem(where, "an item without a name: left out")
            continue
        armour = {"ac": number} if (number := figures.whole(item.get("ac"))) is not None else {}
        points = item.get("hp")
        each = points.items() if isinstance(points, dict) else [(item["name"], points)]
        for name, hp in each:
            amount = figures.whole(hp)
            rows.append({"name": one_line(name)} | armour | ({"hp": amount} if amount else {}))
    title = one_line(data.get("state_key")) if not figures.is_empty(data.get("state_key")) else Path(found.file).stem
    found.encounters.append({"encounter": title, "edition": "", "party": [], "combatants": rows})
