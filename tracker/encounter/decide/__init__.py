"""`decide`: what a command brings about. The only place where dice are thrown and rules are asked."""

from collections.abc import Callable
from typing import Any

from tracker.encounter import commands as c
from tracker.encounter.commands import Command
from tracker.encounter.decide import (
    actions,
    attacks,
    automatic,
    effects,
    hazards,
    health,
    initiative,
    mounts,
    movement,
    order,
    preparing,
    prompts,
    reactions,
    rests,
    roster,
    saves,
    table,
    tokens,
    turns,
    using,
)
from tracker.encounter.decide.core import Deciding, Refused, Resolution
from tracker.encounter.errors import EncounterError
from tracker.encounter.events import Event, Said
from tracker.encounter.state import Encounter
from tracker.rules.dice import Dice
from tracker.rules.errors import RulesError

__all__ = ["Resolution", "decide", "decide_with", "resolve"]


def decide(state: Encounter, command: Command, dice: Dice, *, strict: bool = False) -> list[Event]:
    """The events a command brings about. Raises EncounterError when it cannot be done; the state is untouched."""
    return list(resolve(state, command, dice, strict=strict).events)


def resolve(
    state: Encounter, command: Command, dice: Dice, *, strict: bool = False, foresees: bool = False
) -> Resolution:
    """The events of a command and the state after them; a refusal is one `Said` and the state as it was.

    What only looks ahead (`foresees`) need not remember how to be amended.
    Raises EncounterError for what is not possible, and with `strict` for refusals and warnings too.
    """
    d = Deciding(state, dice, strict=strict, force=command.force)
    d.keeps_blow = foresees
    try:
        decide_with(d, command)
        turns.wake(d)
        automatic.answer_for_monsters(d)
        table.propose_end(d)
    except Refused as refusal:
        return Resolution((Said(tone="refusal", text=str(refusal)),), state)
    except RulesError as error:
        raise EncounterError(str(error)) from error
    return Resolution(tuple(d.events), d.state)


def decide_with(d: Deciding, command: Command) -> None:
    """Decides a command within a decision already under way."""
    _DECISIONS[type(command)](d, command)


def _decide_next(d: Deciding, command: c.Next) -> None:
    state = d.state
    if state.phase in ("setup", "initiative"):
        raise EncounterError("the fight has not begun; `start` rolls initiative and begins")
    if state.phase == "ended":
        raise EncounterError("the fight is over; `reopen` takes it up again")
    turns.end_turn(d, command.seconds)
    turns.advance(d)


def _decide_delay(d: Deciding, command: c.Delay) -> None:
    order.decide_delay(d, command)
    turns.let_moment_pass(d)
    turns.advance(d)


_DECISIONS: dict[type[Any], Callable[[Deciding, Any], None]] = {
    c.Start: initiative.decide_start,
    c.Begin: initiative.decide_begin,
    c.SetInitiative: initiative.decide_init,
    c.Surprise: initiative.decide_surprise,
    c.Next: _decide_next,
    c.Order: order.decide_order,
    c.Split: order.decide_split,
    c.Delay: _decide_delay,
    c.Damage: health.decide_damage,
    c.Heal: health.decide_heal,
    c.TempHp: health.decide_temp,
    c.MaxHp: health.decide_max_hp,
    c.Set: health.decide_set,
    c.Amend: health.decide_amend,
    c.Death: health.decide_death,
    c.Fate: health.decide_fate,
    c.Attack: attacks.decide_attack,
    c.Use: using.decide_use,
    c.Save: saves.decide_save,
    c.Resist: saves.decide_resist,
    c.Condition: effects.decide_condition,
    c.Ongoing: effects.decide_ongoing,
    c.Concentrate: effects.decide_concentration,
    c.Add: roster.decide_add,
    c.Copies: preparing.decide_copies,
    c.Swap: preparing.decide_swap,
    c.HitPoints: preparing.decide_hit_points,
    c.Join: roster.decide_join,
    c.Hide: roster.decide_hide,
    c.Note: roster.decide_note,
    c.Tag: roster.decide_tag,
    c.Count: roster.decide_count,
    c.Remind: table.decide_remind,
    c.Scene: table.decide_scene,
    c.Auto: table.decide_auto,
    c.Rule: table.decide_rule,
    c.Act: actions.decide_act,
    c.Move: movement.decide_move,
    c.Stand: movement.decide_stand,
    c.Mount: mounts.decide_mount,
    c.Hazard: hazards.decide_hazard,
    c.Luck: tokens.decide_luck,
    c.Rest: rests.decide_rest,
    c.Roll: table.decide_roll,
    c.End: table.decide_end,
    c.Reopen: table.decide_reopen,
    c.React: reactions.decide_react,
    c.Ready: reactions.decide_ready,
    c.Legend: reactions.decide_legend,
    c.Lair: reactions.decide_lair,
    c.Answer: prompts.decide_answer,
    c.Skip: prompts.decide_skip,
}
