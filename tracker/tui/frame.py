"""Where each pane stands at a given size of the terminal."""

from collections.abc import Sequence
from typing import NamedTuple

from tracker.tui.lines import Line


class Box(NamedTuple):
    """A rectangle of cells; empty when it has no width or no height."""

    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0


class Frame(NamedTuple):
    """The boxes of one size. A pane that finds no room is empty, and nothing breaks."""

    header: Box
    order: Box
    detail: Box
    log: Box
    bar: Box
    hint: Box


SIDE_BY_SIDE = 56
"""Width from which order and detail stand beside each other."""
THREE_COLUMNS = 150
"""Width from which the log is a column of its own."""


def frame(width: int, height: int) -> Frame:
    """The boxes for a terminal of `width` by `height` cells.

    The bar comes first, then the order, the header, the hint line, the log and the detail, as far as the height goes.
    """
    bar = Box(0, max(0, height - (2 if height >= 6 else 1)), width, 1 if height >= 1 else 0)
    hint = Box(0, height - 1, width, 1) if height >= 6 else Box()
    top = 1 if height >= 4 else 0
    header = Box(0, 0, width, top)
    body = max(0, bar.y - top)
    if width >= THREE_COLUMNS and body >= 12:
        return _wide(header, bar, hint, top, body, width)
    log_rows = _log_rows(body, height)
    upper = body - log_rows
    log = Box(0, top + upper, width, log_rows) if log_rows else Box()
    if width >= SIDE_BY_SIDE:
        order_width = _order_width(width)
        order = Box(0, top, order_width, upper)
        detail = Box(order_width, top, width - order_width, upper)
    else:
        below = max(0, (upper - 4) // 2) if upper >= 9 else 0
        order = Box(0, top, width, upper - below)
        detail = Box(0, top + upper - below, width, below) if below else Box()
    return Frame(header, order, detail, log, bar, hint)


def _wide(header: Box, bar: Box, hint: Box, top: int, body: int, width: int) -> Frame:
    order_width = min(70, width * 3 // 10)
    log_width = min(90, width * 32 // 100)
    detail_width = width - order_width - log_width
    return Frame(
        header,
        Box(0, top, order_width, body),
        Box(order_width, top, detail_width, body),
        Box(order_width + detail_width, top, log_width, body),
        bar,
        hint,
    )


def _order_width(width: int) -> int:
    return min(56, max(31, width * 48 // 100))


def _log_rows(body: int, height: int) -> int:
    """Rows of the log with its heading: a strip of four lines at 24 rows, a third of the screen on tall ones."""
    if body < 8:
        return 0
    if height < 22:
        return 4
    return min(body // 3, 5 + max(0, (height - 24) * 2 // 5))


class Picture(NamedTuple):
    """Lines for every pane, as many as it has rows."""

    header: Sequence[Line]
    order: Sequence[Line]
    detail: Sequence[Line]
    log: Sequence[Line]
    bar: Sequence[Line]
    hint: Sequence[Line]
