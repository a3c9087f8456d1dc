"""What somebody does beside attacking: actions, movement, reactions, legendary and lair actions, rests."""

from typing import Literal

from tracker.encounter.commands.parts import (
    BaseCommand,
    Face,
    Target,
)
from tracker.encounter.state import Id


class React(BaseCommand):
    type: Literal["react"] = "react"
    who: Id
    what: str
    target: Id | None = None
    face: Face | None = None
    damage: str | None = None


class Ready(BaseCommand):
    type: Literal["ready"] = "ready"
    who: Id
    trigger: str
    action: str
    is_spell: bool = False


class Act(BaseCommand):
    """An action of the edition's list, or a class feature, by name."""

    type: Literal["act"] = "act"
    who: Id
    action: str
    target: Id | None = None
    others: tuple[Target, ...] = ()
    """Further targets, for what reaches several; a typed die is that one's save."""
    face: Face | None = None
    defender_face: Face | None = None
    choice: str = ""
    """What the action leaves open: `prone` or `push`, the skill, points to spend."""
    as_bonus: bool = False


class Move(BaseCommand):
    type: Literal["move"] = "move"
    who: Id
    feet: int
    mode: Literal["walk", "fly", "swim", "climb", "burrow", "crawl", "jump"] = "walk"
    difficult: bool = False
    dragging: bool = False
    leaving: tuple[Id, ...] = ()
    """Whose reach it leaves."""
    how: Literal["own", "teleport", "forced", "fall"] = "own"
    through: Id | None = None
    """Whose space it leads through."""
    into: Id | None = None
    """Whose space it ends in."""
    height: int | None = None
    """Feet above the ground at its end, for a flyer."""


class Stand(BaseCommand):
    type: Literal["stand"] = "stand"
    who: Id


class Mount(BaseCommand):
    """Mounts; with `mount` None it dismounts."""

    type: Literal["mount"] = "mount"
    who: Id
    mount: Id | None = None
    controlled: bool = True


class Legend(BaseCommand):
    type: Literal["legend"] = "legend"
    who: Id
    option: str
    targets: tuple[Target, ...] = ()


class Lair(BaseCommand):
    type: Literal["lair"] = "lair"
    who: Id
    action: str
    targets: tuple[Target, ...] = ()


class Hazard(BaseCommand):
    type: Literal["hazard"] = "hazard"
    hazard: str
    who: tuple[Id, ...]
    amount: int | None = None
    """Hours of exposure, feet fallen, or a DC."""
    circumstances: tuple[str, ...] = ()
    """What bears on it, such as `wet` or `metal armor`."""


class Rest(BaseCommand):
    type: Literal["rest"] = "rest"
    kind: Literal["short", "long"]
    who: tuple[Id, ...] = ()
    dice: int = 0
    """Hit dice each of them spends in a short rest."""
    faces: tuple[int, ...] = ()
    fed: bool = True


class Luck(BaseCommand):
    """Luck, inspiration or doom: points gained (`points` above 0) or spent."""

    type: Literal["luck"] = "luck"
    who: Id | None
    points: int
    token: Literal["luck", "inspiration", "doom"] = "luck"
