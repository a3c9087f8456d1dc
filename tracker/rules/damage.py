"""What becomes of a hit on its way to the hit points: the damage pipeline, part by part (R-083 to R-094)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from tracker.frozen import Frozen
from tracker.rules.conditions import Effects
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError
from tracker.rules.saves import Share

_SHARES = ("full", "half", "none", "double")


class Damage(Frozen):
    """One part of a hit before anything is taken off it."""

    amount: int
    damage_type: str | None = None
    """None for untyped damage, which only resistance or immunity to all touches."""
    tags: frozenset[str] = frozenset()
    """What a resistance may ask about the attack: magical, silvered, adamantine, ballistic, ..."""


class Defenses(Frozen):
    """What a creature or thing sets against damage; entries as in a stat block, `fire` or `slashing (nonmagical)`."""

    resist: tuple[str, ...] = ()
    vulnerable: tuple[str, ...] = ()
    immune: tuple[str, ...] = ()
    flat: int = 0
    """Added to a hit once (negative: taken off), before shares and halves."""
    threshold: int = 0
    """A hit below this does nothing (R-094)."""


class DamageTaken(Frozen):
    """What a hit comes to after everything, with the reasons."""

    total: int
    """One hit for temporary hit points, concentration and death saves (R-091)."""
    parts: tuple[int, ...]
    """What is left of each part."""
    why: tuple[str, ...]


def defense_applies(entry: str, damage_type: str | None, tags: Iterable[str] = ()) -> bool:
    """Whether a resistance, vulnerability or immunity such as `bludgeoning (nonmagical, not silvered)` is about a hit.

    In the brackets `nonmagical` and `not X` ask that the attack lacks a tag; `magical`, `silvered`, `adamantine` that
    it has it; other words are taken to hold.
    """
    kind, asked = _entry(entry)
    have = set(tags)
    if kind not in ("all", damage_type) and kind not in have:
        return False
    return all((tag in have) == wanted for tag, wanted in asked)


_TAGS = ("magical", "silvered", "adamantine", "cold iron")


@lru_cache(maxsize=2048)
def _entry(entry: str) -> tuple[str, tuple[tuple[str, bool], ...]]:
    """The kind of damage, and each tag in the brackets with whether it must be there."""
    kind, _, qualifiers = entry.casefold().partition("(")
    asked = []
    for word in re.split(r",|\band\b", qualifiers.strip(" )")):
        word = word.strip().replace("nonmagical", "not magical")
        tag = word.removeprefix("not ").removeprefix("non").strip(" -")
        if tag in _TAGS:
            asked.append((tag, tag == word))
    return kind.strip(), tuple(asked)


def take_damage(
    edition: Edition,
    parts: Sequence[Damage],
    defenses: Defenses,
    *,
    share: Share = "full",
    effects: Effects | None = None,
    underwater: bool = False,
) -> DamageTaken:
    """Runs a hit through immunity, flat changes, the share, resistance and vulnerability, each part on its own (R-090).

    Every half rounds down and nothing goes below 0. `share` is what a save or the GM leaves of it; `effects` bring what
    conditions add (R-131); `underwater` creatures resist fire (R-073).
    """
    if share not in _SHARES:
        raise RulesError.unknown("share of damage", share, _SHARES)
    immune = (*defenses.immune, *(effects.immune_damage if effects else ()))
    resist = (*defenses.resist, *(effects.resist if effects else ()), *(("fire",) if underwater else ()))
    left, why = [], []
    flat = defenses.flat
    for part in parts:
        steps = _Steps(part.amount)
        if entry := _applying(immune, part):
            steps.to(0, f"immune to {entry} (R-088)")
        else:
            flat = _flat_and_share(edition, steps, flat, share)
        if entry := _applying(resist, part):
            steps.to(steps.amount // 2, f"resists {entry} (R-086)")
        if entry := _applying(defenses.vulnerable, part):
            steps.to(steps.amount * 2, f"vulnerable to {entry} (R-087)")
        left.append(steps.amount)
        why.append(steps.line(part))
    total = sum(left)
    if total < defenses.threshold:
        return DamageTaken(0, (0,) * len(left), (*why, f"{total} is below the threshold {defenses.threshold} (R-094)"))
    return DamageTaken(total, tuple(left), tuple(why))


class _Steps:
    """An amount and what has happened to it so far; a step that changes nothing leaves no trace."""

    def __init__(self, amount: int) -> None:
        self.amount = amount
        self._path = [f"{amount}"]

    def to(self, amount: int, reason: str) -> None:
        if amount != self.amount:
            self.amount = amount
            self._path.append(f"{reason} → {amount}")

    def line(self, part: Damage) -> str:
        first, *steps = self._path
        return ", ".join((f"{first} {part.damage_type or ''}".strip(), *steps))


def _flat_and_share(edition: Edition, steps: _Steps, flat: int, share: Share) -> int:
    """Applies both in the order the table plays; returns what is left of the flat change for the next part (R-091)."""
    if not edition.flat_before_save:
        _share(steps, share)
    before = steps.amount
    steps.to(max(0, before + flat), f"{flat:+d} (R-090)")
    rest = min(0, before + flat) if flat < 0 else 0
    if edition.flat_before_save:
        _share(steps, share)
    return rest


def _share(steps: _Steps, share: Share) -> None:
    match share:
        case "half":
            steps.to(steps.amount // 2, "half (R-084)")
        case "none":
            steps.to(0, "nothing on a save (R-084)")
        case "double":
            steps.to(steps.amount * 2, "double")


def _applying(entries: Iterable[str], part: Damage) -> str | None:
    return next((entry for entry in entries if defense_applies(entry, part.damage_type, part.tags)), None)
