"""Fitting an encounter to the evening: how many there are of a creature, which one it is, and its hit points."""

import re
from collections.abc import Iterator
from itertools import count

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide import hits
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.initiative import roll_missing
from tracker.encounter.decide.order import put_in
from tracker.encounter.decide.roster import block_key, hit_points
from tracker.encounter.decide.traits import heads_at_first
from tracker.encounter.errors import EncounterError
from tracker.encounter.names import handles, numbered
from tracker.encounter.state import Combatant, Encounter, Id
from tracker.frozen import replace
from tracker.library.models import StatBlock

MOST_COPIES = 200


def copies_of(state: Encounter, who: Id) -> tuple[Combatant, ...]:
    """Everybody of the same creature, side, group and wave under the same name but for its number; at least itself."""
    one = state.combatants[who]
    return tuple(x for x in state.combatants.values() if _kind(x) == _kind(one))


def _kind(one: Combatant) -> tuple[object, ...]:
    return (one.block, one.side, one.group, one.waiting, one.kind, _base(one.name).casefold())


def _base(name: str) -> str:
    return re.sub(r" \d+$", "", name)


def decide_copies(d: Deciding, command: c.Copies) -> None:
    """Adds newcomers like it, or takes the last of them out."""
    from tracker.encounter.decide import decide_with

    one = _creature(d, command.who)
    team = copies_of(d.state, one.id)
    number = command.number + (len(team) if command.relative else 0)
    if not 0 <= number <= MOST_COPIES:
        raise EncounterError(f"of one creature there are 0 to {MOST_COPIES}, not {number}")
    if number < len(team):
        decide_with(d, c.Fate(what="remove", who=tuple(x.id for x in team[number:])))
        return
    is_rolled = len({x.max_hp for x in team}) > 1
    for called in _called(d, _base(one.name), number - len(team)):
        rolled = hit_points(d, d.block(one.id), "roll") if is_rolled else (one.max_hp, ())
        _enter(d, called, one, d.block(one.id), rolled)


def decide_swap(d: Deciding, command: c.Swap) -> None:
    """Another creature for each: same side, group or none, hidden or not, in the same wave."""
    from tracker.encounter.decide import decide_with

    olds, block = [_creature(d, who) for who in command.who], command.block
    taken = {x.group for x in d.state.combatants.values() if x.id not in command.who}
    group = next(name for name in _group_names(block) if name not in taken)
    for old, called in zip(olds, _called(d, block.name, len(olds)), strict=True):
        alone = replace(old, group=group if old.group else None, initiative=None)
        _enter(d, called, alone, block, hit_points(d, block, "average"))
    decide_with(d, c.Fate(what="remove", who=tuple(old.id for old in olds)))


def _group_names(block: StatBlock) -> Iterator[str]:
    base = f"{block.name.lower()}s"
    return (base if number == 1 else f"{base}{number}" for number in count(1))


_Called = tuple[str, str, Id]
"""What a newcomer is called without its number and with it, and its handle."""


def _called(d: Deciding, base: str, number: int) -> list[_Called]:
    names = numbered(base, number, d.state.names_used)
    whole_names = {x.name.casefold() for x in d.state.combatants.values()}
    ids = handles(names, base, d.state.handles_used, whole_names) if names else ()
    return [(base, name, who) for name, who in zip(names, ids, strict=True)]


def _enter(
    d: Deciding, called: _Called, like: Combatant, block: StatBlock, hit_points: tuple[int, tuple[e.Face, ...]]
) -> None:
    """A newcomer untouched by the fight, where `like` stands."""
    base, name, who = called
    key = block_key(d, block)
    newcomer = Combatant(
        id=who,
        name=name,
        side=like.side,
        block=key,
        group=like.group,
        entry=d.state.next_id,
        initiative=like.initiative if like.group else None,
        initiative_bonus=block.initiative,
        hp=hit_points[0],
        max_hp=hit_points[0],
        is_hp_given=like.is_hp_given and key == like.block,
        ac=like.ac if key == like.block else block.ac,
        speed=block.speed,
        death_saves=like.death_saves,
        hidden=like.hidden,
        waiting=like.waiting,
        joins=like.joins,
        counters=heads_at_first(block.traits),
    )
    blocks = {} if key in d.state.blocks else {key: block}
    d.emit(e.Joined(combatant=newcomer, base_name=base, blocks=blocks, faces=hit_points[1]))
    if d.state.phase == "running" and newcomer.waiting is None:
        _take_place(d, newcomer)


def _take_place(d: Deciding, newcomer: Combatant) -> None:
    """Beside its group where there is one, else by a count of its own."""
    mates = (x for x in d.state.present() if x.group == newcomer.group and x.id != newcomer.id)
    mate = next(mates, None) if newcomer.group else None
    place = d.state.place_of(mate.id) if mate else None
    if place is not None and place.members:
        joined = replace(place, members=(*place.members, newcomer.id))
        d.emit(e.Placed(place=joined, before=None, how="left"))
        return
    roll_missing(d, [newcomer.id])
    put_in(d, [d.combatant(newcomer.id)])


def decide_hit_points(d: Deciding, command: c.HitPoints) -> None:
    """Settles full hit points anew; what a creature has lost it goes on missing, what shifted its maximum is over."""
    for who in command.who:
        one, block = _creature(d, who), d.block(who)
        if command.mode == "given":
            top, now = command.max_hp or command.hp or block.hp, command.hp
            why: tuple[str, ...] = ()
        else:
            if command.mode != "average" and not block.hp_dice:
                raise EncounterError(f"{one.name} has no hit dice; `hp {who} 20` sets a number")
            top, faces = hit_points(d, block, command.mode)
            now = None
            why = (f"{block.hp_dice}: {', '.join(str(face) for _, face, _ in faces)}",) if faces else ()
        left = min(top, top - (one.max_hp - one.hp)) if now is None else now
        if not 0 < left <= top:
            raise EncounterError(f"{one.name} cannot have {left} of {top} hit points; `damage` brings somebody down")
        d.emit(e.MaxHpChanged(who=who, max_hp=top, shift=0, hp=left, why=why))
        hits.fit_hit_points(d, who)


def _creature(d: Deciding, who: Id) -> Combatant:
    one = d.combatant(who)
    if one.kind != "creature":
        raise EncounterError(f"{one.name} is a {one.kind}, not a creature")
    return one
