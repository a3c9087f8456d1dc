"""One command being decided: the state so far, the events so far, and the dice that may be thrown."""

from collections.abc import Iterable
from typing import Any, Literal

from tracker.encounter.errors import EncounterError
from tracker.encounter.events import BlowStruck, Event, Face, PromptClosed, PromptRaised, Said
from tracker.encounter.evolve import evolve
from tracker.encounter.figures import rules_of
from tracker.encounter.state import Combatant, Encounter, FailedSave, Id, Prompt, PromptKind, Strike
from tracker.frozen import Frozen
from tracker.library.models import StatBlock
from tracker.rules.dice import Dice, Roll
from tracker.rules.editions import Edition


class Refused(Exception):  # noqa: N818
    """Raised inside a decision when a rule forbids it and the GM did not insist."""


class Resolution(Frozen):
    """What came of a command: its events, and the state after them."""

    events: tuple[Event, ...]
    state: Encounter


class Deciding:
    """Collects events and keeps the state up to date with them."""

    def __init__(self, state: Encounter, dice: Dice, *, strict: bool = False, force: bool = False) -> None:
        self.state = state
        self.dice = dice
        self.strict = strict
        self.force = force
        self.events: list[Event] = []
        self.strikes: list[Strike] = []
        """Attack rolls made by this command."""
        self.failed: list[FailedSave] = []
        """Saves failed in this command that a legendary resistance may turn."""
        self.keeps_blow = False
        """Whether the amount that `amend` corrects stays the one it is, whatever this command deals."""

    @property
    def has_struck(self) -> bool:
        """Whether the amount that can be amended is known to this command."""
        return self.keeps_blow or any(isinstance(event, BlowStruck) for event in self.events)

    @property
    def edition(self) -> Edition:
        """The rules in force."""
        return rules_of(self.state)

    def emit(self, event: Event) -> None:
        """Records that `event` happened."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def say(self, text: str, who: Id | None = None, why: tuple[str, ...] = ()) -> None:
        """A line for the log."""
        self.emit(Said(text=text, who=who, why=why))

    def warn(self, text: str, who: Id | None = None) -> None:
        """Done although the rules say otherwise, and logged; an error when strict."""
        if self.strict:
            raise EncounterError(text)
        self.emit(Said(tone="warning", text=text, who=who))

    def refuse(self, text: str) -> None:
        """Stops the command with a reason, unless the GM insisted with `!`; an error when strict."""
        if self.force:
            return
        if self.strict:
            raise EncounterError(f"{text} (`!` at the end forces it)")
        raise Refused(text)

    def combatant(self, who: Id) -> Combatant:
        """A combatant as it is now. Raises EncounterError when it is not in the fight."""
        try:
            return self.state.combatants[who]
        except KeyError:
            raise EncounterError(f"there is no combatant '{who}'") from None

    def actor(self, who: Id) -> Combatant:
        """A combatant that is to do something. Raises EncounterError for the dead and the fled, too."""
        combatant = self.combatant(who)
        if combatant.is_out:
            raise EncounterError(f"{combatant.name} is {combatant.status}")
        return combatant

    def block(self, who: Id) -> StatBlock:
        """Its stat block."""
        return self.state.block_of(who)

    def name(self, who: Id | None) -> str:
        """Its name, for messages."""
        if who is None:
            return "nobody"
        return self.state.combatants[who].name if who in self.state.combatants else who

    def names(self, who: Iterable[Id]) -> str:
        """Several names, for messages."""
        return ", ".join(self.name(one) for one in who)

    def ask(
        self, kind: PromptKind, who: Id | None, text: str, *, before: int | None = None, **details: Any
    ) -> Prompt | None:
        """Raises a prompt. It waits at the end of the queue, or before another, and before a proposal to end the fight.

        Once the fight is over nothing is asked: it is only told, and None returned.
        """
        if self.state.phase == "ended":
            self.say(f"{text} (not asked: the fight is over)", who)
            return None
        prompt = Prompt(id=self.state.next_id, kind=kind, who=who, text=text, **details)
        self.emit(PromptRaised(prompt=prompt, before=before))
        return prompt

    def withdraw(self, prompts: Iterable[Prompt]) -> None:
        """Takes prompts back unanswered, because their cause is gone."""
        for prompt in prompts:
            self.emit(PromptClosed(prompt=prompt.id, kind=prompt.kind, who=prompt.who, how="withdrawn"))

    def close(self, prompt: Prompt, how: Literal["answered", "skipped"] = "answered") -> None:
        """An answer was given, or the prompt was skipped."""
        self.emit(PromptClosed(prompt=prompt.id, kind=prompt.kind, who=prompt.who, how=how))

    def waiting(self, *kinds: PromptKind, who: Id | None = None) -> tuple[Prompt, ...]:
        """Prompts of these kinds that wait, of one combatant or of anybody."""
        return tuple(p for p in self.state.prompts if p.kind in kinds and (who is None or p.who == who))


def faces_of(roll: Roll) -> tuple[Face, ...]:
    """The dice of a roll as events carry them."""
    return roll.faces
