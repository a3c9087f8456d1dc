"""The upper half of a printed stat block: the lines from armour class to challenge."""

import re
from typing import Any

from tracker.library.importers import figures, words
from tracker.library.importers.assemble import set_armour, set_defences, set_hit_points
from tracker.library.importers.fields import saves, senses, skills, speeds, type_line
from tracker.library.importers.pasted_body import is_entry_start, section_of
from tracker.library.importers.result import Imported

SIZES = "tiny|small|medium|large|huge|gargantuan"
_FIELDS = {
    "armor class": "ac",
    "armour class": "ac",
    "ac": "ac",
    "hit points": "hp",
    "hp": "hp",
    "speed": "speed",
    "initiative": "initiative",
    "saving throws": "saves",
    "saves": "saves",
    "skills": "skills",
    "damage vulnerabilities": "vulnerable",
    "damage resistances": "resist",
    "damage immunities": "immune",
    "condition immunities": "condition_immune",
    "vulnerabilities": "vulnerable",
    "resistances": "resist",
    "immunities": "immune",
    "vulnerable": "vulnerable",
    "resistant": "resist",
    "immune": "immune",
    "gear": "gear",
    "senses": "senses",
    "languages": "languages",
    "challenge rating": "cr",
    "challenge": "cr",
    "cr": "cr",
    "proficiency bonus": "pb",
    "perception": "perception",
    "stealth": "stealth",
}
_FIELD = re.compile(rf"^({'|'.join(sorted(_FIELDS, key=len, reverse=True))})\b\s*[:.]?\s*(?=\S|$)", re.I)
_SPLIT = re.compile(
    r"\s+(?=(?:hit\s+points\s+\d|HP:?\s+\d|speed:?\s+\d|stealth\s+\d|initiative:?\s+[+-]?\d|saving\s+throws\s+\w{3}|damage\s+(?:resistances|immunities|vulnerabilities)\s|"
    r"condition\s+immunities\s|senses\s+(?:\w+sight|darkvision|passive)|languages\s+\w|challenge\s+\d|proficiency\s+bonus\s+\+))",
    re.I,
)
_NAME = r"(?<![\w'])(str|dex|con|int|wis|cha)(?:ength|terity|stitution|elligence|dom|risma)?\.?(?![\w'])"
_ROW = re.compile(
    r"\bstr(?:ength)?\W+dex(?:terity)?\W+con(?:stitution)?\W+int(?:elligence)?\W+wis(?:dom)?\W+cha(?:risma)?\b(.*)",
    re.I | re.S,
)
_SIGNED = r"[+-]\s*\d{1,2}"


def is_field(line: str) -> bool:
    """Whether the line begins like one of the header's fields."""
    return bool(_FIELD.match(line)) and bool(re.search(r"\d|:", line))


def split_fields(line: str) -> list[str]:
    """A line that holds several fields (`AC 15 HP 7 Speed 30 ft.`) as one line each."""
    return _SPLIT.split(line) if _FIELD.match(line) and len(line) < 2000 else [line]


def read_header(lines: list[str], creature: dict[str, Any], found: Imported) -> list[str]:
    """Fill the creature from the header; answers the lines that come after it."""
    fields, abilities, type_lines, rest = _sorted_lines(lines)
    creature |= type_line(" ".join(type_lines))
    _abilities(" ".join(abilities), creature)
    armour, count = _without_initiative(fields.get("ac", ""))
    set_armour(creature, armour, "", found)
    set_hit_points(creature, fields.get("hp", ""), None, found)
    creature["speed"], creature["speed_note"] = speeds(fields.get("speed", ""))
    bonus = re.match(r"[:\s]*([+-]?\s*\d{1,2})", figures.plain(fields.get("initiative", count or "")))
    creature["initiative"] = figures.whole(bonus[1]) if bonus else None
    creature["saves"] = creature.get("saves", {}) | saves(fields.get("saves", ""))
    creature["skills"] = skills(fields.get("skills", ""))
    creature["senses"], creature["passive"] = senses(fields.get("senses", ""))
    set_defences(
        creature,
        fields.get("resist", ""),
        fields.get("immune", ""),
        fields.get("vulnerable", ""),
        fields.get("condition_immune", ""),
    )
    creature["languages"] = "" if figures.is_empty(fields.get("languages")) else fields["languages"]
    creature["gear"] = [part.strip() for part in fields.get("gear", "").split(",") if part.strip()]
    _rating(fields, creature)
    return rest


def _sorted_lines(lines: list[str]) -> tuple[dict[str, str], list[str], list[str], list[str]]:
    fields: dict[str, str] = {}
    abilities: list[str] = []
    type_lines: list[str] = []
    current = ""
    for index, line in enumerate(lines):
        hit = _FIELD.match(line)
        if section_of(line) or (fields.get("hp") and not hit and is_entry_start(line, _last(lines, index))):
            return fields, abilities, type_lines, lines[index:]
        if hit and not ("hp" in fields and _is_prose(line, hit)) and not _goes_on(fields.get(current, ""), line):
            current = _FIELDS[re.sub(r"\s+", " ", hit[1].lower())]
            if current in ("perception", "stealth") and not re.match(r"\D{0,3}\d", line[hit.end() :]):
                continue
            fields.setdefault(current, line[hit.end() :].strip())
        elif not fields:
            type_lines += [line] if type_lines or re.match(rf"({SIZES})\b", line, re.I) else []
        elif (
            current in ("saves", "skills", "senses")
            and line
            and (_goes_on(fields[current], line) or re.match(r"[+-]\d", line))
        ):
            fields[current] = f"{fields[current]} {line}"
        elif _is_ability_line(line):
            abilities.append(line)
            current = ""
        elif line and current and current != "pb":
            fields[current] = f"{fields[current]} {line}".strip()
        elif line:
            abilities.append(line)
        if not line and current not in ("languages", "senses"):
            current = ""
    return fields, abilities, type_lines, []


def _last(lines: list[str], index: int) -> str:
    return lines[index - 1] if index else ""


def _goes_on(value: str, line: str) -> bool:
    """Whether a line beginning with a field word goes on with the one before: `..., Persuasion +9,` / `Stealth +6`."""
    return value.lower().endswith((",", "passive")) or (bool(value) and line[:1].islower())


def _is_prose(line: str, hit: re.Match[str]) -> bool:
    """A sentence that merely begins with a field's word."""
    return len(line) > 90 and not re.match(r"\s*[\d+(\w]", line[hit.end() :])


def _is_ability_line(line: str) -> bool:
    return bool(
        re.match(rf"{_NAME}", line, re.I)
        or re.fullmatch(r"(?:(?:MOD|SAVE|SCORE)\s*)+", line, re.I)
        or re.fullmatch(rf"(?:\d{{1,2}}(?!\d)\s*+(?:\(\s*{_SIGNED}\s*\)\s*+)?)+|(?:{_SIGNED}\s*)+", line)
    )


def _abilities(text: str, creature: dict[str, Any]) -> None:
    """Scores, modifiers and saves in any of the layouts: a row, a column, the 2024 table, Black Flag's modifiers."""
    text = figures.plain(text)
    table = re.findall(rf"{_NAME}\W{{0,4}}(\d{{1,2}})\s+({_SIGNED})\s+({_SIGNED})", text, re.I)
    if table:
        creature["abilities"] = {name.lower(): int(score) for name, score, _, _ in table}
        creature["saves"] = {
            name.lower(): _signed(save) for name, _, mod, save in table if _signed(save) != _signed(mod)
        }
        return
    row = _ROW.search(text)
    if row:
        scores = re.findall(rf"(?<![\d(+-])(\d{{1,2}})\s*\(\s*{_SIGNED}\s*\)", row[1]) or re.findall(
            r"(?<![\d+-])(\d{1,2})(?!\d)", re.sub(_SIGNED, " ", row[1])
        )
        if len(scores) >= 6:
            creature["abilities"] = dict(zip(words.ABILITIES, map(int, scores[:6]), strict=True))
            return
        mods = re.findall(_SIGNED, row[1])
        if len(mods) >= 6:
            creature["mods"] = dict(zip(words.ABILITIES, map(_signed, mods[:6]), strict=True))
        return
    single = re.findall(rf"{_NAME}[\s:.]{{0,4}}(\d{{1,2}})(?!\d)(?:\s*\(\s*{_SIGNED}\s*\))?", text, re.I)
    if single:
        creature["abilities"] = {name.lower(): int(score) for name, score in single}
        return
    mods = re.findall(rf"{_NAME}[\s:]{{0,4}}({_SIGNED})", text, re.I)
    if mods:
        creature["mods"] = {name.lower(): _signed(mod) for name, mod in mods}


def _signed(text: str) -> int:
    return int(re.sub(r"\s", "", text))


def _without_initiative(line: str) -> tuple[str, str | None]:
    hit = re.search(r"\binitiative\b\s*:?\s*(.*)", line, re.I)
    return (line[: hit.start()].strip(), hit[1]) if hit else (line, None)


def _rating(fields: dict[str, str], creature: dict[str, Any]) -> None:
    text = figures.plain(fields.get("cr", ""))
    creature["cr"] = figures.challenge(text)
    if hit := re.search(r"\bXP\s+([\d,]+)|([\d,]+)\s*XP\b", text):
        creature["xp"] = figures.whole(hit[1] or hit[2])
    if hit := re.search(r"\bor\s+([\d,]+)\s+in\s+lair", text):
        creature["xp_lair"] = figures.whole(hit[1])
    if hit := re.search(r"\bPB\s*\+(\d)", text):
        creature["pb"] = int(hit[1])
    elif fields.get("pb"):
        creature["pb"] = figures.whole(fields["pb"])
    for key in ("perception", "stealth"):
        if (score := figures.whole(fields.get(key))) is not None:
            creature[key] = score
