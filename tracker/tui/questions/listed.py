"""Questions with a list of hits, drawn in the detail pane: look-up, palette, other actions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from tracker.encounter.commands import Wish
from tracker.encounter.state import Encounter
from tracker.tui.lines import Line, Span, line
from tracker.tui.questions.base import Question
from tracker.tui.sight import Reading, Sight

SHOWN = 40
"""Hits in the list; more typing finds what stands below."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One line of a list."""

    text: str
    note: str = ""
    key: str = ""
    reason: str = ""
    """Why it cannot be done; empty when it can."""


class ListQuestion(Question):
    """A search word, and the cursor in the hits."""

    title = ""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.index = 0
        self._before = text

    def press(self, key: str, sight: Sight) -> bool:
        """The arrow keys choose among the hits."""
        step = {"up": -1, "down": 1, "pageup": -8, "pagedown": 8}.get(key)
        if step is None:
            return False
        self.index = max(0, self.index + step)
        return True

    def chosen(self, count: int) -> int:
        """The place of the cursor among `count` hits; typing puts it back on the first."""
        if self.field.text != self._before:
            self._before, self.index = self.field.text, 0
        self.index = min(self.index, max(0, count - 1))
        return self.index

    def drawn(self, hits: Sequence[Hit], index: int, rows: int = SHOWN) -> tuple[Line, ...]:
        """The hits as lines, the chosen one on its own ground and never out of view."""
        first = max(0, min(index - rows // 2, len(hits) - rows))
        lines = []
        for place, hit in enumerate(hits[first : first + rows], first):
            chosen = place == index
            lines.append(
                line(
                    Span("› " if chosen else "  ", "active"),
                    Span(f"{hit.key:<7}", "key") if hit.key else "",
                    Span(hit.text, "dim" if hit.reason else "strong" if chosen else "text"),
                    Span(f"  {hit.reason or hit.note}" if hit.reason or hit.note else "", "dim"),
                    ground="chosen" if chosen else "list",
                )
            )
        return tuple(lines)


def ranked(word: str, names: Sequence[str]) -> list[int]:
    """Places of the names that match: those that begin so, those with a word that does, those that hold the letters."""
    low = word.casefold().strip()
    if not low:
        return list(range(len(names)))
    scored: list[tuple[int, int, int]] = []
    for place, name in enumerate(names):
        score = _score(low, name.casefold())
        if score is not None:
            scored.append((score, len(name), place))
    return [place for _, _, place in sorted(scored)]


def _score(low: str, name: str) -> int | None:
    if name == low:
        return 0
    if name.startswith(low):
        return 1
    if any(part.startswith(low) for part in name.split()):
        return 2
    if low in name:
        return 3
    letters = iter(name)
    return 4 if len(low) > 2 and name[:1] == low[:1] and all(char in letters for char in low) else None


@dataclass(frozen=True, slots=True)
class Choice:
    """Something a list offers to do."""

    text: str
    act: Callable[[], "Wish | Question | None"]
    """The command, the question that follows, or nothing more."""
    note: str = ""
    key: str = ""
    reason: str = ""


class MenuQuestion(ListQuestion):
    """A search word over things to do. A choice is a command, or leads on to a question."""

    def __init__(self, label: str, title: str, choices: Sequence[Choice], hint: str = "") -> None:
        super().__init__()
        self.label, self.title, self.choices = label, title, choices
        self.hint = hint or "letters search, arrows choose"
        self.chosen_act: Callable[[], Wish | Question | None] | None = None

    def read(self, sight: Sight) -> Reading:
        found = [self.choices[at] for at in ranked(self.field.text, [choice.text for choice in self.choices])]
        index = self.chosen(len(found))
        hits = [Hit(choice.text, choice.note, choice.key, choice.reason) for choice in found]
        lines = self.drawn(hits, index)
        if not found:
            self.chosen_act = None
            return Reading(problem=f"nothing called '{self.field.text}'", lines=lines, title=self.title)
        self.chosen_act = found[index].act
        note = found[index].reason or found[index].note
        return Reading(words=f"{found[index].text}  {note}".rstrip(), lines=lines, title=self.title)


@dataclass(frozen=True, slots=True)
class Article:
    """Something that can be looked up: its name, what it is, and its text when it is wanted."""

    name: str
    note: str
    kind: Literal["creature", "rule"]
    lines: Callable[[], Sequence[Line]]


class LookupQuestion(ListQuestion):
    """`/`: a creature or a rule; the text of the chosen hit stands under the list."""

    label = "look up"
    hint = "a creature, a condition or a rule; ctrl+y copies"
    title = "LOOK UP"

    def __init__(self, find: Callable[[Encounter, str], Sequence[Article]]) -> None:
        super().__init__()
        self._find = find
        self.open: Article | None = None
        """The article whose text is shown."""

    def press(self, key: str, sight: Sight) -> bool:
        """The arrow keys choose; the page keys are left to the text that is shown."""
        return key in ("up", "down") and super().press(key, sight)

    def read(self, sight: Sight) -> Reading:
        query = self.field.text
        found = self._find(sight.state, query)
        index = self.chosen(len(found))
        self.open = found[index] if found and query.strip() else None
        if not found:
            return Reading(problem=f"nothing called '{query}'", lines=(), title=self.title)
        hits = [Hit(article.name, article.note) for article in found]
        if self.open is None:
            return Reading(words="type a few letters", lines=self.drawn(hits, index), title=self.title)
        lines = (*self.drawn(hits, index, 4), line(), *self.open.lines())
        return Reading(words=self.open.name, lines=lines, title=self.title)
