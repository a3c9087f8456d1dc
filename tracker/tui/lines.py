"""A line of the screen before it has colours: pieces of text, each with the name of its ink.

Names of creatures are only ever text here, so no bracket in them can mean anything.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from tracker.tui import cells


class Span(NamedTuple):
    """A piece of text in one ink (a key of `inks.INKS`)."""

    text: str
    ink: str = "text"


class Line(NamedTuple):
    """Spans from left to right on one ground (a key of `inks.GROUNDS`)."""

    spans: tuple[Span, ...] = ()
    ground: str = "ground"

    @property
    def text(self) -> str:
        """What it says, without inks."""
        return "".join(span.text for span in self.spans)

    @property
    def width(self) -> int:
        """Cells it takes."""
        return sum(cells.width(span.text) for span in self.spans)


EMPTY = Line()

GLUE = "\xa0"
"""A blank at which no line is broken; it is an ordinary blank on the screen."""


def line(*parts: Span | str, ground: str = "ground") -> Line:
    """A line of spans; plain strings are in the ink `text`. Controls in the text are made harmless."""
    spans = (Span(part) if isinstance(part, str) else part for part in parts)
    return Line(tuple(Span(cells.shown(text), ink) for text, ink in spans if text), ground)


def clipped(whole: Line, room: int, ellipsis: str = "…") -> Line:
    """The line in at most `room` cells, cut with an ellipsis in the ink of the place where it is cut."""
    if whole.width <= room:
        return whole
    kept: list[Span] = []
    left = room - cells.width(ellipsis)
    for text, ink in whole.spans:
        if cells.width(text) <= left:
            kept.append(Span(text, ink))
            left -= cells.width(text)
            continue
        kept.append(Span(cells.clip(text, left + cells.width(ellipsis), ellipsis), ink))
        break
    return Line(tuple(kept), whole.ground)


def filled(whole: Line, room: int) -> Line:
    """The line in exactly `room` cells."""
    cut = clipped(whole, room)
    gap = room - cut.width
    return cut._replace(spans=(*cut.spans, Span(" " * gap))) if gap > 0 else cut


def held(text: str) -> str:
    """`text` with what an arrow leads from and to kept on one line."""
    return text.replace(" → ", f"{GLUE}→{GLUE}") if "→" in text else text


def split_ends(left: Line, right: Line, room: int) -> Line:
    """`left` at the left edge and `right` at the right one; `left` is clipped for the sake of `right`."""
    right = clipped(right, room)
    space = room - right.width
    head = filled(clipped(left, max(0, space - 1)), space) if space > 0 else EMPTY
    return Line((*head.spans, *right.spans), left.ground)


def wrap(whole: Line, room: int, indent: int = 0) -> list[Line]:
    """The line broken at blanks, though not at `GLUE`, into lines of `room` cells; all but the first are indented."""
    if whole.width <= room:
        return [_unglued(whole)]
    lines: list[Line] = []
    current: list[Span] = []
    left = room
    for word in _words(whole):
        fits = sum(cells.width(span.text) for span in word) <= left
        for place, span in enumerate(word):
            for piece in _pieces(span, max(1, room - indent)):
                if current and ((not fits and place == 0) or cells.width(piece.text) > left):
                    lines.append(Line(tuple(current), whole.ground))
                    current, left, fits = [Span(" " * indent)] if indent else [], room - indent, True
                    piece = Span(piece.text.lstrip(" "), piece.ink)
                current.append(piece)
                left -= cells.width(piece.text)
    if any(span.text.strip() for span in current):
        lines.append(Line(tuple(current), whole.ground))
    return [_unglued(line) for line in lines]


def _unglued(whole: Line) -> Line:
    if not any(GLUE in text for text, _ in whole.spans):
        return whole
    return Line(tuple(Span(text.replace(GLUE, " "), ink) for text, ink in whole.spans), whole.ground)


def _words(whole: Line) -> list[list[Span]]:
    """What stands between two blanks, whatever its inks, with the blanks before it."""
    words: list[list[Span]] = []
    for text, ink in whole.spans:
        for piece in re.findall(" *[^ ]+| +", text):
            if words and (piece[0] != " " or not words[-1][-1].text.strip(" ")):
                words[-1].append(Span(piece, ink))
            else:
                words.append([Span(piece, ink)])
    return words


def _pieces(word: Span, room: int) -> Iterable[Span]:
    text = word.text
    while cells.width(text) > room:
        head = cells.clip(text, room, "") or text[:1]
        yield Span(head, word.ink)
        text = text[len(head) :]
    if text:
        yield Span(text, word.ink)
