"""Saved and running encounters of Improved Initiative, its first version's included."""

from typing import Any

from tracker.library.importers import figures, rows
from tracker.library.importers.ii_block import is_player, read_block, title
from tracker.library.importers.markup import one_line
from tracker.library.importers.result import Imported
from tracker.library.importers.shapes import table


def read(data: dict[str, Any], found: Imported, name: str = "") -> None:
    """Add one encounter, and the stat blocks that its combatants carry."""
    label = title(data) or name or "Encounter"
    combatants = [row for row in _rows(data) if isinstance(row, dict)]
    if len(combatants) < len(_rows(data)):
        found.problem(label, f"{len(_rows(data)) - len(combatants)} combatants are damaged: left out")
    is_rolled = any((figures.number(row.get("Initiative")) or 0) != 0 for row in combatants)
    party: list[dict[str, Any]] = []
    foes: list[dict[str, Any]] = []
    for index, combatant in enumerate(combatants, 1):
        made = _combatant(combatant, found, f"{label}, combatant {index}", is_rolled, combatants)
        if made is not None:
            (party if made.pop("_player") else foes).append(made)
    if any(isinstance(row.get("Initiative"), float) and not row["Initiative"].is_integer() for row in combatants):
        foes.sort(key=lambda row: -row["_count"])
        found.note(f"{label}: initiative counts with fractions were rounded down; equal counts keep their order")
    for row in (*party, *foes):
        row.pop("_count")
    _name_groups(foes, combatants)
    encounter: dict[str, Any] = {"encounter": label, "edition": _edition(found)}
    if number := figures.whole(data.get("RoundCounter")):
        found.note(f"{label}: this fight was in round {number}; it starts at round 1 here, everybody as they were")
    found.encounters.append(encounter | {"party": party, "combatants": foes})


def _rows(data: dict[str, Any]) -> list[Any]:
    value = data.get("Combatants", data.get("Creatures"))
    return value if isinstance(value, list) else []


def _edition(found: Imported) -> str:
    editions = [creature.get("edition") for creature in found.creatures]
    return max(set(filter(None, editions)), key=editions.count, default="srd-5.1")


def _combatant(
    data: dict[str, Any], found: Imported, where: str, is_rolled: bool, everyone: list[dict[str, Any]]
) -> dict[str, Any] | None:
    block = data.get("StatBlock", data.get("Statblock"))
    if not isinstance(block, dict):
        found.problem(where, "no stat block: left out")
        return None
    if not title(block) and not figures.is_empty(data.get("Alias")):
        block = block | {"Name": data["Alias"]}
    creature = read_block(block, found, where)
    if creature is None:
        return None
    if (given := figures.whole(data.get("MaxHP"))) is not None:
        creature["hp"] = given
    player = is_player(block) or not figures.is_empty(data.get("PersistentCharacterId"))
    row = rows.character(creature, block.get("Challenge")) if player else _foe(creature, found)
    row["name"] = _shown(data, creature["name"], everyone)
    if (amount := rows.points(figures.whole(data.get("CurrentHP")), creature.get("hp"))) is not None:
        row["hp"] = amount
    if creature.get("ac") is not None:
        row["ac"] = creature["ac"]
    count = rows.rolled(data.get("Initiative"))
    if is_rolled and count is not None:
        row["initiative"] = count
    _state(data, row)
    return row | {"_player": player, "_count": figures.number(data.get("Initiative")) or 0.0}


def _foe(creature: dict[str, Any], found: Imported) -> dict[str, Any]:
    base = next((each for each in found.creatures if each["name"] == creature["name"]), None)
    if base is None:
        found.creatures.append(creature)
        base = creature
    return {"monster": creature["name"]} | rows.overrides(creature, base)


def _shown(data: dict[str, Any], name: str, everyone: list[dict[str, Any]]) -> str:
    if not figures.is_empty(data.get("Alias")):
        return str(data["Alias"]).strip()
    index = figures.whole(data.get("IndexLabel"))
    same = sum(1 for each in everyone if title(table(each.get("StatBlock", each.get("Statblock")))) == name)
    return f"{name} {index}" if index and same > 1 else name


def _state(data: dict[str, Any], row: dict[str, Any]) -> None:
    if (extra := figures.whole(data.get("TemporaryHP"))) and extra > 0:
        row["temp_hp"] = extra
    if data.get("Hidden") is True:
        row["hidden"] = True
    conditions, tags = rows.conditions_and_tags(
        [_tag(tag) for tag in data.get("Tags") or [] if isinstance(tag, dict | str)]
        if isinstance(data.get("Tags"), list)
        else []
    )
    if conditions:
        row["conditions"] = conditions
    if tags:
        row["tags"] = tags
    if isinstance(data.get("CurrentNotes"), str) and data["CurrentNotes"].strip():
        row["notes"] = data["CurrentNotes"].strip()
    if not figures.is_empty(data.get("InitiativeGroup")):
        row["group"] = str(data["InitiativeGroup"])


def _tag(tag: dict[str, Any] | str) -> str:
    if isinstance(tag, str):
        return one_line(tag)
    text = one_line(tag.get("Text"))
    rounds = figures.whole(tag.get("DurationRemaining")) or 0
    return f"{text} for {rounds} rounds" if text and rounds > 0 and tag.get("DurationTiming") else text


def _name_groups(foes: list[dict[str, Any]], combatants: list[dict[str, Any]]) -> None:
    """A group is named for its creature; a group of one is none."""
    members: dict[str, list[dict[str, Any]]] = {}
    for row in foes:
        if "group" in row:
            members.setdefault(row["group"], []).append(row)
    taken: set[str] = set()
    for rows_ in members.values():
        if len(rows_) < 2:
            del rows_[0]["group"]
            continue
        stem = f"{rows_[0].get('monster', rows_[0]['name']).lower()}s"
        name = next(each for each in (stem, *(f"{stem} {n}" for n in range(2, 999))) if each not in taken)
        taken.add(name)
        for row in rows_:
            row["group"] = name
