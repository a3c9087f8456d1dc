"""Figures in force that more than one pane shows, asked of the floor below."""

from typing import Literal, NamedTuple

from tracker.encounter import figures
from tracker.encounter.state import Combatant, Encounter

Reaction = Literal["ready", "spent", "barred", ""]


def max_hp_of(state: Encounter, one: Combatant) -> int:
    """Its hit point maximum as it is now, drains and exhaustion counted; 0 for traps and lairs."""
    return figures.max_hp(state, one.id) if one.kind == "creature" else 0


def reaction_of(state: Encounter, one: Combatant) -> Reaction:
    """Whether it could use a reaction now; empty for what has none."""
    if one.kind != "creature" or one.is_out:
        return ""
    if figures.can_react(state, one.id):
        return "ready"
    return "spent" if one.reactions_spent else "barred"


class TurnLeft(NamedTuple):
    """What is left of a turn; movement in feet."""

    action: bool
    bonus: bool
    movement: int


def turn_of(state: Encounter, one: Combatant) -> TurnLeft:
    """What it could still spend of the turn that is running."""
    return TurnLeft(
        action=figures.can_spend_action(state, one.id),
        bonus=figures.can_spend_bonus(state, one.id),
        movement=figures.movement_left(state, one.id),
    )
