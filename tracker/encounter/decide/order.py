"""The order of turns: places by id, never by position. Laying it, moving in it, and whose turn comes next.

A place comes up once a round. The sequence of a round follows `Place.acted`, so that moving places about
neither skips anybody nor gives anybody a second turn.
"""

from collections.abc import Iterable
from itertools import chain, islice
from typing import Literal

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide.core import Deciding
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import rules_of
from tracker.encounter.state import Combatant, Encounter, Id, Place, PlaceId
from tracker.frozen import replace
from tracker.rules.initiative import Entrant, initiative_order, late_entry


def lay_order(state: Encounter) -> tuple[Place, ...]:
    """Places for everybody present: by count, lairs last, then the party, then order of entry (R-014, R-015)."""
    groups: dict[str, list[Combatant]] = {}
    for combatant in state.present():
        if combatant.kind == "creature" and _rider(state, combatant) is not None:
            continue
        groups.setdefault(f"@{combatant.group}" if combatant.group else combatant.id, []).append(combatant)
    teams = sorted(groups.values(), key=lambda team: sort_key(team[0]))
    places = []
    for number, team in enumerate(teams, state.next_id):
        members = tuple(member.id for rider in team for member in (rider, *_mounts(state, rider)))
        places.append(Place(PlaceId(number), members, team[0].initiative or 0))
    return tuple(places)


def sort_key(combatant: Combatant) -> tuple[int, bool, bool, int]:
    """What decides between two: the count, then who loses ties, then the party, then order of entry."""
    return (
        -(combatant.initiative or 0),
        combatant.kind == "lair",
        combatant.side != "party",
        combatant.entry,
    )


def next_place(state: Encounter) -> Place | None:
    """Who comes next this round: first anybody moved above the active place who has not acted, then those below."""
    places = state.places
    index = next((i for i, p in enumerate(places) if p.id == state.active and p.acted == state.round), -1)
    above = (p for p in places[: max(index, 0)] if p.acted < state.round)
    below = (p for p in places[index + 1 :] if p.acted < state.round)
    return next(above, None) or next(below, None)


def can_act(state: Encounter, place: Place) -> bool:
    """Whether anybody in that place has a turn: all but the dead and the fled."""
    combatants, members = state.combatants, place.members
    if len(members) == 1:
        return not combatants[members[0]].is_out
    return any(not combatants[who].is_out for who in members)


def upcoming(state: Encounter, limit: int = 2) -> tuple[Place, ...]:
    """The places whose turns come next, over the end of the round, for `on deck`."""
    places = state.places
    index = next((i for i, p in enumerate(places) if p.id == state.active), -1)
    this = (p for p in chain(places[: max(index, 0)], places[index + 1 :]) if p.acted < state.round)
    later = (p for p in places if p.acted >= state.round)
    return tuple(islice((p for p in chain(this, later) if p.id != state.active and can_act(state, p)), limit))


def put_in(d: Deciding, team: Iterable[Combatant], how: Literal["joined", "split"] = "joined") -> Place:
    """Gives newcomers a place by their count, or that of their group. One whose count has passed waits a round."""
    members = tuple(team)
    state = d.state
    if (home := _home(state, members[0])) is not None:
        return _take_in(d, home, members)
    count = members[0].initiative or 0
    place = Place(PlaceId(state.next_id), tuple(m.id for m in members), count)
    active = state.active_place
    has_acted = active is not None and active.acted == state.round
    index = [p.id for p in state.places].index(active.id) if active is not None and has_acted else -1
    ranks = [_rank(state, p.count, p.members) for p in state.places]
    entry = late_entry(ranks, index, _rank(state, count, place.members))
    before = state.places[entry.place] if entry.place < len(state.places) else None
    place = replace(place, acted=state.round - 1 if entry.acts_this_round else state.round)
    d.emit(e.Placed(place=place, before=before.id if before else None, how=how))
    return place


def _home(state: Encounter, newcomer: Combatant) -> Place | None:
    """The place of the group it belongs to."""
    mates = {x.id for x in state.present() if x.group == newcomer.group} if newcomer.group else set()
    return next((place for place in state.places if mates & set(place.members)), None)


def _take_in(d: Deciding, home: Place, newcomers: tuple[Combatant, ...]) -> Place:
    late = tuple(one.id for one in newcomers if one.initiative != home.count)
    if late:
        d.emit(e.InitiativeSet(who=late, count=home.count, how="shared"))
    place = replace(home, members=(*home.members, *(one.id for one in newcomers)))
    d.emit(e.Placed(place=place, before=None, how="left"))
    return place


def share_counts(d: Deciding) -> None:
    """One count for each group: that of its first member."""
    first: dict[str, int] = {}
    for one in tuple(d.state.present()):
        if one.group is None or one.initiative is None:
            continue
        count = first.setdefault(one.group, one.initiative)
        if one.initiative != count:
            d.emit(e.InitiativeSet(who=(one.id,), count=count, how="shared"))


def _rank(state: Encounter, count: int, members: Iterable[Id]) -> int:
    """A count made comparable: at the same count a lair stands half a step behind."""
    return 2 * count - any(state.combatants[who].kind == "lair" for who in members)


def ties(state: Encounter) -> tuple[tuple[tuple[Id, ...], str], ...]:
    """Places with the same count, by their first members, and who orders them (R-015); lairs and traps never tie."""
    leaders = [state.combatants[p.members[0]] for p in state.places if p.members]
    entrants = [
        Entrant(one.id, one.initiative or 0, "pc" if one.side == "party" else "gm")
        for one in leaders
        if one.kind == "creature"
    ]
    found = initiative_order(rules_of(state), entrants).ties
    return tuple((tuple(Id(name) for name in tie.names), tie.decider) for tie in found)


def resettle(d: Deciding, place: Place, count: int) -> None:
    """Moves a place to where a new count belongs, ties by the party first, then order of entry."""
    state = d.state
    first = replace(state.combatants[place.members[0]], initiative=count)
    moved = replace(place, count=count)
    before = next(
        (p for p in state.places if p.id != place.id and p.members and sort_key(_leader(state, p)) > sort_key(first)),
        None,
    )
    d.emit(e.Placed(place=moved, before=before.id if before else None))


def _leader(state: Encounter, place: Place) -> Combatant:
    return replace(state.combatants[place.members[0]], initiative=place.count)


def decide_order(d: Deciding, command: c.Order) -> None:
    """Moves a place by hand; counts stay as they are."""
    place, other = _place(d, command.who), _place(d, command.other)
    if place.id == other.id:
        raise EncounterError(f"{d.name(command.who)} and {d.name(command.other)} share a place; `split` parts a group")
    others = [p.id for p in d.state.places if p.id != place.id]
    index = others.index(other.id) + (command.where == "after")
    d.emit(e.Placed(place=place, before=others[index] if index < len(others) else None))


def decide_split(d: Deciding, command: c.Split) -> None:
    """Gives each member of a group its own place at the same count."""
    members = tuple(x.id for x in d.state.combatants.values() if x.group == command.group)
    if not members:
        known = sorted({x.group for x in d.state.combatants.values() if x.group})
        raise EncounterError(f"there is no group '{command.group}'; there is {', '.join(known) or 'none'}")
    for who in members:
        d.emit(e.FieldSet(who=who, field="group", value=None))
    place = d.state.place_of(members[0])
    if place is None or len(place.members) < 2:
        return
    first, *rest = place.members
    ids = [p.id for p in d.state.places]
    index = ids.index(place.id) + 1
    before = ids[index] if index < len(ids) else None
    d.emit(e.Placed(place=replace(place, members=(first,)), before=before, how="left"))
    for who in rest:
        running = place.id == d.state.active
        has_begun = running or place.resuming
        acted = place.acted - 1 if running else place.acted
        own = Place(PlaceId(d.state.next_id), (who,), place.count, acted=acted, resuming=has_begun)
        d.emit(e.Placed(place=own, before=before, how="split"))


def part(d: Deciding, who: Id) -> None:
    """Takes a removed combatant out of its place, which stays as long as effects may wait for it."""
    place = d.state.place_of(who)
    if place is None or who not in place.members:
        return
    members = tuple(one for one in place.members if one != who)
    d.emit(e.Placed(place=replace(place, members=members, gone=(*place.gone, who)), before=None, how="left"))


def decide_delay(d: Deciding, command: c.Delay) -> None:
    """Moves the active place behind the next one that acts, or behind another's; its turn waits there."""
    state = d.state
    place = _place(d, command.who)
    if place.id != state.active:
        raise EncounterError(f"only the active combatant can delay, and that is {d.name(state.active_id)}")
    waiting = [p for p in state.places if p.acted < state.round and can_act(state, p)]
    if not waiting:
        raise EncounterError(f"{d.name(command.who)} is the last of this round; there is nobody to wait for")
    follower = next_place(state)
    while follower is not None and not can_act(state, follower):
        follower = next((p for p in waiting if p.id != follower.id), None)
    assert follower is not None
    behind = follower if command.after is None else _place(d, command.after)
    if behind.id == place.id:
        raise EncounterError(f"{d.name(command.who)} cannot wait for itself; name one still to come")
    if not can_act(state, behind):
        raise EncounterError(f"nobody acts in {d.name(command.after)}'s place any more; name one who still does")
    if behind.acted >= state.round:
        raise EncounterError(f"{d.name(command.after)} has already acted this round; name one still to come")
    ids = [p.id for p in state.places if p.id != place.id]
    index = ids.index(behind.id) + 1
    delayed = replace(place, acted=state.round - 1, resuming=True)
    d.emit(e.Placed(place=delayed, before=ids[index] if index < len(ids) else None, how="delayed"))


def _place(d: Deciding, who: Id | None) -> Place:
    assert who is not None
    combatant = d.combatant(who)
    place = d.state.place_of(who)
    if place is None or not place.members:
        waits = f"waits ({combatant.waiting})" if combatant.waiting else "has no place yet; `start` lays the order"
        raise EncounterError(f"{combatant.name} {waits}")
    return place


def _rider(state: Encounter, mount: Combatant) -> Combatant | None:
    if not mount.controlled:
        return None
    return next((x for x in state.present() if x.mount == mount.id), None)


def _mounts(state: Encounter, rider: Combatant) -> tuple[Combatant, ...]:
    if rider.mount is None or rider.mount not in state.combatants:
        return ()
    mount = state.combatants[rider.mount]
    return (mount,) if mount.controlled and mount.waiting is None else ()
