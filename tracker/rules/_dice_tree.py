"""Dice notation as a tree: what a sum of dice and numbers is, and how a line of text becomes one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import comb
from typing import Literal, NoReturn, cast

from tracker.frozen import Frozen, replace
from tracker.regex import regex
from tracker.rules.errors import DiceError

Throw = Callable[[int], int]
Faces = list[tuple[int, int, bool]]
Keep = Literal["", "kh", "kl", "dh", "dl"]

_MAX_DICE = 500
_MAX_SIDES = 1000
_MAX_LENGTH = 200
_MAX_NUMBER = 1_000_000
_MAX_TOTAL = 1_000_000_000


class Number(Frozen):
    """A whole number."""

    value: int

    def __str__(self) -> str:
        return str(self.value)

    def bounds(self) -> tuple[int, int]:
        return self.value, self.value

    def mean(self) -> float:
        return self.value

    def throw(self, throw: Throw, faces: Faces) -> int:
        return self.value


class Pool(Frozen):
    """Dice of one kind, all of them counting or only the `kept` highest or lowest."""

    count: int
    sides: int
    keep: Keep = ""
    amount: int = 0

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}" + (f"{self.keep}{self.amount}" if self.keep else "")

    @property
    def kept(self) -> int:
        if not self.keep:
            return self.count
        amount = min(self.amount, self.count)
        return amount if self.keep[0] == "k" else self.count - amount

    @property
    def keeps_highest(self) -> bool:
        return self.keep in ("", "kh", "dl")

    def bounds(self) -> tuple[int, int]:
        return self.kept, self.kept * self.sides

    def mean(self) -> float:
        if self.kept == self.count:
            return self.count * (self.sides + 1) / 2
        return sum(self._mean_reaching(threshold) for threshold in range(1, self.sides + 1))

    def _mean_reaching(self, threshold: int) -> float:
        """How many kept dice show `threshold` or more, on average: a face is the sum of the thresholds it reaches."""
        reach = (self.sides - threshold + 1) / self.sides
        if not self.keeps_highest:
            reach = 1 - reach
        missing = sum(
            (self.kept - n) * comb(self.count, n) * reach**n * (1 - reach) ** (self.count - n) for n in range(self.kept)
        )
        return self.kept - missing if self.keeps_highest else missing

    def throw(self, throw: Throw, faces: Faces) -> int:
        thrown = [throw(self.sides) for _ in range(self.count)]
        ranked = sorted(range(self.count), key=thrown.__getitem__, reverse=self.keeps_highest)
        kept = set(ranked[: self.kept])
        faces.extend((self.sides, face, i in kept) for i, face in enumerate(thrown))
        return sum(thrown[i] for i in kept)


class Operation(Frozen):
    """Two trees joined by `+`, `-`, `*` or `/`; division rounds down and only by a plain number."""

    sign: Literal["+", "-", "*", "/"]
    left: Node
    right: Node

    def __str__(self) -> str:
        tight = self.sign in "*/"
        loosens_left = tight and _is_sum(self.left)
        loosens_right = (tight and isinstance(self.right, Operation)) or (self.sign == "-" and _is_sum(self.right))
        left = f"({self.left})" if loosens_left else str(self.left)
        right = f"({self.right})" if loosens_right else str(self.right)
        return f"{left}{self.sign}{right}"

    def _apply(self, left: int, right: int) -> int:
        match self.sign:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "/":
                return left // right

    def bounds(self) -> tuple[int, int]:
        corners = [self._apply(x, y) for x in self.left.bounds() for y in self.right.bounds()]
        return min(corners), max(corners)

    def mean(self) -> float:
        """Of a quotient the quotient of the means, which its bounds keep from straying where rounding down bites."""
        left, right = self.left.mean(), self.right.mean()
        match self.sign:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "/":
                low, high = self.bounds()
                return min(max(left / right, low), high)

    def throw(self, throw: Throw, faces: Faces) -> int:
        left = self.left.throw(throw, faces)
        return self._apply(left, self.right.throw(throw, faces))


Node = Number | Pool | Operation


def _added(sign: str, left: Node, right: Node) -> Node:
    """The sum or difference, with `+-3` and `--3` written plainly."""
    if isinstance(right, Number) and right.value < 0:
        return Operation("-" if sign == "+" else "+", left, Number(-right.value))
    return Operation("+" if sign == "+" else "-", left, right)


def _is_sum(node: Node) -> bool:
    return isinstance(node, Operation) and node.sign in "+-"


def pools(node: Node) -> Iterator[Pool]:
    """Every pool of dice in the tree, left to right."""
    if isinstance(node, Pool):
        yield node
    elif isinstance(node, Operation):
        yield from pools(node.left)
        yield from pools(node.right)


def with_dice_doubled(node: Node) -> Node:
    """The tree of a critical hit: every die twice, every number once (R-080)."""
    match node:
        case Pool():
            return replace(node, count=node.count * 2, amount=node.amount * 2)
        case Operation():
            return replace(node, left=with_dice_doubled(node.left), right=with_dice_doubled(node.right))
        case Number():
            return node


_TOKEN = regex(r"\s*(?:(?P<pool>\d*\s*d\s*\d+(?:\s*[kd][hl]\s*\d*)?)|(?P<number>\d+)|(?P<sign>[-+*/()]))")
_POOL = regex(r"(\d*)d(\d+)(?:([kd][hl])(\d*))?")


class _Reader:
    """Reads one line of notation from left to right; `start` shifts the columns of a piece of a longer line."""

    def __init__(self, text: str, start: int) -> None:
        self._text = text.replace("\u2212", "-").lower()
        self._start = start
        self._at = 0
        self._dice = 0

    def read(self) -> Node:
        if len(self._text) > _MAX_LENGTH:
            self._fail(f"longer than {_MAX_LENGTH} characters", 0)
        node = self._sum(depth=0)
        if self._rest().strip():
            self._fail(f"'{self._rest().split()[0]}' was not expected", self._skip())
        if max(map(abs, node.bounds())) > _MAX_TOTAL:
            self._fail("the total could be over a billion", 0)
        return node

    def _rest(self) -> str:
        return self._text[self._at :]

    def _skip(self) -> int:
        return len(self._text) - len(self._rest().lstrip())

    def _fail(self, what: str, at: int) -> NoReturn:
        raise DiceError(f"column {self._start + at + 1}: {what}; dice are written like 2d6+3")

    def _take(self, signs: str) -> str:
        found = _TOKEN.match(self._text, self._at)
        if found and found["sign"] and found["sign"] in signs:
            self._at = found.end()
            return found["sign"]
        return ""

    def _sum(self, depth: int) -> Node:
        node = self._product(depth)
        while sign := self._take("+-"):
            node = _added(sign, node, self._product(depth))
        return node

    def _product(self, depth: int) -> Node:
        node = self._value(depth)
        while True:
            at = self._skip()
            if self._take("*"):
                node = Operation("*", node, self._value(depth))
            elif self._take("/"):
                node = Operation("/", node, self._divisor(depth, at))
            else:
                return node

    def _divisor(self, depth: int, at: int) -> Node:
        node = self._value(depth)
        if any(pools(node)):
            self._fail("only a plain number can divide", at)
        if node.bounds() == (0, 0):
            self._fail("nothing can be divided by 0", at)
        return node

    def _value(self, depth: int) -> Node:
        at = self._skip()
        if depth > 20:
            self._fail("too many brackets or signs inside each other", at)
        if self._take("-"):
            inner = self._value(depth + 1)
            return Number(-inner.value) if isinstance(inner, Number) else Operation("*", Number(-1), inner)
        if self._take("+"):
            return self._value(depth + 1)
        if self._take("("):
            node = self._sum(depth + 1)
            if not self._take(")"):
                self._fail("the bracket is not closed", at)
            return node
        found = _TOKEN.match(self._text, self._at)
        if found is None or found["sign"]:
            rest = self._rest().split()
            self._fail(
                f"dice or a number are missing before '{rest[0]}'" if rest else "dice or a number are missing", at
            )
        self._at = found.end()
        return self._pool(found["pool"], at) if found["pool"] else self._number(found["number"], at)

    def _number(self, digits: str, at: int) -> Number:
        if len(digits) > 12 or int(digits) > _MAX_NUMBER:
            self._fail("a number is over a million", at)
        return Number(int(digits))

    def _pool(self, written: str, at: int) -> Pool:
        found = _POOL.fullmatch("".join(written.split()))
        assert found, written
        count, sides = self._number(found[1] or "1", at).value, self._number(found[2], at).value
        self._dice += count
        if self._dice > _MAX_DICE:
            self._fail(f"more than {_MAX_DICE} dice", at)
        if not 1 <= sides <= _MAX_SIDES:
            self._fail(f"a die has 1 to {_MAX_SIDES} sides", at)
        if not found[3]:
            return Pool(count, sides)
        amount = self._number(found[4] or "1", at).value
        return Pool(count, sides, cast("Keep", found[3]), amount)


def read_dice(text: str, start: int = 0) -> Node:
    """The tree of one line of notation; raises DiceError with the column (`start` is added to it)."""
    return _Reader(text, start).read()
