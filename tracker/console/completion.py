"""What could come next in a line, found by reading what stands there and asking what was looked for at its end."""

from collections.abc import Iterator

from tracker.console.context import Context
from tracker.console.errors import ConsoleError
from tracker.console.own_names import names_of
from tracker.console.parsing import command_row
from tracker.console.roster import folded
from tracker.console.rows import ROWS
from tracker.console.spelling import spelled
from tracker.console.targets import SETS
from tracker.console.tokens import quoted
from tracker.console.words import Wanted, Words, conditions
from tracker.encounter.automation import AUTOMATIONS
from tracker.encounter.state import Encounter
from tracker.frozen import Frozen
from tracker.regex import regex
from tracker.rules.actions import actions
from tracker.rules.editions import EDITIONS
from tracker.rules.house_rules import HOUSE_RULES

MOST = 100
"""Completions offered at once."""

_WORD = regex(r'[@+-]?"(?:[^"]|"")*(?:"\S*|$)|\S+')
_NEEDS_QUOTES = regex(r'[\s"]|^[@+.*#-]|[/+=-]$|^$')


class Completion(Frozen):
    """One way on: `text` takes the place of the line from column `start`."""

    text: str
    start: int
    """Counted from 0."""
    note: str = ""
    """What it is, for the menu: what a command does, the name behind a handle."""


def complete(text: str, state: Encounter, context: Context) -> tuple[Completion, ...]:
    """Every way on from the end of the line; nothing where the line went wrong before its last word."""
    start = _last_word(text)
    partial = text[start:]
    words = _read(text[:start], state, context)
    if words is None:
        return ()
    offered: dict[str, Completion] = {}
    for candidate, note, keys in _candidates(words, partial) if text[:start].strip() else _commands():
        if any(folded(key).startswith(folded(partial.lstrip('"'))) for key in (candidate, *keys)):
            offered.setdefault(candidate, Completion(candidate, start, note))
        if len(offered) == MOST:
            break
    return tuple(offered.values())


def _last_word(text: str) -> int:
    """Where the word begins that is being typed; the end of the line after a space."""
    found = list(_WORD.finditer(text))
    return found[-1].start() if found and found[-1].end() == len(text) else len(text)


def _read(head: str, state: Encounter, context: Context) -> Words | None:
    """The words of the line's beginning, all taken; None when they make no sense."""
    try:
        words = Words(head, state, context)
        if words.peek() is None:
            return words
        row = command_row(words)
    except ConsoleError:
        return None
    try:
        row.read(words)
    except ConsoleError:
        return words if words.peek() is None else None
    return words if words.peek() is None else None


_Candidate = tuple[str, str, tuple[str, ...]]
"""The text, what it is, and other beginnings that lead to it."""


def _commands() -> Iterator[_Candidate]:
    for row in ROWS:
        yield row.word, row.does, ()


def _candidates(words: Words, partial: str) -> Iterator[_Candidate]:
    options: list[_Candidate] = [(option, "", ()) for option in words.options]
    is_owner_last = any(wanted.hint == "owner" for wanted in words.wanted)
    yield from options if is_owner_last else ()
    for wanted in dict.fromkeys(words.wanted):
        yield from _wanted(words, wanted, partial)
    yield from () if is_owner_last else options


def _wanted(words: Words, wanted: Wanted, partial: str) -> Iterator[_Candidate]:
    match wanted.hint:
        case "target" | "owner":
            yield from _people(words, "'s" if wanted.hint == "owner" else "")
        case "condition":
            yield from _conditions(words, partial)
        case "group":
            yield from ((word(name), "group", ()) for name in words.roster.groups.values())
        case "creature":
            yield from ((word(name), "", (partial,)) for name in words.context.near(partial.strip('"')))
        case "wave":
            waiting = (combatant.waiting for combatant in words.state.combatants.values())
            yield from ((word(name), "wave", ()) for name in waiting if name is not None and name != "absent")
        case "automation":
            yield from ((name, does, ()) for name, does in AUTOMATIONS.items())
        case "house rule":
            yield from ((rule.name, rule.text, ()) for rule in HOUSE_RULES)
        case "action":
            yield from _actions(words)
        case "option":
            yield from ((word(name), "", ()) for prompt in words.state.prompts for name in prompt.options)
        case _:
            yield from ((word(name), "", (name,)) for name in names_of(words.state, wanted.who, wanted.hint))


def word(text: str) -> str:
    """Text as a word of a line, quoted where it must be."""
    return quoted(text) if _NEEDS_QUOTES.search(text) else text


def _people(words: Words, tail: str) -> Iterator[_Candidate]:
    state = words.state
    for combatant in state.combatants.values():
        short = _NEEDS_QUOTES.search(combatant.name)
        name = spelled(combatant.id, state) if short else combatant.name
        yield f"{name}{tail}", combatant.name if short else combatant.id, (combatant.id, combatant.name)
    if not tail:
        yield from ((f"@{word(name)}", "group", ()) for name in words.roster.groups.values())
        yield from ((name, "", ()) for name in SETS)


def _actions(words: Words) -> Iterator[_Candidate]:
    edition = EDITIONS.get(words.state.edition)
    yield from ((word(one.name), one.text, (one.name,)) for one in (actions(edition) if edition else ()))


def _conditions(words: Words, partial: str) -> Iterator[_Candidate]:
    if partial.startswith("-"):
        hanging = (effect.name for combatant in words.state.combatants.values() for effect in combatant.effects)
        yield from ((f"-{word(name)}", "", ()) for name in hanging)
    else:
        yield from ((f"+{name}", "", (name,)) for name in conditions(words.state))
