"""What goes wrong when a rule is asked something it has no answer for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The one of `words` that `word` was most likely meant to be (case ignored), or None if nothing is close."""
    from difflib import get_close_matches

    by_key = {candidate.casefold(): candidate for candidate in words}
    found = get_close_matches(word.casefold(), by_key, n=1, cutoff=0.6)
    return by_key[found[0]] if found else None


class RulesError(ValueError):
    """A question without meaning under the rules; the message is written for the GM."""

    @classmethod
    def unknown(cls, kind: str, word: str, words: Iterable[str]) -> Self:
        """The error for a `kind` of thing ("condition", "size") not called `word`: the nearest, or all there are."""
        known = sorted(words)
        if close := nearest(word, known):
            return cls(f"there is no {kind} '{word}'; did you mean '{close}'?")
        return cls(f"there is no {kind} '{word}'; there is {', '.join(known)}")


class DiceError(RulesError):
    """Dice notation that cannot be read; the message gives the column, counted from 1."""


class DiceRanDry(RulesError):  # noqa: N818 - what happened, not what kind of error
    """More dice were wanted than had been fed."""
