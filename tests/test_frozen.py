"""Frozen values: like frozen dataclasses to whoever makes, compares, replaces or reads them."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from tracker.frozen import Frozen, KeywordFrozen, defaults, field, replace, values
from tracker.regex import regex


class Point(Frozen):
    x: int
    y: int = 3
    names: dict[str, int] = field(default_factory=dict)

    @property
    def sum(self) -> int:
        return self.x + self.y


class Deep(Point):
    z: int = 0


class Told(KeywordFrozen):
    why: tuple[str, ...] = ()


class Hit(Told):
    at: Point


class Nothing(Frozen):
    pass


def test_it_is_made_by_position_or_by_name_and_each_gets_its_own_mapping() -> None:
    one, other = Point(1), Point(x=1, y=3)
    assert one == other and hash(Nothing()) == hash(Nothing()) and one.sum == 4
    assert one.names is not other.names
    assert repr(one) == "Point(x=1, y=3, names={})"
    assert values(Deep(1, 2, {}, 5)) == (1, 2, {}, 5) and Deep(1) != Point(1)


def test_an_heir_is_made_right_whichever_was_made_first() -> None:
    class First(Frozen):
        a: int

    class Second(First):
        b: int = 2

    assert values(First(1)) == (1,) and values(Second(1)) == (1, 2)
    assert defaults(Second) == {"b": 2}


@pytest.mark.parametrize(
    ("kind", "given", "named"),
    [(Point, (), {}), (Point, (1, 2, {}, 4), {}), (Point, (1,), {"q": 2}), (Hit, (Point(1),), {})],
)
def test_what_does_not_fit_is_refused(kind: Any, given: tuple[Any, ...], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        kind(*given, **named)


def test_nothing_of_it_changes_but_a_changed_one_can_be_had() -> None:
    point = Point(1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        del point.x
    assert replace(point, y=9) == Point(1, 9) and point.y == 3
    assert replace(Hit(at=point), why=("R-001",)) == Hit(why=("R-001",), at=point)
    with pytest.raises(TypeError, match="'q'"):
        replace(point, q=1)


def test_pydantic_reads_it_and_refuses_what_it_does_not_know() -> None:
    read = TypeAdapter(Hit).validate_json
    assert read('{"at": {"x": "7", "names": {"a": 1}}, "why": ["so"]}') == Hit(why=("so",), at=Point(7, 3, {"a": 1}))
    with pytest.raises(ValidationError, match="later"):
        read('{"at": {"x": 7}, "later": 1}')
    assert [each.name for each in dataclasses.fields(Deep)] == ["x", "y", "names", "z"]


def test_a_pattern_is_what_re_would_make_of_it() -> None:
    pattern = regex(r"(\d+)d(\d+)", re.IGNORECASE)
    assert [found[2] for found in pattern.finditer("2D6 and 1d8")] == ["6", "8"]
    assert pattern.pattern == r"(\d+)d(\d+)" and pattern.sub("x", "2d6+1") == "x+1"
