"""The arithmetic of the d20: modifiers, proficiency, advantage and disadvantage with where they come from."""

from __future__ import annotations

from enum import StrEnum
from itertools import chain
from math import ceil

from tracker.frozen import Frozen
from tracker.rules.errors import RulesError

ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
"""The six abilities in the order stat blocks print them."""


class Mode(StrEnum):
    """How many d20s are thrown and which is kept (R-064)."""

    NORMAL = "normal"
    ADVANTAGE = "advantage"
    DISADVANTAGE = "disadvantage"


class Sources(Frozen):
    """What bends a d20 roll, each with its reason: any advantage and any disadvantage cancel, however many (R-064).

    `a | b` joins two sets; the same reason named twice counts once.
    """

    advantage: tuple[str, ...] = ()
    disadvantage: tuple[str, ...] = ()
    flat: tuple[tuple[str, int], ...] = ()
    """Numbers added to the total, each with its reason."""

    @property
    def mode(self) -> Mode:
        """Advantage, disadvantage or, with both or neither, a plain roll."""
        if bool(self.advantage) == bool(self.disadvantage):
            return Mode.NORMAL
        return Mode.ADVANTAGE if self.advantage else Mode.DISADVANTAGE

    @property
    def modifier(self) -> int:
        """The sum of the flat numbers."""
        return sum(number for _, number in self.flat)

    @property
    def why(self) -> tuple[str, ...]:
        """One line per source, for the log and for `why`."""
        return (
            *(f"advantage: {reason}" for reason in self.advantage),
            *(f"disadvantage: {reason}" for reason in self.disadvantage),
            *(f"{number:+d}: {reason}" for reason, number in self.flat),
        )

    def __or__(self, other: Sources) -> Sources:
        if other == NO_SOURCES:
            return self
        return Sources(
            tuple(dict.fromkeys(chain(self.advantage, other.advantage))),
            tuple(dict.fromkeys(chain(self.disadvantage, other.disadvantage))),
            tuple(dict.fromkeys(chain(self.flat, other.flat))),
        )


NO_SOURCES = Sources()
"""Nothing bends the roll."""


class CheckResult(Frozen):
    """A d20 total set against a target number."""

    total: int
    success: bool
    why: tuple[str, ...]


def modifier(score: int) -> int:
    """The modifier of an ability score: half of what it is above 10, rounded down (10 → 0, 7 → -2)."""
    return (score - 10) // 2


def proficiency_bonus(level: float) -> int:
    """The bonus at a character level or challenge rating of 0 to 30: +2, and 1 more after every fourth (R-063)."""
    if not 0 <= level <= 30:
        raise RulesError(f"no level or challenge rating {level}; they run from 0 to 30")
    return 2 + max(0, ceil(level) - 1) // 4


def passive_score(ability_modifier: int, proficiency: int, *, proficient: bool, mode: Mode = Mode.NORMAL) -> int:
    """10 + modifier, + proficiency if proficient, +5 with advantage and -5 with disadvantage (R-003)."""
    return 10 + ability_modifier + (proficiency if proficient else 0) + passive_shift(mode)


def passive_shift(mode: Mode) -> int:
    """What advantage is worth where nothing is rolled: 5 either way (R-003, R-017)."""
    return {Mode.NORMAL: 0, Mode.ADVANTAGE: 5, Mode.DISADVANTAGE: -5}[mode]


def resolve_check(kept: int, bonus: int, dc: int, sources: Sources = NO_SOURCES) -> CheckResult:
    """A check or saving throw: the kept face + bonus + the sources' flat numbers succeeds on meeting `dc`.

    A 20 or a 1 on the die means nothing special here.
    """
    total = kept + bonus + sources.modifier
    success = total >= dc
    return CheckResult(total, success, (*sources.why, f"{total} {'meets' if success else 'is below'} DC {dc}"))
