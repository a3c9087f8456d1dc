"""Hours of play in one process on a real terminal: memory, time for a key and open files stay as they were."""

from __future__ import annotations

import os
import sys
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.faults.tally import Tally
from tests.journals import journal
from tests.terminal import KEYS, Terminal
from tracker.encounter import lines
from tracker.encounter.reading import backward

FIGHT = """
encounter: Endless
edition: srd-5.2
party:
  - {name: Mira, hp: 90000, ac: 15, initiative: 25, level: 5, abilities: {con: 14, wis: 12}}
  - {name: Tor, hp: 90000, ac: 17, initiative: 24, attacks: [{name: Axe, to_hit: 7, damage: [1d8+3 slashing]}]}
combatants:
  - {monster: Ogre, count: 3, hp: 90000, initiative: 20, group: false}
  - {monster: Troll, count: 3, hp: 90000, initiative: 15, group: false}
  - {monster: Knight, count: 2, hp: 90000, initiative: 10, group: false}
"""
ESC = "\x1b[27u"
"""Escape as a terminal with the newer keyboard protocol sends it: one that cannot be taken for the start of another."""
UP, DOWN, HOME, PALETTE, PAGE_UP, PAGE_DOWN = (
    KEYS[name] for name in ("up", "down", "home", "ctrl+p", "pageup", "pagedown")
)
TEXT_UP, TEXT_DOWN = "\x1b[1;5A", "\x1b[1;5B"
ALL = "mi to og1 og2 og3 tr1 tr2 tr3 kn1 kn2"


def pasted(line: str) -> str:
    """The keys that paste a line into the bar."""
    return f":\x1b[200~{line}\x1b[201~\r"


TURNS = (
    (":conc mi bless\r", "da7\r", "\r", "cCpo2\r", "?", ESC, "n"),
    ("a1c\r", "u", "U", DOWN, UP, HOME, "a1d\r", "\r", "n"),
    ("a1a\r", "\r", "dAcDe28f\r", "\r", "w", UP, DOWN, ESC, "n"),
    ("a2b\r", "\r", "u", "u", "U", "U", "/", "cover\r", ESC, ESC, "n"),
    ("ta5\r", "ha8\r", "uuu", "UUU", "o", "dodge", ESC, "od", ESC, "x", DOWN, "x", ESC, "n"),
    ("a1a\r", "\r", "\r", pasted("cond tor +frightened for 3 rounds save wis 12"), "uu", "UU", "n"),
    ("a1b\r", "\r", "dB9\r", "hb4\r", "uuu", "UUU", ":note tr2 hurt\r", PALETTE, "undo", ESC, PAGE_UP, PAGE_DOWN, "n"),
    ("db9\r", "\r", ":damage og1 2d6 fire\r", ":heal og1 9\r", "uuu", "UUU", ":undo 5\r", ":redo 5\r", "n"),
    ("a1a\r", "\r", "m", "15", ESC, "rb", "u", ":add 2 goblin\r", "u", "/", "tro", ESC, "n"),
    ("a1c\r", "\r", "\r", "dcdeC6c\r", "u", "U", "hc5\r", TEXT_DOWN, TEXT_UP,
     ":tag tor red\r", pasted(f"cond {ALL} -poisoned -frightened"), pasted(f"heal {ALL} 400"), "n"),
)  # fmt: skip
"""A round: the keys of each of the ten turns. It takes back what it does, so a thousand end as one does."""

TAIL = 1 << 16
"""Bytes of the journal's end that surely hold a line more than a checkpoint."""
PATIENCE = 300.0
"""Seconds that a round, or the way out, may take on a machine that has more important things to do."""
SAMPLES = 20
"""Keys timed at each look."""
EVERY = 5000
"""Commands from one look to the next."""
MORE_MEMORY = 3.0, 0.5
"""MB that may be added: at once, and for each thousand commands."""
SLOWER = 1.5
"""How much longer a key may take at the end than after the warm-up."""
LONG = 10_000
"""Commands from which on the time of a key is judged and not only told."""


class Look(NamedTuple):
    """The program at one moment of a sitting."""

    commands: int
    memory: float
    """MB."""
    latency: float
    """Median seconds from `n` to the last byte painted."""
    cpu: float
    """Median processor seconds of it."""
    files: int
    """Descriptors."""

    def __str__(self) -> str:
        spent = f"{self.latency * 1000:.1f} ms a key ({self.cpu * 1000:.1f} ms of processor)"
        return f"{self.commands} commands: {self.memory:.1f} MB, {spent}, {self.files} files open"


def run(seed: int, runs: int) -> Tally:
    """That many commands. The first quarter, at most 5,000 of them, warm it up. `seed` has nothing to choose."""
    tally = Tally()
    with TemporaryDirectory() as folder:
        (Path(folder) / "fight.yaml").write_text(FIGHT, "utf-8")
        with Terminal("fight.yaml", home=Path(folder)) as at:
            at.wait(lambda: "help" in at.lines[-1], what="the hint line")
            at.keys("n")
            at.wait_for("Round 1")
            sitting, looks = _Sitting(at, journal(Path(folder))), list[Look]()
            while len(looks) < 2 or looks[-1].commands < runs:
                sitting.go_on(min(runs, looks[-1].commands + EVERY) if looks else min(EVERY, runs // 4))
                looks.append(sitting.look())
                if runs >= LONG:
                    print(looks[-1], file=sys.stderr, flush=True)
            at.keys("ctrl+q")
            tally.check(at.exit_status(seconds=PATIENCE) == 0, "it did not leave in order")
            tally.check(b"Traceback" not in at.raw, "it left with a traceback")
            tally.check(not (Path(folder) / "state" / "tracker" / "fights" / "errors.log").exists(), "something failed")
    _judge(tally, looks)
    return tally


def _judge(tally: Tally, looks: list[Look]) -> None:
    first, last = looks[0], looks[-1]
    grown = last.memory - first.memory
    allowed = MORE_MEMORY[0] + MORE_MEMORY[1] * (last.commands - first.commands) / 1000
    tally.check(grown < allowed, f"memory grew by {grown:.1f} MB, {allowed:.1f} may be")
    if last.commands >= LONG:
        half = len(looks) // 2
        for what in ("latency", "cpu"):
            early, late = (median(getattr(each, what) for each in part) for part in (looks[:half], looks[half:]))
            tally.check(late < early * SLOWER, f"{what}: {early * 1e3:.1f} ms in the first half, then {late * 1e3:.1f}")
    tally.check(all(each.files == first.files for each in looks), "files stay open")
    tally.figures += map(str, looks)


class _Sitting:
    """One process, played on and on."""

    def __init__(self, at: Terminal, journal: Path) -> None:
        self.at, self.journal = at, journal
        self._turns = cycle(TURNS)
        self._said = 0

    def go_on(self, commands: int) -> None:
        """Plays until that many commands are in the journal, and the screen shows the last turn of them."""
        while self._commands() < commands:
            keys = "".join(key for _ in range(len(TURNS)) for key in next(self._turns))
            self._said += 1
            self.at.send(f"{keys}{ESC}:note mi passage {self._said}.\r")
            self._wait_for_note()

    def look(self) -> Look:
        """Keys pressed one by one, and what the program holds."""
        at = self.at
        at.settle()
        at.overlook()
        for columns in (119, 120):
            at.resize(columns, 40)
            at.settle()
        keys = [at.respond("u" if number % 2 else "n") for number in range(SAMPLES)]
        at.wait_for(f"passage {self._said}.", "Round")
        latency, cpu = median(each.last for each in keys), median(each.cpu for each in keys)
        at.forget()
        return Look(self._commands(), at.memory(), latency, cpu, at.descriptors())

    def _wait_for_note(self) -> None:
        told = f"passage {self._said}.".encode()
        self.at.wait(lambda: told in self._last_lines(), seconds=PATIENCE, what=told.decode())
        self.at.overlook()
        self.at.forget()

    def _last_lines(self) -> bytes:
        with self.journal.open("rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - TAIL))
            return file.read()

    def _commands(self) -> int:
        with self.journal.open("rb") as file:
            fd = file.fileno()
            steps = backward(lambda at, size: os.pread(fd, size, at), os.fstat(fd).st_size)
            return next(number for _, line in steps if (number := lines.number_of(line)) is not None)
