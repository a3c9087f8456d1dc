"""What only the screen knows, and none of it is part of the fight: where it is scrolled to, and what the bar says."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tracker.encounter.commands import Wish
from tracker.encounter.history import Entry
from tracker.encounter.state import Encounter


class Fight(Protocol):
    """What the table needs of the store."""

    @property
    def state(self) -> Encounter:
        """The fight as it is."""
        ...

    @property
    def entries(self) -> Sequence[Entry]:
        """What was done lately, the newest last."""
        ...

    def do(self, wish: Wish) -> Entry:
        """Does it, or raises EncounterError."""
        ...


@dataclass(slots=True)
class Notice:
    """A line in the bar that the next key takes away."""

    text: str = ""
    ink: str = "dim"


@dataclass(slots=True)
class View:
    """What only this screen knows: none of it is part of the fight."""

    log_back: int = 0
    detail_back: int = 0
    why_back: int = -1
    """How far back the explained entry lies; -1 when none is explained."""
    question_help: bool = False
    """Whether the open question explains itself."""
    help: bool = False
    summary: bool = False
    prompt: int | None = None
    """Id of the prompt that Tab chose."""
    first_run: bool = False
    clip: str = ""
    """What is to be copied; empty for what the detail pane shows."""
