"""A first fight in two minutes: a line at the foot of the screen that goes on when the GM has done what it says."""

import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tracker.encounter.commands import Attack, Condition, Damage, Next, Undo
from tracker.encounter.history import Entry
from tracker.tui.lines import Line, Span, clipped, line

if TYPE_CHECKING:
    from tracker.library.settings import Settings
    from tracker.tui.table import Table

FILE = Path(__file__).with_name("tutorial.yaml")


class Step(NamedTuple):
    """One thing to do."""

    text: str
    """What to do, with `{next}` and the like for the keys in force."""
    is_done: "Callable[[Table, Iterable[Entry]], bool]"
    """Whether the table, or what was done since the last look, shows that it was done."""


def _did(*wishes: type) -> "Callable[[Table, Iterable[Entry]], bool]":
    return lambda _table, entries: any(isinstance(entry.wish, wishes) for entry in entries)


def _never(_table: "Table", _entries: Iterable[Entry]) -> bool:
    return False


STEPS = (
    Step("{next} rolls what initiative is missing, and the fight begins", lambda table, _: table.state.round > 0),
    Step("a rat is hit: {damage}, its letter, 5, Enter. The bar shows what comes of it", _did(Damage)),
    Step("not that rat? {undo} takes the last thing back, whatever it was", _did(Undo)),
    Step("knock it over: {condition}, its letter as a CAPITAL, pr for prone, Enter", _did(Condition)),
    Step("{next} ends the turn; what must not be forgotten comes up by itself", _did(Next)),
    Step("{attack}, Enter: the attack it is likely to make, rolled and applied", _did(Attack)),
    Step("{help} shows the keys that do something here, at any moment", lambda table, _: table.view.help),
    Step("that is all: {quit} leaves. A fight of your own goes on where you left it", _never),
)


class Guide:
    """Which step is next. Steps done early are not asked for again, and nothing else is ever kept from working."""

    def __init__(self) -> None:
        self._done: set[int] = set()
        self._last: Entry | None = None

    @property
    def at(self) -> int:
        """The step that is shown, from 0; the number of steps when the guide has nothing more to say."""
        return next((number for number in range(len(STEPS)) if number not in self._done), len(STEPS))

    def look(self, table: "Table") -> None:
        """Takes note of what was done since the last look."""
        fresh = []
        for entry in reversed(table.fight.entries):
            if entry is self._last:
                break
            fresh.append(entry)
        self._last = next(iter(fresh), self._last)
        if self.at == len(STEPS) - 1 and fresh:
            self._done.add(self.at)
        self._done |= {number for number, step in enumerate(STEPS) if step.is_done(table, fresh)}

    def line(self, table: "Table", room: int) -> Line | None:
        """The line at the foot of the screen; None when the guide has gone."""
        if self.at == len(STEPS):
            return None
        keys = {key.id: table.keymap.key_of(key.id) or f":{key.words}" for key in table.keymap.table}
        count = Span(f" {self.at + 1}/{len(STEPS)}  ", "dim")
        parts = STEPS[self.at].text.split("{")
        spans = [Span(parts[0], "strong")]
        for part in parts[1:]:
            name, _, rest = part.partition("}")
            spans += [Span(keys[name], "key"), Span(rest, "strong")]
        return clipped(line(count, *spans), room, table.glyphs.ellipsis)._replace(ground="hint")


def run(settings: "Settings") -> int:
    """Plays the tutorial, with everything done in the usual way; nothing of it is kept. Returns the exit code."""
    from tracker.tui.app import run as run_table

    usual = settings.model_copy(update={"dice": type(settings.dice)(), "automation": {}, "rules": {}})
    with tempfile.TemporaryDirectory(prefix="tracker-tutorial-") as folder:
        return run_table(FILE, settings=usual, edition=settings.edition, journal_dir=Path(folder), is_tutorial=True)
