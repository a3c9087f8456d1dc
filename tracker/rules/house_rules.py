"""Where tables differ: switches of an edition that a GM may throw, by name."""

from __future__ import annotations

from typing import Any, NamedTuple

from tracker.rules.editions import EDITIONS, Edition
from tracker.rules.errors import RulesError


class HouseRule(NamedTuple):
    """A ruling that a table may play the other way."""

    name: str
    rule: str
    """The number of the rule it is about."""
    text: str
    """What holds when it is on."""
    switch: str
    """The field of `Edition` it sets."""
    on: Any = True
    off: Any = False

    def is_on(self, edition: Edition) -> bool:
        """Whether it holds in an edition as it stands."""
        return bool(getattr(edition, self.switch) == self.on)


HOUSE_RULES: tuple[HouseRule, ...] = (
    HouseRule("ties_to_sneaker", "R-003", "a Stealth total equal to a passive score goes unnoticed", "ties_to_sneaker"),
    HouseRule("noticing_one_is_enough", "R-003", "whoever notices one foe is not surprised", "noticing_one_is_enough"),
    HouseRule(
        "surprise_costs_first_turn",
        "R-004",
        "the surprised do nothing until their first turn has ended",
        "surprise_costs_first_turn",
    ),
    HouseRule("split_groups", "R-013", "odd members of a group roll their own initiative", "odd_members_roll_apart"),
    HouseRule("roll_off", "R-015", "ties may be settled by a plain d20", "initiative_rolloff"),
    HouseRule("initiative_scores", "R-017", "initiative may be 10 + modifier, not rolled", "initiative_scores"),
    HouseRule("one_reaction_per_trigger", "R-021", "one reaction to each trigger", "one_reaction_per_trigger"),
    HouseRule(
        "squeezing_hampers",
        "R-037",
        "squeezing also hampers attacks and Dexterity saves",
        "squeezing",
        on="slows and hampers",
        off="slows",
    ),
    HouseRule("all_speeds_change", "R-043", "what changes Speed changes every other speed", "all_speeds_change"),
    HouseRule("enemies_only_provoke", "R-057", "only enemies draw opportunity attacks", "only_hostiles_provoke"),
    HouseRule("blowgun_adds_ability", "R-079", "fixed damage adds the ability modifier", "fixed_damage_adds_ability"),
    HouseRule("flat_before_save", "R-090", "a flat reduction comes before the half of a save", "flat_before_save"),
    HouseRule(
        "temporary_soak_failures",
        "R-092",
        "a hit at 0 that temporary hit points soak up is no death save failure",
        "temporary_soak_failures",
    ),
    HouseRule(
        "temporary_hide_damage",
        "R-092",
        "what temporary hit points soak up asks for no concentration save",
        "temporary_hide_damage",
    ),
    HouseRule("exhaustion_on_death_saves", "R-099", "exhaustion bends death saves", "exhaustion_on_death_saves"),
    HouseRule(
        "knockout_black_flag",
        "R-105",
        "a melee attack can knock out: stable at 0",
        "knock_out",
        on="stable at 0",
        off="none",
    ),
    HouseRule(
        "potion_as_bonus_action",
        "R-112",
        "a potion of healing is a bonus action",
        "healing_potion",
        on="bonus",
        off="action",
    ),
    HouseRule("invisible_unless_seen", "R-129", "invisible is nothing to who sees it", "invisible_unless_seen"),
    HouseRule("stone_ignores_poison", "R-131", "the petrified take no poison damage", "stone_ignores_poison"),
    HouseRule("heavy_load_hampers", "R-139", "the heavily encumbered attack worse", "heavy_load_hampers"),
    HouseRule("drag_double", "R-146", "dragging doubles the way's cost; off: 1 ft more per foot", "dragging_doubles"),
    HouseRule("off_hand_must_be_melee", "R-151", "both of two weapons are melee weapons", "off_hand_must_be_melee"),
    HouseRule("mount_once_per_move", "R-160", "mount or dismount once a move", "mounting_once_per_move"),
    HouseRule("sneak_attack_off_turn", "R-181", "Sneak Attack on others' turns too", "sneak_attack_off_turn"),
    HouseRule(
        "assassins_crit_before_first_turn",
        "R-182",
        "an assassin's hit on who has not acted is a critical",
        "assassins_crit_before_first_turn",
    ),
)
"""Every house rule, by rule number; `is_on` tells an edition's default."""


def house_rule(name: str) -> HouseRule:
    """The house rule called `name`; raises RulesError naming the nearest."""
    for rule in HOUSE_RULES:
        if rule.name == name:
            return rule
    raise RulesError.unknown("house rule", name, [rule.name for rule in HOUSE_RULES])


def with_house_rule(edition: Edition, name: str, on: bool) -> Edition:
    """The edition with a house rule on or off; off restores the edition's own way where that is not `on`."""
    rule = house_rule(name)
    own = getattr(EDITIONS[edition.id], rule.switch)
    return edition._replace(**{rule.switch: rule.on if on else own if own != rule.on else rule.off})
