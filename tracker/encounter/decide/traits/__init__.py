"""Traits of stat blocks that act by themselves or ask: on a roll, on a hit, at 0, on death, as turns start and end.

Each module is one subject; what the rest of `decide` calls stands here.
"""

from tracker.encounter.decide.traits.auras import end_of_turn, start_of_turn
from tracker.encounter.decide.traits.base import has_trait
from tracker.encounter.decide.traits.defending import (
    absorb,
    ask_to_hold_back,
    divert,
    held_back,
    holds_back_death,
    outlives_zero,
)
from tracker.encounter.decide.traits.dying import on_death
from tracker.encounter.decide.traits.saving import (
    evades,
    is_magical,
    save_sources,
)
from tracker.encounter.decide.traits.striking import (
    after_hit,
    as_typed,
    attack_reminders,
    attack_sources,
    bonus_damage,
    remind_of_pack,
    weapon_tags,
)
from tracker.encounter.decide.traits.wounded import after_damage, after_hit_by, heads_at_first

__all__ = [
    "absorb",
    "after_damage",
    "after_hit",
    "after_hit_by",
    "as_typed",
    "ask_to_hold_back",
    "attack_reminders",
    "attack_sources",
    "bonus_damage",
    "divert",
    "end_of_turn",
    "evades",
    "has_trait",
    "heads_at_first",
    "held_back",
    "holds_back_death",
    "is_magical",
    "on_death",
    "outlives_zero",
    "remind_of_pack",
    "save_sources",
    "start_of_turn",
    "weapon_tags",
]
