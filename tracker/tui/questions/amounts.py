"""Damage, healing and temporary hit points: letters pick targets, then comes the amount, then the type."""

import re
from typing import NamedTuple

from tracker.encounter.commands import Amend, Amount, Damage, Heal, MaxHp, TempHp, Wish
from tracker.tui.questions.base import Question, names
from tracker.tui.sight import Reading, Sight, picked_targets, signs

TYPE_LETTERS = {
    "a": "acid",
    "b": "bludgeoning",
    "c": "cold",
    "f": "fire",
    "l": "lightning",
    "n": "necrotic",
    "p": "piercing",
    "r": "radiant",
    "s": "slashing",
    "t": "thunder",
    "o": "force",
    "i": "poison",
    "y": "psychic",
}


class AmountError(ValueError):
    """An amount that cannot be read, in the GM's words."""


class Typed(NamedTuple):
    """An amount with its targets, as typed."""

    letters: str
    """Pick letters before the first digit."""
    parts: tuple[Amount, ...]
    critical: bool = False
    force: bool = False
    sign: str = ""
    """`=` or a sign standing before the amount."""


def read_amount(text: str, *, types: bool = True) -> Typed:
    """Parts `abC28f`, `9s+7f`, `2d6+3`, `12x!`. Raises AmountError."""
    match = re.fullmatch(r"\s*([A-Za-z]*)\s*([=+\-]?)\s*(.*?)\s*(!?)\s*", text)
    assert match is not None
    letters, sign, rest, force = match.groups()
    critical = False
    if rest.endswith("x"):
        critical, rest = True, rest[:-1].rstrip()
    return Typed(letters, _parts(rest, types), critical, bool(force), sign)


def _parts(rest: str, types: bool) -> tuple[Amount, ...]:
    parts: list[Amount] = []
    while rest:
        match = re.match(r"\s*((?:\d|d(?=\d|%)|[+*/\- ()]|(?<=\d)k[hl]?(?=\d))+)\s*([A-Za-z]*)", rest)
        if not match or not match[1].strip(" +"):
            raise AmountError(f"'{rest.strip()[:12]}' is no amount; 12, 2d6+3 and 9s+7f are")
        dice = match[1].strip().lstrip("+ ")
        if not re.search(r"\d\)*$", dice):
            raise AmountError(f"'{dice}' is not finished")
        parts.append(Amount(dice=dice.replace(" ", ""), type=_type(match[2], types)))
        rest = rest[match.end() :]
    return tuple(parts)


def _type(word: str, types: bool) -> str | None:
    if not word:
        return None
    if not types:
        raise AmountError(f"an amount has no type here; '{word}' is not understood")
    low = word.lower()
    if low in TYPE_LETTERS:
        return TYPE_LETTERS[low]
    found = [name for name in TYPE_LETTERS.values() if name.startswith(low)]
    if found:
        return found[0]
    letters = ", ".join(f"{letter} {name}" for letter, name in TYPE_LETTERS.items())
    raise AmountError(f"no damage type '{word}': {letters}")


class AmountQuestion(Question):
    """What the three have in common."""

    letters = "small"
    typed_damage = False

    def read(self, sight: Sight) -> Reading:
        """Targets and amount; the default target is the one under the cursor."""
        try:
            typed = read_amount(self.field.text, types=self.typed_damage)
        except AmountError as problem:
            return Reading(problem=str(problem))
        picked, unknown = picked_targets(typed.letters, sight)
        targets = self.targets(picked, sight)
        shown = signs(targets)
        if unknown:
            return Reading(problem=f"no row has the letter {unknown}", picked=shown)
        who = names(sight, tuple(target.who for target in targets))
        if not targets:
            return Reading(problem="on whom? type the letters of the rows")
        if not typed.parts:
            return Reading(words=f"{who}: how much?", picked=shown)
        return Reading(wish=self.wish(typed, targets, sight), words=self.said(typed, who), picked=shown)

    def wish(self, typed: Typed, targets: tuple, sight: Sight) -> Wish:  # type: ignore[type-arg]
        """The command for an amount that is complete."""
        raise LookupError(self.label)

    def said(self, typed: Typed, who: str) -> str:
        """The amount and its targets in words."""
        amount = " + ".join(f"{part.dice} {part.type or ''}".strip() for part in typed.parts)
        return f"{amount} on {who}"


class DamageQuestion(AmountQuestion):
    """`d`: through the whole pipeline, with shares, types, criticals; `=18` amends the last amount."""

    label = "damage"
    hint = "letters pick (CAPITAL half), then 12, 2d6+3, 28f, 9s+7f; x critical; =18 amends; ? more"
    keys = (
        ("28f", "28 fire: " + ", ".join(f"{letter} {name}" for letter, name in TYPE_LETTERS.items())),
        ("9s+7f", "two types in one blow"),
        ("12x", "a critical hit: typed dice are doubled, and at 0 it is two failures"),
        ("=18", "the last amount was 18"),
        ("!", "at the end does what the rules refuse"),
    )
    typed_damage = True

    def wish(self, typed: Typed, targets: tuple, sight: Sight) -> Wish:  # type: ignore[type-arg]
        if typed.sign == "=":
            return Amend(dice=typed.parts[0].dice)
        by = sight.striker(target.who for target in targets)
        return Damage(targets=targets, amounts=typed.parts, critical=typed.critical, by=by, force=typed.force)

    def said(self, typed: Typed, who: str) -> str:
        if typed.sign == "=":
            return f"the last amount was {typed.parts[0].dice}"
        return super().said(typed, who) + (", critical" if typed.critical else "")


class HealQuestion(AmountQuestion):
    """`h`: hit points back."""

    label = "heal"
    hint = "letters pick, then 8 or 2d4+2"

    def wish(self, typed: Typed, targets: tuple, sight: Sight) -> Wish:  # type: ignore[type-arg]
        return Heal(targets=tuple(target.who for target in targets), dice=typed.parts[0].dice, force=typed.force)


class TempQuestion(AmountQuestion):
    """`t`: temporary hit points; `=5` replaces larger ones."""

    label = "temp hp"
    hint = "letters pick, then 5; =5 replaces what is there"

    def wish(self, typed: Typed, targets: tuple, sight: Sight) -> Wish:  # type: ignore[type-arg]
        who = tuple(target.who for target in targets)
        return TempHp(targets=who, dice=typed.parts[0].dice, replace=typed.sign == "=")


class MaximumQuestion(AmountQuestion):
    """Hit point maximum: with a sign it changes, without one it is set."""

    label = "maximum hp"
    hint = "letters pick, then -5, +5 or 30"

    def wish(self, typed: Typed, targets: tuple, sight: Sight) -> Wish:  # type: ignore[type-arg]
        number = int(typed.parts[0].dice) if typed.parts[0].dice.isdigit() else 0
        who = tuple(target.who for target in targets)
        return MaxHp(targets=who, amount=-number if typed.sign == "-" else number, relative=typed.sign in ("+", "-"))
