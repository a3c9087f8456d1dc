"""Frozen values: dataclasses in all that matters, whose kinds cost next to nothing to define.

The program defines some two hundred of them before its first frame and needs few by then. So a class is made with its
slots alone; `__init__` is compiled when the first value of its kind is made, and what `dataclasses` and pydantic ask
of a dataclass is made when they ask.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field
from functools import cache
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, dataclass_transform

__all__ = ["Frozen", "KeywordFrozen", "defaults", "field", "replace", "values"]

T = TypeVar("T")

_CLOSED = {"extra": "forbid"}


def _annotated(namespace: Any) -> dict[str, Any]:
    """The annotations in a class's namespace, evaluated or not."""
    found: dict[str, Any] = namespace.get("__annotations__", {})
    if sys.version_info >= (3, 14) and not found:
        from annotationlib import Format, call_annotate_function, get_annotate_from_class_namespace

        annotate = get_annotate_from_class_namespace(namespace)
        found = call_annotate_function(annotate, Format.FORWARDREF) if annotate else {}
    return found


def _made_first(self: Any, *given: Any, **named: Any) -> None:
    """The `__init__` of a kind nothing was made of yet: makes the true one, which all after it find in its place."""
    kind = type(self)
    kind.__init__ = _maker(kind)
    kind.__init__(self, *given, **named)


class _Kind(type):
    """The class of a class of frozen values: takes its fields from the annotations, those of its bases first."""

    __match_args__: tuple[str, ...]
    """The names of the fields in their order."""
    _defaults: dict[str, Any]
    _takes_names_only: bool

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> _Kind:
        own = _annotated(namespace)
        defaults = {each: namespace.pop(each) for each in own if each in namespace}
        before = [base for base in bases if isinstance(base, _Kind)]
        inherited = [each for base in before for each in base.__match_args__]
        namespace |= {
            "__slots__": tuple(each for each in own if each not in inherited),
            "__match_args__": tuple(dict.fromkeys([*inherited, *own])),
            "_defaults": {each: value for base in before for each, value in base._defaults.items()} | defaults,
        }
        namespace.setdefault("__init__", _made_first)
        return super().__new__(mcs, name, bases, namespace)

    @property
    def __dataclass_fields__(cls) -> dict[str, Field[Any]]:
        """What makes it a dataclass to `dataclasses` and to pydantic. Its instances do not show it."""
        return _fields(cls)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Frozen(metaclass=_Kind):
    """A value that never changes; made by position or by name."""

    _takes_names_only = False

    def __eq__(self, other: object) -> bool:
        return values(self) == values(other) if type(self) is type(other) else NotImplemented

    def __hash__(self) -> int:
        return hash(values(self))

    def __repr__(self) -> str:
        told = (f"{name}={value!r}" for name, value in zip(type(self).__match_args__, values(self), strict=True))
        return f"{type(self).__qualname__}({', '.join(told)})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError(f"cannot change {name!r} of a {type(self).__name__}")

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(f"cannot delete {name!r} of a {type(self).__name__}")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class KeywordFrozen(Frozen):
    """One that is made by name only, so that a base may have defaults which its heirs' fields follow.

    Pydantic reads none that has a field it does not know.
    """

    __pydantic_config__ = _CLOSED

    _takes_names_only = True


def values(of: Any) -> tuple[Any, ...]:
    """The values of all its fields, in their order."""
    kind: Any = type(of)
    return _reader(kind)(of)


def defaults(kind: Any) -> dict[str, Any]:
    """What the fields of a kind hold when nothing is given, as far as they have it."""
    given: dict[str, Any] = kind._defaults
    return {name: each.default_factory() if isinstance(each, Field) else each for name, each in given.items()}  # type: ignore[operator]


def replace(of: T, /, **changes: Any) -> T:
    """The same with these fields changed. Raises TypeError for a field that there is not."""
    kind: Any = type(of)
    held, places = list(_reader(kind)(of)), _places(kind)
    try:
        for name, value in changes.items():
            held[places[name]] = value
    except KeyError as error:
        raise TypeError(f"{kind.__qualname__} has no field {error}") from None
    made: T = kind(**dict(zip(places, held, strict=True))) if kind._takes_names_only else kind(*held)
    return made


@cache
def _places(kind: Any) -> dict[str, int]:
    """Where each field stands among the values."""
    return {name: at for at, name in enumerate(kind.__match_args__)}


@cache
def _reader(kind: Any) -> Callable[[Any], tuple[Any, ...]]:
    names = kind.__match_args__
    if len(names) > 1:
        return attrgetter(*names)
    return lambda of: tuple(getattr(of, name) for name in names)


def _maker(kind: Any) -> Callable[..., None]:
    """Puts values straight into their slots, since the value itself takes none once it is made."""
    scope: dict[str, Any] = {"_MISSING": MISSING}
    heads, body = ["self", "*"] if kind._takes_names_only and kind.__match_args__ else ["self"], []
    for name in kind.__match_args__:
        value = name
        scope[f"_put_{name}"] = getattr(kind, name).__set__
        default = kind._defaults.get(name, MISSING)
        if isinstance(default, Field):
            scope[f"_make_{name}"] = default.default_factory
            heads.append(f"{name}=_MISSING")
            value = f"_make_{name}() if {name} is _MISSING else {name}"
        elif default is not MISSING:
            scope[f"_default_{name}"] = default
            heads.append(f"{name}=_default_{name}")
        else:
            heads.append(name)
        body.append(f" _put_{name}(self, {value})")
    exec(f"def __init__({', '.join(heads)}):\n" + "\n".join(body or [" pass"]), scope)
    made: Callable[..., None] = scope["__init__"]
    made.__qualname__ = f"{kind.__qualname__}.__init__"
    return made


@cache
def _fields(kind: Any) -> dict[str, Field[Any]]:
    annotations: dict[str, Any] = {}
    for each in reversed(kind.__mro__):
        annotations |= _annotated(vars(each)) if isinstance(each, _Kind) else {}
    body = {"__doc__": kind.__name__, "__module__": kind.__module__, "__annotations__": annotations, **kind._defaults}
    told: Any = type(kind.__name__, (), body)
    found: dict[str, Field[Any]] = dataclass(init=False, repr=False, eq=False)(told).__dataclass_fields__
    return found
