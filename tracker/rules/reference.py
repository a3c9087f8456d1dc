"""Every rule by its number, in a line or three, for looking up at the table."""

from __future__ import annotations

from tracker.frozen import Frozen
from tracker.rules._data import row, rows
from tracker.rules.editions import Edition


class Reference(Frozen):
    """What a rule says in one edition."""

    number: str
    title: str
    text: str
    """Says so where the edition has no such rule."""
    ruling: str
    """How the tracker plays it where the texts leave room; empty where they do not."""


def reference(edition: Edition, number: str) -> Reference:
    """The rule with a number from `R-001` to `R-214`; raises RulesError naming the nearest."""
    facts = row(edition, "reference", number, "rule")
    text = facts.get("text") or f"{edition.title} has no rule for this."
    return Reference(number.upper(), facts["title"], text, facts.get("ruling", ""))


def search_reference(edition: Edition, words: str) -> tuple[Reference, ...]:
    """Rules in which every one of `words` occurs, those with all of them in the title first; all rules for no words."""
    asked = words.casefold().split()
    every = [reference(edition, number) for number in rows(edition, "reference")]
    found = [one for one in every if _holds(f"{one.number} {one.title} {one.text} {one.ruling}", asked)]
    return tuple(sorted(found, key=lambda one: not _holds(f"{one.number} {one.title}", asked)))


def _holds(text: str, words: list[str]) -> bool:
    return all(word in text.casefold() for word in words)
