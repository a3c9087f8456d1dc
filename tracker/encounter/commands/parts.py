"""What commands are made of."""

from typing import Literal

from tracker.encounter.state import Id, Moment
from tracker.frozen import KeywordFrozen

Share = Literal["full", "half", "none", "double"]
RollMode = Literal["normal", "advantage", "disadvantage"]


class Part(KeywordFrozen):
    """Some of what a command says."""


class Face(Part):
    """A number typed from a real die; the app adds the modifier unless `total` says it is already in."""

    value: int
    total: bool = False


class Target(Part):
    """One target with its own share of an amount, and its saving throw if it was typed."""

    who: Id
    share: Share = "full"
    save: Face | None = None


class Amount(Part):
    """One damage component: dice or figures, and a type (None is untyped)."""

    dice: str
    type: str | None = None


class Ending(Part):
    """When an effect ends: at a turn, after rounds, on a save, or with somebody's concentration."""

    moment: Moment | None = None
    who: Id | None = None
    is_next: bool = False
    """`X's next turn`, which is never the one running."""
    rounds: int | None = None
    minutes: int | None = None
    """A minute is ten rounds."""
    save_ability: str | None = None
    save_dc: int | None = None
    save_moment: Moment = "end"
    held_by: Id | None = None
    """Ends with this one's concentration."""


class Inflicted(Part):
    """A condition put on somebody."""

    name: str
    level: int = 1
    """For exhaustion."""
    ending: Ending = Ending()
    source: Id | None = None


class BaseCommand(Part):
    force: bool = False
    """`!`: done although a refusal would stand against it."""
