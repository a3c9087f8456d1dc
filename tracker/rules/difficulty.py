"""How hard a fight is likely to be: experience points against what the edition allows a party."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.frozen import Frozen
from tracker.rules._data import at_level, rows
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError


class Difficulty(Frozen):
    """A fight weighed against a party."""

    xp: int
    """The foes' experience points, as they are awarded."""
    multiplier: float
    """For their number, where the edition has one."""
    adjusted_xp: int
    budgets: tuple[tuple[str, int], ...]
    """Each grade of the edition with the party's sum, from the mildest on; empty where the edition has no method."""
    grade: str | None
    """The highest grade reached; None below the first or without a method."""
    why: tuple[str, ...]


def xp_for(edition: Edition, challenge_rating: str) -> int:
    """Experience points of a challenge rating such as `1/4` or `5`; raises RulesError for one that does not exist."""
    table = rows(edition, "experience by challenge rating")
    if challenge_rating not in table:
        raise RulesError(f"there is no challenge rating '{challenge_rating}'; they are 0, 1/8, 1/4, 1/2 and 1 to 30")
    return int(table[challenge_rating]["xp"])


def difficulty(edition: Edition, party_levels: Sequence[int], foes_xp: Sequence[int]) -> Difficulty:
    """Weighs foes, one experience value each, against characters of the given levels (1 to 20).

    Where foes count more by number, a party of under three counts as if there were more foes, one of six or more fewer.
    """
    xp = sum(foes_xp)
    table = rows(edition, "encounter thresholds")
    if not table:
        total = sum(party_levels)
        why = (f"{edition.title} has no open method: {xp} XP against {total} character levels",)
        return Difficulty(xp=xp, multiplier=1, adjusted_xp=xp, budgets=(), grade=None, why=why)
    for level in party_levels:
        if not 1 <= level <= 20:
            raise RulesError(f"character levels run from 1 to 20, not {level}")
    sums = [sum(column) for column in zip(*(table[str(level)] for level in party_levels), strict=True)]
    budgets = tuple(zip(table["names"], sums, strict=False))
    times = _multiplier(edition, len(foes_xp), len(party_levels))
    adjusted = int(xp * times)
    reached = [name for name, budget in budgets if adjusted >= budget] if xp else []
    why = (f"{xp} XP" + (f" × {times:g} for {len(foes_xp)} foes = {adjusted}" if times != 1 else ""),)
    return Difficulty(
        xp=xp, multiplier=times, adjusted_xp=adjusted, budgets=budgets, grade=reached[-1] if reached else None, why=why
    )


def _multiplier(edition: Edition, foes: int, party: int) -> float:
    steps = rows(edition, "encounter multipliers")
    if not steps or foes == 0 or party == 0:
        return 1
    scale = [0.5, *(float(step["times"]) for step in steps.values()), 5.0]
    place = scale.index(float(at_level(steps, foes)["times"]))
    shift = 1 if party < 3 else -1 if party >= 6 else 0
    return scale[place + shift]
