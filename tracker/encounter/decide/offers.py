"""What the rules ask for around a turn: each step raises its prompts, or does at once what the GM left to the app."""

import re
from collections.abc import Callable, Collection

from tracker.encounter import events as e
from tracker.encounter.decide.core import Deciding
from tracker.encounter.figures import in_force
from tracker.encounter.state import Effect, Id, Moment
from tracker.library.models import ActionEntry, AttackEntry


def ongoing_damage(d: Deciding, who: Id, moment: Moment = "start") -> None:
    """Damage that comes with each turn, one prompt an effect."""
    for effect in d.combatant(who).effects:
        if effect.kind == "ongoing" and effect.moment == moment and effect.damage and d.state.is_on("ongoing_damage"):
            text = f"{d.name(who)} takes {effect.damage} ({effect.name})"
            d.ask("ongoing_damage", who, text, subject=effect.name, effect=effect.id, dice=effect.damage)


def regeneration(d: Deciding, who: Id) -> None:
    """Hit points regained at the start of the turn, unless a damage type taken since the last one stops it."""
    block, combatant = d.block(who), d.combatant(who)
    regenerates = block.regeneration
    if regenerates is None or not d.state.is_on("regeneration"):
        return
    stopped = sorted(set(regenerates.stopped_by) & set(combatant.turn.hurt_before))
    if stopped:
        d.say(f"{combatant.name} does not regenerate: it took {', '.join(stopped)} damage", who)
        return
    if combatant.hp < (regenerates.needs_hp or 0) or combatant.hp >= in_force_max(d, who):
        return
    text = f"{combatant.name} regains {regenerates.amount} hp"
    d.ask("regeneration", who, text, subject="Regeneration", amount=regenerates.amount, dice=str(regenerates.amount))


def recharge(d: Deciding, who: Id) -> None:
    """One d6 for each spent ability that a die brings back; the dead roll none."""
    if not d.state.is_on("recharge"):
        return
    for ability in rechargeable(d, who):
        threshold = recharge_from(ability)
        if threshold and d.combatant(who).spent.get(ability.name):
            text = (
                f"{d.name(who)}: {ability.name} recharges on {threshold}–6"
                if threshold < 6
                else f"{d.name(who)}: {ability.name} recharges on 6"
            )
            d.ask("recharge", who, text, subject=ability.name, dc=threshold, dice="1d6")


def death_save(d: Deciding, who: Id) -> None:
    """A dying character's save at the start of its turn (R-099)."""
    combatant = d.combatant(who)
    if combatant.status == "dying" and d.state.is_on("death_saves"):
        count = f"{combatant.successes} successes, {combatant.failures} failures"
        d.ask("death_save", who, f"{combatant.name}: death saving throw ({count})", dc=10)


def reminders(d: Deciding, who: Id) -> None:
    """Pinned reminders for this combatant's turn."""
    for reminder in d.state.reminders:
        if reminder.who == who:
            d.emit(e.ReminderSet(reminder=reminder, on=False))
            d.ask("reminder", who, reminder.text, subject=reminder.text)


def repeat_saves(d: Deciding, who: Id, moment: Moment) -> None:
    """A save for each effect that one may end."""
    if not d.state.is_on("repeat_saves"):
        return
    for effect in d.combatant(who).effects:
        if effect.save and effect.save.moment == moment:
            ask_repeat_save(d, who, effect)


def ask_repeat_save(d: Deciding, who: Id, effect: Effect) -> None:
    """Asks for the save that ends an effect; one that waits already is replaced."""
    save = effect.save
    assert save is not None
    d.withdraw(p for p in d.waiting("end_save", who=who) if p.effect == effect.id)
    text = f"{d.name(who)}: {save.ability.upper()} save DC {save.dc} to end {effect.name}"
    d.ask("end_save", who, text, subject=effect.name, ability=save.ability, dc=save.dc, effect=effect.id)


def legendary(d: Deciding, except_for: Collection[Id]) -> None:
    """After another creature's turn, each creature with legendary actions left is offered them."""
    if not d.state.is_on("legendary"):
        return
    for combatant in tuple(d.state.present()):
        if combatant.id in except_for or combatant.status != "up" or not in_force(d.state, combatant.id).can_act:
            continue
        left = legendary_left(d, combatant.id)
        if left <= 0:
            continue
        options = tuple(
            f"{option.name} ({option.cost})" if option.cost > 1 else option.name
            for option in legendary_options(d, combatant.id)
            if option.cost <= left
        )
        text = f"{combatant.name}: {left} legendary action{'s' if left > 1 else ''} left"
        d.ask("legendary", combatant.id, text, amount=left, options=options)


def legendary_options(d: Deciding, who: Id) -> tuple[ActionEntry, ...]:
    """The legendary actions that this one could take now."""
    block, spent = d.block(who), d.combatant(who).spent
    if block.legendary is None:
        return ()
    return tuple(
        option for option in block.legendary.actions if not (option.once and spent.get(f"legendary: {option.name}"))
    )


def legendary_left(d: Deciding, who: Id) -> int:
    """Legendary actions left until its next turn."""
    block = d.block(who)
    if block.legendary is None:
        return 0
    return legendary_uses(d, who) - d.combatant(who).spent.get("legendary", 0)


def legendary_uses(d: Deciding, who: Id) -> int:
    """Legendary actions a round, more in its lair where the edition says so."""
    legendary_ = d.block(who).legendary
    if legendary_ is None:
        return 0
    in_lair = any(x.kind == "lair" for x in d.state.present())
    return (legendary_.uses_lair or legendary_.uses) if in_lair else legendary_.uses


def refill_legendary(d: Deciding, who: Id) -> None:
    """All legendary actions come back at the creature's own start of turn."""
    for key in tuple(d.combatant(who).spent):
        if key == "legendary" or key.startswith("legendary: "):
            d.emit(e.UsesChanged(who=who, ability=key, spent=0, why=("its own turn starts",)))


def end_upkeep(d: Deciding, who: Id) -> None:
    """What a turn's end asks of whoever had it: a rage that nothing fed dies down (R-175)."""


def lose_readied(d: Deciding, who: Id) -> None:
    """An action still held when its owner's turn starts is lost, a held spell's concentration with it (R-051)."""
    from tracker.encounter.decide.effects import end_concentration

    combatant = d.combatant(who)
    readied = combatant.readied
    if readied is None:
        return
    d.emit(e.ReadiedChanged(who=who, readied=None, why=("its turn starts (R-051)",)))
    d.say(f"{combatant.name}'s readied {readied.action} is lost", who)
    if combatant.concentration and combatant.concentration.kind == "readied":
        end_concentration(d, who, "the readied spell is lost")


def lair(d: Deciding, who: Id) -> None:
    """What a lair or a trap does on its count."""
    combatant = d.combatant(who)
    if combatant.kind == "lair" and d.state.is_on("lair"):
        options = tuple(action.name or action.text or "" for action in d.block(who).lair)
        d.ask("lair", who, f"{combatant.name}: lair action", options=options)


def rechargeable(d: Deciding, who: Id) -> tuple[ActionEntry | AttackEntry, ...]:
    """Abilities that a die may bring back."""
    block = d.block(who)
    everything: tuple[ActionEntry | AttackEntry, ...] = (*block.actions, *block.bonus, *block.reactions, *block.attacks)
    return tuple(ability for ability in everything if recharge_from(ability))


def recharge_from(ability: ActionEntry | AttackEntry) -> int | None:
    """The lowest d6 face that brings an ability back."""
    found = re.match(r"\s*(\d)", ability.recharge or "")
    return int(found[1]) if found else None


def in_force_max(d: Deciding, who: Id) -> int:
    """Its hit point maximum as it is now."""
    from tracker.encounter.figures import max_hp

    return max_hp(d.state, who)


START_OF_TURN: tuple[Callable[[Deciding, Id], None], ...] = (
    ongoing_damage,
    regeneration,
    recharge,
    death_save,
    lair,
    reminders,
)
"""The steps of a start of turn that ask, in the order in which their prompts stand."""
