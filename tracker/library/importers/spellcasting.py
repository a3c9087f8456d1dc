"""Spellcasting paragraphs: ability, save DC, attack bonus, slots, and the spells by level or by day."""

import re
from typing import Any

from tracker.library.importers import words
from tracker.library.importers.entries import Entry, heading
from tracker.library.importers.markup import one_line, prose

_ABILITY = re.compile(
    r"\b(strength|dexterity|constitution|intelligence|wisdom|charisma|str|dex|con|int|wis|cha)\b", re.I
)
_DC = re.compile(r"\b(?:spell\s+)?save\s+DC(?:\s+of)?\s*(\d{1,2})|\bDC\s*(\d{1,2})\b|\bspell\s+DC\s*(\d{1,2})", re.I)
_ATTACK = re.compile(r"([+-]\s*\d{1,2})\s*(?:to\s+hit\s+with|bonus\s+to\s+hit|spell\s+attack)", re.I)
_LEVEL = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)[- ]level\s+spell\s?caster|\blevel\s+(\d{1,2})\s+spell\s?caster", re.I)
_LIST = re.compile(
    r"(?P<key>cantrips?(?:\s*\((?:at\s+will|0\s+level)\))?|at\s+will|constant|"
    r"(?:(?P<level>\d)(?:st|nd|rd|th)(?:[- ]level)?(?:\s+spells)?|level\s+(?P<level2>\d))(?:\s*\((?P<slots>[^)]*)\))?|"
    r"(?P<uses>\d{1,2})\s*/\s*(?P<per>day|rest|long\s+rest|short\s+rest|turn)(?:\s+each)?(?:\s*\([^)]*\))?)\s*:",
    re.I,
)


def is_spellcasting(entry: Entry) -> bool:
    """Whether an entry is a list of spells rather than a thing done."""
    name = heading(entry.name).name.lower()
    if "spellcasting" in name or name in ("spells", "innate magic", "psionics"):
        return bool(_LIST.search(prose(entry.text)) or _DC.search(entry.text) or "spell" in entry.text.lower())
    return False


def read_spellcasting(entry: Entry) -> dict[str, Any]:
    """A spellcasting entry in our keys; what the text does not say stays out."""
    text = prose(entry.text)
    marks = list(_LIST.finditer(text))
    head = one_line(text[: marks[0].start()] if marks else text)
    title = heading(entry.name)
    found: dict[str, Any] = {"name": title.name or "Spellcasting"}
    if "recharge" in title.limits:
        found["recharge"] = title.limits["recharge"]
    if hit := _ABILITY.search(re.sub(r".*?\b(?:ability\s+is|using|ability:)", "", head, count=1, flags=re.I | re.S)):
        found["ability"] = words.ability(hit[1])
    if hit := _DC.search(head):
        found["dc"] = int(hit[1] or hit[2] or hit[3])
    if hit := _ATTACK.search(head):
        found["attack"] = int(hit[1].replace(" ", ""))
    if hit := _LEVEL.search(head):
        found["level"] = int(hit[1] or hit[2])
    slots, spells = _lists(text, marks)
    if slots:
        found["slots"] = slots
    if spells:
        found["spells"] = spells
    return found


def _lists(text: str, marks: list[re.Match[str]]) -> tuple[dict[int, int], dict[Any, list[str]]]:
    slots: dict[int, int] = {}
    spells: dict[Any, list[str]] = {}
    for index, mark in enumerate(marks):
        end = marks[index + 1].start() if index + 1 < len(marks) else len(text)
        listed = _spells(text[mark.end() : end])
        level = mark["level"] or mark["level2"]
        if level:
            if slot := re.search(r"(\d)\s*(?:slots?|/)|^(\d)$", mark["slots"] or ""):
                slots[int(level)] = int(slot[1] or slot[2])
            key: Any = int(level)
        elif mark["uses"]:
            key = f"{int(mark['uses'])}/{mark['per'].lower()}"
        else:
            key = "cantrips" if mark["key"].lower().startswith("cantrip") else "at will"
        if listed:
            spells.setdefault(key, []).extend(listed)
    return slots, spells


def _spells(text: str) -> list[str]:
    """Spell names in lower case, brackets kept, the caster's star and list marks dropped."""
    line = re.split(r"\n\s*\n|\n\s*\*\s*The\b", text.strip())[0]
    line = re.sub(r"\s*\n\s*", " ", line).strip(" -*\u2022")
    parts = re.split(r",\s*(?![^()]*\))", line)
    names = (re.sub(r"\s+", " ", part.replace("*", "")).strip(" .;-").lower() for part in parts)
    return [name for name in names if 0 < len(name) <= 80]
