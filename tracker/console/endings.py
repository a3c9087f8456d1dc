"""When an effect ends, and from whom it comes: `until end of go1's next turn`, `for 1 minute`, `save con 12 at end`."""

from dataclasses import dataclass, field
from typing import Any

from tracker.console.amounts import whole
from tracker.console.errors import ConsoleError
from tracker.console.targets import one, owner
from tracker.console.words import Words
from tracker.encounter.commands import Ending, Inflicted
from tracker.encounter.state import Id
from tracker.rules.checks import ABILITIES

ABILITY_WORDS = {
    word: short
    for short, long in zip(
        ABILITIES, ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"), strict=True
    )
    for word in (short, long)
}
"""Ability by each of its names."""

MOST_ROUNDS = 100_000
_STARTS = ("until", "for", "save", "from")
_SPANS = {"round": 1, "rounds": 1, "minute": 10, "minutes": 10, "min": 10, "hour": 600, "hours": 600}


@dataclass(slots=True)
class _Gathered:
    fields: dict[str, Any] = field(default_factory=dict)
    source: Id | None = None


def ending(words: Words) -> tuple[Ending, Id | None]:
    """Every word on when something ends, and its source (`from go1`), in any order."""
    gathered = _Gathered()
    while word := words.keyword(*_STARTS):
        match word:
            case "until":
                _until(words, gathered.fields)
            case "for":
                _span(words, gathered.fields)
            case "save":
                gathered.fields |= _save(words)
            case _:
                gathered.source = one(words, "who it comes from")
    return Ending(**gathered.fields), gathered.source


def ability(words: Words, what: str = "the ability of the save") -> str:
    """One of the six abilities, short or in full."""
    return ABILITY_WORDS[words.required(what, *ABILITY_WORDS)]


def _until(words: Words, fields: dict[str, Any]) -> None:
    if words.keyword("dismissed"):
        return
    words.keyword("the")
    moment = words.keyword("start", "end")
    if moment is None:
        fields["held_by"] = owner(words, "whose concentration")
        words.required("'concentration'", "concentration")
        words.keyword("ends")
        return
    fields["moment"] = moment
    words.required("'of'", "of")
    fields["who"] = owner(words, "whose turn")
    fields["is_next"] = words.keyword("next") is not None
    words.required("'turn'", "turn")


def _span(words: Words, fields: dict[str, Any]) -> None:
    number = whole(words, "how long", 1, MOST_ROUNDS)
    unit = _SPANS[words.required("'rounds' or 'minutes'", *_SPANS)]
    if unit == 1:
        fields["rounds"] = number
    else:
        fields["minutes"] = number * unit // 10


def _save(words: Words) -> dict[str, Any]:
    found: dict[str, Any] = {"save_ability": ability(words), "save_dc": whole(words, "the DC", 0, 99)}
    if words.keyword("at"):
        words.keyword("the")
        found["save_moment"] = words.required("'start' or 'end'", "start", "end")
    return found


def inflicted(words: Words) -> tuple[Inflicted, ...]:
    """`+frightened +prone for 1 minute`: conditions that share what is said about their end."""
    names: list[tuple[str, int]] = []
    while (name := condition(words, "+")) is not None:
        names.append((name, levels(words) if name == "exhaustion" else 1))
        words.keyword("and")
    ends, source = ending(words) if names else (Ending(), None)
    return tuple(Inflicted(name=name, level=level, ending=ends, source=source) for name, level in names)


def condition(words: Words, sign: str) -> str | None:
    """The condition behind that sign, if the next word is one: `+poisoned`, `-"giant toad's grip"`."""
    words.want("condition")
    word = words.peek()
    if word is None:
        return None
    if word.quoted and word.before == sign and not word.after:
        name = word.text
    elif not word.quoted and word.plain[:1] == sign and len(word.plain) > 1:
        name = word.plain[1:]
    else:
        return None
    if not name.strip():
        raise ConsoleError(f"which condition? '{word.raw}' names none", word.at)
    words.advance()
    return name.strip().casefold()


def levels(words: Words) -> int:
    """How many levels of exhaustion: the number that follows, or one."""
    word = words.peek()
    return whole(words, "the level", 1, 99) if word is not None and word.plain.isdigit() else 1
