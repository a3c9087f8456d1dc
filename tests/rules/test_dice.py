"""Dice notation: what it means, what it comes to, and what it says when it cannot be read."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.rules import dice
from tracker.rules.checks import Mode
from tracker.rules.dice import DiceError, DiceRanDry, FedDice, RandomDice, parse, parse_damage, roll_d20
from tracker.rules.errors import RulesError

_NUMBERS = st.integers(0, 99).map(str)
_POOLS = st.builds(
    lambda count, sides, keep: f"{count}d{sides}{keep}",
    st.integers(1, 9),
    st.integers(1, 20),
    st.sampled_from(["", "kh1", "kl2", "dh1", "dl1"]),
)
_TEXTS = st.recursive(
    _NUMBERS | _POOLS,
    lambda inner: (
        st.builds(lambda left, sign, right: f"{left} {sign} {right}", inner, st.sampled_from("+-*\u2212"), inner)
        | st.builds(lambda text, by: f"({text})/{by}", inner, st.integers(1, 4))
        | inner.map(lambda text: f"-({text})")
    ),
    max_leaves=6,
)


@given(_TEXTS, st.integers())
def test_every_roll_lies_between_the_bounds_and_spells_itself_plainly(text: str, seed: int) -> None:
    expression = parse(text)
    roll = expression.roll(RandomDice(seed))
    assert expression.minimum <= roll.total <= expression.maximum
    assert expression.minimum <= expression.average <= expression.maximum
    assert parse(str(expression)).roll(RandomDice(seed)).total == roll.total
    assert expression.has_dice == bool(roll.faces)


@given(_TEXTS, st.integers())
def test_a_critical_throws_every_die_twice(text: str, seed: int) -> None:
    plain, critical = parse(text).roll(RandomDice(seed)), parse(text).roll(RandomDice(seed), critical=True)
    assert sorted(sides for sides, _, _ in critical.faces) == sorted(2 * [sides for sides, _, _ in plain.faces])


@given(st.integers(1, 6), st.integers(1, 8), st.integers(0, 6), st.sampled_from(["kh", "kl", "dh", "dl"]))
def test_the_average_of_kept_dice_is_that_of_all_their_throws(count: int, sides: int, amount: int, keep: str) -> None:
    count = min(count, 4)
    faces = [()]
    for _ in range(count):
        faces = [(*before, face) for before in faces for face in range(1, sides + 1)]  # type: ignore[misc]
    expression = parse(f"{count}d{sides}{keep}{amount}")
    totals = [expression.roll(FedDice(each)).total for each in faces]
    assert expression.average == sum(totals) // len(totals)


def test_a_roll_shows_its_dice_in_the_order_thrown() -> None:
    assert parse("2d6+3").roll(FedDice([4, 2])).text == "2d6+3 [4 2] = 9"
    assert parse("2d20kl1 - 1").roll(FedDice([15, 4])).text == "2d20kl1-1 [(15) 4] = 3"
    assert parse("1d8+2d6+4").roll(FedDice([1, 2, 3, 4, 5, 6]), critical=True).text == "2d8+4d6+4 [1 2, 3 4 5 6] = 25"


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1),
        ("2d", 2),
        ("2d6+", 5),
        ("2d6 x", 5),
        ("(2d6", 1),
        ("2d6)", 4),
        ("1/0", 2),
        ("1d6/1d4", 4),
        ("501d6", 1),
        ("1d1001", 1),
        ("9" * 30, 1),
        ("(" * 40, 22),
        ("1+" * 101, 1),
    ],
)
def test_what_cannot_be_read_is_told_with_its_column(text: str, column: int) -> None:
    with pytest.raises(DiceError, match=f"^column {column}:"):
        parse(text)


def test_damage_names_its_types() -> None:
    assert [(str(part.expression), part.damage_type) for part in parse_damage("2d6+5 slashing + 1d6 fire")] == [
        ("2d6+5", "slashing"),
        ("1d6", "fire"),
    ]
    assert parse_damage("3d6 fire|cold damage")[0].types == ("fire", "cold")
    assert [str(part) for part in parse_damage("9 Slashing, 7 fire and 3")] == ["9 slashing", "7 fire", "3"]
    assert parse_damage("12")[0].damage_type is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1d6 fir", "column 5: there is no damage type 'fir'; did you mean 'fire'?"),
        ("1d6 fire 3 cold", "column 9: a further kind of damage is joined on with '\\+'"),
        ("fire", "column 1: dice or a number are missing"),
        ("3 fire + x cold", "column 10: dice or a number are missing before 'x'"),
    ],
)
def test_damage_that_cannot_be_read_is_told_with_its_column(text: str, message: str) -> None:
    with pytest.raises(DiceError, match=message):
        parse_damage(text)


def test_fed_dice_show_what_they_are_given_and_nothing_else() -> None:
    dice = FedDice([15, 3])
    assert roll_d20(dice, Mode.DISADVANTAGE).kept == 3
    with pytest.raises(DiceRanDry, match="all 2 fed dice are used up"):
        dice.roll(6)
    with pytest.raises(RulesError, match="fed die 1 is 7, but a d6 shows 1 to 6"):
        FedDice([7]).roll(6)


def test_the_same_seed_throws_the_same_faces() -> None:
    first, second = RandomDice(7), RandomDice(7)
    assert [first.roll(20) for _ in range(50)] == [second.roll(20) for _ in range(50)]


def test_the_examples_in_the_docstrings_hold() -> None:
    assert doctest.testmod(dice).failed == 0
