"""What is wrong with a file, said so that the GM can put it right: where, what, and what would be accepted."""

from typing import Literal
from unicodedata import east_asian_width

from tracker.frozen import Frozen
from tracker.library.visible import one_line

Severity = Literal["error", "warning", "note"]

_WIDTH = 100


class LibraryError(Exception):
    """A file, creature or encounter could not be had; the message is written for the GM."""


class Problem(Frozen):
    """One thing wrong with a file. A note is a remark: nothing is left out because of it."""

    file: str
    line: int | None
    """Counted from 1; None when the whole file is meant."""
    column: int | None
    message: str
    remedy: str = ""
    severity: Severity = "error"
    source: str = ""
    """The offending line as it stands in the file."""

    @property
    def place(self) -> str:
        """`file:line:column`, as far as they are known."""
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)

    def __str__(self) -> str:
        """The problem with the offending line and a caret under the column."""
        word = "" if self.severity == "error" else f"{self.severity}: "
        lines = [one_line(f"{self.place}: {word}{self.message}")]
        if self.source and self.line is not None:
            shown, offset = _excerpt(self.source, self.column or 1)
            gutter = f"{self.line:>6} | "
            lines += [gutter + shown, " " * 6 + " | " + " " * offset + "^"]
        if self.remedy:
            lines.append(f"       {one_line(self.remedy)}")
        return "\n".join(lines)


def _excerpt(source: str, column: int) -> tuple[str, int]:
    """The line cut to a readable piece around `column`, and the screen column of the caret in it."""
    start = max(0, column - 1 - _WIDTH * 3 // 4) if len(source) > _WIDTH else 0
    piece = [_visible(letter) for letter in source[start : start + _WIDTH]]
    before = piece[: max(0, column - 1 - start)]
    offset = sum(2 if east_asian_width(letter) in "WF" else 1 for letter in before)
    return "".join(piece).rstrip(), offset


def _visible(letter: str) -> str:
    if letter == "\t":
        return " "
    return letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}"
