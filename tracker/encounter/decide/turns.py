"""The turn: what happens at its end and at its start, always in the same order.

At the end: prompts that lapse with the turn go, effects end, ongoing damage, repeat saves, the upkeep of rage, shared
spaces, flight in a gale and traits, then legendary actions are offered. At the start: action, reaction and movement
come back, effects end, legendary actions refill, the readied action lapses, what bars the turn is said; then what a
trap or lair does, ongoing damage, saves at the start, regeneration, recharge, death save, wind, traits, reminders.
Members of a group come in their order within each step.
"""

from collections.abc import Iterable

from tracker.encounter import events as e
from tracker.encounter.decide import offers, traits
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.effects import expire, expire_with_round, lose
from tracker.encounter.decide.hits import die
from tracker.encounter.decide.order import can_act, lay_order, next_place, put_in, share_counts, ties
from tracker.encounter.decide.upkeep import end_upkeep
from tracker.encounter.figures import best_speed, blocked_by_surprise, in_force
from tracker.encounter.state import Combatant, Encounter, Id, Place

OF_THE_MOMENT = ("parry", "extra", "rampage", "split", "reflect")
"""Prompts that answer what just happened; they go with the turn."""


def begin(d: Deciding) -> None:
    """Lays the order and starts the first turn of round 1."""
    share_counts(d)
    d.emit(e.Ordered(places=lay_order(d.state)))
    for tied, decider in ties(d.state):
        whose = "the players order them" if decider == "players" else "the GM orders them"
        d.say(f"Tied at {d.combatant(tied[0]).initiative}: {d.names(tied)}; {whose} (R-015)")
    d.emit(e.PhaseChanged(phase="running"))
    if not d.edition.surprise_costs_first_turn:
        d.emit(e.SurpriseSet(who=()))
    _start_round(d, 1)
    advance(d)


def end_turn(d: Deciding, seconds: float = 0.0) -> None:
    """Ends the running turn with all that belongs to it."""
    lapse_at_next(d)
    place = d.state.active_place
    if place is None:
        return
    acting = d.state.acting
    d.emit(e.TurnEnded(place=place.id, who=acting, seconds=seconds))
    expire(d, (*place.members, *place.gone), "end")
    present = [who for who in acting if who in d.state.combatants]
    for who in present:
        offers.ongoing_damage(d, who, "end")
    for who in present:
        offers.repeat_saves(d, who, "end")
    for who in present:
        end_upkeep(d, who)
    if any(d.combatant(who).kind == "creature" for who in present):
        offers.legendary(d, except_for=place.members)


def advance(d: Deciding) -> None:
    """Starts the next turn: on through this round, over its end, past everybody who cannot act."""
    if not any(can_act(d.state, place) for place in d.state.places):
        _nobody_left(d)
        return
    while True:
        place = next_place(d.state)
        if place is None:
            _start_round(d, d.state.round + 1)
        elif can_act(d.state, place):
            start_turn(d, place)
            return
        else:
            pass_over(d, place)


def pass_over(d: Deciding, place: Place) -> None:
    """Nobody acts in this place, yet effects that wait for its turn end with it."""
    d.emit(e.PlacePassed(place=place.id, who=place.members))
    anchors = (*place.members, *place.gone)
    expire(d, anchors, "start")
    expire(d, anchors, "end")
    if not place.members and not _is_awaited(d, place):
        d.emit(e.Unplaced(place=place.id))


def start_turn(d: Deciding, place: Place) -> None:
    """The turn of a place begins, or after a delay goes on."""
    acting = tuple(who for who in place.members if not d.combatant(who).is_out)
    d.emit(e.TurnStarted(place=place.id, who=acting, resumed=place.resuming))
    if place.resuming:
        return
    expire(d, (*place.members, *place.gone), "start")
    for who in acting:
        _refresh(d, who)
    acting = tuple(who for who in acting if not d.combatant(who).is_out)
    for step in offers.START_OF_TURN:
        for who in acting:
            step(d, who)
    _reactive(d, acting)


def close_gap(d: Deciding) -> None:
    """After a removal or a flight: if nobody acts in the active place any more, the next turn begins."""
    place = d.state.active_place
    if d.state.phase != "running" or place is None or d.state.acting:
        return
    if any(d.combatant(who).status == "dead" for who in place.members):
        return
    lapse_at_next(d)
    expire(d, (*place.members, *place.gone), "end")
    advance(d)


def wake(d: Deciding) -> None:
    """Where nobody was active and now somebody can act, the next turn begins."""
    state = d.state
    if state.phase == "running" and state.active is None and any(can_act(state, place) for place in state.places):
        advance(d)


def lapse_at_next(d: Deciding) -> None:
    """What does not outlive the turn: offers are withdrawn, a fall that was held back happens."""
    d.withdraw(d.waiting("legendary", "lair", "opportunity"))
    let_moment_pass(d)
    for prompt in d.waiting("trait"):
        if prompt.who and traits.held_back(d, prompt):
            d.close(prompt, "skipped")
            die(d, prompt.who, why=(f"{prompt.subject} was not answered",))


def let_moment_pass(d: Deciding) -> None:
    """Withdraws what answers a hit or a wound of the running turn: once another begins, nothing can."""
    d.withdraw(p for p in d.state.prompts if p.purpose in OF_THE_MOMENT)


def _refresh(d: Deciding, who: Id) -> None:
    """What comes back, and what lapses, at one's own start of turn."""
    d.withdraw(d.waiting("recharge", "regeneration", "ongoing_damage", "death_save", who=who))
    offers.refill_legendary(d, who)
    combatant = d.combatant(who)
    if combatant.readied:
        d.withdraw(d.waiting("readied", who=who))
        offers.lose_readied(d, who)
    for effect in combatant.effects:
        if effect.name == "once_a_turn":
            lose(d, who, effect)
    _say_what_bars(d, who)


def _say_what_bars(d: Deciding, who: Id) -> None:
    combatant, effects = d.combatant(who), in_force(d.state, who)
    if combatant.status != "up":
        return
    if blocked_by_surprise(d.state, who):
        d.say(f"{combatant.name} is surprised: no move and no action this turn (R-004)", who)
    elif not effects.can_act:
        moves = "it can still move" if best_speed(d.state, who) and "move" not in effects.cannot else "nor can it move"
        d.say(f"{combatant.name} cannot act: {', '.join(sorted(combatant.conditions))}; {moves}", who)


def _reactive(d: Deciding, acting: tuple[Id, ...]) -> None:
    """Creatures with the trait Reactive get their reaction back at every start of turn, or have more from the first."""
    if d.edition.one_reaction_per_trigger:
        return
    for combatant in tuple(d.state.present()):
        if combatant.reactions_spent and combatant.id not in acting and "Reactive" in d.block(combatant.id).traits:
            d.emit(e.ReactionsChanged(who=combatant.id, spent=0))


def _start_round(d: Deciding, number: int) -> None:
    d.emit(e.RoundStarted(round=number))
    expire_with_round(d)
    for team in _waves_due(d.state, number):
        arrive(d, team)
    for reminder in d.state.reminders:
        if reminder.round == number:
            d.emit(e.ReminderSet(reminder=reminder, on=False))
            d.ask("reminder", None, reminder.text, subject=reminder.text)


def _waves_due(state: Encounter, number: int) -> Iterable[list[Combatant]]:
    """Whoever waits for this round, and the whole wave with the first of it."""
    waiting = [one for one in state.combatants.values() if one.waiting is not None]
    due = dict.fromkeys(one.waiting for one in waiting if one.joins is not None and one.joins <= number)
    return [[one for one in waiting if one.waiting == wave] for wave in due]


def arrive(d: Deciding, team: Iterable[Combatant]) -> None:
    """Waiting combatants enter; in a running fight they take their places."""
    for member in team:
        d.emit(e.Arrived(who=member.id))
    if d.state.phase == "running":
        place_newcomers(d)


def place_newcomers(d: Deciding) -> None:
    """Everybody present without a place gets one, with initiative rolled where it is missing; groups together."""
    from tracker.encounter.decide.initiative import roll_missing
    from tracker.encounter.decide.mounts import is_led, share_place

    placed = {who for place in d.state.places for who in place.members}
    members = [one.id for one in d.state.present() if one.id not in placed]
    roll_missing(d, members)
    by_group: dict[str, list[Combatant]] = {}
    for member in map(d.combatant, members):
        by_group.setdefault(f"@{member.group}" if member.group else member.id, []).append(member)
    riders = {x.mount: x.id for x in d.state.present() if x.mount and is_led(d, x.mount)}
    for group in by_group.values():
        if on_foot := [one for one in group if one.id not in riders]:
            put_in(d, on_foot)
    for steed, leader in riders.items():
        share_place(d, leader, steed)


def _nobody_left(d: Deciding) -> None:
    if d.state.active is not None:
        d.emit(e.NobodyActs())
    else:
        d.say("there is nobody in the fight whose turn it could be; `add` brings somebody")


def _is_awaited(d: Deciding, place: Place) -> bool:
    return any(
        effect.until and effect.until.anchor in place.gone
        for combatant in d.state.combatants.values()
        for effect in combatant.effects
    )
