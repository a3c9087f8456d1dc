"""What happened, with its dice and numbers: the only thing that changes a state, and what the log reads aloud."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from tracker.encounter.state import (
    Blow,
    Combatant,
    Concentration,
    Effect,
    FailedSave,
    Id,
    Interrupt,
    Phase,
    Place,
    PlaceId,
    Prompt,
    Readied,
    Reminder,
    Span,
    Status,
    Strike,
    Turn,
)
from tracker.library.models import StatBlock

Face = tuple[int, int, bool]
"""A die thrown: sides, face, and whether it was kept."""


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    why: tuple[str, ...] = ()
    """Reasons in reading order: sources, steps of the arithmetic, rule numbers."""


class Joined(_Event):
    """Somebody enters the list, standing or waiting. `blocks` brings stat blocks not seen before."""

    type: Literal["joined"] = "joined"
    combatant: Combatant
    base_name: str
    """Its name without a copy's number, as used for numbering."""
    blocks: dict[str, StatBlock] = {}
    faces: tuple[Face, ...] = ()
    """Dice thrown for its hit points."""


class Arrived(_Event):
    """A waiting combatant stands in the fight now."""

    type: Literal["arrived"] = "arrived"
    who: Id


class Left(_Event):
    """Removed from the fight."""

    type: Literal["left"] = "left"
    who: Id
    name: str


class PhaseChanged(_Event):
    type: Literal["phase"] = "phase"
    phase: Phase


class InitiativeSet(_Event):
    type: Literal["initiative"] = "initiative"
    who: tuple[Id, ...]
    count: int
    faces: tuple[Face, ...] = ()
    modifier: int = 0
    how: Literal["rolled", "typed", "fixed", "shared"] = "rolled"


class SurpriseSet(_Event):
    type: Literal["surprise"] = "surprise"
    who: tuple[Id, ...]


class Ordered(_Event):
    """The whole order is laid."""

    type: Literal["ordered"] = "ordered"
    places: tuple[Place, ...]


class Placed(_Event):
    """A place is put in, or moved, before another (None: at the end)."""

    type: Literal["placed"] = "placed"
    place: Place
    before: PlaceId | None
    how: Literal["joined", "moved", "delayed", "split", "left"] = "moved"
    """`left` is bookkeeping: members went, the place stays where it is."""


class Unplaced(_Event):
    """A place is taken out of the order."""

    type: Literal["unplaced"] = "unplaced"
    place: PlaceId


class RoundStarted(_Event):
    type: Literal["round"] = "round"
    round: int


class TurnStarted(_Event):
    type: Literal["turn"] = "turn"
    place: PlaceId
    who: tuple[Id, ...]
    resumed: bool = False


class TurnEnded(_Event):
    type: Literal["turn_end"] = "turn_end"
    place: PlaceId
    who: tuple[Id, ...]
    seconds: float = 0.0


class PlacePassed(_Event):
    """A place without anybody to act was passed over."""

    type: Literal["passed"] = "passed"
    place: PlaceId
    who: tuple[Id, ...]


class NobodyActs(_Event):
    """There is nobody left whose turn it could be."""

    type: Literal["nobody"] = "nobody"


class Attacked(_Event):
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


class Saved(_Event):
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


class Checked(_Event):
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


class Hurt(_Event):
    """One component of a hit: what was dealt, of which type, and what came of it."""

    type: Literal["hurt"] = "hurt"
    dealt: int
    damage_type: str | None = None
    taken: int


class Damaged(_Event):
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


class Healed(_Event):
    type: Literal["healed"] = "healed"
    who: Id
    amount: int
    hp: int
    was: int
    by: Id | None = None
    source: str = ""
    faces: tuple[Face, ...] = ()


class TempHpGained(_Event):
    type: Literal["temp"] = "temp"
    who: Id
    offered: int
    temp_hp: int
    faces: tuple[Face, ...] = ()


class MaxHpChanged(_Event):
    """Base maximum and what shifts it; `hp` is what is left under the new maximum."""

    type: Literal["maxhp"] = "maxhp"
    who: Id
    max_hp: int
    shift: int
    hp: int


class FieldSet(_Event):
    """A figure or word of a combatant was set by hand."""

    type: Literal["set"] = "set"
    who: Id
    field: Literal["ac", "name", "side", "note", "tag", "death_saves", "controlled", "mount", "group", "hp"]
    value: str | int | bool | None


class SpeedSet(_Event):
    type: Literal["speed"] = "speed"
    who: Id
    speed: dict[str, int]


class StatusChanged(_Event):
    type: Literal["status"] = "status"
    who: Id
    status: Status
    by: Id | None = None


class DeathSaved(_Event):
    type: Literal["death_save"] = "death_save"
    who: Id
    faces: tuple[Face, ...]
    total: int
    successes: int
    failures: int


class DeathCountSet(_Event):
    """Successes and failures after damage at 0, healing or stabilising."""

    type: Literal["death_count"] = "death_count"
    who: Id
    successes: int
    failures: int


class ExhaustionChanged(_Event):
    type: Literal["exhaustion"] = "exhaustion"
    who: Id
    level: int


class EffectAdded(_Event):
    type: Literal["effect"] = "effect"
    who: Id
    effect: Effect


class EffectChanged(_Event):
    """The same effect with another ending or value."""

    type: Literal["effect_changed"] = "effect_changed"
    who: Id
    effect: Effect


class EffectEnded(_Event):
    type: Literal["effect_ended"] = "effect_ended"
    who: Id
    effect: int
    name: str


class ConcentrationChanged(_Event):
    """Concentration started, replaced, or (with None) ended; `ended` names what it was before."""

    type: Literal["concentration"] = "concentration"
    who: Id
    concentration: Concentration | None
    ended: str | None = None


class ReadiedChanged(_Event):
    type: Literal["readied"] = "readied"
    who: Id
    readied: Readied | None


class TurnUsed(_Event):
    """What a combatant has left of its turn, after `what` was spent."""

    type: Literal["used"] = "used"
    who: Id
    turn: Turn
    what: str
    """As read aloud: `takes the Dodge action`, `moves 20 ft.`; empty for bookkeeping."""


class ReactionsChanged(_Event):
    type: Literal["reactions"] = "reactions"
    who: Id
    spent: int
    what: str = ""
    trigger: str = ""
    """What was answered, where one trigger is answered once only (R-021)."""


class InterruptPushed(_Event):
    type: Literal["interrupt"] = "interrupt"
    interrupt: Interrupt


class InterruptPopped(_Event):
    type: Literal["interrupt_over"] = "interrupt_over"


class UsesChanged(_Event):
    """Uses of an ability spent (or, with fewer than before, restored)."""

    type: Literal["uses"] = "uses"
    who: Id
    ability: str
    spent: int
    faces: tuple[Face, ...] = ()


class TokensChanged(_Event):
    type: Literal["tokens"] = "tokens"
    who: Id | None
    token: str
    held: int


class CounterSet(_Event):
    type: Literal["counter"] = "counter"
    who: Id
    counter: str
    value: int | None


class HiddenSet(_Event):
    type: Literal["hidden"] = "hidden"
    who: tuple[Id, ...]
    hidden: bool


class PromptRaised(_Event):
    type: Literal["prompt"] = "prompt"
    prompt: Prompt


class PromptClosed(_Event):
    type: Literal["prompt_closed"] = "prompt_closed"
    prompt: int
    kind: str
    who: Id | None
    how: Literal["answered", "skipped", "withdrawn"]


class SceneChanged(_Event):
    type: Literal["scene"] = "scene"
    word: str
    on: bool


class SwitchSet(_Event):
    """An automation or a house rule was switched."""

    type: Literal["switch"] = "switch"
    kind: Literal["automation", "house rule"]
    name: str
    on: bool


class ReminderSet(_Event):
    type: Literal["remind"] = "remind"
    reminder: Reminder
    on: bool = True


class BlowStruck(_Event):
    """Bookkeeping for `amend` and `knockout`: the amount about to be applied; the state adds its targets."""

    type: Literal["blow"] = "blow"
    blow: Blow


class BlowLanded(_Event):
    """Bookkeeping for `amend`: what the amount just applied has changed."""

    type: Literal["blow_landed"] = "blow_landed"
    span: Span


class Struck(_Event):
    """Bookkeeping for reactions to a hit: the attack rolls that may still be answered."""

    type: Literal["struck"] = "struck"
    strikes: tuple[Strike, ...]


class SavesFailed(_Event):
    """Bookkeeping for legendary resistance: saves just failed."""

    type: Literal["saves_failed"] = "saves_failed"
    saves: tuple[FailedSave, ...]


class Restored(_Event):
    """A combatant as it was before the amount or the save that is being mended."""

    type: Literal["restored"] = "restored"
    combatant: Combatant


class SideOut(_Event):
    """A side has nobody left, and ending the fight was proposed; or it is back (`out` False)."""

    type: Literal["side_out"] = "side_out"
    side: str
    out: bool = True


class Rolled(_Event):
    """A free roll."""

    type: Literal["rolled"] = "rolled"
    text: str
    total: int
    faces: tuple[Face, ...] = ()


class Said(_Event):
    """A line for the log: a remark, a warning of something done against the rules, or a refusal of it."""

    type: Literal["said"] = "said"
    tone: Literal["note", "warning", "refusal"] = "note"
    text: str
    who: Id | None = None


class Opened(_Event):
    """The encounter's own facts at loading: its name, edition, notes, scene and switches."""

    type: Literal["opened"] = "opened"
    name: str
    edition: str
    notes: str = ""
    scene: tuple[str, ...] = ()
    automation_off: tuple[str, ...] = ()
    house_rules: dict[str, bool] = {}


Event = (
    Opened | Joined | Arrived | Left | PhaseChanged | InitiativeSet | SurpriseSet | Ordered | Placed | Unplaced
    | RoundStarted | TurnStarted | TurnEnded | PlacePassed | NobodyActs | Attacked | Saved | Checked | Damaged
    | Healed | TempHpGained | MaxHpChanged | FieldSet | SpeedSet | StatusChanged | DeathSaved | DeathCountSet
    | ExhaustionChanged | EffectAdded | EffectChanged | EffectEnded | ConcentrationChanged | ReadiedChanged
    | TurnUsed | ReactionsChanged | InterruptPushed | InterruptPopped | UsesChanged | TokensChanged
    | CounterSet | HiddenSet | PromptRaised | PromptClosed | SceneChanged | SwitchSet | ReminderSet
    | BlowStruck | BlowLanded | Struck | SavesFailed | Restored | SideOut | Rolled | Said
)  # fmt: skip

AnyEvent = Annotated[Event, Field(discriminator="type")]
