"""Reactions, readied actions, legendary and lair actions: what breaks into somebody else's turn."""

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide import contraptions, offers
from tracker.encounter.decide.abilities import (
    Found,
    abilities,
    count_reaction,
    pick,
    spend_reaction,
    spend_slot,
    spend_use,
)
from tracker.encounter.decide.attacks import decide_attack, free_attack
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.effects import concentrate
from tracker.encounter.decide.parrying import Guard, answer_hit, guard_named, trigger_of
from tracker.encounter.decide.using import run_ability
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import in_force, is_its_turn
from tracker.encounter.legendary import legend_reason
from tracker.encounter.state import Id, Interrupt, Prompt, Readied
from tracker.library.models import ActionEntry, AttackEntry
from tracker.rules.economy import can_answer_trigger

_FREE_BLOWS = ("attack", "pounce", "charging horn", "chomp", "swipe", "lash")
"""Legendary actions that are one attack of the stat block's, under a name of their own."""


def decide_react(d: Deciding, command: c.React) -> None:
    """Uses a reaction, on anybody's turn; the turn waits and goes on after it (R-022)."""
    reactor, guard = d.combatant(command.who), guard_named(d, command.who, command.what)
    if reactor.is_out and guard is None:
        raise EncounterError(f"{reactor.name} is {reactor.status} and reacts to nothing")
    if command.target is not None:
        d.combatant(command.target)
    d.emit(e.InterruptPushed(interrupt=Interrupt(command.who, command.what)))
    if command.what.casefold().startswith("opportunity"):
        _opportunity(d, command)
    elif command.what.casefold() in ("readied", "ready"):
        targets = () if command.target is None else (c.Target(who=command.target),)
        release_readied(d, command.who, targets, command.face)
    elif guard is not None:
        _guard(d, command, guard)
    else:
        spend_reaction(d, command.who, command.what)
        _from_stat_block(d, command)
    d.emit(e.InterruptPopped())


def _from_stat_block(d: Deciding, command: c.React) -> None:
    entry = _named(d, command.who, command.what)
    if entry is None:
        return
    spend_use(d, command.who, entry.entry)
    targets = () if command.target is None else (c.Target(who=command.target),)
    run_ability(d, command.who, entry.entry, targets, command.damage)


def _guard(d: Deciding, command: c.React, guard: Guard) -> None:
    """Checks the last hit again, before the reaction is paid for: the hit may have felled its owner."""
    who, ward = command.who, command.target if command.target in d.state.combatants else command.who
    assert ward is not None
    if any(x.who == ward for x in d.state.last_strikes) and command.target is not None and not guard.lasts:
        ward = who
    for prompt in d.waiting("choice", who=who):
        if prompt.purpose == "parry":
            d.close(prompt)
    strike = next((x for x in reversed(d.state.last_strikes) if x.target == ward and x.hit), None)
    trigger = trigger_of(d, strike) if strike else ""
    if strike and not can_answer_trigger(d.edition, trigger, d.combatant(who).answered, 99):
        d.warn(f"{d.name(who)} has answered this hit already; one reaction to each trigger (R-021)", who)
    answer_hit(d, who, guard, ward)
    pay = spend_reaction if d.combatant(who).status == "up" else count_reaction
    pay(d, who, guard.name, trigger, "parry" if guard.name == "Parry" else "anything")
    entry = _named(d, who, guard.name)
    if entry is not None:
        spend_use(d, who, entry.entry)


def _opportunity(d: Deciding, command: c.React) -> None:
    """One melee attack at the one who leaves its reach (R-059)."""
    for prompt in d.waiting("opportunity", who=command.who):
        if command.target in (None, prompt.target, *prompt.targets):
            d.close(prompt)
            break
    melee = [x for x in d.block(command.who).attacks if x.kind != "ranged"]
    if command.target is None or not melee:
        spend_reaction(d, command.who, "opportunity attack", use="opportunity attack")
        return
    attack = c.Attack(
        who=command.who,
        attack=melee[0].name,
        targets=(command.target,),
        face=command.face,
        damage=command.damage,
        as_reaction=True,
    )
    decide_attack(d, attack)


def decide_ready(d: Deciding, command: c.Ready) -> None:
    """Holds an action for a trigger; a spell is held with concentration (R-051)."""
    combatant = d.combatant(command.who)
    if combatant.is_out:
        raise EncounterError(f"{combatant.name} is {combatant.status} and readies nothing")
    if d.state.phase == "ended":
        raise EncounterError("the fight is over; `reopen` takes it up again")
    if in_force(d.state, command.who).incapacitated and command.is_spell:
        raise EncounterError(f"{combatant.name} is incapacitated and cannot hold a spell (R-119)")
    if combatant.readied:
        offers.lose_readied(d, command.who)
        d.withdraw(d.waiting("readied", who=command.who))
    spend_slot(d, command.who, "action", "")
    held = Readied(command.trigger, command.action, command.is_spell)
    d.emit(e.ReadiedChanged(who=command.who, readied=held))
    if command.is_spell:
        concentrate(d, command.who, command.action, kind="readied")
    text = f"{combatant.name} readied {command.action}: {command.trigger}"
    d.ask("readied", command.who, text, subject=command.action)


def release_readied(d: Deciding, who: Id, targets: tuple[c.Target, ...] = (), face: c.Face | None = None) -> None:
    """The trigger has come: the readied action is taken with the reaction, resolved where targets are named."""
    combatant = d.combatant(who)
    readied = combatant.readied
    if readied is None:
        raise EncounterError(f"{combatant.name} has nothing readied")
    spend_reaction(d, who, f"takes the readied action: {readied.action}")
    d.emit(e.ReadiedChanged(who=who, readied=None))
    for prompt in d.waiting("readied", who=who):
        d.close(prompt)
    if combatant.concentration and combatant.concentration.kind == "readied":
        held = combatant.concentration.name
        d.emit(e.ConcentrationChanged(who=who, concentration=None, ended=held, why=("it is released (R-051)",)))
        d.withdraw(d.waiting("concentration", who=who))
    if not targets:
        return
    word = readied.action.casefold()
    attacks = d.block(who).attacks
    attack = next((x for x in attacks if x.name.casefold() == word), None)
    if attack is None and word in ("attack", "an attack", "attacks"):
        attack = next(iter(attacks), None)
    if attack is not None:
        for target in targets:
            free_attack(d, who, attack, (target.who,), face)
        return
    found = next((x for x in abilities(d.block(who)) if x.entry.name.casefold() == word), None)
    if found is not None:
        spend_use(d, who, found.entry)
        run_ability(d, who, found.entry, targets)


def decide_legend(d: Deciding, command: c.Legend) -> None:
    """A legendary action, counted by its cost."""
    block, name = d.block(command.who), d.actor(command.who).name
    if block.legendary is None:
        raise EncounterError(f"{name} has no legendary actions")
    for target in command.targets:
        d.combatant(target.who)
    mythic = block.mythic.actions if block.mythic else ()
    entry = pick(command.option, (*block.legendary.actions, *mythic), f"{name} has no legendary action")
    offer = next(iter(d.waiting("legendary", who=command.who)), None)
    if offer is not None and is_its_turn(d.state, command.who):
        _before_its_turn(d, entry, offer)
    else:
        _spend_legend(d, command.who, entry)
    for prompt in d.waiting("legendary", who=command.who):
        d.close(prompt)
    attack = legendary_attack(block.attacks, entry)
    if attack is not None and command.targets:
        free_attack(d, command.who, attack, tuple(target.who for target in command.targets))
    else:
        run_ability(d, command.who, entry, command.targets)


def _before_its_turn(d: Deciding, entry: ActionEntry, offer: Prompt) -> None:
    """The offer after the turn before its own is paid out of what it had left then."""
    if entry.cost > offer.amount:
        d.warn(f"{d.name(offer.who)} had {offer.amount} legendary actions left, and {entry.name} costs {entry.cost}")


def _spend_legend(d: Deciding, who: Id, entry: ActionEntry) -> None:
    if reason := legend_reason(d.state, who, entry):
        d.warn(f"{d.name(who)} {reason}", who)
    used = d.combatant(who).spent.get("legendary", 0) + entry.cost
    d.emit(e.UsesChanged(who=who, ability="legendary", spent=used))
    if entry.once:
        d.emit(e.UsesChanged(who=who, ability=f"legendary: {entry.name}", spent=1))


def legendary_attack(attacks: tuple[AttackEntry, ...], entry: ActionEntry) -> AttackEntry | None:
    """The attack that a legendary action makes: by its name (`Tail Attack`, `Bite`), or the first of the stat block."""
    if entry.save is not None or entry.damage:
        return None
    word = entry.name.casefold()
    names = {word, word.removesuffix(" attack"), word.partition(" attack or ")[0]}
    named = next((x for x in attacks if x.name.casefold() in names), None)
    return named or (next(iter(attacks), None) if word in _FREE_BLOWS else None)


def decide_lair(d: Deciding, command: c.Lair) -> None:
    """A lair action, or what a trap does, on its count."""
    combatant, actions = d.combatant(command.who), d.block(command.who).lair
    for target in command.targets:
        d.combatant(target.who)
    for prompt in d.waiting("lair", who=command.who):
        d.close(prompt)
    if combatant.kind == "trap" and contraptions.spring(d, command.who, command.action, command.targets):
        return
    if not actions:
        d.say(f"{combatant.name}: {command.action or 'acts'}", command.who)
        return
    entry = _lair_action(command.action, actions, combatant.name)
    label = entry.name or entry.text or ""
    if contraptions.repeats(d, command.who, label):
        d.warn(f"{combatant.name} did {label} last round already", command.who)
    d.emit(e.UsesChanged(who=command.who, ability=f"lair: {label}", spent=d.state.round))
    run_ability(d, command.who, entry.model_copy(update={"name": label}), command.targets)


def _lair_action(word: str, actions: tuple[ActionEntry, ...], owner: str) -> ActionEntry:
    by_text = next((x for x in actions if not x.name and (x.text or "").casefold().startswith(word.casefold())), None)
    return by_text or pick(word, actions, f"{owner} has no lair action")


def _named(d: Deciding, who: Id, name: str) -> Found | None:
    word = name.casefold()
    return next((x for x in abilities(d.block(who)) if x.slot == "reaction" and x.entry.name.casefold() == word), None)
