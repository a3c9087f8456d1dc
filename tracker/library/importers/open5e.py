"""Open5e: answers of the API in both versions, list pages, and the fixtures of its repository."""

import json
from typing import Any

from tracker.library.importers import figures, shapes, words
from tracker.library.importers.assemble import entries, put_together, set_armour, set_defences, set_hit_points
from tracker.library.importers.edition import edition_of_entries
from tracker.library.importers.entries import Entry
from tracker.library.importers.fields import bonuses, senses, skills, speeds
from tracker.library.importers.markup import one_line, prose
from tracker.library.importers.result import Imported
from tracker.library.importers.shapes import table

_PAGE = 50
_KINDS = {"ACTION": "actions", "BONUS_ACTION": "bonus", "REACTION": "reactions", "LEGENDARY_ACTION": "legendary"} | {
    "LAIR_ACTION": "lair",
    "MYTHIC_ACTION": "mythic",
}


def read(data: Any, found: Imported) -> None:
    """One creature, a list of them, a page of the API, or a fixture list."""
    rows = data
    if isinstance(data, dict):
        rows = data["results"] if isinstance(data.get("results"), list) else [data]
        _page(data, found)
    seen: set[str] = set()
    for index, row in enumerate(rows, 1):
        if not isinstance(row, dict):
            found.problem(f"entry {index}", "not a creature: left out")
            continue
        _one(_fields(row), f"entry {index}", found, seen)
    if len(seen) > 1:
        found.note(f"creatures of several books: {', '.join(sorted(seen))}")


def _page(data: dict[str, Any], found: Imported) -> None:
    rows = data.get("results")
    if not isinstance(rows, list):
        return
    if data.get("next"):
        total = figures.whole(data.get("count")) or 0
        pages = f" of {-(-total // max(len(rows), 1))}" if total else ""
        found.note(
            f"this is one page{pages} of a list ({len(rows)} of {total or 'more'} creatures): read the other pages too"
        )
    if not rows:
        found.problem(found.file, "a list page without results")


def _fields(row: dict[str, Any]) -> dict[str, Any]:
    """A fixture's fields with the lists it keeps as JSON text opened."""
    fields = row.get("fields")
    if not isinstance(fields, dict):
        return row
    opened = dict(fields)
    for key, value in fields.items():
        if key.endswith("_json") and isinstance(value, str) and value.strip():
            try:
                opened.setdefault(key.removesuffix("_json"), json.loads(value))
            except (ValueError, RecursionError):
                opened[key] = None
    return opened


def _one(row: dict[str, Any], where: str, found: Imported, seen: set[str]) -> None:
    name = "" if figures.is_empty(row.get("name")) else one_line(row["name"])
    if not name:
        found.problem(where, "no name: left out")
        return
    if "armor_class" not in row and "hit_points" not in row and not row.get("actions"):
        found.problem(name, "a heading without figures: left out; open the creature itself")
        return
    document = row.get("document")
    is_second = (
        isinstance(document, dict) or isinstance(row.get("ability_scores"), dict) or isinstance(row.get("type"), dict)
    )
    title = _title(row)
    if title:
        seen.add(title)
    creature: dict[str, Any] = {
        "name": name,
        "source": title,
        "size": words.size(_name(row.get("size"))),
        "alignment": one_line(row.get("alignment")).lower(),
    }
    sections = _second_sections(row) if is_second else _first_sections(row)
    creature["edition"] = _edition(row, sections)
    set_armour(creature, row.get("armor_class"), row.get("armor_detail", row.get("armor_desc")) or "", found)
    set_hit_points(creature, row.get("hit_points"), row.get("hit_dice"), found)
    creature["speed"], creature["speed_note"] = speeds(row.get("speed"))
    creature["description"] = prose(row.get("desc")) if isinstance(row.get("desc"), str) else ""
    creature["cr"] = figures.challenge(row.get("challenge_rating", row.get("cr")))
    (_second if is_second else _first)(row, creature)
    intro = row.get("legendary_desc")
    found.add(put_together(creature, sections, intro if isinstance(intro, str) else ""))


def _name(value: Any) -> str:
    if isinstance(value, dict):
        value = value.get("name", value.get("key"))
    return "" if figures.is_empty(value) else one_line(value)


def _title(row: dict[str, Any]) -> str:
    document = row.get("document")
    if isinstance(document, dict):
        return _name({"name": document.get("display_name") or document.get("name") or document.get("key")})
    return _name(row.get("document__title", document if isinstance(document, str) else None))


def _edition(row: dict[str, Any], sections: dict[str, list[Entry]]) -> str:
    document = table(row.get("document"))
    key = str(document.get("key") or row.get("document__slug") or row.get("document") or "").lower()
    game = document.get("gamesystem")
    system = str(game.get("key") if isinstance(game, dict) else game or "").lower()
    if key.startswith(("bfrd", "bf", "tov", "black-flag")) or "black-flag" in system:
        return "black-flag"
    if "2024" in system or "2024" in key:
        return "srd-5.2"
    return "srd-5.1" if "2014" in system else edition_of_entries(sections)


def _first(row: dict[str, Any], creature: dict[str, Any]) -> None:
    kind, subtype = _name(row.get("type")).lower(), _name(row.get("subtype")).lower()
    creature["type"] = f"{kind} ({subtype})" if subtype else kind
    creature["abilities"] = {
        short: score
        for long, short in words.ABILITY_NAMES.items()
        if (score := figures.whole(row.get(long))) is not None
    }
    creature["saves"] = {
        short: bonus
        for long, short in words.ABILITY_NAMES.items()
        if (bonus := figures.whole(row.get(f"{long}_save"))) is not None
    }
    creature["skills"] = skills(row.get("skills"))
    creature["senses"], creature["passive"] = senses(row.get("senses"))
    set_defences(
        creature,
        row.get("damage_resistances"),
        row.get("damage_immunities"),
        row.get("damage_vulnerabilities"),
        row.get("condition_immunities"),
    )
    creature["languages"] = _name(row.get("languages"))


def _first_sections(row: dict[str, Any]) -> dict[str, list[Entry]]:
    names = {"traits": "special_abilities", "actions": "actions", "bonus": "bonus_actions", "reactions": "reactions"}
    names |= {"legendary": "legendary_actions", "mythic": "mythic_actions", "lair": "lair_actions"}
    return {ours: _actions(row.get(theirs)) for ours, theirs in names.items()}


def _actions(value: Any) -> list[Entry]:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return []
    found = []
    for part in value if isinstance(value, list) else []:
        for entry in entries([part]):
            bonus = figures.whole(part.get("attack_bonus")) if isinstance(part, dict) else None
            if bonus and not entry.text.strip():
                entry.facts["to_hit"] = bonus
                dice = figures.dice(part.get("damage_dice"))
                if dice:
                    entry.facts["damage"] = [f"{dice} any"]
            found.append(entry)
    return found


def _second(row: dict[str, Any], creature: dict[str, Any]) -> None:
    creature["type"] = _with_subtype(row)
    scores = row.get("ability_scores")
    creature["abilities"] = (
        {key: score for name, score in bonuses(scores) if (key := words.ability(name))}
        if isinstance(scores, dict)
        else {}
    )
    if creature["edition"] == "black-flag" and isinstance(row.get("modifiers"), dict):
        creature["mods"] = {key: bonus for name, bonus in bonuses(row["modifiers"]) if (key := words.ability(name))}
        del creature["abilities"]
    creature["initiative"] = figures.whole(row.get("initiative_bonus"))
    creature["saves"] = {
        key: bonus for name, bonus in bonuses(row.get("saving_throws")) if (key := words.ability(name))
    }
    creature["skills"] = {words.skill(name): bonus for name, bonus in bonuses(row.get("skill_bonuses"))}
    creature["senses"] = {
        sense: distance
        for sense in ("blindsight", "darkvision", "tremorsense", "truesight")
        if (distance := figures.whole(row.get(f"{sense}_range")))
    }
    creature["passive"] = figures.whole(row.get("passive_perception"))
    if creature["edition"] == "black-flag":
        creature["perception"] = creature.pop("passive")
    creature["xp"] = figures.whole(row.get("experience_points"))
    creature["pb"] = figures.whole(row.get("proficiency_bonus"))
    languages = row.get("languages")
    creature["languages"] = _name(languages.get("as_string") if isinstance(languages, dict) else languages)
    _second_defences(table(row.get("resistances_and_immunities")), creature)


def _second_defences(defence: dict[str, Any], creature: dict[str, Any]) -> None:
    """The printed lines where there are any: the lists beside them miss entries."""

    def lines(kind: str) -> Any:
        shown = defence.get(f"{kind}_display")
        return shown if not figures.is_empty(shown) else defence.get(kind)

    set_defences(
        creature,
        lines("damage_resistances"),
        lines("damage_immunities"),
        lines("damage_vulnerabilities"),
        lines("condition_immunities"),
    )


def _with_subtype(row: dict[str, Any]) -> str:
    kind, extra = _name(row.get("type")).lower(), _name(row.get("subcategory", row.get("subtype"))).lower()
    return f"{kind} ({extra})" if extra else kind


def _second_sections(row: dict[str, Any]) -> dict[str, list[Entry]]:
    sections: dict[str, list[Entry]] = {"traits": entries(row.get("traits"))}
    rows = [part for part in shapes.rows(row.get("actions")) if isinstance(part, dict)]
    rows.sort(key=lambda part: order if (order := figures.whole(part.get("order_in_statblock"))) is not None else 999)
    for part in rows:
        for entry in entries([part]):
            entry.facts |= _limits(part)
            section = sections.setdefault(_KINDS.get(str(part.get("action_type")), "actions"), [])
            if not any(other.name == entry.name and other.text == entry.text for other in section):
                section.append(entry)
    return sections


def _limits(part: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    usage = part.get("usage_limits")
    if isinstance(usage, dict):
        amount = figures.whole(usage.get("param"))
        kind = str(usage.get("type"))
        if kind == "RECHARGE_ON_ROLL" and amount and 1 <= amount <= 6:
            found["recharge"] = f"{amount}-6" if amount < 6 else "6"
        elif kind == "PER_DAY" and amount:
            found["uses"] = f"{amount}/day"
        elif "REST" in kind:
            found["recharge"] = "short rest"
    if (cost := figures.whole(part.get("legendary_action_cost"))) and cost > 1:
        found["cost"] = cost
    if not figures.is_empty(part.get("limited_to_form")):
        found["when"] = one_line(part["limited_to_form"])
    return found
