"""What class features do to a fight (R-154, R-175 to R-188)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.frozen import Frozen
from tracker.rules._data import at_level, row, rows
from tracker.rules.checks import Mode, proficiency_bonus
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError

_PERSISTENT_RAGE = 15
_RAGE_ROUNDS = 10
_ROUNDS_PER_MINUTE = 10

RAGE_RESISTANCES = ("bludgeoning", "piercing", "slashing")
"""What a raging creature resists (R-175)."""


def _at(edition: Edition, table: str, level: int, rule: str) -> Any:
    """The value of a class table at a level; raises RulesError where the edition has no such feature."""
    if not 1 <= level <= 20:
        raise RulesError(f"class levels run from 1 to 20, not {level}")
    steps: Mapping[str, Any] | None = rows(edition, "class levels").get(table)
    if steps is None:
        raise RulesError(f"{edition.title} has no {table} ({rule})")
    return at_level(steps, level)


def attacks_per_action(edition: Edition, character_class: str, level: int) -> int:
    """How many attacks one Attack action holds (R-154); raises RulesError for a class that the edition lacks."""
    if not 1 <= level <= 20:
        raise RulesError(f"class levels run from 1 to 20, not {level}")
    return int(at_level(row(edition, "attacks per action", character_class, "class"), level))


def rage_bonus(edition: Edition, level: int) -> int:
    """What rage adds to Strength-based damage (R-176)."""
    return int(_at(edition, "rage bonus", level, "R-176"))


def rage_uses(edition: Edition, level: int) -> int | None:
    """How often a barbarian can rage between long rests; None for no limit (R-175)."""
    uses = _at(edition, "rage uses", level, "R-175")
    return None if uses == "unlimited" else int(uses)


def rage_lasts(
    edition: Edition,
    level: int,
    rounds: int,
    *,
    attacked: bool = False,
    took_damage: bool = False,
    forced_save: bool = False,
    extended: bool = False,
) -> bool:
    """Whether a rage that began `rounds` ago goes on at the end of its owner's turn (R-175).

    `attacked`, `took_damage`, `forced_save`: since the last such end; `extended`: by a bonus action.
    """
    if rounds >= _RAGE_ROUNDS * (10 if edition.rage_is_extended else 1):
        return False
    if level >= _PERSISTENT_RAGE:
        return True
    if edition.rage_is_extended:
        return attacked or forced_save or extended
    return attacked or took_damage


class SneakAttack(Frozen):
    """Whether a hit carries Sneak Attack, with how many d6 (a critical's included)."""

    allowed: bool
    dice: int
    why: tuple[str, ...]


def sneak_attack(
    edition: Edition,
    level: int,
    *,
    finesse_or_ranged: bool,
    hit: bool = True,
    advantage: bool = False,
    disadvantage: bool = False,
    able_enemy_beside: bool = False,
    used_this_turn: bool = False,
    own_turn: bool = True,
    critical: bool = False,
) -> SneakAttack:
    """Sneak Attack on a hit (R-181): with advantage, or without disadvantage beside another able enemy of the target.

    Advantage and disadvantage are the sources there are; together they cancel.
    """
    dice = int(_at(edition, "sneak attack d6", level, "R-181"))
    better, worse = advantage and not disadvantage, disadvantage and not advantage
    refusals = (
        (not hit, "needs a hit"),
        (not finesse_or_ranged, "needs a finesse or ranged weapon"),
        (used_this_turn, "once a turn"),
        (not own_turn and not edition.sneak_attack_off_turn, "only on its own turn"),
        (worse, "not with disadvantage"),
        (not better and not able_enemy_beside, "needs advantage or an able enemy of the target within 5 ft of it"),
    )
    why = tuple(f"{reason} (R-181)" for applies, reason in refusals if applies)
    return SneakAttack(not why, 0 if why else dice * (2 if critical else 1), why)


def bardic_die(edition: Edition, level: int) -> str:
    """The die of Bardic Inspiration, such as `d8` (R-177)."""
    return str(_at(edition, "bardic inspiration die", level, "R-177"))


def bardic_uses(charisma_modifier: int) -> int:
    """How often a bard inspires between rests (R-177)."""
    return max(1, charisma_modifier)


def bardic_rounds(edition: Edition) -> int:
    """How many rounds an ally keeps the die (R-177)."""
    return int(rows(edition, "bardic inspiration")["minutes"]) * _ROUNDS_PER_MINUTE


def turning_dc(level: int, wisdom_modifier: int) -> int:
    """The Wisdom save of the undead: 8 + proficiency + Wisdom modifier (R-178)."""
    return 8 + proficiency_bonus(level) + wisdom_modifier


class Turning(Frozen):
    """What turning does to a creature that had to save."""

    turned: bool
    destroyed: bool
    radiant_dice: int = 0
    """d8 of radiant damage instead of destruction."""
    conditions: tuple[str, ...] = ()
    """What it gains for a minute or until damaged."""


def turn_undead(edition: Edition, level: int, cr: float, *, saved: bool, wisdom_modifier: int = 0) -> Turning:
    """Turned, and destroyed by challenge rating or seared from level 5, as the edition has it (R-178, R-179)."""
    if saved:
        return Turning(turned=False, destroyed=False)
    conditions = ("frightened", "incapacitated") if edition.turned_are_frightened else ()
    if edition.destroy_by_damage:
        return Turning(True, False, max(1, wisdom_modifier) if level >= 5 else 0, conditions)
    highest = _at(edition, "destroy up to challenge rating", level, "R-179")
    if highest is not None and cr <= highest:
        return Turning(turned=False, destroyed=True)
    return Turning(True, False, conditions=conditions)


def channel_uses(edition: Edition, level: int) -> int:
    """How often Channel Divinity can be used between rests (R-180)."""
    return int(_at(edition, "channel divinity uses", level, "R-180"))


def assassinates(edition: Edition, *, surprised: bool, has_acted: bool, hit: bool = True) -> bool:
    """Whether an assassin's hit is a critical: on the surprised, by house rule on those yet to act (R-182)."""
    return hit and (surprised or (edition.assassins_crit_before_first_turn and not has_acted))


def assassin_mode(*, has_acted: bool) -> Mode:
    """Advantage on those who have not had a turn (R-182)."""
    return Mode.NORMAL if has_acted else Mode.ADVANTAGE


def cunning_action(level: int) -> tuple[str, ...]:
    """The actions a rogue can take as a bonus action, from level 2 (R-183)."""
    return ("Dash", "Disengage", "Hide") if level >= 2 else ()


class LayOnHands(Frozen):
    """A paladin's pool of healing and what is left of it."""

    pool: int
    left: int
    allowed: bool


def lay_on_hands(
    edition: Edition, level: int, spent: int, points: int | None = None, ends: str | None = None
) -> LayOnHands:
    """Spends `points` of a pool of 5 a level, or 5 to end poison or, where the edition has it, disease (R-186)."""
    curable = ("poisoned",) if edition.hands_end_poison_only else ("poisoned", "poison", "disease")
    if ends is not None and ends not in curable:
        raise RulesError(f"5 points of lay on hands do not end '{ends}', but {' or '.join(curable)} (R-186)")
    pool = 5 * level
    left = pool - spent - (5 if points is None else points)
    return LayOnHands(pool, left, allowed=True) if left >= 0 else LayOnHands(pool, pool - spent, allowed=False)


def second_wind(edition: Edition, level: int, face: int) -> int:
    """Hit points a fighter regains with `face` on the d10; raises RulesError where there is none (R-185)."""
    row(edition, "other healing", "second wind", "feature")
    return face + level


def second_wind_uses(edition: Edition, level: int) -> int:
    """How often Second Wind can be used between long rests, or rests where it is once (R-185)."""
    return int(_at(edition, "second wind uses", level, "R-185"))


def wholeness_of_body(edition: Edition, level: int) -> int:
    """Hit points a monk of level 6 or more regains (R-187); raises RulesError where there is no such amount."""
    row(edition, "other healing", "wholeness of body", "feature")
    return 3 * level if level >= 6 else 0


def song_of_rest_die(edition: Edition, level: int) -> str | None:
    """The die a bard's song adds to a short rest, None below level 2 (R-187)."""
    die = _at(edition, "song of rest die", level, "R-187")
    return None if die is None else str(die)


class WildShape(Frozen):
    """A druid in beast form after damage."""

    druid_hp: int
    beast_hp: int
    reverted: bool


def damage_beast_form(druid_hp: int, beast_hp: int, damage: int) -> WildShape:
    """A form with hit points of its own takes the damage; what is beyond them reaches the druid (R-188)."""
    beyond = max(0, damage - beast_hp)
    reverted = damage >= beast_hp
    return WildShape(max(0, druid_hp - beyond), max(0, beast_hp - damage), reverted)


def wild_shape_temporary(edition: Edition, druid_level: int) -> int:
    """The temporary hit points that taking a beast form gives; 0 where the form has its own (R-188)."""
    return 0 if edition.wild_shape_has_own_hit_points else druid_level


class CompanionOrder(Frozen):
    """A ranger's attacks and its beast's after an order to attack."""

    ranger_attacks_left: int
    companion_attacks: int


def order_companion(edition: Edition, ranger_level: int, attacks: int) -> CompanionOrder:
    """An order costs one of the ranger's attacks; from level 11 the beast attacks twice (R-184)."""
    return CompanionOrder(attacks - 1, attacks_per_action(edition, "beast companion", ranger_level))
