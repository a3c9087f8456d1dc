"""Terminals that are resized, slow, noisy, put to sleep, hung up and taken away at random moments of a fight."""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.faults.tally import Tally
from tests.journals import journals
from tests.terminal import NotSeenError, Terminal
from tracker.encounter.commands import Damage, Note
from tracker.encounter.errors import EncounterError
from tracker.encounter.state import Id
from tracker.encounter.store import Store
from tracker.rules.dice import FedDice

FIGHT = """
encounter: Rough weather
edition: srd-5.2
combatants:
  - {name: Anvil, hp: 9000, initiative: 20}
  - {name: Hammer, hp: 10, initiative: 10}
"""
SIZE = 100, 30
ESCAPE = "\x1b[27u"
"""As terminals with the newer keyboard protocol send it: nothing that follows at once can be taken for a part of it."""
GONE_WITHIN = 10.0
"""Seconds after which nobody may be there any more."""
SPENT_ON_LEAVING = 1.5
"""Processor seconds the way out may cost."""
IDLE = 0.2
"""The part of a core that may be used when nobody does anything."""
_LEFT_ON = {
    b"\x1b[?1049": "the other screen",
    b"\x1b[?1000": "the mouse",
    b"\x1b[?1003": "the mouse's motion",
    b"\x1b[?2004": "bracketed paste",
    b"\x1b[?1004": "focus reports",
}
_NOISE = (
    *(b"\xff\xfe", b"\xe9", b"\xc3(", b"\x80" * 40, b"\xf0\x9f\x98", "\u20ac".encode()[:2]),
    *(b"\x1b[999;999z", b"\x1b[1114112u", b"\x1b[:u", b"\x1b[55296u", b"\x1b[1;1R", b"\x1b[48;;;;t", b"\x1b[?62;22c"),
    *(b"\x1b[I", b"\x1b[O", b"\x1b[<35;7;5M", b"\x1b[<64;7;5M", b"\x1b[<0;-4;-4M", b"\x1b[M \xa0\xa0", b"\0" * 9),
)
"""What terminals have been seen to send, whole or in pieces: other encodings, reports, mice, keys that are none."""


@dataclass(slots=True)
class _Session:
    """A fight under way, what was done in it, and what came to light."""

    terminal: Terminal
    home: Path
    chance: Random
    far_end: int = -1
    """The other end of a standard input of its own."""
    blows: int = 0
    notes: int = 0
    wrong: list[str] = field(default_factory=list)
    spent: float = 0.0
    took: float = 0.0

    def strike(self, times: int) -> None:
        """So many blows of one point each, all keys at once."""
        self.terminal.send("d1\r" * times)
        self.blows += times

    def note(self) -> str:
        """The keys of the next note; they are numbered, so that their order shows."""
        self.notes += 1
        return f":note ha w{self.notes}.\r"


def run(seed: int, runs: int) -> Tally:
    """That many sessions, the endings by turns; what was lost, left dirty, or went on spinning."""
    tally, spent, took = Tally(), [0.0], [0.0]
    for number in range(runs):
        ending = list(ENDINGS)[number % len(ENDINGS)]
        with TemporaryDirectory() as folder:
            try:
                session = _session(Random(f"{seed} {number}"), ending, Path(folder))
                wrong = "; ".join(session.wrong)
                spent.append(session.spent)
                took.append(session.took)
            except NotSeenError as error:
                wrong = str(error)
        tally.check(not wrong, f"seed {seed}, session {number}, {ending}: {wrong}")
    tally.figures.append(f"{runs} sessions of {len(WEATHERS)} kinds of weather, ended in {len(ENDINGS)} ways")
    tally.figures.append(f"gone after {max(took):.1f} s at most, with {max(spent):.2f} s of processor at most")
    return tally


def _session(chance: Random, ending: str, home: Path) -> _Session:
    (home / "rough.yaml").write_text(FIGHT, "utf-8")
    ours, theirs = os.openpty() if "input" in ending else (-1, -1)

    def before() -> None:
        if "ignored" in ending:
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
        if theirs != -1:
            os.dup2(theirs, 0)
            os.close(theirs)
            os.close(ours)

    with Terminal("rough.yaml", home=home, size=SIZE, before=before) as terminal:
        if theirs != -1:
            os.close(theirs)
        terminal.wait_for("Anvil", "n start")
        session = _Session(terminal, home, chance, ours)
        if ours == -1:
            _play(session)
        else:
            os.write(ours, b"n")
            terminal.wait_for("Round 1")
        spent = _spent(terminal)
        ENDINGS[ending](session)
        since = time.monotonic()
        _wait_until_gone(terminal, read="stalled" not in ending)
        session.took, session.spent = time.monotonic() - since, _spent(terminal) - spent
        terminal.exit_status()
        if session.spent > SPENT_ON_LEAVING:
            session.wrong.append(f"leaving took {session.spent:.1f} s of processor")
        session.wrong += _dirt(terminal, ending) + _lost(session)
        return session


def _play(session: _Session) -> None:
    terminal, chance = session.terminal, session.chance
    terminal.keys("n")
    terminal.wait_for("Round 1")
    for _ in range(chance.randint(1, 6)):
        chance.choice(WEATHERS)(session)
    terminal.resize(*SIZE)
    terminal.send(session.note())
    terminal.wait_for(f"{9000 - session.blows}/9000", "? help", f"Note on Hammer: w{session.notes}.")
    if chance.random() < 0.2:
        terminal.settle()
        # What was still to be done about the weather ends; what spins does not.
        if min(shares := [terminal.cpu_share(0.5) for _ in range(2)]) > IDLE:
            session.wrong.append(f"{shares} of a core was used for nothing")


# The weather


def _storm(session: _Session) -> None:
    """Sizes that change faster than they can be drawn."""
    for _ in range(session.chance.randint(5, 120)):
        session.terminal.resize(session.chance.randint(1, 200), session.chance.randint(1, 60))


def _rumours(session: _Session) -> None:
    """Signals of a new size that is the old one."""
    for _ in range(session.chance.randint(5, 300)):
        session.terminal.signal(signal.SIGWINCH)


def _blows(session: _Session) -> None:
    session.strike(5)


def _stall(session: _Session) -> None:
    """Keys while nothing is taken from the screen."""
    for _ in range(20):
        session.terminal.press_unread("jkjk")


def _narrow(session: _Session) -> None:
    """A window pulled about in the middle of a question."""
    session.terminal.send("d")
    for _ in range(10):
        session.terminal.resize(session.chance.randint(20, 120), session.chance.randint(5, 40))
    session.terminal.send("1\r")
    session.blows += 1


def _paste(session: _Session) -> None:
    terminal = session.terminal
    terminal.send(f":\x1b[200~{'x' * session.chance.randint(3, 5000)}\nn\x1b[201~")
    terminal.wait(lambda: "xxx" in terminal.text, what="the paste")
    terminal.send(ESCAPE)
    terminal.wait_gone("xxx")


def _slow(session: _Session) -> None:
    """A line that carries 200 bytes in 20 ms, while keys are pressed on."""
    terminal = session.terminal
    terminal.gulp, keys = 200, [session.note() for _ in range(3)] + ["d1\r"] * 3
    session.blows += 3
    for pressed in keys:
        terminal.press_unread(pressed)
        for _ in range(session.chance.randint(1, 12)):
            select.select([], [], [], 0.02)
            terminal.read(0)
    terminal.gulp = 1 << 16


def _noise(session: _Session) -> None:
    """Bytes that are no keys; a person has stopped typing long enough for none of them to be taken together."""
    for _ in range(session.chance.randint(1, 8)):
        session.terminal.send(session.chance.choice(_NOISE))
        if session.chance.random() < 0.5:
            session.terminal.read(0.15)
    session.terminal.watch(0.15)
    session.terminal.send(ESCAPE * 2)


def _sleep(session: _Session) -> None:
    """Back to the shell and to the fight again, perhaps in a window of another size."""
    terminal, chance = session.terminal, session.chance
    if chance.random() < 0.5:
        terminal.keys("ctrl+z")
    else:
        terminal.signal(signal.SIGTSTP)
    terminal.wait_stopped()
    terminal.settle(0.05)
    session.wrong += [f"asleep: {found}" for found in _dirt(terminal, "")]
    if chance.random() < 0.5:
        terminal.resize(chance.randint(60, 140), chance.randint(20, 50))
    terminal.forget()
    terminal.signal(signal.SIGCONT)
    terminal.wait(lambda: b"\x1b[?1049h" in terminal.raw, what="the fight again")


WEATHERS = (_storm, _rumours, _blows, _stall, _narrow, _paste, _slow, _noise, _sleep)


# The endings


def _amid_keys(session: _Session) -> None:
    session.terminal.press_unread("jkjk")
    session.terminal.signal(signal.SIGTERM)


def _fill(session: _Session) -> None:
    """Sizes and keys until more is painted than the line holds, and none of it is taken away."""
    for turn in range(40):
        session.terminal.resize(*((140, 50) if turn % 2 else SIZE))
        session.terminal.press_unread("jk")
        select.select([], [], [], 0.03)


def _stalled(session: _Session) -> None:
    _fill(session)
    session.terminal.signal(signal.SIGTERM)


def _hung_up_stalled(session: _Session) -> None:
    _fill(session)
    session.terminal.hang_up()


def _asleep(session: _Session) -> None:
    session.terminal.keys("ctrl+z")
    session.terminal.wait_stopped()
    session.terminal.hang_up()


def _signal(number: int) -> Callable[[_Session], None]:
    return lambda session: session.terminal.signal(number)


def _hang_up(session: _Session) -> None:
    session.terminal.hang_up()


ENDINGS: dict[str, Callable[[_Session], None]] = {
    "an end of the input alone": lambda session: os.close(session.far_end),
    "SIGINT": _signal(signal.SIGINT),
    "SIGTERM at a stalled terminal": _stalled,
    "a hang-up while asleep": _asleep,
    "a hang-up of a stalled terminal": _hung_up_stalled,
    "an ignored hang-up of a stalled terminal": _hung_up_stalled,
    "SIGTERM among keys": _amid_keys,
    "a hang-up that is ignored": _hang_up,
    "a hang-up": _hang_up,
    "SIGTERM": _signal(signal.SIGTERM),
    "SIGHUP": _signal(signal.SIGHUP),
    "ctrl+q": lambda session: session.terminal.keys("ctrl+q"),
}


# What is found afterwards


def _spent(terminal: Terminal) -> float:
    """Processor seconds so far; it can be asked when the process has gone and nobody has yet looked after it."""
    fields = _status(terminal)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _status(terminal: Terminal) -> list[str]:
    """What the system says of the process, from its state on."""
    return Path(f"/proc/{terminal.pid}/stat").read_text().rpartition(")")[2].split()


def _wait_until_gone(terminal: Terminal, *, read: bool) -> None:
    deadline = time.monotonic() + GONE_WITHIN
    while os.waitid(os.P_PID, terminal.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if time.monotonic() > deadline:
            raise NotSeenError(f"it is still there after {GONE_WITHIN} s")
        if read and terminal.is_open:
            terminal.read(0.02)
        else:
            select.select([], [], [], 0.02)


def _dirt(terminal: Terminal, ending: str) -> list[str]:
    """What the terminal was left with, as far as there still was one that took it in."""
    found = ["a traceback"] if b"Traceback" in terminal.raw else []
    if "hang-up" in ending or "stalled" in ending:
        return found
    for mode, what in _LEFT_ON.items():
        if terminal.raw.rfind(mode + b"h") > terminal.raw.rfind(mode + b"l"):
            found.append(f"{what} was left on")
    return found + (["the cursor was left hidden"] if terminal.is_cursor_hidden else [])


def _lost(session: _Session) -> list[str]:
    """What the journal lacks, or holds in another order than it was typed in."""
    try:
        store = Store.resume(journals(session.home)[-1], FedDice(()))
    except (EncounterError, IndexError) as error:
        return [f"nothing can be resumed: {error}"]
    store.close()
    assert store.journal is not None
    wishes = [entry.wish for entry in store.steps()]
    found = [f"lost: {each}" for each in store.journal.messages]
    notes = [wish.text for wish in wishes if isinstance(wish, Note)]
    if notes != [f"w{number}." for number in range(1, session.notes + 1)]:
        found.append(f"{session.notes} notes were typed, {notes} are saved")
    if sum(isinstance(wish, Damage) for wish in wishes) != session.blows:
        found.append(f"{session.blows} blows were struck, {wishes} are saved")
    saved = store.state.combatants[Id("an")].hp
    return found + ([f"{saved} is saved, {9000 - session.blows} was shown"] if saved != 9000 - session.blows else [])
