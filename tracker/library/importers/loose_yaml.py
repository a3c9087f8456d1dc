"""YAML as it stands in notes: links, Java class tags, tabs and colons that no YAML reader takes, put right first."""

import re
from typing import Any

from tracker.frozen import Frozen
from tracker.library.yaml_reader import read_string

_FOREIGN_TAG = re.compile(r"(?<![\w\"'])!!?(?!(?:int|str|float|bool|null|map|seq)\b)[A-Za-z][\w.$/-]*")
_WIKI = re.compile(r"!?\[\[([^\[\],]+)\]\]")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\((?:[^()\s]|\([^()]*\))*\)")
_INDENT_TABS = re.compile(r"^([ ]*)(\t+)", re.M)
_PAIR = re.compile(r"^(\s*(?:-\s+)*)((?:\"[^\"]*\"|'[^']*'|[^\s:#\"'{}\[\],-][^:\"{}\[\],]*+))\s*:\s+(\S.*)$")
_ITEM = re.compile(r"^(\s*-\s+)([^\s\"'{\[|>&-].*)$")


class Loaded(Frozen):
    """Data of a block, or the line (from 1, inside the block) and reason why there is none; remarks beside it."""

    data: Any
    line: int = 1
    error: str = ""
    remarks: tuple[tuple[int, str], ...] = ()


def load(text: str) -> Loaded:
    """The data of a block, read strictly first and then with risky values put in quotes."""
    tidy = tidied(text)
    first = _read(tidy)
    if not first.error:
        return first
    second = _read("\n".join(_quoted(line) for line in _unfolded(tidy)))
    return first if second.error else second


def tidied(text: str) -> str:
    """Links become their labels, tags of other programs go, tabs at a line's beginning become spaces."""
    text = _FOREIGN_TAG.sub("", text)
    text = _INDENT_TABS.sub(lambda hit: hit[1] + "  " * len(hit[2]), text)
    text = _WIKI.sub(lambda hit: _label(hit[1]), text)
    return _LINK.sub(r"\1", text)


def _label(target: str) -> str:
    name, _, shown = target.replace("\\|", "|").partition("|")
    if shown.strip():
        return shown.strip()
    last = name.split("#")[-1] if "#" in name else re.split(r"[/\\]", name)[-1]
    return last.strip()


def _read(text: str) -> Loaded:
    document = read_string(text, "block")
    errors = [problem for problem in document.problems if problem.severity == "error"]
    if not document.readable:
        first = errors[0] if errors else None
        return Loaded(None, (first.line or 1) if first else 1, first.message if first else "not valid YAML")
    remarks = tuple((problem.line or 1, problem.message) for problem in errors if "tab" not in problem.message)
    return Loaded(document.data, remarks=remarks)


def _unfolded(text: str) -> list[str]:
    """Lines, a plain text that goes on over deeper lines joined to one."""
    lines: list[str] = []
    for line in text.split("\n"):
        before = lines[-1] if lines else ""
        deeper = len(line) - len(line.lstrip()) > len(before) - len(before.lstrip(" -"))
        goes_on = line.strip() and deeper and _PAIR.match(before) and not re.search(r":\s*[|>][+-]?\s*$", before)
        if goes_on and not line.lstrip().startswith("- ") and not _opens(before):
            lines[-1] = f"{before} {line.strip()}"
        else:
            lines.append(line)
    return lines


def _opens(line: str) -> bool:
    value = line.split(":", 1)[-1].strip()
    return value[:1] in ("[", "{", '"', "'", "|", ">")


def _quoted(line: str) -> str:
    bare = line.rstrip()
    if pair := _PAIR.match(bare):
        lead, key, value = pair.groups()
        return f"{lead}{key.rstrip()}: {_safe(value)}"
    if item := _ITEM.match(bare):
        value = item[2]
        return f"{item[1]}{_safe(value)}" if value[:1] in "*&@%`!" else line
    return line


def _safe(value: str) -> str:
    """The value in quotes where YAML would stumble over it."""
    if value[:1] in ('"', "'") and len(value) > 1 and value.endswith(value[0]) and _is_closed(value):
        return value
    if value[:1] in "[{" and value[-1:] in "]}" and value.count('"') % 2 == 0:
        return value
    if re.fullmatch(r"[|>][+-]?\d?", value):
        return value
    if value[:1] in "[{\"'" and not _is_balanced(value):
        return value
    if ": " in value or " #" in value or value.endswith(":") or value[:1] in "*&@%`![]{}|>\"'#,?":
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return value


def _is_balanced(value: str) -> bool:
    """Whether what the value opens with is closed again somewhere in it; else a whole line is missing something."""
    closing = {"[": "]", "{": "}"}.get(value[0], value[0])
    return closing in value[1:]


def _is_closed(value: str) -> bool:
    inner = value[1:-1]
    return value[0] not in re.sub(r"\\.|''", "", inner)
