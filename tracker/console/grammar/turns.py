"""What a creature does: attacks, actions, reactions, movement, legendary and lair actions."""

from typing import Any

from tracker.console.amounts import face, is_whole, one_amount, whole
from tracker.console.errors import ConsoleError
from tracker.console.grammar.hurt import cover
from tracker.console.own_names import names_of, phrase
from tracker.console.targets import ids, many, one, several
from tracker.console.words import Words
from tracker.encounter import commands as c
from tracker.encounter.state import Id

_AT = ("vs", "on", "against")
_OPTIONS = (
    "adv", "advantage", "dis", "disadvantage", "cover", "far", "roll", "dmg",
    "two-handed", "thrown", "charge", "reaction", "near", "unseen", "blindly", "sneak",
)  # fmt: skip
_FEET = 100_000
_MODES = ("walk", "fly", "swim", "climb", "burrow", "crawl", "jump")
_HOW = {"teleport": "teleport", "forced": "forced", "fall": "fall"}
_MOVES = (*_MODES, *_HOW, "difficult", "dragging", "from", "through", "into", "height")
_ACT = ("vs", "on", "roll", "against", "choose", "bonus")


def attack(words: Words) -> c.Attack:
    who = one(words, "who attacks")
    is_named = words.keyword("with")
    name = phrase(words, "the attack", "attack", who, _AT) if is_named else _only_attack(words, who)
    words.required("'vs' and a target", *_AT)
    fields: dict[str, Any] = {"who": who, "attack": name, "targets": several(words, stop=_OPTIONS)}
    while word := words.keyword(*_OPTIONS):
        match word:
            case "adv" | "advantage":
                fields["advantage"] = True
            case "dis" | "disadvantage":
                fields["disadvantage"] = True
            case "cover":
                fields["cover"] = cover(words)
            case "far":
                fields["distance"] = _feet(words, "the distance in feet")
            case "roll":
                fields["face"] = face(words)
            case "dmg":
                fields["damage"] = one_amount(words, "the damage")
            case "reaction":
                fields["as_reaction"] = True
            case "near":
                fields["near"] = several(words, stop=_OPTIONS)
            case _:
                fields[word.replace("-", "_")] = True
    return c.Attack(**fields)


def _only_attack(words: Words, who: Id) -> str:
    names = names_of(words.state, who, "attack")
    if len(names) == 1:
        words.options.append("with")
        return names[0]
    name = words.state.combatants[who].name
    if names:
        raise ConsoleError(f"with which attack? {name} has {', '.join(names)}: {words.syntax}")
    raise ConsoleError(f"{name} has no attack in its stat block; name one after 'with': {words.syntax}")


def _feet(words: Words, what: str) -> int:
    feet = whole(words, what, 0, _FEET)
    words.keyword("ft", "ft.", "feet")
    return feet


def use(words: Words) -> c.Use:
    who = one(words, "who uses it")
    name = phrase(words, "what is used", "ability", who, ("vs", "on", "dmg", "cover"))
    targets = many(words, stop=("dmg", "cover")) if words.keyword("vs", "on") else ()
    fields: dict[str, Any] = {}
    while word := words.keyword("dmg", "cover"):
        if word == "dmg":
            fields["damage"] = one_amount(words, "the damage")
        else:
            fields["cover"] = cover(words, "none", "half", "three-quarters", "3/4")
    return c.Use(who=who, ability=name, targets=targets, **fields)


def react(words: Words) -> c.React:
    who = one(words, "who reacts")
    fields: dict[str, Any] = {"what": phrase(words, "the reaction", "reaction", who, ("vs", "on", "roll", "dmg"))}
    while word := words.keyword("vs", "on", "roll", "dmg"):
        match word:
            case "roll":
                fields["face"] = face(words)
            case "dmg":
                fields["damage"] = one_amount(words, "the damage")
            case _:
                fields["target"] = one(words, "the target")
    return c.React(who=who, **fields)


def ready(words: Words) -> c.Ready:
    who = one(words, "who holds back")
    trigger = phrase(words, "the trigger in quotes", "text", None, ("do",))
    words.keyword("do")
    action = phrase(words, "the readied action", "text", who, ("spell",))
    return c.Ready(who=who, trigger=trigger, action=action, is_spell=words.keyword("spell") is not None)


def act(words: Words) -> c.Act:
    who = one(words, "who acts")
    fields: dict[str, Any] = {"action": phrase(words, "the action", "action", who, _ACT)}
    while word := words.keyword(*_ACT):
        match word:
            case "vs" | "on":
                fields |= _aimed(many(words, stop=_ACT))
            case "roll":
                fields["face"] = face(words)
            case "against":
                fields["defender_face"] = face(words, "the other's die")
            case "choose":
                fields["choice"] = phrase(words, "the choice", "option", None, _ACT)
            case _:
                fields["as_bonus"] = True
    return c.Act(who=who, **fields)


def _aimed(targets: tuple[c.Target, ...]) -> dict[str, Any]:
    """The first target is the action's own; its typed die is the defender's."""
    first, *others = targets
    own: dict[str, Any] = {"target": first.who, "others": tuple(others)}
    return own | ({"defender_face": first.save} if first.save else {})


def move(words: Words) -> c.Move:
    who = one(words, "who moves")
    fields: dict[str, Any] = {}
    while word := words.keyword(*_MOVES) or words.peek():
        match word:
            case "difficult" | "dragging":
                fields[word] = True
            case "from":
                fields["leaving"] = several(words, stop=_MOVES)
            case "through" | "into":
                fields[word] = one(words, "whose space")
            case "height":
                fields["height"] = _feet(words, "the height in feet")
            case str() if word in _HOW:
                fields["how"] = _HOW[word]
            case str():
                fields["mode"] = word
            case _ if "feet" in fields or not is_whole(word):
                raise words.unknown()
            case _:
                fields["feet"] = _feet(words, "how many feet")
    if "feet" not in fields:
        raise words.missing("how many feet")
    return c.Move(who=who, **fields)


def stand(words: Words) -> c.Stand:
    return c.Stand(who=one(words, "who stands up"))


def mount(words: Words) -> c.Mount:
    rider = one(words, "who mounts")
    steed = one(words, "the mount")
    kind = words.keyword("controlled", "independent")
    return c.Mount(who=rider, mount=steed, controlled=kind != "independent")


def dismount(words: Words) -> c.Mount:
    return c.Mount(who=one(words, "who dismounts"))


def legend(words: Words) -> c.Legend:
    who = one(words, "whose legendary action")
    option = phrase(words, "which legendary action", "legendary", who, ("vs", "on"))
    return c.Legend(who=who, option=option, targets=many(words) if words.keyword("vs", "on") else ())


def lair(words: Words) -> c.Lair:
    who = one(words, "whose lair")
    action = phrase(words, "which lair action", "lair", who, ("vs", "on"))
    return c.Lair(who=who, action=action, targets=many(words) if words.keyword("vs", "on") else ())


def resist(words: Words) -> c.Resist:
    return c.Resist(who=one(words, "who resists"))


def hazard(words: Words) -> c.Hazard:
    name = _hazard_name(words)
    who = ids(many(words, amounts=True), words)
    amount = None
    if is_whole(words.peek()):
        amount = whole(words, "hours of exposure, feet fallen, or a DC", 0, _FEET)
        words.keyword("hours", "hour", "ft", "ft.", "feet")
    bearing: list[str] = []
    while words.keyword("with", "and"):
        bearing.append(phrase(words, "what bears on it, such as wet", "option", None, ("and",)))
    return c.Hazard(hazard=name, who=who, amount=amount, circumstances=tuple(bearing))


def _hazard_name(words: Words) -> str:
    """A quoted name, or bare words as long as they are nobody's name and no word for a set of targets."""
    first = words.take("the hazard", "option")
    taken = [first.text]
    while not first.quoted and (word := words.peek()) is not None and _is_more(words, word.text, word.quoted):
        taken.append(word.text)
        words.advance()
    return " ".join(taken)


def _is_more(words: Words, text: str, is_quoted: bool) -> bool:
    if is_quoted or text[0] in ".*@" or text[0].isdigit():
        return False
    from tracker.console.targets import SETS

    return text.casefold() not in SETS and not words.roster.exactly(text) and not words.roster.beginning(text)
