"""What players and the GM hold to bend a roll: Inspiration, Luck, Doom (R-075 to R-077)."""

from __future__ import annotations

from tracker.frozen import Frozen
from tracker.rules._data import at_level, rows
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError

_MOST_LUCK = 5
LUCK_FOR_REROLL = 3


class LuckGain(Frozen):
    """Luck after a gain."""

    luck: int
    needs_d4: bool = False
    """A sixth point came: the total becomes a d4 that has not been thrown yet."""


def _need(edition: Edition, token: str) -> None:
    if edition.token != token:
        raise RulesError(f"{edition.title} has no {token}, but {edition.token} (R-075 to R-077)")


def gain_luck(
    edition: Edition, luck: int, points: int = 1, *, gained_this_turn: bool = False, d4: int | None = None
) -> LuckGain:
    """Luck after a miss or failed save (once a turn) or an award; over 5, the total becomes a d4 (R-075)."""
    _need(edition, "luck")
    if gained_this_turn:
        return LuckGain(luck)
    if luck + points <= _MOST_LUCK:
        return LuckGain(luck + points)
    return LuckGain(d4) if d4 is not None else LuckGain(luck, needs_d4=True)


def spend_luck(edition: Edition, luck: int, points: int) -> int:
    """What is left after spending points, each +1 on a roll already made, or 3 for a reroll (R-075).

    The die keeps its face: Luck makes no 20 and unmakes no 1. Raises RulesError for more than there is.
    """
    _need(edition, "luck")
    if not 0 <= points <= luck:
        raise RulesError(f"{points} Luck cannot be spent out of {luck} (R-075)")
    return luck - points


def starting_doom(edition: Edition, encounter_cr: float) -> int:
    """The GM's Doom for a fight by its challenge rating (R-076); raises RulesError where there is none."""
    table = rows(edition, "doom")
    if not table:
        raise RulesError(f"{edition.title} has no Doom (R-076)")
    return int(at_level(table, int(encounter_cr))["doom"])


def heroic_reroll(edition: Edition, reroll: int) -> int:
    """The face that stands after Heroic Inspiration: the new one, better or not (R-077)."""
    _need(edition, "heroic inspiration")
    return reroll
