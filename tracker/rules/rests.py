"""Resting, hit dice and potions (R-109 to R-113)."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.frozen import Frozen, replace
from tracker.rules._data import row
from tracker.rules.dice import Expression, parse
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError
from tracker.rules.hitpoints import Health, heal, maximum


class Rest(Frozen):
    """A creature after a rest or a part of one."""

    health: Health
    hit_dice_left: int
    benefit: bool
    """Whether the rest did anything; a long one needs a hit point to start with."""
    why: tuple[str, ...]


def spend_hit_dice(
    edition: Edition, health: Health, hit_dice_left: int, faces: Sequence[int], constitution_modifier: int
) -> Rest:
    """Gives each face + Constitution modifier, not less than the edition's floor a die (R-109).

    Raises RulesError when more dice are thrown than are left.
    """
    if len(faces) > hit_dice_left:
        raise RulesError(f"{len(faces)} hit dice cannot be spent, {hit_dice_left} are left (R-109)")
    if health.status == "dead" or (health.hp == 0 and edition.short_rest_needs_hit_point):
        return Rest(health, hit_dice_left, False, ("a short rest needs a hit point to start with (R-109)",))
    healing = [max(edition.hit_die_floor, face + constitution_modifier) for face in faces]
    change = heal(edition, health, sum(healing))
    why = (f"{' + '.join(map(str, healing))} from hit dice (R-109)", *change.why) if healing else ()
    return Rest(change.health, hit_dice_left - len(faces), True, why)


def finish_long_rest(
    edition: Edition, health: Health, hit_dice_total: int, hit_dice_left: int, *, ate_and_drank: bool = True
) -> Rest:
    """All hit points, hit dice by the edition, a level of exhaustion off, no temporary hit points (R-110, R-142).

    Needs a hit point to start with; exhaustion goes first, so that the maximum it halved is whole again.
    """
    if health.hp == 0 or health.status == "dead":
        return Rest(health, hit_dice_left, False, ("a long rest needs a hit point to start with (R-110)",))
    fed = ate_and_drank or not edition.rest_needs_food
    rested = replace(
        health,
        temp_hp=0,
        status="up",
        successes=0,
        failures=0,
        exhaustion=max(0, health.exhaustion - (1 if fed else 0)),
    )
    rested = replace(rested, hp=maximum(edition, rested))
    back = hit_dice_total if edition.long_rest_restores_all_hit_dice else max(1, hit_dice_total // 2)
    dice = min(hit_dice_total, hit_dice_left + back)
    why = (f"all hit points, {dice} of {hit_dice_total} hit dice (R-110)", "" if fed else "no food and drink (R-142)")
    return Rest(rested, dice, True, tuple(filter(None, why)))


class Potion(Frozen):
    """A potion of healing."""

    healing: Expression
    slot: str
    """What drinking or giving it costs."""


def healing_potion(edition: Edition, name: str = "healing") -> Potion:
    """The potion called healing, greater, superior or supreme (R-112)."""
    dice = row(edition, "healing potions", name, "potion")["dice"]
    return Potion(parse(dice), edition.healing_potion)


def use_healers_kit(uses: int) -> int:
    """The uses left after stabilising without a check (R-103, R-113); raises RulesError when none are left."""
    if uses < 1:
        raise RulesError("the healer's kit is used up (R-103)")
    return uses - 1
