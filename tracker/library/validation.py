"""Meaning from data, keeping what is right: each thing wrong is named at its place and left out, the rest stands."""

import copy
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from tracker.library.coercion import nearest, show
from tracker.library.entries import ActionEntry, AttackEntry, Legendary, Regeneration, Spellcasting

Steps = tuple[str | int, ...]
Model = TypeVar("Model", bound=BaseModel)

_INSIDE: dict[str, type[BaseModel]] = {
    "attacks": AttackEntry,
    "legendary": Legendary,
    "mythic": Legendary,
    "regeneration": Regeneration,
    "spellcasting": Spellcasting,
}
_ROUNDS = 8

Report = Callable[[Steps, str, str, bool], None]
"""Takes the steps to the value, the message, the remedy, and whether the key is meant rather than the value."""


def keys_of(model: type[BaseModel]) -> list[str]:
    """The keys a file may use for a model."""
    return [entry.alias or name for name, entry in model.model_fields.items()]


def build(
    model: type[Model],
    data: dict[str, Any],
    report: Report,
    also_known: Iterable[str] = (),
    other_words: Mapping[str, str] | None = None,
    fallback: Mapping[str, Any] | None = None,
) -> Model | None:
    """A model from data, without the parts that are wrong; None where too little is left.

    `also_known` are keys handled elsewhere, offered as near misses; `other_words` maps words for keys to the keys;
    `fallback` holds what stands again where a value is left out.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        wrong = error
    known = [*keys_of(model), *also_known]
    aliases = {key: word for word, key in (other_words or {}).items() if word in data}
    data = copy.deepcopy(data)
    for _ in range(_ROUNDS):
        places = set()
        for each in wrong.errors(include_url=False):
            steps = _in_data(data, each["loc"], aliases)
            message, remedy = _say(each, steps, known)
            report(steps, message, remedy, each["type"] == "extra_forbidden")
            places.add(steps[:-1] if each["type"] == "missing" else steps)
        if () in places:
            return None
        for steps in sorted(places, key=_order, reverse=True):
            _remove(data, steps)
            if len(steps) == 1 and fallback and steps[0] in fallback:
                data[str(steps[0])] = fallback[str(steps[0])]
        fallback = None
        try:
            return model.model_validate(data)
        except ValidationError as error:
            wrong = error
    return None


def _order(steps: Steps) -> tuple[tuple[int, str | int], ...]:
    return tuple((1, step) if isinstance(step, int) else (0, step) for step in steps)


def _in_data(data: Any, location: Steps, aliases: dict[str, str]) -> Steps:
    """The steps an error names, as the file has them: one entry may stand for a list, a key may have another word."""
    steps: list[str | int] = []
    here = data
    for step in location:
        if isinstance(here, dict):
            if not steps and step not in here and step in aliases:
                step = aliases[str(step)]
            if step in here:
                steps.append(step)
                here = here[step]
            elif isinstance(step, str) and step == location[-1]:
                steps.append(step)
                break
        elif isinstance(here, list | tuple) and isinstance(step, int) and step < len(here):
            steps.append(step)
            here = here[step]
        else:
            break
    return tuple(steps)


def _remove(data: Any, steps: Steps) -> None:
    here = data
    for step in steps[:-1]:
        here = here[step]
    last = steps[-1]
    if isinstance(here, dict):
        here.pop(last, None)
    elif isinstance(here, list) and isinstance(last, int) and last < len(here):
        del here[last]


def _say(error: ErrorDetails, steps: Steps, known: list[str]) -> tuple[str, str]:
    key = next((str(step) for step in reversed(steps) if isinstance(step, str)), "this")
    kind = error["type"]
    context = error.get("ctx", {})
    if kind == "extra_forbidden":
        offered = known if len(steps) == 1 else keys_of(_INSIDE.get(str(steps[0]), ActionEntry))
        return f"unknown key '{key}'{nearest(key, offered)}", "correct the spelling, or take it out"
    if kind == "missing":
        return f"{error['loc'][-1]} is missing", f"give it a line: {error['loc'][-1]}: …"
    if kind == "value_error":
        words = str(context.get("error", error["msg"]))
        return (f"{key} {words}" if words.startswith("must") else words), ""
    if kind == "string_pattern_mismatch":
        return f"{key} must be one of {_choices(context)}, not {show(error['input'])}", ""
    return f"{key} must be {_wanted(kind, context, error)}, not {show(error['input'])}", ""


def _choices(context: dict[str, Any]) -> str:
    return str(context.get("pattern", "")).strip("^$()").replace("|", ", ")


def _wanted(kind: str, context: dict[str, Any], error: ErrorDetails) -> str:
    match kind:
        case "greater_than_equal":
            return f"at least {context['ge']}"
        case "less_than_equal":
            return f"at most {context['le']}"
        case "literal_error":
            return f"one of {context['expected']}"
        case "model_type" | "model_attributes_type" | "dict_type":
            return "a mapping (key: value)"
        case "tuple_type" | "list_type":
            return "a list"
        case "string_type":
            return "text"
        case _ if kind.startswith("int"):
            return "a whole number"
        case _:
            return f"something else: {error['msg']}"
