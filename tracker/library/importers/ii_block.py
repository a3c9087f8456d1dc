"""One stat block of Improved Initiative."""

import json
from typing import Any

from tracker.library.importers import figures, rows, words
from tracker.library.importers.assemble import put_together, set_armour, set_defences, set_hit_points
from tracker.library.importers.edition import edition_of_entries
from tracker.library.importers.entries import Entry
from tracker.library.importers.fields import listed, saves, senses, skills, speeds, type_line
from tracker.library.importers.markup import one_line, prose
from tracker.library.importers.result import Imported
from tracker.library.importers.shapes import rows as listed_rows
from tracker.library.importers.shapes import words_of

_SECTIONS = {
    "traits": "Traits",
    "actions": "Actions",
    "bonus": "BonusActions",
    "reactions": "Reactions",
    "legendary": "LegendaryActions",
    "mythic": "MythicActions",
}


_NOT_COMPARED = {"Id", "LastUpdateMs", "Path", "Version", "ImageURL", "Name"}


def title(block: dict[str, Any]) -> str:
    """The name on a stat block, empty when it has none."""
    return "" if figures.is_empty(block.get("Name")) else one_line(block["Name"])


def is_player(block: dict[str, Any]) -> bool:
    """Whether the block is a player's character."""
    return not figures.is_empty(block.get("Player"))


def read_block(block: dict[str, Any], found: Imported, where: str = "") -> dict[str, Any] | None:
    """The creature, or None with the reason named in `found`. Copies of one stat block are read once."""
    name = title(block)
    if not name:
        found.problem(where or "a stat block", "no name: left out")
        return None
    key = json.dumps({key: value for key, value in block.items() if key not in _NOT_COMPARED}, sort_keys=True)
    known = found.memory.get(key)
    if known is None:
        known = found.memory[key] = _read(block, name, found)
    return {**known, "name": name}


def _read(block: dict[str, Any], name: str, found: Imported) -> dict[str, Any]:
    sections = {ours: _entries(block.get(theirs)) for ours, theirs in _SECTIONS.items()}
    creature: dict[str, Any] = {"name": name, "edition": edition_of_entries(sections)}
    _plain_figures(block, creature, found)
    creature |= type_line(words_of(block.get("Type")))
    set_defences(
        creature,
        block.get("DamageResistances"),
        block.get("DamageImmunities"),
        block.get("DamageVulnerabilities"),
        block.get("ConditionImmunities"),
    )
    creature["languages"] = ", ".join(listed(block.get("Languages")))
    if not is_player(block):
        creature["cr"] = figures.challenge(block.get("Challenge"))
    if isinstance(block.get("Description"), str):
        creature["description"] = prose(block["Description"])
    creature["source"] = one_line(block.get("Source"))
    return put_together(creature, sections)


def _plain_figures(block: dict[str, Any], creature: dict[str, Any], found: Imported) -> None:
    armour, remark = _value_and_notes(block.get("AC"))
    set_armour(creature, armour, remark, found)
    hit_points, remark = _value_and_notes(block.get("HP"))
    given = figures.dice(remark)
    if given and figures.average(given) in (0, 1) and given.startswith("1d1"):
        given = None
    set_hit_points(creature, hit_points, given, found)
    scores = block.get("Abilities")
    if isinstance(scores, dict):
        creature["abilities"] = {
            key: score
            for label, value in scores.items()
            if (key := words.ability(label)) and (score := figures.whole(value)) is not None
        }
    extra = figures.whole(block.get("InitiativeModifier")) or 0
    creature["initiative"] = figures.modifier_of(creature.get("abilities", {}).get("dex")) + extra
    special = block.get("InitiativeSpecialRoll") or ("advantage" if block.get("InitiativeAdvantage") is True else None)
    if special:
        creature["notes"] = "\n".join(filter(None, [creature.get("notes"), f"Initiative: {one_line(special)}."]))
    creature["speed"], creature["speed_note"] = speeds(block.get("Speed"))
    creature["saves"] = saves(block.get("Saves"))
    creature["skills"] = skills(block.get("Skills"))
    creature["senses"], creature["passive"] = senses(block.get("Senses"))
    _strange_saves(block, creature)


def _strange_saves(block: dict[str, Any], creature: dict[str, Any]) -> None:
    """Saves of other games (Fort, Ref, Will) are kept as words."""
    strange = [
        f"{one_line(save.get('Name'))} {one_line(save.get('Modifier'))}"
        for save in listed_rows(block.get("Saves"))
        if isinstance(save, dict)
        and not figures.is_empty(save.get("Name"))
        and words.ability(str(save["Name"]).split(" ")[0]) is None
    ]
    if strange:
        creature["notes"] = "\n".join(filter(None, [creature.get("notes"), "Saves: " + ", ".join(strange)]))


def _value_and_notes(value: Any) -> tuple[Any, Any]:
    if isinstance(value, dict):
        return value.get("Value"), value.get("Notes")
    return value, value if isinstance(value, str) else ""


def _entries(value: Any) -> list[Entry]:
    found = []
    for part in value if isinstance(value, list) else []:
        if isinstance(part, str):
            part = {"Name": "", "Content": part}
        if not isinstance(part, dict):
            continue
        name, text = words_of(part.get("Name")), words_of(part.get("Content"))
        usage = part.get("Usage")
        if isinstance(usage, str) and usage.strip() and usage.strip().lower() not in name.lower():
            name = f"{name} ({usage.strip().strip('()')})"
        if name.strip() or text.strip():
            found.append(Entry(name, text))
    return found


def character_row(block: dict[str, Any], found: Imported, current: int | None = None) -> dict[str, Any] | None:
    """A player's character as a party row; `current` hit points make `9/12`."""
    creature = read_block(block, found)
    if creature is None:
        return None
    row = rows.character(creature, block.get("Challenge"))
    if (amount := rows.points(current, creature.get("hp"))) is not None:
        row["hp"] = amount
    return row
