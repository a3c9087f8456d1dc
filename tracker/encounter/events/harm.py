"""Blows and hit points: attacks, saves, damage, healing, dying, and what may be taken back."""

from typing import Literal

from tracker.encounter.events.parts import BaseEvent, Face
from tracker.encounter.state import (
    Blow,
    Combatant,
    FailedSave,
    Id,
    Span,
    Status,
    Strike,
)


class Attacked(BaseEvent):
    type: Literal["attacked"] = "attacked"
    who: Id
    target: Id
    attack: str
    faces: tuple[Face, ...] = ()
    kept: int = 0
    bonus: int = 0
    total: int = 0
    ac: int = 0
    hit: bool = False
    critical: bool = False
    mode: str = "normal"
    reaction: bool = False


class Saved(BaseEvent):
    type: Literal["saved"] = "saved"
    who: Id
    ability: str
    dc: int
    faces: tuple[Face, ...] = ()
    kept: int = 0
    bonus: int = 0
    total: int = 0
    success: bool = False
    mode: str = "normal"
    against: str = ""
    """What the save is against."""


class Checked(BaseEvent):
    """An ability check or contest by somebody."""

    type: Literal["checked"] = "checked"
    who: Id
    what: str
    faces: tuple[Face, ...] = ()
    bonus: int = 0
    total: int = 0
    against: int | None = None
    success: bool | None = None
    mode: str = "normal"


class Hurt(BaseEvent):
    """One component of a hit: what was dealt, of which type, and what came of it."""

    type: Literal["hurt"] = "hurt"
    dealt: int
    damage_type: str | None = None
    taken: int


class Damaged(BaseEvent):
    """A hit went through the whole pipeline (R-090): the sum of its components, and what is left."""

    type: Literal["damaged"] = "damaged"
    who: Id
    parts: tuple[Hurt, ...]
    taken: int
    hp: int
    temp_hp: int
    max_hp: int
    was: int
    by: Id | None = None
    source: str = ""
    """Name of the attack, ability, effect or hazard."""
    critical: bool = False
    faces: tuple[Face, ...] = ()


class Healed(BaseEvent):
    type: Literal["healed"] = "healed"
    who: Id
    amount: int
    hp: int
    was: int
    by: Id | None = None
    source: str = ""
    faces: tuple[Face, ...] = ()


class TempHpGained(BaseEvent):
    type: Literal["temp"] = "temp"
    who: Id
    offered: int
    temp_hp: int
    faces: tuple[Face, ...] = ()


class MaxHpChanged(BaseEvent):
    """Base maximum and what shifts it; `hp` is what is left under the new maximum."""

    type: Literal["maxhp"] = "maxhp"
    who: Id
    max_hp: int
    shift: int
    hp: int


class StatusChanged(BaseEvent):
    type: Literal["status"] = "status"
    who: Id
    status: Status
    by: Id | None = None


class DeathSaved(BaseEvent):
    type: Literal["death_save"] = "death_save"
    who: Id
    faces: tuple[Face, ...]
    total: int
    successes: int
    failures: int


class DeathCountSet(BaseEvent):
    """Successes and failures after damage at 0, healing or stabilising."""

    type: Literal["death_count"] = "death_count"
    who: Id
    successes: int
    failures: int


class BlowStruck(BaseEvent):
    """Bookkeeping for `amend` and `knockout`: the amount about to be applied; the state adds its targets."""

    type: Literal["blow"] = "blow"
    blow: Blow


class BlowLanded(BaseEvent):
    """Bookkeeping for `amend`: what the amount just applied has changed."""

    type: Literal["blow_landed"] = "blow_landed"
    span: Span
    command: str | None = None
    """The command as JSON, where it was known only once everybody had saved."""


class Struck(BaseEvent):
    """Bookkeeping for reactions to a hit: the attack rolls that may still be answered."""

    type: Literal["struck"] = "struck"
    strikes: tuple[Strike, ...]


class SavesFailed(BaseEvent):
    """Bookkeeping for legendary resistance: saves just failed."""

    type: Literal["saves_failed"] = "saves_failed"
    saves: tuple[FailedSave, ...]


class Restored(BaseEvent):
    """A combatant as it was before the amount or the save that is being mended."""

    type: Literal["restored"] = "restored"
    combatant: Combatant
