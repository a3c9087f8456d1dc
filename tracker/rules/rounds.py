"""Rounds and the clock (R-001)."""

from __future__ import annotations

import re

from tracker.rules.errors import RulesError

_SECONDS_PER_ROUND = 6
_SECONDS = {"round": 6, "second": 1, "minute": 60, "hour": 3600, "day": 86400}


def elapsed_seconds(rounds: int) -> int:
    """How long so many rounds take: 6 seconds each."""
    return rounds * _SECONDS_PER_ROUND


def rounds_in(duration: str) -> int:
    """The rounds in `3 rounds`, `1 minute`, `8 hours`: a minute is 10; a part of a round is a whole one.

    Raises RulesError for any other text.
    """
    found = re.fullmatch(r"\s*(\d{1,6})\s*([a-z]+?)s?\s*", duration, re.IGNORECASE)
    if not found:
        raise RulesError(f"'{duration}' is no duration; write 3 rounds, 1 minute or 8 hours")
    unit = found[2].lower()
    if unit not in _SECONDS:
        raise RulesError.unknown("unit of time", unit, _SECONDS)
    return -(-int(found[1]) * _SECONDS[unit] // _SECONDS_PER_ROUND)
