"""What a creature may still spend on a turn, and what surprise bars."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from tracker.frozen import Frozen
from tracker.rules.conditions import Effects
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError
from tracker.rules.verdict import Verdict

_BARRED_BY = {"action": "act", "bonus": "bonus", "reaction": "react", "move": "move"}
_THINGS = (*_BARRED_BY, "interaction")
_NAMES = {"action": "action", "bonus": "bonus action", "reaction": "reaction", "move": "move"}


class Spending(Frozen):
    """Whether something can be spent now, out of which budget, and why not."""

    allowed: bool
    costs: str = ""
    """The budget it comes out of: the thing itself, or `action` for a second interaction (R-023)."""
    why: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.allowed


def surprise_bars(edition: Edition, turns_taken: int) -> bool:
    """Whether a surprised creature that has finished `turns_taken` turns is still barred from everything (R-004)."""
    return edition.surprise_costs_first_turn and turns_taken == 0


def can_spend(
    edition: Edition,
    what: str,
    spent: Collection[str],
    effects: Effects,
    *,
    own_turn: bool = True,
    surprised: bool = False,
    turns_taken: int = 0,
    bonus_granted: bool = True,
) -> Spending:
    """Whether `what` (action, bonus, reaction, move, interaction) is there to be spent (R-019 to R-026).

    `spent`: what is gone since the creature's own turn began; `turns_taken`: its finished turns in this fight;
    `bonus_granted`: whether anything gives it a bonus action. Raises RulesError for another `what`.
    """
    if what not in _THINGS:
        raise RulesError.unknown("budget", what, _THINGS)
    if surprised and surprise_bars(edition, turns_taken):
        return Spending(False, why=("surprised: nothing until its first turn has ended (R-004)",))
    if what != "reaction" and not own_turn:
        return Spending(False, why=("only on its own turn (R-019)",))
    if what == "interaction":
        return _interaction(edition, spent, effects)
    if _BARRED_BY[what] in effects.cannot:
        return Spending(False, why=(f"its conditions allow no {_NAMES[what]} (R-026)",))
    if what in spent:
        again = "until its next turn starts (R-021)" if what == "reaction" else "this turn (R-019)"
        return Spending(False, why=(f"the {_NAMES[what]} is spent {again}",))
    if what == "bonus" and not bonus_granted:
        return Spending(False, why=("nothing grants it a bonus action (R-020)",))
    return Spending(True, costs=what)


def _interaction(edition: Edition, spent: Collection[str], effects: Effects) -> Spending:
    if "interaction" in spent:
        action = can_spend(edition, "action", spent, effects)
        why = ("a second object takes the action (R-023)", *action.why)
        return Spending(action.allowed, costs="action" if action else "", why=why)
    if {"act", "move"} <= effects.cannot:
        return Spending(False, why=("its conditions allow neither action nor move (R-026)",))
    return Spending(True, costs="interaction")


def can_answer_trigger(edition: Edition, trigger: str, answered: Collection[str], reactions: int = 1) -> Verdict:
    """Whether a creature with so many `reactions` a round may answer `trigger` after those `answered` (R-021)."""
    if len(answered) >= reactions:
        return Verdict(False, ("no reaction left until its next turn starts (R-021)",))
    if edition.one_reaction_per_trigger and trigger in answered:
        return Verdict(False, ("one reaction to each trigger (R-021)",))
    return Verdict(True)


class Casting(Frozen):
    """A spell cast on a turn."""

    slot: Literal["action", "bonus", "reaction"]
    level: int
    """0 for a cantrip."""
    uses_slot: bool = True
    """Whether a levelled spell is paid for with a spell slot."""


def can_cast(edition: Edition, cast: Sequence[Casting], spell: Casting) -> Verdict:
    """Whether `spell` may follow the spells already `cast` on the same turn (R-027)."""
    together = (*cast, spell)
    match edition.spells_per_turn:
        case "one slot":
            slots = [one for one in together if one.level > 0 and one.uses_slot]
            if spell in slots and len(slots) > 1:
                return Verdict(False, ("one spell slot a turn (R-027)",))
        case "bonus spell then cantrip":
            bonus = [one for one in together if one.slot == "bonus"]
            others = [one for one in together if one.slot != "bonus"]
            if bonus and any(one.slot != "action" or one.level > 0 for one in others):
                return Verdict(False, ("beside a bonus action spell only a cantrip with an action (R-027)",))
        case "one levelled beside a bonus spell":
            levelled = {one.slot for one in together if one.level > 0}
            if {"bonus", "action"} <= levelled and spell.level > 0:
                return Verdict(False, ("beside a levelled bonus action spell only cantrips with an action (R-027)",))
    return Verdict(True)
