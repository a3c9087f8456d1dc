"""The upkeep at the end of a turn: rage, shared spaces, flight in a gale, and traits that act then."""

from tracker.encounter.characters import class_level
from tracker.encounter.decide import hazards, traits
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.effects import lose
from tracker.encounter.state import Effect, Id
from tracker.rules.classes import rage_lasts

RAGING = "raging"


def end_upkeep(d: Deciding, who: Id) -> None:
    """What a turn's end asks of whoever had it; the dead and the fled are asked nothing."""
    if d.combatant(who).is_out or d.combatant(who).kind != "creature":
        return
    for effect in d.combatant(who).effects:
        if effect.name == RAGING:
            _rage(d, who, effect)
    hazards.shared_space_at_end(d, who)
    hazards.wind_at_end(d, who)
    traits.end_of_turn(d, who)


def _rage(d: Deciding, who: Id, effect: Effect) -> None:
    """A rage that nothing fed dies down (R-175). The marker carries the round in which it began."""
    combatant = d.combatant(who)
    turn = combatant.turn
    rounds = d.state.round - effect.value if effect.value else 1
    if d.edition.rage_is_extended and rounds == 0:
        return
    level = class_level(d.block(who), "barbarian") or 1
    lasts = rage_lasts(
        d.edition,
        level,
        rounds,
        attacked=turn.attacks > 0,
        took_damage=turn.damage_taken > 0 or turn.hurt_between > 0,
        extended="rage extended" in turn.log,
    )
    if not lasts:
        lose(d, who, effect, "nothing fed it: no attack, no damage (R-175)")
