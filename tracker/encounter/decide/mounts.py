"""Riding: mounting, getting down, sharing a place in the order, and being thrown (R-159 to R-165)."""

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide.abilities import count_reaction
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.deeds import tell
from tracker.encounter.decide.effects import gain
from tracker.encounter.decide.relations import are_hostile
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import base_speeds, can_react, in_force, is_its_turn, rules_of
from tracker.encounter.state import Combatant, Id, Place, PlaceId, Turn
from tracker.frozen import replace
from tracker.rules.mounts import FALL_DC, can_mount, mount_count, unseat
from tracker.rules.movement import change_mount

SEAT = "keeping its seat"
FALLEN_MOUNT = "its mount falls"


def decide_mount(d: Deciding, command: c.Mount) -> None:
    """Gets onto a creature, or down from it, for half its speed (R-160)."""
    rider = d.combatant(command.who)
    if command.mount is None:
        if rider.mount is None:
            raise EncounterError(f"{rider.name} rides nothing")
        _pay(d, rider)
        dismount(d, rider.id)
        return
    steed = d.combatant(command.mount)
    if rider.mount is not None:
        raise EncounterError(f"{rider.name} rides {d.name(rider.mount)} already; `dismount` first")
    if steed.id == rider.id or {rider.kind, steed.kind} != {"creature"}:
        raise EncounterError(f"{rider.name} cannot ride {steed.name}")
    if steed.mount is not None:
        raise EncounterError(f"{steed.name} rides {d.name(steed.mount)} itself; whoever rides cannot be ridden")
    if (above := next((x for x in d.state.combatants.values() if x.mount == rider.id), None)) is not None:
        raise EncounterError(f"{above.name} rides {rider.name}; whoever is ridden cannot ride")
    check_presence(rider, steed)
    _check(d, rider, steed)
    _pay(d, rider)
    has_rider = rider_of(d, steed.id) is not None
    d.emit(e.FieldSet(who=rider.id, field="mount", value=steed.id))
    if has_rider:
        return
    d.emit(e.FieldSet(who=steed.id, field="controlled", value=command.controlled))
    if command.controlled:
        share_place(d, rider.id, steed.id)


def check_presence(one: Combatant, other: Combatant) -> None:
    """Raises EncounterError when only one of them has entered, or they wait for different waves."""
    if one.waiting != other.waiting:
        away = other if other.waiting else one
        raise EncounterError(f"{away.name} waits ({away.waiting}) and is not there yet; `join` brings it in")


def _check(d: Deciding, rider: Combatant, steed: Combatant) -> None:
    verdict = can_mount(d.edition, d.block(rider.id).size, d.block(steed.id).size)
    if not verdict:
        d.warn(f"{rider.name} on {steed.name}: {verdict.why[0]}", rider.id)
    if are_hostile(rider, steed):
        d.warn(f"{steed.name} is hostile: a mount is willing (R-159)", rider.id)
    ridden = next((x for x in d.state.present() if x.mount == steed.id), None)
    if ridden is not None:
        d.warn(f"{ridden.name} rides {steed.name} already", rider.id)


def _pay(d: Deciding, rider: Combatant) -> None:
    if not is_its_turn(d.state, rider.id):
        if d.state.phase == "running":
            d.warn(f"it is not {rider.name}'s turn", rider.id)
        return
    turn, base = rider.turn, base_speeds(d.state, rider.id)
    move = change_mount(
        rules_of(d.state),
        base.get("walk") or max(base.values(), default=0),
        in_force(d.state, rider.id),
        moved=turn.moved,
        dashes=turn.dashes,
        changed_this_move="mount" in turn.log,
    )
    if not move:
        d.warn(f"{rider.name}: {move.why[0]}", rider.id)
    tell(d, rider.id, "", moved=turn.moved + move.cost, log=(*turn.log, "mount"))


def dismount(d: Deciding, rider: Id) -> None:
    """Off the mount, which gets a place of its own at the same count behind the rider."""
    steed = d.combatant(rider).mount
    d.emit(e.FieldSet(who=rider, field="mount", value=None))
    if steed is None or steed not in d.state.combatants:
        return
    if d.combatant(steed).controlled:
        d.emit(e.FieldSet(who=steed, field="controlled", value=False))
        part_from(d, rider, steed)


def leave_saddle(d: Deciding, who: Id) -> None:
    """Somebody is taken out of the fight: what it rode is free, and who rode it stands beside where it was."""
    steed, rider = d.combatant(who).mount, rider_of(d, who)
    if steed in d.state.combatants and steed is not None:
        d.emit(e.FieldSet(who=steed, field="controlled", value=False))
    if rider is not None:
        d.emit(e.FieldSet(who=rider.id, field="mount", value=None))


def share_place(d: Deciding, leader: Id, follower: Id) -> None:
    """From now on the follower acts in the leader's turn, with its count (R-164)."""
    first, second = d.combatant(leader), d.combatant(follower)
    if first.initiative is not None:
        count = mount_count(first.initiative, second.initiative or 0, controlled=True)
        if count != second.initiative:
            d.emit(e.InitiativeSet(who=(follower,), count=count, how="shared"))
    if second.group is not None:
        d.emit(e.FieldSet(who=follower, field="group", value=None))
    place, old = d.state.place_of(leader), d.state.place_of(follower)
    if place is None or (old is not None and old.id == place.id):
        return
    at = place.members.index(leader) + 1
    members = (*place.members[:at], follower, *place.members[at:])
    if old is not None:
        rest = tuple(one for one in old.members if one != follower)
        d.emit(e.Placed(place=replace(old, members=rest), before=None, how="left"))
        if not rest and not old.gone:
            d.emit(e.Unplaced(place=old.id))
    d.emit(e.Placed(place=replace(place, members=members), before=None, how="left"))
    if place.id == d.state.active:
        fresh = Turn(hurt_before=d.combatant(follower).turn.damage_types)
        d.emit(e.TurnUsed(who=follower, turn=fresh, what="", why=("it can act on this very turn (R-164)",)))


def part_from(d: Deciding, leader: Id, follower: Id) -> None:
    """The follower gets its own place at the same count, behind the leader's."""
    place = d.state.place_of(leader)
    if place is None or follower not in place.members:
        return
    rest = tuple(one for one in place.members if one != follower)
    d.emit(e.Placed(place=replace(place, members=rest), before=None, how="left"))
    ids = [p.id for p in d.state.places]
    at = ids.index(place.id) + 1
    own = Place(PlaceId(d.state.next_id), (follower,), place.count, acted=place.acted)
    d.emit(e.Placed(place=own, before=ids[at] if at < len(ids) else None, how="joined"))


def rider_of(d: Deciding, steed: Id) -> Combatant | None:
    """Who rides it."""
    return next((x for x in d.state.present() if x.mount == steed), None)


def is_led(d: Deciding, steed: Id) -> bool:
    """Whether it is there, and acts as its rider wills."""
    one = d.state.combatants.get(steed)
    return one is not None and one.controlled and one.waiting is None


def mount_is_moved(d: Deciding, steed: Id) -> None:
    """Something moves the mount against its will: the rider may be thrown (R-161)."""
    if (rider := rider_of(d, steed)) is not None:
        _ask_seat(d, rider, f"{d.name(steed)} is moved")


def somebody_is_prone(d: Deciding, who: Id) -> None:
    """A rider or a mount was knocked prone (R-161, R-162)."""
    combatant = d.combatant(who)
    if combatant.mount is not None:
        _ask_seat(d, combatant, "knocked prone")
    rider = rider_of(d, who)
    if rider is None or rider.status != "up":
        return
    if not d.edition.fallen_mount_takes_reaction:
        _ask_seat(d, rider, f"{combatant.name} falls")
    elif can_react(d.state, rider.id, "anything"):
        text = f"{rider.name}: a reaction to land on its feet, as {combatant.name} falls?"
        d.ask("choice", rider.id, text, subject=FALLEN_MOUNT, targets=(rider.id,))
    else:
        fallen_mount(d, rider.id, use_reaction=False)


def _ask_seat(d: Deciding, rider: Combatant, why: str) -> None:
    if rider.status == "up":
        text = f"{rider.name}: DEX save DC {FALL_DC} to stay mounted ({why})"
        d.ask("end_save", rider.id, text, subject=SEAT, ability="dex", dc=FALL_DC)


def lose_seat(d: Deciding, rider: Id) -> None:
    """The save failed: off the mount, and on the ground."""
    fallen = unseat(d.edition, "mount moved", save=None)
    _off(d, rider, fallen.prone, fallen.why)


def fallen_mount(d: Deciding, rider: Id, *, use_reaction: bool) -> None:
    """The mount lies on the ground: the rider lands on its feet by a reaction, or falls prone (R-162)."""
    fallen = unseat(
        d.edition, "mount prone", use_reaction=use_reaction, reaction_spent=not can_react(d.state, rider, "anything")
    )
    if use_reaction and fallen.reaction_spent:
        count_reaction(d, rider, "lands on its feet")
    _off(d, rider, fallen.prone, fallen.why)


def _off(d: Deciding, rider: Id, prone: bool, why: tuple[str, ...]) -> None:
    if d.combatant(rider).mount is not None:
        dismount(d, rider)
    if prone and "prone" not in d.combatant(rider).conditions:
        gain(d, rider, "prone", why=why)
