"""Foundry's formulas: `@prof * 2`, `1d6 + @mod`, `8 + @abilities.con.mod`, worked out with an actor's own figures."""

import math
import re
from collections.abc import Callable
from typing import Any

from tracker.library.importers.figures import average, dice, plain, whole

_PATH = re.compile(r"@([A-Za-z][\w.]*)")
_FLAVOUR = re.compile(r"\[[^\[\]]*\]")
_DICE = re.compile(r"(\d{0,3})d(\d{1,3})(?:(?:kh|kl|r|x|min|max)[\d<>=]*)*", re.I)
_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|(floor|ceil|round|max|min|abs)\b|([-+*/(),]))", re.I)
_LONGEST = 300


def substituted(formula: Any, values: dict[str, int]) -> str | None:
    """The formula with every `@path` replaced by its value; None when one is unknown."""
    text = _FLAVOUR.sub("", plain(formula))
    if len(text) > _LONGEST:
        return None
    unknown = False

    def value(hit: re.Match[str]) -> str:
        nonlocal unknown
        if hit[1] not in values:
            unknown = True
            return "0"
        return f"({values[hit[1]]})"

    made = _PATH.sub(value, text)
    return None if unknown else made


def number(formula: Any, values: dict[str, int]) -> int | None:
    """The formula as a whole number, rounded down; None when it holds dice or is not understood. Empty is 0."""
    if isinstance(formula, bool):
        return None
    if isinstance(formula, int | float):
        return whole(formula)
    text = substituted(formula, values)
    if text is None:
        return None
    if not text.strip():
        return 0
    result = _Arithmetic(text).result()
    return math.floor(result) if result is not None and abs(result) < 1e6 else None


def damage(formula: Any, values: dict[str, int], extra: int = 0) -> str | None:
    """The formula as `2d6+4`, several dice of one size added up; `extra` comes on top. None when not understood."""
    text = substituted(formula, values)
    if text is None:
        return None
    groups: dict[int, int] = {}
    for hit in _DICE.finditer(text):
        sides = int(hit[2])
        groups[sides] = groups.get(sides, 0) + int(hit[1] or 1)
    flat = number(re.sub(r"\(\s*\)", "0", _DICE.sub("0", text)), {})
    if flat is None:
        return None
    flat += extra
    if not groups:
        return str(flat) if flat > 0 else None
    parts = [f"{count}d{sides}" for sides, count in groups.items()]
    return "+".join(parts) + (f"{flat:+d}" if flat else "")


def shown(expression: str) -> str:
    """`2d6+4` as a book prints it: `11 (2d6 + 4)`."""
    typical = average(dice(expression)) if expression.count("d") == 1 else None
    spaced = re.sub(r"([+-])", r" \1 ", expression)
    return f"{typical} ({spaced})" if typical is not None else spaced


class _Arithmetic:
    """Sums, products, brackets and a few functions; anything else gives None."""

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        place = 0
        text = text.strip()
        while place < len(text):
            hit = _TOKEN.match(text, place)
            if not hit or hit.end() == place:
                self.tokens = ["?"]
                return
            self.tokens.append((hit[1] or hit[2] or hit[3]).lower())
            place = hit.end()
        self.depth = 0

    def result(self) -> float | None:
        try:
            value = self._sum()
        except (ValueError, ZeroDivisionError, IndexError, OverflowError, AttributeError):
            return None
        return value if not self.tokens else None

    def _sum(self) -> float:
        value = self._product()
        while self.tokens and self.tokens[0] in "+-":
            value += self._product() if self.tokens.pop(0) == "+" else -self._product()
        return value

    def _product(self) -> float:
        value = self._factor()
        while self.tokens and self.tokens[0] in "*/":
            value = value * self._factor() if self.tokens.pop(0) == "*" else value / self._factor()
        return value

    def _factor(self) -> float:
        self.depth += 1
        if self.depth > 200:
            raise ValueError
        token = self.tokens.pop(0)
        if token in "+-":
            return self._factor() if token == "+" else -self._factor()
        if token == "(":
            value = self._sum()
            if self.tokens.pop(0) != ")":
                raise ValueError
            return value
        if token.isalpha():
            return self._function(token)
        return float(token)

    def _function(self, name: str) -> float:
        if self.tokens.pop(0) != "(":
            raise ValueError
        values = [self._sum()]
        while self.tokens[0] == ",":
            self.tokens.pop(0)
            values.append(self._sum())
        if self.tokens.pop(0) != ")":
            raise ValueError
        one: dict[str, Callable[[float], float]] = {"floor": math.floor, "ceil": math.ceil, "round": round, "abs": abs}
        return one[name](values[0]) if name in one else max(values) if name == "max" else min(values)
