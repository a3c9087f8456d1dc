"""Improved Initiative: stat blocks, libraries, whole backups (JSON inside JSON), saved and running encounters."""

import json
from typing import Any

from tracker.library.importers import figures, ii_encounter
from tracker.library.importers.ii_block import character_row, is_player, read_block, title
from tracker.library.importers.result import Imported

_PREFIX = "ImprovedInitiative."
_BLOCKS = ("Creatures", "PlayerCharacters")
_FIGHTS = ("SavedEncounters", "AutoSavedEncounters")
_LEFT = ("Spells", "User", "KeyBindings", "ActionBar")
_UNSET = object()


def read(data: Any, found: Imported) -> None:
    """Any document of the program: told apart by its keys."""
    if isinstance(data, list):
        _many(data, found)
    elif "Combatants" in data or _is_old_fight(data):
        ii_encounter.read(data, found)
    elif "StatBlock" in data or "Statblock" in data:
        _party([_persistent(data, found, title(data))], found)
    elif "HP" in data or ("Name" in data and "Creatures" not in data and not _is_library(data)):
        _many([data], found)
    else:
        _library(data, found)


def _is_old_fight(data: dict[str, Any]) -> bool:
    rows = data.get("Creatures")
    return isinstance(rows, list) and bool(rows) and all(isinstance(row, dict) for row in rows)


def _is_library(data: dict[str, Any]) -> bool:
    return any(key.split(".")[0] in (*_BLOCKS, *_FIGHTS, "PersistentCharacters", "ImprovedInitiative") for key in data)


def _many(blocks: list[Any], found: Imported) -> None:
    party = []
    for index, block in enumerate(blocks, 1):
        if not isinstance(block, dict):
            found.problem(f"entry {index}", "not a stat block: left out")
        elif "Combatants" in block or _is_old_fight(block):
            ii_encounter.read(block, found)
        elif "StatBlock" in block:
            party.append(_persistent(block, found, title(block)))
        elif is_player(block):
            party.append(character_row(block, found))
        else:
            _creature(block, found)
    _party(party, found)


def _creature(block: dict[str, Any], found: Imported) -> None:
    creature = read_block(block, found)
    if creature is not None:
        found.add(creature)


def _party(rows: list[dict[str, Any] | None], found: Imported) -> None:
    kept = [row for row in rows if row is not None]
    if kept:
        found.encounters.append({"encounter": "Characters", "party": kept, "combatants": []})


def _library(data: dict[str, Any], found: Imported) -> None:
    party: list[dict[str, Any] | None] = []
    left: dict[str, int] = {}
    for key, value in _newest(data).items():
        name, _, rest = key.partition(".")
        if name in _LEFT:
            left[name] = left.get(name, 0) + (1 if rest else 0)
            continue
        item = _decoded(key, value, found)
        if item is _UNSET:
            continue
        if (name in _BLOCKS and is_player(item)) or name == "PlayerCharacters":
            party.append(character_row(item, found))
        elif name in _BLOCKS:
            _creature(item, found)
        elif name == "PersistentCharacters":
            party.append(_persistent(item, found, key))
        else:
            _fight(key, item, found)
    _party(party, found)
    _say_left(left, data, found)


def _newest(data: dict[str, Any]) -> dict[str, Any]:
    """Items by `List.id`: a plain object stands before the older text under the same id; indexes are passed over."""
    items: dict[str, Any] = {}
    for key, value in data.items():
        short = key.removeprefix(_PREFIX)
        name, _, rest = short.partition(".")
        known = name in (*_BLOCKS, *_FIGHTS, *_LEFT, "PersistentCharacters")
        if not known or not rest:
            continue
        if short not in items or isinstance(items[short], str):
            items[short] = value
    return items


def _decoded(key: str, value: Any, found: Imported) -> Any:
    if isinstance(value, str):
        if figures.is_empty(value):
            return _UNSET
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            found.problem(key, "the text stored under this key is damaged: left out")
            return _UNSET
    if isinstance(value, str):
        return _decoded(key, value, found) if value.lstrip().startswith("{") else _UNSET
    if value is None:
        return _UNSET
    if not isinstance(value, dict):
        found.problem(key, "not an object: left out")
        return _UNSET
    return value


def _persistent(item: dict[str, Any], found: Imported, where: str) -> dict[str, Any] | None:
    block = item.get("StatBlock", item.get("Statblock"))
    if not isinstance(block, dict):
        found.problem(where, "a character without a stat block: left out")
        return None
    if figures.is_empty(block.get("Name")):
        block = block | {"Name": item.get("Name")}
    row = character_row(block, found, figures.whole(item.get("CurrentHP")))
    if row is not None and isinstance(item.get("Notes"), str) and item["Notes"].strip():
        row["notes"] = item["Notes"].strip()
    return row


def _fight(key: str, item: dict[str, Any], found: Imported) -> None:
    if not item.get("Combatants") and not item.get("Creatures"):
        if key.startswith("SavedEncounters"):
            found.note(f"{title(item) or key}: an encounter without combatants")
        return
    ii_encounter.read(item, found, "The fight on the table" if key.startswith("Auto") else "")


def _say_left(left: dict[str, int], data: dict[str, Any], found: Imported) -> None:
    if left.get("Spells"):
        found.note(f"{left['Spells']} spells stay behind: spell texts are not kept here")
    if any(left.get(name) for name in ("User", "KeyBindings", "ActionBar")):
        found.note("settings and key bindings of Improved Initiative stay behind")
    for name in (*_BLOCKS, "PersistentCharacters", "SavedEncounters"):
        index = data.get(name, data.get(_PREFIX + name))
        missing = _missing(name, index, data)
        if missing:
            found.note(f"the index of {name} names {missing} that the file does not hold")


def _missing(name: str, index: Any, data: dict[str, Any]) -> str:
    if isinstance(index, str):
        try:
            index = json.loads(index)
        except (ValueError, RecursionError):
            return ""
    if not isinstance(index, list):
        return ""
    gone = [str(key) for key in index if f"{name}.{key}" not in data and f"{_PREFIX}{name}.{key}" not in data]
    return ", ".join(gone[:5]) + (f" and {len(gone) - 5} more" if len(gone) > 5 else "")
