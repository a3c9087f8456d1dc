"""Reactions, readied actions, legendary and lair actions: what breaks into somebody else's turn."""

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide import offers
from tracker.encounter.decide.abilities import Found, abilities, pick, spend_reaction, spend_slot
from tracker.encounter.decide.attacks import decide_attack
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.effects import concentrate
from tracker.encounter.decide.saves import run_ability
from tracker.encounter.errors import EncounterError
from tracker.encounter.state import Id, Interrupt, Readied
from tracker.library.models import ActionEntry


def decide_react(d: Deciding, command: c.React) -> None:
    """Uses a reaction, on anybody's turn; the turn waits and goes on after it (R-022)."""
    d.combatant(command.who)
    d.emit(e.InterruptPushed(interrupt=Interrupt(command.who, command.what)))
    if command.what.casefold().startswith("opportunity"):
        _opportunity(d, command)
    elif command.what.casefold() in ("readied", "ready"):
        release_readied(d, command.who)
    else:
        spend_reaction(d, command.who, command.what)
        entry = _named(d, command.who, command.what)
        if entry is not None and command.target is not None:
            run_ability(d, command.who, entry.entry, (c.Target(who=command.target),), command.damage)
    d.emit(e.InterruptPopped())


def _opportunity(d: Deciding, command: c.React) -> None:
    """One melee attack at the one who leaves its reach (R-059)."""
    for prompt in d.waiting("opportunity", who=command.who):
        if command.target in (None, prompt.target):
            d.close(prompt)
            break
    melee = [x for x in d.block(command.who).attacks if x.kind != "ranged"]
    if command.target is None or not melee:
        spend_reaction(d, command.who, "opportunity attack")
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
    if combatant.readied:
        d.withdraw(d.waiting("readied", who=command.who))
    spend_slot(d, command.who, "action", "")
    held = Readied(command.trigger, command.action, command.is_spell)
    d.emit(e.ReadiedChanged(who=command.who, readied=held))
    if command.is_spell:
        concentrate(d, command.who, command.action, kind="readied")
    text = f"{combatant.name} readied {command.action}: {command.trigger}"
    d.ask("readied", command.who, text, subject=command.action)


def release_readied(d: Deciding, who: Id) -> None:
    """The trigger has come: the readied action is taken with the reaction."""
    combatant = d.combatant(who)
    if combatant.readied is None:
        raise EncounterError(f"{combatant.name} has nothing readied")
    spend_reaction(d, who, f"takes the readied action: {combatant.readied.action}")
    d.emit(e.ReadiedChanged(who=who, readied=None))
    for prompt in d.waiting("readied", who=who):
        d.close(prompt)


def decide_legend(d: Deciding, command: c.Legend) -> None:
    """A legendary action, counted by its cost."""
    block = d.block(command.who)
    if block.legendary is None:
        raise EncounterError(f"{d.name(command.who)} has no legendary actions")
    entry = pick(command.option, block.legendary.actions, f"{d.name(command.who)} has no legendary action")
    spent = d.combatant(command.who).spent.get("legendary", 0)
    if spent + entry.cost > offers.legendary_uses(d, command.who):
        d.warn(f"{d.name(command.who)} has not the {entry.cost} legendary actions that {entry.name} costs", command.who)
    d.emit(e.UsesChanged(who=command.who, ability="legendary", spent=spent + entry.cost))
    if entry.once:
        d.emit(e.UsesChanged(who=command.who, ability=f"legendary: {entry.name}", spent=1))
    for prompt in d.waiting("legendary", who=command.who):
        d.close(prompt)
    run_ability(d, command.who, entry, command.targets)


def decide_lair(d: Deciding, command: c.Lair) -> None:
    """A lair action on its count."""
    actions = d.block(command.who).lair
    entry = pick(command.action, actions, f"{d.name(command.who)} has no lair action") if actions else ActionEntry()
    for prompt in d.waiting("lair", who=command.who):
        d.close(prompt)
    run_ability(d, command.who, entry, command.targets)


def _named(d: Deciding, who: Id, name: str) -> Found | None:
    word = name.casefold()
    return next((x for x in abilities(d.block(who)) if x.slot == "reaction" and x.entry.name.casefold() == word), None)
