"""A line cut into words that know where they stood."""

import re
from typing import NamedTuple

from tracker.console.errors import ConsoleError
from tracker.regex import regex

MOST_CHARACTERS = 2000
"""Of one line."""

MINUS = "\N{MINUS SIGN}"
_WORD = regex(rf'([@+\-{MINUS}]?)"((?:[^"]|"")*)"(\S*)|(\S+)')
_UNPRINTABLE = regex("[\x00-\x08\x0a-\x1f\x7f-\x9f\ud800-\udfff]")
_OPEN_QUOTE = regex(rf'[@+\-{MINUS}]?"')


class Word(NamedTuple):
    """One word; of a quoted one `text` is what the quotes hold, with `""` read as `"`."""

    text: str
    at: int
    quoted: bool = False
    before: str = ""
    """A sign in front of the opening quote."""
    after: str = ""
    """What follows the closing quote without a space: `'s`, `/`, `=14`."""

    @property
    def raw(self) -> str:
        """The word as it was typed, near enough to be quoted in a message."""
        return f'{self.before}"{self.text}"{self.after}' if self.quoted else self.text

    @property
    def plain(self) -> str:
        """A bare word in small letters with typographic minus signs made plain; empty for a quoted one."""
        return "" if self.quoted else self.text.casefold().replace(MINUS, "-")


def is_blank(line: str) -> bool:
    """Whether a line holds nothing but space or a comment."""
    stripped = line.strip()
    return not stripped or stripped.startswith("#")


def words_of(line: str) -> list[Word]:
    """The words of a line. Raises ConsoleError for a quote left open, a control character, or a line without end."""
    if len(line) > MOST_CHARACTERS:
        raise ConsoleError(
            f"a line has at most {MOST_CHARACTERS} characters, this one has {len(line)}", MOST_CHARACTERS
        )
    if found := _UNPRINTABLE.search(line):
        raise ConsoleError(f"there is a character at column {found.start() + 1} that nobody can type", found.start())
    return [_word(found) for found in _WORD.finditer(line)]


def _word(found: re.Match[str]) -> Word:
    bare = found[4]
    if bare is None:
        return Word(found[2].replace('""', '"'), found.start(), True, found[1].replace(MINUS, "-"), found[3])
    if _OPEN_QUOTE.match(bare):
        raise ConsoleError(f"the quote opened at column {found.start() + 1} is never closed", found.start())
    return Word(bare, found.start())


def quoted(text: str) -> str:
    """Text as one quoted word."""
    return '"' + " ".join(text.splitlines()).replace('"', '""') + '"'
