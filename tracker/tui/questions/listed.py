"""Questions with a list of hits, drawn in the detail pane: look-up, palette, other actions."""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from tracker.encounter.commands import Wish
from tracker.encounter.state import Encounter
from tracker.tui.lines import Line, Span, line
from tracker.tui.questions.base import Question
from tracker.tui.sight import Reading, Sight

SHOWN = 40
"""Hits in the list; more typing finds what stands below."""


class Hit(NamedTuple):
    """One line of a list."""

    text: str
    note: str = ""
    key: str = ""
    reason: str = ""
    """Why it cannot be done; empty when it can."""


class ListQuestion(Question):
    """A search word, and the cursor in the hits."""

    title = ""
    types_words = True

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


class Choice(NamedTuple):
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


class Article(NamedTuple):
    """Something that can be looked up: its name, what it is, and its text when it is wanted."""

    name: str
    note: str
    kind: Literal["creature", "rule"]
    lines: Callable[[], Sequence[Line]]


class LookupQuestion(ListQuestion):
    """`/`: the text of the chosen hit stands under the list; Enter gives it the whole pane, and again the list."""

    label = "look up"
    hint = "a creature, condition, action, weapon, hazard or rule: prone, 57, lava; ctrl+y copies"
    title = "LOOK UP"

    def __init__(
        self, find: Callable[[Encounter, str], Sequence[Article]], add: Callable[[str], Question] | None = None
    ) -> None:
        """`add` makes the question that brings a creature of that name into the fight."""
        super().__init__()
        self._find = find
        self._add = add
        self._found: tuple[object, Sequence[Article]] = (None, ())
        self.article: Article | None = None
        """The hit the cursor stands on."""
        self.is_open = False

    def press(self, key: str, sight: Sight) -> bool:
        """The arrow keys choose; the page keys are left to the text that is shown."""
        return key in ("up", "down") and super().press(key, sight)

    def choose(self) -> Question | None:
        """Enter: the whole text; from there a creature goes on into the fight, and anything else back to the list."""
        if self.is_open and self.article is not None and self.article.kind == "creature" and self._add is not None:
            return self._add(self.article.name)
        self.is_open = not self.is_open and self.article is not None
        return None

    def read(self, sight: Sight) -> Reading:
        query = self.field.text.strip()
        if self.field.text != self._before:
            self.is_open = False
        if self._found[0] != (query, sight.state):
            self._found = ((query, sight.state), self._find(sight.state, query))
        found = self._found[1]
        index = self.chosen(len(found))
        self.article = found[index] if found else None
        if self.article is None:
            return Reading(problem=f"nothing called '{query}'" if query else "", lines=(), title=self.title)
        if self.is_open:
            way = "adds it to the fight" if self.article.kind == "creature" else "goes back to the list"
            return Reading(
                words=f"{self.article.name}: enter {way}", lines=tuple(self.article.lines()), title=self.title
            )
        lines = self.drawn([Hit(article.name, article.note) for article in found], index, 6 if query else SHOWN)
        if query:
            lines = (*lines, line(), *self.article.lines())
        return Reading(words=f"{self.article.name}: enter opens it" if query else "", lines=lines, title=self.title)
