"""One stat block of the Fantasy Statblocks plugin, whoever wrote it: by hand, a converter, or the Black Flag vault."""

import re
from typing import Any

from tracker.library.importers import figures, words
from tracker.library.importers.assemble import (
    SECTIONS,
    entries,
    ordered,
    put_together,
    set_armour,
    set_defences,
    set_hit_points,
)
from tracker.library.importers.edition import edition_of_entries
from tracker.library.importers.entries import Entry
from tracker.library.importers.fields import listed, saves, senses, skills, speeds
from tracker.library.importers.markup import entry_name, one_line, prose
from tracker.library.importers.result import Imported

_SECTION_KEYS = {
    "traits": "traits",
    "actions": "actions",
    "bonus_actions": "bonus",
    "reactions": "reactions",
    "legendary_actions": "legendary",
    "mythic_actions": "mythic",
    "lair_actions": "lair",
}
_WORDS_USED = """
name ac ac_class hp hit_dice stats saves skillsaves skills modifier speed senses languages damage_vulnerabilities
damage_resistances damage_immunities condition_immunities cr spells monster creature extends perception stealth
resistant immune vulnerable size type subtype alignment source layout image columns note statblock description desc
legendary_description initiative xp
"""
_WORDS_SILENT = """
dice render statblock-link path aliases tags cssclass cssclasses obsidianuimode forcecolumns columnwidth token
bestiary fage_stats srd page export publish permalink order columnheight
"""
_USED = set(_SECTION_KEYS) | set(_WORDS_USED.split())
_SILENT = set(_WORDS_SILENT.split())
_SUFFIX = re.compile(r"\s*\(([A-Z][A-Z0-9-]{1,9})\)\s*$")


def read_statblock(data: dict[str, Any], where: str, found: Imported, fallback: str = "") -> dict[str, Any] | None:
    """The creature; None with the reason named when it has no name."""
    data = {
        re.sub(r"[\s-]+", "_", str(key).strip().lower())
        if str(key).lower() != "statblock-link"
        else "statblock-link": value
        for key, value in data.items()
    }
    name = entry_name(data.get("name")) if not figures.is_empty(data.get("name")) else fallback
    bases = [entry_name(part) for key in ("monster", "creature", "extends") for part in listed(data.get(key))]
    name = name or (bases[0] if bases else "")
    if not name:
        _nameless(data, where, found)
        return None
    creature: dict[str, Any] = {}
    if suffix := _SUFFIX.search(name):
        name, creature["source"] = name[: suffix.start()].strip(), suffix[1]
    creature = {"name": name} | creature
    if not creature.get("source"):
        creature["source"] = ", ".join(listed(data.get("source")))
    sections = {ours: _entries(data.get(theirs)) for theirs, ours in _SECTION_KEYS.items()}
    _spells(data.get("spells"), sections)
    creature["edition"] = _edition(data, sections, creature["source"])
    _figures(data, creature, found, bool(bases))
    intro = data.get("legendary_description")
    made = put_together(creature, sections, intro if isinstance(intro, str) else "")
    if bases:
        made["extends"] = bases
        made["_added"] = _added(data, creature["edition"])
    return made


def _nameless(data: dict[str, Any], where: str, found: Imported) -> None:
    filled = [
        key
        for key, value in data.items()
        if not figures.is_empty(value) and isinstance(value, int | str) and figures.whole(value) is not None
    ]
    if filled:
        found.problem(where, "a stat block without a name: left out")
    else:
        found.note(f"{where}: an empty stat block, passed over")


def _entries(value: Any) -> list[Entry]:
    """Entries, with `- name: X` and `- desc: ...` written as two items joined again."""
    if isinstance(value, list):
        joined: list[Any] = []
        for part in value:
            before = joined[-1] if joined else None
            if (
                isinstance(part, dict)
                and set(part) == {"desc"}
                and isinstance(before, dict)
                and set(before) == {"name"}
            ):
                joined[-1] = before | part
            elif part is not None:
                joined.append(part)
        value = joined
    return entries(value)


def _spells(value: Any, sections: dict[str, list[Entry]]) -> None:
    """The list of spell lines as one spellcasting trait."""
    if isinstance(value, str):
        value = [value]
    lines = []
    for part in value if isinstance(value, list) else []:
        if isinstance(part, dict):
            lines += [
                f"{key}: {', '.join(listed(text)) if isinstance(text, list) else text}"
                for key, text in part.items()
                if not figures.is_empty(text)
            ]
        elif not figures.is_empty(part):
            lines.append(str(part))
    if lines:
        innate = "innate" in lines[0].lower()
        sections["traits"].append(Entry("Innate Spellcasting" if innate else "Spellcasting", "\n".join(lines)))


def _edition(data: dict[str, Any], sections: dict[str, list[Entry]], source: str) -> str:
    layout = str(data.get("layout") or "").lower()
    if "tov" in layout or "black flag" in layout or "valiant" in layout:
        return "black-flag"
    if any(key in data for key in ("resistant", "perception", "stealth")) and _are_modifiers(data.get("stats"), False):
        return "black-flag"
    if re.search(r"\bX(?:MM|PHB|DMG)\b|2024|5\.2", source) or "2024" in layout:
        return "srd-5.2"
    return edition_of_entries(sections)


def _are_modifiers(stats: Any, is_black_flag: bool) -> bool:
    values = [figures.whole(value) for value in stats] if isinstance(stats, list) else []
    signed = isinstance(stats, list) and any(
        isinstance(value, str) and figures.plain(value)[:1] in "+-" for value in stats
    )
    small = (
        bool(values)
        and all(value is not None and abs(value) <= 12 for value in values)
        and any((value or 0) < 0 for value in values)
    )
    return signed or small or (is_black_flag and bool(values) and all((value or 0) <= 12 for value in values))


def _figures(data: dict[str, Any], creature: dict[str, Any], found: Imported, has_base: bool) -> None:
    creature["size"] = words.size(data.get("size"))
    kind, subtype = (
        (one_line(data[key]).lower() if not figures.is_empty(data.get(key)) else "") for key in ("type", "subtype")
    )
    creature["type"] = f"{kind} ({subtype})" if subtype else kind
    creature["alignment"] = "" if figures.is_empty(data.get("alignment")) else one_line(data["alignment"]).lower()
    remark = "" if figures.is_empty(data.get("ac_class")) else data["ac_class"]
    if not has_base or not figures.is_empty(data.get("ac")):
        set_armour(creature, _first(data.get("ac")), remark, found)
    if not has_base or not figures.is_empty(data.get("hp")):
        set_hit_points(creature, _first(data.get("hp")), data.get("hit_dice"), found)
    if not figures.is_empty(data.get("speed")):
        creature["speed"], creature["speed_note"] = speeds(data["speed"])
    _stats(data.get("stats"), creature)
    bonus = data.get("modifier", data.get("initiative"))
    parts = [figures.whole(part) for part in (bonus if isinstance(bonus, list) else [bonus])]
    if any(part is not None for part in parts):
        creature["initiative"] = sum(part for part in parts if part is not None)
    creature["saves"] = saves(data.get("saves"))
    creature["skills"] = skills(data.get("skillsaves", data.get("skills")))
    creature["senses"], creature["passive"] = senses(data.get("senses"))
    for key in ("perception", "stealth"):
        creature[key] = figures.whole(data.get(key))
    pairs = (
        ("resistant", "damage_resistances"),
        ("immune", "damage_immunities"),
        ("vulnerable", "damage_vulnerabilities"),
    )
    resist, immune, vulnerable = ([*listed(data.get(short)), *listed(data.get(long))] for short, long in pairs)
    set_defences(creature, resist, immune, vulnerable, data.get("condition_immunities"))
    creature["languages"] = ", ".join(listed(data.get("languages")))
    creature["cr"] = figures.challenge(data.get("cr"))
    creature["xp"] = figures.whole(data.get("xp"))
    creature["description"] = "\n".join(
        prose(data[key]) for key in ("description", "desc") if isinstance(data.get(key), str)
    )
    _remarks(data, creature)


def _first(value: Any) -> Any:
    return value[0] if isinstance(value, list) and value else value


def _stats(value: Any, creature: dict[str, Any]) -> None:
    if isinstance(value, str):
        value = re.findall(r"[+-]?\d+", figures.plain(value))
    if isinstance(value, dict):
        scores = {
            key: score
            for name, part in value.items()
            if (key := words.ability(name)) and (score := figures.whole(part)) is not None
        }
        creature["abilities"] = scores
    elif isinstance(value, list):
        numbers = [figures.whole(part) for part in value[:6]]
        key = "mods" if _are_modifiers(value, creature["edition"] == "black-flag") else "abilities"
        creature[key] = {
            name: number for name, number in zip(words.ABILITIES, numbers, strict=False) if number is not None
        }


def _remarks(data: dict[str, Any], creature: dict[str, Any]) -> None:
    """Keys without a place of their own are kept as words."""
    lines = [prose(data["note"])] if isinstance(data.get("note"), str) and data["note"].strip() else []
    for key, value in data.items():
        if key in _USED or key in _SILENT or key.rstrip("+") in _USED or key.startswith("_") or figures.is_empty(value):
            continue
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            lines.append(f"{key.replace('_', ' ').capitalize()}: {one_line(value)}")
        elif isinstance(value, list) and (
            texts := [
                entry.name + (". " if entry.name and entry.text else "") + prose(entry.text) for entry in entries(value)
            ]
        ):
            lines.append(f"{key.replace('_', ' ').capitalize()}: {'; '.join(texts)}")
    if lines:
        creature["notes"] = "\n".join(filter(None, [creature.get("notes"), *lines]))


def _added(data: dict[str, Any], edition: str) -> dict[str, Any]:
    """What `actions+` and its like add to the creature this one builds on, in our keys."""
    sections = {ours: _entries(data.get(f"{theirs}+")) for theirs, ours in _SECTION_KEYS.items()}
    if not any(sections.values()):
        return {}
    made = put_together(
        {"name": "", "edition": edition, "initiative": 0}, {key: sections.get(key, []) for key in SECTIONS}
    )
    return {key: value for key, value in made.items() if key not in ("name", "edition", "initiative")}


def merged(base: dict[str, Any], upper: dict[str, Any]) -> dict[str, Any]:
    """One creature over another: keys given above replace, `_added` lists are put behind those below."""
    result = dict(base)
    for key, value in upper.items():
        if (
            key in ("extends", "_added")
            or (key == "edition" and "edition" in base)
            or (key == "initiative" and not upper.get("abilities") and not upper.get("mods") and value in (0, None))
        ):
            continue
        result[key] = (
            {**base[key], **value} if key in ("saves", "skills", "texts") and isinstance(base.get(key), dict) else value
        )
    for key, value in (upper.get("_added") or {}).items():
        below = result.get(key)
        if isinstance(value, list) and isinstance(below, list):
            result[key] = below + [part for part in value if part not in below]
        elif isinstance(value, dict) and isinstance(below, dict):
            extra = [*below.get("actions", []), *value.get("actions", [])]
            result[key] = below | value | ({"actions": extra} if extra else {})
        else:
            result[key] = value
    return ordered(result)
