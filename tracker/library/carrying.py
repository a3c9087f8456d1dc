"""What a fight left of a party, written back into the files the party stands in: value by value, comments kept."""

import copy
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from yaml.nodes import MappingNode, Node, ScalarNode

from tracker.frozen import Frozen
from tracker.library.includes import resolve
from tracker.library.problems import LibraryError
from tracker.library.validation import Steps
from tracker.library.writing import to_yaml
from tracker.library.yaml_reader import read_file, read_string
from tracker.regex import regex

Values = Mapping[str, Any]
"""Keys of a character and what they are to be: numbers, texts, or mappings whose own keys are set one by one."""

_DEEPEST = 4
_BEFORE_VALUE = regex(r"\s*:[ \t]+|\s*:(?=\s*$)", re.MULTILINE)


class Change(Frozen):
    """A file as it is, and as it would be."""

    path: Path
    before: str
    after: str
    told: tuple[str, ...]
    """What changes, a line a character."""


class Carrying(Frozen):
    """What would be written, and for whom no place was found."""

    changes: tuple[Change, ...]
    missing: tuple[str, ...]


@dataclass(slots=True)
class _Search:
    """A walk through a file and those it names, for characters by name."""

    wanted: Mapping[str, Values]
    folders: list[Path]
    found: set[str] = field(default_factory=set)
    changes: list[Change] = field(default_factory=list)
    seen: set[Path] = field(default_factory=set)


def carried_back(path: Path, wanted: Mapping[str, Values], own_folder: Path | None = None) -> Carrying:
    """What would have to be written so that each character has these values, in `path` or the party file it names.

    Characters go by name, whatever its case. What is not written down and would be 0, or full hit points, stays away.
    Files are sought beside `path` and in the GM's own folder. Raises LibraryError for a file that cannot be read, and
    where a value cannot be set without touching others.
    """
    by_name = {name.casefold(): values for name, values in wanted.items()}
    search = _Search(by_name, [folder for folder in (path.parent, own_folder) if folder is not None])
    _walk(path, search, 0)
    missing = tuple(name for name in wanted if name.casefold() not in search.found)
    return Carrying(tuple(search.changes), missing)


def write(change: Change) -> None:
    """Writes a change. Raises LibraryError when the file is no longer as it was, or the disk refuses."""
    from tracker.library.atomic import write_text

    if _text(change.path) != change.before:
        raise LibraryError(f"changed meanwhile, and left as it is: {change.path}")
    try:
        write_text(change.path, change.after, private=False)
    except OSError as error:
        raise LibraryError(f"{change.path} cannot be written: {error.strerror}") from None


def patched(text: str, values: Mapping[Steps, Values]) -> str:
    """The text of a YAML file with values set at these places, everything else as it was.

    Raises LibraryError where that cannot be done: a value that an alias shares, say.
    """
    mark, text = text[: text.startswith("\ufeff")], text.removeprefix("\ufeff")
    document = read_string(text)
    expected = copy.deepcopy(document.data)
    edits: list[tuple[int, int, str]] = []
    for steps, wanted in values.items():
        node = document.node(steps)
        record = expected
        for step in steps:
            record = record[step]
        if not isinstance(node, MappingNode):
            raise LibraryError("a character there is no mapping")
        _set(text, node, record, wanted, edits)
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    after = read_string(text)
    if len(after.problems) > len(document.problems) or after.data != expected:
        raise LibraryError("a value there cannot be set without touching others")
    return mark + text


def _walk(path: Path, search: _Search, depth: int) -> None:
    """Collects the changes of one file, then of the files its party names."""
    if path.resolve() in search.seen:
        return
    search.seen.add(path.resolve())
    document = read_file(path)
    if not document.readable:
        raise LibraryError("\n".join(map(str, document.problems)) or f"{path} cannot be read")
    values: dict[Steps, Values] = {}
    told: list[str] = []
    for steps, said in _characters(document.data):
        if isinstance(said, str):
            continue
        name = str(said.get("name") or said.get("monster") or "").strip()
        wanted = search.wanted.get(name.casefold())
        differs = {} if wanted is None or name.casefold() in search.found else _differing(said, wanted)
        search.found.add(name.casefold())
        if differs:
            values[steps] = differs
            told.append(f"{name}: {_in_words(said, differs)}")
    if values:
        text = _text(path)
        try:
            search.changes.append(Change(path, text, patched(text, values), tuple(told)))
        except LibraryError as error:
            raise LibraryError(f"{path}: {error}") from None
    for _, said in _characters(document.data) if depth < _DEEPEST else ():
        if isinstance(said, str):
            _walk(resolve(search.folders, said), search, depth + 1)


def _characters(data: Any, steps: Steps = ()) -> Iterator[tuple[Steps, dict[str, Any] | str]]:
    """Every character of a file by its place, and every word that names a further file."""
    if isinstance(data, dict) and "party" in data:
        yield from _characters(data["party"], (*steps, "party"))
    elif isinstance(data, list):
        for index, one in enumerate(data):
            yield from _characters(one, (*steps, index))
    elif (isinstance(data, str) and steps) or (isinstance(data, dict) and steps):
        yield steps, data


def _differing(said: Mapping[str, Any], wanted: Values) -> dict[str, Any]:
    """What is not so already. Keys of a mapping that are not wanted any more become 0."""
    differs: dict[str, Any] = {}
    for key, value in wanted.items():
        before = said.get(key)
        if isinstance(value, Mapping):
            there = before if isinstance(before, Mapping) else {}
            inner = _differing(there, dict.fromkeys(there, 0) | dict(value))
            if inner:
                differs[key] = inner
        elif before != value and (before is not None or (value and not (key == "hp" and isinstance(value, int)))):
            differs[key] = value
    return differs


def _in_words(said: Mapping[str, Any], differs: Values, name: str = "") -> str:
    told = []
    for key, value in differs.items():
        before = said.get(key)
        if isinstance(value, Mapping):
            told.append(_in_words(before if isinstance(before, Mapping) else {}, value, f"{key} "))
        else:
            told.append(f"{name}{key} {'' if before is None else f'{before} → '}{value}")
    return ", ".join(told)


def _set(
    text: str, node: MappingNode, record: dict[str, Any], wanted: Values, edits: list[tuple[int, int, str]]
) -> None:
    """The edits that give one mapping its values; `record` is changed along."""
    missing: dict[str, Any] = {}
    for key, value in wanted.items():
        own = next((pair for pair in node.value if isinstance(pair[0], ScalarNode) and pair[0].value == str(key)), None)
        if own is None:
            missing[key] = value
        elif isinstance(value, Mapping) and isinstance(own[1], MappingNode):
            _set(text, own[1], record[key], value, edits)
            continue
        else:
            start, end = _span(text, own[0], own[1])
            edits.append((start, end, f"{'' if text[start - 1].isspace() else ' '}{_inline(value)}"))
        record[key] = value
    if missing:
        edits.append(_insertion(text, node, missing))


def _span(text: str, key: Node, value: Node) -> tuple[int, int]:
    """Where the value of a key stands. Raises LibraryError where it stands elsewhere, behind an alias."""
    start, end = value.start_mark.index, value.end_mark.index
    between = text[key.end_mark.index : start]
    if not isinstance(value, ScalarNode) or start < key.end_mark.index or not _BEFORE_VALUE.fullmatch(between):
        raise LibraryError(f"'{key.value}' there cannot be set without touching others")
    return start, end


def _insertion(text: str, node: MappingNode, values: Values) -> tuple[int, int, str]:
    """New keys: behind the hit points, else the name, else whatever comes first."""
    if not node.value:
        return node.end_mark.index - 1, node.end_mark.index - 1, ", ".join(_pairs(values))
    plain = {pair[0].value: pair for pair in node.value if isinstance(pair[1], ScalarNode)}
    key, value = plain.get("hp") or plain.get("name") or plain.get("monster") or node.value[0]
    if node.flow_style:
        at = max(key.end_mark.index, value.end_mark.index)
        return at, at, "".join(f", {pair}" for pair in _pairs(values))
    at = text.find("\n", max(key.end_mark.index, value.end_mark.index))
    at = len(text) if at < 0 else at
    newline = "\r\n" if text[at - 1 : at] == "\r" else "\n"
    at -= newline == "\r\n"
    indent = " " * key.start_mark.column
    return at, at, "".join(f"{newline}{indent}{pair}" for pair in _pairs(values))


def _pairs(values: Values) -> Iterator[str]:
    return (f"{key if key.isdecimal() else _inline(key)}: {_inline(value)}" for key, value in values.items())


def _inline(value: Any) -> str:
    return "{" + ", ".join(_pairs(value)) + "}" if isinstance(value, Mapping) else to_yaml(value).rstrip("\n")


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LibraryError(f"{path} cannot be changed: {error}") from None
