"""Moving: the ledger and its surcharges, standing up, other creatures' spaces, flying, falling (R-028 to R-043)."""

from collections.abc import Iterator
from typing import Literal

from tracker.encounter import commands as c
from tracker.encounter.decide import hits
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.deeds import mark, tell, unmark
from tracker.encounter.decide.effects import gain, lose
from tracker.encounter.decide.leaving import offer_opportunities
from tracker.encounter.decide.relations import relation
from tracker.encounter.decide.saves import rolled_damage
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import (
    base_speeds,
    best_speed,
    blocked_by_surprise,
    immune_to_condition,
    in_force,
    is_its_turn,
    rules_of,
    speeds,
)
from tracker.encounter.state import Combatant, Encounter, Id
from tracker.rules.hazards import precipitation
from tracker.rules.movement import Drag, Move, Segment, falling_dice, long_jump, plan_move, stand_up
from tracker.rules.space import may_pass, size
from tracker.rules.tables import table

Space = Literal["empty", "ally", "tiny", "creature"]

FLYING = "flying"
SHARING = "in another's space"


def decide_move(d: Deciding, command: c.Move) -> None:
    """Moves somebody: pays the ledger for its own movement, and asks for the opportunity attacks it draws."""
    mover = _mover(d, command.who)
    if command.feet < 0:
        raise EncounterError("a distance is 0 ft. or more")
    if command.into is not None or command.through is not None:
        _spaces(d, command)
    offer_opportunities(d, command)
    if command.how == "own":
        _walk(d, command, mover)
    else:
        _carried_off(d, command, mover)
    unmark(d, command.who, SHARING, "moves on")
    if command.into is not None:
        mark(d, command.who, SHARING, source=command.into)
    _airborne(d, command)


def move_reason(state: Encounter, who: Id) -> str | None:
    """Why it cannot move now, or None when it can."""
    combatant, effects = state.combatants[who], in_force(state, who)
    if combatant.status != "up":
        return f"it is {combatant.status}"
    if not is_its_turn(state, who):
        return "it is not its turn (R-019)"
    if blocked_by_surprise(state, who):
        return "it is surprised (R-004)"
    if not effects.can_move(max(base_speeds(state, who).values(), default=0)):
        return f"it cannot move: {', '.join(sorted(combatant.conditions)) or 'speed 0'} (R-138)"
    return None


def _mover(d: Deciding, who: Id) -> Combatant:
    combatant = d.combatant(who)
    if combatant.kind != "creature":
        raise EncounterError(f"{combatant.name} does not move")
    if combatant.is_out:
        raise EncounterError(f"{combatant.name} is {combatant.status}")
    return combatant


def _walk(d: Deciding, command: c.Move, mover: Combatant) -> None:
    if reason := move_reason(d.state, mover.id):
        d.warn(f"{mover.name}: {reason}", mover.id)
    segment = segment_of(d.state, command)
    rules, turn = rules_of(d.state), mover.turn
    effects = in_force(d.state, mover.id)
    move = plan_move(rules, base_speeds(d.state, mover.id), effects, (segment,), moved=turn.moved, dashes=turn.dashes)
    if not move and reason is None:
        d.warn(f"{mover.name}: {move.why[-1]}", mover.id)
    if segment.mode == "jump":
        _check_jump(d, mover, command.feet)
    manner = "" if segment.mode == "walk" else f" ({segment.mode})"
    extra = f" for {move.cost}" if move.cost != command.feet else ""
    tell(d, mover.id, f"moves {command.feet} ft.{manner}{extra}", moved=turn.moved + move.cost)
    if move.cost != command.feet:
        d.say(f"{command.feet} ft. cost {move.cost}: {', '.join(move.why)}", mover.id, why=move.why)
    for held in held_by(d.state, mover.id) if command.feet else ():
        if not command.dragging:
            d.say(f"{mover.name} still holds {held.name}: `dragging` takes it along, `release` lets it go", mover.id)


def segment_of(state: Encounter, command: c.Move) -> Segment:
    """The stretch of way a command means, as the rules take it."""
    rules, mover = rules_of(state), state.combatants[command.who]
    mode = command.mode
    if mode == "walk" and "prone" in mover.conditions:
        mode = "crawl"
    snow = "snow" in state.scene and "torrential precipitation" in table(rules, "hazards")
    return Segment(
        feet=command.feet,
        mode=mode,
        difficult=command.difficult or (snow and mode != "fly" and precipitation(rules, "snow").difficult),
        squeezing=mover.has("squeezing"),
        through=_space(state, command),
        drag=_drag(state, command),
    )


def _space(state: Encounter, command: c.Move) -> Space:
    other = command.through or command.into
    if other is None:
        return "empty"
    if state.block_of(other).size == "tiny":
        return "tiny"
    return "ally" if relation(state.combatants[command.who], state.combatants[other]) == "ally" else "creature"


def _drag(state: Encounter, command: c.Move) -> Drag | None:
    held = tuple(held_by(state, command.who))
    if not command.dragging or not held:
        return None
    rules = rules_of(state)
    own = size(rules, state.block_of(command.who).size).order
    largest = max((size(rules, state.block_of(one.id).size) for one in held), key=lambda found: found.order)
    return Drag(sizes_smaller=own - largest.order, tiny=largest.name == "tiny")


def held_by(state: Encounter, who: Id) -> Iterator[Combatant]:
    """Everybody it grapples."""
    for other in state.combatants.values():
        if any(x.name == "grappled" and x.source == who for x in other.effects):
            yield other


def _spaces(d: Deciding, command: c.Move) -> None:
    """Passing through a creature's space, and ending there (R-038, R-039)."""
    mover = d.combatant(command.who)
    for other in filter(None, (command.through, command.into)):
        there = d.combatant(other)
        verdict = may_pass(
            rules_of(d.state),
            d.block(mover.id).size,
            d.block(other).size,
            relation(mover, there),
            tuple(sorted(there.conditions)),
        )
        if not verdict:
            d.warn(f"{mover.name} cannot move through {there.name}'s space: {verdict.why[0]}", mover.id)
    if command.into is not None:
        d.warn(f"{mover.name} cannot willingly end in {d.name(command.into)}'s space (R-039)", mover.id)


def _check_jump(d: Deciding, mover: Combatant, feet: int) -> None:
    strength = d.block(mover.id).abilities.get("str", 10)
    run_up = mover.turn.moved >= 10
    reach = long_jump(rules_of(d.state), strength, best_speed(d.state, mover.id), run_up=run_up)
    if feet > reach:
        how = "with a run" if run_up else "standing"
        d.warn(f"{mover.name} jumps {feet} ft., {reach} {how} are possible (R-041)", mover.id)


def _carried_off(d: Deciding, command: c.Move, mover: Combatant) -> None:
    """Moved without its own doing: no feet are paid, and a grapple is torn away (R-058, R-127)."""
    from tracker.encounter.decide.mounts import mount_is_moved

    if command.how == "fall":
        fall(d, mover.id, command.feet)
        return
    words = {"teleport": "teleports", "forced": "is moved"}
    d.say(f"{mover.name} {words[command.how]} {command.feet} ft.", mover.id)
    for effect in d.combatant(mover.id).effects:
        if effect.name == "grappled":
            lose(d, mover.id, effect, "out of its grappler's reach (R-127)")
    for held in tuple(held_by(d.state, mover.id)):
        for effect in held.effects:
            if effect.name == "grappled" and effect.source == mover.id:
                lose(d, held.id, effect, "its grappler is out of reach (R-147)")
    if command.how == "forced":
        mount_is_moved(d, mover.id)


def _airborne(d: Deciding, command: c.Move) -> None:
    """Whether it is in the air from now on, and how high."""
    combatant = d.combatant(command.who)
    if combatant.is_out or command.how == "fall":
        return
    was = next((x for x in combatant.effects if x.name == FLYING), None)
    if command.height == 0 or (command.mode not in ("fly", "jump") and command.how == "own" and command.height is None):
        unmark(d, command.who, FLYING, "it is on the ground")
    elif command.mode == "fly" or command.height:
        height = command.height if command.height is not None else was.value if was else 0
        if was is None or was.value != height:
            mark(d, command.who, FLYING, value=height)


def decide_stand(d: Deciding, command: c.Stand) -> None:
    """Gets up for half its speed, rounded down (R-036)."""
    combatant = _mover(d, command.who)
    if "prone" not in combatant.conditions:
        raise EncounterError(f"{combatant.name} is not prone")
    if reason := stand_reason(d.state, command.who):
        d.warn(f"{combatant.name}: {reason}", combatant.id)
    move = _standing(d.state, combatant)
    tell(d, combatant.id, f"stands up for {move.cost} ft.", moved=combatant.turn.moved + move.cost)
    for effect in d.combatant(command.who).effects:
        if effect.name == "prone":
            lose(d, command.who, effect, *move.why)


def stand_reason(state: Encounter, who: Id) -> str | None:
    """Why it cannot stand up now, or None when it can."""
    move = _standing(state, state.combatants[who])
    return move_reason(state, who) or (None if move else move.why[0])


def _standing(state: Encounter, combatant: Combatant) -> Move:
    base = base_speeds(state, combatant.id)
    speed = base.get("walk") or max(base.values(), default=0)
    turn = combatant.turn
    return stand_up(rules_of(state), speed, in_force(state, combatant.id), moved=turn.moved, dashes=turn.dashes)


def fall(d: Deciding, who: Id, feet: int) -> None:
    """A fall: a d6 for each 10 ft., and prone unless it takes no damage (R-042)."""
    name, dice = d.name(who), falling_dice(feet)
    unmark(d, who, FLYING, "it falls")
    d.say(f"{name} falls {feet} ft." + ("" if dice else ": no damage"), who)
    if not dice:
        return
    parts, faces = rolled_damage(d, (f"{dice}d6 bludgeoning",), None)
    taken = hits.deal(d, who, parts, source="the fall", faces=faces)
    land_prone(d, who, taken)


def land_prone(d: Deciding, who: Id, taken: int) -> None:
    """Whoever takes damage from a fall lies on the ground."""
    combatant = d.combatant(who)
    if not taken or combatant.status == "dead" or "prone" in combatant.conditions:
        return
    if reason := immune_to_condition(d.state, who, "prone"):
        d.say(f"{combatant.name} does not fall prone: {reason}", who)
        return
    gain(d, who, "prone", why=("lands prone (R-042)",))


def lose_flight(d: Deciding, who: Id) -> None:
    """A flyer that is knocked prone or cannot move any more falls, unless it hovers (R-042)."""
    combatant = d.combatant(who)
    flight = next((x for x in combatant.effects if x.name == FLYING), None)
    if flight is None or d.block(who).hover or not d.state.is_on("falling"):
        return
    if "prone" not in combatant.conditions and speeds(d.state, who).get("fly", 0):
        return
    lose(d, who, flight, "it can fly no more (R-042)")
    dice = falling_dice(flight.value)
    if dice:
        text = f"{combatant.name} falls {flight.value} ft.: {dice}d6 bludgeoning?"
        d.ask(
            "choice", who, text, subject="the fall", dice=f"{dice}d6 bludgeoning", amount=flight.value, targets=(who,)
        )
    else:
        d.say(f"{combatant.name} falls; `hazard fall {who} FEET` deals the damage", who)
