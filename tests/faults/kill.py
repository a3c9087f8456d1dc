"""`kill -9` at any moment of a fight on a real terminal: what was on the screen is in the journal, and comes back."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

from tests.faults.tally import Tally
from tests.journals import journals, kept
from tests.terminal import NotSeenError, Terminal
from tracker.console.context import Context
from tracker.console.parsing import parse
from tracker.encounter.dump import dump
from tracker.encounter.fights import glance
from tracker.encounter.history import CHECKPOINT_EVERY
from tracker.encounter.lines import number_of
from tracker.encounter.store import Store
from tracker.library.encounter_plan import EncounterPlan
from tracker.library.plans import load_encounter_text
from tracker.rules.dice import FedDice
from tracker.tui.picture import Painter
from tracker.tui.services import Services
from tracker.tui.table import Table

FIGHT = """
encounter: Killed
edition: srd-5.2
party:
  - {name: Mira, hp: 400, ac: 15, initiative: 18, level: 5, abilities: {con: 14}}
  - {name: Tor, hp: 300, ac: 17, initiative: 11, attacks: [{name: Axe, to_hit: 5, damage: [1d8+3 slashing]}]}
combatants:
  - {name: Colossus, hp: 7000, ac: 15, initiative: 20}
  - {name: Wisp, hp: 40, ac: 12, initiative: 5}
"""
DEEDS = ("conc mira bless", "damage colossus 1", "damage mira 3 fire", "answer 14", "damage colossus 1", "next",
         "attack tor with axe vs colossus roll 15 dmg 1", "cond tor +poisoned for 1 round", "damage colossus 1 fire",
         "undo", "redo", 'react mira "shield"', "damage colossus 1", "damage tor 400", "next", "answer 12",
         "heal tor 310", "damage colossus 1", "heal mira 3", "temp tor 5", "next", "damage colossus 1",
         "add Rat hp 3 ac 10 init 1", "undo", "note wisp glows", "cond mira +prone", "damage colossus 1", "next",
         "set wisp hp 40", "cond mira -prone", "undo 4", "redo 4", "damage colossus 1", "conc mira off")  # fmt: skip
"""Each takes a step, with dice of its own; the Colossus loses a point ever and again, so that moments differ."""
STEPS = 150
"""Lines at most that are played on the screen, of a fight from its beginning or of one that is near a checkpoint."""
EARLIER = 30
"""Lines at most from where that one is taken up to the checkpoint."""
SIZE = 120, 40
_TURN = re.compile(r"Round \d+ +turn \d+ of \d+")


class Fight(NamedTuple):
    """All that is played, and the fight as it stands after each line and before the first."""

    plan: EncounterPlan
    lines: tuple[str, ...]
    states: list[dict[str, Any]]
    sights: list[set[str]]
    """The header's turn and the rows of the order, as the screen shows them then."""

    def shown(self, rows: set[str]) -> int:
        """How many lines at least are done when these rows are on the screen; one half painted tells nothing."""
        firsts = (next((n for n, sight in enumerate(self.sights) if row in sight), 0) for row in rows)
        return max(firsts, default=0)


def played(steps: int = CHECKPOINT_EVERY + STEPS) -> Fight:
    """The fight, played without a terminal."""
    plan = load_encounter_text(FIGHT).plan
    assert plan is not None
    lines = ("start", *islice(cycle(DEEDS), steps))
    table = Table(Store.open_plan(plan, FedDice(()), clock=lambda: 0.0), Services())
    painter = Painter(table)
    painter.resize(*SIZE)
    states, sights = [dump(table.state)], [_rows(_painted(painter))]
    for line in lines:
        assert table.do(parse(line, table.state, Context())), line
        states.append(dump(table.state))
        is_seen = len(states) <= STEPS + 2 or len(states) > CHECKPOINT_EVERY - EARLIER
        sights.append(_rows(_painted(painter)) if is_seen else set())
    return Fight(plan, lines, states, sights)


def run(seed: int, runs: int) -> Tally:
    """That many fights, each killed once or more; every second one is taken up again on the screen."""
    tally, fight = Tally(), played()
    trials = [_Trial(number, fight) for number in range(seed, seed + runs)]
    for trial in trials:
        with TemporaryDirectory() as folder:
            wrong = trial.outcome(Path(folder))
        tally.check(not wrong, f"seed {trial.seed}: {wrong}")
    reached = sorted(trial.saved for trial in trials)
    tally.figures.append(
        f"{runs} fights of {reached[0]} to {reached[-1]} commands killed: "
        f"{sum(trial.at_start for trial in trials)} while starting, "
        f"{sum(trial.saved > CHECKPOINT_EVERY - STEPS for trial in trials)} about a checkpoint, "
        f"{sum(trial.torn for trial in trials)} with their last line torn, "
        f"{sum(trial.again for trial in trials)} times again while resuming"
    )
    tally.figures.append(f"{sum(trial.back for trial in trials)} taken up again on the screen")
    return tally


class _Trial:
    """One fight that is killed."""

    def __init__(self, seed: int, fight: Fight) -> None:
        self.seed, self.fight, self.chance = seed, fight, Random(seed)
        self.saved = 0
        """How many lines are in the journal."""
        self.at_start = self.chance.random() < 0.15
        self.torn = self.back = False
        self.again = 0

    def outcome(self, home: Path) -> str:
        """What did not hold; empty when all did."""
        rows = self._killed(home, self._long(home) if self.chance.random() < 0.25 else 0)
        shown, fights = self.fight.shown(rows), journals(home)
        if not fights or glance(fights[0]) is None:
            return f"{shown} lines were shown and nothing is saved" if shown else ""
        self.saved = _lines(fights[0])
        if self.saved < shown:
            return f"{shown} lines were shown, {self.saved} are saved; the screen was {rows}"
        expected = self.saved
        if self.saved > 1 and self.chance.random() < 0.3:
            self._tear(fights[0])
            expected -= 1
        for _ in range(self.chance.choice((0, 0, 1, 3))):
            self._killed_again(home)
        state, messages = kept(fights[0])
        if _lines(fights[0]) != expected or self.fight.states[expected] != dump(state):
            return (
                f"{self.saved} lines were saved, {_lines(fights[0])} came back after {self.again} resumes: {messages}"
            )
        if self.torn and not messages and not list(fights[0].parent.glob("*.torn")):
            return "a torn line is not told"
        self.back = bool(self.seed % 2 and expected)
        return self._comes_back(home, expected) if self.back else ""

    def _long(self, home: Path) -> int:
        """A fight that was played nearly up to a checkpoint some other day; how many lines."""
        folder = home / "state" / "tracker" / "fights"
        folder.mkdir(parents=True)
        count = self.chance.randint(CHECKPOINT_EVERY - EARLIER, CHECKPOINT_EVERY - 2)
        with patch("tracker.encounter.journal._sync", lambda fd: None):
            store = Store.open_plan(self.fight.plan, FedDice(()), journal=folder / "day.jsonl", clock=lambda: 0.0)
            for line in self.fight.lines[:count]:
                store.do(parse(line, store.state, Context()))
            store.close()
        return count

    def _killed(self, home: Path, done: int) -> set[str]:
        """The rows that were on the screen when the process was killed; the first lines are `done` already."""
        (home / "killed.yaml").write_text(FIGHT, "utf-8")
        chance = self.chance
        with Terminal("resume" if done else "killed.yaml", home=home, size=SIZE) as at:
            if self.at_start:
                at.watch(chance.uniform(0, 1.2))
            else:
                at.wait(lambda: "help" in at.lines[-1], what="the hint line")
                if chance.random() < 0.1 and journals(home):
                    self._stands_alone(home)
                moment = at.now() + chance.uniform(0, 2)
                for line in self.fight.lines[done : done + STEPS]:
                    at.send(f":{line}\r")
                    while chance.random() < 0.7 and at.now() < moment:
                        at.read(0.02)
                    if at.now() > moment:
                        break
            at.kill()
            return _rows(at.lines)

    def _stands_alone(self, home: Path) -> None:
        """A second tracker on the same journal is refused, and does it no harm."""
        with Terminal("resume", str(journals(home)[0]), home=home) as second:
            assert second.exit_status() == 2, second.text

    def _tear(self, journal: Path) -> None:
        """Takes the end of the last command away, as a disk without power may."""
        whole = journal.read_bytes()
        rows = whole.splitlines(keepends=True)
        last = max(number for number, row in enumerate(rows) if number_of(row) is not None)
        at = sum(map(len, rows[:last])) + self.chance.randint(1, len(rows[last]) - 1)
        journal.write_bytes(whole[:at])
        self.torn = True

    def _killed_again(self, home: Path) -> None:
        with Terminal("resume", home=home, size=SIZE) as at:
            at.watch(self.chance.uniform(0, 1))
            at.kill()
        self.again += 1

    def _comes_back(self, home: Path, expected: int) -> str:
        """Whether the resumed screen shows every row as it was."""
        wanted = self.fight.sights[expected]
        with Terminal("resume", home=home, size=SIZE) as again:
            with suppress(NotSeenError):
                again.wait(lambda: "help" in again.lines[-1] and wanted <= _rows(again.lines))
                return ""
            return f"{wanted} is not on the resumed screen\n{again.text}"


def _painted(painter: Painter) -> list[str]:
    picture = painter.paint()
    return [line.text for line in (*picture.header, *picture.order)]


def _lines(journal: Path) -> int:
    """How many lines were done, as the journal tells."""
    fight = glance(journal)
    return fight.commands if fight else 0


def _rows(lines: list[str]) -> set[str]:
    """The turn, and each row of the order without its letter and mark."""
    turn = _TURN.search(lines[0])
    rows = [" ".join(line[2:55].replace("▶", " ").split()) for line in lines[2:10]]
    return {*([turn[0]] if turn else []), *(row for row in rows if "/" in row)}
