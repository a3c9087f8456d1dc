"""Fitting an encounter to the evening: copies, another creature, hit points."""

from tracker.console.amounts import has_sign, whole
from tracker.console.errors import ConsoleError
from tracker.console.grammar.people import hit_points, unknown_creature
from tracker.console.own_names import phrase
from tracker.console.targets import one, several
from tracker.console.words import Words
from tracker.encounter import commands as c

MODES = ("average", "roll", "max")


def copies(words: Words) -> c.Copies:
    who = one(words, "of whom")
    relative = has_sign(words.peek())
    return c.Copies(who=who, number=whole(words, "how many", -200, 200), relative=relative)


def swap(words: Words) -> c.Swap:
    who = several(words, stop=("with",), among="anybody")
    words.required("'with' and a creature", "with")
    at = words.peek()
    asked = phrase(words, "the creature", "creature", None, ())
    block = words.context.lookup(asked)
    if block is None:
        raise unknown_creature(words, asked, at.at if at else None)
    return c.Swap(who=who, block=block)


def settle_hit_points(words: Words) -> c.HitPoints:
    who = several(words, stop=MODES, among="anybody")
    match words.keyword(*MODES):
        case "average":
            return c.HitPoints(who=who)
        case "roll":
            return c.HitPoints(who=who, mode="roll")
        case "max":
            return c.HitPoints(who=who, mode="max")
    now, most = hit_points(words)
    if now == 0:
        raise ConsoleError("nobody begins with 0 hit points; `set WHO hp 0` brings somebody down")
    return c.HitPoints(who=who, mode="given", hp=now, max_hp=most)
