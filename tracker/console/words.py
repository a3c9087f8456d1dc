"""A cursor over the words of a line. It remembers what could have stood where it is, for messages and completion."""

from collections.abc import Iterable
from typing import Literal

from tracker.console.context import Context
from tracker.console.errors import ConsoleError
from tracker.console.roster import Roster, roster_of
from tracker.console.tokens import Word, words_of
from tracker.encounter.state import Encounter, Id
from tracker.frozen import Frozen
from tracker.rules.conditions import condition_names
from tracker.rules.editions import EDITIONS
from tracker.rules.errors import nearest

Hint = Literal[
    "target", "owner", "amount", "condition", "group", "creature", "wave", "attack", "ability", "reaction",
    "legendary", "lair", "action", "automation", "house rule", "option", "text", "number",
]  # fmt: skip
"""Kinds of word that a place in a line asks for, where they are no fixed words."""


class Wanted(Frozen):
    """A kind of word asked for, and whose, where it is somebody's."""

    hint: Hint
    who: Id | None = None


class Words:
    """The words of one line, taken from left to right."""

    __slots__ = ("_index", "_items", "context", "options", "state", "syntax", "wanted")

    def __init__(self, line: str, state: Encounter, context: Context) -> None:
        self.state = state
        self.context = context
        self.syntax = ""
        """How the command is written, for messages about something missing."""
        self.options: list[str] = []
        """Fixed words that could stand at the cursor."""
        self.wanted: list[Wanted] = []
        self._items = words_of(line)
        self._index = 0

    @property
    def roster(self) -> Roster:
        """Who can be named."""
        return roster_of(self.state.combatants)

    def peek(self, ahead: int = 0) -> Word | None:
        """The next word, or one further on; None beyond the end."""
        index = self._index + ahead
        return self._items[index] if index < len(self._items) else None

    def take(self, what: str, hint: Hint = "text", who: Id | None = None) -> Word:
        """The next word. Raises ConsoleError naming `what` when the line is over."""
        self.want(hint, who)
        word = self.peek()
        if word is None:
            raise self.missing(what)
        self.advance()
        return word

    def advance(self) -> None:
        """Steps over a word."""
        self._index += 1
        self.options.clear()
        self.wanted.clear()

    def keyword(self, *options: str) -> str | None:
        """Takes the next word if it is one of these fixed ones, case ignored."""
        self.options += options
        word = self.peek()
        if word is None or word.quoted or (plain := word.plain) not in options:
            return None
        self.advance()
        return plain

    def required(self, what: str, *options: str) -> str:
        """One of these fixed words. Raises ConsoleError naming the nearest."""
        if found := self.keyword(*options):
            return found
        if self.peek() is None:
            raise self.missing(what)
        raise self.unknown()

    def want(self, hint: Hint, who: Id | None = None) -> None:
        """Says what kind of word could stand here."""
        self.wanted.append(Wanted(hint, who))

    def peek_is(self, *options: str) -> bool:
        """Whether the next word is one of these fixed ones."""
        self.options += options
        word = self.peek()
        return word is not None and word.plain in options

    def strip_sign(self, sign: str) -> bool:
        """Takes a sign off the front of the next word, or the sign itself where it stands alone."""
        word = self.peek()
        if word is None or word.quoted or not word.text.startswith(sign):
            return False
        if word.text == sign:
            self.advance()
        else:
            self._items[self._index] = Word(word.text[len(sign) :], word.at + len(sign))
        return True

    def put_back(self, text: str, at: int) -> None:
        """Puts a bare word in front of the next."""
        self._items.insert(self._index, Word(text, at))

    def take_last(self) -> Word:
        """Takes the last word of the line away. Only while there is a next word."""
        return self._items.pop()

    def replace_last(self, word: Word) -> None:
        """Puts another word in place of the last."""
        self._items[-1] = word

    def before_last(self) -> Word | None:
        """The last word but one."""
        return self._items[-2] if len(self._items) > 1 else None

    def last(self) -> Word | None:
        """The last word of the line."""
        return self._items[-1] if self._items else None

    def end(self) -> None:
        """Raises ConsoleError when words are left over."""
        if self.peek() is not None:
            raise self.unknown()

    def missing(self, what: str) -> ConsoleError:
        """The error for a line that ends too early."""
        return ConsoleError(f"{what} is missing: {self.syntax}" if self.syntax else f"{what} is missing")

    def unknown(self, known: Iterable[str] = (), kind: str = "") -> ConsoleError:
        """The error for the next word: what it is not, and the nearest word that would be understood."""
        word = self.peek()
        assert word is not None
        hints = {wanted.hint for wanted in self.wanted}
        names = self.roster.known() if "target" in hints else ()
        signed = [f"+{name}" for name in conditions(self.state)] if "condition" in hints else ()
        likely = nearest(word.text, [*self.options, *known, *names, *signed])
        said = kind or _not_a(hints)
        if likely:
            said += f"; did you mean '{likely}'?"
        elif self.options and not known:
            said += f"; {_listed(dict.fromkeys(self.options))} could stand there"
        elif self.syntax:
            said += f": {self.syntax}"
        return ConsoleError(f"'{word.raw}' {said}", word.at)


def conditions(state: Encounter) -> list[str]:
    """The conditions of the fight's edition, exhaustion among them; none for an edition that does not exist."""
    found = EDITIONS.get(state.edition)
    return list(dict.fromkeys((*condition_names(found), "exhaustion"))) if found else []


def _not_a(hints: set[Hint]) -> str:
    if {"target", "amount"} <= hints:
        return "is neither somebody in this fight nor an amount such as 12 or 2d6+3"
    if "target" in hints:
        return "is nobody in this fight"
    if "amount" in hints:
        return "is not an amount such as 12, 12+7 or 2d6+3"
    return "is not understood here"


def _listed(options: Iterable[str]) -> str:
    shown = [f"'{option}'" for option in options][:8]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"
