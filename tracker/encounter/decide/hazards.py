"""Hazards: cold and heat by the hour, falls, wind around a turn, shared spaces (R-166 to R-173, R-039, R-042)."""

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide import movement
from tracker.encounter.decide.consequences import ALOFT, WIND
from tracker.encounter.decide.core import Deciding
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import rules_of
from tracker.encounter.state import Encounter, Id
from tracker.rules.concentration import concentration_dc
from tracker.rules.damage import defense_applies
from tracker.rules.errors import RulesError
from tracker.rules.hazards import exposure, wind_at_turn_end, wind_at_turn_start
from tracker.rules.space import falls_prone_sharing
from tracker.rules.tables import table

_BY_HOUR = {"extreme cold": "cold", "extreme heat": "fire"}
_OWN = ("fall", "concentration")


def hazard_names(state: Encounter) -> tuple[str, ...]:
    """What `hazard` understands in this edition."""
    return (*table(rules_of(state), "hazards"), *_OWN)


def decide_hazard(d: Deciding, command: c.Hazard) -> None:
    """A hazard befalls somebody: saves are asked for, a fall is dealt at once."""
    for who in command.who:
        if d.combatant(who).kind != "creature":
            raise EncounterError(f"{d.name(who)} is no creature that a hazard could harm")
    name = _named(d, command.hazard)
    if command.amount is not None and command.amount < 0:
        raise EncounterError("hours, feet and DCs are 0 or more")
    for who in command.who:
        if d.combatant(who).is_out:
            d.say(f"{d.name(who)} is {d.combatant(who).status}", who)
        elif name == "fall":
            movement.fall(d, who, _needed(command, "how many feet it falls: `hazard fall mira 30`"))
        elif name == "concentration":
            _shaken(d, who, command.amount)
        elif name in _BY_HOUR:
            _exposed(d, who, name, command)
        elif name == "gale winds":
            wind_at_start(d, who, is_asked=True)
            wind_at_end(d, who, is_asked=True)
        else:
            d.say(f"{d.name(who)}: {table(rules_of(d.state), 'hazards')[name]['text']} (R-170)", who)


def _named(d: Deciding, word: str) -> str:
    known = hazard_names(d.state)
    key = word.casefold()
    found = [x for x in known if x == key] or [x for x in known if key in x]
    if len(found) == 1:
        return found[0]
    if not table(rules_of(d.state), "hazards") and key.startswith(("extreme", "gale", "torrential")):
        raise EncounterError(f"{d.edition.title} has no hazard '{word}' (R-166); `save` and `cond +exhaustion` do it")
    raise RulesError.unknown("hazard", word, known)


def _needed(command: c.Hazard, what: str) -> int:
    if command.amount is None:
        raise EncounterError(f"say {what}")
    return command.amount


def _exposed(d: Deciding, who: Id, name: str, command: c.Hazard) -> None:
    """One more hour out there, or the hour that was typed; 0 hours are an hour's shelter (R-167, R-168)."""
    counter = f"hours of {name}"
    if command.amount == 0:
        d.emit(e.CounterSet(who=who, counter=counter, value=None))
        d.say(f"{d.name(who)} is out of the {name.removeprefix('extreme ')}: the count begins anew", who)
        return
    before = d.combatant(who).counters.get(counter, 0)
    hours = command.amount if command.amount is not None else before + 1
    d.emit(e.CounterSet(who=who, counter=counter, value=hours))
    asked = exposure(d.edition, name, hours, _circumstances(d, who, _BY_HOUR[name], command.circumstances))
    if not asked.exposed:
        d.say(f"{d.name(who)} is spared the {name.removeprefix('extreme ')}: {asked.why[0]}", who, why=asked.why)
        return
    worse = asked.why if asked.mode == "disadvantage" else ()
    text = f"{d.name(who)}: CON save DC {asked.dc} against {name}, hour {hours}"
    d.ask("end_save", who, text, subject=name, ability="con", dc=asked.dc, worse=worse)


def _circumstances(d: Deciding, who: Id, damage: str, said: tuple[str, ...]) -> tuple[str, ...]:
    """What its stat block tells about it, and what the GM said."""
    block = d.block(who)
    told = [word.casefold() for word in said]
    for word, entries in (("resist", block.resist), ("immune", block.immune), ("vulnerable", block.vulnerable)):
        if any(defense_applies(entry, damage) for entry in entries):
            told.append(f"{word} {damage}")
    return tuple(told)


def _shaken(d: Deciding, who: Id, dc: int | None) -> None:
    """The surroundings shake somebody's concentration (R-121)."""
    held = d.combatant(who).concentration
    if held is None:
        raise EncounterError(f"{d.name(who)} is not concentrating")
    dc = dc if dc is not None else concentration_dc(d.edition, 1) or 10
    text = f"{d.name(who)}: concentration ({held.name}), CON save DC {dc}"
    d.ask("concentration", who, text, dc=dc, ability="con", subject=held.name)


def wind_at_start(d: Deciding, who: Id, *, is_asked: bool = False) -> None:
    """In a gale the Small and Tiny save at their start of turn or fall prone (R-169)."""
    if not _blows(d, who, is_asked):
        return
    blast = wind_at_turn_start(d.edition, d.block(who).size)
    if blast.dc is not None and "prone" not in d.combatant(who).conditions:
        text = f"{d.name(who)}: STR save DC {blast.dc} against the wind, or prone"
        d.ask("end_save", who, text, subject=WIND, ability="str", dc=blast.dc)


def wind_at_end(d: Deciding, who: Id, *, is_asked: bool = False) -> None:
    """In a gale whoever still flies at its end of turn saves or falls (R-169)."""
    flight = next((x for x in d.combatant(who).effects if x.name == movement.FLYING), None)
    if flight is None or not _blows(d, who, is_asked):
        return
    blast = wind_at_turn_end(d.edition, flying=True, height=flight.value, landed=False)
    if blast.dc is None:
        movement.fall(d, who, flight.value)
        return
    text = f"{d.name(who)}: STR save DC {blast.dc} to stay in the air, or {flight.value} ft. down"
    d.ask("end_save", who, text, subject=ALOFT, ability="str", dc=blast.dc, amount=flight.value)


def _blows(d: Deciding, who: Id, is_asked: bool) -> bool:
    has_rule = "gale winds" in table(rules_of(d.state), "hazards")
    blows = is_asked or ("gale" in d.state.scene and d.state.is_on("weather"))
    return has_rule and blows and d.combatant(who).kind == "creature" and d.combatant(who).status == "up"


def shared_space_at_end(d: Deciding, who: Id) -> None:
    """Ending a turn in somebody else's space leaves one prone, where the edition says so (R-039)."""
    for effect in d.combatant(who).effects:
        if effect.name != movement.SHARING or effect.source is None or effect.source not in d.state.combatants:
            continue
        sizes = d.block(who).size, d.block(effect.source).size
        if falls_prone_sharing(d.edition, *sizes) and "prone" not in d.combatant(who).conditions:
            text = f"{d.name(who)} ends its turn in {d.name(effect.source)}'s space: prone?"
            d.ask("choice", who, text, subject=movement.SHARING, options=("prone",), targets=(who,))
