"""Hours of play in one process on a real terminal: memory, time for a key and open files stay as they were."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.faults.tally import Tally
from tests.terminal import Terminal

FIGHT = """
encounter: Endless
edition: srd-5.2
combatants:
  - {monster: Ogre, count: 3, hp: 90000, group: false}
  - {monster: Troll, count: 3, hp: 90000, group: false}
  - {monster: Knight, count: 4, hp: 90000, group: false}
"""
PLAY = ("n", "d1\r", "n", "u", "n", "d7\r", "c\x1b", "n", "u", "u", "n", "d2\r", "n")
"""Keys of a command each, or of a menu that is looked into and closed."""
PAUSE = 0.03
"""Seconds of silence after which a key is taken as done."""
MORE_MEMORY = 3.0, 1.5
"""MB that may be added: at once, and for each thousand commands."""

LONG = 1000
"""Commands from which on the time of a key is judged and not only told."""


def run(seed: int, runs: int) -> Tally:
    """That many commands. The first quarter, at most 1,000 of them, warm it up. `seed` has nothing to choose."""
    tally, warm = Tally(), min(1000, runs // 4)
    with TemporaryDirectory() as folder:
        (Path(folder) / "fight.yaml").write_text(FIGHT, "utf-8")
        with Terminal("fight.yaml", home=Path(folder)) as at:
            at.wait(lambda: "help" in at.lines[-1], what="the hint line")
            at.keys("n")
            at.wait_for("Round 1")
            play = cycle(PLAY)
            _go_on(at, play, warm)
            first = _measured(at)
            for done in range(warm, runs, 100):
                _go_on(at, play, min(100, runs - done))
            last = _measured(at)
            tally.check("Round" in at.text and at.is_open, "the fight has gone from the screen")
            at.keys("ctrl+q")
            tally.check(at.exit_status() == 0, "it did not leave in order")
            tally.check(b"Traceback" not in at.raw, "it left with a traceback")
    allowed = MORE_MEMORY[0] + MORE_MEMORY[1] * (runs - warm) / 1000
    tally.check(last[0] - first[0] < allowed, f"memory grew by {last[0] - first[0]:.1f} MB, {allowed:.1f} may be")
    if runs >= LONG:
        tally.check(last[1] < first[1] * 1.5, "a key takes longer at the end than at the start")
    tally.check(last[2] == first[2], "files stay open")
    for name, (memory, latency, files) in (("after the warm-up", first), ("at the end", last)):
        tally.figures.append(f"{name}: {memory:.1f} MB, {latency * 1000:.1f} ms a key, {files} files open")
    return tally


def _go_on(at: Terminal, play: cycle[str], commands: int) -> None:
    for _ in range(commands):
        at.send(next(play))
        at.settle(PAUSE)
        at.forget()
    at.wait_for("Round")


def _measured(at: Terminal) -> tuple[float, float, int]:
    """MB, median seconds from `n` to the last byte painted, descriptors."""
    times = [at.respond("n").last for _ in range(15)]
    return at.memory(), median(times), at.descriptors()
