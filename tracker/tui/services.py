"""What the table asks of the floors below, each thing imported when it is first wanted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.encounter.commands import Command, Wish
from tracker.encounter.errors import EncounterError
from tracker.encounter.history import Entry
from tracker.encounter.state import Encounter, Id
from tracker.library.models import StatBlock

if TYPE_CHECKING:
    from tracker.console.completion import Completion
    from tracker.console.context import Context
    from tracker.encounter.decide.actions import ActionChoice
    from tracker.encounter.log import LogLine
    from tracker.encounter.preview import Outlook
    from tracker.library.bestiary import Listing
    from tracker.library.creatures import Creatures
    from tracker.library.weighing import Weighed


@dataclass(slots=True)
class Services:
    """The creatures, the command language, previews and the words of the log."""

    marked: Callable[[], tuple[Id, ...]] = tuple
    """Whom `*` means in a command line."""
    folder: Path | None = None
    """The GM's own creatures; None is the usual place."""
    source: Path | None = None
    """The encounter file the fight came from."""
    _creatures: "Creatures | None" = None
    _searched: "tuple[object, list[Listing]]" = (None, [])

    @property
    def creatures(self) -> "Creatures":
        """Everything that has a stat block."""
        if self._creatures is None:
            from tracker.library.creatures import Creatures

            self._creatures = Creatures(self.folder)
        return self._creatures

    def search(self, state: Encounter, query: str, limit: int = 40) -> "list[Listing]":
        """Creatures of the fight's edition that fit the words, the best first."""
        asked = (query, state.edition, limit)
        if self._searched[0] != asked:
            self._searched = (asked, self.creatures.search(query, state.edition, limit=limit))
        return self._searched[1]

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

    def actions(self, state: Encounter, who: Id) -> "tuple[ActionChoice, ...]":
        """The action menu of somebody, with the reason where one cannot be taken."""
        from tracker.encounter.decide.actions import available_actions

        return available_actions(state, who)

    def parse(self, line: str, state: Encounter) -> Wish:
        """A line of the command language. Raises ValueError with words for the GM."""
        from tracker.console.parsing import parse

        return parse(line, state, self._context(state))

    def complete(self, line: str, state: Encounter) -> "Sequence[Completion]":
        """What could stand where the line ends."""
        from tracker.console.completion import complete

        return complete(line, state, self._context(state))

    def outlook(self, state: Encounter, command: Command) -> "tuple[Outlook, ...]":
        """What a command would come to for each target; why not, when it cannot be done."""
        from tracker.encounter.preview import outlook

        return outlook(state, command)

    def reason(self, state: Encounter, command: Command) -> str:
        """Why a command could not be done now, as its error would say it; empty when it could."""
        from tracker.encounter.decide import resolve
        from tracker.encounter.events import Said
        from tracker.encounter.preview import AverageDice

        try:
            resolution = resolve(state, command, AverageDice(10))
        except EncounterError as error:
            return str(error)
        refusals = [event.text for event in resolution.events if isinstance(event, Said) and event.tone == "refusal"]
        return refusals[0] if refusals and len(refusals) == len(resolution.events) else ""

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

    def weighed(self, state: Encounter) -> "Weighed":
        """How hard the fight is likely to be, waiting waves included."""
        from tracker.library.encounter_plan import EncounterPlan, PlanEntry
        from tracker.library.weighing import weigh

        entries = [
            PlanEntry(block=state.blocks[one.block], side=one.side)
            for one in state.combatants.values()
            if one.kind == "creature" and one.block in state.blocks and one.waiting != "absent"
        ]
        party = tuple(entry for entry in entries if entry.side == "party")
        others = tuple(entry for entry in entries if entry.side != "party")
        plan = EncounterPlan.model_validate({"name": state.name, "edition": state.edition})
        return weigh(plan.model_copy(update={"party": party, "combatants": others}))

    def _context(self, state: Encounter) -> "Context":
        from tracker.console.context import Context

        return Context(
            lookup=lambda name: self.find(state, name),
            near=lambda name: [listing.name for listing in self.search(state, name, 3)],
            marked=self.marked(),
            abbreviate=True,
        )
