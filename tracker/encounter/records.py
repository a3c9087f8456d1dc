"""Making the next record out of the last: the same as `dataclasses.replace`, in less than half its time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")


def replace(record: T, /, **changes: Any) -> T:
    """The record with these fields changed. For dataclasses of two fields or more, all of them given to `__init__`."""
    kind: Any = type(record)
    read, index = _fields(kind)
    values = [*read(record)]
    for name, value in changes.items():
        values[index[name]] = value
    made: T = kind(*values)
    return made


@cache
def _fields(kind: Any) -> tuple[Callable[[Any], tuple[Any, ...]], dict[str, int]]:
    names = [field.name for field in fields(kind)]
    return attrgetter(*names), {name: number for number, name in enumerate(names)}
