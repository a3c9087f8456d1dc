"""Grapples, shoves and unarmed strikes (R-144 to R-150)."""

from __future__ import annotations

from typing import Literal

from tracker.frozen import Frozen
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError
from tracker.rules.space import size
from tracker.rules.verdict import Verdict


def can_seize(edition: Edition, own_size: str, target_size: str, *, free_hand: bool = True) -> Verdict:
    """Whether a creature can grapple or shove another: at most one size larger; a grapple takes a free hand (R-144)."""
    if size(edition, target_size).order - size(edition, own_size).order > 1:
        return Verdict(False, ("more than one size larger (R-144)",))
    return Verdict(free_hand, () if free_hand else ("no hand free (R-144)",))


def unarmed_dc(strength_modifier: int, proficiency: int) -> int:
    """The DC against grapple and shove where they are saves, and of escaping: 8 + both (R-144, R-145)."""
    return 8 + strength_modifier + proficiency


def seizes(attacker: int, defender: int) -> bool:
    """Whether a grapple or shove works: the attacker's total or DC is higher; a tie does not do (R-150)."""
    return attacker > defender


def escapes(edition: Edition, total: int, against: int) -> bool:
    """Whether a grappled creature gets away: over the grappler's total, or up to the DC (R-145, R-150)."""
    return total > against or (total == against and not edition.grapple_is_contest)


class Shove(Frozen):
    """What a shove did."""

    prone: bool
    pushed: int
    """Feet."""


def shove(attacker: int, defender: int, choice: Literal["prone", "push"]) -> Shove:
    """Knocks prone or pushes 5 ft if the attacker's total or DC is higher (R-148); the push provokes nothing."""
    if choice not in ("prone", "push"):
        raise RulesError.unknown("shove", choice, ("prone", "push"))
    works = seizes(attacker, defender)
    return Shove(prone=works and choice == "prone", pushed=5 if works and choice == "push" else 0)


def unarmed_damage(strength_modifier: int) -> int:
    """Bludgeoning damage of an unarmed strike: 1 + Strength modifier, not below 0; no die, none doubled (R-149)."""
    return max(0, 1 + strength_modifier)
