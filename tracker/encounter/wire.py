"""Commands, events and states as JSON and back. What stands at its default is left out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic_core import to_json

from tracker.frozen import Frozen, defaults, values

if TYPE_CHECKING:
    from pydantic import TypeAdapter

T = TypeVar("T")


def written(told: Frozen) -> bytes:
    """As JSON, stat blocks in full. Raises PydanticSerializationError for text that is no Unicode."""
    return to_json(_bare(told))


def read(kind: type[T], text: str | bytes) -> T:
    """What `written` wrote of a value of that kind. Raises ValueError for anything else."""
    any_kind: Any = kind
    value: T = adapter(any_kind).validate_json(text)
    return value


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    """What reads a kind; made when it is first needed, since it takes some hundredths of a second."""
    from pydantic import TypeAdapter

    return TypeAdapter(kind)


def _bare(value: Any) -> Any:
    if isinstance(value, Frozen):
        return {
            name: _bare(each)
            for (name, default), each in zip(_defaults(type(value)), values(value), strict=True)
            if each is not default and each != default
        }
    if isinstance(value, tuple):
        return [_bare(each) for each in value]
    if isinstance(value, Mapping):
        return {key: _bare(each) for key, each in value.items()}
    return value


@cache
def _defaults(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The fields of a kind with their defaults; the word by which a command or an event is told is always written."""
    known = defaults(kind)
    if isinstance(known.get("type"), str):
        del known["type"]
    return tuple((name, known.get(name, _NONE)) for name in kind.__match_args__)


_NONE = object()
