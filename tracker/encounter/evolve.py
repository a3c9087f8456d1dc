"""`evolve(state, event)`: pure bookkeeping. No dice, no rules look-ups, nothing refused."""

from collections.abc import Mapping
from typing import Any, TypeVar, assert_never

from tracker.encounter import events as e
from tracker.encounter.state import Combatant, Encounter, Id, Place, PlaceId, Prompt, Tally, Turn
from tracker.frozen import replace

K = TypeVar("K")
V = TypeVar("V")


def evolve(state: Encounter, event: e.Event) -> Encounter:
    """The state after an event. Total: every event that `decide` makes is accepted."""
    match event:
        case e.Damaged() | e.Healed() | e.TempHpGained() | e.MaxHpChanged() | e.DeathSaved() | e.DeathCountSet():
            return _hit_points(state, event)
        case e.Saved() | e.Checked() | e.Rolled() | e.Said():
            return state
        case e.EffectAdded() | e.EffectChanged() | e.EffectEnded() | e.ExhaustionChanged() | e.ConcentrationChanged():
            return _effects(state, event)
        case e.TurnUsed(who=who, turn=turn):
            return _change(state, who, turn=turn)
        case e.ReactionsChanged(who=who, spent=spent, trigger=trigger, plain=plain):
            answered = (*state.combatants[who].answered, trigger) if trigger else state.combatants[who].answered
            return _change(state, who, reactions_spent=spent, plain_reactions_spent=plain, answered=answered)
        case e.ReadiedChanged(who=who, readied=readied):
            return _change(state, who, readied=readied)
        case e.StatusChanged():
            return _status(state, event)
        case e.TurnStarted() | e.TurnEnded() | e.PlacePassed() | e.RoundStarted() | e.NobodyActs():
            return _turns(state, event)
        case e.PromptRaised(prompt=prompt, before=before):
            return replace(state, prompts=_queued(state.prompts, prompt, before), next_id=state.next_id + 1)
        case e.PromptClosed(prompt=number):
            return replace(state, prompts=tuple(p for p in state.prompts if p.id != number))
        case e.Opened() | e.Joined() | e.Arrived() | e.Left() | e.InitiativeSet() | e.SurpriseSet() | e.HiddenSet():
            return _roster(state, event)
        case e.Ordered() | e.Placed() | e.Unplaced():
            return _order(state, event)
        case e.UsesChanged(who=who, ability=ability, spent=spent):
            uses = {**state.combatants[who].spent, ability: spent}
            return _change(state, who, spent=_without_zeros(uses))
        case e.CounterSet(who=who, counter=counter, value=value):
            counters = {k: v for k, v in state.combatants[who].counters.items() if k != counter}
            return _change(state, who, counters=counters if value is None else {**counters, counter: value})
        case e.TokensChanged(who=None, held=held):
            return replace(state, doom=held)
        case e.TokensChanged(who=who, token=token, held=held):
            assert who is not None
            return _change(state, who, tokens={**state.combatants[who].tokens, token: held})
        case e.FieldSet(who=who, field="side", value=str(side)):
            return replace(_change(state, who, side=side), sides_seen=state.sides_seen | {side})
        case e.FieldSet(who=who, field="name", value=str(name)):
            return replace(_change(state, who, name=name), names_used=state.names_used | {name.casefold()})
        case e.FieldSet(who=who, field=name, value=value):
            return _change(state, who, **{name: value})
        case e.SpeedSet(who=who, speed=speed):
            return _change(state, who, speed=speed)
        case e.Restored(combatant=combatant):
            return replace(
                state,
                combatants={**state.combatants, combatant.id: combatant},
                last_strikes=tuple(x for x in state.last_strikes if x.target != combatant.id),
                last_failed=tuple(x for x in state.last_failed if x.who != combatant.id),
            )
        case e.Attacked(who=who, critical=True):
            return _count(state, who, crits=1)
        case _:
            return _fight(state, event)


def _fight(
    state: Encounter,
    event: e.PhaseChanged
    | e.SceneChanged
    | e.SwitchSet
    | e.ReminderSet
    | e.BlowStruck
    | e.BlowLanded
    | e.Struck
    | e.SavesFailed
    | e.SideOut
    | e.InterruptPushed
    | e.InterruptPopped
    | e.Attacked,
) -> Encounter:
    match event:
        case e.PhaseChanged(phase=phase, set_aside=set_aside):
            return replace(state, phase=phase, set_aside=set_aside)
        case e.SceneChanged(word=word, on=on):
            return replace(state, scene=state.scene | {word} if on else state.scene - {word})
        case e.SwitchSet(kind="automation", name=name, on=on):
            off = state.automation_off
            return replace(state, automation_off=off - {name} if on else off | {name})
        case e.SwitchSet(name=name, on=on):
            return replace(state, house_rules={**state.house_rules, name: on})
        case e.ReminderSet(reminder=reminder, on=on):
            kept = tuple(r for r in state.reminders if r != reminder)
            return replace(state, reminders=(*kept, reminder) if on else kept)
        case e.BlowStruck(blow=blow):
            before = tuple(state.combatants[who] for who in blow.targets)
            return replace(state, last_blow=replace(blow, before=before))
        case e.BlowLanded(span=span, command=command):
            if (struck := state.last_blow) is None:
                return state
            return replace(state, last_blow=replace(struck, span=span, command=command or struck.command))
        case e.Struck(strikes=strikes):
            return replace(state, last_strikes=strikes)
        case e.SavesFailed(saves=saves):
            return replace(state, last_failed=saves)
        case e.SideOut(side=side, out=out):
            return replace(state, sides_lost=state.sides_lost | {side} if out else state.sides_lost - {side})
        case e.InterruptPushed(interrupt=interrupt):
            return replace(state, interrupts=(*state.interrupts, interrupt))
        case e.InterruptPopped():
            return replace(state, interrupts=state.interrupts[:-1])
        case e.Attacked():
            return state
        case _:
            assert_never(event)


def _hit_points(
    state: Encounter,
    event: e.Damaged | e.Healed | e.TempHpGained | e.MaxHpChanged | e.DeathSaved | e.DeathCountSet,
) -> Encounter:
    match event:
        case e.Damaged(who=who, taken=taken, hp=hp, temp_hp=temp_hp, by=by):
            turn = state.combatants[who].turn
            types = tuple(
                dict.fromkeys([*turn.damage_types, *(p.damage_type for p in event.parts if p.taken and p.damage_type)])
            )
            turn = replace(turn, damage_taken=turn.damage_taken + taken, damage_types=types)
            was = state.combatants[who]
            tally = replace(was.tally, taken=was.tally.taken + taken)
            now = was.hurt_this_turn + taken
            state = _change(state, who, hp=hp, temp_hp=temp_hp, turn=turn, hurt_this_turn=now, tally=tally)
            return state if by is None else _count(state, by, dealt=taken)
        case e.Healed(who=who, amount=amount, hp=hp, by=by):
            state = _change(state, who, hp=hp)
            return state if by is None else _count(state, by, healed=amount)
        case e.TempHpGained(who=who, temp_hp=temp_hp):
            return _change(state, who, temp_hp=temp_hp)
        case e.MaxHpChanged(who=who, max_hp=max_hp, shift=shift, hp=hp):
            return _change(state, who, max_hp=max_hp, max_hp_shift=shift, hp=hp)
        case e.DeathSaved(who=who, successes=successes, failures=failures):
            return _change(state, who, successes=successes, failures=failures)
        case e.DeathCountSet(who=who, successes=successes, failures=failures):
            return _change(state, who, successes=successes, failures=failures)
        case _:
            assert_never(event)


def _effects(
    state: Encounter,
    event: e.EffectAdded | e.EffectChanged | e.EffectEnded | e.ExhaustionChanged | e.ConcentrationChanged,
) -> Encounter:
    match event:
        case e.EffectAdded(who=who, effect=effect):
            state = _change(state, who, effects=(*state.combatants[who].effects, effect))
            return replace(state, next_id=max(state.next_id, effect.id + 1))
        case e.EffectChanged(who=who, effect=effect):
            effects = tuple(effect if x.id == effect.id else x for x in state.combatants[who].effects)
            return _change(state, who, effects=effects)
        case e.EffectEnded(who=who, effect=number):
            return _change(state, who, effects=tuple(x for x in state.combatants[who].effects if x.id != number))
        case e.ExhaustionChanged(who=who, level=level):
            return _change(state, who, exhaustion=level)
        case e.ConcentrationChanged(who=who, concentration=concentration):
            return _change(state, who, concentration=concentration)
        case _:
            assert_never(event)


def _status(state: Encounter, event: e.StatusChanged) -> Encounter:
    was = state.combatants[event.who]
    kept = 0 if event.status == "dead" else was.temp_hp
    state = _change(state, event.who, status=event.status, temp_hp=kept)
    killed = event.status == "dead" and was.status != "dead" and event.by is not None
    return _count(state, event.by, kills=1) if killed and event.by is not None else state


def _turns(
    state: Encounter, event: e.TurnStarted | e.TurnEnded | e.PlacePassed | e.RoundStarted | e.NobodyActs
) -> Encounter:
    match event:
        case e.RoundStarted(round=number):
            return replace(state, round=number)
        case e.NobodyActs():
            return replace(state, active=None)
        case e.TurnStarted(place=number, who=who, resumed=resumed):
            state = _mark(state, number, acted=state.round, resuming=False)
            state = replace(state, active=number, last_failed=(), last_strikes=())
            if resumed:
                return state
            combatants = {
                k: replace(v, hurt_this_turn=0) if v.hurt_this_turn else v for k, v in state.combatants.items()
            }
            for one in who:
                was = combatants[one]
                between = was.turn.damage_taken - was.turn.hurt_at_end
                turn = Turn(hurt_before=was.turn.damage_types, hurt_between=between)
                combatants[one] = replace(was, turn=turn, reactions_spent=0, plain_reactions_spent=0, answered=())
            return replace(state, combatants=combatants)
        case e.TurnEnded(who=who, seconds=seconds):
            combatants = dict(state.combatants)
            share = seconds / len(who) if who else 0.0
            for one in who:
                was = combatants[one]
                tally = replace(was.tally, turns=was.tally.turns + 1, seconds=was.tally.seconds + share)
                turn = replace(was.turn, hurt_at_end=was.turn.damage_taken)
                combatants[one] = replace(was, turn=turn, turns_taken=was.turns_taken + 1, surprised=False, tally=tally)
            return replace(state, combatants=combatants)
        case e.PlacePassed(place=number):
            return _mark(state, number, acted=state.round, resuming=False)
        case _:
            assert_never(event)


def _roster(
    state: Encounter,
    event: e.Opened | e.Joined | e.Arrived | e.Left | e.InitiativeSet | e.SurpriseSet | e.HiddenSet,
) -> Encounter:
    match event:
        case e.Opened():
            return replace(
                state,
                name=event.name,
                edition=event.edition,
                notes=event.notes,
                scene=frozenset(event.scene),
                automation_off=frozenset(event.automation_off),
                house_rules=event.house_rules,
            )
        case e.Joined(combatant=combatant):
            return replace(
                state,
                combatants={**state.combatants, combatant.id: combatant},
                blocks={**state.blocks, **event.blocks} if event.blocks else state.blocks,
                names_used=state.names_used | {event.base_name.casefold(), combatant.name.casefold()},
                handles_used=state.handles_used | {combatant.id},
                sides_seen=state.sides_seen | {combatant.side} if combatant.kind == "creature" else state.sides_seen,
                next_id=state.next_id + 1,
            )
        case e.Arrived(who=who):
            return _change(state, who, waiting=None, joins=None)
        case e.Left(who=who):
            return replace(state, combatants={k: v for k, v in state.combatants.items() if k != who})
        case e.InitiativeSet(who=who, count=count):
            return _change_all(state, who, initiative=count)
        case e.SurpriseSet(who=who):
            combatants = {
                k: v if v.surprised == (k in who) else replace(v, surprised=k in who)
                for k, v in state.combatants.items()
            }
            return replace(state, combatants=combatants)
        case e.HiddenSet(who=who, hidden=hidden):
            return _change_all(state, who, hidden=hidden)
        case _:
            assert_never(event)


def _order(state: Encounter, event: e.Ordered | e.Placed | e.Unplaced) -> Encounter:
    match event:
        case e.Ordered(places=places):
            top = max((place.id for place in places), default=0)
            return replace(state, places=places, next_id=max(state.next_id, top + 1))
        case e.Placed(place=place, how="left"):
            return _replace_place(state, place)
        case e.Placed(place=place, before=before):
            others = [p for p in state.places if p.id != place.id]
            index = next((i for i, p in enumerate(others) if p.id == before), len(others))
            places = (*others[:index], place, *others[index:])
            return replace(state, places=places, next_id=max(state.next_id, place.id + 1))
        case e.Unplaced(place=number):
            active = None if state.active == number else state.active
            return replace(state, places=tuple(p for p in state.places if p.id != number), active=active)
        case _:
            assert_never(event)


def _queued(prompts: tuple[Prompt, ...], prompt: Prompt, before: int | None) -> tuple[Prompt, ...]:
    """A prompt waits behind the others or before the one named, and always before a proposal to end the fight."""
    at = next((number for number, p in enumerate(prompts) if p.id == before), None)
    if at is not None:
        return (*prompts[:at], prompt, *prompts[at:])
    if prompt.kind == "end_combat":
        return (*prompts, prompt)
    proposals = tuple(p for p in prompts if p.kind == "end_combat")
    return (*(p for p in prompts if p.kind != "end_combat"), prompt, *proposals)


def _mark(state: Encounter, number: PlaceId, **changes: Any) -> Encounter:
    place = next(p for p in state.places if p.id == number)
    return _replace_place(state, replace(place, **changes))


def _replace_place(state: Encounter, place: Place) -> Encounter:
    return replace(state, places=tuple(place if p.id == place.id else p for p in state.places))


def _change(state: Encounter, who: Id, **changes: Any) -> Encounter:
    combatant: Combatant = replace(state.combatants[who], **changes)
    return replace(state, combatants={**state.combatants, who: combatant})


def _change_all(state: Encounter, who: tuple[Id, ...], **changes: Any) -> Encounter:
    changed = {one: replace(state.combatants[one], **changes) for one in who}
    return replace(state, combatants={**state.combatants, **changed})


def _count(state: Encounter, who: Id, **more: int) -> Encounter:
    if who not in state.combatants:
        return state
    tally: Tally = state.combatants[who].tally
    return _change(state, who, tally=replace(tally, **{k: getattr(tally, k) + v for k, v in more.items()}))


def _without_zeros(uses: Mapping[str, int]) -> dict[str, int]:
    return {name: spent for name, spent in uses.items() if spent}
