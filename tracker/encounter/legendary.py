"""Legendary actions and resistances: how many there are, what is left of them, and what they can be spent on now."""

from tracker.encounter.figures import in_force, is_its_turn
from tracker.encounter.state import Encounter, Id
from tracker.library.models import ActionEntry


def in_lair(state: Encounter, who: Id) -> bool:
    """Whether it fights in its own lair: one that stands in the order and is nobody else's."""
    return any(x.kind == "lair" and x.owner in (None, who) for x in state.present())


def legendary_options(state: Encounter, who: Id) -> tuple[ActionEntry, ...]:
    """The legendary actions it could take now; mythic ones while its counter `mythic` is above 0."""
    block, combatant = state.block_of(who), state.combatants[who]
    if block.legendary is None:
        return ()
    mythic = block.mythic.actions if block.mythic and combatant.counters.get("mythic") else ()
    return tuple(
        option
        for option in (*block.legendary.actions, *mythic)
        if not (option.once and combatant.spent.get(f"legendary: {option.name}"))
    )


def legendary_uses(state: Encounter, who: Id) -> int:
    """Legendary actions between two of its turns, more in its lair where the edition says so."""
    legendary = state.block_of(who).legendary
    if legendary is None:
        return 0
    return (legendary.uses_lair or legendary.uses) if in_lair(state, who) else legendary.uses


def legendary_left(state: Encounter, who: Id) -> int:
    """Legendary actions left until its next turn starts."""
    return max(0, legendary_uses(state, who) - state.combatants[who].spent.get("legendary", 0))


def resistances_left(state: Encounter, who: Id) -> int:
    """Legendary resistances left today, one more in its lair where the edition says so."""
    block = state.block_of(who)
    if not (block.legendary_resistance or block.legendary_resistance_lair):
        return 0
    uses = (block.legendary_resistance_lair if in_lair(state, who) else None) or block.legendary_resistance or 0
    return max(0, uses - state.combatants[who].spent.get("legendary resistance", 0))


def legend_reason(state: Encounter, who: Id, option: ActionEntry) -> str | None:
    """Why a legendary action cannot be taken now, or None when it can: the same check as taking it."""
    combatant, left = state.combatants[who], legendary_left(state, who)
    if option.cost > left:
        return f"has {left} legendary actions left, and {option.name} costs {option.cost}"
    if option.once and combatant.spent.get(f"legendary: {option.name}"):
        return f"has used {option.name} since its last turn"
    if combatant.status != "up" or not in_force(state, who).can_act:
        return "is in no state for legendary actions"
    if is_its_turn(state, who):
        return "takes legendary actions at the end of other creatures' turns"
    return None


def resist_reason(state: Encounter, who: Id) -> str | None:
    """Why no legendary resistance can be spent now, or None when one can."""
    if all(failed.who != who for failed in state.last_failed):
        return "has not just failed a saving throw"
    return None if resistances_left(state, who) else "has no legendary resistance left"
