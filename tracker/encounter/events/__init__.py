"""What happened, with its dice and numbers: the only thing that changes a state, and what the log reads aloud."""

from typing import Annotated

from pydantic import Field

from tracker.encounter.events.fight import (
    InterruptPopped,
    InterruptPushed,
    Opened,
    PhaseChanged,
    PromptClosed,
    PromptRaised,
    ReminderSet,
    Rolled,
    Said,
    SceneChanged,
    SideOut,
    SwitchSet,
)
from tracker.encounter.events.harm import (
    Attacked,
    BlowLanded,
    BlowStruck,
    Checked,
    Damaged,
    DeathCountSet,
    DeathSaved,
    Healed,
    Hurt,
    MaxHpChanged,
    Restored,
    Saved,
    SavesFailed,
    StatusChanged,
    Struck,
    TempHpGained,
)
from tracker.encounter.events.order import (
    Arrived,
    InitiativeSet,
    Joined,
    Left,
    NobodyActs,
    Ordered,
    Placed,
    PlacePassed,
    RoundStarted,
    SurpriseSet,
    TurnEnded,
    TurnStarted,
    Unplaced,
)
from tracker.encounter.events.parts import Face
from tracker.encounter.events.states import (
    ConcentrationChanged,
    CounterSet,
    EffectAdded,
    EffectChanged,
    EffectEnded,
    ExhaustionChanged,
    FieldSet,
    HiddenSet,
    ReactionsChanged,
    ReadiedChanged,
    SpeedSet,
    TokensChanged,
    TurnUsed,
    UsesChanged,
)

__all__ = [
    "AnyEvent",
    "Arrived",
    "Attacked",
    "BlowLanded",
    "BlowStruck",
    "Checked",
    "ConcentrationChanged",
    "CounterSet",
    "Damaged",
    "DeathCountSet",
    "DeathSaved",
    "EffectAdded",
    "EffectChanged",
    "EffectEnded",
    "Event",
    "ExhaustionChanged",
    "Face",
    "FieldSet",
    "Healed",
    "HiddenSet",
    "Hurt",
    "InitiativeSet",
    "InterruptPopped",
    "InterruptPushed",
    "Joined",
    "Left",
    "MaxHpChanged",
    "NobodyActs",
    "Opened",
    "Ordered",
    "PhaseChanged",
    "PlacePassed",
    "Placed",
    "PromptClosed",
    "PromptRaised",
    "ReactionsChanged",
    "ReadiedChanged",
    "ReminderSet",
    "Restored",
    "Rolled",
    "RoundStarted",
    "Said",
    "Saved",
    "SavesFailed",
    "SceneChanged",
    "SideOut",
    "SpeedSet",
    "StatusChanged",
    "Struck",
    "SurpriseSet",
    "SwitchSet",
    "TempHpGained",
    "TokensChanged",
    "TurnEnded",
    "TurnStarted",
    "TurnUsed",
    "Unplaced",
    "UsesChanged",
]

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
