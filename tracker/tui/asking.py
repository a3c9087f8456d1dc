"""The conversation in the bar: the open question, the pick letters of the rows, and what each key does to them."""

from typing import TYPE_CHECKING

from tracker.tui.questions.base import Question
from tracker.tui.questions.command import CommandQuestion
from tracker.tui.questions.listed import LookupQuestion, MenuQuestion
from tracker.tui.questions.saving import SaveQuestion
from tracker.tui.questions.simple import CountQuestion, ResumeQuestion
from tracker.tui.rows import pick_letters

if TYPE_CHECKING:
    from tracker.tui.table import Table

RECALLED = 500
"""Lines of the command language that the arrows go back through."""


class Asking:
    """At most one question is open; the letters of the rows stand still meanwhile."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self.question: Question | None = None
        self.letters: dict[str, str] = {}
        """Pick letters by row."""

    def open(self, question: Question) -> None:
        """Opens a question; the letters of the rows stand still until it is closed."""
        self.question = question
        self._table.view.detail_back = 0
        self._table.view.question_help = False
        self._table.hush()
        self.letter_rows()

    def close(self) -> None:
        """Leaves the open question without a trace."""
        self.question = None
        self.letters = {}
        self._table.view.detail_back = 0

    def press(self, key: str, char: str | None) -> None:
        """One key for the open question."""
        question, table = self.question, self._table
        assert question is not None
        if key in ("escape", "ctrl+c"):
            self.close()
            return
        table.hush()
        if key == "f1" or (char == "?" and not question.types_words):
            table.view.question_help, table.view.detail_back = not table.view.question_help, 0
        elif key == "enter":
            self._enter(question)
        elif key == "ctrl+y":
            table.wants.append("copy")
        elif question.press(key, table.sight()):
            if isinstance(question, ResumeQuestion) and question.wants_new:
                self.close()
                table.wants.append("new")
        elif isinstance(question, CountQuestion) and key in ("tab", "down", "up", "shift+tab"):
            self._next_count(question, key)
        elif not self._moves(question, key) and not question.field.edit(key) and char and char.isprintable():
            self._type(question, char)

    def _moves(self, question: Question, key: str) -> bool:
        """Keys that move about in the list or the text beside the question."""
        table = self._table
        if key in ("up", "down"):
            table.move_cursor(-1 if key == "up" else 1)
        elif key in ("tab", "shift+tab"):
            row = table.list.row(table.state)
            if row is not None and row.kind != "wave":
                question.pick(row.ids, "full" if key == "tab" else "half")
        elif key in ("pageup", "pagedown"):
            table.view.detail_back = max(0, table.view.detail_back + (8 if key == "pagedown" else -8))
        else:
            return False
        return True

    def _type(self, question: Question, char: str) -> None:
        question.field.insert(char)
        reading = question.read(self._table.sight())
        if reading.at_once and reading.wish is not None:
            self._enter(question)

    def _enter(self, question: Question) -> None:
        table = self._table
        if isinstance(question, ResumeQuestion):
            self.close()
        elif isinstance(question, MenuQuestion):
            self._choose(question)
        elif isinstance(question, LookupQuestion):
            self._look_closer(question)
        elif isinstance(question, CountQuestion):
            self._next_count(question, "enter")
        elif isinstance(question, SaveQuestion):
            self._save(question)
        else:
            reading = question.read(table.sight())
            if reading.wish is None:
                table.warn(reading.problem or reading.words or "nothing is asked yet")
                return
            trouble = ""
            if isinstance(question, CommandQuestion):
                trouble = table.history.keep(question.field.text.strip(), RECALLED)
            if table.do(reading.wish):
                self.close()
            if trouble:
                table.warn(trouble)

    def _save(self, question: SaveQuestion) -> None:
        trouble = question.save(self._table.sight())
        if not trouble:
            self.close()
        self._table.warn(trouble or f"written: {question.saved}", "warn" if trouble else "result")

    def _look_closer(self, question: LookupQuestion) -> None:
        self._table.view.detail_back = 0
        question.read(self._table.sight())
        following = question.choose()
        if following is not None:
            self.open(following)

    def _choose(self, question: MenuQuestion) -> None:
        question.read(self._table.sight())
        act = question.chosen_act
        if act is None:
            return
        self.close()
        found = act()
        if isinstance(found, Question):
            self.open(found)
        elif found is not None:
            self._table.do(found)

    def _next_count(self, question: CountQuestion, key: str) -> None:
        sight = self._table.sight()
        reading = question.read(sight)
        if reading.problem:
            self._table.warn(reading.problem)
            return
        skipped = key in ("up", "shift+tab", "down")
        typed = question.field.text.strip() or not skipped
        if typed and reading.wish is not None and not self._table.do(reading.wish):
            return
        question.field.text, question.field.at = "", 0
        rows = [row for row in self._table.rows if row.ids and row.kind != "wave"]
        here = next((at for at, row in enumerate(rows) if row.key == self._table.list.cursor), 0)
        step = -1 if key in ("up", "shift+tab") else 1
        rest = rows[here + 1 :] if step > 0 else rows[:here][::-1]
        after = next((row for row in rest if skipped or row.count in ("", "?")), None)
        if after is None:
            self.close()
            missing = [row for row in rows if row.count in ("", "?")]
            text = f"{self._table.keymap.key_of('next')} begins" + (", and rolls what is missing" if missing else "")
            self._table.warn(text, "key")
        else:
            self._table.list.cursor = after.key
            self._table.list.scroll(self._table.state)

    def letter_rows(self) -> None:
        """Gives the rows in view their letters."""
        top = self._table.list.top
        self.letters = dict(pick_letters(self._table.rows, top, top + self._table.list.height))
