"""What the rules ask for around a turn: each step raises its prompts, or does at once what the GM left to the app."""

import re
from collections.abc import Callable, Collection

from tracker.encounter import events as e
from tracker.encounter.decide import contraptions, hazards, traits
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.hits import die
from tracker.encounter.figures import in_force
from tracker.encounter.legendary import legendary_left, legendary_options
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
    if "sunlight" in d.state.scene and "sunlight" in regenerates.stopped_by:
        stopped.append("sunlight")
    if stopped:
        d.say(f"{combatant.name} does not regenerate: {', '.join(stopped)}", who)
        if combatant.hp == 0 and traits.outlives_zero(block):
            die(d, who, why=("its turn starts at 0 and it does not regenerate",))
        return
    if combatant.hp < (regenerates.needs_hp or 0) or combatant.hp >= in_force_max(d, who):
        return
    text = f"{combatant.name} regains {regenerates.amount} hp"
    d.ask("regeneration", who, text, subject="Regeneration", amount=regenerates.amount, dice=str(regenerates.amount))


def recharge(d: Deciding, who: Id) -> None:
    """One d6 for each spent ability that a die brings back; the dead roll none."""
    if not d.state.is_on("recharge"):
        return
    asked: set[str] = set()
    for ability in rechargeable(d, who):
        threshold = recharge_from(ability)
        if threshold and d.combatant(who).spent.get(ability.name) and ability.name not in asked:
            asked.update((ability.name, *shares_recharge(d, who, ability.name)))
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


def saves_at_start(d: Deciding, who: Id) -> None:
    """Saves that end an effect as a turn starts."""
    repeat_saves(d, who, "start")


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
    blocks = {key for key, block in d.state.blocks.items() if block.legendary}
    if not blocks or not d.state.is_on("legendary"):
        return
    for combatant in tuple(d.state.present()):
        if combatant.block not in blocks or combatant.id in except_for or combatant.status != "up":
            continue
        left = legendary_left(d.state, combatant.id)
        if left <= 0 or not in_force(d.state, combatant.id).can_act:
            continue
        options = tuple(
            f"{option.name} ({option.cost})" if option.cost > 1 else option.name
            for option in legendary_options(d.state, combatant.id)
            if option.cost <= left
        )
        text = f"{combatant.name}: {left} legendary action{'s' if left > 1 else ''} left"
        d.ask("legendary", combatant.id, text, amount=left, options=options)


def refill_legendary(d: Deciding, who: Id) -> None:
    """All legendary actions come back at the creature's own start of turn."""
    for key in tuple(d.combatant(who).spent):
        if key == "legendary" or key.startswith("legendary: "):
            d.emit(e.UsesChanged(who=who, ability=key, spent=0, why=("its own turn starts",)))


def lose_readied(d: Deciding, who: Id, why: str = "its turn starts (R-051)") -> None:
    """An action still held when its owner's turn starts is lost, a held spell's concentration with it (R-051)."""
    from tracker.encounter.decide.effects import end_concentration

    combatant = d.combatant(who)
    readied = combatant.readied
    if readied is None:
        return
    d.emit(e.ReadiedChanged(who=who, readied=None, why=(why,)))
    d.say(f"{combatant.name}'s readied {readied.action} is lost", who)
    if combatant.concentration and combatant.concentration.kind == "readied":
        end_concentration(d, who, "the readied spell is lost")


def rechargeable(d: Deciding, who: Id) -> tuple[ActionEntry | AttackEntry, ...]:
    """Abilities that a die may bring back."""
    block = d.block(who)
    everything: tuple[ActionEntry | AttackEntry, ...] = (*block.actions, *block.bonus, *block.reactions, *block.attacks)
    return tuple(ability for ability in everything if recharge_from(ability))


def shares_recharge(d: Deciding, who: Id, name: str) -> tuple[str, ...]:
    """Other abilities that come back with this one, such as a metallic dragon's second breath."""
    actions = d.block(who).actions
    group = next((x.group for x in actions if x.name == name), None)
    return tuple(x.name for x in actions if group and x.group == group and x.name != name)


def recharge_from(ability: ActionEntry | AttackEntry) -> int | None:
    """The lowest d6 face that brings an ability back."""
    found = re.match(r"\s*(\d)", ability.recharge or "")
    return int(found[1]) if found else None


def in_force_max(d: Deciding, who: Id) -> int:
    """Its hit point maximum as it is now."""
    from tracker.encounter.figures import max_hp

    return max_hp(d.state, who)


START_OF_TURN: tuple[Callable[[Deciding, Id], None], ...] = (
    contraptions.act_on_count,
    ongoing_damage,
    saves_at_start,
    regeneration,
    recharge,
    death_save,
    hazards.wind_at_start,
    traits.start_of_turn,
    reminders,
)
"""The steps of a start of turn that ask, in the order in which their prompts stand."""
