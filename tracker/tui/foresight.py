"""`?` while the bar asks: what can be typed there, and why what Enter would do comes out as it does."""

from typing import TYPE_CHECKING

from tracker.encounter.commands import Redo, Undo, Why, Wish
from tracker.encounter.errors import EncounterError
from tracker.encounter.history import Entry
from tracker.encounter.state import Encounter
from tracker.tui.lines import EMPTY, Line, Span, held, line, wrap
from tracker.tui.sight import Reading

if TYPE_CHECKING:
    from tracker.tui.questions.base import Question

_EVERYWHERE = (
    ("letters", "pick the rows that show them, and again take them back"),
    ("tab", "picks the row under the cursor, shift+tab for half"),
    ("enter", "does what the bar shows; esc leaves without a trace"),
)


def reasons(state: Encounter, wish: Wish) -> tuple[str, ...]:
    """How what a wish would do comes about, on average dice; what speaks against it, when it cannot be done."""
    from tracker.encounter.decide import resolve
    from tracker.encounter.preview import AverageDice
    from tracker.encounter.why import explain

    if isinstance(wish, Undo | Redo | Why):
        return ()
    try:
        resolution = resolve(state, wish, AverageDice(10))
    except EncounterError as error:
        return (str(error),)
    return explain(Entry(None, wish, tuple(resolution.events), state, resolution.state))


def question_help(question: "Question", reading: Reading, state: Encounter, room: int) -> list[Line]:
    """What the open question takes, and the reasons behind its preview."""
    lines = [line(Span(question.label, "title"))]
    for part in question.hint.split("; "):
        lines += wrap(line(part), room, 2)
    for key, does in (*question.keys, *(_EVERYWHERE if question.letters else _EVERYWHERE[2:])):
        lines += wrap(line(Span(f"{key:<9}", "key"), does), room, 9)
    if reading.wish is not None and reading.foresee:
        told = reasons(state, reading.wish)
        lines += [EMPTY, line(Span("why", "title"), Span("  on average dice", "dim"))]
        lines += [part for text in told for part in wrap(line(held(text)), room, 4)]
    return lines
