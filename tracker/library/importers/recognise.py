"""Which program wrote a file, told by what stands in it; a file's name is never trusted."""

import re
from typing import Any

_LIBRARY_KEY = re.compile(
    r"(?:Creatures|PersistentCharacters|PlayerCharacters|SavedEncounters|Spells|AutoSavedEncounters)(?:\.|$)"
)
_FENCE = re.compile(r"^[ \t>]*(?:`{3,}|~{3,})[ \t]*(?:statblock|encounter|encounter-table|initiative)\b", re.M | re.I)
_INLINE = re.compile(r"`encounter:\s*[^`\n]+`")
_FRONTMATTER = re.compile(r"\A\s*---[ \t]*\n(?:.*\n)*?[\"']?statblock[\"']?[ \t]*:", re.I)
_OWN_START = re.compile(
    r"^(?:-[ \t]+)?[\"']?(?:encounter|edition|combatants|creatures|party|monster|name|extends|trap|templates)"
    r"[\"']?[ \t]*:(?:\s|$)"
)
_OWN_KEYS = {"encounter", "combatants", "creatures", "party"}
_ARMOUR_LINE = re.compile(r"^(?:[^\w\n]|_){0,40}(?:armou?r\s+class|AC)\b[\W_]{0,6}\d", re.M | re.I)
_POINTS_LINE = re.compile(r"(?:^|[\s*_])(?:hit\s+points|HP)\b[\W_]{0,6}\d", re.M | re.I)
_BLOCK_LINE = re.compile(r"^(?:[^\w\n]|_){0,40}(?:speed|challenge|CR|senses|languages|STR\b)", re.M | re.I)


def json_format(data: Any) -> str | None:
    """The reader for a JSON document, or None."""
    if isinstance(data, list):
        first = next((part for part in data if isinstance(part, dict)), None)
        return json_format(first) if first is not None else None
    if not isinstance(data, dict):
        return None
    return next((name for name, matches in _JSON_TESTS if matches(data)), None)


def _is_ii_library(data: dict[str, Any]) -> bool:
    keys = [key for key in data if isinstance(key, str)]
    if any(key.startswith("ImprovedInitiative.") for key in keys):
        return True
    return any(_LIBRARY_KEY.match(key) and ("." in key or _is_id_list(data[key])) for key in keys)


def _is_id_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(part, str) for part in value)


def _is_ii_encounter(data: dict[str, Any]) -> bool:
    rows = data.get("Combatants", data.get("Creatures"))
    return isinstance(rows, list) and (not rows or any(isinstance(row, dict) for row in rows))


def _is_ii_block(data: dict[str, Any]) -> bool:
    if "StatBlock" in data or "Statblock" in data:
        return True
    points = data.get("HP")
    return "Name" in data and (
        isinstance(points, dict) or any(key in data for key in ("HP", "AC", "Abilities", "Challenge", "Actions"))
    )


def _is_battle_tracker(data: dict[str, Any]) -> bool:
    return "battleTrackerVersion" in data or _first(
        data, "creatures", lambda row: "healthPoints" in row or "maxHealthPoints" in row
    )


def _first(data: dict[str, Any], key: str, test: Any) -> bool:
    rows = data.get(key)
    first = next((row for row in rows if isinstance(row, dict)), None) if isinstance(rows, list) else None
    return first is not None and bool(test(first))


def _is_five_tools(data: dict[str, Any]) -> bool:
    if isinstance(data.get("monster"), list | dict) or (
        isinstance(data.get("_meta"), dict) and "sources" in data["_meta"]
    ):
        return True
    points = data.get("hp")
    if isinstance(points, dict) and any(key in points for key in ("average", "formula", "special")):
        return True
    return "_copy" in data and "name" in data


def _is_page(data: dict[str, Any]) -> bool:
    return isinstance(data.get("results"), list) and ("count" in data or "next" in data)


def _page_kind(data: dict[str, Any]) -> str | None:
    first = next((row for row in data["results"] if isinstance(row, dict)), None)
    return (json_format(first) or ("fived_database" if "index" in first else None)) if first else "open5e"


def _is_open5e(data: dict[str, Any]) -> bool:
    if isinstance(data.get("fields"), dict) and "model" in data:
        return True
    if (
        isinstance(data.get("ability_scores"), dict)
        and "prof_bonus" not in data["ability_scores"]
        and ("armor_class" in data or "document" in data)
    ):
        return True
    return (
        ("armor_class" in data or "hit_points" in data)
        and "index" not in data
        and any(key in data for key in ("slug", "document__slug", "challenge_rating", "armor_desc", "hit_dice", "cr"))
    )


def _is_fived(data: dict[str, Any]) -> bool:
    if "index" in data and ("armor_class" in data or "hit_points" in data or "url" in data):
        return True
    return isinstance(data.get("armor_class"), list) and "hit_points" in data


def _inner(data: dict[str, Any]) -> dict[str, Any]:
    inner = data.get("system", data.get("data"))
    return inner if isinstance(inner, dict) else {}


def _is_black_flag_actor(data: dict[str, Any]) -> bool:
    abilities = _inner(data).get("abilities")
    return isinstance(abilities, dict) and "strength" in abilities


def _is_foundry(data: dict[str, Any]) -> bool:
    inner = _inner(data)
    return isinstance(inner.get("attributes"), dict) and ("hp" in inner["attributes"] or "ac" in inner["attributes"])


def _is_critter(data: dict[str, Any]) -> bool:
    def has_stats(row: dict[str, Any]) -> bool:
        return isinstance(row.get("stats"), dict) and ("abilityScores" in row["stats"] or "armorClass" in row["stats"])

    return has_stats(data) or _first(data, "creatures", has_stats)


def _is_builder(data: dict[str, Any]) -> bool:
    def has_scores(row: dict[str, Any]) -> bool:
        return isinstance(row.get("ability_scores"), dict) and "prof_bonus" in row["ability_scores"]

    return has_scores(data) or _first(data, "creatures", has_scores) or _first(data, "monsters", has_scores)


def _is_own(data: dict[str, Any]) -> bool:
    if any(isinstance(data.get(key), list) for key in ("combatants", "creatures", "party")):
        return True
    return "name" in data and any(key in data for key in ("ac", "hp", "attacks", "abilities", "cr", "speed"))


_JSON_TESTS: tuple[tuple[str, Any], ...] = (
    ("improved_initiative_library", _is_ii_library),
    ("improved_initiative_encounter", _is_ii_encounter),
    ("improved_initiative", _is_ii_block),
    ("battle_tracker", _is_battle_tracker),
    ("tetracube", lambda data: "strPoints" in data or ("hitDice" in data and "natArmorBonus" in data)),
    ("critterdb", _is_critter),
    ("bestiary_builder", _is_builder),
    ("black_flag_actor", _is_black_flag_actor),
    ("foundry", _is_foundry),
    ("five_tools", _is_five_tools),
    ("fived_database", _is_fived),
    ("open5e", _is_open5e),
    ("own", _is_own),
)


def document_format(data: Any) -> str | None:
    """As `json_format`, and pages of an API by what they list."""
    if isinstance(data, dict) and _is_page(data):
        return _page_kind(data)
    return json_format(data)


def has_note_blocks(text: str) -> bool:
    """Whether a Markdown note holds stat blocks or encounters of Obsidian plugins."""
    return bool(_FENCE.search(text) or _FRONTMATTER.match(text) or _INLINE.search(text))


def is_own_yaml(text: str) -> bool:
    """Whether the text begins like an encounter or creature file of ours."""
    lines = (
        line
        for line in text.split("\n", 200)[:200]
        if line.strip() and not line.lstrip().startswith("#") and line.strip() != "---"
    )
    return any(_OWN_START.match(line) for line in (line for line, _ in zip(lines, range(3), strict=False)))


def is_stat_block_text(text: str) -> bool:
    """Whether the text reads like a printed stat block: lines for armour class, hit points and something more."""
    return bool(_ARMOUR_LINE.search(text) and _POINTS_LINE.search(text) and _BLOCK_LINE.search(text))
