"""From a file to a table: which fight is opened, and where its journal stands."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tracker.encounter.errors import EncounterError

if TYPE_CHECKING:
    from tracker.encounter.store import Store
    from tracker.library.encounter_plan import EncounterPlan
    from tracker.library.settings import Settings

SUFFIX = ".jsonl"


class CannotOpenError(EncounterError):
    """What was asked for cannot be opened; the message is what `check` says of it."""


class Occasion(NamedTuple):
    """What was asked for on the command line."""

    path: Path | None
    edition: str
    settings: "Settings"
    journals: Path
    resume: Path | None = None
    """A journal to go on with at once."""
    seed: int | None = None
    fault: str = ""
    """What is wrong with the settings, in a line."""

    @property
    def is_first(self) -> bool:
        """Whether nobody has fought here before."""
        return len(list(self.journals.glob(f"*{SUFFIX}"))) <= 1

    def source(self, store: "Store") -> Path | None:
        """The encounter file of the fight: the one asked for, or the one its journal names; no file of the program."""
        from tracker.encounter.fights import glance

        if self.path is not None and self.path.is_relative_to(Path(__file__).parent):
            return None
        fight = glance(store.journal.path) if self.path is None and store.journal else None
        return Path(fight.source) if fight is not None and fight.source else self.path

    def unfinished(self) -> Path | None:
        """The newest journal of this file whose fight has not ended."""
        from tracker.encounter.fights import unfinished

        if self.path is None:
            return None
        source = str(self.path.absolute())
        found = (fight for fight in unfinished(self.journals) if fight.source == source and not fight.is_open)
        return next((fight.path for fight in found), None)

    def open_unfinished(self, journal: Path) -> "Store":
        """The fight of a journal, as it stood. Raises JournalError."""
        from tracker.encounter.store import Store
        from tracker.rules.dice import RandomDice

        return Store.resume(journal, RandomDice(self.seed))

    def open_new(self) -> "Store":
        """A new fight of the file, or an empty table. Raises CannotOpenError."""
        from tracker.encounter.store import Store
        from tracker.rules.dice import RandomDice

        plan = self._plan()
        journal = next(_names(self.journals, plan.name))
        return Store.open_plan(plan, RandomDice(self.seed), journal=journal)

    def _plan(self) -> "EncounterPlan":
        from tracker.library.encounter_plan import EncounterPlan

        switches = {"automation": self.settings.automations, "rules": self.settings.rules}
        if self.path is None:
            return EncounterPlan.model_validate({"name": "New fight", "edition": self.edition, **switches})
        from tracker.library.creatures import Creatures
        from tracker.library.plans import load_encounter

        loaded = load_encounter(self.path, self.edition, Creatures(self.settings.folder("creatures")))
        if loaded.plan is None:
            raise CannotOpenError("\n".join(str(problem) for problem in loaded.problems))
        merged = {
            "automation": {**self.settings.automations, **loaded.plan.automation},
            "rules": {**self.settings.rules, **loaded.plan.rules},
        }
        return loaded.plan.model_copy(update=merged)


def _names(folder: Path, title: str) -> Iterator[Path]:
    slug = re.sub(r"[^\w]+", "-", title.casefold()).strip("-")[:40] or "fight"
    stamp = time.strftime("%Y%m%d-%H%M%S")
    number = 0
    while True:
        path = folder / f"{stamp}-{slug}{f'-{number}' if number else ''}{SUFFIX}"
        if not path.exists():
            yield path
        number += 1
