"""What a trait, reaction, legendary or bonus action does at the table, in one line of our own.

`data/descriptions.json` maps a name to its line; where editions differ, to lines by edition.
"""

import json
from functools import lru_cache
from importlib.resources import files

from tracker.regex import regex

_BRACKETS = regex(r"\s*\([^)]*\)")


@lru_cache(maxsize=1)
def _lines() -> dict[str, str | dict[str, str]]:
    text = (files("tracker.library") / "data" / "descriptions.json").read_text("utf-8")
    return {plain_name(name): line for name, line in json.loads(text).items()}


def plain_name(name: str) -> str:
    """A name without brackets and case: `legendary resistance` for `Legendary Resistance (3/Day)`."""
    return _BRACKETS.sub("", name).strip().casefold()


def describe(edition: str, name: str, kind: str | None = None) -> str | None:
    """One line about what bears that name in that edition, or None.

    `kind`, `trait`, `reaction`, `legendary` or `bonus`, tells apart things that share a name.
    """
    found = _lines().get(plain_name(name))
    if found is None or isinstance(found, str):
        return found
    for key in (f"{edition} {kind}", kind, edition, "any"):
        if key in found:
            return found[key]
    return None
