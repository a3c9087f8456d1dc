"""Who acts when: initiative, surprise, turns, places in the order."""

from tracker.console.amounts import face as typed_face
from tracker.console.amounts import is_face, is_whole, whole
from tracker.console.errors import ConsoleError
from tracker.console.own_names import phrase
from tracker.console.targets import ids, many, one, several
from tracker.console.words import Words
from tracker.encounter import commands as c
from tracker.encounter.commands import RollMode

_MODES: dict[str, RollMode] = {
    "adv": "advantage",
    "advantage": "advantage",
    "dis": "disadvantage",
    "disadvantage": "disadvantage",
}
_COUNT = 9999


def start(_words: Words) -> c.Start:
    return c.Start()


def begin(_words: Words) -> c.Begin:
    return c.Begin()


def next_turn(_words: Words) -> c.Next:
    return c.Next()


def initiative(words: Words) -> c.SetInitiative:
    who = ids(many(words, stop=("roll", "fixed", "rolloff"), amounts=True), words)
    if words.keyword("fixed"):
        return c.SetInitiative(who=who, fixed=True)
    if words.keyword("rolloff"):
        return c.SetInitiative(who=who, rolloff=True)
    if not words.keyword("roll"):
        if words.peek() is not None and not is_whole(words.peek()):
            raise words.unknown()
        return c.SetInitiative(who=who, count=whole(words, "the count", -_COUNT, _COUNT))
    mode = words.keyword(*_MODES)
    face = typed_face(words) if is_face(words.peek()) else None
    return c.SetInitiative(who=who, face=face, mode=_MODES[mode] if mode else "normal")


def surprise(words: Words) -> c.Surprise:
    if words.keyword("none"):
        return c.Surprise()
    if words.keyword("by"):
        return c.Surprise(sneaking=many(words))
    return c.Surprise(who=several(words))


def order(words: Words) -> c.Order:
    who = one(words, "who is moved")
    where = words.required("'before' or 'after'", "before", "after")
    return c.Order(who=who, where="before" if where == "before" else "after", other=one(words, "the other"))


def split(words: Words) -> c.Split:
    text = phrase(words, "the group", "group").removeprefix("@")
    name = words.roster.group(text)
    if name is not None:
        return c.Split(group=name)
    found = words.roster.exactly(text) or words.roster.beginning(text)
    groups = {words.state.combatants[who].group for who in found} - {None}
    if len(groups) == 1 and (only := groups.pop()) is not None:
        return c.Split(group=only)
    known = ", ".join(sorted(words.roster.groups.values())) or "there is none in this fight"
    raise ConsoleError(f"'{text}' is no group; groups: {known}")


def delay(words: Words) -> c.Delay:
    active = words.state.active_id
    if (words.peek() is None or words.peek_is("after")) and active is not None:
        who = active
    else:
        who = one(words, "who delays")
    return c.Delay(who=who, after=one(words, "after whom") if words.keyword("after") else None)
