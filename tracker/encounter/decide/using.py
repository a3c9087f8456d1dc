"""Using what a stat block has beside attacks: save actions, healing, spells from its lists, traits that are chosen."""

from collections.abc import Callable

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide import hits, traits
from tracker.encounter.decide.abilities import abilities, find_ability, spend_ability
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.presets import use_from_tables
from tracker.encounter.decide.saves import Peril, endure, offer_conditions, rolled_damage
from tracker.encounter.decide.spellcasting import Known, cast, known_spell
from tracker.encounter.decide.traits import auras, striking
from tracker.encounter.errors import EncounterError
from tracker.encounter.state import Id
from tracker.library.descriptions import describe
from tracker.library.models import ActionEntry
from tracker.rules.dice import parse


def decide_use(d: Deciding, command: c.Use) -> None:
    """An action of the stat block that is no attack: spends it, then its saves, damage and choices."""
    d.actor(command.who)
    for target in command.targets:
        d.combatant(target.who)
    word = command.ability.casefold()
    if word in _TRAITS and traits.has_trait(d.block(command.who), command.ability.title()):
        _TRAITS[word](d, command.who)
        return
    named = any(x.entry.name.casefold() == word for x in abilities(d.block(command.who)))
    if not named and use_from_tables(d, command):
        return
    spell = None if named else known_spell(d.block(command.who), command.ability)
    if spell is not None:
        _cast(d, command, spell)
        return
    found = find_ability(d, command.who, command.ability)
    spend_ability(d, command.who, found)
    if found.slot == "none" and found.entry.name in auras.NEAR and command.targets:
        auras.mark_near(d, command.who, command.targets)
        for target in command.targets:
            auras.suffer(d, target.who, command.who, target)
        return
    cover = (command.cover,) if command.cover != "none" else ()
    run_ability(d, command.who, found.entry, command.targets, command.damage, cover)


def _cast(d: Deciding, command: c.Use, spell: Known) -> None:
    cast(d, command.who, spell)
    whom = f" on {d.names(t.who for t in command.targets)}" if command.targets else ""
    dc = f"; save DC {spell.dc}" if spell.dc is not None else ""
    d.say(f"{d.name(command.who)} casts {spell.name}{whom}{dc}", command.who)
    for target in command.targets:
        _reflect(d, target.who)


def _reflect(d: Deciding, who: Id) -> None:
    if traits.has_trait(d.block(who), "Reflective Carapace") and d.state.is_on("traits"):
        text = f"{d.name(who)}: Reflective Carapace, on a 6 the spell turns back (rays, lines, magic missile)"
        d.ask("trait", who, text, subject="Reflective Carapace", purpose="reflect", dice="1d6")


def _carapace(d: Deciding, who: Id) -> None:
    reflect(d, who, None)


def reflect(d: Deciding, who: Id, face: c.Face | None) -> None:
    """A d6: on a 6 the spell is turned back on its caster, otherwise it does nothing here."""
    thrown = auras.d6(d, face)
    came = "turns the spell back on its caster" if thrown == 6 else "is untouched by the spell"
    d.emit(e.Rolled(text=f"{d.name(who)}: Reflective Carapace", total=thrown, faces=((6, thrown, True),)))
    d.say(f"{d.name(who)} {came}", who)


_TRAITS: dict[str, Callable[[Deciding, Id], None]] = {
    "reckless": striking.reckless,
    "reflective carapace": _carapace,
}
"""Traits without figures that somebody chooses to use."""


def run_ability(
    d: Deciding,
    who: Id,
    ability: ActionEntry,
    targets: tuple[c.Target, ...],
    damage: str | None = None,
    cover: tuple[str, ...] = (),
) -> None:
    """What an ability does to its targets: one roll of damage, then each one's save, and what follows a failure."""
    for target in targets:
        d.combatant(target.who)
    on = f" on {d.names(t.who for t in targets)}" if targets else ""
    d.say(f"{d.name(who)} uses {ability.name}{on}{_in_words(d, ability)}", who)
    if ability.heals:
        _heal(d, who, ability, targets)
    if not targets or (ability.heals and ability.save is None and not ability.damage):
        return
    _befall(d, who, ability, targets, damage, cover)


def _in_words(d: Deciding, ability: ActionEntry) -> str:
    """What it does, where no figures tell it: the GM's own wording, or one line about the name."""
    if ability.save or ability.damage or ability.heals:
        return ""
    line = ability.text or describe(d.state.edition, ability.name)
    return f": {line}" if line else ""


def _befall(
    d: Deciding,
    who: Id,
    ability: ActionEntry,
    targets: tuple[c.Target, ...],
    damage: str | None,
    cover: tuple[str, ...],
) -> None:
    parts, faces = rolled_damage(d, ability.damage, damage)
    if ability.save is None or ability.dc is None:
        for target in targets:
            if parts:
                hits.deal(d, target.who, parts, share=target.share, by=who, source=ability.name, faces=faces)
        failed = tuple(target.who for target in targets)
    else:
        peril = Peril(
            ability=ability.save,
            dc=ability.dc,
            name=ability.name,
            parts=parts,
            half=ability.half,
            by=who,
            magical=traits.is_magical(ability),
            cover=cover,
            faces=faces,
        )
        failed = endure(d, targets, peril)
    if ability.loses_hp and failed:
        _drain(d, who, ability, failed)
    offer_conditions(d, who, ability, failed)
    for further in ability.then:
        again = tuple(c.Target(who=x) for x in failed if d.combatant(x).status not in ("dead", "fled"))
        if again:
            _befall(d, who, further.model_copy(update={"name": further.name or ability.name}), again, None, cover)


def _heal(d: Deciding, who: Id, ability: ActionEntry, targets: tuple[c.Target, ...]) -> None:
    """Heals whoever is named; what hurts others heals its user."""
    if ability.save is not None or ability.damage:
        healed: tuple[Id, ...] = (who,) if targets else ()
    else:
        healed = tuple(target.who for target in targets) or (who,)
    for one in healed:
        if d.combatant(one).status == "dead":
            raise EncounterError(f"{d.name(one)} is dead; only `revive` brings the dead back (R-106)")
        roll = parse(ability.heals or "0").roll(d.dice)
        hits.restore(d, one, max(0, roll.total), by=who, source=ability.name, faces=roll.faces)


def _drain(d: Deciding, who: Id, ability: ActionEntry, failed: tuple[Id, ...]) -> None:
    """Hit points lost outright, which nothing resists."""
    if not any(ch.isdigit() for ch in ability.loses_hp or ""):
        d.say(f"{ability.name}: {d.names(failed)} lose {ability.loses_hp}")
        return
    parts, faces = rolled_damage(d, (ability.loses_hp or "",), None)
    for one in failed:
        hits.deal(d, one, parts, by=who, source=ability.name, faces=faces)
