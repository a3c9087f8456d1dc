"""Slips of the keyboard that break YAML, in plain words: what a parser says turned into what a GM can act on."""

import re
from collections.abc import Callable, Sequence

import yaml

from tracker.frozen import Frozen


class Slip(Frozen):
    """What is wrong and where, line and column from 0; `line` is None where the parser names no place."""

    line: int | None
    column: int
    message: str
    remedy: str


class _Scene(Frozen):
    what: str
    """The parser's own words."""
    before: str
    """The line up to the place."""
    after: str
    above: str
    """The nearest line above that is not blank."""


_Words = tuple[str, str]


def explain(error: yaml.YAMLError, lines: Sequence[str]) -> Slip:
    """The slip behind a parser's error in the text of these lines."""
    if not isinstance(error, yaml.MarkedYAMLError):
        return Slip(None, 0, f"not valid YAML: {error}", "")
    what = f"{error.context or ''} {error.problem or ''}"
    mark, opened = error.problem_mark or error.context_mark, error.context_mark
    found = next((entry for entry in _CLUES if re.search(entry[0], what)), ("", False, _unknown))
    mark = opened if found[1] and opened else mark
    words = found[2]
    if mark is None:
        return Slip(None, 0, *words(_Scene(what, "", "", "")))
    line = min(mark.line, len(lines) - 1)
    above = next((text for text in reversed(lines[:line]) if text.strip()), "")
    return Slip(line, mark.column, *words(_Scene(what, lines[line][: mark.column], lines[line][mark.column :], above)))


def _unknown(scene: _Scene) -> _Words:
    return f"not valid YAML: {scene.what.strip()}", "look at this line and the one above it"


def _second_colon(scene: _Scene) -> _Words:
    if re.search(r":\s", scene.before):
        return "a ': ' inside a value", 'put the whole text in double quotes: "Bob: the great"'
    if re.fullmatch(r"[\s-]*[\w ]+:\S.*", scene.above):
        return "the line above has no space after its colon", "write key: value, with a space after the colon"
    return _misfit(scene)


def _misfit(scene: _Scene) -> _Words:
    if scene.before.endswith("'"):
        return "the quoted text ends before this", "write '' for an apostrophe inside '…', or use double quotes"
    if scene.before.endswith('"'):
        return "the quoted text ends before this", 'write \\" for a quotation mark inside "…", or quote the whole'
    return (
        "this line does not fit the lines above it",
        "give the entries of one list, and the keys of one creature, the same indentation",
    )


def _open_bracket(scene: _Scene) -> _Words:
    opening, closing = ("[", "]") if "sequence" in scene.what else ("{", "}")
    return (
        f"this {opening} is never closed, or a comma is missing in it",
        f"close it with {closing} and part the entries with commas",
    )


def _alias(scene: _Scene) -> _Words:
    name = re.match(r"\*([^\s,\]}]+)", scene.after)
    quoted = f" '{name[1]}'" if name else ""
    return f"no anchor{quoted} stands above this alias", "write &name before the first use, or quote a text with *"


def _fixed(message: str, remedy: str) -> Callable[[_Scene], _Words]:
    return lambda _: (message, remedy)


_CLUES: tuple[tuple[str, bool, Callable[[_Scene], _Words]], ...] = (
    (
        r"quoted scalar.*(end of (stream|document)|unexpected)",
        True,
        _fixed("this quotation mark is never closed", "close it; inside '…' write '' for an apostrophe"),
    ),
    (r"mapping values are not allowed", False, _second_colon),
    (r"flow (sequence|mapping).*(expected|end)", True, _open_bracket),
    (
        r"cannot start any token",
        False,
        _fixed("a value cannot begin with this sign", "put the whole text in quotes"),
    ),
    (
        r"flow node",
        False,
        _fixed("something is missing before this", "a [ or { further up is never closed, or a value was left out"),
    ),
    (r"undefined alias", False, _alias),
    (
        r"duplicate anchor|second occurrence",
        False,
        _fixed("this anchor name is used twice", "give one of them another name"),
    ),
    (r"block (mapping|sequence|collection).*(expected|did not find|found)", False, _misfit),
    (
        r"could not find expected ':'|simple key",
        False,
        _fixed("a key without its ': '", "write key: value, with a space after the colon"),
    ),
    (
        r"escape",
        False,
        _fixed("a backslash that means nothing here", "write \\\\ for a backslash, or use single quotes"),
    ),
    (r"directive", False, _fixed("a line cannot begin with %", "put the text in quotes")),
    (r"depth", False, _fixed("nested too deeply to be read", "at most 60 levels are read")),
)
