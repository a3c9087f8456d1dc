"""From text to YAML nodes: the quick parser where there is one, and slips of the keyboard in plain words."""

import re
from typing import Any, Protocol

import yaml
from yaml.composer import Composer
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.resolver import BaseResolver
from yaml.scanner import Scanner

from tracker.library import yaml_slips
from tracker.library.problems import Severity
from tracker.regex import regex

try:
    from yaml._yaml import CParser as _QuickParser
except ImportError:  # PyPy and odd builds: the same answers, seven times slower
    _QuickParser = None  # type: ignore[assignment, misc]

_LINE_END = regex("\r\n|[\n\r\x85\u2028\u2029]")
# The signs that YAML has no place for, named one by one: a class of all others takes long to compile.
_UNWANTED = regex("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")
_TAB_INDENT = regex(r"[ ]*\t+[ \t]*(?=\S)")
_LEAD = regex(r"[ ]*(?:- +)*(?:[\w ]+:(?= ))?")
_MOST_SIGNS = 20
_TAGS: dict[type[Node], str] = {
    ScalarNode: "tag:yaml.org,2002:str",
    SequenceNode: "tag:yaml.org,2002:seq",
    MappingNode: "tag:yaml.org,2002:map",
}


class Reporter(Protocol):
    """Whoever collects problems by line and column, both from 1."""

    def report_at(
        self, line: int | None, column: int | None, message: str, remedy: str = "", severity: Severity = "error"
    ) -> None:
        """Note one problem."""


class _PlainTags(BaseResolver):
    """Every scalar is text until the reader decides; PyYAML's own search for a meaning only costs time."""

    def resolve(self, kind: type[Node], value: object, implicit: object) -> str:
        return _TAGS[kind]


class _PureLoader(Reader, Scanner, Parser, Composer, _PlainTags):
    def __init__(self, stream: str) -> None:
        Reader.__init__(self, stream)
        Scanner.__init__(self)
        Parser.__init__(self)
        Composer.__init__(self)
        _PlainTags.__init__(self)


def split_lines(text: str) -> list[str]:
    """The lines as YAML counts them."""
    return _LINE_END.split(text)


def compose(text: str, reporter: Reporter, pure: bool = False) -> Node | None:
    """The tree of the first document, or None with the reasons reported. `pure` leaves the quick parser aside."""
    text = _without_control_characters(text, reporter)
    try:
        return _first_document(text, reporter, pure)
    except yaml.YAMLError:
        pass
    if "\t" in text:
        for line, column in _tab_lines(text):
            reporter.report_at(line, column, "a tab at the start of the line", "indent with spaces, two for each level")
        text = "\n".join(_TAB_INDENT.sub(_spaces, line) for line in split_lines(text)).replace("\t", " ")
    return _explained(text, reporter, pure)


def _explained(text: str, reporter: Reporter, pure: bool) -> Node | None:
    """Name each slip in turn, the line of the one before left out of account."""
    lines = split_lines(text)
    reached = -1
    for attempt in range(_MOST_SIGNS):
        try:
            root = _first_document("\n".join(lines), reporter, pure)
            return root if attempt == 0 else None
        except yaml.YAMLError as error:
            slip = yaml_slips.explain(error, lines)
            if slip.line is None or slip.line <= reached:
                if attempt == 0:
                    reporter.report_at(None, None, slip.message, slip.remedy)
                return None
            reporter.report_at(slip.line + 1, slip.column + 1, slip.message, slip.remedy)
            reached = slip.line
            lines[reached] = _LEAD.match(lines[reached])[0]  # type: ignore[index]
    return None


def _loader(text: str, pure: bool) -> Any:
    if _QuickParser is None or pure:
        return _PureLoader(text)

    class QuickLoader(_QuickParser, _PlainTags):
        def __init__(self, stream: str) -> None:
            _QuickParser.__init__(self, stream)
            _PlainTags.__init__(self)

    return QuickLoader(text)


def _first_document(text: str, reporter: Reporter, pure: bool) -> Node | None:
    loader = _loader(text, pure)
    try:
        if not loader.check_node():
            return ScalarNode("tag:yaml.org,2002:str", "", yaml.Mark("", 0, 0, 0, None, 0), None)
        root: Node = loader.get_node()
        if loader.check_node():
            second: Node = loader.get_node()
            if not (isinstance(second, ScalarNode) and second.value == ""):
                mark = second.start_mark
                reporter.report_at(
                    mark.line + 1,
                    mark.column + 1,
                    "a second document begins here (after ---)",
                    "only the first is read; put this one in a file of its own",
                )
        return root
    except RecursionError:
        reporter.report_at(None, None, "nested too deeply to be read", "at most 60 levels are read")
        return None
    finally:
        if hasattr(loader, "dispose"):
            loader.dispose()


def _without_control_characters(text: str, reporter: Reporter) -> str:
    found = list(_UNWANTED.finditer(text))
    if not found:
        return text
    for match in found[:_MOST_SIGNS]:
        before = split_lines(text[: match.start()])
        sign = f"U+{ord(match[0]):04X}"
        message = f"a control character ({sign}) that has no place in a text file"
        reporter.report_at(len(before), len(before[-1]) + 1, message, "delete it")
    if len(found) > _MOST_SIGNS:
        reporter.report_at(None, None, f"{len(found) - _MOST_SIGNS} more control characters", "delete them")
    return _UNWANTED.sub(" ", text)


def _tab_lines(text: str) -> list[tuple[int, int]]:
    lines = enumerate(split_lines(text), 1)
    return [(number, line.index("\t") + 1) for number, line in lines if _TAB_INDENT.match(line)]


def _spaces(match: re.Match[str]) -> str:
    return match[0].replace("\t", "  ")
