"""Amounts: figures and dice with arithmetic, each with a damage type or none."""

import re

from tracker.console.errors import ConsoleError
from tracker.console.tokens import MINUS, Word
from tracker.console.words import Words
from tracker.encounter.commands import Amount, Face
from tracker.regex import regex
from tracker.rules import dice
from tracker.rules.dice import DAMAGE_TYPES

LETTERS = {kind[0]: kind for kind in DAMAGE_TYPES} | {
    "f": "fire", "o": "force", "p": "piercing", "i": "poison", "y": "psychic"
}  # fmt: skip
"""The single letter of each damage type."""

_AMOUNT = regex(rf"[+\-{MINUS}=(]*(?:\d|d\d)", re.IGNORECASE)
_PIECE = regex(rf"[\d()+\-{MINUS}*/]|k[hl]|d[hl\d]", re.IGNORECASE)
_GLUED = regex(r"(.*[\d)])([a-z])", re.IGNORECASE)
_WHOLE = regex(r"([+-]?)(\d{1,7})")
_NO_TYPE = frozenset({"for", "from", "at"})


def is_amount(word: Word) -> bool:
    """Whether a bare word begins as an amount does: `12`, `2d6+3`, `(8d6)/2`, `=5`, `-5`."""
    return not word.quoted and _AMOUNT.match(word.text) is not None


def one_amount(words: Words, what: str = "an amount") -> str:
    """One amount without a type, in its plainest spelling; it may be spread over several words."""
    words.want("amount")
    first = words.peek()
    if first is None:
        raise words.missing(what)
    if not is_amount(first):
        raise words.unknown()
    return _checked(_pieces(words) or first.raw, first.at)


def amounts(words: Words) -> tuple[Amount, ...]:
    """`28`, `28 fire`, `9 slashing + 7 fire`. A type may be cut to a unique beginning or to its letter."""
    words.want("amount")
    first = words.peek()
    if first is None:
        raise words.missing("an amount")
    if not is_amount(first):
        raise words.unknown()
    found: list[Amount] = []
    while (word := _next_amount(words, bool(found))) is not None:
        text, letter = _unglued(words, word) if is_amount(word) else ("", None)
        if letter is None:
            pieces = _pieces(words) or word.raw
            text = pieces.removeprefix("+") if found else pieces
        found.append(Amount(dice=_checked(text, word.at), type=letter or _type(words)))
    return tuple(found)


def maybe_amounts(words: Words) -> tuple[Amount, ...]:
    """Amounts if any stand here."""
    word = words.peek()
    words.want("amount")
    return amounts(words) if word is not None and is_amount(word) else ()


def whole(words: Words, what: str, low: int, high: int) -> int:
    """One whole number from `low` to `high`."""
    word = words.take(what, "number")
    match = _WHOLE.fullmatch(word.plain)
    number = int(match[0]) if match else None
    if number is None or not low <= number <= high:
        raise ConsoleError(f"{what} is a whole number from {low} to {high}, not '{word.raw}'", word.at)
    return number


def is_whole(word: Word | None) -> bool:
    """Whether a word is a whole number, with a sign or without."""
    return word is not None and _WHOLE.fullmatch(word.plain) is not None


def has_sign(word: Word | None) -> bool:
    """Whether a number is given as a change: `-5`, `+5`."""
    return word is not None and word.plain[:1] in ("+", "-")


def face(words: Words, what: str = "the face of the die") -> Face:
    """A typed die: `14`, or a total with the modifier in it: `t17`."""
    word = words.take(what, "number")
    found = re.fullmatch(r"(t?)(\d{1,4})", word.plain)
    if not found:
        raise ConsoleError(f"{what} is a number such as 14, or a total such as t17, not '{word.raw}'", word.at)
    return Face(value=int(found[2]), total=bool(found[1]))


def is_face(word: Word | None) -> bool:
    """Whether a word is a typed die or total."""
    return word is not None and re.fullmatch(r"t?\d{1,4}", word.plain) is not None


def _next_amount(words: Words, is_further: bool) -> Word | None:
    """The next word if it is an amount; a further one may have `+`, `plus` or `and` in front, which is taken."""
    word, after = words.peek(), words.peek(1)
    if is_further and word and word.plain in ("+", "plus", "and") and after and is_amount(after):
        words.advance()
        return after
    return word if word is not None and is_amount(word) else None


def _pieces(words: Words) -> str:
    """The text of an amount, put together from the words that belong to it."""
    text = ""
    while (word := words.peek()) is not None and not word.quoted and _PIECE.match(word.text):
        if _GLUED.fullmatch(word.text) or (text and text[-1] not in "+-*/(" and word.plain[0] not in "+-*/)"):
            break
        text += word.plain
        words.advance()
    return text


def _unglued(words: Words, word: Word) -> tuple[str, str | None]:
    """`28f` as `28` and `fire`; the letter is None when none is stuck to the figures."""
    found = _GLUED.fullmatch(word.plain)
    if found is None or found[2] not in LETTERS:
        return "", None
    words.advance()
    return found[1].removeprefix("+"), LETTERS[found[2]]


def _type(words: Words) -> str | None:
    words.options += DAMAGE_TYPES
    word = words.peek()
    kind = damage_type(word.plain) if word is not None else None
    if kind is not None:
        words.advance()
        words.keyword("damage")
    return kind


def damage_type(text: str) -> str | None:
    """The damage type of that name, unique beginning or letter; None for anything else."""
    if text in DAMAGE_TYPES or not text or text in _NO_TYPE:
        return text if text in DAMAGE_TYPES else None
    if text in LETTERS:
        return LETTERS[text]
    found = [kind for kind in DAMAGE_TYPES if kind.startswith(text)]
    return found[0] if len(found) == 1 else None


def _checked(text: str, at: int) -> str:
    if text.startswith("-"):
        raise ConsoleError(f"an amount is not below nothing: '{text}'", at)
    try:
        return str(dice.parse(text))
    except dice.DiceError as error:
        raise ConsoleError(f"'{text}' is not an amount such as 12, 12+7 or 2d6+3 ({error})", at) from None
