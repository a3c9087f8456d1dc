"""Waiting prompts as the bar shows them: what is asked, and the face that Enter would take.

The faces come from a stream of dice of their own and are sent as typed ones: looking at a prompt throws nothing.
"""

import re
from random import Random
from typing import NamedTuple

from tracker.encounter.commands import Answer, Face, Skip
from tracker.encounter.state import Encounter, Prompt

D20 = {"death_save", "concentration", "end_save", "trait"}


class Shown(NamedTuple):
    """One prompt as the bar shows it."""

    prompt: Prompt
    number: int
    """Its place in the queue, from 1."""
    waiting: int
    """How many wait in all."""
    text: str
    offer: str
    """What Enter does: `14`, `yes`, an option's name."""
    answer: Answer
    skip: Skip


class Offers:
    """The faces offered for waiting prompts; the same prompt keeps its face."""

    def __init__(self, dice: Random) -> None:
        self.prefilled = True
        """Whether a die is offered; else Enter rolls it when it is pressed."""
        self._dice = dice
        self._faces: dict[tuple[int, str, str | None], int] = {}

    def shown(self, state: Encounter, preferred: int | None = None) -> Shown | None:
        """The prompt to show: the preferred one (an id), else the first; ending the fight comes last."""
        if not state.prompts:
            return None
        order = sorted(state.prompts, key=lambda prompt: (prompt.id != preferred, prompt.kind == "end_combat"))
        prompt = order[0]
        number = state.prompts.index(prompt) + 1
        offer, answer = self._offer(prompt, number)
        return Shown(prompt, number, len(state.prompts), _text(state, prompt), offer, answer, Skip(n=number))

    def face(self, prompt: Prompt, sides: int = 20) -> int:
        """The face offered for a prompt."""
        key = (prompt.id, prompt.kind, prompt.who)
        if key not in self._faces:
            self._faces[key] = self._dice.randint(1, sides)
        return self._faces[key]

    def count_face(self, who: str) -> int:
        """The d20 offered for somebody's initiative while the fight is set up; 0 where none is to be offered."""
        if not self.prefilled:
            return 0
        return self._faces.setdefault((0, "initiative", who), self._dice.randint(1, 20))

    def _offer(self, prompt: Prompt, number: int) -> tuple[str, Answer]:
        throws = prompt.kind in D20 | {"recharge"} or (prompt.kind == "ongoing_damage" and prompt.dice)
        if throws and not prompt.options and not self.prefilled:
            return "roll", Answer(n=number, word="roll")
        if prompt.kind in D20 and not prompt.options:
            face = self.face(prompt)
            return str(face), Answer(n=number, face=Face(value=face))
        if prompt.kind == "recharge":
            face = self.face(prompt, 6)
            return str(face), Answer(n=number, face=Face(value=face))
        if prompt.kind == "ongoing_damage" and prompt.dice:
            total = self._total(prompt)
            return str(total), Answer(n=number, face=Face(value=total))
        if prompt.kind in ("legendary", "lair", "choice") and prompt.options:
            return f"1 {prompt.options[0]}", Answer(n=number, word=re.sub(r" \(\d+\)$", "", prompt.options[0]))
        return "ok" if prompt.kind == "reminder" else "yes", Answer(n=number, word="yes")

    def _total(self, prompt: Prompt) -> int:
        key = (prompt.id, prompt.kind, prompt.who)
        if key not in self._faces:
            total = 0
            for sign, count, sides, flat in re.findall(r"([+-]?)\s*(?:(\d*)d(\d+)|(\d+))", prompt.dice):
                part = sum(self._dice.randint(1, int(sides)) for _ in range(int(count or 1))) if sides else int(flat)
                total += -part if sign == "-" else part
            self._faces[key] = max(0, total)
        return self._faces[key]


def _text(state: Encounter, prompt: Prompt) -> str:
    one = state.combatants.get(prompt.who) if prompt.who else None
    text = prompt.text or prompt.kind.replace("_", " ")
    if one is not None and one.name not in text:
        text = f"{one.name}: {text}"
    if prompt.dc is not None and f"DC {prompt.dc}" not in text:
        text += f", DC {prompt.dc}"
    return text


def types_number(prompt: Prompt) -> bool:
    """Whether digits mean something for this prompt."""
    return prompt.kind in D20 | {"recharge", "ongoing_damage", "regeneration"} or bool(prompt.options)
