"""TetraCube's stat block generator: numbers as text, texts with formulas such as `[STR ATK]`."""

import re
from typing import Any

from tracker.library.importers import figures, words
from tracker.library.importers.assemble import put_together, set_armour, set_defences, set_hit_points
from tracker.library.importers.edition import edition_of_entries
from tracker.library.importers.entries import Entry
from tracker.library.importers.fields import speeds
from tracker.library.importers.markup import one_line
from tracker.library.importers.result import Imported

_DIE = {"tiny": 4, "small": 6, "medium": 8, "large": 10, "huge": 12, "gargantuan": 20}
_ARMOUR = {
    "padded armor": (11, 9),
    "leather armor": (11, 9),
    "studded leather": (12, 9),
    "hide armor": (12, 2),
    "chain shirt": (13, 2),
    "scale mail": (14, 2),
    "breastplate": (14, 2),
    "half plate": (15, 2),
    "ring mail": (14, 0),
    "chain mail": (16, 0),
    "splint": (17, 0),
    "splint mail": (17, 0),
    "plate": (18, 0),
    "plate mail": (18, 0),
}
_SECTIONS = {
    "traits": "abilities",
    "actions": "actions",
    "bonus": "bonusActions",
    "reactions": "reactions",
    "legendary": "legendaries",
    "mythic": "mythics",
    "lair": "lairs",
}
_FORMULA = re.compile(r"\[([^\[\]]{1,60})\]")


def read(data: Any, found: Imported) -> None:
    """One creature or a list of them."""
    for index, each in enumerate(data if isinstance(data, list) else [data], 1):
        if not isinstance(each, dict) or figures.is_empty(each.get("name")):
            found.problem(f"creature {index}", "no creature, or one without a name: left out")
        else:
            found.add(_one(each, found))


def _one(data: dict[str, Any], found: Imported) -> dict[str, Any]:
    name = one_line(data["name"])
    scores = {key: figures.whole(data.get(f"{key}Points")) for key in words.ABILITIES}
    abilities = {key: 10 if score is None else score for key, score in scores.items()}
    mods = {key: figures.modifier_of(score) for key, score in abilities.items()}
    cr, pb = _rating(data)
    creature: dict[str, Any] = {
        "name": name,
        "size": words.size(data.get("size")) or "medium",
        "abilities": abilities,
        "cr": cr,
        "pb": pb,
    }
    tag = one_line(data.get("tag")).lower()
    creature["type"] = one_line(data.get("type")).lower() + (f" ({tag})" if tag else "")
    creature["alignment"] = one_line(data.get("alignment")).lower()
    sections = {ours: _entries(data.get(theirs), name, data, mods, pb) for ours, theirs in _SECTIONS.items()}
    creature["edition"] = edition_of_entries(sections)
    _armour(data, mods, creature, found)
    _points(data, mods, creature, found)
    _moves(data, creature)
    _senses(data, creature, mods, pb)
    creature["saves"] = {
        key: mods[key] + pb for row in _rows(data.get("sthrows")) if (key := words.ability(row.get("name")))
    }
    creature["skills"] = {
        key: mods[words.SKILL_ABILITY.get(key, "str")] + pb * (2 if "ex" in str(row.get("note")) else 1)
        for row in _rows(data.get("skills"))
        if (key := words.skill(row.get("name")))
    }
    _defences(data, creature)
    creature["languages"] = ", ".join(filter(None, (one_line(row.get("name")) for row in _rows(data.get("languages")))))
    if data.get("isLair") is not True:
        sections.pop("lair", None)
    intro = _resolved(str(data.get("legendariesDescription") or ""), name, data, mods, pb)
    if data.get("isLegendary") is not True:
        sections.pop("legendary", None)
    return put_together(creature, sections, intro)


def _rows(value: Any) -> list[dict[str, Any]]:
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []


def _rating(data: dict[str, Any]) -> tuple[Any, int]:
    if str(data.get("cr")).strip() == "*":
        return figures.challenge(data.get("customCr")), figures.whole(data.get("customProf")) or 2
    cr = figures.challenge(data.get("cr"))
    return cr, figures.proficiency_bonus(cr)


def _armour(data: dict[str, Any], mods: dict[str, int], creature: dict[str, Any], found: Imported) -> None:
    kind = one_line(data.get("armorName")).lower()
    shield = figures.whole(data.get("shieldBonus")) or 0
    dex = mods["dex"]
    if kind == "other":
        set_armour(creature, one_line(data.get("otherArmorDesc")), "", found)
        return
    if kind == "natural armor":
        value, note = 10 + dex + (figures.whole(data.get("natArmorBonus")) or 0), "natural armor"
    elif kind == "mage armor":
        set_armour(creature, 10 + dex + shield, f"{13 + dex + shield} with mage armor", found)
        return
    elif kind in _ARMOUR:
        base, cap = _ARMOUR[kind]
        value, note = base + min(dex, cap), kind
    else:
        value, note = 10 + dex, ""
    note = ", ".join(filter(None, (note, "shield" if shield else "")))
    set_armour(creature, value + shield, note, found)


def _points(data: dict[str, Any], mods: dict[str, int], creature: dict[str, Any], found: Imported) -> None:
    if data.get("customHP") is True:
        set_hit_points(creature, one_line(data.get("hpText")), None, found)
        return
    number = figures.whole(data.get("hitDice"))
    if not number or number < 0:
        set_hit_points(creature, one_line(data.get("hpText")), None, found)
        return
    bonus = number * mods["con"]
    rolled = f"{number}d{_DIE[creature['size']]}" + (f"{bonus:+d}" if bonus else "")
    set_hit_points(creature, max(1, figures.average(rolled) or 1), rolled, found)


def _moves(data: dict[str, Any], creature: dict[str, Any]) -> None:
    if data.get("customSpeed") is True:
        creature["speed"], creature["speed_note"] = speeds(one_line(data.get("speedDesc")))
        return
    keys = {"walk": "speed", "burrow": "burrowSpeed", "climb": "climbSpeed", "fly": "flySpeed", "swim": "swimSpeed"}
    moves: dict[str, Any] = {
        move: feet for move, key in keys.items() if (feet := figures.whole(data.get(key))) and feet > 0
    }
    if data.get("hover") is True:
        moves["hover"] = True
    creature["speed"] = moves


def _senses(data: dict[str, Any], creature: dict[str, Any], mods: dict[str, int], pb: int) -> None:
    found: dict[str, Any] = {
        sense: feet
        for sense in ("blindsight", "darkvision", "tremorsense", "truesight")
        if (feet := figures.whole(data.get(sense))) and feet > 0
    }
    if found and data.get("blind") is True:
        found["blind_beyond"] = True
    creature["senses"] = found
    watchful = next((row for row in _rows(data.get("skills")) if words.skill(row.get("name")) == "perception"), None)
    creature["passive"] = 10 + mods["wis"] + (pb * (2 if "ex" in str(watchful.get("note")) else 1) if watchful else 0)


def _defences(data: dict[str, Any], creature: dict[str, Any]) -> None:
    lists: dict[str, list[str]] = {"r": [], "i": [], "v": []}
    for row in _rows(data.get("damagetypes")) + _rows(data.get("specialdamage")):
        lists.setdefault(str(row.get("type")).strip(" ()").lower()[:1], []).append(one_line(row.get("name")))
    set_defences(
        creature,
        lists["r"],
        lists["i"],
        lists["v"],
        [one_line(row.get("name")) for row in _rows(data.get("conditions"))],
    )


def _entries(value: Any, name: str, data: dict[str, Any], mods: dict[str, int], pb: int) -> list[Entry]:
    return [
        Entry(one_line(row.get("name")), _resolved(str(row.get("desc") or ""), name, data, mods, pb))
        for row in _rows(value)
        if row.get("name") or row.get("desc")
    ]


def _resolved(text: str, name: str, data: dict[str, Any], mods: dict[str, int], pb: int) -> str:
    """`[STR ATK]` is the attack bonus, `[STR 2D6]` damage with the modifier, `[CON SAVE]` a DC, `[MON]` the name."""

    def value(hit: re.Match[str]) -> str:
        body = hit[1].strip()
        if body.upper() in ("MON", "MONS"):
            word = one_line(data.get("shortName")) or name.lower()
            return word if body.upper() == "MON" else (one_line(data.get("pluralName")) or f"{word}s")
        parts = re.match(r"(?:(STR|DEX|CON|INT|WIS|CHA)\b)?\s*(.*)$", body, re.I)
        if not parts:
            return hit.group()
        mod = mods[parts[1].lower()] if parts[1] else 0
        return _value(parts[1], parts[2].strip(), mod, pb) or hit.group()

    return _FORMULA.sub(value, text)


def _value(ability: str | None, rest: str, mod: int, pb: int) -> str | None:
    extra = sum(int(part.replace(" ", "")) for part in re.findall(r"[+-]\s*\d+(?![dD\d])", rest))
    word = re.sub(r"[+-]\s*\d+$", "", rest).strip().upper()
    if ability and word == "ATK":
        return f"{mod + pb + extra:+d}"
    if ability and word == "SAVE":
        return str(8 + mod + pb + extra)
    if ability and word == "":
        return f"{mod + extra:+d}"
    if re.fullmatch(r"\d{0,3}D\d{1,3}", word):
        bonus = mod + extra
        rolled = word.lower() if word[0].isdigit() else f"1{word.lower()}"
        typical = (figures.average(rolled) or 0) + bonus
        return f"{typical} ({rolled}{f' {bonus:+d}'.replace('+', '+ ').replace('-', '- ') if bonus else ''})"
    return None
