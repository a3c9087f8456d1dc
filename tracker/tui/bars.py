"""The one-line panes: header, bar and hint line."""

from tracker.encounter.decide.order import can_act, upcoming
from tracker.encounter.state import Encounter, Place
from tracker.tui.glyphs import Glyphs
from tracker.tui.keys import Keymap
from tracker.tui.lines import Line, Span, clipped, filled, line, split_ends
from tracker.tui.prompts import Shown
from tracker.tui.questions.base import Question
from tracker.tui.sight import Reading

EDITIONS = {"srd-5.1": "SRD 5.1", "srd-5.2": "SRD 5.2", "black-flag": "Black Flag"}
_PHASES = {"setup": "setting up", "initiative": "initiative", "ended": "ended"}


def header_line(
    state: Encounter, clock: str, room: int, glyphs: Glyphs, warning: str = "", is_late: bool = False
) -> Line:
    """Name and edition at the left; round, turn, who is next and the clock at the right."""
    dot = f" {glyphs.dot} "
    left: list[Span | str] = [
        " ",
        Span(state.name, "strong"),
        Span(f"{dot}{EDITIONS.get(state.edition, state.edition)}", "dim"),
    ]
    if state.scene:
        left.append(Span(dot + ", ".join(sorted(state.scene)), "condition"))
    if state.interrupts:
        last = state.interrupts[-1]
        name = state.combatants[last.who].name if last.who in state.combatants else last.who
        left.append(Span(f"{dot}reaction: {name}", "warn"))
    if warning:
        left.append(Span(dot + warning, "error"))
    right: list[Span | str] = []
    if state.phase == "running":
        opening = _is_first_of_round(state)
        right.append(Span(f" Round {state.round} ", "pick" if opening else "active"))
        right.append(Span(f" {_turn(state)}", "text"))
        deck = upcoming(state, 1)
        if deck:
            right.append(Span(f"{dot}next: ", "dim"))
            right.append(Span(place_name(state, deck[0]), "strong"))
    else:
        right.append(Span(_PHASES.get(state.phase, state.phase), "active"))
    if clock and room >= 60:
        right.append(Span(f"  {clock}!" if is_late else f"  {clock}", "warn" if is_late else "dim"))
    return filled(split_ends(line(*left), line(*right, " "), room), room)._replace(ground="header")


def place_name(state: Encounter, place: Place) -> str:
    """The name of a creature, or of the group that shares the place."""
    members = [state.combatants[who] for who in place.members]
    first = next((one for one in members if not one.is_out), members[0] if members else None)
    if first is None:
        return ""
    group = first.group
    return f"{group[:1].upper()}{group[1:]}" if group and len(members) > 1 else first.name


def _turn(state: Encounter) -> str:
    places = [place for place in state.places if can_act(state, place)]
    at = next((number for number, place in enumerate(places, 1) if place.id == state.active), None)
    return f"turn {at} of {len(places)}" if at else "nobody is active"


def _is_first_of_round(state: Encounter) -> bool:
    return sum(1 for place in state.places if place.acted == state.round) == 1


def question_line(
    question: Question, reading: Reading, preview: str, room: int, glyphs: Glyphs, notice: str = ""
) -> Line:
    """What is asked, what was typed with its caret, and what Enter would do."""
    text, at = question.field.text, question.field.at
    under = text[at] if at < len(text) else " "
    label = f" {question.label} "
    parts: list[Span | str] = [
        Span(label, "active"),
        Span(text[:at], "typed"),
        Span(under, "caret"),
        Span(text[at + 1 :], "typed"),
    ]
    typed = line(*parts)
    typed = clipped_left(typed, max(12, room // 2))
    tail = line(Span(f" {glyphs.enter}", "key"), Span(" esc ", "dim")) if reading.wish else line(Span(" esc ", "dim"))
    room_for_words = room - typed.width - tail.width - 4
    said = _said(question, reading, preview, glyphs, notice, room_for_words)
    whole = split_ends(Line((*typed.spans, Span("  "), *line(*said).spans)), tail, room)
    return filled(whole, room)._replace(ground="asking")


def _said(question: Question, reading: Reading, preview: str, glyphs: Glyphs, notice: str, room: int) -> list[Span]:
    if notice:
        return [Span(notice, "error")]
    if reading.problem and question.field.text.strip():
        return [Span(reading.problem, "warn")]
    if preview:
        both = question.keeps_words or len(reading.words) + len(preview) + 4 <= room
        words = [Span(f"{reading.words} ")] if both and reading.words else []
        return [*words, Span(f"{glyphs.arrow} ", "dim"), Span(preview, "result")]
    understood = reading.wish is not None or reading.lines is not None
    hint = "" if understood and question.field.text.strip() else question.hint
    return [Span(f"{reading.words}  " if reading.words else ""), Span(hint, "ghost")]


def clipped_left(whole: Line, room: int) -> Line:
    """A long typed text keeps its end in view, behind its label."""
    if whole.width <= room:
        return whole
    label, *typed = whole.spans
    over = whole.width - room
    kept = []
    for text, ink in typed:
        cut = min(over, max(0, len(text) - 1))
        kept.append(Span(text[cut:], ink))
        over -= cut
    return Line((label, *kept), whole.ground)


def prompt_line(shown: Shown, room: int, glyphs: Glyphs, typed: bool) -> Line:
    """A waiting prompt: what is asked, the face that Enter takes, and the other ways out."""
    more = f" ({shown.number} of {shown.waiting}, tab)" if shown.waiting > 1 else ""
    offer = [Span(f"{glyphs.enter} ", "key"), Span(shown.offer, "number")]
    ways = " type a die " if typed and not shown.prompt.options else " "
    tail = line("  ", *offer, Span(f" {ways} esc ", "dim"), Span("skip ", "dim"))
    head = line(Span(" ! ", "warn"), Span(shown.text, "text"), Span(more, "dim"))
    return filled(split_ends(head, tail, room), room)._replace(ground="prompt")


def idle_line(text: str, ink: str, room: int) -> Line:
    """The bar with nothing asked: the last thing said."""
    return filled(clipped(line(Span(f" {text}", ink)), room), room)._replace(ground="bar")


_HINTS = {
    "setup": (
        "next", "add", "more", "fewer", "swap", "hp", "mode", "surprise", "hide", "undo", "help", "edit", "remove",
        "palette",
    ),
    "running": (
        "next", "damage", "heal", "attack", "condition", "react", "save", "other", "undo", "help",
        "add", "move", "lookup", "command", "legend", "temp", "why",
    ),
    "ended": ("summary", "carry", "end", "undo", "why", "lookup", "command", "help", "quit"),
}  # fmt: skip


def hint_line(state: Encounter, keymap: Keymap, room: int, glyphs: Glyphs) -> Line:
    """The keys that are likeliest now, as many as there is room for."""
    phase = "setup" if state.phase in ("setup", "initiative") else state.phase
    spans: list[Span] = []
    left = room - 1
    tail = [f"{keymap.key_of('help')} help"]
    for id_ in _HINTS[phase]:
        key, label = keymap.key_of(id_), keymap.named(id_).label
        if id_ == "next" and phase == "setup":
            label = "start" if state.phase == "setup" else "begin"
        if not key or f"{key} {label}" in tail:
            continue
        size = len(key) + len(label) + 3
        if size > left - 9:
            break
        spans += [Span(f" {key}", "key"), Span(f" {label} ", "dim")]
        left -= size
    helps = line(Span(f" {keymap.key_of('help')}", "key"), Span(" help ", "dim"))
    return split_ends(line(*spans, ground="hint"), helps, room)
