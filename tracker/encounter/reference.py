"""Looking things up: creatures, conditions, actions, gear, hazards, all rules by number, and one creature's figures."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from tracker.encounter.state import Encounter, Id
from tracker.rules.actions import actions
from tracker.rules.conditions import MAX_EXHAUSTION, condition_names, describe_condition
from tracker.rules.editions import EDITIONS, Edition
from tracker.rules.errors import nearest
from tracker.rules.house_rules import HOUSE_RULES
from tracker.rules.reference import Reference, reference, search_reference
from tracker.rules.rests import healing_potion
from tracker.rules.saves import cover_bonus
from tracker.rules.tables import table, table_names
from tracker.rules.weapons import weapon

if TYPE_CHECKING:
    from tracker.library.creatures import Creatures

_LACKS = "has no rule for this."
MOST = 20
"""Finds that one search gives at most."""

_SPECIAL = {
    "weapons": "weapon",
    "siege engines": "engine",
    "renaissance weapons": "weapon",
    "modern weapons": "weapon",
    "futuristic weapons": "weapon",
    "armor": "armor",
    "modern armor": "armor",
    "object armor class": "object",
    "object hit points": "object",
    "cantrips": "cantrip",
    "hazards": "hazard",
    "activities": "activity",
    "weapon properties": "property",
    "spell ranges": "spell range",
    "magical attack dice": "spell dice",
    "creature attacks": "creature attack",
    "sizes": "size",
    "doom": "doom",
    "other healing": "healing",
}
"""Tables whose rows are finds of their own, with what they are."""
_RULE_OF = {
    "weapon": "R-191",
    "engine": "R-204",
    "armor": "R-198",
    "object": "R-201",
    "cantrip": "R-212",
    "hazard": "R-166",
    "activity": "R-056",
    "property": "R-193",
    "spell range": "R-210",
    "spell dice": "R-210",
    "creature attack": "R-211",
    "size": "R-007",
    "doom": "R-076",
    "healing": "R-187",
}


_FIRST = {"figure": 0, "condition": 1, "action": 2, "hazard": 3, "cantrip": 4, "rule": 7, "house rule": 8}
"""What stands first where several fit equally well."""


class Found(NamedTuple):
    """One thing that a search found."""

    name: str
    kind: str
    """creature, condition, action, weapon, armor, object, cantrip, hazard, potion, rule, house rule, figure, …"""
    rule: str
    """The number of the rule behind it, or empty."""
    lines: tuple[str, ...]
    """What it says, in our words."""


class _Entry(NamedTuple):
    name: str
    kind: str
    rule: str
    key: str
    tell: Callable[[], tuple[str, ...]]


def look_up(
    query: str,
    edition: Edition,
    state: Encounter | None = None,
    who: Id | None = None,
    *,
    creatures: "Creatures | None" = None,
    limit: int = MOST,
) -> tuple[Found, ...]:
    """What fits the words best: names, then rules in whose text they stand; `R-057` and `57` find a rule by number.

    With a fight and somebody chosen its own figures are among them; with `creatures` those of its edition too.
    """
    words = _plain(query).split()
    if not words:
        return ()
    if number := re.fullmatch(r"r?-?\s?(\d{1,3})", query.strip().casefold()):
        return _by_number(edition, int(number[1]))
    entries = [*(_figures(state, who) if state is not None and who is not None else ()), *_entries(edition)]
    scored = [(score, entry) for entry in entries if (score := _score(words, entry)) is not None]
    found = [(score, Found(entry.name, entry.kind, entry.rule, entry.tell())) for score, entry in _best(scored, limit)]
    found += _creatures(words, edition, creatures, limit, is_loose=not found)
    if len(found) < limit:
        titles = {one.name for _, one in found}
        texts = (_rule_found(one) for one in search_reference(edition, query))
        found += [(5.0, one) for one in texts if one.name not in titles]
    if not found:
        found = _near(query, edition, limit)
    return tuple(one for _, one in sorted(found, key=lambda pair: pair[0])[:limit])


def rules_found(edition: Edition) -> tuple[Found, ...]:
    """Every rule of the edition by number."""
    return tuple(_rule_found(one) for one in search_reference(edition, ""))


def _by_number(edition: Edition, number: int) -> tuple[Found, ...]:
    wanted = f"R-{number:03}"
    return (_rule_found(reference(edition, wanted)),) if wanted in table(edition, "reference") else ()


def _rule_found(one: Reference) -> Found:
    ruling = (f"Ruling: {one.ruling}",) if one.ruling else ()
    return Found(one.title, "rule", one.number, (one.text, *ruling, *_elsewhere(one)))


def _elsewhere(one: Reference) -> tuple[str, ...]:
    """Which other editions have a rule that this one lacks."""
    if not one.text.endswith(_LACKS):
        return ()
    others = [reference(rules, one.number) for rules in EDITIONS.values()]
    titles = [
        rules.title for rules, other in zip(EDITIONS.values(), others, strict=True) if not other.text.endswith(_LACKS)
    ]
    return (f"There is one in {' and '.join(titles)}.",) if titles else ()


def _best(scored: list[tuple[float, _Entry]], limit: int) -> list[tuple[float, _Entry]]:
    return sorted(scored, key=lambda pair: (round(pair[0], 1), _FIRST.get(pair[1].kind, 9), pair[1].name))[:limit]


def _score(words: list[str], entry: _Entry) -> float | None:
    """Lower is better; None where a word is found nowhere in the name."""
    whole = " ".join(words)
    if entry.key == whole:
        return 0.0
    if entry.key.startswith(whole):
        return 1.0 + len(entry.key) / 1000
    parts = entry.key.split()
    total = 2.0 + len(entry.key) / 1000
    for word in words:
        if word in parts:
            continue
        if any(part.startswith(word) for part in parts):
            total += 0.5
        elif word in entry.key:
            total += 1.5
        elif entry.kind.startswith(word):
            total += 1.0
        else:
            return None
    return total


def _near(query: str, edition: Edition, limit: int) -> list[tuple[float, Found]]:
    """The one name that a mistyped word was most likely meant to be."""
    by_name = {entry.name: entry for entry in _entries(edition)}
    close = nearest(query.strip(), by_name)
    if close is None:
        return []
    entry = by_name[close]
    return [(9.0, Found(entry.name, entry.kind, entry.rule, entry.tell()))][:limit]


def _creatures(
    words: list[str], edition: Edition, creatures: "Creatures | None", limit: int, *, is_loose: bool
) -> list[tuple[float, Found]]:
    """Creatures whose names hold the words; where nothing else was found those that resemble them too."""
    found = []
    for at, one in enumerate(creatures.search(" ".join(words), edition.id, limit=limit) if creatures else ()):
        line = f"{one.size} {one.type}, CR {one.cr}, AC {one.ac}, {one.hp} hp"
        entry = _Entry(one.name, "creature", "", _plain(one.name), tuple)
        score = _score(words, entry)
        if score is None and is_loose:
            score = 6.0
        if score is not None:
            found.append((score + at / 1000, Found(one.name, "creature", "", (line,))))
    return found


def _figures(state: Encounter, who: Id) -> Iterator[_Entry]:
    from tracker.encounter.worked import figures_of

    name = state.combatants[who].name
    for figure in figures_of(state, who):
        line = f"{name}: {figure.value}"
        yield _entry(figure.name, "figure", figure.rule, _told, line)


@lru_cache(maxsize=16)
def _entries(edition: Edition) -> tuple[_Entry, ...]:
    return tuple(_every_entry(edition))


def _every_entry(edition: Edition) -> Iterator[_Entry]:
    for name in condition_names(edition):
        yield _entry(name, "condition", "R-122", _condition, edition, name)
    for action in actions(edition):
        line = f"{action.slot}: {action.text}"
        yield _entry(action.name, "action", action.rule, _told, line)
    for name, potion in table(edition, "healing potions").items():
        shown = "potion of healing" if name == "healing" else f"potion of {name} healing"
        yield _entry(shown, "potion", "R-112", _potion, edition, name, str(potion.get("rarity", "")))
    for degree in (degree for degree in table(edition, "cover") if degree != "none"):
        yield _entry(f"{degree.replace('_', '-')} cover", "cover", "R-067", _cover, edition, degree)
    for rule in HOUSE_RULES:
        yield _entry(rule.name.replace("_", " "), "house rule", rule.rule, _house_rule, edition, rule.name)
    for name in table_names(edition):
        if name in _SPECIAL:
            for row in table(edition, name):
                kind = _SPECIAL[name]
                yield _entry(str(row), kind, _rule_of(edition, name, row), _row, edition, name, str(row))
    for ac, row in table(edition, "armor class by creature").items():
        for example in row["examples"]:
            yield _entry(f"AC of a {example}", "armor class", "R-199", _told, f"AC {ac}")
    for one in search_reference(edition, ""):
        yield _entry(one.title, "rule", one.number, _told, *_rule_found(one).lines)


def _entry(name: str, kind: str, rule: str, tell: Callable[..., tuple[str, ...]], *asked: Any) -> _Entry:
    return _Entry(name, kind, rule, _plain(name), lambda: tell(*asked))


def _told(*lines: str) -> tuple[str, ...]:
    return lines


def _rule_of(edition: Edition, name: str, row: str) -> str:
    cells = table(edition, name)[row]
    return str(cells.get("rule", _RULE_OF[_SPECIAL[name]])) if hasattr(cells, "get") else _RULE_OF[_SPECIAL[name]]


def _condition(edition: Edition, name: str) -> tuple[str, ...]:
    if name != "exhaustion":
        return (describe_condition(edition, name),)
    levels = range(1, MAX_EXHAUSTION + 1)
    return tuple(f"{level}: {describe_condition(edition, name, level)}" for level in levels)


def _potion(edition: Edition, name: str, rarity: str) -> tuple[str, ...]:
    potion = healing_potion(edition, name)
    return (f"{potion.healing} hit points, {rarity}; to drink or give it: {potion.slot}",)


def _cover(edition: Edition, degree: str) -> tuple[str, ...]:
    bonus = cover_bonus(edition, (degree,))
    return ("cannot be targeted directly",) if bonus is None else (f"+{bonus} to AC and Dexterity saves",)


def _house_rule(edition: Edition, name: str) -> tuple[str, ...]:
    rule = next(one for one in HOUSE_RULES if one.name == name)
    state = "on" if rule.is_on(edition) else "off"
    return (rule.text, f"{state} in {edition.title}; `rule {name} on` or `off` for this fight")


def _row(edition: Edition, name: str, row: str) -> tuple[str, ...]:
    if _SPECIAL[name] in ("weapon", "engine"):
        return _weapon(edition, row)
    return (_cells(table(edition, name)[row]),)


def _weapon(edition: Edition, name: str) -> tuple[str, ...]:
    arm = weapon(edition, name)
    figures = [f"{arm.dice} {arm.damage_type}"] if arm.dice else []
    figures += [f"{arm.versatile} in two hands"] if arm.versatile else []
    figures += [f"{arm.normal}/{arm.long} ft." if arm.long else f"{arm.normal} ft."] if arm.normal else []
    figures += [f"not nearer than {arm.minimum} ft."] if arm.minimum else []
    figures += [f"{arm.bonus:+d} to hit"] if arm.bonus is not None else []
    figures += [f"{(arm.save or '').upper()} save DC {arm.dc}, {arm.on_save} on a success"] if arm.save else []
    figures += [f"{arm.shots} shots"] if arm.shots else []
    described = table(edition, "weapon properties")
    kinds = [f"{one}: {described[one]['text']}" for one in arm.properties if one in described]
    return (f"{arm.kind}: {', '.join(figures)}", *kinds)


def _cells(row: Any) -> str:
    if not hasattr(row, "items"):
        return str(row)
    return ", ".join(f"{_label(name)} {_value(cell)}" for name, cell in row.items() if name not in ("rule", "order"))


def _label(name: str) -> str:
    return "" if name == "text" else name.replace("_", " ")


def _value(cell: Any) -> str:
    if hasattr(cell, "items"):
        return f"({_cells(cell)})"
    if isinstance(cell, list | tuple):
        return ", ".join(map(str, cell))
    return {True: "yes", False: "no"}.get(cell, str(cell)) if isinstance(cell, bool) else str(cell)


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[^\w/+]+", " ", text.casefold().replace("'", "")).split())
