"""Saves of dnd-battle-tracker: a fight with hit points, conditions and counts; null means not set."""

from pathlib import Path
from typing import Any

from tracker.library.importers import figures, known
from tracker.library.importers.list_result import base_name
from tracker.library.importers.markup import one_line
from tracker.library.importers.result import Imported
from tracker.library.importers.rows import conditions_and_tags, points, rolled
from tracker.library.importers.shapes import rows


def read(data: Any, found: Imported) -> None:
    """One save."""
    creatures = data.get("creatures") if isinstance(data, dict) else None
    if not isinstance(creatures, list):
        found.problem(found.file, "a battle without creatures")
        return
    kept = []
    for index, row in enumerate(creatures, 1):
        if not isinstance(row, dict) or figures.is_empty(row.get("name")):
            found.problem(f"creature {index}", "no creature, or one without a name: left out")
        else:
            kept.append(row)
    edition = known.likely_edition(
        [{"name": base_name(one_line(row["name"])), "hp": figures.whole(row.get("maxHealthPoints"))} for row in kept]
    )
    party: list[dict[str, Any]] = []
    foes: list[dict[str, Any]] = []
    for row in kept:
        made, is_person = _row(row, edition, found)
        (party if is_person else foes).append(made)
    if party:
        found.note(
            f"{', '.join(row['name'] for row in party)}: no creatures of that name, so taken as characters of the party"
        )
    if number := figures.whole(data.get("round")):
        found.note(f"this fight was in round {number}; it starts at round 1 here, everybody as they were")
    found.encounters.append(
        {"encounter": Path(found.file).stem, "edition": edition, "party": party, "combatants": foes}
    )


def _row(data: dict[str, Any], edition: str, found: Imported) -> tuple[dict[str, Any], bool]:
    name = one_line(data["name"])
    base = base_name(name)
    is_known = known.record(base, edition) is not None
    row: dict[str, Any] = ({"monster": base} if is_known else {}) | {"name": name}
    maximum = figures.whole(data.get("maxHealthPoints"))
    current = figures.whole(data.get("healthPoints"))
    if data.get("alive") is False:
        current = 0
    if (amount := points(current, maximum if maximum is not None else current)) is not None:
        row["hp"] = amount
    for key, theirs in (("ac", "armorClass"), ("initiative", "initiative"), ("temp_hp", "temporaryHealthPoints")):
        value = rolled(data.get(theirs))
        if value is not None and (key != "temp_hp" or value > 0):
            row[key] = value
    conditions, tags = conditions_and_tags(_texts(data.get("conditions")))
    notes = _texts(data.get("notes"))
    row |= {
        key: value
        for key, value in (("conditions", conditions), ("tags", tags), ("notes", "; ".join(filter(None, notes))))
        if value
    }
    if data.get("shared") is False:
        row["hidden"] = True
    if figures.is_empty(data.get("armorClass")) and not is_known:
        found.note(f"{name}: no armour class in the save")
    person = not is_known and base == name and not known.near(base, edition) and len(name.split()) <= 3
    return row, person


def _texts(value: Any) -> list[str]:
    """Conditions and notes: texts, or objects with a text."""
    parts = [part.get("text") if isinstance(part, dict) else part for part in rows(value)]
    return [one_line(part) for part in parts if isinstance(part, str)]
