"""5e-database and its API (dnd5eapi), the 2014 and the 2024 shape."""

from typing import Any

from tracker.library.importers import figures, known, shapes, words
from tracker.library.importers.assemble import put_together, set_armour, set_defences, set_hit_points
from tracker.library.importers.edition import edition_of_entries
from tracker.library.importers.entries import Entry
from tracker.library.importers.fields import listed, senses, speeds
from tracker.library.importers.markup import one_line, prose
from tracker.library.importers.result import Imported

_SECTIONS = {
    "traits": "special_abilities",
    "actions": "actions",
    "bonus": "bonus_actions",
    "reactions": "reactions",
} | {
    "legendary": "legendary_actions",
    "lair": "lair_actions",
}


def read(data: Any, found: Imported) -> None:
    """One monster, an array of them, or a list answer (which holds no figures)."""
    rows = data
    if isinstance(data, dict):
        rows = data["results"] if isinstance(data.get("results"), list) else [data]
    bare = 0
    for index, row in enumerate(rows, 1):
        if not isinstance(row, dict) or figures.is_empty(row.get("name")):
            found.problem(f"entry {index}", "no creature, or one without a name: left out")
        elif "hit_points" not in row and "armor_class" not in row:
            bare += 1
        else:
            _one(row, found)
    if bare:
        found.problem(found.file, f"{bare} entries are a list of names without figures: fetch each creature's own page")


def _one(row: dict[str, Any], found: Imported) -> None:
    creature: dict[str, Any] = {"name": one_line(row["name"]), "size": words.size(row.get("size"))}
    sections = {ours: _entries(row.get(theirs)) for ours, theirs in _SECTIONS.items()}
    creature["edition"] = _edition(row, sections)
    kind, subtype = one_line(row.get("type")).lower(), one_line(row.get("subtype")).lower()
    creature["type"] = f"{kind} ({subtype})" if subtype else kind
    creature["alignment"] = one_line(row.get("alignment")).lower()
    armour, remark = _armour(row.get("armor_class"))
    set_armour(creature, armour, remark, found)
    set_hit_points(creature, row.get("hit_points"), _dice(row), found)
    creature["speed"], creature["speed_note"] = speeds(row.get("speed"))
    creature["abilities"] = {
        short: score
        for long, short in words.ABILITY_NAMES.items()
        if (score := figures.whole(row.get(long))) is not None
    }
    creature["saves"], creature["skills"] = _proficiencies(row.get("proficiencies"))
    creature["senses"], creature["passive"] = senses(row.get("senses"))
    if isinstance(row.get("senses"), dict):
        creature["passive"] = figures.whole(row["senses"].get("passive_perception"))
    set_defences(
        creature,
        row.get("damage_resistances"),
        row.get("damage_immunities"),
        row.get("damage_vulnerabilities"),
        row.get("condition_immunities"),
    )
    creature["languages"] = ", ".join(listed(row.get("languages")))
    creature["cr"] = figures.challenge(row.get("challenge_rating"))
    creature["xp"], creature["xp_lair"] = figures.whole(row.get("xp")), figures.whole(row.get("xp_in_lair"))
    creature["pb"] = figures.whole(row.get("proficiency_bonus"))
    creature["description"] = _description(row.get("desc"))
    if creature["edition"] == "srd-5.2" and (base := known.record(creature["name"], "srd-5.2")):
        creature["initiative"] = base["initiative"]
        found.note(
            f"{creature['name']}: the file has no initiative; {base['initiative']:+d} is that of the built-in creature"
        )
    found.add(put_together(creature, sections))


def _description(value: Any) -> str:
    return prose("\n".join(map(str, value)) if isinstance(value, list) else value) if value else ""


def _edition(row: dict[str, Any], sections: dict[str, list[Entry]]) -> str:
    url = str(row.get("url") or row.get("image") or "")
    if "/2024/" in url:
        return "srd-5.2"
    return "srd-5.1" if "/2014/" in url else edition_of_entries(sections)


def _dice(row: dict[str, Any]) -> Any:
    """`hit_points_roll` has the bonus; older copies give the dice alone, and Constitution adds to each."""
    if not figures.is_empty(row.get("hit_points_roll")):
        return row["hit_points_roll"]
    dice = figures.dice(row.get("hit_dice"))
    if not dice or any(sign in dice for sign in "+-"):
        return dice
    bonus = int(dice.split("d")[0]) * figures.modifier_of(figures.whole(row.get("constitution")))
    return f"{dice}{bonus:+d}" if bonus else dice


def _armour(value: Any) -> tuple[Any, str]:
    if not isinstance(value, list):
        return value, ""
    rows = [row for row in value if isinstance(row, dict)]
    if not rows:
        return (value[0] if value else None), ""
    notes = [_armour_note(rows[0])] + [f"{row.get('value')} with {_armour_note(row)}" for row in rows[1:]]
    return rows[0].get("value"), ", ".join(note for note in notes if note)


def _armour_note(row: dict[str, Any]) -> str:
    if row.get("type") == "natural":
        return "natural armor"
    parts = (
        row.get("armor")
        if isinstance(row.get("armor"), list)
        else [row.get("armor"), row.get("spell"), row.get("condition")]
    )
    return ", ".join(
        one_line(part["name"]).lower() for part in parts or [] if isinstance(part, dict) and part.get("name")
    )


def _proficiencies(value: Any) -> tuple[dict[str, int], dict[str, int]]:
    saves: dict[str, int] = {}
    skills: dict[str, int] = {}
    for part in value if isinstance(value, list) else []:
        named = part.get("proficiency") if isinstance(part, dict) else None
        bonus = figures.whole(part.get("value")) if isinstance(part, dict) else None
        if not isinstance(named, dict) or bonus is None:
            continue
        index = (
            str(named.get("index") or named.get("name") or "")
            .lower()
            .replace("saving throw: ", "saving-throw-")
            .replace("skill: ", "skill-")
        )
        if index.startswith("saving-throw-") and (key := words.ability(index.removeprefix("saving-throw-"))):
            saves[key] = bonus
        elif index.startswith("skill-"):
            skills[words.skill(index.removeprefix("skill-").replace("-", " "))] = bonus
    return saves, skills


def _entries(value: Any) -> list[Entry]:
    found = []
    for part in value if isinstance(value, list) else []:
        if isinstance(part, dict) and (part.get("name") or part.get("desc")):
            text = part.get("desc")
            name = one_line(part.get("name"))
            found.append(
                Entry(name, "\n".join(map(str, text)) if isinstance(text, list) else str(text or ""), _facts(part))
            )
    return found


def _facts(part: dict[str, Any]) -> dict[str, Any]:
    """Structured figures of an action, for what its text does not say."""
    facts: dict[str, Any] = _usage(part.get("usage"))
    if (bonus := figures.whole(part.get("attack_bonus"))) is not None and part.get("damage") and not part.get("desc"):
        facts["to_hit"] = bonus
    damage = [made for row in shapes.rows(part.get("damage")) if (made := _damage(row))]
    if damage:
        facts["damage"] = damage
    dc = part.get("dc")
    if isinstance(dc, dict) and (value := figures.whole(dc.get("dc_value"))) is not None and "attack_bonus" not in part:
        kind = dc.get("dc_type")
        if key := words.ability(kind.get("index") if isinstance(kind, dict) else kind):
            facts |= {"save": key, "dc": value, "half": dc.get("success_type") == "half"}
    return facts


def _damage(row: Any) -> str | None:
    if not isinstance(row, dict):
        return None
    kind = row.get("damage_type")
    name = words.damage_type(kind.get("index") if isinstance(kind, dict) else kind)
    dice = figures.dice(row.get("damage_dice")) or (
        str(figures.whole(row.get("damage_dice"))) if figures.whole(row.get("damage_dice")) else None
    )
    return f"{dice} {name or 'any'}" if dice else None


def _usage(usage: Any) -> dict[str, Any]:
    if not isinstance(usage, dict):
        return {}
    times = figures.whole(usage.get("times"))
    kind = str(usage.get("type") or "").lower()
    if kind == "per day" and times:
        lair = figures.whole(usage.get("times_in_lair"))
        return {"uses": f"{times}/day"} | ({"uses_lair": lair} if lair else {})
    if kind == "recharge on roll" and (low := figures.whole(usage.get("min_value"))):
        return {"recharge": f"{low}-6" if low < 6 else "6"}
    if kind == "recharge after rest":
        rests = usage.get("rest_types")
        return {"recharge": "short rest" if not rests or "short" in rests else "long rest"}
    return {}
