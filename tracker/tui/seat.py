"""The GM's seat at one table: the store, the table in front of it, and the painter."""

import time
from random import Random

from platformdirs import user_state_path

from tracker.encounter.state import Id
from tracker.encounter.store import Store
from tracker.tui.clock import TurnClock
from tracker.tui.glyphs import Glyphs
from tracker.tui.keys import Keymap
from tracker.tui.launch import Occasion
from tracker.tui.picture import Painter
from tracker.tui.questions.simple import ResumeQuestion
from tracker.tui.recalled import Recalled
from tracker.tui.services import Services
from tracker.tui.table import Table


class Seat:
    """Opens what an occasion asks for; an unfinished fight of the file is shown and offered."""

    def __init__(self, occasion: Occasion, glyphs: Glyphs, *, dice: Random | None = None) -> None:
        """Raises EncounterError when it cannot be opened."""
        self._occasion = occasion
        settings = occasion.settings
        journal = occasion.resume or occasion.unfinished()
        self.store: Store = occasion.open_new() if journal is None else occasion.open_unfinished(journal)
        self.services = Services(self._marked, settings.folder("creatures"), occasion.source(self.store))
        self.table = Table(
            self.store,
            self.services,
            keymap=Keymap(settings.keys),
            glyphs=glyphs,
            dice=dice or Random(occasion.seed),
            clock=TurnClock(time.monotonic),
        )
        self.table.history = Recalled(user_state_path("tracker", appauthor=False) / "commands")
        self.table.offers.prefilled = settings.dice.prefilled
        self.painter = Painter(self.table)
        self.painter.shows_clock = settings.clock.shown
        self.painter.turn_limit = settings.clock.turn_limit
        self.table.view.first_run = occasion.is_first
        if journal is not None and occasion.resume is None:
            self.table.ask(ResumeQuestion())
        if occasion.fault:
            self.table.hush()
            self.table.warn(occasion.fault)
        for message in self.store.journal.messages if self.store.journal else ():
            self.table.warn(message)

    def begin_anew(self) -> None:
        """Leaves the unfinished fight where it is and opens the file as a new one."""
        store = self._occasion.open_new()
        told = self.leave()
        self.store = store
        self.table.seat(store)
        if told:
            self.table.warn(told)

    def leave(self) -> str:
        """Lets go of the journal; returns what is to be said when the fight could not be saved in it."""
        told = self.store.rescue()
        self.store.close()
        return told

    def _marked(self) -> tuple[Id, ...]:
        return tuple(self.table.list.marks)
