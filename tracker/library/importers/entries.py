"""One line of a stat block, a name and its text, as an entry of our creatures: attack, save action, trait."""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from tracker.frozen import Frozen
from tracker.library.importers import effects
from tracker.library.importers.attack_text import attacks_in
from tracker.library.importers.figures import plain
from tracker.library.importers.markup import entry_name, one_line, prose

_BRACKETS = re.compile(r"\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)\s*(?=[.,:;]?\s*(?:\(|$))")
_RECHARGE = re.compile(r"^recharges?\s*(?:on\s+(?:a\s+)?)?(\d)\s*(?:(?:-|to|or)\s*(\d))?$", re.I)
_RESTS = re.compile(r"\b(short|long)\b.*\brest\b", re.I)
_PER = re.compile(
    r"^(\d{1,2})\s*(?:x|times)?\s*/?\s*(?:per\s+)?\s*(day|turn|round|rest|short rest|long rest|hour|combat)\b(.*)$",
    re.I,
)
_COST = re.compile(r"^costs?\s*(\d)|^(\d)\s*(?:legendary\s+)?actions?$", re.I)
_LAIR = re.compile(r"\bor\s+(\d{1,2})\s*/\s*day\s+in\s+lair", re.I)


@dataclass(slots=True)
class Entry:
    """A name with its text as the file has it, and figures the file states beside the text."""

    name: str
    text: str
    facts: dict[str, Any] = field(default_factory=dict)


class Heading(Frozen):
    """A name without its brackets, and what the brackets said: recharge, uses, cost, when."""

    name: str
    limits: dict[str, Any]
    printed: str


@lru_cache(maxsize=4096)
def heading(name: str) -> Heading:
    """Take `Fire Breath (Recharge 5-6)` apart; `printed` keeps the whole, brackets and all."""
    whole = entry_name(name)
    limits: dict[str, Any] = {}
    bare = whole
    while found := _BRACKETS.search(bare):
        if not found.start():
            break
        for part in re.split(r"\s*;\s*|,\s+(?!or\b)", found[1]):
            _take_limit(part.strip(), limits)
        bare = (bare[: found.start()] + bare[found.end() :]).strip(" .,:;")
    return Heading(bare or whole, limits, whole)


def _take_limit(part: str, limits: dict[str, Any]) -> None:
    part = plain(part)
    if found := _RECHARGE.match(part):
        low, high = int(found[1]), int(found[2] or 6)
        limits["recharge"] = f"{low}-{high}" if low < high else str(low)
    elif re.match(r"recharges?\b", part, re.I) and (rest := _RESTS.search(part)):
        limits["recharge"] = f"{rest[1].lower()} rest"
    elif found := _PER.match(part):
        limits["uses"] = f"{int(found[1])}/{found[2].lower()}"
        if lair := _LAIR.search(part):
            limits["uses_lair"] = int(lair[1])
    elif found := _COST.match(part):
        limits["cost"] = int(found[1] or found[2])
    elif part:
        limits["when"] = f"{limits['when']}, {part}" if "when" in limits else part


def limited(entry: Entry) -> Heading:
    """The heading, completed by the limits that the file states apart from the name."""
    found = heading(entry.name)
    stated = {
        key: entry.facts[key] for key in ("recharge", "uses", "uses_lair", "cost", "when") if entry.facts.get(key)
    }
    return Heading(found.name, stated | found.limits, found.printed) if stated else found


def read_attacks(entry: Entry) -> list[dict[str, Any]]:
    """The attacks that the text describes, named; the file's own figures fill what the text leaves open."""
    found = attacks_in(one_line(entry.text))
    if not found and "to_hit" in entry.facts:
        found = [{"kind": entry.facts.get("kind", "melee"), "to_hit": entry.facts["to_hit"]}]
    head = limited(entry)
    result = []
    for attack in found:
        filled = (
            {"name": head.name} | {k: v for k, v in head.limits.items() if k in ("recharge", "uses", "when")} | attack
        )
        for key in ("damage", "reach", "range", "save"):
            if key not in filled and key in entry.facts:
                filled[key] = entry.facts[key]
        result.append(filled | _text(entry))
    return result


def read_action(entry: Entry, text_too: bool = True) -> dict[str, Any]:
    """Any entry that is no attack: its limits, the first saving throw, damage, conditions; more saves under `then`."""
    head = limited(entry)
    found: dict[str, Any] = {"name": head.name} | {k: v for k, v in head.limits.items() if k != "uses_lair"}
    found |= read_effects(one_line(entry.text))
    for key in ("save", "dc", "damage", "half", "area", "group", "inflicts"):
        if key not in found and key in entry.facts and (key != "half" or "damage" in found):
            found[key] = entry.facts[key]
    return found | (_text(entry) if text_too else {})


def _text(entry: Entry) -> dict[str, str]:
    text = prose(entry.text)
    return {"text": text} if text else {}


@lru_cache(maxsize=4096)
def _effects_of(text: str) -> tuple[tuple[str, Any], ...]:
    found: dict[str, Any] = {}
    saves = effects.saving_throws(text)
    if saves:
        if span := effects.area(text):
            found["area"] = span
        found |= saves[0]
        rest = [save for save in saves[1:] if len(save) > 2]
        if rest:
            found["then"] = rest
        if "damage" in found and "half" not in found:
            found["half"] = False
    else:
        direct, ongoing = effects.damage_lists(text)
        found |= {key: value for key, value in (("damage", direct), ("ongoing", ongoing)) if value}
        if found and (inflicted := effects.conditions(text)):
            found["inflicts"] = inflicted
    if not saves and (spell_dc := re.search(r"\bspell\s+save\s+DC\s*(\d{1,2})", text, re.I)):
        found["spell_dc"] = int(spell_dc[1])
    if (dc := effects.escape(text)) is not None:
        found["escape"] = dc
    if healed := effects.heals(text):
        found["heals"] = healed
    if bonus := re.search(
        r"\badds?\s+(\d)\s+to\s+(?:its|their|the)\s+AC\b|\+(\d)\s+(?:bonus\s+)?to\s+(?:its\s+)?AC\b", text, re.I
    ):
        found["ac_bonus"] = int(bonus[1] or bonus[2])
    return tuple(found.items())


def read_effects(text: str) -> dict[str, Any]:
    """Figures of a description that is no attack; empty when it holds none."""
    return {key: list(value) if isinstance(value, list) else value for key, value in _effects_of(text)}


def trait_roll(entry: Entry) -> dict[str, Any] | None:
    """The saving throw or damage of a trait, when it has one."""
    found = read_action(entry, text_too=False)
    if not any(key in found for key in ("save", "damage", "ongoing", "heals")) or "Regeneration" in entry.name:
        return None
    if "ongoing" in found and "save" not in found:
        found["damage"] = list(dict.fromkeys([*found.get("damage", []), *found.pop("ongoing")]))
    return {key: value for key, value in found.items() if key not in ("ac_bonus", "cost", "spell_dc")}
