"""Bestiary Builder (for the Avrae bot): flat keys, attacks sometimes only as automation."""

from typing import Any

from tracker.library.importers import figures, words
from tracker.library.importers.assemble import entries, put_together, set_armour, set_defences, set_hit_points
from tracker.library.importers.edition import edition_of_entries
from tracker.library.importers.entries import Entry
from tracker.library.importers.fields import bonuses, listed, senses, speeds
from tracker.library.importers.markup import one_line, prose
from tracker.library.importers.result import Imported
from tracker.library.importers.shapes import table

_SECTIONS = {
    "traits": "traits",
    "actions": "actions",
    "bonus": "bonus_actions",
    "reactions": "reactions",
    "legendary": "legactions",
    "mythic": "mythic_actions",
}


def read(data: Any, found: Imported) -> None:
    """A creature, a list, or a bestiary."""
    rows = data
    if isinstance(data, dict):
        rows = next((data[key] for key in ("creatures", "monsters") if isinstance(data.get(key), list)), [data])
    for index, row in enumerate(rows, 1):
        if not isinstance(row, dict) or figures.is_empty(row.get("name")):
            found.problem(f"creature {index}", "no creature, or one without a name: left out")
        else:
            found.add(_one(row, found))


def _one(row: dict[str, Any], found: Imported) -> dict[str, Any]:
    creature: dict[str, Any] = {
        "name": one_line(row["name"]),
        "size": words.size(row.get("size")),
        "type": one_line(row.get("race", row.get("type"))).lower(),
    }
    creature["alignment"] = one_line(row.get("alignment")).lower()
    sections = {
        ours: [entry for part in _list(row.get(theirs)) for entry in _entries(part)]
        for ours, theirs in _SECTIONS.items()
    }
    creature["edition"] = edition_of_entries(sections)
    scores = table(row.get("ability_scores"))
    creature["abilities"] = {
        key: score
        for name, value in scores.items()
        if (key := words.ability(name)) and (score := figures.whole(value)) is not None
    }
    creature["pb"] = figures.whole(scores.get("prof_bonus"))
    creature["cr"] = figures.challenge(row.get("cr"))
    creature["xp"] = figures.whole(row.get("xp"))
    set_armour(creature, row.get("ac"), row.get("armortype") or "", found)
    set_hit_points(creature, row.get("hp"), row.get("hitdice"), found)
    creature["speed"], creature["speed_note"] = speeds(row.get("speed"))
    creature["saves"] = {
        key: bonus
        for name, bonus in _bonuses(row.get("saves"))
        if (key := words.ability(name.lower().replace("save", "")))
    }
    creature["skills"] = {words.skill(name): bonus for name, bonus in _bonuses(row.get("skills"))}
    creature["senses"], passive = senses(row.get("senses"))
    creature["passive"] = figures.whole(row.get("passiveperc")) or passive
    set_defences(
        creature, *(row.get(key, row.get(f"display_{key}")) for key in ("resist", "immune", "vuln", "condition_immune"))
    )
    creature["languages"] = ", ".join(listed(row.get("languages")))
    creature["description"] = prose(row.get("description")) if isinstance(row.get("description"), str) else ""
    if (uses := figures.whole(row.get("la_per_round"))) and sections["legendary"]:
        creature["legendary"] = {"uses": uses}
    return put_together(creature, sections)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _bonuses(value: Any) -> list[tuple[str, int]]:
    """Bonuses from plain numbers, or from `{value, prof}` tables of which only the proficient count."""
    if isinstance(value, dict):
        found = []
        for name, part in value.items():
            if isinstance(part, dict):
                bonus = figures.whole(part.get("value"))
                if bonus is not None and (part.get("prof") or part.get("bonus")):
                    found.append((str(name), bonus))
            elif (bonus := figures.whole(part)) is not None:
                found.append((str(name), bonus))
        return found
    return list(bonuses(value))


def _entries(part: Any) -> list[Entry]:
    made = entries([part])
    if isinstance(part, dict) and not made and figures.is_empty(part.get("name")) is False:
        made = [Entry(one_line(part["name"]), "")]
    for entry in made:
        if not entry.text.strip() and isinstance(part, dict):
            entry.facts |= _automation(part.get("automation"), 0)
    return made


def _automation(value: Any, depth: int) -> dict[str, Any]:
    """Attack bonus, damage and save out of an automation tree."""
    found: dict[str, Any] = {}
    if depth > 12:
        return found
    if isinstance(value, list):
        for part in value:
            for name, figure in _automation(part, depth + 1).items():
                found[name] = found[name] + figure if name == "damage" and name in found else figure
    elif isinstance(value, dict):
        if value.get("type") == "attack" and (bonus := figures.whole(value.get("attackBonus"))) is not None:
            found["to_hit"] = bonus
        if value.get("type") == "save" and (key := words.ability(value.get("stat"))):
            found |= {"save": key} | ({"dc": dc} if (dc := figures.whole(value.get("dc"))) is not None else {})
        if value.get("type") == "damage" and (rolled := figures.dice(value.get("damage"))):
            kind = next((kind for kind in words.DAMAGE_TYPES if f"[{kind}" in str(value.get("damage")).lower()), "any")
            found["damage"] = [f"{rolled} {kind}"]
        for branch in ("effects", "target", "hit", "fail", "automation"):
            for name, figure in _automation(value.get(branch), depth + 1).items():
                found[name] = found[name] + figure if name == "damage" and name in found else found.get(name, figure)
    return found
