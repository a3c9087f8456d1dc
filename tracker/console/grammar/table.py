"""What stands above the creatures: scene, rests, tokens, switches, prompts, history, free rolls."""

import re
from typing import Literal

from tracker.console.amounts import face, is_whole, one_amount, whole
from tracker.console.errors import ConsoleError
from tracker.console.own_names import matching, running
from tracker.console.targets import many, one
from tracker.console.words import Words
from tracker.encounter import commands as c
from tracker.encounter.automation import AUTOMATIONS
from tracker.regex import regex

_MOST_STEPS = 1_000_000
_FACE = regex(r"t?\d{1,4}")


def scene(words: Words) -> c.Scene:
    from tracker.encounter.decide.table import SCENE_WORDS

    word = words.required("the scene", *SCENE_WORDS)
    return c.Scene(word=word, on=words.keyword("on", "off") != "off")


def rest(words: Words) -> c.Rest:
    kind: Literal["short", "long"] = "long" if words.required("which rest", "short", "long") == "long" else "short"
    who = tuple(target.who for target in many(words, stop=("dice", "faces", "unfed"), needed=False))
    dice, fed = 0, True
    faces: list[int] = []
    while word := words.keyword("dice", "faces", "unfed"):
        if word == "dice":
            dice = whole(words, "how many hit dice", 0, 40)
        elif word == "unfed":
            fed = False
        else:
            while is_whole(words.peek()) or not faces:
                faces.append(whole(words, "a face", 1, 12))
    return c.Rest(kind=kind, who=who, dice=dice, faces=tuple(faces), fed=fed)


def luck(words: Words) -> c.Luck:
    who = one(words, "whose luck")
    return c.Luck(who=who, points=_points(words), token="luck")


def inspiration(words: Words) -> c.Luck:
    who = one(words, "whose inspiration")
    return c.Luck(who=who, points=_points(words), token="inspiration")


def doom(words: Words) -> c.Luck:
    return c.Luck(who=None, points=_points(words), token="doom")


def _points(words: Words) -> int:
    if words.peek() is None:
        words.want("number")
        return 1
    points = whole(words, "how many points", -99, 99)
    if points == 0:
        raise ConsoleError("no points at all change nothing: a number above 0 gains, one below 0 spends")
    return points


def automation(words: Words) -> c.Auto:
    text = running(words, "which automation", "automation", None, ("on", "off"))
    name = matching(text.replace(" ", "_"), AUTOMATIONS)
    return c.Auto(name=name if name in AUTOMATIONS else text, on=words.required("'on' or 'off'", "on", "off") == "on")


def house_rule(words: Words) -> c.Rule:
    from tracker.rules.house_rules import HOUSE_RULES

    text = running(words, "which house rule", "house rule", None, ("on", "off"))
    known = [rule.name for rule in HOUSE_RULES]
    name = matching(text.replace(" ", "_"), known)
    return c.Rule(name=name if name in known else text, on=words.required("'on' or 'off'", "on", "off") == "on")


def answer(words: Words) -> c.Answer:
    n = _prompt_number(words)
    words.want("option")
    word = words.peek()
    if word is not None and _FACE.fullmatch(word.plain):
        return c.Answer(n=n, face=face(words), targets=_aimed(words))
    plain = words.keyword("roll", "yes", "no")
    text = plain or running(words, "the answer", "option", None, ("vs", "on"))
    return c.Answer(n=n, word=text, targets=_aimed(words))


def _prompt_number(words: Words) -> int | None:
    """The `2` of `answer 2: 14`, with or without a space before the colon or after it."""
    word, after = words.peek(), words.peek(1)
    if word is None:
        return None
    found = re.fullmatch(r"(\d{1,4}):(.*)", word.plain)
    if found:
        words.advance()
        if found[2]:
            words.put_back(found[2], word.at + len(found[1]) + 1)
        return int(found[1])
    if word.plain.isdecimal() and len(word.plain) < 5 and after is not None and after.plain == ":":
        words.advance()
        words.advance()
        return int(word.plain)
    return None


def _aimed(words: Words) -> tuple[c.Target, ...]:
    return many(words) if words.keyword("vs", "on") else ()


def skip(words: Words) -> c.Skip:
    return c.Skip(n=whole(words, "the prompt's place", 1, 9999) if words.peek() else None)


def undo(words: Words) -> c.Undo:
    if words.keyword("turn"):
        return c.Undo(turn=True)
    return c.Undo(count=whole(words, "how many commands", 1, _MOST_STEPS) if words.peek() else 1)


def redo(words: Words) -> c.Redo:
    return c.Redo(count=whole(words, "how many commands", 1, _MOST_STEPS) if words.peek() else 1)


def roll(words: Words) -> c.Roll:
    return c.Roll(dice=one_amount(words, "the dice"))


def why(_words: Words) -> c.Why:
    return c.Why()


def end(_words: Words) -> c.End:
    return c.End()


def reopen(_words: Words) -> c.Reopen:
    return c.Reopen()
