"""`:` any command in words, with completion and history; and answers to prompts that need more than Enter."""

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tracker.encounter.commands import Answer, Face, Target, Wish
from tracker.encounter.state import Encounter, Prompt
from tracker.tui.lines import Span, line
from tracker.tui.questions.base import Question
from tracker.tui.sight import Reading, Sight, picked_targets, signs

if TYPE_CHECKING:
    from tracker.console.completion import Completion

Parse = Callable[[str, Encounter], Wish]
Complete = Callable[[str, Encounter], "Sequence[Completion]"]


class CommandQuestion(Question):
    """The command language of scripts; Tab completes, the arrows go through what was typed before."""

    label = ":"
    hint = "any command: next, damage go1 7 fire, cond mira +prone; Tab completes"
    types_words = True

    def __init__(self, text: str, parse: Parse, complete: Complete, history: list[str]) -> None:
        super().__init__(text)
        self._parse, self._complete, self._history = parse, complete, history
        self._back = 0
        self._draft = text

    def read(self, sight: Sight) -> Reading:
        text = self.field.text.strip()
        candidates = self._complete(self.field.text[: self.field.at], sight.state)[:40]
        lines = tuple(line(f"{one.text:<14}", Span(f" {one.note}", "dim")) for one in candidates) or None
        if not text:
            return Reading(lines=lines, title="COMMANDS")
        try:
            wish = self._parse(text, sight.state)
        except ValueError as problem:
            return Reading(problem=str(problem), lines=lines, title="COMMANDS")
        return Reading(wish=wish, lines=lines, title="COMMANDS")

    def press(self, key: str, sight: Sight) -> bool:
        if key == "tab":
            self._take(self._complete(self.field.text[: self.field.at], sight.state))
        elif key in ("up", "down"):
            self._recall(1 if key == "up" else -1)
        else:
            return False
        return True

    def _take(self, candidates: "Sequence[Completion]") -> None:
        if not candidates:
            return
        start = candidates[0].start
        common = candidates[0].text + (" " if len(candidates) == 1 else "")
        for other in candidates[1:]:
            while not other.text.casefold().startswith(common.casefold()):
                common = common[:-1]
        if len(common) > self.field.at - start:
            tail = self.field.text[self.field.at :]
            self.field.text = self.field.text[:start] + common + tail
            self.field.at = start + len(common)

    def _recall(self, step: int) -> None:
        if self._back == 0:
            self._draft = self.field.text
        self._back = max(0, min(len(self._history), self._back + step))
        text = self._history[-self._back] if self._back else self._draft
        self.field.text, self.field.at = text, len(text)


class AnswerQuestion(Question):
    """A number typed for a waiting prompt: the face of the die, a total, or which option, with its targets."""

    label = "answer"

    def __init__(self, text: str, prompt: Prompt, number: int) -> None:
        super().__init__(text)
        self.prompt, self.number = prompt, number
        self.label = prompt.text or prompt.kind
        self.letters = "small" if prompt.options else ""

    def read(self, sight: Sight) -> Reading:
        match = re.fullmatch(r"\s*(t?)(\d+)\s*([A-Za-z]*)\s*", self.field.text)
        if match is None:
            return Reading(problem="type the number on the die, or t and the total")
        value = int(match[2])
        if self.prompt.options:
            return self._option(value, match[3], sight)
        sides = {"recharge": 6, "ongoing_damage": 0, "regeneration": 0}.get(self.prompt.kind, 20)
        if not match[1] and sides and not 1 <= value <= sides:
            return Reading(problem=f"a d{sides} shows 1 to {sides}; t{value} is a total")
        wish = Answer(n=self.number, face=Face(value=value, total=bool(match[1])))
        return Reading(wish, "in all" if match[1] else "on the die" if sides else "")

    def _option(self, value: int, letters: str, sight: Sight) -> Reading:
        options = self.prompt.options
        shown = "  ".join(f"{at} {name}" for at, name in enumerate(options, 1))
        if not 1 <= value <= len(options):
            return Reading(problem=shown)
        picked, unknown = picked_targets(letters, sight)
        if unknown:
            return Reading(problem=f"no row has the letter {unknown}")
        targets: tuple[Target, ...] = picked or tuple(self.extra.values())
        name = re.sub(r" \(\d+\)$", "", options[value - 1])
        return Reading(Answer(n=self.number, word=name, targets=targets), name, picked=signs(targets))
