"""Lairs and complex traps on their count: what they do each turn, and the counters they move (R-173)."""

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide.core import Deciding
from tracker.encounter.figures import in_force
from tracker.encounter.state import Id
from tracker.library.encounter_plan import Counter
from tracker.library.models import ActionEntry, AttackEntry
from tracker.rules.hazards import trap_acts

ARMED = "armed"
"""A complex trap that waits to be set off."""


def act_on_count(d: Deciding, who: Id) -> None:
    """Says what a trap does and moves its counter; offers what it, or a lair, can do."""
    kind = d.combatant(who).kind
    if kind == "trap":
        _trap(d, who)
    elif kind == "lair":
        _lair(d, who)


def _trap(d: Deciding, who: Id) -> None:
    combatant, block = d.combatant(who), d.block(who)
    if not trap_acts(is_complex=True, triggered=not combatant.has(ARMED)):
        d.say(f"{combatant.name} has not been set off yet", who)
        return
    if combatant.trap is not None:
        for text in combatant.trap.each_turn:
            d.say(f"{combatant.name}: {text}", who)
        if combatant.trap.counter is not None:
            _move_counter(d, who, combatant.trap.counter)
    choices = [(x.name or combatant.name, _figures(x)) for x in block.attacks]
    choices += [(x.name or combatant.name, _figures(x)) for x in block.actions]
    if choices and d.state.is_on("lair"):
        what = " or ".join(f"{name} ({figures})" if figures else name for name, figures in choices)
        d.ask("lair", who, f"{what}: on whom?", options=tuple(name for name, _ in choices))


def _figures(entry: ActionEntry | AttackEntry) -> str:
    """What it does, in figures: `+5, 1d4+2 piercing` or `STR save DC 12`."""
    words = list(entry.damage)
    if isinstance(entry, AttackEntry):
        words.insert(0, f"{entry.to_hit:+d} to hit")
    elif entry.save and entry.dc is not None:
        words.insert(0, f"{entry.save.upper()} save DC {entry.dc}")
    return ", ".join(words)


def _move_counter(d: Deciding, who: Id, counter: Counter) -> None:
    was = d.combatant(who).counters.get(counter.name, counter.start)
    value = max(0, was + counter.step)
    if counter.maximum is not None:
        value = min(value, counter.maximum)
    if value == was:
        return
    d.emit(e.CounterSet(who=who, counter=counter.name, value=value))
    if counter.maximum is not None and value == counter.maximum and counter.when_full:
        d.ask("reminder", who, f"{d.name(who)}: {counter.when_full}", subject=counter.when_full)


def _lair(d: Deciding, who: Id) -> None:
    combatant = d.combatant(who)
    owner = d.state.combatants.get(combatant.owner) if combatant.owner else None
    if combatant.owner is not None and owner is None:
        return
    if owner is not None and (
        owner.is_out or owner.waiting is not None or owner.hp == 0 or in_force(d.state, owner.id).incapacitated
    ):
        d.say(f"{combatant.name} is quiet: {owner.name} cannot call on it", who)
        return
    if not d.state.is_on("lair"):
        return
    actions = [action.name or action.text or "" for action in d.block(who).lair]
    fresh = [name for name in actions if not repeats(d, who, name)]
    options = tuple(fresh or actions)
    d.ask("lair", who, f"{combatant.name}: lair action", options=options)


def repeats(d: Deciding, who: Id, action: str) -> bool:
    """Whether the lair did just that on its last count, too."""
    last = d.combatant(who).spent.get(f"lair: {action}")
    return last is not None and last == d.state.round - 1 and len(d.block(who).lair) > 1


def spring(d: Deciding, who: Id, option: str, targets: tuple[c.Target, ...]) -> bool:
    """Lets a trap do one of the things it was built for; False when it has nothing of that name."""
    from tracker.encounter.decide.attacks import free_attack
    from tracker.encounter.decide.using import run_ability

    block, word = d.block(who), option.casefold()
    attack = next((x for x in block.attacks if (x.name or d.name(who)).casefold() == word), None)
    if attack is not None:
        free_attack(d, who, attack, tuple(target.who for target in targets))
        return True
    action = next((x for x in block.actions if (x.name or d.name(who)).casefold() == word), None)
    if action is not None:
        run_ability(d, who, action, targets)
    return action is not None
