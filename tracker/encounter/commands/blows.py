"""What hurts, heals and hampers: amounts, attacks, saves, conditions, fates."""

from typing import Literal

from tracker.encounter.commands.parts import (
    Amount,
    BaseCommand,
    Ending,
    Face,
    Inflicted,
    Target,
)
from tracker.encounter.state import Id, Moment


class Damage(BaseCommand):
    type: Literal["damage"] = "damage"
    targets: tuple[Target, ...]
    amounts: tuple[Amount, ...]
    critical: bool = False
    by: Id | None = None
    magical: bool = False
    melee: bool = True


class Heal(BaseCommand):
    type: Literal["heal"] = "heal"
    targets: tuple[Id, ...]
    dice: str
    by: Id | None = None


class TempHp(BaseCommand):
    type: Literal["temp"] = "temp"
    targets: tuple[Id, ...]
    dice: str
    replace: bool = False
    """`=5`: replaces what is there, larger or not."""


class MaxHp(BaseCommand):
    type: Literal["maxhp"] = "maxhp"
    targets: tuple[Id, ...]
    amount: int
    relative: bool = True


class Set(BaseCommand):
    type: Literal["set"] = "set"
    who: Id
    field: Literal["hp", "ac", "name", "side", "speed"]
    value: str


class Amend(BaseCommand):
    type: Literal["amend"] = "amend"
    dice: str


class Attack(BaseCommand):
    """An attack of the stat block, resolved against each target in turn."""

    type: Literal["attack"] = "attack"
    who: Id
    attack: str
    targets: tuple[Id, ...]
    advantage: bool = False
    disadvantage: bool = False
    cover: Literal["none", "half", "three_quarters", "total"] = "none"
    distance: int | None = None
    """Feet to the target (`far 60`)."""
    face: Face | None = None
    damage: str | None = None
    """Typed damage total."""
    two_handed: bool = False
    thrown: bool = False
    charge: bool = False
    as_reaction: bool = False
    near: tuple[Id, ...] = ()
    """Foes within 5 ft. of the attacker (R-071)."""
    unseen: bool = False
    """The target cannot see the attacker (R-068)."""
    blindly: bool = False
    """The attacker cannot see the target (R-068)."""
    sneak: bool = False
    """With Sneak Attack, if it is allowed (R-181)."""


class Use(BaseCommand):
    """A save action of the stat block: breath weapon, spell-like ability."""

    type: Literal["use"] = "use"
    who: Id
    ability: str
    targets: tuple[Target, ...] = ()
    damage: str | None = None
    """Typed damage total."""
    cover: Literal["none", "half", "three_quarters"] = "none"


class Save(BaseCommand):
    """A save for anything: damage, a condition, or both."""

    type: Literal["save"] = "save"
    targets: tuple[Target, ...]
    ability: str
    dc: int
    amounts: tuple[Amount, ...] = ()
    half: bool = False
    inflicts: tuple[Inflicted, ...] = ()
    by: Id | None = None
    magical: bool = True
    cover: Literal["none", "half", "three_quarters"] = "none"


class Condition(BaseCommand):
    type: Literal["cond"] = "cond"
    targets: tuple[Id, ...]
    add: tuple[Inflicted, ...] = ()
    remove: tuple[str, ...] = ()
    exhaustion: int = 0
    """Levels to add, or with a minus to take off."""


class Ongoing(BaseCommand):
    type: Literal["ongoing"] = "ongoing"
    targets: tuple[Id, ...]
    damage: str
    moment: Moment = "start"
    ending: Ending = Ending()
    source: Id | None = None


class Concentrate(BaseCommand):
    """Starts concentrating on `what`; None stops."""

    type: Literal["conc"] = "conc"
    who: Id
    what: str | None


class Resist(BaseCommand):
    """Legendary resistance on the save just failed."""

    type: Literal["resist"] = "resist"
    who: Id


class Death(BaseCommand):
    type: Literal["death"] = "death"
    who: Id
    face: Face | None = None


class Fate(BaseCommand):
    """What becomes of somebody, said outright."""

    type: Literal["fate"] = "fate"
    what: Literal["stabilize", "kill", "revive", "flee", "remove", "knockout"]
    who: tuple[Id, ...]
