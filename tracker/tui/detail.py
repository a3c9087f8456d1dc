"""The detail pane: everything about one creature that must not be forgotten, the pressing things first."""

from collections.abc import Iterator, Mapping, Sequence

from tracker.encounter.state import Combatant, Effect, Encounter, Id
from tracker.library.models import StatBlock
from tracker.tui import cells
from tracker.tui.facts import max_hp_of, reaction_of, turn_of
from tracker.tui.glyphs import Glyphs
from tracker.tui.lines import EMPTY, GLUE, Line, Span, line, wrap
from tracker.tui.order_pane import BAR, hp_bar, share_ink
from tracker.tui.rows import OrderRow
from tracker.tui.stat_block import block_lines, deed_lines, heading

_STATUS = {
    "dying": "DYING",
    "stable": "stable at 0",
    "unconscious": "knocked out",
    "dead": "DEAD",
    "fled": "fled",
}


class Sheets:
    """Stat blocks wrapped to a width, kept while neither the block nor what was spent of it changes."""

    def __init__(self) -> None:
        self._kept: dict[object, tuple[StatBlock, list[Line]]] = {}

    def lines(self, block: StatBlock, one: Combatant, room: int) -> list[Line]:
        """The wrapped figures of one combatant's stat block."""
        key = (id(block), frozenset(one.spent.items()), room)
        kept = self._kept.get(key)
        if kept is None:
            if len(self._kept) > 200:
                self._kept.clear()
            wrapped = [part for subject in block_lines(block, one) for part in wrap(subject, room, 2)]
            # The block is kept beside its lines, so that no other object can take its id.
            kept = self._kept[key] = (block, wrapped)
        return kept[1]


def creature_lines(state: Encounter, who: Id, room: int, glyphs: Glyphs, sheets: Sheets) -> list[Line]:
    """One combatant, wrapped to `room` cells."""
    one = state.combatants[who]
    if one.kind != "creature":
        return _trap_lines(state, one, room)
    block = state.block_of(who)
    lines = [*wrap(_title(state, one, room, glyphs), room, 2)]
    lines += wrap(line(Span(heading(block), "dim")), room, 2)
    lines += wrap(_economy(state, one, glyphs), room, 2)
    for urgent in _urgent(state, one):
        lines += wrap(urgent, room, 2)
    return [*lines, EMPTY, *sheets.lines(block, one, room)]


def group_lines(state: Encounter, row: OrderRow, room: int, glyphs: Glyphs, sheets: Sheets) -> list[Line]:
    """A folded group: each member's hit points and states, then the creature they all are."""
    place = state.place_of(row.ids[0]) if row.ids else None
    members = [state.combatants[who] for who in (place.members if place else row.ids)]
    lines = [
        line(Span(row.name + row.suffix, "active"), Span(f"  one turn · AC {members[0].ac}", "dim"))
        if members
        else EMPTY
    ]
    lines += _member_lines(state, members, glyphs)
    lines.append(EMPTY)
    first = next((one for one in members if not one.is_out), members[0] if members else None)
    if first is not None:
        for urgent in _urgent(state, first):
            lines += wrap(urgent, room, 2)
        lines += sheets.lines(state.block_of(first.id), first, room)
    return lines


def _member_lines(state: Encounter, members: Sequence[Combatant], glyphs: Glyphs) -> Iterator[Line]:
    figures = [_STATUS.get(one.status) or f"{one.hp}/{max_hp_of(state, one)}" for one in members]
    handles = max((cells.width(one.id) for one in members), default=0)
    names = max((cells.width(one.name) for one in members), default=0)
    for one, shown in zip(members, figures, strict=True):
        share = one.hp / max(1, max_hp_of(state, one))
        states = ", ".join(effect.name for effect in one.effects)
        yield line(
            Span(cells.fit(one.id, handles) + " ", "dim"),
            Span(one.name, "dead" if one.is_out else "text"),
            Span(" " * (names - cells.width(one.name) + 2)),
            Span(cells.fit(shown, max(map(cells.width, figures)), right=True) + " ", share_ink(share)),
            *(() if one.is_out else hp_bar(share, one.temp_hp, glyphs)),
            Span(f"  {states}" if states else "", "condition"),
        )


def _title(state: Encounter, one: Combatant, room: int, glyphs: Glyphs) -> Line:
    """Name, armor class, hit points, and their bar where it fits whole."""
    maximum = max_hp_of(state, one)
    share = one.hp / max(1, maximum)
    side = {"party": "party", "ally": "ally", "foe": "foe", "neutral": "neutral"}[one.side]
    parts: list[Span | str] = [
        Span(one.name, "dead" if one.is_out else side),
        Span(f"  AC {one.ac}  ", "strong"),
        Span(f"{one.hp}/{maximum}", share_ink(share)),
    ]
    if line(*parts).width + BAR < room:
        parts += [" ", *hp_bar(share, one.temp_hp, glyphs)]
    if one.temp_hp:
        parts.append(Span(f" +{one.temp_hp} temp", "party"))
    if one.status in _STATUS:
        parts.append(Span(f"  {_STATUS[one.status]}", "down"))
    if one.status == "dying":
        parts.append(Span(f" {one.successes} saved, {one.failures} failed", "down"))
    return line(*parts)


def _economy(state: Encounter, one: Combatant, glyphs: Glyphs) -> Line:
    left = turn_of(state, one)
    sign = {True: glyphs.ready, False: glyphs.spent}
    react = reaction_of(state, one)
    parts: list[Span | str] = []
    if one.id in state.acting:
        parts += [
            f"{sign[left.action]}{GLUE}action {sign[left.bonus]}{GLUE}bonus ",
        ]
    parts.append(Span(f"{sign[react == 'ready']}{GLUE}reaction", "good" if react == "ready" else "dim"))
    if one.id in state.acting:
        parts.append(f"  {left.movement} ft")
    if react == "barred":
        parts.append(Span(" (cannot react)", "dim"))
    return line(*parts)


def _urgent(state: Encounter, one: Combatant) -> Iterator[Line]:
    if one.surprised:
        yield line(Span("surprised", "warn"))
    if one.concentration:
        since = f", since round {one.concentration.since_round}" if one.concentration.since_round else ""
        yield line(Span("concentrating: ", "focus"), one.concentration.name, Span(since, "dim"))
    if one.exhaustion:
        yield line(Span(f"exhaustion {one.exhaustion}", "condition"), _meaning(state, "exhaustion", one.exhaustion))
    for effect in one.effects:
        yield _effect(state, effect)
    if one.readied:
        yield line(Span("readied: ", "focus"), f"{one.readied.action}, when {one.readied.trigger}")
    if one.hidden:
        yield line(Span("hidden from the players", "focus"))
    if one.mount:
        mount = state.combatants.get(one.mount)
        yield line(Span("rides ", "dim"), mount.name if mount else one.mount)
    if one.note:
        yield line(Span("note: ", "dim"), Span(one.note, "strong"))
    counts = {**one.counters, **{name: number for name, number in one.tokens.items() if number}}
    if counts:
        yield line(Span(", ".join(f"{name} {number}" for name, number in counts.items()), "dim"))


def _effect(state: Encounter, effect: Effect) -> Line:
    name = f"{effect.name}: {effect.damage} each turn" if effect.damage else effect.name
    source = state.combatants.get(effect.source) if effect.source else None
    ends = f" · {named(state, effect.words)}" if effect.words else ""
    holder = state.combatants.get(effect.held_by) if effect.held_by else None
    if holder:
        ends += f" · held by {holder.name}"
    return line(
        Span(name, "condition"),
        _meaning(state, effect.name) if effect.kind == "condition" else "",
        Span(f" (from {source.name})", "dim") if source else "",
        Span(ends, "strong"),
    )


def named(state: Encounter, words: str) -> str:
    """An ending in the command's words, with handles read as names: `end of Mira's next turn`."""
    parts = []
    for word in words.split(" "):
        handle, mark, rest = word.partition("'s")
        one = state.combatants.get(Id(handle))
        parts.append(f"{one.name}{mark}{rest}" if one else word)
    return " ".join(parts)


def _meaning(state: Encounter, name: str, level: int = 0) -> str:
    from tracker.rules.conditions import describe_condition
    from tracker.rules.editions import edition
    from tracker.rules.errors import RulesError

    try:
        return f": {describe_condition(edition(state.edition), name, level)}"
    except RulesError:
        return ""


def _trap_lines(state: Encounter, one: Combatant, room: int) -> list[Line]:
    lines = [line(Span(one.name, "active"), Span(f"  {one.kind}", "dim"))]
    if one.note:
        lines += wrap(line(one.note), room, 2)
    if one.block in state.blocks:
        for subject in deed_lines(state.blocks[one.block], one):
            lines += wrap(subject, room, 2)
    if one.counters:
        lines.append(line(", ".join(f"{name} {number}" for name, number in one.counters.items())))
    return lines


def empty_lines(keys: Mapping[str, str], room: int) -> list[Line]:
    """What an empty table shows: how a fight comes to be."""
    text = (
        f"Nobody is here yet. {keys['add']} adds creatures from the bestiary, {keys['command']} takes any command, "
        f"{keys['help']} lists the keys."
    )
    return wrap(line(Span(text, "dim")), room)
