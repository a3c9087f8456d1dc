"""The order pane's view model: what each row says, drawn from the state alone."""

from collections.abc import Collection, Mapping
from typing import Literal

from tracker.encounter.state import Combatant, Encounter, Id, Place, Side
from tracker.frozen import Frozen
from tracker.tui.facts import max_hp_of, reaction_of

RowKind = Literal["creature", "group", "member", "wave", "section"]
Word = tuple[str, str]
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "white", "black")
"""Tags that are drawn in the colour they name."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""Pick letters from the first visible row down."""


class OrderRow(Frozen):
    """One row: a combatant, a folded group, somebody who waits, or the heading of a side."""

    key: str
    """What the cursor stands on: a handle, `@group`, `~wave`, or `=side`."""
    kind: RowKind
    ids: tuple[Id, ...] = ()
    """Whom a letter typed for this row means; for a folded group its standing members."""
    count: str = ""
    handle: str = ""
    name: str = ""
    suffix: str = ""
    """What is never clipped after the name: how many a folded group are."""
    side: Side = "foe"
    hp: str = ""
    """`27/40`, or the word for a state in which figures say nothing."""
    share: float | None = None
    """Hit points left of the maximum, 0 to 1; None where there are none."""
    temp: int = 0
    words: tuple[Word, ...] = ()
    """Text and ink of what must be seen beside the name."""
    reaction: Literal["ready", "spent", "barred", ""] = ""
    focused: bool = False
    """Concentrating."""
    hidden: bool = False
    out: bool = False
    active: bool = False
    tag: str = ""


class Rows:
    """Makes rows; one whose combatant did not change since is not made again."""

    def __init__(self) -> None:
        self._made: dict[Id, tuple[Combatant, object, str, bool, OrderRow]] = {}
        self._last: tuple[Encounter | None, frozenset[str], tuple[OrderRow, ...]] = (None, frozenset(), ())

    def of(self, state: Encounter, unfolded: Collection[str] = ()) -> tuple[OrderRow, ...]:
        """Every row from top to bottom, waiting waves last. Groups not in `unfolded` are one row."""
        last_state, last_unfolded, rows = self._last
        if state is last_state and last_unfolded == frozenset(unfolded):
            return rows
        if state.phase in ("setup", "initiative") or not state.places:
            made = self._sides(state, unfolded)
        else:
            made = [
                row for place in state.places for row in self._kept(state, place) or self._place(state, place, unfolded)
            ]
        self._last = (state, frozenset(unfolded), (*made, *_waiting(state)))
        return self._last[2]

    def _kept(self, state: Encounter, place: Place) -> tuple[OrderRow, ...]:
        """The row of a place of one, if it is still as it was: most of a long list at any time."""
        made = self._made.get(place.members[0]) if len(place.members) == 1 else None
        if made is None or made[0] is not state.combatants[place.members[0]] or made[1] is not state.house_rules:
            return ()
        return (made[4],) if made[2] == str(place.count) and made[3] is (place.id == state.active) else ()

    def _row(self, state: Encounter, one: Combatant, count: str, active: bool) -> OrderRow:
        made = self._made.get(one.id)
        if made is not None and made[0] is one and made[1] is state.house_rules and made[2:4] == (count, active):
            return made[4]
        row = creature_row(state, one, count, active)
        self._made[one.id] = (one, state.house_rules, count, active, row)
        return row

    def _place(self, state: Encounter, place: Place, unfolded: Collection[str]) -> list[OrderRow]:
        members = [state.combatants[who] for who in place.members]
        count = str(place.count)
        active = place.id == state.active
        if len(members) < 2:
            return [self._row(state, one, count, active) for one in members]
        group = members[0].group
        if group and f"@{group}" not in unfolded:
            return [group_row(state, group, members, count, active)]
        return [self._row(state, one, "" if index else count, active) for index, one in enumerate(members)]

    def _sides(self, state: Encounter, unfolded: Collection[str]) -> list[OrderRow]:
        rows: list[OrderRow] = []
        for title, sides in (("party", ("party", "ally")), ("foes", ("foe", "neutral"))):
            here = _copies_together([one for one in state.present() if one.side in sides])
            if here:
                rows.append(OrderRow(f"={title}", "section", name=title, side="party" if title == "party" else "foe"))
            seen: set[str] = set()
            for one in here:
                count = "" if one.initiative is None else str(one.initiative)
                mates = [other for other in here if other.group == one.group] if one.group else []
                if len(mates) < 2 or f"@{one.group}" in unfolded:
                    rows.append(self._row(state, one, count or "?", False))
                elif one.group is not None and one.group not in seen:
                    rows.append(group_row(state, one.group, mates, count, False))
                    seen.add(one.group)
        return rows


def _copies_together(here: list[Combatant]) -> list[Combatant]:
    """In order of entry, but for copies, which stand behind the first of their creature."""
    first: dict[str, int] = {}
    for at, one in enumerate(here):
        first.setdefault(one.block, at)
    return sorted(here, key=lambda one: first[one.block])


def group_row(state: Encounter, group: str, members: list[Combatant], count: str, active: bool) -> OrderRow:
    """A folded group: how many stand, and the worst hurt of them."""
    standing = [one for one in members if one.status == "up"]
    worst = min(standing, key=lambda one: one.hp / max(1, max_hp_of(state, one)), default=None)
    conditions = sorted({name for one in standing for name in one.conditions})
    some_fell = len(standing) < len(members)
    words: list[Word] = [(f"{len(standing)} up", "strong" if standing else "dim")] if some_fell else []
    words += [("hidden", "focus")] if any(one.hidden for one in members) else []
    words += [(name, "condition") for name in conditions]
    hp, share = "", None
    if worst is not None:
        hp, share = f"{worst.hp}/{max_hp_of(state, worst)}", worst.hp / max(1, max_hp_of(state, worst))
    return OrderRow(
        key=f"@{group}",
        kind="group",
        ids=tuple(one.id for one in standing or members),
        count=count,
        handle=members[0].id,
        name=f"{group[:1].upper()}{group[1:]}",
        suffix=f" ×{len(members)}",
        side=members[0].side,
        hp=hp if standing else "dead",
        share=share,
        words=tuple(words),
        reaction="ready" if any(reaction_of(state, one) == "ready" for one in standing) else "",
        focused=any(one.concentration for one in standing),
        hidden=any(one.hidden for one in members),
        out=not standing,
        active=active,
    )


def creature_row(state: Encounter, one: Combatant, count: str, active: bool) -> OrderRow:
    """The row of one combatant."""
    maximum = max_hp_of(state, one)
    return OrderRow(
        key=one.id,
        kind="creature" if count else "member",
        ids=(one.id,),
        count=count,
        handle=one.id,
        name=one.name,
        side=one.side,
        hp=_hp(one, maximum),
        share=None if one.kind != "creature" or one.is_out else one.hp / max(1, maximum),
        temp=one.temp_hp,
        words=tuple(_words(one)),
        reaction=reaction_of(state, one),
        focused=one.concentration is not None,
        hidden=one.hidden,
        out=one.is_out,
        active=active and not one.is_out,
        tag=one.tag,
    )


_STATUS = {"dying": "dying", "stable": "stable", "unconscious": "out cold", "dead": "dead", "fled": "fled"}


def _hp(one: Combatant, maximum: int) -> str:
    if one.kind != "creature":
        return one.kind
    if one.status in _STATUS:
        return _STATUS[one.status]
    return f"{one.hp}+{one.temp_hp}/{maximum}" if one.temp_hp else f"{one.hp}/{maximum}"


def _words(one: Combatant) -> list[Word]:
    words: list[Word] = [(one.tag, one.tag if one.tag in COLOURS else "strong")] if one.tag else []
    if one.status == "dying":
        words.append((f"{'✓' * one.successes}{'✗' * one.failures}" or "0✓ 0✗", "down"))
    if one.is_out:
        return [*words, ("hidden", "focus")] if one.hidden else words
    if one.surprised:
        words.append(("surprised", "warn"))
    fallen = ("unconscious", "prone") if one.status != "up" else ()
    names = dict.fromkeys(effect.name for effect in one.effects if effect.kind == "condition")
    words += [(name, "condition") for name in names if name not in fallen]
    if one.exhaustion:
        words.append((f"exhaustion {one.exhaustion}", "condition"))
    words += [(effect.damage or effect.name, "condition") for effect in one.effects if effect.kind == "ongoing"]
    words += [(effect.name, "dim") for effect in one.effects if effect.kind == "marker"]
    # Both have a sign at the end of the row as well, so where room is short they are cut first.
    if one.concentration:
        words.append((f"conc {one.concentration.name}", "focus"))
    if one.hidden:
        words.append(("hidden", "focus"))
    if one.readied:
        words.append(("readied", "focus"))
    if one.note:
        words.append(("note", "dim"))
    words += [(f"{name} {number}", "dim") for name, number in one.counters.items()]
    return words


def _waiting(state: Encounter) -> list[OrderRow]:
    waves: dict[str, list[Combatant]] = {}
    for one in state.combatants.values():
        if one.waiting is not None:
            waves.setdefault(one.name if one.waiting == "absent" else one.waiting, []).append(one)
    rows = []
    for wave, members in waves.items():
        first = members[0]
        number = f" ×{len(members)}" if len(members) > 1 else ""
        if first.waiting == "absent":
            text = f"absent: {wave}"
        else:
            rounds = [one.joins for one in members if one.joins is not None]
            when = f", round {min(rounds)}" if rounds else ""
            text = f"wave: {wave}{number}{when}"
        rows.append(OrderRow(f"~{wave}", "wave", tuple(one.id for one in members), name=text, side=first.side))
    return [*rows, *_pinned(state)]


def _pinned(state: Encounter) -> list[OrderRow]:
    rows = []
    for at, reminder in enumerate(state.reminders):
        one = state.combatants.get(reminder.who) if reminder.who else None
        when = f"round {reminder.round}" if one is None else f"{one.name}'s turn"
        rows.append(OrderRow(f"!{at}", "wave", name=f"{when}: {reminder.text}"))
    return rows


def pick_letters(rows: tuple[OrderRow, ...], first: int, last: int) -> Mapping[str, str]:
    """Letters a, b, c … for the combatants among `rows[first:last]`, as {row key: letter}."""
    shown = [row.key for row in rows[first:last] if row.ids and row.kind not in ("wave", "section")]
    return dict(zip(shown, LETTERS, strict=False))
