"""Extreme weather by the hour and the turn, and traps that take turns (R-166 to R-173)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from tracker.frozen import Frozen
from tracker.rules._data import row
from tracker.rules.checks import Mode
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError
from tracker.rules.movement import falling_dice
from tracker.rules.space import size


class Exposure(Frozen):
    """What an hour in extreme cold or heat asks of a creature."""

    exposed: bool
    """Whether it has to save at all."""
    dc: int
    """Of the Constitution save against a level of exhaustion."""
    mode: Mode
    why: tuple[str, ...]

    def exhausts(self, save: int) -> bool:
        """Whether a save with this total costs a level of exhaustion."""
        return self.exposed and save < self.dc


def exposure(
    edition: Edition, hazard: str, hours: int, circumstances: Collection[str] = (), *, hours_away: int = 0
) -> Exposure:
    """The save after `hours` in `extreme cold` or `extreme heat` (R-167, R-168); an hour away starts the count anew.

    `circumstances` in the table's words: resist cold, immune fire, adapted, dry winter clothes, metal armor, wet, ...
    Raises RulesError for a hazard that the edition lacks or that does not go by the hour.
    """
    facts = row(edition, "hazards", hazard, "hazard")
    if "first_dc" not in facts:
        raise RulesError(f"{hazard} does not go by the hour (R-166)")
    counted = 1 if hours_away >= 1 else max(1, hours)
    spared = [reason for reason in facts["avoid"] if reason in circumstances]
    worse = [reason for reason in facts["disadvantage"] if reason in circumstances]
    return Exposure(
        exposed=not spared,
        dc=facts["first_dc"] + facts["per_hour"] * (counted - 1),
        mode=Mode.DISADVANTAGE if worse else Mode.NORMAL,
        why=tuple(f"{reason} (R-167, R-168)" for reason in (*spared, *worse)),
    )


class Blast(Frozen):
    """What strong wind asks of a creature at a start or an end of its turn."""

    dc: int | None
    """Of a Strength save; None when there is none to make."""
    prone: bool = False
    falls: bool = False
    dice: int = 0
    """d6 of falling damage."""


def wind_at_turn_start(edition: Edition, creature_size: str, save: int | None = None) -> Blast:
    """Small and Tiny creatures save or fall prone, where the edition has it (R-169); no `save` counts as failed."""
    facts = row(edition, "hazards", "gale winds", "hazard")
    if size(edition, creature_size).name not in facts["knocks_prone"]:
        return Blast(None)
    return Blast(facts["dc"], prone=save is None or save < facts["dc"])


def wind_at_turn_end(edition: Edition, *, flying: bool, height: int, landed: bool, save: int | None = None) -> Blast:
    """A flyer that has not landed falls, or saves against it where the edition lets it (R-169); `height` in feet."""
    facts = row(edition, "hazards", "gale winds", "hazard")
    if not flying or landed:
        return Blast(None)
    dc = facts.get("dc")
    holds = dc is not None and save is not None and save >= dc
    return Blast(dc, falls=not holds, dice=0 if holds else falling_dice(height))


class Precipitation(Frozen):
    """What heavy rain or snow does to the field."""

    difficult: bool
    lightly_obscured: bool
    puts_out_flame: bool


def precipitation(edition: Edition, kind: Literal["rain", "snow"]) -> Precipitation:
    """Torrential rain or snow (R-170)."""
    if kind not in ("rain", "snow"):
        raise RulesError.unknown("precipitation", kind, ("rain", "snow"))
    facts = row(edition, "hazards", "torrential precipitation", "hazard")
    return Precipitation(
        difficult=kind == "snow" and facts["snow_is_difficult"],
        lightly_obscured=True,
        puts_out_flame=kind == "rain" and facts["rain_puts_out_flame"],
    )


def notices_trap(dc: int, total: int) -> bool:
    """Whether a passive score or a check total finds a trap (R-172)."""
    return total >= dc


def trap_acts(*, is_complex: bool, triggered: bool) -> bool:
    """Whether a trap has a turn of its own, once a round: only a complex one that has been set off (R-173)."""
    return is_complex and triggered
