"""The lower half of a printed stat block: headings, then names with their text, lines broken anywhere."""

import re

from tracker.library.importers.entries import Entry

_SECTIONS = {
    "traits": "traits",
    "features": "traits",
    "abilities": "traits",
    "special abilities": "traits",
    "special traits": "traits",
    "actions": "actions",
    "bonus actions": "bonus",
    "reactions": "reactions",
    "legendary actions": "legendary",
    "mythic actions": "mythic",
    "lair actions": "lair",
    "regional effects": "",
    "description": "",
}
_SMALL = {
    "of",
    "the",
    "and",
    "with",
    "in",
    "to",
    "for",
    "a",
    "an",
    "or",
    "from",
    "at",
    "by",
    "on",
    "as",
    "into",
    "per",
    "vs",
}
_START = re.compile(r"^([A-Z0-9][^.!?:;]{0,70}?(?:\s*\((?:[^()]|\([^()]*\))*\))?)[.!](?:\s+|$)(?=\S|$)")
_LIST_LINE = re.compile(
    r"^(?:[-•*]\s+(?!\d)|cantrips?\b|at\s+will\b|\d(?:st|nd|rd|th)[- ]level\b|\d/day\b|\d/rest\b|constant:)", re.I
)
_CLOSED = (".", "!", "?", ")", '"', ":", "'")


def section_of(line: str) -> str | None:
    """The section that a heading opens; None when the line is none."""
    word = re.sub(r"\s+", " ", line.strip(" :*_#").lower())
    return _SECTIONS.get(word)


def is_entry_start(line: str, before: str = "") -> bool:
    """Whether the line opens a new entry: a short name in capitals, a full stop, then its text."""
    hit = _START.match(line)
    if not hit or (before and not before.endswith(_CLOSED) and section_of(before) is None and len(before) > 45):
        return False
    bare = re.sub(r"\s*\([^()]*(?:\([^()]*\)[^()]*)*\)", "", hit[1]).strip()
    words = bare.split()
    if not 0 < len(words) <= 8 or bare.isdigit():
        return False
    return (
        all(word[0].isupper() or word[0].isdigit() or word.lower() in _SMALL or not word[0].isalpha() for word in words)
        and words[0][0].isalpha()
    )


def read_body(lines: list[str]) -> tuple[dict[str, list[Entry]], str]:
    """Entries by section, and the sentence that opens the legendary actions."""
    sections: dict[str, list[Entry]] = {}
    section, intro, before = "traits", "", ""
    current: Entry | None = None
    for line in lines:
        opened = section_of(line)
        if opened is not None:
            section, current, before = opened, None, line
            continue
        if not line:
            before = before if before and not before.endswith(_CLOSED) else ""
            continue
        if (
            section
            and is_entry_start(line, "" if current and _ends_list(current.text) else before)
            and not _LIST_LINE.match(line)
        ):
            hit = _START.match(line)
            end = hit.end() if hit else 0
            current = Entry(hit[1] if hit else line, line[end:].strip())
            sections.setdefault(section, []).append(current)
        elif current is not None:
            current.text = _joined(current.text, line)
        elif section == "legendary":
            intro = _joined(intro, line)
        elif section and re.search(r"[a-z]", line):
            current = Entry("", line)
            sections.setdefault(section, []).append(current)
        before = line
    return sections, intro


def _ends_list(text: str) -> bool:
    """Whether a spell list has just ended: its last line is complete."""
    last = text.rsplit("\n", 1)[-1]
    return bool(_LIST_LINE.match(last)) and not last.endswith(",")


def _joined(text: str, line: str) -> str:
    if not text:
        return line
    if _LIST_LINE.match(line):
        return f"{text}\n{line}"
    if re.search(r"[a-z]-$", text) and line[:1].islower():
        return text[:-1] + line
    if re.search(r"\d-$", text):
        return text + line
    return f"{text} {line}"
