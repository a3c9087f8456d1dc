"""`?`: the keys that do something here, made from the key table."""

from typing import TYPE_CHECKING

from tracker.tui.lines import EMPTY, Line, Span, line, wrap

if TYPE_CHECKING:
    from tracker.tui.table import Table

_IN_QUESTIONS = (
    ("letters", "pick the rows that show them; CAPITAL is half"),
    ("tab", "picks the row under the cursor, shift+tab for half"),
    ("up down", "move the cursor meanwhile"),
    ("enter", "does what the bar shows; esc leaves without a trace"),
)
_AT_PROMPTS = (
    ("enter", "takes the face or the answer shown"),
    ("digits", "type the face of a real die; t before them a total"),
    ("esc", "skips"),
    ("tab", "shows the next prompt that waits"),
)


def help_lines(table: "Table", room: int) -> list[Line]:
    """One screen of keys: those for this phase first, each section under its name."""
    phase = table.state.phase
    lines: list[Line] = []
    sections: dict[str, list[tuple[str, str]]] = {}
    for key in table.keymap.table:
        if key.when == "turn" and phase in ("setup", "initiative"):
            continue
        names = " ".join(name for name in key.keys if table.keymap.find(name) is key)
        sections.setdefault(key.section, []).append((names or "none", key.help))
    if phase in ("setup", "initiative"):
        sections["Setting up"] = [
            ("digits", "the count of the row under the cursor"),
            ("tab", "goes through all counts"),
        ]
    if table.state.prompts:
        lines += _section("At a prompt", _AT_PROMPTS, room)
    for title, rows in sections.items():
        lines += _section(title, tuple(rows), room)
    lines += _section("While the bar asks", _IN_QUESTIONS, room)
    return lines


def _section(title: str, rows: tuple[tuple[str, str], ...], room: int) -> list[Line]:
    lines = [line(Span(title, "title"))]
    for keys, text in rows:
        lines += wrap(line(Span(f"{keys:<11}", "key"), Span(text)), room, 11)
    return [*lines, EMPTY]
