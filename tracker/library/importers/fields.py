"""The lines of a stat block that hold lists: speeds, senses, saves, skills, defences, the type line."""

import re
from collections.abc import Iterator
from typing import Any

from tracker.library.importers import words
from tracker.library.importers.figures import is_empty, number, plain, whole
from tracker.library.importers.markup import one_line

SENSES = ("blindsight", "darkvision", "keensense", "tremorsense", "truesight")
MOVES = ("walk", "burrow", "climb", "fly", "swim")
_MOVE_WORDS = {
    "walking": "walk",
    "land": "walk",
    "ground": "walk",
    "base": "walk",
    "flying": "fly",
    "swimming": "swim",
} | {
    "climbing": "climb",
    "burrowing": "burrow",
}
_LONGEST_LINE = 2_000
_METRES = re.compile(r"(\d{1,3}(?:[.,]\d)?)\s*(?:m|metres?|meters?|Meter|mètres?|metros?)\b")
_QUALIFIER = re.compile(r"\b(?:non-?magical|magic(?:al)?|silvered|adamantine|cold[- ]forged iron|mithral)\b", re.I)


def feet(text: str) -> str:
    """The text with distances in metres turned into feet (1.5 m = 5 ft.)."""

    def turned(found: re.Match[str]) -> str:
        return f"{round(float(found[1].replace(',', '.')) / 1.5) * 5} ft."

    return _METRES.sub(turned, text) if "m" in text else text


def speeds(value: Any) -> tuple[dict[str, int | bool], str | None]:
    """Speeds in feet by kind of movement, and what else the line says (`40 ft. in wolf form`)."""
    found: dict[str, int | bool] = {}
    note: list[str] = []
    _take_speed(value, "walk", found, note, 0)
    return found, "; ".join(dict.fromkeys(note)) or None


def _take_speed(value: Any, kind: str, found: dict[str, int | bool], note: list[str], depth: int) -> None:
    if isinstance(value, bool) or value is None or depth > 4:
        return
    if isinstance(value, int | float):
        if 0 < value < 10_000 or (kind == "walk" and value == 0):
            found.setdefault(kind, int(value))
    elif isinstance(value, str):
        _speed_text(value, kind, found, note)
    elif isinstance(value, list):
        for part in value:
            _take_speed(part, kind, found, note, depth + 1)
    elif isinstance(value, dict):
        _speed_table(value, kind, found, note, depth)


def _speed_table(value: dict[Any, Any], kind: str, found: dict[str, int | bool], note: list[str], depth: int) -> None:
    for key, part in value.items():
        word = plain(key).lower()
        if word in ("hover", "canhover") and part is True:
            found["hover"] = True
        elif word in ("number", "value", "speed"):
            _take_speed(part, kind, found, note, depth + 1)
        elif word in ("condition", "notes", "note") and isinstance(part, str) and part:
            note.append(one_line(part).strip("() "))
            if "hover" in part.lower():
                found["hover"] = True
        elif (move := _MOVE_WORDS.get(word, word)) in MOVES:
            if part is True:
                found[move] = whole(found.get("walk")) or whole(value.get("walk")) or 30
            else:
                _take_speed(part, move, found, note, depth + 1)


def _speed_text(text: str, kind: str, found: dict[str, int | bool], note: list[str]) -> None:
    text = feet(one_line(text))
    if re.search(r"\bhover", text, re.I):
        found["hover"] = True
    bare = re.sub(r"\([^()]*\)", "", text)
    inside = [part.strip() for part in re.findall(r"\(([^()]*)\)", text)]
    note += [part for part in inside if part.lower() not in ("hover", "can hover")]
    for part in re.split(r"[,;]|\band\b", bare):
        if (distance := whole(part)) is None or not 0 <= distance < 10_000:
            continue
        word = next((w for w in re.findall(r"[a-z]+", part.lower()) if _MOVE_WORDS.get(w, w) in MOVES), None)
        move = _MOVE_WORDS.get(word, word) if word else kind
        if distance or move == "walk":
            found.setdefault(move, distance)


def senses(value: Any) -> tuple[dict[str, int | bool], int | None]:
    """Special senses in feet and the passive Perception score, from text, a list or a table."""
    if isinstance(value, dict):
        value = ", ".join(f"{plain(key).replace('_', ' ')} {part}" for key, part in value.items() if not is_empty(part))
    elif isinstance(value, list):
        value = ", ".join(plain(part) for part in value)
    text = feet(one_line(value)).lower()
    found: dict[str, int | bool] = {}
    for sense in SENSES:
        if (hit := re.search(rf"{sense}\D{{0,12}}?(\d{{1,4}})", text)) and int(hit[1]) > 0:
            found[sense] = int(hit[1])
    if found and "blind beyond" in text:
        found["blind_beyond"] = True
    passive = re.search(r"passive\s+(?:wisdom\s*\()?perception\)?\s*:?\s*(\d{1,2})", text)
    return found, int(passive[1]) if passive else None


def bonuses(value: Any) -> Iterator[tuple[str, int]]:
    """Name and bonus pairs from a list of pairs, a table, `{name, desc}` entries or a line of text."""
    if isinstance(value, dict):
        value = [value] if _is_entry(value) else [{key: part} for key, part in value.items()]
    if isinstance(value, str):
        text = one_line(value)
        yield from (
            (m[1].strip(), int(re.sub(r"\s", "", m[2])))
            for m in re.finditer(r"([^\W\d][^\d,;+-]*?)\s*:?\s*([+-]?\s*\d{1,2})", text)
        )
        return
    for part in value if isinstance(value, list) else []:
        if isinstance(part, str):
            yield from bonuses(part)
        elif isinstance(part, dict):
            pairs = [_entry_pair(part)] if _is_entry(part) else list(part.items())
            yield from ((one_line(name), bonus) for name, given in pairs if (bonus := whole(given)) is not None)


def _is_entry(value: dict[Any, Any]) -> bool:
    return any(key in value for key in ("name", "Name", "ability"))


def _entry_pair(value: dict[Any, Any]) -> tuple[Any, Any]:
    name = value.get("name", value.get("Name", value.get("ability")))
    keys = ("desc", "Modifier", "modifier", "value", "bonus", "Bonus")
    return name, next((value[key] for key in keys if not is_empty(value.get(key))), None)


def saves(value: Any) -> dict[str, int]:
    """Saving throw bonuses by ability; anything that is no ability is passed over."""
    return {key: bonus for name, bonus in bonuses(value) if (key := words.ability(name.split(" ")[0]))}


def skills(value: Any) -> dict[str, int]:
    """Skill bonuses by skill."""
    return {key: bonus for name, bonus in bonuses(value) if (key := words.skill(name))}


def listed(value: Any) -> list[str]:
    """The parts of a list in any form, markup gone, `None` and dashes dropped."""
    if isinstance(value, list):
        return [text for part in value for text in listed(part)]
    if isinstance(value, dict):
        return listed(value.get("name", value.get("value", value.get("special"))))
    return [] if is_empty(value) else [one_line(value)]


def defences(value: Any) -> tuple[list[str], list[str]]:
    """Damage kinds (`bludgeoning (nonmagical)`, free words as they stand) and conditions of a defence line."""
    kinds: list[str] = []
    conditions: list[str] = []
    for text in listed(value):
        for clause in re.split(r"\s*[;|]\s*", text[:_LONGEST_LINE]):
            _clause(clause, kinds, conditions)
    return list(dict.fromkeys(kinds)), list(dict.fromkeys(conditions))


def _clause(clause: str, kinds: list[str], conditions: list[str]) -> None:
    lowered = clause.lower()
    qualifier, binds_all = _bracketed(lowered)
    bare = re.split(r"\b(?:from|while|that|made|when|except)\b", re.sub(r"\([^()]*\)", "", lowered))[0]
    bare = _QUALIFIER.sub("", re.sub(r"\b(?:non-?magical|damage|attacks?|weapons?|the|condition)\b", "", bare))
    for part in re.split(r",|\band\b|\bor\b|/", bare):
        word = part.strip(" .")
        if kind := words.damage_type(word):
            kinds.append(f"{kind} ({qualifier})" if qualifier and (binds_all or kind in words.PHYSICAL) else kind)
        elif name := words.condition(word):
            conditions.append(f"{name} ({qualifier})" if qualifier and binds_all else name)
        elif word == "all" and not kinds:
            conditions += [name for name in words.CONDITIONS if name != "invisible"]
        elif word and not is_empty(word):
            kinds.append(word)
    if not bare.strip(" .,") and lowered.strip() and not is_empty(lowered):
        kinds.append("spells" if "spell" in lowered else lowered.strip(" ."))


def _bracketed(clause: str) -> tuple[str, bool]:
    """The qualifier of a clause, and whether it binds every kind in it because it stands in brackets at the end."""
    inside = re.search(r"\(([^()]+)\)\s*$", clause)
    if (
        inside is None
        or re.search(r"non-?magic|attacks?|weapons?", clause[: inside.start()])
        or inside[1].startswith("from ")
    ):
        return _qualifier(clause), False
    return inside[1].strip(), True


def _qualifier(text: str) -> str:
    found = []
    if re.search(r"non-?magic|not magic|aren't magic", text):
        found.append("nonmagical")
    if metal := re.search(
        r"(?:not|aren't|isn't|without|non)[^,;]*?\b(silver|adamantine|cold[- ]forged iron)",
        text.replace("nonmagical", ""),
    ):
        found.append("not silvered" if metal[1] == "silver" else f"not {metal[1]}")
    if extra := re.search(r"\((?:from )?(stoneskin|[^()]*(?:form|while)[^()]*)\)", text):
        found.append("while stoneskin lasts" if extra[1] == "stoneskin" else extra[1])
    elif during := re.search(r"\b(?:in|while in) (dim light(?: or darkness)?|darkness)", text):
        found.append(f"in {during[1]}")
    return ", ".join(found)


def type_line(text: str) -> dict[str, str]:
    """`Medium humanoid (goblinoid), neutral evil` as size, type and alignment; parts that are missing stay out."""
    line = one_line(text)
    before = re.match(r"(?:[^(,]|\([^()]*\))*", line)
    head = before.group() if before else line
    found = {"alignment": line[len(head) :].strip(" ,").lower()}
    kind = head.strip()
    first = re.match(
        r"((?:tiny|small|medium|large|huge|gargantuan)(?:\s*(?:or|/|,)\s*(?:tiny|small|medium|large|huge|gargantuan))*)\b",
        kind,
        re.I,
    )
    if first:
        found["size"] = words.size(first[1]) or ""
        if " " in first[1]:
            found["size_note"] = first[1].lower()
        kind = kind[first.end() :].strip()
    found["type"] = kind.lower()
    return {key: value for key, value in found.items() if value}


def hp_parts(value: Any) -> tuple[int | None, int | None]:
    """Current and maximum hit points of `13/27`; a single number is the maximum and the current is None."""
    text = plain(value)
    if pair := re.match(r"\s*(-?\d{1,6})\s*/\s*(\d{1,6})(?!\d)", text):
        return int(pair[1]), int(pair[2])
    amount = number(value)
    return None, int(amount) if amount is not None else whole(value)
