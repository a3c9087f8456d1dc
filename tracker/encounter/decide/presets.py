"""Using what stands in no stat block: cantrips, bombs, bursts out of the rules' tables (R-204 to R-213)."""

from tracker.encounter import commands as c
from tracker.encounter.armoury import ability_from_tables, attack_from_tables, cantrip_of
from tracker.encounter.decide.abilities import spend_slot
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.deeds import mark, tell, until_turn_ends
from tracker.encounter.decide.swings import empty_burst
from tracker.encounter.errors import EncounterError
from tracker.encounter.events import Saved
from tracker.encounter.state import Id
from tracker.frozen import replace
from tracker.library.models import AttackEntry

_MOCKERY = "vicious mockery"


def use_from_tables(d: Deciding, command: c.Use) -> bool:
    """Uses a cantrip, a bomb or a burst by name; False when the tables have nothing of that name."""
    from tracker.encounter.decide.using import run_ability

    spell = cantrip_of(d.state, command.who, command.ability)
    if spell is not None and spell.resolve == "attack":
        entry = attack_from_tables(d.state, command.who, command.ability)
        assert entry is not None
        cast_beams(
            d, c.Attack(who=command.who, attack=entry.name, targets=tuple(t.who for t in command.targets)), entry
        )
        return True
    ability = ability_from_tables(d.state, command.who, command.ability)
    if ability is None:
        return False
    spend_slot(d, command.who, "action", "")
    if command.ability.casefold().startswith("burst "):
        empty_burst(d, command.who, command.ability[6:])
    if spell is not None:
        _log_cantrip(d, command.who)
    at = len(d.events)
    run_ability(d, command.who, ability, command.targets, command.damage)
    if ability.name.casefold() == _MOCKERY:
        for event in d.events[at:]:
            if isinstance(event, Saved) and not event.success:
                mark(d, event.who, "hampered", lasts=_its_next_end(event.who), source=command.who)
    return True


def _its_next_end(who: Id) -> c.Ending:
    return replace(until_turn_ends(who), is_next=True)


def cast_beams(d: Deciding, command: c.Attack, entry: AttackEntry) -> None:
    """One action, and as many attack rolls as the cantrip has beams; targets take them in turn (R-213)."""
    from tracker.encounter.decide.attacks import strike

    if not command.targets:
        raise EncounterError(f'say at whom: `use {command.who} "{entry.name}" vs …`')
    spell = cantrip_of(d.state, command.who, entry.name)
    beams = max(spell.beams if spell else 1, len(command.targets))
    if spell is not None and len(command.targets) > spell.beams:
        d.warn(f"{entry.name} has {spell.beams} beam{'s' if spell.beams > 1 else ''} (R-213)", command.who)
    spend_slot(d, command.who, "action", "")
    _log_cantrip(d, command.who)
    for number in range(beams):
        strike(d, command, entry, command.targets[number % len(command.targets)])


def _log_cantrip(d: Deciding, who: Id) -> None:
    tell(d, who, "", log=(*d.combatant(who).turn.log, "spell action 0"))
