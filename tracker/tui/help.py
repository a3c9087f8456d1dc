"""`?`: the keys that do something here, made from the key table."""

from typing import TYPE_CHECKING

from tracker.tui.lines import EMPTY, GLUE, Line, Span, line, wrap

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


def help_lines(table: "Table", room: int, rows: int) -> list[Line]:
    """One screen of keys: those for this phase first, each section under its name; in short where there is no room."""
    sections = _sections(table)
    whole = [part for title, keys in sections for part in _section(title, keys, room)]
    if len(whole) <= rows:
        return whole
    return _compact(table, room) + whole


def _sections(table: "Table") -> list[tuple[str, list[tuple[str, str]]]]:
    phase = table.state.phase
    sections: dict[str, list[tuple[str, str]]] = {}
    if table.state.prompts:
        sections["At a prompt"] = list(_AT_PROMPTS)
    if phase in ("setup", "initiative"):
        sections["Setting up"] = [
            ("digits", "the count of the row under the cursor"),
            ("tab", "goes through all counts"),
        ]
    for key in table.keymap.table:
        if key.when == "turn" and phase in ("setup", "initiative"):
            continue
        names = " ".join(name for name in key.keys if table.keymap.find(name) is key)
        sections.setdefault(key.section, []).append((names or "none", key.help))
    sections["While the bar asks"] = list(_IN_QUESTIONS)
    return list(sections.items())


def _compact(table: "Table", room: int) -> list[Line]:
    """Keys and labels alone: single letters in as many columns as fit, then the keys that have names."""
    setup = table.state.phase in ("setup", "initiative")
    keys = [key for key in table.keymap.table if not (setup and key.when == "turn")]
    pairs = [(table.keymap.key_of(key.id), key.label) for key in keys if table.keymap.key_of(key.id)]
    short = [(key, label) for key, label in pairs if len(key) == 1]
    cell = 13 if room < 45 else 16
    rows = -(-len(short) // max(1, room // cell))
    lines = [
        line(*(part for key, label in short[at::rows] for part in (Span(f"{key} ", "key"), f"{label:<{cell - 2}}")))
        for at in range(rows)
    ]
    named = [Span(part) for key, label in pairs if len(key) > 1 for part in (key, f"{GLUE}{label}  ")]
    named = [Span(text, "text" if at % 2 else "key") for at, (text, _) in enumerate(named)]
    return [*lines, *wrap(Line(tuple(named)), room), EMPTY]


def _section(title: str, rows: list[tuple[str, str]], room: int) -> list[Line]:
    lines = [line(Span(title, "title"))]
    for keys, text in rows:
        lines += wrap(line(Span(f"{keys:<11}", "key"), Span(text)), room, 11)
    return [*lines, EMPTY]
