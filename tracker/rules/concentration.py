"""Concentration: the save that damage asks for (R-116 to R-121). What conditions do to it: `gain_condition`."""

from __future__ import annotations

from tracker.rules.editions import Edition

_FLOOR = 10


def concentration_dc(edition: Edition, damage: int, *, soaked: int = 0) -> int | None:
    """The DC of the Constitution save for one hit: the higher of 10 and half the `damage` taken, maybe capped (R-117).

    `damage` is after resistances; `soaked` is the part that temporary hit points took, which counts unless the table
    plays otherwise. None when nothing was taken: no save.
    """
    if edition.temporary_hide_damage:
        damage -= soaked
    if damage <= 0:
        return None
    dc = max(_FLOOR, damage // 2)
    return min(dc, edition.concentration_cap) if edition.concentration_cap else dc
