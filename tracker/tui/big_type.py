"""Letters several rows high, for what must be read across the room."""

import unicodedata
from collections.abc import Iterable

ROWS = 5
"""Rows of a letter drawn at full size, a row a dot; at half size two dots share a row."""

_SHEETS = (
    (
        "ABCDEFGHIJKLM",
        """
        .#. ##. .## ##. ### ### .## #.# # ..# #.# #.. #...#
        #.# #.# #.. #.# #.. #.. #.. #.# # ..# #.# #.. ##.##
        ### ##. #.. #.# ##. ##. #.# ### # ..# ##. #.. #.#.#
        #.# #.# #.. #.# #.. #.. #.# #.# # #.# #.# #.. #...#
        #.# ##. .## ##. ### #.. .## #.# # .#. #.# ### #...#
        """,
    ),
    (
        "NOPQRSTUVWXYZ",
        """
        #..# .#. ##. .#. ##. .## ### #.# #.# #...# #.# #.# ###
        ##.# #.# #.# #.# #.# #.. .#. #.# #.# #...# #.# #.# ..#
        #.## #.# ##. #.# ##. .#. .#. #.# #.# #.#.# .#. .#. .#.
        #..# #.# #.. .#. #.# ..# .#. #.# #.# ##.## #.# .#. #..
        #..# .#. #.. ..# #.# ##. .#. ### .#. #...# #.# .#. ###
        """,
    ),
    (
        "0123456789'-.,",
        """
        ### .#. ##. ##. #.# ### .## ### ### ### # .. . ..
        #.# ##. ..# ..# #.# #.. #.. ..# #.# #.# # .. . ..
        #.# .#. .#. .#. ### ##. ### .#. ### ### . ## . ..
        #.# .#. #.. ..# ..# ..# #.# .#. #.# ..# . .. . .#
        ### ### ### ##. ..# ##. ### .#. ### ### . .. # #.
        """,
    ),
)


def _letters() -> Iterable[tuple[str, tuple[str, ...]]]:
    for names, sheet in _SHEETS:
        rows = [row.split() for row in sheet.split("\n") if row.strip()]
        yield from zip(names, zip(*rows, strict=True), strict=True)
    yield " ", ("..",) * ROWS


_LETTERS = dict(_letters())


def full_size(text: str, dot: str = "██") -> list[str] | None:
    """`text` in five rows, two cells a dot; None if it holds a letter there is no picture of."""
    dots = _dots(text)
    blank = " " * len(dot)
    return dots and ["".join(dot if one == "#" else blank for one in row).rstrip() for row in dots]


def half_size(text: str) -> list[str] | None:
    """`text` in three rows, a cell a dot; None if it holds a letter there is no picture of."""
    dots = _dots(text)
    if dots is None:
        return None
    dots = [*dots, "." * len(dots[0])]
    pairs = zip(dots[::2], dots[1::2], strict=True)
    return ["".join(_HALVES[upper + lower] for upper, lower in zip(*pair, strict=True)).rstrip() for pair in pairs]


_HALVES = {"##": "█", "#.": "▀", ".#": "▄", "..": " "}


def _dots(text: str) -> list[str] | None:
    """Five rows of dots, accents left out."""
    plain = "".join(one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one)).upper()
    plain = plain.replace("–", "-").replace("’", "'")
    if not plain.strip() or any(one not in _LETTERS for one in plain):
        return None
    return [".".join(_LETTERS[one][row] for one in plain) for row in range(ROWS)]
