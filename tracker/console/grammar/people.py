"""Who is there: newcomers, waves, what players see, notes, tags, counters, reminders."""

import itertools
from dataclasses import dataclass
from typing import Literal

from tracker.console.amounts import has_sign, is_whole, whole
from tracker.console.errors import ConsoleError
from tracker.console.own_names import phrase, running
from tracker.console.roster import folded
from tracker.console.targets import one, several
from tracker.console.words import Words
from tracker.encounter import commands as c
from tracker.encounter.state import Side
from tracker.library.models import StatBlock

MOST_COPIES = 200
_MOST_HP = 1_000_000
_SIDES: dict[str, Side] = {"party": "party", "ally": "ally", "foe": "foe", "neutral": "neutral"}
ADD_WORDS = ("hp", "ac", "init", "group", "hidden", "named", "death-saves", "object", *_SIDES)
"""What may follow the creature in `add`."""


@dataclass(slots=True)
class _Newcomer:
    hp: int | None = None
    max_hp: int | None = None
    hp_mode: Literal["average", "roll", "max"] = "average"
    ac: int | None = None
    initiative: int | None = None
    group: str | None = None
    in_group: bool = False
    hidden: bool = False
    side: Side = "foe"
    name: str | None = None
    death_saves: bool = False
    thing: StatBlock | None = None


def add(words: Words) -> c.Add:
    count = whole(words, "how many", 1, MOST_COPIES) if is_whole(words.peek()) else 1
    at = words.peek()
    asked = phrase(words, "the creature", "creature", None, ADD_WORDS)
    new = _Newcomer()
    while word := words.keyword(*ADD_WORDS):
        if word == "object":
            new.thing = _object(words, asked)
            new.side = "neutral"
        else:
            _read(words, word, new)
    words.end()
    block = new.thing or words.context.lookup(asked)
    if block is None and new.hp is None:
        raise unknown_creature(words, asked, at.at if at else None)
    name = new.name or (block.name if block else asked)
    block = block or _from_nothing(asked, new)
    return c.Add(
        name=name,
        block=block,
        count=count,
        side=new.side,
        hp=new.hp,
        max_hp=new.max_hp,
        hp_mode=new.hp_mode,
        ac=new.ac,
        initiative=new.initiative,
        group=(new.group or _free_group(words, block.name)) if new.in_group else None,
        hidden=new.hidden,
        death_saves=new.death_saves or new.side == "party",
    )


def _free_group(words: Words, creature: str) -> str:
    """What a group is called that was given no name: `goblins`, `goblins2` beside those."""
    base = f"{creature.lower()}s"
    names = (base if number == 1 else f"{base}{number}" for number in itertools.count(1))
    return next(name for name in names if folded(name) not in words.roster.groups)


def _read(words: Words, word: str, new: _Newcomer) -> None:
    match word:
        case "hp":
            _hit_points(words, new)
        case "ac":
            new.ac = whole(words, "the Armour Class", 0, 99)
        case "init":
            new.initiative = whole(words, "the initiative count", -9999, 9999)
        case "group":
            new.in_group = True
            following = words.peek()
            if following is not None and following.quoted:
                new.group = words.take("the group's name").text
        case "hidden":
            new.hidden = True
        case "named":
            new.name = words.take("the name in quotes").text
        case "death-saves":
            new.death_saves = True
        case _:
            new.side = _SIDES[word]


def _hit_points(words: Words, new: _Newcomer) -> None:
    if mode := words.keyword("roll", "max", "average"):
        new.hp_mode = "roll" if mode == "roll" else "max" if mode == "max" else "average"
    else:
        new.hp, new.max_hp = hit_points(words)


def hit_points(words: Words) -> tuple[int, int]:
    """Hit points now and their maximum from `40` or `31/38`. Raises ConsoleError for anything else."""
    word = words.take("the hit points", "number")
    now, slash, most = word.plain.partition("/")
    if not now.isdecimal() or (slash and not most.isdecimal()) or len(word.plain) > 15:
        raise ConsoleError(f"hit points are a number, 11/38, 'roll' or 'max', not '{word.raw}'", word.at)
    found = int(now), int(most or now)
    if not 0 <= found[0] <= found[1] <= _MOST_HP or found[1] == 0:
        raise ConsoleError(f"hit points run from 0 to their maximum, at most {_MOST_HP}, not '{word.raw}'", word.at)
    return found


def _from_nothing(name: str, new: _Newcomer) -> StatBlock:
    from tracker.library.models import creature_from_nothing

    if not name.strip():
        raise ConsoleError("a name is at least one letter")
    return creature_from_nothing(name, hp=new.max_hp, ac=10 if new.ac is None else new.ac)


def _object(words: Words, name: str) -> StatBlock:
    """A thing of a size and a substance of the tables: `object small wood fragile`."""
    from tracker.encounter.figures import rules_of
    from tracker.encounter.objects import object_block
    from tracker.rules.errors import RulesError
    from tracker.rules.tables import table

    rules = rules_of(words.state)
    size = words.keyword(*table(rules, "sizes")) or "medium"
    words.options += table(rules, "object armor class")
    following = words.peek()
    is_named = following is not None and following.plain not in (*ADD_WORDS, "fragile", "resilient")
    substance = words.take("what it is made of").plain if is_named else "wood"
    resilient = words.keyword("fragile", "resilient") != "fragile"
    try:
        return object_block(rules, name, size, substance, resilient=resilient)
    except RulesError as error:
        raise ConsoleError(str(error), following.at if following else None) from error


def unknown_creature(words: Words, asked: str, at: int | None) -> ConsoleError:
    """The error for a creature that nobody has, with the likeliest names."""
    head, _, rest = asked.partition(" ")
    if rest and words.context.lookup(head) is not None:
        stray = rest.split(" ")[0]
        return ConsoleError(f"'{stray}' is not understood after '{head}'; {', '.join(ADD_WORDS)} may follow", at)
    near = words.context.near(asked)[:5]
    likely = f"did you mean {' or '.join(repr(name) for name in near)}? " if near else ""
    return ConsoleError(f"there is no creature '{asked}'; {likely}with 'hp 11' behind it one is made from nothing", at)


def join(words: Words) -> c.Join:
    waves = waiting_waves(words)
    words.want("wave")
    word = words.peek()
    if word is not None:
        key = word.text.casefold()
        exact = [wave for wave in waves if wave.casefold() == key]
        begun = exact or [wave for wave in waves if wave.casefold().startswith(key)]
        if len(begun) == 1:
            words.advance()
            return c.Join(what=begun[0])
        if not (words.roster.exactly(word.text) or words.roster.beginning(word.text)):
            known = ", ".join(f"'{wave}'" for wave in waves) or "nobody"
            raise ConsoleError(f"'{word.raw}' is no wave and nobody absent; waiting: {known}", word.at)
    who = one(words, "who joins")
    return c.Join(what=who)


def waiting_waves(words: Words) -> list[str]:
    """The waves that wait, by name."""
    waiting = (combatant.waiting for combatant in words.state.combatants.values())
    return list(dict.fromkeys(wave for wave in waiting if wave is not None and wave != "absent"))


def hide(words: Words) -> c.Hide:
    return c.Hide(who=several(words, among="anybody"))


def show(words: Words) -> c.Hide:
    return c.Hide(who=several(words, among="anybody"), hidden=False)


def note(words: Words) -> c.Note:
    who = one(words, "whose note")
    return c.Note(who=who, text=phrase(words, "the note", "text"))


def tag(words: Words) -> c.Tag:
    """The last word is the tag, whatever it is."""
    words.want("target")
    if words.peek() is None:
        raise words.missing("a target")
    text = words.take_last()
    who = several(words, among="anybody")
    return c.Tag(who=who, tag="" if text.plain == "off" else text.text)


def counter(words: Words) -> c.Count:
    who = one(words, "whose counter")
    parts: list[str] = []
    while (word := words.peek()) is not None and not (parts and is_whole(word)):
        words.take("the counter", "text")
        parts.append(word.text)
        if word.quoted:
            break
    if not parts:
        raise words.missing("the counter")
    relative = has_sign(words.peek())
    return c.Count(who=who, counter=" ".join(parts), amount=whole(words, "a number", -9999, 9999), relative=relative)


def remind(words: Words) -> c.Remind:
    if words.keyword("round"):
        number = whole(words, "the round", 1, 99_999)
        return c.Remind(round=number, text=phrase(words, "the reminder", "text"))
    who = one(words, "'round' and its number, or whose turn")
    return c.Remind(who=who, text=running(words, "the reminder"))
