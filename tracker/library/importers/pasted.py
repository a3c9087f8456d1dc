"""Printed stat blocks pasted as text (web, PDF, Word, Markdown) in all three wordings, several in one text."""

import re
from dataclasses import dataclass, field
from typing import Any

from tracker.library.importers.assemble import put_together
from tracker.library.importers.edition import edition_of
from tracker.library.importers.markup import prose
from tracker.library.importers.pasted_body import read_body
from tracker.library.importers.pasted_header import SIZES, is_field, read_header, split_fields
from tracker.library.importers.result import Imported

_ARMOUR = re.compile(r"^(?:armou?r\s+class|AC)\b[\s:.*]{0,6}\d", re.I)
_POINTS = re.compile(r"^(?:hit\s+points|HP)\b", re.I)
_TYPE = re.compile(rf"^(?:{SIZES})\b(?!\s+(?:creatures?|or\s+smaller))", re.I)
_NOISE = re.compile(
    r"^(?:system\s+reference\s+document\b.*|\d{1,4}|page\s+\d+.*|not\s+for\s+resale.*|©.*|copyright\b.*|chapter\s+\d+.*|"
    r"[\s|:-]*-{3,}[\s|:-]*|={3,}|_{3,}|\*{3,}|black\s+flag\s+reference\s+document.*|monsters?\s*\(?[a-z]?\)?|appendix\b.*)$",
    re.I,
)
_RATING = re.compile(r"\s+(?:CR|challenge)\s*:?\s*(\d+(?:/\d+)?|[½¼⅛]).*$", re.I)
_HAS_FIGURES = re.compile(r"\battack(?:\s+roll)?:\s*\+|\bsaving\s+throw\b|^(?:actions|reactions)$", re.I | re.M)


@dataclass(slots=True)
class Block:
    """The lines of one creature: its name, then everything up to the next name."""

    name: str
    lines: list[str] = field(default_factory=list)


def read(text: str, found: Imported) -> None:
    """Add every creature of the text; what stands before the first and what breaks off is named."""
    lines = clean_lines(text)
    if _is_word_per_line(lines):
        found.problem(found.file, "every word stands on a line of its own: copy the text again, with whole lines")
        return
    starts = _starts(lines)
    if not starts:
        found.problem(found.file, "this looks like a stat block, but no line with an armour class follows a name")
        return
    _say_leftover("\n".join(lines[: starts[0][0]]), found)
    ends = [start for start, _ in starts[1:]] + [len(lines)]
    for number, ((start, body), end) in enumerate(zip(starts, ends, strict=True), 1):
        tail = _broken_tail(lines[body:end]) if end == len(lines) else None
        if tail is not None:
            found.problem(lines[body + tail], "breaks off at the end of the text: left out")
            end = body + tail
        name = lines[start] if start < body else f"Unnamed creature {number}"
        if start >= body:
            found.note(f"a stat block without a name above it is called {name}")
        _one(Block(name, lines[body:end]), found)


def clean_lines(text: str) -> list[str]:
    """Lines without markup, page furniture, quote marks and table bars."""
    result = []
    # Some PDF viewers copy a tab, a return and a hard space between any two words.
    text = re.sub(r"\t\s*\n[ \t]*\u00a0[ \u00a0]*", " ", text.replace("\f", "\n"))
    for raw in text.split("\n"):
        bare = re.sub(r"^[\s>]*(?:#{1,6}\s+|[-*•]\s+(?=\*\*|[A-Z])|\*\s+)?", "", raw)
        line = re.sub(r"\s*\|\s*", " ", prose(bare)).strip() if bare.strip() else ""
        line = re.sub(r"(?<=\w)--(?=\w)", "-", re.sub(r"\s+,", ",", line))
        line = re.sub(r"(\d)\s*,\s(?=\d{3}\b)", r"\1,", line)
        if _NOISE.match(line) and not re.match(r"^\d{1,2}$", line):
            continue
        result += split_fields(line)
    return result


def _is_word_per_line(lines: list[str]) -> bool:
    filled = [line for line in lines if line]
    single = sum(1 for line in filled if " " not in line)
    return len(filled) > 40 and single > 0.75 * len(filled)


def _starts(lines: list[str]) -> list[tuple[int, int]]:
    """Where each creature begins: the index of its name and of the line after it (equal when there is no name)."""
    starts: list[tuple[int, int]] = []
    floor = 0
    for index, line in enumerate(lines):
        if not _ARMOUR.match(line) or (starts and index < floor):
            continue
        kind = next((i for i in range(index - 1, max(floor, index - 6) - 1, -1) if _TYPE.match(lines[i])), None)
        top = kind if kind is not None else index
        name = next((i for i in range(top - 1, max(floor, top - 6) - 1, -1) if lines[i]), None)
        if name is None or not _is_name(lines[name]):
            starts.append((top, top))
        else:
            first = name
            while first > floor and (
                lines[first - 1] == lines[name]
                or (not lines[first - 1] and first - 2 >= floor and lines[first - 2] == lines[name])
            ):
                first -= 1
            starts.append((first, name + 1))
        floor = index + 1
    return starts


def _is_name(line: str) -> bool:
    words = line.split()
    return (
        len(line) <= 70
        and len(words) <= 9
        and not line.endswith((".", ";", ","))
        and not is_field(line)
        and line[0] not in "([{"
    )


def _broken_tail(lines: list[str]) -> int | None:
    """Where the beginning of one more creature stands that has no armour class any more."""
    for index in range(len(lines) - 1, max(0, len(lines) - 6), -1):
        if _TYPE.match(lines[index]) and "," in lines[index] and _is_name(lines[index - 1] or "."):
            start = index - 1
            while start > 1 and lines[start - 1] == lines[index - 1]:
                start -= 1
            return start if not any(_ARMOUR.match(line) for line in lines[index:]) else None
    return None


def _say_leftover(text: str, found: Imported) -> None:
    if _HAS_FIGURES.search(text):
        first = next((line for line in text.split("\n") if line), "")
        found.problem(
            found.file,
            f"the text before the first creature ('{first[:50]}') belongs to one whose beginning is missing: left out",
        )


def _one(block: Block, found: Imported) -> None:
    name, rating = _name_and_rating(block.name)
    if not any(_POINTS.match(line) for line in block.lines):
        found.problem(name, "breaks off before its hit points: left out")
        return
    creature: dict[str, Any] = {"name": name, "edition": _edition("\n".join(block.lines))}
    rest = read_header(block.lines, creature, found)
    if rating and creature.get("cr") is None:
        creature["cr"] = rating
    sections, intro = read_body(rest)
    found.add(put_together(creature, sections, intro))


def _edition(text: str) -> str:
    if re.search(
        r"^initiative\s*[+-]|\binitiative\s+[+-]\s*\d+\s*\(\d+\)|\bXP\s+[\d,]+;\s*PB|\bMOD\s+SAVE\b", text, re.I | re.M
    ):
        return "srd-5.2"
    if re.search(
        r"^(?:perception\s+\d+\s+)?stealth\s+\d+|^perception\s+\d+$|^(?:immune|resistant)\b", text, re.I | re.M
    ):
        return "black-flag"
    return edition_of(text)


def _name_and_rating(line: str) -> tuple[str, Any]:
    from tracker.library.importers.figures import challenge

    rating = _RATING.search(line)
    name = _RATING.sub("", line).strip(" .:*_")
    if name.isupper() and len(name) > 3:
        name = re.sub(r"\b(Of|The|And|In|With|A|An|To)\b", lambda hit: hit[1].lower(), name.title()).replace("'S", "'s")
        name = name[:1].upper() + name[1:]
    return name, challenge(rating[1]) if rating else None
