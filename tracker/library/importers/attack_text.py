"""Attacks out of sentences: `Melee Weapon Attack: +4 to hit`, `Melee Attack Roll: +4`, `+5, 1d8+3 slashing`."""

import re
from functools import lru_cache
from typing import Any

from tracker.library.importers import effects, words

_HEAD = re.compile(
    r"\b(melee(?:\s*(?:or|and|/|,)\s*ranged)?|ranged(?:\s*(?:or|and|/|,)\s*melee)?)\s+(weapon\s+|spell\s+|touch\s+)*attacks?(?:\s+rolls?)?\s*[:.,]?\s*"
    r"([+-]\s*\d{1,2}|\d{1,2}(?=\s+to\s+hit))(?:\s*to\s*hit)?",
    re.I,
)
_SHORT = re.compile(
    r"(?:^|(?<=[\s(,;:]))([+-]\s?\d{1,2})\s*(?:to\s+hit\b|(?=[,;:]\s*(?:reach|range|\d+\s*(?:ft|feet)|\d*d\d)))", re.I
)
_HIT = re.compile(r"\bhit(?:\s+or\s+miss)?\s*:", re.I)
_REACH = re.compile(r"\breach\s*:?\s*(\d{1,4})", re.I)
_RANGE = re.compile(r"\branged?\s*:?\s*(\d{1,5})\s*(?:ft\.?|feet)?(?:\s*/\s*(\d{1,5}))?", re.I)
_BOTH_HANDS = re.compile(r"\b(?:two|both)\s+hands\b|two-handed|versatile", re.I)
_BLOODIED = re.compile(r"\bhalf\s+(?:of\s+)?(?:its|their)\s+hit\s+points|\bbloodied\b", re.I)
_OTHERWISE = re.compile(r"\bor\b(?!\s+(?:smaller|larger|more|fewer|less|higher))(?:[\s,]*\w+){0,4}\s*$", re.I)
_IF = re.compile(r"\b(if|while|when|during|in)\b\s+(.*)", re.I | re.S)
_MOVED = re.compile(r"\bmoved?\s+(?:at\s+least\s+)?(\d+)\+?\s*(?:feet|ft\.?)\s+(?:or\s+more\s+)?straight", re.I)


def attacks_in(text: str) -> list[dict[str, Any]]:
    """Every attack of a description in our keys, without its name; empty when the text describes none."""
    return list(_attacks(text)) if "+" in text or "-" in text or "to hit" in text else []


@lru_cache(maxsize=4096)
def _attacks(text: str) -> list[dict[str, Any]]:
    heads = list(_HEAD.finditer(text))
    if not heads:
        short = _SHORT.search(text)
        return [_short_attack(text, short)] if short and effects.damages(text[short.end() :]) else []
    ends = [head.start() for head in heads[1:]] + [len(text)]
    return [_attack(head, text[head.end() : end]) for head, end in zip(heads, ends, strict=True)]


def _attack(head: re.Match[str], rest: str) -> dict[str, Any]:
    kind = head[1].lower()
    found: dict[str, Any] = {"kind": "both" if "melee" in kind and "ranged" in kind else kind}
    found["to_hit"] = int(re.sub(r"\s", "", head[3]))
    split = _HIT.search(rest)
    line = rest[: split.start()] if split else rest
    _take_distance(line, found)
    if "spell" in head.group().lower():
        found["spell"] = True
    return found | hit_effects(rest[split.end() :] if split else _after_line(rest))


def _short_attack(text: str, head: re.Match[str]) -> dict[str, Any]:
    rest = text[head.end() :]
    found: dict[str, Any] = {"kind": "melee", "to_hit": int(head[1].replace(" ", ""))}
    _take_distance(text, found)
    lowered = text.lower()
    if "range" in found or re.search(r"\branged\b", lowered):
        found["kind"] = "both" if "reach" in found or "melee" in lowered else "ranged"
    split = _HIT.search(rest)
    return found | hit_effects(rest[split.end() :] if split else rest)


def _after_line(rest: str) -> str:
    """What follows reach and target where the word "Hit:" is missing."""
    first = effects.damages(rest)
    return rest[first[0].start :] if first else rest


def _take_distance(line: str, found: dict[str, Any]) -> None:
    if reach := _REACH.search(line):
        found["reach"] = int(reach[1])
    if (far := _RANGE.search(line)) and int(far[1]):
        found["range"] = f"{int(far[1])}/{int(far[2])}" if far[2] else str(int(far[1]))
    elif "reach" not in found and (bare := re.match(rf"[\s,]*(\d{{1,3}})(?:/(\d{{1,4}}))?\s*{words.SPANS}", line)):
        if bare[2] or int(bare[1]) > 15:
            found["range"] = f"{bare[1]}/{bare[2]}" if bare[2] else bare[1]
        else:
            found["reach"] = int(bare[1])


def hit_effects(hit: str) -> dict[str, Any]:
    """What a hit does, from the words behind "Hit:": damage and its variants, then saves and conditions."""
    found: dict[str, Any] = {"damage": []}
    start = effects.first_save(hit)
    plain_part = hit if start is None else hit[: max(hit.rfind(". ", 0, start) + 1, _last_damage(hit, start))]
    for sentence in effects.sentences(plain_part):
        _take_damage(sentence, found)
    if not found["damage"]:
        del found["damage"]
    if start is not None:
        saves = effects.saving_throws(hit)
        found["save"] = saves[0] if len(saves) == 1 else saves
    if (dc := effects.escape(hit)) is not None:
        found["escape"] = dc
    if inflicted := effects.conditions(plain_part):
        found["inflicts"] = inflicted
    return found


def _last_damage(hit: str, start: int) -> int:
    """The end of the last damage of the sentence with the save, when it stands before the save and is no part of it."""
    ends = [part.end for part in effects.damages(hit) if part.end <= start]
    return ends[-1] if ends else 0


def _take_damage(sentence: str, found: dict[str, Any]) -> None:
    parts = effects.damages(sentence)
    if not parts:
        return
    if effects._ONGOING.search(sentence) and found["damage"]:
        found.setdefault("ongoing", []).extend(part.text for part in parts)
        return
    target: list[list[str]] = [found["damage"]]
    ends = [part.start for part in parts[1:]] + [len(sentence)]
    joints = [
        sentence[before : part.start] for before, part in zip([0, *(part.end for part in parts)], parts, strict=False)
    ]
    run = 0
    for index, (part, end) in enumerate(zip(parts, ends, strict=True)):
        tail = sentence[part.end : end]
        is_other = bool(_OTHERWISE.search(joints[index])) and bool(found["damage"])
        if is_other and not _reason(tail) and not _BOTH_HANDS.search(tail) and not _BLOODIED.search(tail):
            until = next((i for i in range(index + 1, len(parts)) if _OTHERWISE.search(joints[i])), len(parts))
            later = sentence[part.end : ends[until - 1]]
            target = _place(part.text, later, "", True, found, target)[-1:]
            run = until
            continue
        if index < run:
            target[0].append(part.text)
            continue
        target = _place(part.text, tail, joints[0] if index == 0 else "", is_other, found, target)
        if index + 1 < len(parts) and target[-1] is not found["damage"] and _is_extra_end(joints[index + 1]):
            target = [found["damage"]]


def _is_extra_end(joint: str) -> bool:
    """Whether a new sentence part begins that adds to the attack itself again."""
    return bool(re.search(r";\s*(?:and|plus)\b", joint))


def _place(
    text: str, tail: str, lead: str, is_other: bool, found: dict[str, Any], target: list[list[str]]
) -> list[list[str]]:
    """Put one amount where it belongs; answers which lists a following "plus" adds to."""
    if found["damage"] and _BOTH_HANDS.search(tail):
        found["two_handed"] = [text]
        return [found["damage"], found["two_handed"]]
    if is_other and _BLOODIED.search(tail):
        found["bloodied"] = [text]
        return [found["damage"], found["bloodied"]]
    own = _reason(tail)
    reason = own or (_reason(lead) if found["damage"] else None)
    if is_other:
        found.setdefault("alt", []).append({"if": reason or "otherwise", "damage": [text]})
        return [found["damage"], found["alt"][-1]["damage"]] if own else [found["alt"][-1]["damage"]]
    if found["damage"] and reason:
        found.setdefault("extra", []).append({"if": reason, "damage": [text]})
        return [found["extra"][-1]["damage"]]
    for each in target:
        each.append(text)
    return target


def _reason(words_around: str) -> str | None:
    """The condition an amount depends on, short: `advantage`, `moved 20+ ft. straight first`, or its own words."""
    if place := re.search(r"\b(at\s+range|in\s+melee|with\s+shillelagh)\b", words_around, re.I):
        return place[1].lower()
    hit = _IF.search(words_around)
    if not hit or (hit[1].lower() == "in" and "form" not in hit[2].lower()):
        return None
    if moved := _MOVED.search(hit[2]):
        return f"moved {moved[1]}+ ft. straight first"
    if re.search(r"\badvantage\b", hit[2], re.I):
        return "advantage"
    reason = re.split(r",\s*(?:the|it|plus|or|and)\b|\.|,\s*$", hit[2])[0].strip(" ,.;-")
    reason = re.sub(r"\s*\b(?:or|plus|and|takes?|the target takes(?: an extra)?)$", "", reason).strip(" ,-")
    return f"in {reason}" if hit[1].lower() == "in" else reason or None
