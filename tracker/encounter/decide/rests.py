"""Resting: hit dice, hit points, what comes back, and what an hour does at 0 hit points (R-104, R-109 to R-111)."""

import re

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.characters import class_level
from tracker.encounter.decide import hits
from tracker.encounter.decide.abilities import abilities
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.effects import lose
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import health, rules_of
from tracker.encounter.state import Encounter, Id
from tracker.library.models import StatBlock
from tracker.rules.classes import song_of_rest_die
from tracker.rules.dice import parse
from tracker.rules.hitpoints import hours_pass, wake
from tracker.rules.rests import finish_long_rest, spend_hit_dice
from tracker.rules.tables import table

HIT_DICE = "hit dice"
_HOURS = {"short": 1, "long": 8}
_BACK_AFTER_SHORT = ("channel divinity", "second wind", "action surge", "wild shape")
_ONE_BACK = ("channel divinity", "second wind", "wild shape")
"""Of these the 2024 rules give one use back on a short rest, the others all."""


def decide_rest(d: Deciding, command: c.Rest) -> None:
    """A short or a long rest of the party, or of those named."""
    who = command.who or tuple(x.id for x in d.state.present() if x.side == "party" and not x.is_out)
    if not who:
        raise EncounterError("nobody is there to rest; name somebody: `rest short mira`")
    for one in who:
        combatant = d.combatant(one)
        if combatant.kind != "creature" or combatant.status == "dead":
            raise EncounterError(f"{combatant.name} cannot rest: it is {combatant.status}")
    if d.state.phase == "running":
        d.warn("a fight is running; a rest is an hour and more (R-111)")
    if len(command.faces) > 1 and command.dice and len(command.faces) != command.dice:
        raise EncounterError(f"{command.dice} hit dice have {command.dice} faces, not {len(command.faces)}")
    song = _song(d, who) if command.kind == "short" else None
    for one in who:
        _lie_down(d, one, command, song)


def _lie_down(d: Deciding, who: Id, command: c.Rest, song: str | None) -> None:
    _hours(d, who, _HOURS[command.kind])
    if command.kind == "short":
        _short(d, who, command, song)
    else:
        _long(d, who, command.fed)


def _hours(d: Deciding, who: Id, hours: int) -> None:
    """The stable wake after 1d4 hours; the knocked out as the rest ends (R-104, R-105)."""
    combatant = d.combatant(who)
    if combatant.status == "stable":
        face = d.dice.roll(4)
        change = hours_pass(health(d.state, who), hours, face)
        if change.health.hp > 0:
            d.emit(e.Healed(who=who, amount=1, hp=1, was=0, source=f"{face} hours of rest", faces=((4, face, True),)))
        else:
            d.say(f"{combatant.name} would wake after {face} hours (R-104)", who)
        hits.follow(d, who, change)
    elif combatant.status == "unconscious":
        hits.follow(d, who, wake(health(d.state, who)))


def _short(d: Deciding, who: Id, command: c.Rest, song: str | None) -> None:
    """Spends hit dice, typed or thrown, and gives back what an hour restores (R-109)."""
    combatant, block = d.combatant(who), d.block(who)
    total, left = hit_dice(d.state, who)
    faces = command.faces or _throw(d, who, command.dice)
    rest = spend_hit_dice(d.edition, health(d.state, who), left, faces, block.ability_modifier("con"))
    if not rest.benefit:
        d.warn(f"{combatant.name}: {rest.why[0]}", who)
        return
    if faces:
        d.emit(e.TokensChanged(who=who, token=HIT_DICE, held=rest.hit_dice_left))
        thrown = tuple((_sides(block), face, True) for face in faces)
        hits.restore(d, who, rest.health.hp - combatant.hp, source=f"{len(faces)} of {total} hit dice", faces=thrown)
        if song is not None:
            roll = parse(song).roll(d.dice)
            hits.restore(d, who, roll.total, source="Song of Rest", faces=roll.faces)
    _give_back(d, who, is_long=False)
    d.say(f"{combatant.name} has finished a short rest", who)


def _long(d: Deciding, who: Id, fed: bool) -> None:
    """All hit points, hit dice by the edition, a level of exhaustion, and everything that days count (R-110)."""
    combatant = d.combatant(who)
    total, left = hit_dice(d.state, who)
    rest = finish_long_rest(d.edition, health(d.state, who), total, left, ate_and_drank=fed)
    if not rest.benefit:
        d.warn(f"{combatant.name}: {rest.why[0]}", who)
        return
    after = rest.health
    if combatant.temp_hp:
        d.emit(e.TempHpGained(who=who, offered=0, temp_hp=0))
    if after.exhaustion != combatant.exhaustion:
        d.emit(e.ExhaustionChanged(who=who, level=after.exhaustion))
    if combatant.max_hp_shift and d.edition.long_rest_restores_all_hit_dice:
        d.emit(e.MaxHpChanged(who=who, max_hp=combatant.max_hp, shift=0, hp=combatant.hp))
    top = finish_long_rest(d.edition, health(d.state, who), total, left).health.hp
    if top > combatant.hp:
        hits.restore(d, who, top - combatant.hp, source="a long rest")
    if total:
        d.emit(e.TokensChanged(who=who, token=HIT_DICE, held=rest.hit_dice_left))
    _give_back(d, who, is_long=True)
    for effect in d.combatant(who).effects:
        if effect.kind == "marker":
            lose(d, who, effect, "the rest")
    d.say(f"{combatant.name} has finished a long rest", who, why=rest.why)


def hit_dice(state: Encounter, who: Id) -> tuple[int, int]:
    """Hit dice in all and those left: a character's level, or the dice of its hit points."""
    block = state.block_of(who)
    found = re.match(r"(\d+)d", block.hp_dice or "")
    total = int(found[1]) if found else block.level or 0
    return total, state.combatants[who].tokens.get(HIT_DICE, total)


def _sides(block: StatBlock) -> int:
    found = re.search(r"d(\d+)", block.hp_dice or "")
    return int(found[1]) if found else 0


def _throw(d: Deciding, who: Id, count: int) -> tuple[int, ...]:
    sides = _sides(d.block(who))
    if count and not sides:
        raise EncounterError(
            f"{d.name(who)}'s hit die is not known (`hp_dice` says it); type the faces: `rest short {who} faces 5 3`"
        )
    return tuple(d.dice.roll(sides) for _ in range(count))


def _song(d: Deciding, who: tuple[Id, ...]) -> str | None:
    """The die that a resting bard's song adds, where the edition has the song (R-187)."""
    if "song of rest die" not in table(rules_of(d.state), "class levels"):
        return None
    levels = [class_level(d.block(one), "bard") for one in who]
    best = max(levels, default=0)
    die = song_of_rest_die(d.edition, min(20, best)) if best else None
    return f"1{die}" if die else None


def _give_back(d: Deciding, who: Id, *, is_long: bool) -> None:
    combatant = d.combatant(who)
    by_name = {found.entry.name: found.entry for found in abilities(d.block(who))}
    for name, spent in tuple(combatant.spent.items()):
        entry = by_name.get(name)
        words = f"{entry.uses or ''} {entry.recharge or ''}".casefold() if entry else ""
        back = spent if is_long or "rest" in words.replace("long rest", "") else _after_an_hour(d, name, spent)
        if back:
            d.emit(e.UsesChanged(who=who, ability=name, spent=max(0, spent - back)))


def _after_an_hour(d: Deciding, name: str, spent: int) -> int:
    """Uses of a class feature that a short rest gives back (R-180, R-185)."""
    if name not in _BACK_AFTER_SHORT:
        return 0
    return 1 if name in _ONE_BACK and d.edition.long_rest_restores_all_hit_dice else spent
