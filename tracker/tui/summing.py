"""What the fight came to, in the detail pane and as a Markdown file."""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tracker.encounter.summary import PartPlayed, Summary, log_to_markdown, summarize, to_markdown
from tracker.tui import cells
from tracker.tui.glyphs import Glyphs
from tracker.tui.lines import EMPTY, Line, Span, line, wrap
from tracker.tui.questions.saving import SaveQuestion

if TYPE_CHECKING:
    from tracker.encounter.history import Entry
    from tracker.tui.view import Fight

# Heading and cells of each figure, in the order in which they find room.
_FIGURES = (("dealt", 6), ("taken", 6), ("kills", 6), ("time", 7), ("healed", 7), ("crits", 6), ("turns", 6))
_LOST = ("dead", "fled")


def summarized(fight: "Fight") -> Summary:
    """The figures of a fight, with those who were taken out of it where its past is kept."""
    return summarize(fight.state, steps_of(fight))


def save_question(fight: "Fight") -> SaveQuestion:
    """Asks where to save; the name of the fight is proposed."""
    slug = re.sub(r"[^\w]+", "-", fight.state.name.casefold()).strip("-")[:40] or "fight"
    return SaveQuestion(f"{slug}.md", lambda: markdown(fight))


def markdown(fight: "Fight") -> str:
    """Summary and log as one page."""
    steps = list(steps_of(fight))
    return f"{to_markdown(summarize(fight.state, steps))}\n\n{log_to_markdown('The log', steps)}"


def summary_lines(summary: Summary, room: int, glyphs: Glyphs) -> list[Line]:
    """A table of who did what in `room` cells, who was brought down, and the experience."""
    rounds = f"{summary.rounds} round{'' if summary.rounds == 1 else 's'}"
    told = [
        line(Span(summary.name, "strong"), Span(f" {glyphs.dot} {rounds} {glyphs.dot} {_time(summary.seconds)}", "dim"))
    ]
    told += [EMPTY, *_table(summary.parts, room, glyphs), EMPTY]
    told += wrap(line(Span("brought down ", "dim"), Span(", ".join(summary.beaten) or "nobody")), room, 13)
    each = f", {summary.xp_each} for each of {summary.heads}" if summary.heads else ""
    told += wrap(line(Span("experience   ", "dim"), Span(str(summary.xp), "number"), Span(each)), room, 13)
    if summary.without_xp:
        told += wrap(line(Span("not counted  ", "dim"), Span(", ".join(summary.without_xp), "dim")), room, 13)
    return told


def _table(records: Sequence[PartPlayed], room: int, glyphs: Glyphs) -> list[Line]:
    name = min(max([cells.width(cells.shown(one.name)) for one in records] + [6]), max(8, room // 2))
    figures, left = [], room - name
    for heading, width in _FIGURES:
        if width <= left:
            figures.append((heading, width))
            left -= width
    head = "".join(cells.fit(heading, width, right=True) for heading, width in figures)
    rows = [line(" " * name, Span(head, "dim"))]
    for one in records:
        told = _told(one)
        row = "".join(cells.fit(told[heading], width, right=True) for heading, width in figures)
        title = cells.fit(cells.shown(one.name), name, ellipsis=glyphs.ellipsis)
        rows.append(line(Span(title, "dead" if one.status in _LOST else one.side), Span(row)))
    return rows


def _told(one: PartPlayed) -> dict[str, str]:
    tally = one.tally
    figures = {"dealt": tally.dealt, "taken": tally.taken, "healed": tally.healed, "kills": tally.kills}
    figures |= {"crits": tally.crits, "turns": tally.turns}
    return {name: str(figure or "") for name, figure in figures.items()} | {
        "time": _time(one.seconds_a_turn) if tally.seconds else ""
    }


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def steps_of(fight: "Fight") -> "Iterable[Entry]":
    """Everything done in a fight; only what was done lately where its past is not kept."""
    steps = getattr(fight, "steps", None)
    return steps() if steps is not None else fight.entries
