"""The three rule sets as one frozen value: data switches that the rules branch on, never the name of the edition."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from tracker.rules.errors import RulesError


class Edition(NamedTuple):
    """A rule set: where the editions differ in kind there is a switch here, where they differ in figures a table.

    House rules are switches like any other (`with_house_rule`), so a rule takes an Edition and nothing beside it.
    """

    id: str
    title: str
    licence: str

    # initiative and surprise
    surprise_costs_first_turn: bool
    """No move, action or reaction until the first turn has ended (R-004); otherwise only a worse initiative roll."""
    surprise_is_condition: bool
    """Whether `surprised` stands among the conditions (R-137)."""
    surprise_settled_before_initiative: bool
    """Stealth against passive Perception in a step of its own (R-002, R-003)."""
    initiative_rolloff: bool
    """Ties may be settled by a plain d20 (R-015)."""
    initiative_scores: bool
    """Initiative may be taken as 10 + modifier instead of rolled (R-017)."""

    # turns
    one_reaction_per_trigger: bool
    """However many reactions a creature has, one answers a trigger (R-021)."""
    spells_per_turn: Literal["bonus spell then cantrip", "one slot", "one levelled beside a bonus spell"]
    """What else may be cast on a turn (R-027)."""
    hide_dc: int | None
    """The Stealth total that hides and makes Invisible; None where an observer's Perception is beaten (R-050)."""
    help_needs_proficiency: bool
    """Help with a check only in what one is proficient in; Help also stabilises (R-049, R-103)."""
    healing_potion: Literal["action", "bonus"]
    """What drinking a potion of healing costs (R-112)."""

    # movement
    only_hostiles_provoke: bool
    """An opportunity attack answers a hostile creature only, not any creature that is seen (R-057)."""
    nonhostile_lets_pass: bool
    """All but hostile creatures can be moved through; otherwise allies, the incapacitated and the Tiny (R-038)."""
    every_space_is_difficult: bool
    """Any creature's space is difficult terrain, friend or foe; otherwise not an ally's or a Tiny one's (R-032)."""
    sharing_a_space_knocks_prone: bool
    """Ending a turn in another's space leaves a creature prone (R-039)."""
    dropping_prone_needs_speed: bool
    """A creature with Speed 0 cannot drop prone by choice (R-035)."""
    squeezing: Literal["slows and hampers", "difficult terrain", "slows"]
    """What a gap one size too small does (R-037)."""
    dragging_doubles: bool
    """A dragged creature doubles the cost of the way; otherwise 1 ft more per foot (R-146)."""
    tiny_drags_free: bool
    """A Tiny creature is dragged at no cost, whatever the size of the one who drags (R-146)."""
    long_jump_from_strength: bool
    """The Strength score is the length of a long jump; otherwise half the walking speed (R-041)."""

    # attacks
    grapple_is_contest: bool
    """Grapples and shoves are contests that a tie does not change; otherwise saves against a DC (R-144 to R-150)."""
    off_hand_must_be_melee: bool
    """Both light weapons of a two-weapon fighter are melee weapons (R-151)."""
    heavy_weapons: Literal["hamper the small", "hamper the small, not for the tiny", "need a score of 13"]
    """Who is hampered by a heavy weapon (R-194)."""
    fixed_damage_adds_ability: bool
    """Damage that is not rolled (a blowgun's) still adds the ability modifier (R-079)."""
    underwater: Literal["weapon lists", "piercing only"]
    """Which weapons serve under water (R-073)."""
    gale_spares_spells: bool | None
    """Strong wind hampers ranged weapons only; None where there is no such rule (R-169)."""
    lance_needs_room: bool
    """A lance has disadvantage within 5 ft (R-196)."""
    heavy_load_hampers: bool
    """A creature marked as heavily encumbered has disadvantage on its attacks (R-139)."""
    invisible_unless_seen: bool
    """Invisibility does nothing against a creature that can see it (R-129)."""

    # hit points and rest
    concentration_cap: int | None
    """The highest DC of a concentration save (R-117)."""
    knock_out: Literal["stable at 0", "unconscious at 1", "none"]
    """What becomes of a creature that is knocked out (R-105)."""
    hit_die_floor: int
    """The least a spent hit die gives back (R-109)."""
    short_rest_needs_hit_point: bool
    """A short rest cannot begin at 0 hit points (R-109)."""
    long_rest_restores_all_hit_dice: bool
    """All hit dice come back; otherwise half their total, at least one (R-110)."""
    rest_needs_food: bool
    """A long rest takes a level of exhaustion off only with food and drink (R-110)."""
    raising_eases_exhaustion: bool
    """A creature raised from the dead has a level of exhaustion less (R-106)."""

    # mounts
    mounting_once_per_move: bool
    """A creature mounts or dismounts once a move (R-160)."""
    fallen_mount_takes_reaction: bool
    """A rider lands on its feet by a reaction when the mount falls; otherwise by the DC 10 save (R-162)."""
    mount_or_rider_is_target: bool
    """An opportunity attack on a pair may be aimed at either (R-165)."""

    # tokens and class rules
    token: Literal["inspiration", "heroic inspiration", "luck"]
    """What player characters hold (R-075, R-077)."""
    sneak_attack_off_turn: bool
    """Sneak Attack once on any turn, not only on one's own (R-181)."""
    rage_is_extended: bool
    """Rage lasts to the end of the next turn and is extended; otherwise a minute while fighting goes on (R-175)."""
    turned_are_frightened: bool
    """The turned are Frightened and Incapacitated; otherwise they must flee (R-178)."""
    destroy_by_damage: bool
    """Undead that fail are seared for radiant dice; otherwise destroyed by challenge rating (R-179)."""
    hands_end_poison_only: bool
    """Lay on Hands takes off the Poisoned condition, not disease (R-186)."""
    objects_fail_all_saves: bool
    """Things fail every saving throw, not only Strength and Dexterity ones (R-203)."""
    wild_shape_has_own_hit_points: bool
    """A beast form's hit points stand above the druid's; otherwise it gives temporary ones (R-188)."""

    # where the texts leave room and tables differ
    odd_members_roll_apart: bool
    """Members of a group whose initiative roll differs from the others' make their own (R-013)."""
    stone_ignores_poison: bool
    """The petrified take no poison damage at all, not half (R-131)."""
    assassins_crit_before_first_turn: bool = False
    """Assassinate's critical also against a creature that has not acted, not only a surprised one (R-182)."""
    ties_to_sneaker: bool = True
    """A Stealth total that equals a passive score goes unnoticed (R-003)."""
    noticing_one_is_enough: bool = True
    """Whoever notices one foe is not surprised (R-003)."""
    all_speeds_change: bool = True
    """What changes Speed changes flying, swimming and every other speed (R-043)."""
    flat_before_save: bool = True
    """A flat reduction comes off before the half of a save, not after (R-090)."""
    temporary_soak_failures: bool = True
    """A hit at 0 hit points that temporary ones soak up whole is no death save failure (R-092)."""
    temporary_hide_damage: bool = False
    """Damage soaked up by temporary hit points asks for no concentration save (R-092)."""
    exhaustion_on_death_saves: bool = True
    """Death saves suffer from exhaustion like other saving throws (R-099)."""


_SRD_5_1 = Edition(
    id="srd-5.1",
    title="SRD 5.1",
    licence=(
        'Figures from the System Reference Document 5.1 ("SRD 5.1") by Wizards of the Coast LLC, '
        "https://dnd.wizards.com/resources/systems-reference-document, CC-BY-4.0"
    ),
    surprise_costs_first_turn=True,
    surprise_is_condition=False,
    surprise_settled_before_initiative=True,
    initiative_rolloff=True,
    initiative_scores=False,
    one_reaction_per_trigger=False,
    spells_per_turn="bonus spell then cantrip",
    hide_dc=None,
    help_needs_proficiency=False,
    healing_potion="action",
    only_hostiles_provoke=True,
    nonhostile_lets_pass=True,
    every_space_is_difficult=True,
    sharing_a_space_knocks_prone=False,
    dropping_prone_needs_speed=False,
    squeezing="slows and hampers",
    dragging_doubles=True,
    tiny_drags_free=False,
    long_jump_from_strength=True,
    grapple_is_contest=True,
    off_hand_must_be_melee=True,
    heavy_weapons="hamper the small",
    fixed_damage_adds_ability=True,
    underwater="weapon lists",
    gale_spares_spells=None,
    lance_needs_room=True,
    heavy_load_hampers=True,
    invisible_unless_seen=False,
    concentration_cap=None,
    knock_out="stable at 0",
    hit_die_floor=0,
    short_rest_needs_hit_point=False,
    long_rest_restores_all_hit_dice=False,
    rest_needs_food=True,
    raising_eases_exhaustion=False,
    mounting_once_per_move=True,
    fallen_mount_takes_reaction=True,
    mount_or_rider_is_target=True,
    token="inspiration",
    sneak_attack_off_turn=True,
    rage_is_extended=False,
    turned_are_frightened=False,
    destroy_by_damage=False,
    hands_end_poison_only=False,
    objects_fail_all_saves=False,
    wild_shape_has_own_hit_points=True,
    odd_members_roll_apart=False,
    stone_ignores_poison=True,
)

_SRD_5_2 = Edition(
    id="srd-5.2",
    title="SRD 5.2.1",
    licence=(
        'Figures from the System Reference Document 5.2.1 ("SRD 5.2.1") by Wizards of the Coast LLC, '
        "https://www.dndbeyond.com/srd, CC-BY-4.0"
    ),
    surprise_costs_first_turn=False,
    surprise_is_condition=False,
    surprise_settled_before_initiative=False,
    initiative_rolloff=False,
    initiative_scores=True,
    one_reaction_per_trigger=False,
    spells_per_turn="one slot",
    hide_dc=15,
    help_needs_proficiency=True,
    healing_potion="bonus",
    only_hostiles_provoke=False,
    nonhostile_lets_pass=False,
    every_space_is_difficult=False,
    sharing_a_space_knocks_prone=True,
    dropping_prone_needs_speed=True,
    squeezing="difficult terrain",
    dragging_doubles=False,
    tiny_drags_free=True,
    long_jump_from_strength=True,
    grapple_is_contest=False,
    off_hand_must_be_melee=False,
    heavy_weapons="need a score of 13",
    fixed_damage_adds_ability=False,
    underwater="piercing only",
    gale_spares_spells=True,
    lance_needs_room=False,
    heavy_load_hampers=False,
    invisible_unless_seen=True,
    concentration_cap=30,
    knock_out="unconscious at 1",
    hit_die_floor=1,
    short_rest_needs_hit_point=True,
    long_rest_restores_all_hit_dice=True,
    rest_needs_food=False,
    raising_eases_exhaustion=True,
    mounting_once_per_move=False,
    fallen_mount_takes_reaction=False,
    mount_or_rider_is_target=False,
    token="heroic inspiration",
    sneak_attack_off_turn=True,
    rage_is_extended=True,
    turned_are_frightened=True,
    destroy_by_damage=True,
    hands_end_poison_only=True,
    objects_fail_all_saves=True,
    wild_shape_has_own_hit_points=False,
    odd_members_roll_apart=True,
    stone_ignores_poison=False,
)

_BLACK_FLAG = _SRD_5_1._replace(
    id="black-flag",
    title="Black Flag",
    licence="Figures from the Black Flag Reference Document by Kobold Press, CC-BY-4.0 and ORC",
    surprise_is_condition=True,
    one_reaction_per_trigger=True,
    spells_per_turn="one levelled beside a bonus spell",
    squeezing="slows",
    long_jump_from_strength=False,
    heavy_weapons="hamper the small, not for the tiny",
    gale_spares_spells=False,
    knock_out="none",
    token="luck",
    sneak_attack_off_turn=False,
)

EDITIONS: Mapping[str, Edition] = MappingProxyType({e.id: e for e in (_SRD_5_1, _SRD_5_2, _BLACK_FLAG)})
"""The three rule sets by id."""


def edition(edition_id: str) -> Edition:
    """The rule set called `srd-5.1`, `srd-5.2` or `black-flag`; raises RulesError naming the nearest."""
    if found := EDITIONS.get(edition_id):
        return found
    raise RulesError.unknown("edition", edition_id, EDITIONS)
