"""Dice: where faces come from, and what notation such as `4d6kh3` or `2d6+5 slashing + 1d6 fire` comes to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from math import floor
from typing import Protocol

from tracker.frozen import Frozen
from tracker.regex import regex
from tracker.rules._dice_tree import Node, pools, read_dice, with_dice_doubled
from tracker.rules.checks import Mode
from tracker.rules.errors import DiceError as DiceError
from tracker.rules.errors import DiceRanDry as DiceRanDry
from tracker.rules.errors import RulesError

DAMAGE_TYPES = (
    *("acid", "bludgeoning", "cold", "fire", "force", "lightning", "necrotic"),
    *("piercing", "poison", "psychic", "radiant", "slashing", "thunder"),
)
"""The closed list of damage types (R-085)."""


class Dice(Protocol):
    """Anything that throws dice."""

    def roll(self, sides: int) -> int:
        """A face from 1 to `sides`."""
        ...


class RandomDice:
    """Dice thrown by the app; the same seed gives the same faces."""

    def __init__(self, seed: int | None = None) -> None:
        from random import Random

        self._random = Random(seed)

    def roll(self, sides: int) -> int:
        """A face from 1 to `sides`, all equally likely."""
        return self._random.randint(1, sides)


class FedDice:
    """Dice that show exactly the given faces in their order; raises DiceRanDry when none are left."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = tuple(faces)
        self._next = 0

    def roll(self, sides: int) -> int:
        """The next face; raises RulesError if a die of `sides` has no such face."""
        if self._next == len(self._faces):
            raise DiceRanDry(f"a d{sides} is to be thrown, but all {self._next} fed dice are used up")
        face = self._faces[self._next]
        if not 1 <= face <= sides:
            raise RulesError(f"fed die {self._next + 1} is {face}, but a d{sides} shows 1 to {sides}")
        self._next += 1
        return face


class D20Roll(Frozen):
    """One d20 roll: the face that counts and all that were thrown."""

    kept: int
    faces: tuple[int, ...]
    mode: Mode


def roll_d20(dice: Dice, mode: Mode = Mode.NORMAL) -> D20Roll:
    """One d20, or two with the higher (advantage) or the lower (disadvantage) kept (R-064)."""
    faces = tuple(dice.roll(20) for _ in range(1 if mode is Mode.NORMAL else 2))
    return D20Roll(min(faces) if mode is Mode.DISADVANTAGE else max(faces), faces, mode)


class Roll(Frozen):
    """What came of rolling an expression."""

    total: int
    faces: tuple[tuple[int, int, bool], ...]
    """Each die as (sides, face, whether it counts), in the order thrown."""
    text: str
    """The breakdown, such as `2d6+3 [4 2] = 9`; a die that does not count stands in brackets."""


class Expression(Frozen):
    """Dice and numbers read from notation; `str()` gives its plainest spelling."""

    _tree: Node

    def __str__(self) -> str:
        return str(self._tree)

    @property
    def has_dice(self) -> bool:
        """Whether rolling it throws anything."""
        return any(pools(self._tree))

    @property
    def minimum(self) -> int:
        """The least it can come to."""
        return self._tree.bounds()[0]

    @property
    def maximum(self) -> int:
        """The most it can come to."""
        return self._tree.bounds()[1]

    @property
    def average(self) -> int:
        """The mean, rounded down once at the end (1d6 → 3, R-211)."""
        return floor(self._tree.mean() + 1e-9)

    @property
    def critical(self) -> Expression:
        """The same with every die twice and every number once (R-080): `1d8+4` → `2d8+4`."""
        return Expression(with_dice_doubled(self._tree))

    def roll(self, dice: Dice, critical: bool = False) -> Roll:
        """Throws the dice from left to right, a critical's extra ones straight after their own; rounds down."""
        if critical:
            return self.critical.roll(dice)
        faces: list[tuple[int, int, bool]] = []
        total = self._tree.throw(dice.roll, faces)
        shown = ", ".join(
            " ".join(str(face) if kept else f"({face})" for _, face, kept in group)
            for _, group in groupby(faces, key=lambda die: die[0])
        )
        return Roll(total, tuple(faces), f"{self} [{shown}] = {total}" if shown else f"{self} = {total}")


@lru_cache(maxsize=2048)
def parse(text: str) -> Expression:
    """Reads dice notation: `+ - * /`, brackets, `NdM` with `kh`, `kl`, `dh` or `dl` and a number.

    At most 500 dice of at most 1,000 sides. Raises DiceError naming the column.

    >>> parse("2d6 + 3").average
    10
    """
    return Expression(read_dice(text))


class DamagePart(Frozen):
    """One part of a damage line: so much of one type."""

    expression: Expression
    types: tuple[str, ...] = ()
    """Empty for untyped damage; several when whoever deals it may choose (`fire|cold`)."""

    @property
    def damage_type(self) -> str | None:
        """The type, or the first of those to choose from; None when untyped."""
        return self.types[0] if self.types else None

    def __str__(self) -> str:
        return f"{self.expression} {'|'.join(self.types)}".rstrip()


_JOINED = regex(r"\b(?:plus|and)\b|,", re.IGNORECASE)
_FILLER = regex(r"\bdamage\b", re.IGNORECASE)
_WORD = regex(r"[^\W\d_]{3,}(?:\s*\|\s*[^\W\d_]{3,})*")


@lru_cache(maxsize=2048)
def parse_damage(text: str) -> tuple[DamagePart, ...]:
    """Reads damage: amounts, each with its type (R-085) or none, joined by `+`, `plus`, `and` or a comma.

    Raises DiceError naming the column.

    >>> [str(part) for part in parse_damage("2d6+5 slashing plus 1d6 fire")]
    ['2d6+5 slashing', '1d6 fire']
    """
    line = _JOINED.sub(lambda found: "+".ljust(len(found[0])), text)
    line = _FILLER.sub(lambda found: " " * len(found[0]), line)
    parts: list[DamagePart] = []
    start = 0
    for word in _WORD.finditer(line):
        types = tuple(_damage_type(name.strip(), word.start()) for name in word[0].split("|"))
        parts.append(DamagePart(_amount(line, start, word.start()), types))
        start = word.end()
    if line[start:].strip() or not parts:
        parts.append(DamagePart(_amount(line, start, len(line))))
    return tuple(parts)


def _damage_type(name: str, at: int) -> str:
    if name.lower() not in DAMAGE_TYPES:
        raise DiceError(f"column {at + 1}: {RulesError.unknown('damage type', name, DAMAGE_TYPES)}")
    return name.lower()


def _amount(line: str, start: int, end: int) -> Expression:
    """The expression in front of a type; every one but the first begins with the `+` that joins it on."""
    if start:
        join = line.find("+", start, end)
        if join < 0 or line[start:join].strip():
            raise DiceError(f"column {start + 1}: a further kind of damage is joined on with '+'")
        start = join + 1
    return Expression(read_dice(line[start:end], start))
