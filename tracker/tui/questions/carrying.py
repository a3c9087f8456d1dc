"""`B`: the party's wounds and what it spent, back into the file it came from, once the GM has seen what changes."""

from pathlib import Path

from tracker.library.carrying import Change, write
from tracker.library.problems import LibraryError
from tracker.tui.lines import Span, line
from tracker.tui.questions.saving import SaveQuestion
from tracker.tui.sight import Reading, Sight


class CarryQuestion(SaveQuestion):
    """Enter writes what the detail pane shows."""

    label = "carry back"
    hint = ""

    def __init__(self, changes: tuple[Change, ...], missing: tuple[str, ...]) -> None:
        super().__init__("", lambda: "")
        self._changes, self._missing = changes, missing

    def read(self, sight: Sight) -> Reading:
        shown = []
        for change in self._changes:
            shown += [line(Span(str(change.path), "strong")), *(line(f"  {told}") for told in change.told)]
        if self._missing:
            shown.append(line(Span(f"in no file: {', '.join(self._missing)}", "warn")))
        names = ", ".join(change.path.name for change in self._changes)
        return Reading(words=f"Enter writes {names}, esc leaves it", lines=tuple(shown), title="CARRY BACK")

    def save(self, sight: Sight) -> str:
        """Writes every change; returns why not, or nothing."""
        try:
            for change in self._changes:
                write(change)
        except LibraryError as error:
            return str(error)
        return ""

    @property
    def saved(self) -> Path:
        """Where it was written."""
        return self._changes[0].path
