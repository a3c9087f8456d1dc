"""What players may see of a fight: no hidden creature, no gap where one stands, no foe's hit points."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Literal, NamedTuple

from tracker.encounter.decide.order import upcoming
from tracker.encounter.figures import max_hp
from tracker.encounter.state import Combatant, Encounter, Id, Phase, Place, PlaceId, Side
from tracker.encounter.telling import joined
from tracker.frozen import replace

Condition = Literal["unhurt", "hurt", "bloodied", "near death", "down", "dying", "stable", "fled", ""]


class SeenCombatant(NamedTuple):
    """One combatant as players see it."""

    id: Id
    name: str
    side: Side
    health: Condition
    """In one word; `near death` is a quarter of the maximum or less. Empty for what has no hit points."""
    hp: int | None
    """For the party only, like `max_hp` and `temp_hp`."""
    max_hp: int | None
    temp_hp: int
    conditions: tuple[str, ...]
    concentration: str | None
    """For the party only."""


class SeenPlace(NamedTuple):
    """One row of the order: a combatant, or what is seen of a group."""

    name: str
    members: tuple[SeenCombatant, ...]
    is_active: bool


class PlayerView(NamedTuple):
    """The whole fight as players see it."""

    name: str
    phase: Phase
    round: int
    """The round of the turn that is shown."""
    active: str | None
    """Whose turn it is; the last one seen to have a turn while somebody unseen has theirs."""
    next: str | None
    """Who is seen to come next."""
    places: tuple[SeenPlace, ...]
    """In the order of turns; before the fight begins, everybody in the order of entry."""


def visible(state: Encounter) -> PlayerView:
    """The redacted view. No lair, group or encounter is named that bears the name of somebody unseen."""
    secret = _secrets(state)
    rows = [(place, _members(state, place.members, secret)) for place in _places(state)]
    shown, number = _shown_turn(state, secret)
    return PlayerView(
        name="" if _tells(state.name, secret) else state.name,
        phase=state.phase,
        round=number,
        active=_title(_members(state, shown.members, secret), secret) if shown else None,
        next=_next(state, shown, secret),
        places=tuple(
            SeenPlace(
                _title(members, secret),
                tuple(_seen(state, one, secret) for one in members),
                shown is not None and place == shown,
            )
            for place, members in rows
            if members
        ),
    )


def anonymous(state: Encounter) -> Encounter:
    """The fight with `Foe 1`, `Foe 2`, ... for the foes players see, in the order of entry, and no name in a lair."""
    foes = [one for one in state.combatants.values() if _is_seen(one) and one.side == "foe" and one.kind == "creature"]
    foes.sort(key=lambda one: one.entry)
    number = {one.id: at for at, one in enumerate(foes, 1)}
    others = {one.id: replace(one, name="Lair") for one in state.combatants.values() if one.kind == "lair"}
    for group, members in groupby(sorted(foes, key=lambda one: one.group or ""), key=lambda one: one.group):
        team = list(members)
        title = f"foes {number[team[0].id]}–{number[team[-1].id]}" if group and len(team) > 1 else None
        others |= {one.id: replace(one, name=f"Foe {number[one.id]}", group=title) for one in team}
    names = {each for one in foes for each in (one.name, _unnumbered(one.name))}
    for one in state.combatants.values():
        if one.concentration is not None and one.id not in others and _tells(one.concentration.name, names):
            others[one.id] = replace(one, concentration=replace(one.concentration, name="something"))
    return replace(state, combatants={**state.combatants, **others})


def _is_seen(one: Combatant) -> bool:
    return not one.hidden and one.waiting is None


def _secrets(state: Encounter) -> tuple[str, ...]:
    """Names that nobody may read: those of the unseen, and without their number where nobody seen has the like."""
    everybody = state.combatants.values()
    known = {_unnumbered(one.name) for one in everybody if _is_seen(one)}
    names = [one.name for one in everybody if not _is_seen(one)]
    return tuple(dict.fromkeys([*names, *(kind for kind in map(_unnumbered, names) if kind not in known)]))


def _unnumbered(name: str) -> str:
    return name.rstrip("0123456789").rstrip() or name


def _tells(text: str, secret: Iterable[str]) -> bool:
    told = text.casefold()
    return any(name.casefold() in told for name in secret)


def _places(state: Encounter) -> tuple[Place, ...]:
    """The places; before the order is laid, one for each that has entered, groups together."""
    if state.places:
        return state.places
    teams: dict[str, list[Id]] = {}
    for one in state.present():
        teams.setdefault(f"@{one.group}" if one.group else one.id, []).append(one.id)
    return tuple(Place(PlaceId(number), tuple(team), 0) for number, team in enumerate(teams.values()))


def _members(state: Encounter, who: Iterable[Id], secret: Iterable[str]) -> list[Combatant]:
    seen = (one for one in map(state.combatants.__getitem__, who) if _is_seen(one))
    return [one for one in seen if one.kind != "lair" or not _tells(one.name, secret)]


def _shown_turn(state: Encounter, secret: tuple[str, ...]) -> tuple[Place | None, int]:
    """The active place; while somebody unseen has their turn, the last one seen to have had one, in its round."""
    active = state.active_place
    if active is None or _sees_turn(state, active, secret):
        return active, state.round
    index = state.places.index(active)
    nearest_first = (*reversed(state.places[:index]), *reversed(state.places[index + 1 :]))
    had_turn = [place for place in nearest_first if _is_up(state, place, secret)]
    for number in (state.round, state.round - 1):
        for place in had_turn:
            if place.acted == number > 0:
                return place, number
    return None, state.round


def _sees_turn(state: Encounter, place: Place, secret: tuple[str, ...]) -> bool:
    acts = any(not state.combatants[who].is_out for who in place.members)
    return _is_up(state, place, secret) if acts else bool(_members(state, place.members, secret))


def _is_up(state: Encounter, place: Place, secret: tuple[str, ...]) -> bool:
    return any(not one.is_out for one in _members(state, place.members, secret))


def _next(state: Encounter, shown: Place | None, secret: tuple[str, ...]) -> str | None:
    if state.phase != "running":
        return None
    for place in upcoming(state, len(state.places)):
        if _is_up(state, place, secret) and (shown is None or place.id != shown.id):
            return _title(_members(state, place.members, secret), secret)
    return None


def _title(members: list[Combatant], secret: Iterable[str]) -> str:
    """The group's name, unless it tells of somebody unseen; else all of theirs."""
    group = members[0].group
    is_told = group is not None and _tells(group.casefold(), map(str.casefold, secret))
    if len(members) > 1 and group and not is_told and all(one.group == group for one in members):
        return group[:1].upper() + group[1:]
    return joined(one.name for one in members)


def _seen(state: Encounter, one: Combatant, secret: tuple[str, ...]) -> SeenCombatant:
    is_party = one.side == "party"
    conditions = [effect.name for effect in one.effects if effect.kind == "condition"]
    if one.exhaustion:
        conditions.append(f"exhaustion {one.exhaustion}" if is_party else "exhaustion")
    return SeenCombatant(
        id=one.id,
        name=one.name,
        side=one.side,
        health=_health(state, one),
        hp=one.hp if is_party else None,
        max_hp=max_hp(state, one.id) if is_party else None,
        temp_hp=one.temp_hp if is_party else 0,
        conditions=tuple(dict.fromkeys(conditions)),
        concentration=_untold(one.concentration.name, secret) if is_party and one.concentration else None,
    )


def _untold(text: str, secret: Iterable[str]) -> str:
    """The GM's own words, unless they name somebody."""
    return "something" if _tells(text, secret) else text


def _health(state: Encounter, one: Combatant) -> Condition:
    if one.kind != "creature":
        return ""
    if one.status == "fled":
        return "fled"
    if one.side == "party" and one.status in ("dying", "stable"):
        return "dying" if one.status == "dying" else "stable"
    top = max_hp(state, one.id)
    if one.hp == 0 or one.status != "up":
        return "down"
    if one.hp >= top:
        return "unhurt"
    return "near death" if one.hp * 4 <= top else "bloodied" if one.hp * 2 <= top else "hurt"
