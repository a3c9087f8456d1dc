"""Hit points and what ails: damage, healing, saves, conditions, concentration, death."""

from collections.abc import Callable
from typing import Any, Literal

from tracker.console.amounts import amounts, face, has_sign, is_face, maybe_amounts, one_amount, whole
from tracker.console.endings import ABILITY_WORDS, ability, condition, ending, inflicted, levels
from tracker.console.errors import ConsoleError
from tracker.console.own_names import matching, phrase
from tracker.console.targets import ids, many, one, several
from tracker.console.tokens import Word
from tracker.console.words import Words
from tracker.encounter import commands as c
from tracker.encounter.commands import Inflicted
from tracker.encounter.state import Id, Moment

Fated = Literal["stabilize", "kill", "revive", "flee", "remove", "knockout"]

COVERS = {"none": "none", "half": "half", "three-quarters": "three_quarters", "3/4": "three_quarters", "total": "total"}
"""Kinds of cover by what the GM types."""

_MOST_HP = 1_000_000
_SIDES = {"party": "party", "ally": "ally", "foe": "foe", "neutral": "neutral"}


def damage(words: Words) -> c.Damage:
    targets = many(words, amounts=True)
    if any(target.save for target in targets):
        raise ConsoleError("a typed die belongs to 'save' or 'use'; damage knows only shares: / half, - none, + double")
    fields: dict[str, Any] = {"targets": targets, "amounts": amounts(words)}
    while word := words.keyword("crit", "magical", "ranged", "from"):
        match word:
            case "crit":
                fields["critical"] = True
            case "magical":
                fields["magical"] = True
            case "ranged":
                fields["melee"] = False
            case _:
                fields["by"] = one(words, "who deals it")
    return c.Damage(**fields)


def heal(words: Words) -> c.Heal:
    targets = ids(many(words, amounts=True), words)
    dice = one_amount(words)
    return c.Heal(targets=targets, dice=dice, by=one(words, "who heals") if words.keyword("from") else None)


def temporary(words: Words) -> c.TempHp:
    targets = ids(many(words, amounts=True), words)
    replace = words.strip_sign("=")
    return c.TempHp(targets=targets, dice=one_amount(words), replace=replace)


def maximum(words: Words) -> c.MaxHp:
    targets = ids(many(words, amounts=True), words)
    relative = has_sign(words.peek())
    return c.MaxHp(targets=targets, amount=whole(words, "the maximum", -_MOST_HP, _MOST_HP), relative=relative)


def set_figure(words: Words) -> c.Set:
    who = one(words, "whose")
    match words.required("what to set", "hp", "ac", "name", "side", "speed"):
        case "hp":
            return c.Set(who=who, field="hp", value=str(whole(words, "the hit points", -_MOST_HP, _MOST_HP)))
        case "ac":
            return c.Set(who=who, field="ac", value=str(whole(words, "the Armour Class", 0, 99)))
        case "name":
            return c.Set(who=who, field="name", value=_name(words))
        case "side":
            return c.Set(who=who, field="side", value=_SIDES[words.required("the side", *_SIDES)])
        case _:
            return c.Set(who=who, field="speed", value=_speed(words))


def _name(words: Words) -> str:
    name = phrase(words, "the name", "text")
    if not name.strip():
        raise ConsoleError("a name is at least one letter")
    return name


def _speed(words: Words) -> str:
    ways: list[str] = []
    while words.peek() is not None or not ways:
        way = words.keyword("walk", "fly", "swim", "climb", "burrow")
        feet = whole(words, "the speed in feet", 0, 10_000)
        words.keyword("ft", "ft.", "feet")
        ways.append(f"{way} {feet}" if way else str(feet))
    return ", ".join(ways)


def amend(words: Words) -> c.Amend:
    return c.Amend(dice=one_amount(words))


def save(words: Words) -> c.Save:
    targets = many(words, stop=tuple(ABILITY_WORDS))
    fields: dict[str, Any] = {"targets": targets, "ability": ability(words), "dc": whole(words, "the DC", 0, 99)}
    fields["amounts"] = maybe_amounts(words)
    while True:
        word = words.keyword("half", "else", "cover", "from", "nonmagical")
        match word:
            case "half":
                fields["half"] = True
            case "cover":
                fields["cover"] = cover(words, "none", "half", "three-quarters", "3/4")
            case "from":
                fields["by"] = one(words, "who causes it")
            case "nonmagical":
                fields["magical"] = False
            case _:
                found = inflicted(words)
                if word and not found:
                    raise words.unknown() if words.peek() else words.missing("a condition such as +prone")
                if not found:
                    break
                fields["inflicts"] = (*fields.get("inflicts", ()), *found)
    return c.Save(**fields)


def cover(words: Words, *kinds: str) -> str:
    return COVERS[words.required("how much cover", *(kinds or COVERS))]


def put_condition(words: Words) -> c.Condition:
    targets = ids(many(words, signed=True), words)
    add: list[Inflicted] = []
    remove: list[str] = []
    exhaustion = 0
    while words.peek() is not None or not (add or remove or exhaustion):
        if (name := condition(words, "-")) is not None:
            if name == "exhaustion":
                exhaustion -= levels(words)
            else:
                remove.append(_as_it_hangs(words, targets, name))
        elif _is_exhaustion(words.peek()):
            condition(words, "+")
            exhaustion += levels(words)
        elif found := inflicted(words):
            exhaustion += sum(one.level for one in found if one.name == "exhaustion")
            add += (one for one in found if one.name != "exhaustion")
        else:
            raise words.unknown() if words.peek() else words.missing("a condition such as +prone or -prone")
    return c.Condition(targets=targets, add=tuple(add), remove=tuple(remove), exhaustion=exhaustion)


def _is_exhaustion(word: Word | None) -> bool:
    return word is not None and word.raw.casefold() in ("+exhaustion", '+"exhaustion"')


def _as_it_hangs(words: Words, targets: tuple[Id, ...], name: str) -> str:
    hanging = (effect.name for who in targets for effect in words.state.combatants[who].effects)
    return matching(name, hanging, whole=True)


def ongoing(words: Words) -> c.Ongoing:
    targets = ids(many(words, amounts=True), words)
    parts = "".join(f"{part.dice} {part.type} + " if part.type else f"{part.dice}+" for part in amounts(words))
    moment: Moment = "start"
    if words.keyword("at"):
        words.keyword("the")
        moment = "end" if words.required("'start' or 'end'", "start", "end") == "end" else "start"
    ends, source = ending(words)
    return c.Ongoing(targets=targets, damage=parts.rstrip("+ "), moment=moment, ending=ends, source=source)


def concentrate(words: Words) -> c.Concentrate:
    who = one(words, "who concentrates")
    if words.keyword("off"):
        return c.Concentrate(who=who, what=None)
    return c.Concentrate(who=who, what=phrase(words, "the spell", "text", who))


def death_save(words: Words) -> c.Death:
    who = one(words, "who saves")
    return c.Death(who=who, face=face(words) if is_face(words.peek()) else None)


def fate(what: Fated) -> Callable[[Words], c.Fate]:
    """The reader of the commands that say outright what becomes of somebody."""

    def read(words: Words) -> c.Fate:
        among: Literal["standing", "fallen", "anybody"] = "standing"
        if what == "revive":
            among = "fallen"
        elif what == "remove":
            among = "anybody"
        return c.Fate(what=what, who=several(words, among=among))

    return read
