"""Terminals that are resized, stalled, hung up and taken away at random moments of a fight."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.faults.tally import Tally
from tests.journals import journals, kept
from tests.terminal import NotSeenError, Terminal
from tracker.encounter.errors import EncounterError
from tracker.encounter.state import Id

FIGHT = """
encounter: Rough weather
edition: srd-5.2
combatants:
  - {name: Anvil, hp: 9000, initiative: 20}
  - {name: Hammer, hp: 10, initiative: 10}
"""
_LEFT_ON = {
    b"\x1b[?1049": "the other screen",
    b"\x1b[?1000": "the mouse",
    b"\x1b[?1003": "the mouse's motion",
    b"\x1b[?2004": "bracketed paste",
    b"\x1b[?1004": "focus reports",
}


def run(seed: int, runs: int) -> Tally:
    """That many sessions, the endings by turns; what was lost, left dirty, or went on spinning."""
    tally = Tally()
    for number in range(runs):
        chance = Random(f"{seed} {number}")
        ending = list(ENDINGS)[number % len(ENDINGS)]
        with TemporaryDirectory() as folder:
            home = Path(folder)
            (home / "rough.yaml").write_text(FIGHT, "utf-8")
            try:
                wrong = "; ".join(_session(chance, ending, home))
            except NotSeenError as error:
                wrong = str(error)
        tally.check(not wrong, f"seed {seed}, session {number}, {ending}: {wrong}")
    tally.figures.append(f"{runs} sessions with storms of sizes and stalls, ended in {len(ENDINGS)} ways")
    return tally


def _session(chance: Random, ending: str, home: Path) -> list[str]:
    before = _ignore_hang_ups if ending == "a hang-up that is ignored" else None
    with Terminal("rough.yaml", home=home, size=(100, 30), before=before) as terminal:
        terminal.wait_for("Anvil", "n start")
        terminal.keys("n")
        terminal.wait_for("Round 1")
        blows = 0
        for _ in range(chance.randint(1, 6)):
            blows += _weather(chance, terminal)
        terminal.resize(100, 30)
        terminal.wait_for(f"{9000 - blows}/9000", "? help")
        ENDINGS[ending](terminal)
        terminal.exit_status(seconds=10)
        return _dirt(terminal, ending) + _lost(home, 9000 - blows)


def _ignore_hang_ups() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)


def _weather(chance: Random, terminal: Terminal) -> int:
    """Something rough; how many blows were struck in it."""
    match chance.randrange(5):
        case 0:
            for _ in range(chance.randint(5, 120)):
                terminal.resize(chance.randint(1, 200), chance.randint(1, 60))
        case 1:
            terminal.send("d1\r" * 5)
            return 5
        case 2:
            for _ in range(20):
                terminal.press_unread("jkjk")
        case 3:
            terminal.send("d")
            for _ in range(10):
                terminal.resize(chance.randint(20, 120), chance.randint(5, 40))
            terminal.send("1\r")
            return 1
        case _:
            terminal.send(f":\x1b[200~{'x' * chance.randint(3, 5000)}\nn\x1b[201~")
            terminal.wait(lambda: "xxx" in terminal.text, what="the paste")
            terminal.keys("escape")
            terminal.wait_gone("xxx")
    return 0


def _dirt(terminal: Terminal, ending: str) -> list[str]:
    """What the terminal was left with, as far as there still was one to clean."""
    found = ["a traceback"] if b"Traceback" in terminal.raw else []
    if "hang-up" in ending:
        return found
    for mode, what in _LEFT_ON.items():
        if terminal.raw.rfind(mode + b"h") > terminal.raw.rfind(mode + b"l"):
            found.append(f"{what} was left on")
    return found + (["the cursor was left hidden"] if terminal.is_cursor_hidden else [])


def _lost(home: Path, expected: int) -> list[str]:
    try:
        state, messages = kept(journals(home)[-1])
    except (EncounterError, IndexError) as error:
        return [f"nothing can be resumed: {error}"]
    found = [f"lost: {each}" for each in messages]
    saved = state.combatants[Id("an")].hp
    return found + ([f"{saved} is saved, {expected} was shown"] if saved != expected else [])


def _amid_keys(terminal: Terminal) -> None:
    terminal.press_unread("jkjk")
    terminal.signal(signal.SIGTERM)


ENDINGS: dict[str, Callable[[Terminal], None]] = {
    "ctrl+q": lambda terminal: terminal.keys("ctrl+q"),
    "SIGTERM": lambda terminal: terminal.signal(signal.SIGTERM),
    "SIGHUP": lambda terminal: terminal.signal(signal.SIGHUP),
    "a hang-up": lambda terminal: terminal.hang_up(),
    "a hang-up that is ignored": lambda terminal: terminal.hang_up(),
    "SIGTERM among keys": _amid_keys,
}
