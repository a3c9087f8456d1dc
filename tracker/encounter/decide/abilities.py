"""Finding an attack or ability of a stat block by name, and spending it: action, recharge, uses a day."""

from collections.abc import Iterable
from typing import Literal, TypeVar

from tracker.encounter import events as e
from tracker.encounter.armoury import attack_from_tables
from tracker.encounter.characters import attacks_allowed
from tracker.encounter.decide.core import Deciding
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import ReactionUse, can_react, further_reactions, in_force, is_its_turn, rules_of
from tracker.encounter.multiattack import begun_with_ability, belongs_to_multiattack, multiattack_next
from tracker.encounter.state import Encounter, Id
from tracker.frozen import Frozen, replace
from tracker.library.models import ActionEntry, AttackEntry, StatBlock
from tracker.rules.economy import can_spend
from tracker.rules.errors import nearest

Slot = Literal["action", "bonus", "reaction", "legendary", "lair", "none"]
T = TypeVar("T", ActionEntry, AttackEntry)


class Found(Frozen):
    """An ability of a stat block, and what it costs to use."""

    entry: ActionEntry
    slot: Slot


def abilities(block: StatBlock) -> list[Found]:
    """Everything of a stat block that is used rather than rolled to hit, with its cost."""
    kinds: list[tuple[tuple[ActionEntry, ...], Slot]] = [
        (block.actions, "action"),
        (block.bonus, "bonus"),
        (block.reactions, "reaction"),
        (block.legendary.actions if block.legendary else (), "legendary"),
        (block.mythic.actions if block.mythic else (), "legendary"),
        (block.lair, "lair"),
        (block.trait_rolls, "none"),
    ]
    return [Found(entry, slot) for entries, slot in kinds for entry in entries]


def find_ability(d: Deciding, who: Id, name: str, *slots: Slot) -> Found:
    """The ability of that name, or of that unique beginning. Raises EncounterError naming the nearest."""
    found = [x for x in abilities(d.block(who)) if not slots or x.slot in slots]
    entry = pick(name, [x.entry for x in found], f"{d.name(who)} has no ability")
    return next(x for x in found if x.entry is entry)


def find_attack(d: Deciding, who: Id, name: str) -> AttackEntry:
    """The attack of that name, number or unique beginning; with an empty name the only or first one."""
    attacks = d.block(who).attacks
    if all(x.name.casefold() != name.casefold() for x in attacks) and not name.isdigit():
        drawn = attack_from_tables(d.state, who, name) if name else None
        if drawn is not None and not any(x.name.casefold().startswith(name.casefold()) for x in attacks):
            return drawn
    if not attacks:
        raise EncounterError(f"{d.name(who)} has no attacks in its stat block; `damage` and `save` do without")
    if not name:
        following = multiattack_next(d.state, who)
        return next((x for x in attacks if following and x.name == following[2]), attacks[0])
    if name.isdigit() and 1 <= int(name) <= len(attacks):
        return attacks[int(name) - 1]
    return pick(name, attacks, f"{d.name(who)} has no attack")


def pick(name: str, entries: Iterable[T], trouble: str) -> T:
    """By whole name, then by unique beginning of the name or of one of its words."""
    everything = list(entries)
    word = name.casefold()
    exact = [x for x in everything if x.name.casefold() == word]
    begins = exact or [x for x in everything if x.name.casefold().startswith(word)]
    within = begins or [x for x in everything if any(part.startswith(word) for part in x.name.casefold().split())]
    if within and len({x.name for x in within}) == 1:
        return within[0]
    names = sorted({x.name for x in everything if x.name})
    if within:
        raise EncounterError(f"'{name}' could be {' or '.join(sorted({x.name for x in within}))}")
    close = nearest(name, names)
    hint = f"did you mean '{close}'?" if close else f"it has {', '.join(names) or 'none'}"
    raise EncounterError(f"{trouble} '{name}'; {hint}")


def spend_ability(d: Deciding, who: Id, found: Found) -> None:
    """Pays for an ability: its slot of the turn, its recharge or its uses."""
    entry, turn = found.entry, d.combatant(who).turn
    if found.slot == "action" and turn.attacks and belongs_to_multiattack(d.block(who), entry.name):
        d.emit(e.TurnUsed(who=who, turn=replace(turn, log=(*turn.log, entry.name)), what=""))
    elif found.slot in ("action", "bonus"):
        spend_slot(d, who, found.slot, "")
        turn = d.combatant(who).turn
        d.emit(e.TurnUsed(who=who, turn=replace(turn, log=(*turn.log, entry.name)), what=""))
    elif found.slot == "reaction":
        spend_reaction(d, who, entry.name)
    spend_use(d, who, entry)


def spend_use(d: Deciding, who: Id, entry: ActionEntry | AttackEntry) -> None:
    """Counts a use of an ability that recharges or has so many a day."""
    spent = d.combatant(who).spent.get(entry.name, 0)
    limit = uses_of(entry)
    if entry.recharge:
        if spent:
            d.warn(f"{d.name(who)}'s {entry.name} is spent and has not recharged", who)
        d.emit(e.UsesChanged(who=who, ability=entry.name, spent=1))
        for other in _same_recharge(d.block(who), entry):
            d.emit(e.UsesChanged(who=who, ability=other, spent=1))
    elif limit is not None:
        if spent >= limit:
            d.warn(f"{d.name(who)} has used {entry.name} {limit} of {limit} times", who)
        d.emit(e.UsesChanged(who=who, ability=entry.name, spent=spent + 1))


def uses_of(entry: ActionEntry | AttackEntry) -> int | None:
    """How many uses it has between rests, or None when they are not counted."""
    count = (entry.uses or "").partition("/")[0].strip()
    return int(count) if count.isdigit() else None


def _same_recharge(block: StatBlock, entry: ActionEntry | AttackEntry) -> list[str]:
    group = getattr(entry, "group", None)
    if not group:
        return []
    return [x.name for x in block.actions if x.group == group and x.name != entry.name]


def spend_slot(d: Deciding, who: Id, slot: Literal["action", "bonus"], what: str) -> None:
    """Uses up the action or the bonus action of the turn, warning where there is none to use."""
    combatant = d.combatant(who)
    if combatant.kind != "creature":
        return
    if reason := slot_reason(d.state, who, slot):
        d.warn(f"{combatant.name}: {reason}", who)
    turn = combatant.turn
    if slot == "action" and turn.action and turn.extra_actions:
        turn = replace(turn, extra_actions=turn.extra_actions - 1)
    else:
        turn = replace(turn, action=True) if slot == "action" else replace(turn, bonus=True)
    d.emit(e.TurnUsed(who=who, turn=turn, what=what))


def slot_reason(state: Encounter, who: Id, slot: str) -> str | None:
    """Why there is no action, bonus action, interaction or reaction to spend now, or None when there is (R-019)."""
    combatant = state.combatants[who]
    if combatant.kind != "creature":
        return None
    if combatant.status != "up":
        return f"it is {combatant.status}"
    turn = combatant.turn
    spent = {
        "action": turn.action and not turn.extra_actions,
        "bonus": turn.bonus,
        "interaction": turn.free_interaction,
        "reaction": not can_react(state, who, "anything"),
    }
    spending = can_spend(
        rules_of(state),
        slot,
        [name for name, is_spent in spent.items() if is_spent],
        in_force(state, who),
        own_turn=is_its_turn(state, who),
        surprised=combatant.surprised,
        turns_taken=combatant.turns_taken,
    )
    return None if spending else "; ".join(spending.why)


def spend_reaction(d: Deciding, who: Id, what: str, trigger: str = "", use: ReactionUse = "anything") -> None:
    """Uses up a reaction, warning where there is none to use."""
    name, kept_for = d.name(who), further_reactions(d.state, who)[1]
    if not can_react(d.state, who):
        d.warn(f"{name} has no reaction to use now", who)
    elif not can_react(d.state, who, use):
        d.warn(f"{name} has no reaction left but for a further {kept_for} (R-021)", who)
    count_reaction(d, who, what, trigger, use)


def count_reaction(d: Deciding, who: Id, what: str, trigger: str = "", use: ReactionUse = "anything") -> None:
    """Counts a reaction as used, whether or not it had one."""
    combatant, kept_for = d.combatant(who), further_reactions(d.state, who)[1]
    spent, plain = combatant.reactions_spent + 1, combatant.plain_reactions_spent + (use != kept_for)
    d.emit(e.ReactionsChanged(who=who, spent=spent, what=what, trigger=trigger, plain=plain))


def attack_reason(state: Encounter, who: Id) -> str | None:
    """Why there is no attack left to make."""
    turn = state.combatants[who].turn
    if is_its_turn(state, who) and turn.attacks % attacks_allowed(state, who):
        return None
    return slot_reason(state, who, "action")


def pay_attack(d: Deciding, who: Id, what: str) -> None:
    """Counts an attack: the first of a turn takes the action, further ones come with it (R-044, R-154)."""
    turn = d.combatant(who).turn
    comes_along = turn.action and not turn.attacks and begun_with_ability(d.state, who)
    if not is_its_turn(d.state, who) or (turn.attacks % attacks_allowed(d.state, who) == 0 and not comes_along):
        spend_slot(d, who, "action", "")
    turn = d.combatant(who).turn
    d.emit(e.TurnUsed(who=who, turn=replace(turn, attacks=turn.attacks + 1, log=(*turn.log, what)), what=""))
