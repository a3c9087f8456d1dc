"""What hangs on a combatant: figures set, exhaustion, effects, concentration, what is used up."""

from typing import Literal

from tracker.encounter.events.parts import BaseEvent, Face
from tracker.encounter.state import (
    Concentration,
    Effect,
    Id,
    Readied,
    Turn,
)


class FieldSet(BaseEvent):
    """A figure or word of a combatant was set by hand."""

    type: Literal["set"] = "set"
    who: Id
    field: Literal["ac", "name", "side", "note", "tag", "death_saves", "controlled", "mount", "group", "hp"]
    value: str | int | bool | None


class SpeedSet(BaseEvent):
    type: Literal["speed"] = "speed"
    who: Id
    speed: dict[str, int]


class ExhaustionChanged(BaseEvent):
    type: Literal["exhaustion"] = "exhaustion"
    who: Id
    level: int


class EffectAdded(BaseEvent):
    type: Literal["effect"] = "effect"
    who: Id
    effect: Effect


class EffectChanged(BaseEvent):
    """The same effect with another ending or value."""

    type: Literal["effect_changed"] = "effect_changed"
    who: Id
    effect: Effect


class EffectEnded(BaseEvent):
    type: Literal["effect_ended"] = "effect_ended"
    who: Id
    effect: int
    name: str


class ConcentrationChanged(BaseEvent):
    """Concentration started, replaced, or (with None) ended; `ended` names what it was before."""

    type: Literal["concentration"] = "concentration"
    who: Id
    concentration: Concentration | None
    ended: str | None = None


class ReadiedChanged(BaseEvent):
    type: Literal["readied"] = "readied"
    who: Id
    readied: Readied | None


class TurnUsed(BaseEvent):
    """What a combatant has left of its turn, after `what` was spent."""

    type: Literal["used"] = "used"
    who: Id
    turn: Turn
    what: str
    """As read aloud: `takes the Dodge action`, `moves 20 ft.`; empty for bookkeeping."""


class ReactionsChanged(BaseEvent):
    type: Literal["reactions"] = "reactions"
    who: Id
    spent: int
    what: str = ""
    trigger: str = ""
    """What was answered, where one trigger is answered once only (R-021)."""
    plain: int = 0
    """How many of them were not what its further reactions are kept for."""


class UsesChanged(BaseEvent):
    """Uses of an ability spent (or, with fewer than before, restored)."""

    type: Literal["uses"] = "uses"
    who: Id
    ability: str
    spent: int
    faces: tuple[Face, ...] = ()


class TokensChanged(BaseEvent):
    type: Literal["tokens"] = "tokens"
    who: Id | None
    token: str
    held: int


class CounterSet(BaseEvent):
    type: Literal["counter"] = "counter"
    who: Id
    counter: str
    value: int | None


class HiddenSet(BaseEvent):
    type: Literal["hidden"] = "hidden"
    who: tuple[Id, ...]
    hidden: bool
