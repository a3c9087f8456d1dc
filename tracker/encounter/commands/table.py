"""Who is there and what is noted: newcomers, marks, the scene, switches, free rolls."""

from typing import Literal

from tracker.encounter.commands.parts import (
    BaseCommand,
)
from tracker.encounter.state import Id, Side
from tracker.library.models import StatBlock


class Add(BaseCommand):
    """Newcomers. The stat block is resolved before; a name made from nothing has one too."""

    type: Literal["add"] = "add"
    name: str
    block: StatBlock
    count: int = 1
    side: Side = "foe"
    hp: int | None = None
    max_hp: int | None = None
    hp_mode: Literal["average", "roll", "max"] = "average"
    ac: int | None = None
    initiative: int | None = None
    group: str | None = None
    hidden: bool = False
    death_saves: bool = False


class Join(BaseCommand):
    """A waiting wave, or somebody absent, enters."""

    type: Literal["join"] = "join"
    what: str


class Copies(BaseCommand):
    """How many there are of a creature: newcomers like it, or the last of them taken out again."""

    type: Literal["copies"] = "copies"
    who: Id
    number: int
    relative: bool = False


class Swap(BaseCommand):
    """Another creature in the place of each of these, on their side and in their wave."""

    type: Literal["swap"] = "swap"
    who: tuple[Id, ...]
    block: StatBlock


class HitPoints(BaseCommand):
    """Full hit points of these, as an encounter file gives them: by the stat block, rolled, greatest, or typed."""

    type: Literal["hp"] = "hp"
    who: tuple[Id, ...]
    mode: Literal["average", "roll", "max", "given"] = "average"
    hp: int | None = None
    """Hit points now, for `given`."""
    max_hp: int | None = None


class Hide(BaseCommand):
    """Hides from the players' view, or with `hidden` False shows."""

    type: Literal["hide"] = "hide"
    who: tuple[Id, ...]
    hidden: bool = True


class Note(BaseCommand):
    type: Literal["note"] = "note"
    who: Id
    text: str


class Tag(BaseCommand):
    type: Literal["tag"] = "tag"
    who: tuple[Id, ...]
    tag: str


class Count(BaseCommand):
    type: Literal["count"] = "count"
    who: Id
    counter: str
    amount: int
    relative: bool = True


class Remind(BaseCommand):
    type: Literal["remind"] = "remind"
    text: str
    round: int | None = None
    who: Id | None = None


class Scene(BaseCommand):
    type: Literal["scene"] = "scene"
    word: str
    on: bool = True


class Auto(BaseCommand):
    type: Literal["auto"] = "auto"
    name: str
    on: bool


class Rule(BaseCommand):
    type: Literal["rule"] = "rule"
    name: str
    on: bool


class Roll(BaseCommand):
    type: Literal["roll"] = "roll"
    dice: str
