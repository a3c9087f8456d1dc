"""When leaving somebody's reach draws an opportunity attack (R-057 to R-059)."""

from __future__ import annotations

from tracker.rules.conditions import Effects
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError
from tracker.rules.space import check_relation
from tracker.rules.verdict import Verdict

_OWN_POWER = ("own movement", "action", "bonus action", "reaction", "dash", "jump")
_NO_OWN_POWER = ("teleport", "falls", "pushed", "pulled", "shoved", "hurled", "thrown", "dragged", "carried", "forced")


def provokes(
    edition: Edition,
    *,
    relation: str,
    seen: bool,
    reach: int,
    start: int,
    end: int,
    how: str = "own movement",
    disengaged: bool = False,
    reaction_spent: bool = False,
    reactor: Effects | None = None,
) -> Verdict:
    """Whether a creature going from `start` to `end` feet away draws an opportunity attack from one with `reach` feet.

    `how` it moves: own movement, action, bonus action, reaction, dash, jump; teleport, falls, pushed, pulled, shoved,
    hurled, thrown, dragged, carried, forced. Raises RulesError for another word.
    """
    check_relation(relation)
    if how not in (*_OWN_POWER, *_NO_OWN_POWER):
        raise RulesError.unknown("way of leaving", how, (*_OWN_POWER, *_NO_OWN_POWER))
    if not start <= reach < end:
        return Verdict(False, ("does not leave the reach (R-057)",))
    if how not in _OWN_POWER:
        return Verdict(False, (f"{how}: not by its own movement, action or reaction (R-058)",))
    if disengaged:
        return Verdict(False, ("disengaged (R-047)",))
    if edition.only_hostiles_provoke and relation != "hostile":
        return Verdict(False, (f"{relation}, not hostile (R-057)",))
    if not seen or (reactor and "see" in reactor.cannot):
        return Verdict(False, ("not seen (R-057)",))
    if reaction_spent or (reactor and not reactor.can_react):
        return Verdict(False, ("no reaction to spend (R-059)",))
    return Verdict(True, ("leaves the reach of one that sees it (R-057)",))
