"""How a row of the order is drawn at any width: columns that stand still, and the name clipped last."""

from collections.abc import Iterable
from typing import NamedTuple

from tracker.tui import cells
from tracker.tui.glyphs import Glyphs
from tracker.tui.lines import Line, Span, clipped, filled, line
from tracker.tui.rows import OrderRow

BAR = 10
WIDE = 52
"""Width from which rows have a whole bar of hit points."""
NARROW = 44
"""Width from which they have a short one."""


class RowLook(NamedTuple):
    """What the screen adds to a row: cursor, mark, pick letter, and whether it is already picked."""

    cursor: bool = False
    marked: bool = False
    letter: str = ""
    picked: str = ""
    """The sign of being picked, shown reversed; empty when it is not."""
    outcome: str = ""
    """What Enter would do to it."""


_SIDES = {"party": "party", "ally": "ally", "foe": "foe", "neutral": "neutral"}


def hp_cells(rows: Iterable[OrderRow]) -> int:
    """Cells that the widest figure of hit points takes, so that all stand in one column."""
    return max(map(cells.width, {row.hp for row in rows}), default=5)


def handle_cells(rows: Iterable[OrderRow]) -> int:
    """Cells that the longest handle takes, 3 to 5."""
    return min(5, max([len(row.handle) for row in rows], default=3))


class Columns(NamedTuple):
    """Cells of the columns that depend on what stands in them, the same for every row."""

    room: int
    handle: int = 3
    hp: int = 7


def order_line(row: OrderRow, look: RowLook, columns: Columns, glyphs: Glyphs) -> Line:
    """The row in exactly `columns.room` cells."""
    return filled(_row(row, look, columns, glyphs), columns.room)


def _row(row: OrderRow, look: RowLook, columns: Columns, glyphs: Glyphs) -> Line:
    room = columns.room
    ground = "active" if row.active else "cursor" if look.cursor else "ground"
    if row.kind == "section":
        note = cells.clip(f" {row.suffix} ", max(0, room - len(row.name) - 2), glyphs.ellipsis) if row.suffix else " "
        rule = glyphs.rule * max(0, room - len(row.name) - cells.width(note) - 2)
        return Line((Span(" " + row.name.upper(), "title"), Span(note, "dim"), Span(rule, "rule")), ground)
    head = _head(row, look, glyphs)
    if row.kind == "wave":
        text = cells.fit(cells.shown(row.name), max(0, room - 10), ellipsis=glyphs.ellipsis)
        return Line((*head, Span(" " * 8, "text"), Span(text, "ghost")), ground)
    tail = _tail(row, room, glyphs, columns.hp)
    used = sum(cells.width(span.text) for span in (*head, *tail)) + columns.handle + 5
    middle = _middle(row, look.outcome, max(0, room - used), glyphs)
    count = Span(f"{row.count:>3} ", "number" if row.active else "dim")
    handle = Span(cells.fit(row.handle, columns.handle, ellipsis="") + " ", "dim")
    return Line((*head, count, handle, *middle, *tail), ground)


def _head(row: OrderRow, look: RowLook, glyphs: Glyphs) -> tuple[Span, ...]:
    on, off = (glyphs.active, glyphs.acting) if row.active else (glyphs.cursor, " ")
    sign = on if look.cursor else off
    if look.picked:
        first = Span(look.picked, "picked")
    elif look.letter:
        first = Span(look.letter, "pick")
    else:
        first = Span(glyphs.mark if look.marked else " ", "key")
    return (first, Span(sign, "active"))


def _middle(row: OrderRow, outcome: str, room: int, glyphs: Glyphs) -> tuple[Span, ...]:
    """Name, then what is about to happen to it, then the words that tell its state as far as they fit."""
    ink = "dead" if row.out else _SIDES[row.side]
    indent = " " if row.kind == "member" else ""
    name = cells.clip(cells.shown(indent + row.name), room - cells.width(row.suffix), glyphs.ellipsis)
    spans = [Span(name, ink), Span(row.suffix, "strong")]
    left = max(0, room - cells.width(name) - cells.width(row.suffix))
    words = ((outcome, "result"), *row.words) if outcome else row.words
    for text, word_ink in words:
        if left < 3:
            break
        word = cells.clip(" " + cells.shown(text), left, glyphs.ellipsis)
        spans.append(Span(word, word_ink))
        left -= cells.width(word)
    return (*spans, Span(" " * left))


def _tail(row: OrderRow, room: int, glyphs: Glyphs, hp_room: int) -> tuple[Span, ...]:
    """Hit points, their bar where there is room, then the signs for reaction, concentration and hiding."""
    hp = Span(" " + cells.fit(row.hp, hp_room, right=True, ellipsis=""), _hp_ink(row))
    size = BAR if room >= WIDE else BAR // 2 if room >= NARROW else 0
    bar = (Span(" "), *hp_bar(row.share, row.temp, glyphs, size)) if size else ()
    signs = {"ready": glyphs.ready, "spent": glyphs.spent, "barred": glyphs.minus, "": " "}
    if room < 24:
        return (hp,)
    return (
        hp,
        *bar,
        Span(" " + signs[row.reaction], "good" if row.reaction == "ready" else "dim"),
        Span("c" if row.focused else " ", "focus"),
        Span("h " if row.hidden else "  ", "focus"),
    )


def _hp_ink(row: OrderRow) -> str:
    if row.share is None or row.out:
        return "dim"
    if row.hp in ("dying", "stable", "out cold"):
        return "down"
    return share_ink(row.share)


def share_ink(share: float) -> str:
    """The ink for hit points at that share of the maximum."""
    return "good" if share > 0.5 else "hurt" if share > 0.25 else "down"


def hp_bar(share: float | None, temp: int, glyphs: Glyphs, size: int = BAR) -> tuple[Span, ...]:
    """A bar of `size` cells, filled by the share that is left; never empty above 0 nor full below all."""
    if share is None:
        return (Span(" " * size),)
    full = round(share * size)
    full = min(max(full, 1 if share > 0 else 0), size if share >= 1 else size - 1)
    shield = 1 if temp and full < size else 0
    return (
        Span(glyphs.full * full, share_ink(share)),
        Span(glyphs.temp * shield, "party"),
        Span(glyphs.empty * (size - full - shield), "bar-empty"),
    )


def title_line(text: str, room: int, glyphs: Glyphs, note: str = "", ink: str = "title") -> Line:
    """A pane's heading: its name on a rule, with a note at the right."""
    label = cells.clip(text, max(0, room - 2), glyphs.ellipsis)
    tail = f" {note}" if note and cells.width(note) + cells.width(label) + 4 <= room else ""
    gap = max(0, room - cells.width(label) - cells.width(tail) - 3)
    return clipped(line(Span(f" {label} ", ink), Span(glyphs.rule * gap, "rule"), Span(tail, "dim"), " "), room)
