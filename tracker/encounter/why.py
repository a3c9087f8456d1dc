"""How a result came about: each event with its sources, its steps in order and its rule numbers."""

from __future__ import annotations

from tracker.encounter.commands import Redo, Undo
from tracker.encounter.history import Entry
from tracker.encounter.telling import Names, describe


def explain(entry: Entry) -> tuple[str, ...]:
    """The reasons of an entry, a line each, those of one event indented beneath it."""
    if isinstance(entry.wish, Undo | Redo):
        return ("an undo or a redo brings back what was there before; nothing is worked out anew",)
    names, told, unexplained = Names(entry), [], []
    for event in entry.events:
        text = describe(event, names)
        if event.why:
            told.append(text or event.type.replace("_", " "))
            told.extend(f"  {reason}" for reason in event.why)
        elif text:
            unexplained.append(text)
    if told:
        return tuple(told)
    return (*unexplained, "  nothing bent this result: no advantage, no resistance, no other source")
