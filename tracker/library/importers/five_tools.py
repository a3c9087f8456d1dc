"""5etools bestiary files (homebrew): single creatures, lists, whole collections."""

from typing import Any

from tracker.library.importers import figures, shapes, words
from tracker.library.importers.assemble import put_together, set_armour, set_defences, set_hit_points
from tracker.library.importers.edition import edition_of_entries
from tracker.library.importers.entries import Entry
from tracker.library.importers.fields import bonuses, listed, senses, speeds
from tracker.library.importers.five_tools_copy import settled
from tracker.library.importers.five_tools_text import rendered, untagged
from tracker.library.importers.markup import one_line
from tracker.library.importers.result import Imported
from tracker.library.importers.spellcasting import read_spellcasting

_SECTIONS = {
    "traits": "trait",
    "actions": "action",
    "bonus": "bonus",
    "reactions": "reaction",
    "legendary": "legendary",
    "mythic": "mythic",
}
_LETTERS = {
    "L": "lawful",
    "N": "neutral",
    "NX": "neutral",
    "NY": "neutral",
    "C": "chaotic",
    "G": "good",
    "E": "evil",
    "U": "unaligned",
    "A": "any alignment",
}
_WIDE = {
    frozenset({"NX", "C", "G", "NY", "E"}): "any non-lawful alignment",
    frozenset({"L", "NX", "C", "NY", "E"}): "any non-good alignment",
    frozenset({"L", "NX", "C", "E"}): "any evil alignment",
    frozenset({"L", "NX", "C", "G"}): "any good alignment",
    frozenset({"C", "G", "NY", "E"}): "any chaotic alignment",
    frozenset({"L", "G", "NY", "E"}): "any lawful alignment",
}
_OTHER = {
    "spell": "spells",
    "item": "items",
    "object": "objects",
    "trap": "traps",
    "hazard": "hazards",
    "class": "classes",
    "race": "species",
    "vehicle": "vehicles",
}
_NEW_BOOKS = ("XMM", "XPHB", "XDMG", "SRD52", "FRAIF")


def read(data: Any, found: Imported) -> None:
    """A collection, a list of creatures or one creature."""
    meta: dict[str, Any] = {}
    if isinstance(data, dict) and ("monster" in data or "_meta" in data):
        meta = data["_meta"] if isinstance(data.get("_meta"), dict) else {}
        rows = data.get("monster")
        _say_others(data, found)
    else:
        rows = data
    rows = [rows] if isinstance(rows, dict) else rows if isinstance(rows, list) else []
    monsters = []
    for index, row in enumerate(rows, 1):
        if isinstance(row, dict) and not figures.is_empty(row.get("name")):
            monsters.append(row)
        else:
            found.problem(f"monster {index}", "no creature, or one without a name: left out")
    for monster in settled(monsters, found):
        _one(monster, meta, found)
    if not rows:
        found.problem(found.file, "a 5etools file without creatures (no `monster` list)")


def _say_others(data: dict[str, Any], found: Imported) -> None:
    others = [
        f"{len(data[key])} {word}" for key, word in _OTHER.items() if isinstance(data.get(key), list) and data[key]
    ]
    if others:
        found.note(f"besides creatures the file holds {', '.join(others)}: they stay behind")


def _one(monster: dict[str, Any], meta: dict[str, Any], found: Imported) -> None:
    creature: dict[str, Any] = {"name": one_line(monster["name"]), "source": one_line(monster.get("source"))}
    sections = {ours: _entries(monster.get(theirs)) for ours, theirs in _SECTIONS.items()}
    creature["edition"] = _edition(monster, meta, sections)
    _kind(monster, creature)
    _armour(monster.get("ac"), creature, found)
    _points(monster.get("hp"), creature, found)
    creature["speed"], note = speeds(monster.get("speed"))
    creature["speed_note"] = untagged(note) if note else ""
    creature["abilities"] = {
        key: score for key in words.ABILITIES if (score := figures.whole(_special(monster.get(key)))) is not None
    }
    creature["cr"] = figures.challenge(monster.get("cr"))
    rating = monster.get("cr")
    if isinstance(rating, dict):
        creature["xp"], creature["xp_lair"] = figures.whole(rating.get("xp")), figures.whole(rating.get("xpLair"))
    creature["initiative"] = _initiative(monster, creature)
    creature["saves"] = {key: bonus for name, bonus in bonuses(monster.get("save")) if (key := words.ability(name))}
    skills = monster.get("skill")
    plain_skills = (
        {key: value for key, value in skills.items() if key != "other"} if isinstance(skills, dict) else skills
    )
    creature["skills"] = {words.skill(name): bonus for name, bonus in bonuses(plain_skills)}
    creature["senses"], _ = senses(_texts(monster.get("senses")))
    creature["passive"] = figures.whole(_special(monster.get("passive")))
    set_defences(
        creature, *(_defence(monster.get(key)) for key in ("resist", "immune", "vulnerable", "conditionImmune"))
    )
    creature["languages"] = ", ".join(_texts(monster.get("languages")))
    creature["gear"] = [untagged(text).split("|")[0] for text in _texts(monster.get("gear"))]
    _spells(monster.get("spellcasting"), creature, sections)
    _legendary_uses(monster, creature)
    if isinstance(monster.get("legendaryGroup"), dict):
        found.note(f"{creature['name']}: lair actions stand in another file and are not included")
    found.add(put_together(creature, sections, rendered(monster.get("legendaryHeader") or "")))


def _entries(value: Any) -> list[Entry]:
    found = []
    for part in value if isinstance(value, list) else []:
        if isinstance(part, dict):
            body = part.get("entries", part.get("entry", ""))
            found.append(Entry(untagged(str(part.get("name") or "")), rendered(body)))
        elif isinstance(part, str):
            found.append(Entry("", untagged(part)))
    return found


def _edition(monster: dict[str, Any], meta: dict[str, Any], sections: dict[str, list[Entry]]) -> str:
    said = monster.get("edition", meta.get("edition"))
    if said in ("one", "classic"):
        return "srd-5.2" if said == "one" else "srd-5.1"
    return "srd-5.2" if str(monster.get("source")).upper() in _NEW_BOOKS else edition_of_entries(sections)


def _special(value: Any) -> Any:
    return value.get("special") if isinstance(value, dict) else value


def _texts(value: Any) -> list[str]:
    return [untagged(text) for text in listed(value)]


def _kind(monster: dict[str, Any], creature: dict[str, Any]) -> None:
    given = monster.get("size")
    codes = [words.size(code) for code in (given if isinstance(given, list) else [given])]
    sizes = [size for size in codes if size]
    if sizes:
        creature["size"] = sizes[-1]
        if len(sizes) > 1:
            creature["size_note"] = " or ".join(sizes)
    creature["type"] = _type(monster.get("type"))
    prefix = monster.get("alignmentPrefix")
    creature["alignment"] = ((prefix if isinstance(prefix, str) else "") + _alignment(monster.get("alignment"))).strip()


def _type(value: Any) -> str:
    if isinstance(value, str):
        return value.lower()
    if not isinstance(value, dict):
        return ""
    kind = value.get("type")
    if isinstance(kind, dict):
        options = kind.get("choose")
        kind = " or ".join(map(str, options)) if isinstance(options, list) else ""
    tags = [
        f"{tag.get('prefix', '')} {tag.get('tag', '')}".strip() if isinstance(tag, dict) else str(tag)
        for tag in shapes.rows(value.get("tags"))
        if tag
    ]
    if size := words.size(value.get("swarmSize")):
        kind = f"swarm of {size} {kind}s"
    return f"{kind} ({', '.join(tags)})".lower() if tags else str(kind or "").lower()


def _alignment(value: Any) -> str:
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list):
        return ""
    if any(isinstance(part, dict) for part in value):
        parts = []
        for part in value:
            if isinstance(part, dict):
                chance = f" ({part['chance']}%)" if part.get("chance") else ""
                parts.append(str(part.get("special") or _alignment(part.get("alignment")) + chance))
        return " or ".join(filter(None, parts)).lower()
    letters = [str(part) for part in value]
    if named := _WIDE.get(frozenset(letters)):
        return named
    return " ".join(dict.fromkeys(_LETTERS.get(letter, letter.lower()) for letter in letters))


def _armour(value: Any, creature: dict[str, Any], found: Imported) -> None:
    rows = value if isinstance(value, list) else [value]
    first = rows[0] if rows else None
    number = first.get("ac") if isinstance(first, dict) else first
    notes = [_armour_note(row, index == 0) for index, row in enumerate(rows)]
    set_armour(creature, number, ", ".join(filter(None, notes)) or "", found)


def _armour_note(row: Any, is_first: bool) -> str:
    if not isinstance(row, dict):
        return "" if is_first else str(row)
    if row.get("special"):
        return untagged(str(row["special"]))
    origin = row.get("from")
    parts = [untagged(str(part)) for part in origin] if isinstance(origin, list) else []
    if row.get("condition"):
        parts.append(untagged(str(row["condition"])))
    text = ", ".join(parts)
    return text if is_first else f"{row.get('ac')} {text}".strip()


def _points(value: Any, creature: dict[str, Any], found: Imported) -> None:
    if isinstance(value, dict):
        special = value.get("special")
        amount = value.get("average")
        set_hit_points(
            creature,
            untagged(str(special)) if special is not None and amount is None else amount,
            value.get("formula"),
            found,
        )
    else:
        set_hit_points(creature, value, None, found)


def _initiative(monster: dict[str, Any], creature: dict[str, Any]) -> int | None:
    given = monster.get("initiative")
    dex = figures.modifier_of(creature["abilities"].get("dex"))
    if isinstance(given, dict):
        if (flat := figures.whole(given.get("initiative"))) is not None:
            return flat
        level = figures.whole(given.get("proficiency")) or 0
        return dex + level * figures.proficiency_bonus(creature["cr"])
    return flat if (flat := figures.whole(given)) is not None else dex


def _defence(value: Any, depth: int = 0) -> list[str]:
    """Nested defence entries as plain lines: `{resist: [...], note: ...}` is one line with its note."""
    found: list[str] = []
    for part in value if isinstance(value, list) else [value] if value else []:
        if isinstance(part, str):
            found.append(untagged(part))
        elif isinstance(part, dict) and depth < 8:
            if part.get("special"):
                found.append(untagged(str(part["special"])))
                continue
            keys = ("resist", "immune", "vulnerable", "conditionImmune")
            inner: Any = next((part[key] for key in keys if key in part), [])
            words_ = _defence(inner, depth + 1)
            before, after = untagged(str(part.get("preNote") or "")), untagged(str(part.get("note") or ""))
            found += [" ".join(filter(None, (before, ", ".join(words_), after)))] if before or after else words_
    return found


def _spells(value: Any, creature: dict[str, Any], sections: dict[str, list[Entry]]) -> None:
    for part in value if isinstance(value, list) else []:
        if not isinstance(part, dict):
            continue
        name = untagged(str(part.get("name") or "Spellcasting"))
        header = rendered(part.get("headerEntries") or "")
        made = read_spellcasting(Entry(name, header))
        if key := words.ability(part.get("ability")):
            made["ability"] = key
        lists, slots, lines = _spell_lists(part)
        made |= {"slots": slots} if slots else {}
        made |= {"spells": lists} if lists else {}
        text = "\n".join(filter(None, [header, *lines, rendered(part.get("footerEntries") or "")]))
        if text:
            made["text"] = text
        creature.setdefault("spellcasting", []).append(made)
        if part.get("displayAs") not in ("action", "bonus", "reaction", "legendary"):
            creature.setdefault("traits", []).append(name)


def _spell_lists(part: dict[str, Any]) -> tuple[dict[str, list[str]], dict[int, int], list[str]]:
    hidden = shapes.rows(part.get("hidden"))
    lists: dict[str, list[str]] = {}
    slots: dict[int, int] = {}

    def take(key: str, value: Any) -> None:
        names = [
            untagged(text).lower()
            for text in listed(
                [row.get("entry") if isinstance(row, dict) else row for row in value]
                if isinstance(value, list)
                else value
            )
        ]
        if names:
            lists.setdefault(key, []).extend(names)

    if "will" not in hidden:
        take("at will", part.get("will"))
    for field, span in (
        ("daily", "day"),
        ("rest", "rest"),
        ("restLong", "long rest"),
        ("weekly", "week"),
        ("charges", "charge"),
    ):
        table = part.get(field)
        for key, value in table.items() if isinstance(table, dict) and field not in hidden else []:
            take(f"{figures.whole(key) or 1}/{span}", value)
    levels = part.get("spells")
    for key, row in levels.items() if isinstance(levels, dict) else []:
        level = figures.whole(key)
        if not isinstance(row, dict) or level is None:
            continue
        take(str(level) if level else "cantrips", row.get("spells"))
        if (amount := figures.whole(row.get("slots"))) is not None:
            slots[level] = amount
    return lists, slots, [f"{key}: {', '.join(names)}" for key, names in lists.items()]


def _legendary_uses(monster: dict[str, Any], creature: dict[str, Any]) -> None:
    uses, in_lair = figures.whole(monster.get("legendaryActions")), figures.whole(monster.get("legendaryActionsLair"))
    if monster.get("legendary") and (uses or in_lair):
        creature["legendary"] = {"uses": uses or 3} | ({"uses_lair": in_lair} if in_lair else {})
