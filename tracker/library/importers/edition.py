"""Which rule set a text is written for, told by its wording."""

import re
from typing import Any

_NEW = re.compile(r"\battack roll:|\bsaving throw:\s*DC", re.I)
_BLACK_FLAG = re.compile(r"\bDC \d{1,2} (?:STR|DEX|CON|INT|WIS|CHA) save\b|\bkeensense\b")


def edition_of(*texts: str) -> str:
    """`srd-5.2`, `black-flag` or, where nothing tells, `srd-5.1`."""
    for text in texts:
        if text and _BLACK_FLAG.search(text):
            return "black-flag"
        if text and _NEW.search(text):
            return "srd-5.2"
    return "srd-5.1"


def edition_of_entries(sections: dict[str, list[Any]]) -> str:
    """The same, for the entries of a creature."""
    return edition_of(*(entry.text for section in sections.values() for entry in section))
