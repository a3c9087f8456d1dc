"""What an action is to the tracker: its name, its price, what speaks against it, and what it does."""

from collections.abc import Callable, Iterator
from typing import Literal

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide.abilities import attack_reason, pay_attack, slot_reason, spend_reaction, spend_slot
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.effects import gain, lose
from tracker.encounter.figures import rules_of
from tracker.encounter.state import Effect, Encounter, Id
from tracker.frozen import Frozen, replace
from tracker.rules.actions import activity_cost
from tracker.rules.editions import Edition
from tracker.rules.tables import table

Price = Literal["action", "bonus", "reaction", "attack", "interaction", "half speed", "free", "own"]
"""What it costs: `attack` is one of the Attack action's, `own` is paid inside."""


class Objection(Frozen):
    """Something that speaks against an action, and how much it weighs."""

    text: str
    weight: Literal["warning", "refusal"] = "warning"


Check = Callable[[Encounter, c.Act], Iterator[Objection]]


def no_objection(_state: Encounter, _command: c.Act) -> Iterator[Objection]:
    """Nothing speaks against it."""
    return iter(())


def always(_state: Encounter, _who: Id) -> bool:
    """It stands in everybody's menu."""
    return True


def in_every_edition(_rules: Edition) -> bool:
    """All three rule sets have it."""
    return True


def of_table(name: str, row: str) -> Callable[[Edition], bool]:
    """Whether an edition's table has that row."""
    return lambda rules: row in table(rules, name)


class Deed(Frozen):
    """One thing that `act` does."""

    name: str
    do: Callable[[Deciding, c.Act], None]
    price: Price | Callable[[Encounter, c.Act], Price] = "action"
    check: Check = no_objection
    offered: Callable[[Encounter, Id], bool] = always
    """Whether it belongs in somebody's menu."""
    line: str = ""
    """What it does, in a line."""
    others: tuple[str, ...] = ()
    """Other words for it."""
    exists: Callable[[Edition], bool] = in_every_edition

    def cost(self, state: Encounter, command: c.Act) -> Price:
        """What it costs this one, in this fight."""
        return self.price(state, command) if callable(self.price) else self.price


def listed(activity: str) -> Callable[[Encounter, c.Act], Price]:
    """The price that the edition's list of activities gives."""

    def cost(state: Encounter, _command: c.Act) -> Price:
        return activity_cost(rules_of(state), activity)  # type: ignore[return-value]

    return cost


def price_reason(state: Encounter, who: Id, price: Price) -> str | None:
    """Why the price cannot be paid now, or None when it can."""
    if price == "attack":
        return attack_reason(state, who)
    if price in ("action", "bonus", "reaction", "interaction"):
        return slot_reason(state, who, price)
    return None


def pay(d: Deciding, who: Id, price: Price, what: str) -> None:
    """Spends the price, with a warning where there is nothing to spend."""
    match price:
        case "action" | "bonus":
            spend_slot(d, who, price, "")
        case "reaction":
            spend_reaction(d, who, what)
        case "attack":
            pay_attack(d, who, what)
        case "interaction":
            _interact(d, who)
        case _:
            return


def _interact(d: Deciding, who: Id) -> None:
    """The first object of a turn is free, a second takes the action (R-023)."""
    turn = d.combatant(who).turn
    if turn.free_interaction:
        d.say(f"{d.name(who)}: a second object takes the action (R-023)", who)
        spend_slot(d, who, "action", "")
        return
    d.emit(e.TurnUsed(who=who, turn=replace(turn, free_interaction=True), what=""))


def tell(d: Deciding, who: Id, what: str, **changes: object) -> None:
    """Reads an action aloud, with what it changes of the turn."""
    turn = d.combatant(who).turn
    d.emit(e.TurnUsed(who=who, turn=replace(turn, **changes), what=what))


def mark(
    d: Deciding,
    who: Id,
    name: str,
    *,
    lasts: c.Ending | None = None,
    source: Id | None = None,
    value: int = 0,
    why: tuple[str, ...] = (),
) -> Effect:
    """Hangs a marker on somebody; one of the same name and source is replaced."""
    for effect in d.combatant(who).effects:
        if effect.name == name and effect.kind == "marker" and effect.source == source:
            lose(d, who, effect, "renewed")
    return gain(d, who, name, kind="marker", ending=lasts, source=source, value=value, why=why)


def unmark(d: Deciding, who: Id, name: str, *why: str) -> bool:
    """Takes a marker off; whether there was one."""
    found = [x for x in d.combatant(who).effects if x.name == name and x.kind == "marker"]
    for effect in found:
        lose(d, who, effect, *why)
    return bool(found)


def until_own_start(who: Id) -> c.Ending:
    """Until the start of its next turn."""
    return c.Ending(moment="start", who=who, is_next=True)


def until_turn_ends(who: Id) -> c.Ending:
    """Until the end of the turn that runs, or of its next."""
    return c.Ending(moment="end", who=who)
