"""The log as its own tail: lines are wrapped when they come, and the pane shows the newest that fit."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tracker.encounter.history import Entry
from tracker.tui.glyphs import Glyphs
from tracker.tui.lines import Line, Span, held, line, wrap

if TYPE_CHECKING:
    from tracker.encounter.log import LogLine

KEPT = 120
"""Entries whose wrapped lines are kept."""

_INKS = {
    "event": "text",
    "turn": "strong",
    "prompt": "warn",
    "note": "dim",
    "warning": "warn",
    "refusal": "error",
    "undo": "result",
    "why": "dim",
}


class LogTail:
    """Wrapped lines of the newest entries at one width."""

    def __init__(self, words: "Callable[[Entry], Sequence[LogLine]]") -> None:
        self._words = words
        self._width = 0
        self._wrapped: dict[int, tuple[Entry, list[Line]]] = {}

    def visible(
        self,
        entries: Sequence[Entry],
        room: int,
        rows: int,
        back: int,
        glyphs: Glyphs,
        chosen: Entry | None = None,
    ) -> tuple[list[Line], int]:
        """The lines in view, `back` lines above the newest; and how far back that really is.

        The `chosen` entry stands on its own ground, and is brought into view.
        """
        if room != self._width or len(self._wrapped) > KEPT:
            self._width = room
            self._wrapped.clear()
        lines: list[Line] = []
        sought = chosen is not None
        for entry in reversed(entries):
            told = self._lines(entry, room, glyphs)
            if entry is chosen:
                told, sought = [one._replace(ground="chosen") for one in told], False
                back = max(len(lines) + len(told) - rows, min(back, len(lines)))
            lines[:0] = told
            if len(lines) >= rows + back and not sought:
                break
        back = max(0, min(back, len(lines) - rows))
        end = len(lines) - back
        return lines[max(0, end - rows) : end], back

    def _lines(self, entry: Entry, room: int, glyphs: Glyphs) -> list[Line]:
        found = self._wrapped.get(id(entry))
        if found is None:
            wrapped: list[Line] = []
            for told in self._words(entry):
                wrapped += wrap(_inked(told, room, glyphs), room, 4)
            # The entry is kept beside its lines, so that no other object can take its id.
            found = self._wrapped[id(entry)] = (entry, wrapped)
        return found[1]


def _inked(told: "LogLine", room: int, glyphs: Glyphs) -> Line:
    if told.tone == "round":
        title = f" {told.text} "
        rest = glyphs.rule * max(0, room - len(title) - 3)
        return line(Span(glyphs.rule * 2, "rule"), Span(title, "active"), Span(rest, "rule"))
    head = Span(f" R{told.round} " if told.round else " ", "dim")
    body, mark, change = told.text.rpartition(" · ")
    if told.tone == "event" and mark:
        return line(head, body, Span(f" {glyphs.dot} ", "dim"), Span(held(change).replace("→", glyphs.arrow), "number"))
    return line(head, Span(told.text, _INKS[told.tone]))
