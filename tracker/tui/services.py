"""What the table asks of the floors below, each thing imported when it is first wanted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.encounter.commands import Command, Wish
from tracker.encounter.history import Entry
from tracker.encounter.state import Encounter, Id
from tracker.library.models import StatBlock

if TYPE_CHECKING:
    from tracker.console.completion import Completion
    from tracker.console.context import Context
    from tracker.encounter.log import LogLine
    from tracker.library.bestiary import Listing
    from tracker.library.creatures import Creatures


@dataclass(slots=True)
class Services:
    """The creatures, the command language, previews and the words of the log."""

    marked: Callable[[], tuple[Id, ...]] = tuple
    """Whom `*` means in a command line."""
    folder: Path | None = None
    """The GM's own creatures; None is the usual place."""
    _creatures: "Creatures | None" = None

    @property
    def creatures(self) -> "Creatures":
        """Everything that has a stat block."""
        if self._creatures is None:
            from tracker.library.creatures import Creatures

            self._creatures = Creatures(self.folder)
        return self._creatures

    def search(self, state: Encounter, query: str, limit: int = 40) -> "list[Listing]":
        """Creatures of the fight's edition that fit the words, the best first."""
        return self.creatures.search(query, state.edition, limit=limit)

    def find(self, state: Encounter, name: str) -> StatBlock | None:
        """The stat block of that name: one met in this fight, else the GM's own, else the bestiary's."""
        from tracker.library.problems import LibraryError

        for block in state.blocks.values():
            if block.name.casefold() == name.casefold():
                return block
        try:
            return self.creatures.lookup(state.edition, name)
        except LibraryError:
            return None

    def parse(self, line: str, state: Encounter) -> Wish:
        """A line of the command language. Raises ValueError with words for the GM."""
        from tracker.console.parsing import parse

        return parse(line, state, self._context(state))

    def complete(self, line: str, state: Encounter) -> "Sequence[Completion]":
        """What could stand where the line ends."""
        from tracker.console.completion import complete

        return complete(line, state, self._context(state))

    def preview(self, state: Encounter, command: Command) -> str:
        """What a command would come to, in one line. Raises EncounterError when it cannot be done."""
        from tracker.encounter.preview import preview

        return preview(state, command)

    def words(self, entry: Entry, state: Encounter) -> str:
        """What was asked in an entry, as the command language says it."""
        from tracker.console.spelling import to_text

        return to_text(entry.wish, state)

    def log(self, entry: Entry) -> "Sequence[LogLine]":
        """What an entry says in the log."""
        from tracker.encounter.log import log_lines

        return log_lines(entry)

    def why(self, entry: Entry) -> Sequence[str]:
        """How an entry's numbers came about."""
        from tracker.encounter.why import explain

        return explain(entry)

    def _context(self, state: Encounter) -> "Context":
        from tracker.console.context import Context

        return Context(
            lookup=lambda name: self.find(state, name),
            near=lambda name: [listing.name for listing in self.search(state, name, 3)],
            marked=self.marked(),
            abbreviate=True,
        )
