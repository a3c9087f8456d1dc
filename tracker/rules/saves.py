"""Saving throws: what bends them, what fails them outright, what cover adds, and what share of damage is left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from tracker.frozen import Frozen
from tracker.rules._data import row
from tracker.rules.checks import ABILITIES, NO_SOURCES, Sources
from tracker.rules.conditions import Effects
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError

Share = Literal["full", "half", "none", "double"]
"""What part of rolled damage reaches a target (R-084)."""

_IGNORE_COVER = ("sacred flame",)


class SavePlan(Frozen):
    """How a saving throw is to be made."""

    sources: Sources
    fails: tuple[str, ...] = ()
    """Why it fails without a roll; empty when it is rolled."""


def cover_bonus(edition: Edition, cover: Iterable[str]) -> int | None:
    """What the best of several degrees (none, half, three-quarters, total) adds to AC and Dexterity saves (R-067).

    None for total cover: it cannot be targeted. Raises RulesError for another degree.
    """
    found = [row(edition, "cover", degree, "degree of cover") for degree in cover]
    if any(degree.get("targetable") is False for degree in found):
        return None
    return max((int(degree["ac"]) for degree in found), default=0)


def save_plan(
    edition: Edition,
    ability: str,
    effects: Effects,
    *,
    speed: int = 30,
    cover: Iterable[str] = (),
    spell: str = "",
    dodging: bool = False,
    squeezing: bool = False,
    raging: bool = False,
) -> SavePlan:
    """What bends a saving throw with `ability` (or `death`): conditions, Dodge (R-048), cover (R-067), rage (R-175).

    `speed` in feet decides whether Dodge still holds; `spell` names a spell that may ignore cover. Raises RulesError
    for an unknown ability.
    """
    if ability not in (*ABILITIES, "death"):
        raise RulesError.unknown("ability", ability, ABILITIES)
    if ability == "death" and not edition.exhaustion_on_death_saves:
        return SavePlan(NO_SOURCES)
    sources = effects.save(ability)
    if ability == "dex":
        sources |= _dexterity(edition, effects, speed, dodging, squeezing)
        sources |= _cover(edition, cover, spell)
    if ability == "str" and raging:
        sources |= Sources(advantage=("raging (R-175)",))
    fails = (
        ("its conditions fail Strength and Dexterity saves (R-130 to R-136)",) if ability in effects.fail_saves else ()
    )
    return SavePlan(sources, fails)


def _dexterity(edition: Edition, effects: Effects, speed: int, dodging: bool, squeezing: bool) -> Sources:
    sources = Sources()
    if dodging and not effects.incapacitated and effects.speed(speed) > 0:
        sources |= Sources(advantage=("dodging (R-048)",))
    if squeezing and edition.squeezing == "slows and hampers":
        sources |= Sources(disadvantage=("squeezing (R-037)",))
    return sources


def _cover(edition: Edition, cover: Iterable[str], spell: str) -> Sources:
    bonus = cover_bonus(edition, cover)
    if not bonus or spell.casefold() in _IGNORE_COVER:
        return Sources()
    return Sources(flat=(("cover (R-067)", bonus),))


def share_of_damage(on_save: str, *, saved: bool) -> Share:
    """The share that reaches a target: all on a failure, on a success `half` or `none` as the effect says (R-084)."""
    if on_save not in ("half", "none"):
        raise RulesError.unknown("result of a save", on_save, ("half", "none"))
    if not saved:
        return "full"
    return "half" if on_save == "half" else "none"
