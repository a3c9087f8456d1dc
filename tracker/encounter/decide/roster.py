"""Who is in the fight: newcomers, waiting waves, and what is noted about anybody."""

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.initiative import roll_missing
from tracker.encounter.decide.lairs import enter_own_lair
from tracker.encounter.decide.order import put_in
from tracker.encounter.decide.traits import heads_at_first
from tracker.encounter.decide.turns import arrive
from tracker.encounter.errors import EncounterError
from tracker.encounter.names import handles, numbered
from tracker.encounter.state import Combatant, Id
from tracker.library.models import StatBlock
from tracker.rules.dice import parse
from tracker.rules.errors import nearest


def decide_add(d: Deciding, command: c.Add) -> None:
    """Brings newcomers in: named and numbered, hit points settled, initiative rolled at once in a running fight."""
    if not 1 <= command.count <= 200:
        raise EncounterError(f"add takes 1 to 200 at once, not {command.count}")
    names = numbered(command.name, command.count, d.state.names_used)
    whole_names = {x.name.casefold() for x in d.state.combatants.values()}
    ids = handles(names, command.name, d.state.handles_used, whole_names)
    key = block_key(d, command.block)
    for name, who in zip(names, ids, strict=True):
        _join(d, command, name, who, key)
    lair = enter_own_lair(d, ids[0])
    if d.state.phase != "running":
        return
    roll_missing(d, ids)
    if lair is not None:
        put_in(d, [d.combatant(lair)])
    if command.group:
        put_in(d, [d.combatant(who) for who in ids])
    else:
        for who in ids:
            put_in(d, [d.combatant(who)])


def name_and_handle(d: Deciding, base: str) -> tuple[str, Id]:
    """What one more of that name is called in this fight, and its handle."""
    names = numbered(base, 1, d.state.names_used)
    whole_names = {x.name.casefold() for x in d.state.combatants.values()}
    return names[0], handles(names, base, d.state.handles_used, whole_names)[0]


def _join(d: Deciding, command: c.Add, name: str, who: Id, key: str) -> None:
    block = command.block
    rolled, faces = hit_points(d, block, command.hp_mode)
    top = command.max_hp if command.max_hp is not None else command.hp if command.hp is not None else rolled
    saves = command.death_saves or command.side == "party" or bool(block.death_saves)
    newcomer = Combatant(
        id=who,
        name=name,
        side=command.side,
        block=key,
        group=command.group,
        entry=d.state.next_id,
        initiative=command.initiative,
        initiative_bonus=block.initiative,
        hp=min(top, command.hp if command.hp is not None else top),
        max_hp=top,
        ac=block.ac if command.ac is None else command.ac,
        speed=block.speed,
        death_saves=saves,
        counters=heads_at_first(block.traits),
        hidden=command.hidden,
    )
    blocks = {} if key in d.state.blocks else {key: block}
    d.emit(e.Joined(combatant=newcomer, base_name=command.name, blocks=blocks, faces=faces))


def hit_points(d: Deciding, block: StatBlock, mode: str) -> tuple[int, tuple[e.Face, ...]]:
    """Average, rolled or greatest hit points of a stat block, never below 1 when rolled."""
    if mode == "average" or not block.hp_dice:
        return block.hp, ()
    dice = parse(block.hp_dice)
    if mode == "max":
        return dice.maximum, ()
    roll = dice.roll(d.dice)
    return max(1, roll.total), roll.faces


def block_key(d: Deciding, block: StatBlock) -> str:
    """The key under which a stat block stands in this fight: its name, numbered if another block has that name."""
    key, number = block.name, 1
    while key in d.state.blocks and d.state.blocks[key] != block:
        number += 1
        key = f"{block.name} ({number})"
    return key


def decide_join(d: Deciding, command: c.Join) -> None:
    """A waiting wave, by its name, or somebody absent or waiting, by name or handle, enters."""
    waiting = [x for x in d.state.combatants.values() if x.waiting is not None]
    word = command.what.casefold()
    team = [x for x in waiting if (x.waiting or "").casefold() == word] or [
        x for x in waiting if word in (x.name.casefold(), x.id)
    ]
    if not team:
        known = sorted({x.name if x.waiting == "absent" else x.waiting or "" for x in waiting})
        close = nearest(command.what, known)
        hint = f"did you mean '{close}'?" if close else f"waiting: {', '.join(known) or 'nobody'}"
        raise EncounterError(f"nothing called '{command.what}' is waiting; {hint}")
    arrive(d, team)


def decide_hide(d: Deciding, command: c.Hide) -> None:
    """Hides from the players' view, or shows."""
    for who in command.who:
        d.combatant(who)
    d.emit(e.HiddenSet(who=command.who, hidden=command.hidden))


def decide_note(d: Deciding, command: c.Note) -> None:
    """Writes a note on somebody; an empty one takes it off."""
    d.combatant(command.who)
    d.emit(e.FieldSet(who=command.who, field="note", value=command.text))


def decide_tag(d: Deciding, command: c.Tag) -> None:
    """Gives a mark or colour; `none` takes it off."""
    for who in command.who:
        d.combatant(who)
        d.emit(e.FieldSet(who=who, field="tag", value="" if command.tag == "none" else command.tag))


def decide_count(d: Deciding, command: c.Count) -> None:
    """Sets or shifts a free counter of somebody; it never sinks below 0."""
    combatant = d.combatant(command.who)
    was = combatant.counters.get(command.counter, 0)
    value = max(0, was + command.amount if command.relative else command.amount)
    d.emit(e.CounterSet(who=command.who, counter=command.counter, value=value))
