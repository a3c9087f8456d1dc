"""`parse(line, state, context)`: one line of text to the command it asks for."""

from tracker.console.context import Context
from tracker.console.errors import ConsoleError
from tracker.console.rows import ROWS, Row, beginning, by_word
from tracker.console.tokens import Word
from tracker.console.words import Words
from tracker.encounter.commands import Redo, Undo, Why, Wish
from tracker.encounter.state import Encounter
from tracker.frozen import replace
from tracker.rules.errors import nearest

_HISTORY = (Undo, Redo, Why)


def parse(line: str, state: Encounter, context: Context) -> Wish:
    """What the line asks for. Raises ConsoleError, and nothing else, naming the word not understood and the nearest.

    Blank lines and comments are no commands: `is_blank` tells them apart.
    """
    words = Words(line, state, context)
    row = command_row(words)
    is_forced = _takes_force(words, row)
    wish = row.read(words)
    words.end()
    if not is_forced:
        return wish
    if isinstance(wish, _HISTORY):
        raise ConsoleError(f"'{row.word}' has nothing to force: leave the '!' away")
    return replace(wish, force=True)


def command_row(words: Words) -> Row:
    """The row of the command word, which is taken. Raises ConsoleError with the nearest command word."""
    word = words.peek()
    if word is None:
        raise ConsoleError("there is no command on this line")
    row = by_word().get(word.plain)
    if row is None and words.context.abbreviate and word.plain:
        row = _abbreviated(word)
    if row is None:
        raise _no_command(word)
    words.advance()
    words.syntax = row.syntax
    return row


def _abbreviated(word: Word) -> Row | None:
    found = beginning(word.plain)
    if len(found) > 1:
        raise ConsoleError(f"'{word.raw}' could be {', '.join(row.word for row in found)}", word.at)
    return found[0] if found else None


def _no_command(word: Word) -> ConsoleError:
    begun = [row.word for row in beginning(word.plain)] if word.plain else []
    likely = ", ".join(begun) or (nearest(word.plain, by_word()) if word.plain else None)
    said = f"did you mean {likely}?" if likely else f"commands are {', '.join(row.word for row in ROWS)}"
    return ConsoleError(f"there is no command '{word.raw}'; {said}", word.at)


def _takes_force(words: Words, row: Row) -> bool:
    """Takes the `!` off the end. Stuck to a word it counts unless somebody is called so."""
    last = words.last()
    if last is None or words.peek() is None or not last.raw.endswith("!"):
        return False
    if last.raw == "!":
        before = words.before_last()
        if row.takes_text and before is not None and not before.quoted:
            return False
        words.take_last()
        return True
    if last.quoted:
        if not last.after.endswith("!"):
            return False
        words.replace_last(last._replace(after=last.after[:-1]))
        return True
    if row.takes_text or words.roster.exactly(last.text):
        return False
    words.replace_last(Word(last.text[:-1], last.at))
    return True
