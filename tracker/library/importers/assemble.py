"""The lists of a stat block, read by the shared parser, put together as one creature in our shape."""

import re
from collections.abc import Iterable
from typing import Any

from tracker.library.importers import effects, figures, words
from tracker.library.importers.entries import Entry, heading, limited, read_action, read_attacks, trait_roll
from tracker.library.importers.markup import entry_name, one_line, prose
from tracker.library.importers.multiattack import multiattack
from tracker.library.importers.result import Imported
from tracker.library.importers.spellcasting import is_spellcasting, read_spellcasting

_ORDER = """
name edition size size_note type alignment ac ac_note hp hp_dice speed speed_note initiative abilities mods saves
skills senses passive perception stealth resist immune vulnerable condition_immune condition_resist
condition_vulnerable languages gear cr xp xp_lair pb traits legendary_resistance legendary_resistance_lair regeneration
multiattack multiattack_or multiattack_swap attacks actions bonus reactions legendary mythic lair lair_initiative
trait_rolls spellcasting texts description notes source player class level
"""
ORDER = tuple(_ORDER.split())
SECTIONS = ("traits", "actions", "bonus", "reactions", "legendary", "mythic", "lair")
_LEGENDARY_USES = re.compile(
    r"\b(?:take|uses?:?)\s*(\d|one|two|three|four|five)\b(?:\s*\((\d)\s*in\s*lair\))?(?:\s+(?:legendary\s+)?actions?)?",
    re.I,
)
_REGENERATES = re.compile(
    r"\bregains?\s+(\d{1,3})\s+(?:\(\w+\)\s+)?hit\s+points?\s+at\s+the\s+(?:start|beginning|end)\s+of", re.I
)
_RESTS = {"short rest": "Recharges after a Short or Long Rest", "long rest": "Recharges after a Long Rest"}
_BREATH = re.compile(r"(?:^|(?<=[.:!]\s)|\n)[-*\d. ]*((?:[A-Z][\w'-]+\s+){1,2}(?:Breath|Ray|Roar))[.:]\s+")
_STANCE = re.compile(
    r"\b(resistant|immune|vulnerable|resistance|immunity|vulnerability)\s+to\s+(?:the\s+)?([^.;]*)", re.I
)


def entries(value: Any, name: str = "name", text: str = "desc") -> list[Entry]:
    """Entries from `[{name, desc}]`, `[[name, desc]]`, one-pair maps, plain lines or one text; nothing raises."""
    found: list[Entry] = []
    if isinstance(value, dict):
        value = [value] if name in value or text in value else [{key: part} for key, part in value.items()]
    if isinstance(value, str):
        value = [value] if value.strip() else []
    for part in value if isinstance(value, list | tuple) else []:
        if (entry := _entry(part, name, text)) is not None:
            found.append(entry)
    return found


def _entry(part: Any, name: str, text: str) -> Entry | None:
    if isinstance(part, dict):
        if name in part or text in part:
            words_ = part.get(text, part.get("entries", part.get("text", "")))
            made = Entry(
                _text(part.get(name)), "\n".join(map(_text, words_)) if isinstance(words_, list) else _text(words_)
            )
        elif len(part) == 1:
            key, value = next(iter(part.items()))
            made = Entry(_text(key), _text(value))
        else:
            return None
    elif isinstance(part, list | tuple) and part:
        made = Entry(_text(part[0]), "\n".join(_text(piece) for piece in part[1:]))
    elif isinstance(part, str):
        made = entry_from_line(part)
    else:
        return None
    return made if made.name.strip() or made.text.strip() else None


def _text(value: Any) -> str:
    if value is None or isinstance(value, dict | list):
        return ""
    return str(value)


def entry_from_line(line: str) -> Entry:
    """`Bite. Melee Weapon Attack: ...` in two; without a short beginning that ends in a full stop all is text."""
    found = re.match(
        r"\s*(?:\*{2,3}|_{2,3})?([^.:!?*_\n]{1,60}?(?:\([^()\n]{1,60}\))?)[.:]?(?:\*{2,3}|_{2,3})?[.:]?\s+(?=\S)", line
    )
    if found and re.search(r"[.:*_]", found.group()[len(found[1]) :]):
        return Entry(found[1], line[found.end() :])
    return Entry("", line)


def put_together(
    creature: dict[str, Any], sections: dict[str, list[Entry]], legendary_text: str = ""
) -> dict[str, Any]:
    """Add what the sections hold to a creature that has its plain figures, in the order of our files.

    Sections are named as in SECTIONS; texts of traits go under `texts`, every other text with its entry.
    """
    named = [attack["name"] for attack in creature.get("attacks", [])]
    named += [heading(entry.name).name for section in SECTIONS[1:4] for entry in sections.get(section, [])]
    _traits(creature, sections.get("traits", []))
    actions = list(sections.get("actions", []))
    for entry in [e for e in actions if heading(e.name).name.lower().startswith("multiattack")]:
        actions.remove(entry)
        others = [name for name in named if not name.lower().startswith("multiattack")]
        for key, value in multiattack(one_line(entry.text), others).items():
            creature.setdefault(key, value)
        _keep(creature, heading(entry.name).printed, entry.text)
    _do(creature, "actions", _grouped([part for entry in actions for part in _breaths(entry)]))
    for section in ("bonus", "reactions", "lair"):
        _do(creature, section, sections.get(section, []))
    for section in ("legendary", "mythic"):
        _legendary(creature, section, sections.get(section, []), legendary_text if section == "legendary" else "")
    _finish(creature)
    return ordered(creature)


def ordered(creature: dict[str, Any]) -> dict[str, Any]:
    """The same creature with its keys in the order of our files and nothing empty in it."""
    kept = {key: creature[key] for key in ORDER if key in creature and creature[key] not in (None, [], {}, "")}
    return kept | {key: value for key, value in creature.items() if key not in kept and value not in (None, [], {}, "")}


def _keep(creature: dict[str, Any], name: str, text: str) -> None:
    if (kept := prose(text)) and name:
        creature.setdefault("texts", {}).setdefault(name, kept)


def _traits(creature: dict[str, Any], traits: Iterable[Entry]) -> None:
    for entry in traits:
        if is_spellcasting(entry):
            creature.setdefault("spellcasting", []).append(read_spellcasting(entry))
        head = limited(entry)
        name = head.printed or "Trait"
        if name == head.name and (shown := head.limits.get("uses") or head.limits.get("recharge")):
            name = f"{name} ({_RESTS.get(shown) or shown.replace('/day', '/Day')})"
        listed = creature.setdefault("traits", [])
        if name not in listed:
            listed.append(name)
        _keep(creature, name, entry.text)
        _known_trait(creature, entry)
        if not is_spellcasting(entry) and (roll := trait_roll(entry)):
            creature.setdefault("trait_rolls", []).append(roll)


def _known_trait(creature: dict[str, Any], entry: Entry) -> None:
    head = limited(entry)
    text = one_line(entry.text)
    if head.name.lower().startswith("legendary resistance") and (uses := re.match(r"\d+", head.limits.get("uses", ""))):
        creature["legendary_resistance"] = int(uses.group())
        if "uses_lair" in head.limits:
            creature["legendary_resistance_lair"] = head.limits["uses_lair"]
    if "regener" in head.name.lower() and (amount := _REGENERATES.search(text)):
        found: dict[str, Any] = {"amount": int(amount[1])}
        before = re.search(r"takes?\s+([^.]*?)\s+damage", text, re.I)
        if before and (kinds := [kind for kind in words.DAMAGE_TYPES if kind in before[1].lower()]):
            found["stopped_by"] = kinds
        if re.search(r"at\s+least\s+1\s+hit\s+point", text, re.I):
            found["needs_hp"] = 1
        creature.setdefault("regeneration", found)


def _do(creature: dict[str, Any], section: str, found: Iterable[Entry]) -> None:
    for entry in found:
        if is_spellcasting(entry):
            creature.setdefault("spellcasting", []).append(read_spellcasting(entry) | _kept_text(entry))
        elif (
            section != "reactions" and section != "lair" and (attacks := read_attacks(entry)) and (section == "actions")
        ):
            creature.setdefault("attacks", []).extend(attacks)
        else:
            creature.setdefault(section, []).append(_with_attack(entry) if section != "lair" else read_action(entry))


def _breaths(entry: Entry) -> list[Entry]:
    """`Breath Weapons` that lists its breaths, as one entry each with a shared recharge."""
    marks = list(_BREATH.finditer(entry.text))
    if len(marks) < 2:
        return [entry]
    ends = [mark.start() for mark in marks[1:]] + [len(entry.text)]
    head = limited(entry)
    shared = {key: head.limits[key] for key in ("recharge", "uses") if key in head.limits} | {"group": head.name}
    return [
        Entry(mark[1], entry.text[mark.end() : end].strip(), dict(shared))
        for mark, end in zip(marks, ends, strict=True)
    ]


def _grouped(actions: list[Entry]) -> list[Entry]:
    """A heading `Breath Weapons (Recharge 5-6)` before its breaths is not an action: they take its recharge over."""
    result: list[Entry] = []
    shared: dict[str, Any] = {}
    for index, entry in enumerate(actions):
        head = limited(entry)
        if _heads_group(head.name, entry) and any(_is_member(each) for each in actions[index + 1 : index + 2]):
            limits = {key: head.limits[key] for key in ("recharge", "uses") if key in head.limits}
            shared = limits | {"group": head.name}
            continue
        if shared and _is_member(entry):
            entry.facts = shared | entry.facts
        else:
            shared = {}
        result.append(entry)
    return result


def _heads_group(name: str, entry: Entry) -> bool:
    is_short = len(entry.text) < 120 and not re.search(r"\bDC\s*\d", entry.text)
    return is_short and name.lower() in ("breath weapons", "breath weapon", "roar")


def _is_member(entry: Entry) -> bool:
    head = limited(entry)
    return bool(re.search(r"\s(?:breath|roar)$", head.name, re.I)) and not head.limits


def _kept_text(entry: Entry) -> dict[str, str]:
    text = prose(entry.text)
    return {"text": text} if text else {}


def _with_attack(entry: Entry) -> dict[str, Any]:
    """A bonus action, reaction or legendary action; an attack among them keeps its bonus and damage."""
    attacks = read_attacks(entry)
    if not attacks:
        return read_action(entry)
    head = limited(entry)
    first = attacks[0]
    keys = ("to_hit", "damage", "inflicts", "escape", "ongoing", "text")
    kept: dict[str, Any] = {key: first[key] for key in keys if key in first}
    save = first.get("save")
    saves = save if isinstance(save, list) else [save] if save else []
    if saves:
        kept["then"] = saves
    return {"name": head.name} | {key: value for key, value in head.limits.items() if key != "uses_lair"} | kept


def _legendary(creature: dict[str, Any], section: str, found: list[Entry], intro: str) -> None:
    kept = []
    for entry in found:
        if not entry.name.strip() and re.search(r"legendary action", entry.text, re.I) and not intro:
            intro = entry.text
        else:
            kept.append(entry)
    if not kept:
        if intro:
            _keep(creature, "Legendary Actions", intro)
        return
    made: dict[str, Any] = creature.get(section) or {"uses": 3}
    if uses := _LEGENDARY_USES.search(one_line(intro)):
        made["uses"] = words.count(uses[1]) or 3
        if uses[2]:
            made["uses_lair"] = int(uses[2])
    actions: list[dict[str, Any]] = []
    for entry in kept:
        action = _with_attack(entry)
        if re.search(r"can't take this action again until", entry.text, re.I):
            action["once"] = True
        actions.append(action)
    creature[section] = made | {"actions": actions}


def _finish(creature: dict[str, Any]) -> None:
    """What other keys imply: initiative from Dexterity, the passive score, defences that a trait spells out."""
    dex = creature["mods"].get("dex") if creature.get("mods") else None
    if dex is None and creature.get("abilities"):
        dex = figures.modifier_of(creature["abilities"].get("dex"))
    if creature.get("initiative") is None and dex is not None:
        creature["initiative"] = dex
    _stances(creature)
    for key in ("resist", "immune", "vulnerable"):
        conditions = creature.pop(f"{key}_conditions", None)
        if conditions:
            target = f"condition_{key}"
            creature[target] = list(dict.fromkeys([*creature.get(target, []), *conditions]))


def _stances(creature: dict[str, Any]) -> None:
    """Black Flag lists a trait's name among resistances; its sentence says what is resisted."""
    texts = {entry_name(name).lower(): text for name, text in creature.get("texts", {}).items()}
    named = {word for key in ("resist", "immune", "vulnerable") for word in creature.get(key, []) if word in texts}
    for name in named:
        for hit in _STANCE.finditer(texts[name]):
            key = {"res": "resist", "imm": "immune", "vul": "vulnerable"}[hit[1][:3].lower()]
            found = re.split(r"\b(?:and|but)\b[^.]*?\b(?:resist|immun|vulner)", hit[2])[0]
            conditions = [word for word in words.CONDITIONS if re.search(rf"\b{word}\b", found, re.I)]
            kinds = [word for word in words.DAMAGE_TYPES if re.search(rf"\b{word}\b", found, re.I)]
            creature.setdefault(f"{key}_conditions", []).extend(conditions)
            creature.setdefault(key, []).extend(kind for kind in kinds if kind not in creature[key])
    for key in ("resist", "immune", "vulnerable"):
        if key in creature:
            creature[key] = [word for word in creature[key] if word not in named]


def set_defences(creature: dict[str, Any], resist: Any, immune: Any, vulnerable: Any, conditions: Any = None) -> None:
    """Fill the defence keys from lines in any form, conditions sorted out from damage types."""
    from tracker.library.importers.fields import defences

    for key, value in (("resist", resist), ("immune", immune), ("vulnerable", vulnerable)):
        kinds, named = defences(value)
        creature[key] = kinds
        if named:
            creature[f"{key}_conditions"] = named
    kinds, named = defences(conditions)
    creature["condition_immune"] = named + [kind for kind in kinds if kind not in named]


def set_hit_points(creature: dict[str, Any], value: Any, dice_text: Any, found: Imported) -> None:
    """Fill hp and hp_dice; hit points in words are named as a problem, dice that do not fit the number as a remark."""
    amount, dice = _amount(value), figures.dice(dice_text) or (figures.dice(value) if isinstance(value, str) else None)
    typical = figures.average(dice)
    if amount is None and typical is not None:
        amount = max(typical, 1)
    if amount is not None and amount >= 0:
        creature["hp"] = amount
    if dice and (typical or 0) > 0:
        creature["hp_dice"] = dice
    if amount is None:
        words_ = "" if figures.is_empty(value) or isinstance(value, dict | list) else one_line(value)
        if words_:
            creature["notes"] = "\n".join(filter(None, [creature.get("notes"), f"Hit points: {words_}"]))
        said = f"hit points are given in words ({words_[:60]})" if words_ else "no hit points"
        found.problem(creature["name"], f"{said}: write a number under hp")
    elif typical is not None and amount and abs(typical - amount) > max(3, amount // 10):
        found.note(
            f"{creature['name']}: {dice} averages {typical}, but {amount} hit points are given: {amount} is kept"
        )


def _amount(value: Any) -> int | None:
    if not isinstance(value, str):
        return figures.whole(value)
    text = figures.plain(value)
    if re.match(r"[\s(`]*(?:dice:\s*)?\d*\s*d\s*\d", text, re.I):
        return None
    first = re.match(r"\s*(?:hp\s*:?\s*)?(\d[\d ,.]*)", text, re.I)
    return figures.whole(first[1]) if first else None


def set_armour(creature: dict[str, Any], value: Any, remark: Any, found: Imported) -> None:
    """Fill ac and ac_note from `15`, `15 (natural armor)`, `17 (natural armor), 20 with shield`."""
    creature["ac"] = figures.whole(value)
    text = one_line(remark) if isinstance(remark, str) else ""
    if not text and isinstance(value, str) and (rest := re.match(r"\D*\d+\s*(.*)", one_line(value))):
        text = rest[1]
    creature["ac_note"] = _unwrapped(text.strip()).strip(" ,;")
    if creature["ac"] is None:
        found.note(f"{creature['name']}: no armour class given; it counts as 10 until you write one")


def _unwrapped(text: str) -> str:
    """The text without brackets around the whole of it."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for index, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth == 0:
            return text[1:-1] if index == len(text) - 1 else text
    return text


__all__ = [
    "ORDER",
    "SECTIONS",
    "effects",
    "entries",
    "entry_from_line",
    "ordered",
    "put_together",
    "set_armour",
    "set_defences",
    "set_hit_points",
]
