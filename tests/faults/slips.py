"""The damage that keyboards, editors and other programs can do to text and to data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import yaml

ODD = ("", " ", "\t", "\n", "\0", "'", '"', "!", "-", "+", "/", "=", "@", "#", "…", "é", "\u202e", "𝟗", "\ud800", "[/]")
ODD_WORDS = (
    *("99999999999999999999", "-1", "1e9", "0", "1d0", "999d999", "d", "nan", "~", "*a", "&a [*a]", "!!x y", "{}"),
    *(
        "- ",
        "[" * 60,
        "{" * 60,
        "<<: *a",
        "---\n",
        "\r\n",
        "\\u0000",
        "½",
        "1/0",
        ".inf",
        "0x10",
        "1_000",
        "12:30",
        "on",
    ),
)
_JUNK: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        7,
        10**9,
        -(10**15),
        10**30,
        0.5,
        float("inf"),
        float("nan"),
        "",
        " ",
        "\0",
        "\ud800",
    ),
    *(
        [],
        {},
        [[]],
        [None],
        [1, "a"],
        {"a": [1]},
        {"name": None},
        {"value": {"value": "x"}},
        "None",
        "15 (hide)",
        "2d6+3",
    ),
    *("99d99", "+5 to hit, 1d8 cold", "2d6 + @mod", "13/27", "x" * 3000, "roll", "yes", "DC 12", "1/4", "⅛", [[]] * 40),
)
_DEEPEST = 6


def slipped(text: str, chance: Random, times: int = 3) -> str:
    """The text after up to so many slips: letters and lines lost, doubled, swapped, replaced by odd ones."""
    for _ in range(chance.randint(1, times)):
        text = _slip(text, chance)
    return text


def crossed(text: str, other: str, chance: Random) -> str:
    """The beginning of one text and the end of another, or a piece of it in the midst, cut between lines or words."""
    cut = re.compile(chance.choice((r"\n", r"[,:{}\[\]]", r"\s")))
    here, there = ([0, *(found.end() for found in cut.finditer(each))] for each in (text, other))
    at, begin = chance.choice(here), chance.choice(there)
    end = chance.choice([place for place in there if place >= begin])
    return text[:at] + (other[begin:] if chance.random() < 0.3 else other[begin:end] + text[at:])


def read(text: str) -> Any:
    """The data in a text of JSON or YAML, or None."""
    try:
        return json.loads(text) if text[:1] in "{[" else yaml.load(text, yaml.CSafeLoader)  # noqa: TID251
    except (ValueError, yaml.YAMLError, RecursionError):
        return None


def changed(data: Any, others: Sequence[Any], chance: Random, times: int = 4) -> str:
    """The data as text with some of its values lost, doubled, of the wrong kind, or another file's."""
    for _ in range(chance.randint(1, times)):
        places = list(_places(data))
        if not places:
            break
        data = _with(data, chance.choice(places), chance, others)
    try:
        if chance.random() < 0.3:
            return str(yaml.dump(data, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False))
        return json.dumps(data, default=str, ensure_ascii=chance.random() < 0.5, indent=chance.choice((None, 1)))
    except (UnicodeError, TypeError):
        return repr(data)


def _slip(text: str, chance: Random) -> str:
    at = chance.randint(0, len(text))
    end = min(len(text), at + chance.randint(1, 12))
    match chance.randrange(8):
        case 0:
            return text[:at] + text[end:]
        case 1:
            return text[:at] + text[at:end] * chance.choice((2, 3, 60)) + text[end:]
        case 2:
            return text[:at] + chance.choice(ODD) + text[at + chance.randint(0, 1) :]
        case 3:
            return _one(r"[\w.+-]+", text, chance.choice((*ODD_WORDS, *ODD)), chance)
        case 4:
            return _one(r"\d+", text, chance.choice(ODD_WORDS), chance)
        case 5:
            return _one(r"(?m)^.*\n", text, "", chance)
        case 6:
            words = text.split(" ")
            chance.shuffle(words) if len(words) < 12 else words.reverse()
            return " ".join(words)
        case _:
            return text[:at]


def _one(pattern: str, text: str, instead: str, chance: Random) -> str:
    found = list(re.finditer(pattern, text))
    if not found:
        return text + instead
    one = chance.choice(found)
    return text[: one.start()] + instead + text[one.end() :]


def _places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield (*path, key)
        yield from _places(value, (*path, key)) if len(path) < _DEEPEST else ()


def _with(data: Any, path: tuple[Any, ...], chance: Random, others: Sequence[Any]) -> Any:
    """A copy along the path, with something done at its end."""
    key, *rest = path
    copy = dict(data) if isinstance(data, dict) else list(data)
    if rest:
        copy[key] = _with(copy[key], tuple(rest), chance, others)
        return copy
    match chance.randrange(6):
        case 0:
            del copy[key]
        case 1 if isinstance(copy, dict):
            copy[chance.choice((f"{key}s", str(key).upper(), "x", "name", 5, None, ""))] = copy.pop(key)
        case 2:
            copy[key] = [copy[key]] * chance.choice((1, 2, 60))
        case 3 if others:
            other = chance.choice(others)
            places = list(_places(other))
            copy[key] = _at(other, chance.choice(places)) if places else other
        case 4:
            copy[key] = {"a": copy[key]} if chance.random() < 0.5 else str(copy[key])
        case _:
            copy[key] = chance.choice(_JUNK)
    return copy


def _at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data
