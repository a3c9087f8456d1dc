"""A fight as stable JSON: the same keys in the same order, with the figures in force rather than those of the book."""

from __future__ import annotations

from typing import Any

from tracker.encounter.figures import armor_class, can_react, can_spend_action, can_spend_bonus, max_hp, movement_left
from tracker.encounter.state import Combatant, Encounter, Id, Prompt


def dump(state: Encounter) -> dict[str, Any]:
    """Everything that scripts and tests look at; handles stand for combatants throughout."""
    return {
        "edition": state.edition,
        "phase": state.phase,
        "round": state.round,
        "active": state.active_id,
        "acting": list(acting(state)),
        "order": [who for place in state.places for who in place.members],
        "waiting": [one.id for one in state.combatants.values() if one.waiting is not None],
        "prompts": [_prompt(number, prompt) for number, prompt in enumerate(state.prompts, 1)],
        "combatants": {who: _combatant(state, one) for who, one in state.combatants.items()},
    }


def acting(state: Encounter) -> tuple[Id, ...]:
    """Whose turn it is: one creature even when it has just died, of a group all that are neither dead nor fled."""
    place = state.active_place
    if place is not None and len(place.members) == 1 and state.combatants[place.members[0]].group is None:
        return place.members
    return state.acting


def _prompt(number: int, prompt: Prompt) -> dict[str, Any]:
    return {"n": number, "kind": prompt.kind, "who": prompt.who, "dc": prompt.dc, "text": prompt.text}


def _combatant(state: Encounter, one: Combatant) -> dict[str, Any]:
    has_body = one.kind == "creature"
    return {
        "name": one.name,
        "initiative": None if one.waiting is not None else one.initiative,
        "hp": one.hp if has_body else None,
        "max_hp": max_hp(state, one.id) if has_body else None,
        "temp_hp": one.temp_hp,
        "ac": armor_class(state, one.id) if has_body else None,
        "alive": one.status != "dead",
        "status": one.status,
        "conditions": [
            {"name": effect.name, "until": effect.words, "level": None}
            for effect in one.effects
            if effect.kind == "condition" and effect.name not in ("exhaustion", "surprised")
        ],
        "concentration": one.concentration.name if one.concentration else None,
        "reaction": can_react(state, one.id),
        "action": can_spend_action(state, one.id),
        "bonus": can_spend_bonus(state, one.id),
        "movement_left": movement_left(state, one.id),
        "death_saves": {"successes": one.successes, "failures": one.failures},
        "exhaustion": one.exhaustion,
        "hidden": one.hidden,
        "surprised": one.surprised,
        "side": one.side,
        "group": one.group,
    }
