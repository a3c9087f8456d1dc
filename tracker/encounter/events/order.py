"""Who is there and in which order: joining, leaving, initiative, places, rounds and turns."""

from typing import Literal

from tracker.encounter.events.parts import BaseEvent, Face
from tracker.encounter.state import (
    Combatant,
    Id,
    Place,
    PlaceId,
)
from tracker.frozen import field
from tracker.library.models import StatBlock


class Joined(BaseEvent):
    """Somebody enters the list, standing or waiting. `blocks` brings stat blocks not seen before."""

    type: Literal["joined"] = "joined"
    combatant: Combatant
    base_name: str
    """Its name without a copy's number, as used for numbering."""
    blocks: dict[str, StatBlock] = field(default_factory=dict)
    faces: tuple[Face, ...] = ()
    """Dice thrown for its hit points."""


class Arrived(BaseEvent):
    """A waiting combatant stands in the fight now."""

    type: Literal["arrived"] = "arrived"
    who: Id


class Left(BaseEvent):
    """Removed from the fight."""

    type: Literal["left"] = "left"
    who: Id
    name: str


class InitiativeSet(BaseEvent):
    type: Literal["initiative"] = "initiative"
    who: tuple[Id, ...]
    count: int
    faces: tuple[Face, ...] = ()
    modifier: int = 0
    how: Literal["rolled", "typed", "fixed", "shared"] = "rolled"


class SurpriseSet(BaseEvent):
    type: Literal["surprise"] = "surprise"
    who: tuple[Id, ...]


class Ordered(BaseEvent):
    """The whole order is laid."""

    type: Literal["ordered"] = "ordered"
    places: tuple[Place, ...]


class Placed(BaseEvent):
    """A place is put in, or moved, before another (None: at the end)."""

    type: Literal["placed"] = "placed"
    place: Place
    before: PlaceId | None
    how: Literal["joined", "moved", "delayed", "split", "left"] = "moved"
    """`left` is bookkeeping: members went, the place stays where it is."""


class Unplaced(BaseEvent):
    """A place is taken out of the order."""

    type: Literal["unplaced"] = "unplaced"
    place: PlaceId


class RoundStarted(BaseEvent):
    type: Literal["round"] = "round"
    round: int


class TurnStarted(BaseEvent):
    type: Literal["turn"] = "turn"
    place: PlaceId
    who: tuple[Id, ...]
    resumed: bool = False


class TurnEnded(BaseEvent):
    type: Literal["turn_end"] = "turn_end"
    place: PlaceId
    who: tuple[Id, ...]
    seconds: float = 0.0


class PlacePassed(BaseEvent):
    """A place without anybody to act was passed over."""

    type: Literal["passed"] = "passed"
    place: PlaceId
    who: tuple[Id, ...]


class NobodyActs(BaseEvent):
    """There is nobody left whose turn it could be."""

    type: Literal["nobody"] = "nobody"
