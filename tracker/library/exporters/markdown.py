"""Markdown helpers for whoever writes a log or a summary: tables and text that cannot be taken for markup."""

import re
from collections.abc import Iterable, Sequence

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~])")


def escaped(text: str) -> str:
    """The text so that Markdown shows it letter by letter, on one line."""
    return _MARKS.sub(r"\\\1", re.sub(r"\s+", " ", text))


def table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table with headings; cells are escaped, None is an empty cell."""
    lines = [list(headings), ["---"] * len(headings)]
    lines += [["" if cell is None else escaped(str(cell)) for cell in row] for row in rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
