"""Beast forms: hit points that stand above the druid's own (R-188)."""

from tracker.encounter import events as e
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.deeds import unmark
from tracker.encounter.state import Id
from tracker.rules.classes import damage_beast_form

BEAST = "beast form"
"""The marker of the form, and the counter of its hit points."""


def revert(d: Deciding, who: Id, why: str) -> bool:
    """Back to its own shape; whether it was in another."""
    if BEAST in d.combatant(who).counters:
        d.emit(e.CounterSet(who=who, counter=BEAST, value=None))
    return unmark(d, who, BEAST, why)


def beast_takes(d: Deciding, who: Id, damage: int) -> int:
    """What of a hit goes through the beast form to the druid beneath it (R-188)."""
    beast = d.combatant(who).counters.get(BEAST)
    if beast is None or damage <= 0:
        return damage
    after = damage_beast_form(d.combatant(who).hp, beast, damage)
    d.say(f"{d.name(who)}'s {BEAST}: {beast} → {after.beast_hp} hp", who)
    if after.reverted:
        revert(d, who, "the form has no hit points left (R-188)")
        return max(0, damage - beast)
    d.emit(e.CounterSet(who=who, counter=BEAST, value=after.beast_hp))
    return 0
