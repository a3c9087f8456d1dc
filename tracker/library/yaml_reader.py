"""YAML to plain data, for people: every gotcha settled, every value with a place, all problems at once.

PyYAML supplies the syntax as a tree of nodes. What a scalar means is decided here: only `[+-]?digits` is a whole
number and `digits.digits` a decimal; `yes`, `no`, `on`, `12:30`, `1e3`, `0x10` and dates stay text.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from tracker.library import yaml_syntax
from tracker.library.decoding import UnreadableFileError, read_text
from tracker.library.problems import Problem, Severity
from tracker.regex import regex

LIMIT = 8 * 1024 * 1024
"""Bytes of one YAML file."""
JSON_LIMIT = 64 * 1024 * 1024
MOST_VALUES = 400_000
DEEPEST = 60
MOST_PROBLEMS = 500
"""Problems of one file that are told; more are only counted."""
LONGEST = 4_000
"""Letters of one value, unless it is prose: figures are not read out of more."""

Path_ = tuple[str | int, ...]

_WHOLE = regex(r"[+-]?\d{1,18}\Z")
_DECIMAL = regex(r"[+-]?\d+\.\d+\Z")
_ALWAYS_TEXT = frozenset(
    {"name", "monster", "trap", "encounter", "player", "owner", "wave", "extends", "notes", "text"}
)
_PROSE = frozenset({"notes", "text", "description", "desc"})
_MERGE = "<<"
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_KNOWN_TAGS = frozenset(f"tag:yaml.org,2002:{name}" for name in ("str", "int", "float", "bool", "null", "map", "seq"))


@dataclass(slots=True)
class Document:
    """A file as data, with the way back from a value to its place."""

    file: str
    data: Any = None
    problems: list[Problem] = field(default_factory=list)
    readable: bool = False
    """Whether `data` is what the file says; False when nothing could be made of it."""
    lines: Sequence[str] = ()
    root: Node | None = None
    shared: frozenset[int] = frozenset()
    _indexes: dict[int, dict[str, tuple[Node | None, Node]]] = field(default_factory=dict)

    @property
    def is_full(self) -> bool:
        """Whether as many problems are noted as are told; more are passed over."""
        return len(self.problems) > MOST_PROBLEMS

    def place(self, path: Path_, key: bool = False) -> tuple[int | None, int | None]:
        """Line and column, from 1, of the value at `path`, or of its key; of the nearest parent where it has none."""
        node = self.root
        if node is None:
            return None, None
        mark = node.start_mark
        for index, step in enumerate(path):
            found = self._step(node, step)
            if found is None:
                break
            key_node, node = found
            wants_key = key and index == len(path) - 1 and key_node is not None
            mark = key_node.start_mark if wants_key and key_node is not None else node.start_mark
        return mark.line + 1, mark.column + 1

    def node(self, path: Path_) -> Node | None:
        """The node of the value at `path`, with the marks of where it begins and ends."""
        node = self.root
        for step in path:
            found = self._step(node, step) if node is not None else None
            node = found[1] if found is not None else None
        return node

    def report(
        self, path: Path_, message: str, remedy: str = "", severity: Severity = "error", key: bool = False
    ) -> None:
        """Note a problem with the value at `path`, or with its key."""
        if not self.is_full:
            self.report_at(*self.place(path, key), message, remedy, severity)

    def report_at(
        self, line: int | None, column: int | None, message: str, remedy: str = "", severity: Severity = "error"
    ) -> None:
        """Note a problem at a place counted from 1."""
        if self.is_full:
            return
        if len(self.problems) == MOST_PROBLEMS:
            message, remedy, severity = "there are more problems than these", "put these right first", "error"
        source = self.lines[line - 1] if line is not None and 0 < line <= len(self.lines) else ""
        self.problems.append(Problem(self.file, line, column, message, remedy, severity, source))

    def is_anchor(self, path: Path_) -> bool:
        """Whether the value at `path`, or something in it, is used again elsewhere by an alias or a merge."""
        node = self.root
        for step in path:
            found = self._step(node, step) if node is not None else None
            if found is None:
                return False
            node = found[1]
        return node is not None and any(id(inner) in self.shared for inner in _nodes(node))

    def _step(self, node: Node, step: str | int) -> tuple[Node | None, Node] | None:
        """Key node and value node one step down, through merges."""
        if isinstance(node, SequenceNode) and isinstance(step, int) and 0 <= step < len(node.value):
            return None, node.value[step]
        if not isinstance(node, MappingNode):
            return None
        index = self._indexes.get(id(node))
        if index is None:
            pairs = ((key, value) for key, value in node.value if isinstance(key, ScalarNode))
            index = self._indexes[id(node)] = {key.value: (key, value) for key, value in pairs}
        if str(step) in index:
            return index[str(step)]
        for key, value in node.value if _MERGE in index else ():
            if isinstance(key, ScalarNode) and key.value == _MERGE:
                for source in value.value if isinstance(value, SequenceNode) else [value]:
                    found = self._step(source, step) if isinstance(source, MappingNode) else None
                    if found is not None:
                        return found
        return None


def read_file(path: Path, name: str | None = None) -> Document:
    """Read a YAML file (or JSON, by its suffix). Never raises for what stands in it: see `problems` and `readable`."""
    document = Document(name or str(path))
    is_json = path.suffix.lower() == ".json"
    try:
        text, remarks = read_text(path, JSON_LIMIT if is_json else LIMIT)
    except UnreadableFileError as error:
        document.report_at(None, None, str(error))
        return document
    for remark in remarks:
        document.report_at(None, None, remark, "save it as UTF-8", "warning")
    return _read(document, text, is_json)


def read_string(text: str, name: str = "<text>") -> Document:
    """Read YAML from a string; otherwise as `read_file`."""
    return _read(Document(name), text.removeprefix("\ufeff"), False)


def _read(document: Document, text: str, is_json: bool) -> Document:
    if is_json and len(text) > LIMIT:
        return _read_json(document, text)
    document.lines = yaml_syntax.split_lines(text)
    root = yaml_syntax.compose(text, document)
    if root is not None:
        _Builder(document).build(root)
    return document


def _read_json(document: Document, text: str) -> Document:
    import json

    try:
        document.data = json.loads(text)
        document.readable = True
    except json.JSONDecodeError as error:
        document.report_at(error.lineno, error.colno, f"not valid JSON: {error.msg}")
    except RecursionError:
        document.report_at(None, None, f"nested too deeply; at most {DEEPEST} levels are read")
    return document


def _nodes(node: Node) -> list[Node]:
    """A node and all below it, each once."""
    seen: dict[int, Node] = {}
    waiting = [node]
    while waiting:
        inner = waiting.pop()
        if id(inner) in seen:
            continue
        seen[id(inner)] = inner
        if isinstance(inner, MappingNode):
            waiting += [part for pair in inner.value for part in pair]
        elif isinstance(inner, SequenceNode):
            waiting += inner.value
    return list(seen.values())


class _TooMuchError(Exception):
    def __init__(self, node: Node, message: str) -> None:
        super().__init__(message)
        self.node = node


class _Builder:
    """Turns nodes into data. What an alias repeats is built once and counted as often as it is used."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.built: dict[int, tuple[Any, int]] = {}
        self.open: set[int] = set()
        self.reused: set[int] = set()

    def build(self, root: Node) -> None:
        try:
            self.document.data = self._value(root, "", 0)[0]
            self.document.readable = True
            self.document.root = root
        except _TooMuchError as error:
            self.document.problems.clear()
            mark = error.node.start_mark
            remedy = "write it out plainly, or split it into several files"
            self.document.report_at(mark.line + 1, mark.column + 1, str(error), remedy)
        self.document.shared = frozenset(self.reused)

    def _value(self, node: Node, key: str, depth: int) -> tuple[Any, int]:
        """The data of a node, and how many values it holds with its aliases written out."""
        if isinstance(node, ScalarNode):
            return self._scalar(node, key), 1
        ident = id(node)
        if ident in self.built:
            self.reused.add(ident)
            return self.built[ident]
        if ident in self.open:
            self._report(node, "an alias that holds itself", "name a different anchor, or write the part out")
            return None, 1
        if depth >= DEEPEST:
            raise _TooMuchError(node, f"nested too deeply; at most {DEEPEST} levels are read")
        if node.tag not in _KNOWN_TAGS:
            self._report(node, f"unknown tag '{node.tag}'", "delete it; it is not used here", "warning")
        self.open.add(ident)
        made = self._mapping(node, depth) if isinstance(node, MappingNode) else self._sequence(node, depth)
        self.open.discard(ident)
        if made[1] > MOST_VALUES:
            raise _TooMuchError(node, f"more than {MOST_VALUES:,} values once its aliases are written out")
        self.built[ident] = made
        return made

    def _sequence(self, node: Node, depth: int) -> tuple[list[Any], int]:
        items = []
        size = 1
        for child in node.value:
            value, inner = self._value(child, "", depth + 1)
            items.append(value)
            size += inner
        return items, size

    def _mapping(self, node: MappingNode, depth: int) -> tuple[dict[str, Any], int]:
        data: dict[str, Any] = {}
        merged: dict[str, Any] = {}
        first: dict[str, int] = {}
        size = 1
        for key_node, value_node in node.value:
            key = self._key(key_node)
            if key is None:
                continue
            if key == _MERGE and not key_node.style:
                size += self._merge(value_node, merged, depth)
                continue
            line = key_node.start_mark.line + 1
            if key in first:
                self._report(key_node, f"duplicate key '{key}'", f"first seen at line {first[key]}; keep one of them")
            first[key] = line
            data[key], inner = self._value(value_node, key, depth + 1)
            size += inner
        return ({**merged, **data} if merged else data), size

    def _merge(self, node: Node, merged: dict[str, Any], depth: int) -> int:
        size = 0
        for source in node.value if isinstance(node, SequenceNode) else [node]:
            value, inner = self._value(source, "", depth + 1)
            size += inner
            self.reused.add(id(source))
            if isinstance(value, dict):
                for key, item in value.items():
                    merged.setdefault(key, item)
            else:
                self._report(source, "only a mapping can be merged with '<<'", "point it at an anchor: <<: *goblin")
        return size

    def _key(self, node: Node) -> str | None:
        if isinstance(node, ScalarNode) and len(node.value) <= LONGEST:
            return str(node.value)
        if isinstance(node, ScalarNode):
            self._report(node, f"a key of {len(node.value):,} letters", "shorten it; it is left out")
            return None
        remedy = "put it in quotes" if isinstance(node, SequenceNode) else "write a plain word before the colon"
        self._report(node, "a key must be a word, not a list or a mapping", remedy)
        return None

    def _scalar(self, node: ScalarNode, key: str) -> Any:
        text: str = node.value
        if len(text) > LONGEST and key not in _PROSE:
            self._report(node, f"a value of {len(text):,} letters", f"shorten it; the first {LONGEST:,} are read")
            text = text[:LONGEST]
        tag = node.tag
        if tag not in _KNOWN_TAGS:
            self._report(node, f"unknown tag '{tag}'", "delete it; it is not used here", "warning")
        if tag.endswith((":int", ":float", ":bool", ":null")):
            return self._plain(node, text.strip(), key)
        if node.style or (key in _ALWAYS_TEXT and text not in _NULLS):
            return text
        return self._plain(node, text, key)

    def _plain(self, node: ScalarNode, text: str, key: str) -> Any:
        if text in _NULLS:
            return None
        if text in _TRUE or text in _FALSE:
            return text in _TRUE
        if _WHOLE.match(text):
            number = int(text)
            digits = text.lstrip("+-")
            if len(digits) > 1 and digits[0] == "0":
                remedy = f"write {number}, or put it in quotes if it is a name"
                self._report(node, f"{text} is read as {number}", remedy, "warning")
            return number
        return float(text) if _DECIMAL.match(text) else text

    def _report(self, node: Node, message: str, remedy: str, severity: Severity = "error") -> None:
        mark: yaml.Mark = node.start_mark
        self.document.report_at(mark.line + 1, mark.column + 1, message, remedy, severity)
