"""Marks that an action leaves on a creature and the moments that take them away again (R-047 to R-051, R-021)."""

from __future__ import annotations

from typing import Literal

from tracker.frozen import Frozen
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError

Moment = Literal[
    "own turn starts", "own turn ends", "turn of another starts", "attacks", "ally attacks", "ally checks",
    "triggered", "found", "loud sound", "casts a verbal spell", "speed becomes 0",
]  # fmt: skip

_ENDS: dict[str, tuple[str, ...]] = {
    "dodge": ("own turn starts", "speed becomes 0"),
    "disengage": ("own turn ends", "turn of another starts", "own turn starts"),
    "help attack": ("own turn starts", "ally attacks"),
    "help check": ("own turn starts", "ally checks"),
    "ready": ("own turn starts", "triggered"),
    "hidden": ("attacks", "found", "loud sound"),
    "reaction spent": ("own turn starts",),
}
_RULES = {
    "dodge": "R-048", "disengage": "R-047", "help attack": "R-049", "help check": "R-049", "ready": "R-051",
    "hidden": "R-050", "reaction spent": "R-021",
}  # fmt: skip


class Hiding(Frozen):
    """What trying to hide came to."""

    hidden: bool
    invisible: bool
    """Whether the Invisible condition comes with it."""
    find_dc: int | None
    """What a Perception check has to reach; None when not hidden."""


def hide(edition: Edition, stealth: int, passive: int | None = None) -> Hiding:
    """A Stealth total against the edition's DC, or against the best `passive` Perception around (R-050, R-003).

    Without anybody to notice there is nothing to beat.
    """
    if edition.hide_dc is not None:
        hidden = stealth >= edition.hide_dc
        return Hiding(hidden, hidden, stealth if hidden else None)
    hidden = passive is None or stealth > passive or (stealth == passive and edition.ties_to_sneaker)
    return Hiding(hidden, False, stealth if hidden else None)


def marker_ends(edition: Edition, marker: str, moment: str) -> str | None:
    """Why a marker ends at a moment, or None while it holds; "own" is the one who took the action.

    Markers: dodge, disengage, help attack, help check, ready, hidden, reaction spent; what conditions do to them is
    told by `gain_condition`. Raises RulesError for another.
    """
    if marker not in _ENDS:
        raise RulesError.unknown("marker", marker, _ENDS)
    ends = _ENDS[marker]
    if marker == "hidden" and edition.hide_dc is not None:
        ends = (*ends, "casts a verbal spell")
    return f"{marker} ends: {moment} ({_RULES[marker]})" if moment in ends else None
