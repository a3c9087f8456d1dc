"""The players' view as lines: whose turn it is in large letters, then the order, as roomy as the screen allows."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from tracker.encounter.players import PlayerView, SeenCombatant, SeenPlace
from tracker.tui import cells
from tracker.tui.big_type import full_size, half_size
from tracker.tui.glyphs import ASCII, UNICODE, Glyphs, plain
from tracker.tui.lines import EMPTY, Line, Span, clipped, filled, line, split_ends, wrap
from tracker.tui.order_pane import hp_bar, share_ink

ONE_LINE = 84
"""Width from which conditions stand beside hit points instead of beneath the name."""
WAITING = "Waiting for the fight"
OPENING = "The fight is about to begin"
OVER = "The fight is over"
OUT_OF_DATE = "This may be out of date"
"""All that players are told about trouble with the journal, whose very name may say too much."""

_HEALTH_INKS = {
    "unhurt": "good",
    "hurt": "text",
    "bloodied": "hurt",
    "near death": "down",
    "down": "dead",
    "dying": "down",
    "stable": "down",
    "fled": "dead",
    "": "dim",
}


class Columns(NamedTuple):
    """Where the parts of a row stand; in cells."""

    margin: int
    name: int
    bar: int
    figures: int
    rest: int
    """What is left for conditions; 0 when they stand on lines of their own."""
    width: int


def view_lines(
    view: PlayerView | None, width: int, height: int, glyphs: Glyphs, *, trouble: str = "", hint: str = ""
) -> list[Line]:
    """The whole screen, at most `height` lines of at most `width` cells; None is no fight yet.

    `trouble` says why it may be old, `hint` how to leave; neither is in the way of the order.
    """
    if width < 1 or height < 1:
        return []
    head = _head(view, width, height, glyphs)
    foot = [line(Span(f" {trouble}", "warn"))] if trouble else [line(Span(f" {hint}", "dim"))] if hint else []
    foot = foot if height >= 8 else []
    room = height - len(head) - len(foot)
    places = _shown_places(view)
    body = _body(places, width, room, glyphs) if places and room > 0 else []
    drawn = [*head, *body]
    drawn += [EMPTY] * (height - len(foot) - len(drawn)) + foot
    drawn = [clipped(one, width, glyphs.ellipsis) for one in drawn[:height]]
    return drawn if glyphs is not ASCII else [_in_ascii(one) for one in drawn]


def _in_ascii(one: Line) -> Line:
    return Line(tuple(Span(plain(text), ink) for text, ink in one.spans), one.ground)


def _shown_places(view: PlayerView | None) -> Sequence[SeenPlace]:
    """Before initiative is called for, only the party: what waits for it is nobody's business yet."""
    if view is None:
        return ()
    if view.phase == "ended":
        return [place._replace(is_active=False) for place in view.places]
    if view.phase != "setup":
        return view.places
    return [place for place in view.places if all(one.side == "party" for one in place.members)]


# Above the order


def _head(view: PlayerView | None, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """The strip at the top, and as large as there is room for it whose turn it is."""
    is_running = view is not None and view.phase == "running" and view.active is not None
    if view is None or not is_running:
        return _standing(view, width, height)
    left = line(Span(f" Round {view.round}", "active"))
    right = line(Span("next: ", "dim"), Span(view.next, "strong"), " ") if view.next else EMPTY
    strip = filled(split_ends(left, right, width), width)._replace(ground="header")
    name = cells.shown(view.active or "")
    large = _large(name, width - 4, height, glyphs)
    if not large:
        return [strip, filled(line(Span(f" {glyphs.active} {name}", "active"), ground="active"), width)]
    return [strip, EMPTY, *(line(Span(f"  {row}", "active")) for row in large), EMPTY]


def _large(name: str, room: int, height: int, glyphs: Glyphs) -> list[str]:
    """The name in large letters if it and a few rows of the order have room."""
    for least, draw in ((30, full_size), (17, half_size)):
        if height < least or (draw is half_size and glyphs is ASCII):
            continue
        rows = full_size(name, "##") if draw is full_size and glyphs is ASCII else draw(name)
        if rows and max(map(len, rows)) <= room:
            return rows
    return []


def _standing(view: PlayerView | None, width: int, height: int) -> list[Line]:
    """Before a fight, and after it."""
    if view is None or view.phase == "setup":
        text = WAITING
    elif view.phase == "ended":
        text = OVER
    else:
        text = OPENING
    strip = filled(line(Span(f" {text}", "active"), ground="header"), width)
    return [strip, EMPTY] if height >= 8 else [strip]


# The order


def _body(places: Sequence[SeenPlace], width: int, room: int, glyphs: Glyphs) -> list[Line]:
    """All places if they fit in some way; else those around the active one, and how many are above and below."""
    columns = _columns(places, width)
    for gap, is_folded in ((1, False), (0, False), (0, True)):
        blocks = [_block(place, columns, glyphs, is_folded=is_folded) for place in places]
        if sum(map(len, blocks)) + gap * (len(blocks) - 1) <= room:
            return [one for block in blocks for one in (*block, *[EMPTY] * gap)]
    active = next((at for at, place in enumerate(places) if place.is_active), 0)
    return _window(blocks, active, room, glyphs)


def _window(blocks: list[list[Line]], active: int, room: int, glyphs: Glyphs) -> list[Line]:
    """One row above the active place, the rest below it."""
    first = max(0, active - 1)
    while first > 0 and sum(map(len, blocks[first - 1 :])) + 1 <= room:
        first -= 1
    drawn = [line(Span(f"  {glyphs.up} {first} above", "dim"))] if first else []
    for at, block in enumerate(blocks[first:], first):
        is_last = at == len(blocks) - 1
        if len(drawn) + len(block) + (0 if is_last else 1) > room:
            return [*drawn, line(Span(f"  {glyphs.down} {len(blocks) - at} more", "dim"))]
        drawn += block
    return drawn


def _columns(places: Sequence[SeenPlace], width: int) -> Columns:
    members = [one for place in places for one in place.members]
    titles = [_title(place, UNICODE) for place in places] + [
        f"  {one.name}" for place in places if len(place.members) > 1 for one in place.members
    ]
    margin = 2 if width >= 60 else 0
    left = width - 2 * margin - 2
    name = max(6, min(max(map(cells.width, titles)), left * 38 // 100))
    figures = max([cells.width(_figures(one)) for one in members if one.hp is not None] + [10])
    is_one_line = width >= ONE_LINE
    bar = max(0, min(48, (left - name - figures - 4) * (45 if is_one_line else 100) // 100))
    rest = left - name - bar - figures - 6 if is_one_line else 0
    return Columns(margin, name, bar if bar >= 4 else 0, figures, max(0, rest), width)


def _block(place: SeenPlace, columns: Columns, glyphs: Glyphs, *, is_folded: bool) -> list[Line]:
    """The lines of one place: a creature, or a group and its members; folded, how many of them are in which state."""
    sign = glyphs.active if place.is_active else " "
    ground = "active" if place.is_active else "ground"
    if len(place.members) == 1:
        lines = _member(place.members[0], place.members[0].name, sign, columns, glyphs)
    elif is_folded:
        states = Counter(one.health for one in place.members if one.health)
        told = Span(", ".join(f"{number} {state}" for state, number in states.items()))
        lines = [_row(sign, Span(_title(place, glyphs), place.members[0].side), [told], columns, glyphs)]
    else:
        lines = [_row(sign, Span(_title(place, glyphs), place.members[0].side), [], columns, glyphs)]
        for one in place.members:
            lines += _member(one, f"  {one.name}", " ", columns, glyphs)
    return [filled(one, columns.width)._replace(ground=ground) for one in lines] if place.is_active else lines


def _title(place: SeenPlace, glyphs: Glyphs) -> str:
    several = f" {glyphs.times}{len(place.members)}" if len(place.members) > 1 else ""
    return cells.shown(place.name) + several


def _member(one: SeenCombatant, name: str, sign: str, columns: Columns, glyphs: Glyphs) -> list[Line]:
    is_lost = one.health in ("down", "fled")
    title = Span(cells.shown(name), "dead" if is_lost else one.side)
    first = _row(sign, title, _health(one, columns, glyphs), columns, glyphs)
    words = _words(one, glyphs)
    if not words:
        return [first]
    behind = line(*first.spans, Span(f" {glyphs.dot} ", "dim"), *words)
    if one.hp is None and behind.width <= columns.width - columns.margin:
        return [behind]
    if columns.rest:
        beside = wrap(line(*words), columns.rest)
        indent = columns.width - columns.margin - columns.rest
        rows = zip_longest([filled(first, indent)], beside, fillvalue=EMPTY)
        return [Line((*filled(row, indent).spans, *words_row.spans)) for row, words_row in rows]
    indent = columns.margin + 4
    beneath = wrap(line(*words), max(8, columns.width - indent - columns.margin))
    return [first, *(line(" " * indent, *each.spans) for each in beneath)]


def _row(sign: str, name: Span, health: Iterable[Span], columns: Columns, glyphs: Glyphs) -> Line:
    margin = " " * columns.margin
    title = Span(cells.fit(name.text, columns.name, ellipsis=glyphs.ellipsis), name.ink)
    return line(margin, Span(f"{sign} ", "active"), title, "  ", *health)


def _health(one: SeenCombatant, columns: Columns, glyphs: Glyphs) -> list[Span]:
    """A bar and figures for the party, a word for everybody else."""
    if one.hp is None or one.max_hp is None:
        return [Span(one.health, _HEALTH_INKS[one.health])]
    share = one.hp / one.max_hp if one.max_hp else 0.0
    figures = _figures(one)
    bar = [*hp_bar(share, one.temp_hp, glyphs, columns.bar), Span("  ")] if columns.bar else []
    return [*bar, Span(figures, "down" if one.health in ("dying", "stable", "down") else share_ink(share))]


def _figures(one: SeenCombatant) -> str:
    more = f" +{one.temp_hp}" if one.temp_hp else ""
    said = f" {one.health}" if one.health in ("dying", "stable", "down", "fled") else ""
    return f"{one.hp}/{one.max_hp}{more}{said}"


def _words(one: SeenCombatant, glyphs: Glyphs) -> list[Span]:
    """Conditions, and what it concentrates on."""
    parts = [Span(condition, "condition") for condition in one.conditions]
    if one.concentration:
        parts.append(Span(f"concentrating on {cells.shown(one.concentration)}", "focus"))
    dot = Span(f" {glyphs.dot} ", "dim")
    return [span for part in parts for span in (dot, part)][1:]
