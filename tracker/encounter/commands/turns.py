"""From loading to the end: beginning, the order, turns, and what is asked on the way."""

from typing import Literal

from tracker.encounter.commands.parts import (
    BaseCommand,
    Face,
    Part,
    RollMode,
    Target,
)
from tracker.encounter.state import Id


class Load(BaseCommand):
    """The first command of a journal: everybody of the plan enters. The plan stands in the header."""

    type: Literal["load"] = "load"


class Start(BaseCommand):
    type: Literal["start"] = "start"


class Begin(BaseCommand):
    type: Literal["begin"] = "begin"


class SetInitiative(BaseCommand):
    """A count typed (`count`), a die typed (`face`), or a roll for each."""

    type: Literal["init"] = "init"
    who: tuple[Id, ...]
    count: int | None = None
    face: Face | None = None
    mode: RollMode = "normal"
    fixed: bool = False
    """The 2024 fixed score instead of a roll (R-017)."""
    rolloff: bool = False
    """A plain d20 each orders those who are tied (R-015)."""


class Surprise(BaseCommand):
    """These and nobody else are surprised; none with an empty list."""

    type: Literal["surprise"] = "surprise"
    who: tuple[Id, ...] = ()
    sneaking: tuple[Target, ...] = ()
    """Who sneaks, with a Stealth die where one was typed: whoever notices none of them is surprised."""


class Next(BaseCommand):
    type: Literal["next"] = "next"
    seconds: float = 0.0
    """Real time the ending turn took, for the summary."""


class Order(BaseCommand):
    type: Literal["order"] = "order"
    who: Id
    where: Literal["before", "after"]
    other: Id


class Split(BaseCommand):
    type: Literal["split"] = "split"
    group: str


class Delay(BaseCommand):
    type: Literal["delay"] = "delay"
    who: Id
    after: Id | None = None


class Answer(BaseCommand):
    """Answers prompt `n` (counted from 1, None for the first that waits)."""

    type: Literal["answer"] = "answer"
    n: int | None = None
    face: Face | None = None
    word: str = ""
    """`roll`, `yes`, `no`, or an option's name."""
    targets: tuple[Target, ...] = ()


class Skip(BaseCommand):
    type: Literal["skip"] = "skip"
    n: int | None = None


class End(BaseCommand):
    type: Literal["end"] = "end"


class Reopen(BaseCommand):
    type: Literal["reopen"] = "reopen"


class Undo(Part):
    """Takes commands back; `turn` goes to the moment before the last `next`."""

    type: Literal["undo"] = "undo"
    count: int = 1
    turn: bool = False


class Redo(Part):
    type: Literal["redo"] = "redo"
    count: int = 1


class Why(Part):
    """Shows how the last result came about; changes nothing."""

    type: Literal["why"] = "why"
