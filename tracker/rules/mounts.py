"""Riding: who can carry whom, whose count it is, and falling off (R-159 to R-165)."""

from __future__ import annotations

from typing import Literal

from tracker.frozen import Frozen
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError
from tracker.rules.space import size
from tracker.rules.verdict import Verdict

FALL_DC = 10
_EVENTS = ("mount moved", "rider prone", "mount prone")


def can_mount(edition: Edition, rider_size: str, mount_size: str) -> Verdict:
    """Whether the sizes fit: the mount is at least one larger (R-159)."""
    fits = size(edition, mount_size).order > size(edition, rider_size).order
    return Verdict(fits, () if fits else ("a mount is at least one size larger (R-159)",))


def mount_count(rider: int, mount: int, *, controlled: bool) -> int:
    """The initiative count of a mount: its rider's if controlled, else its own (R-163, R-164)."""
    return rider if controlled else mount


class Unseating(Frozen):
    """What an event asks of a rider."""

    dc: int | None
    """The Dexterity save against falling off; None if a reaction decides."""
    falls: bool
    """Off the mount."""
    prone: bool
    reaction_spent: bool
    why: tuple[str, ...]


def unseat(
    edition: Edition,
    event: Literal["mount moved", "rider prone", "mount prone"],
    *,
    save: int | None = None,
    use_reaction: bool = False,
    reaction_spent: bool = False,
) -> Unseating:
    """What happens to a rider when the mount is moved against its will, or either is knocked prone (R-161, R-162).

    `save` is the total of the DC 10 Dexterity save where one is asked; without one it counts as failed. Raises
    RulesError for another event.
    """
    if event not in _EVENTS:
        raise RulesError.unknown("event", event, _EVENTS)
    if event == "mount prone" and edition.fallen_mount_takes_reaction:
        lands = use_reaction and not reaction_spent
        why = "lands on its feet by a reaction (R-162)" if lands else "falls prone with the mount (R-162)"
        return Unseating(None, falls=True, prone=not lands, reaction_spent=reaction_spent or lands, why=(why,))
    stays = save is not None and save >= FALL_DC
    why = "keeps its seat (R-161)" if stays else "falls off, prone within 5 ft (R-161)"
    return Unseating(FALL_DC, falls=not stays, prone=not stays, reaction_spent=reaction_spent, why=(why,))


def pair_targets(edition: Edition) -> tuple[str, ...]:
    """Whom an opportunity attack may be aimed at when a ridden mount provokes (R-165)."""
    return ("mount", "rider") if edition.mount_or_rider_is_target else ("mount",)
