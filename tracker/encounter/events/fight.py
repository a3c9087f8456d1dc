"""The fight as a whole: opening, phases, the scene, switches, reminders, rolls, words for the log."""

from typing import Literal

from tracker.encounter.events.parts import BaseEvent, Face
from tracker.encounter.state import (
    Id,
    Interrupt,
    Phase,
    Prompt,
    Reminder,
)
from tracker.frozen import field


class Opened(BaseEvent):
    """The encounter's own facts at loading: its name, edition, notes, scene and switches."""

    type: Literal["opened"] = "opened"
    name: str
    edition: str
    notes: str = ""
    scene: tuple[str, ...] = ()
    automation_off: tuple[str, ...] = ()
    house_rules: dict[str, bool] = field(default_factory=dict)


class PhaseChanged(BaseEvent):
    type: Literal["phase"] = "phase"
    phase: Phase
    set_aside: tuple[Prompt, ...] = ()
    """What was still asked when the fight ended."""


class SceneChanged(BaseEvent):
    type: Literal["scene"] = "scene"
    word: str
    on: bool


class SwitchSet(BaseEvent):
    """An automation or a house rule was switched."""

    type: Literal["switch"] = "switch"
    kind: Literal["automation", "house rule"]
    name: str
    on: bool


class ReminderSet(BaseEvent):
    type: Literal["remind"] = "remind"
    reminder: Reminder
    on: bool = True


class SideOut(BaseEvent):
    """A side has nobody left, and ending the fight was proposed; or it is back (`out` False)."""

    type: Literal["side_out"] = "side_out"
    side: str
    out: bool = True


class Rolled(BaseEvent):
    """A free roll."""

    type: Literal["rolled"] = "rolled"
    text: str
    total: int
    faces: tuple[Face, ...] = ()


class Said(BaseEvent):
    """A line for the log: a remark, a warning of something done against the rules, or a refusal of it."""

    type: Literal["said"] = "said"
    tone: Literal["note", "warning", "refusal"] = "note"
    text: str
    who: Id | None = None


class PromptRaised(BaseEvent):
    type: Literal["prompt"] = "prompt"
    prompt: Prompt
    before: int | None = None
    """The prompt it stands before; None puts it behind those that wait."""


class PromptClosed(BaseEvent):
    type: Literal["prompt_closed"] = "prompt_closed"
    prompt: int
    kind: str
    who: Id | None
    how: Literal["answered", "skipped", "withdrawn"]


class InterruptPushed(BaseEvent):
    type: Literal["interrupt"] = "interrupt"
    interrupt: Interrupt


class InterruptPopped(BaseEvent):
    type: Literal["interrupt_over"] = "interrupt_over"
