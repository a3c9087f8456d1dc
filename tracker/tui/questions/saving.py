"""`M` once more: the summary of the fight and its log, as a Markdown file where the GM says."""

from collections.abc import Callable
from pathlib import Path

from tracker.tui.questions.base import Question
from tracker.tui.sight import Reading, Sight


class SaveQuestion(Question):
    """A file name, one ready to be taken; a file that is there stays as it is."""

    label = "save as"

    def __init__(self, name: str, content: Callable[[], str]) -> None:
        super().__init__(name)
        self._content = content

    def read(self, sight: Sight) -> Reading:
        if not self.field.text.strip():
            return Reading(words="a file name, such as fight.md")
        path = self._path
        if path.exists():
            return Reading(problem=f"{path} is there already and stays; another name")
        if not path.parent.is_dir():
            return Reading(problem=f"there is no folder {path.parent}")
        return Reading(words=f"Enter writes {path}")

    def save(self, sight: Sight) -> str:
        """Writes it; returns why not, or nothing."""
        from tracker.library.atomic import write_text

        reading = self.read(sight)
        if reading.problem or not self.field.text.strip():
            return reading.problem or reading.words
        try:
            write_text(self._path, self._content(), private=False)
        except (OSError, ValueError) as error:
            return f"{self._path} cannot be written: {getattr(error, 'strerror', None) or error}"
        return ""

    @property
    def saved(self) -> Path:
        """Where it was written."""
        return self._path.absolute()

    @property
    def _path(self) -> Path:
        text = self.field.text.strip()
        try:
            return Path(text).expanduser()
        except RuntimeError:
            return Path(text)
