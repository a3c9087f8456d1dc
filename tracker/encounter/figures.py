"""A combatant's figures as they are now: what conditions, exhaustion and markers make of those of its stat block."""

from functools import lru_cache
from typing import Literal

from tracker.encounter.state import Combatant, Encounter, Id
from tracker.rules.classes import RAGE_RESISTANCES
from tracker.rules.conditions import Effects, effects
from tracker.rules.damage import Defenses
from tracker.rules.economy import surprise_bars
from tracker.rules.editions import Edition, edition
from tracker.rules.hitpoints import Health, is_bloodied, maximum
from tracker.rules.house_rules import with_house_rule
from tracker.rules.movement import speeds_now

_ON_AT_FIRST = {"black-flag": (("knockout_black_flag", True),)}
"""House rules that hold from the start, although the edition has no such rule."""


def rules_of(state: Encounter) -> Edition:
    """The rules in force: the edition with this fight's house rules."""
    own = state.house_rules
    return _rules(state.edition, tuple(sorted(own.items())) if own else ())


@lru_cache(maxsize=256)
def _rules(name: str, house_rules: tuple[tuple[str, bool], ...]) -> Edition:
    rules = edition(name)
    for rule, on in (*_ON_AT_FIRST.get(name, ()), *house_rules):
        rules = with_house_rule(rules, rule, on)
    return rules


def in_force(state: Encounter, who: Id) -> Effects:
    """What all its conditions and its exhaustion come to."""
    combatant = state.combatants[who]
    rules = rules_of(state)
    names = tuple(sorted(combatant.conditions))
    if combatant.surprised and rules.surprise_is_condition and combatant.turns_taken == 0:
        names = (*names, "surprised")
    return effects(rules, names, combatant.exhaustion)


def health(state: Encounter, who: Id) -> Health:
    """Its hit points and how near it is to death, as the rules take them."""
    combatant = state.combatants[who]
    return Health(
        hp=combatant.hp,
        max_hp=max(0, combatant.max_hp + combatant.max_hp_shift),
        temp_hp=combatant.temp_hp,
        status="up" if combatant.status == "fled" else combatant.status,
        successes=combatant.successes,
        failures=combatant.failures,
        exhaustion=combatant.exhaustion,
        dies_at_zero=not combatant.death_saves,
    )


def max_hp(state: Encounter, who: Id) -> int:
    """Its hit point maximum in force."""
    combatant = state.combatants[who]
    if not combatant.exhaustion and not combatant.max_hp_shift:
        return combatant.max_hp
    return maximum(rules_of(state), health(state, who))


def bloodied(state: Encounter, who: Id) -> bool:
    """At half its maximum or below (R-093)."""
    return is_bloodied(rules_of(state), health(state, who))


def defenses(state: Encounter, who: Id) -> Defenses:
    """What it sets against damage: its stat block's, and what rage and the like add."""
    combatant = state.combatants[who]
    block = state.blocks[combatant.block]
    resist = block.resist
    if combatant.has("raging"):
        resist = (*resist, *RAGE_RESISTANCES)
    resist = (*resist, *(x.name.removeprefix("resists ") for x in combatant.effects if x.name.startswith("resists ")))
    threshold = next((roll.threshold or 0 for roll in block.trait_rolls if roll.name == "Damage Threshold"), 0)
    return Defenses(resist=resist, vulnerable=block.vulnerable, immune=block.immune, threshold=threshold)


def armor_class(state: Encounter, who: Id) -> int:
    """Its armor class in force; the effects named `AC +2` are in it."""
    combatant = state.combatants[who]
    return combatant.ac + sum(x.value for x in combatant.effects if x.name.startswith("AC "))


def speed(state: Encounter, who: Id, mode: str = "walk") -> int:
    """Its speed in feet in that mode, after conditions and exhaustion; 0 where it has none."""
    return speeds(state, who).get(mode, 0)


def speeds(state: Encounter, who: Id) -> dict[str, int]:
    """All its speeds in feet as they are now, by mode; the effects named `speed -10` are in them."""
    return speeds_now(rules_of(state), base_speeds(state, who), in_force(state, who))


def base_speeds(state: Encounter, who: Id) -> dict[str, int]:
    """Its speeds with what spells and loads do to them, before conditions and exhaustion."""
    combatant = state.combatants[who]
    shift = sum(x.value for x in combatant.effects if x.name.startswith("speed "))
    return {mode: max(0, feet + shift) if feet else 0 for mode, feet in combatant.speed.items()}


def best_speed(state: Encounter, who: Id) -> int:
    """Its walking speed, or the best of the others where it cannot walk."""
    walk = speed(state, who)
    return walk or max((speed(state, who, mode) for mode in state.combatants[who].speed), default=0)


def movement_left(state: Encounter, who: Id) -> int:
    """Feet it could still move this turn; 0 outside its own turn, or when it cannot move at all."""
    if not is_its_turn(state, who) or blocked_by_surprise(state, who):
        return 0
    combatant = state.combatants[who]
    if "move" in in_force(state, who).cannot:
        return 0
    now = best_speed(state, who)
    return max(0, now * (1 + combatant.turn.dashes) - combatant.turn.moved)


def is_its_turn(state: Encounter, who: Id) -> bool:
    """Whether it is among those whose turn runs."""
    return state.phase == "running" and who in state.acting


def blocked_by_surprise(state: Encounter, who: Id) -> bool:
    """Surprised, and its first turn has not ended (R-004)."""
    combatant = state.combatants[who]
    return combatant.surprised and surprise_bars(rules_of(state), combatant.turns_taken)


ReactionUse = Literal["anything", "opportunity attack", "parry"]
"""What a reaction is used for, as far as some creatures have further ones for that alone."""


def reactions(state: Encounter, who: Id) -> int:
    """How many reactions it has between two turns of its own."""
    return 1 + further_reactions(state, who)[0]


def further_reactions(state: Encounter, who: Id) -> tuple[int, ReactionUse | None]:
    """How many reactions it has beside the one that everybody has, and what alone they are for."""
    block = state.blocks[state.combatants[who].block]
    if "Reactive Heads" in block.traits:
        return max(0, state.combatants[who].counters.get("heads", 1) - 1), "opportunity attack"
    if "Reactive" in block.traits and rules_of(state).one_reaction_per_trigger:
        return 5, "parry"
    return 0, None


def has_reaction_left(state: Encounter, who: Id, use: ReactionUse | None = None) -> bool:
    """Whether a reaction is unspent: any, or with `use` one that this could be done with."""
    combatant = state.combatants[who]
    more, kept_for = further_reactions(state, who)
    is_bound = use is not None and use != kept_for and combatant.plain_reactions_spent
    return combatant.reactions_spent < 1 + more and not is_bound


def can_react(state: Encounter, who: Id, use: ReactionUse | None = None) -> bool:
    """Whether it has a reaction it could use now, for anything or for this (R-021)."""
    combatant = state.combatants[who]
    if combatant.status != "up" or combatant.kind != "creature" or combatant.waiting is not None:
        return False
    if blocked_by_surprise(state, who) or not in_force(state, who).can_react or combatant.has("no reactions"):
        return False
    return has_reaction_left(state, who, use)


def can_spend_action(state: Encounter, who: Id) -> bool:
    """Whether its action is there to be used now."""
    combatant = state.combatants[who]
    is_left = not combatant.turn.action or combatant.turn.extra_actions > 0
    return _has_turn(state, combatant) and is_left and in_force(state, who).can_act


def can_spend_bonus(state: Encounter, who: Id) -> bool:
    """Whether a bonus action is there to be used now."""
    combatant = state.combatants[who]
    return _has_turn(state, combatant) and not combatant.turn.bonus and in_force(state, who).can_bonus


def _has_turn(state: Encounter, combatant: Combatant) -> bool:
    return (
        combatant.status == "up"
        and combatant.kind == "creature"
        and is_its_turn(state, combatant.id)
        and not blocked_by_surprise(state, combatant.id)
    )


def is_incapacitated(state: Encounter, who: Id) -> bool:
    """Whether it can take no actions at all."""
    return in_force(state, who).incapacitated


def immune_to_condition(state: Encounter, who: Id, name: str) -> str | None:
    """Why a condition does not take hold on it, or None when it does (R-088)."""
    block = state.blocks[state.combatants[who].block]
    if name.casefold() in {word.casefold() for word in block.condition_immune}:
        return f"its stat block is immune to {name} (R-088)"
    if name in in_force(state, who).immune_conditions:
        return "its other conditions rule it out (R-131)"
    return None
