"""Figures of the screen: keys, bytes, starts, memory and idling, on a real pty beside the floor in the same moments."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.benchmarks import fights
from tests.benchmarks.report import Curve, Figure
from tests.terminal import Response, Terminal

FLOOR = (sys.executable, str(Path(__file__).with_name("floor.py")))

SMALL, LARGE = 10, 500
"""Combatants of the two fights that are compared."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to measure."""

    keys: int
    """Samples of each key."""
    starts: int
    commands: int
    """Length of the long fight."""
    growth: int
    """Commands played to see memory grow."""
    idle: float
    """Seconds of watching nothing happen."""
    curve: tuple[int, ...]
    """Lengths of fights along the curve."""


def floor(home: Path) -> Terminal:
    """The floor program, painted."""
    terminal = Terminal(home=home, program=FLOOR)
    terminal.wait_for("READY")
    terminal.settle()
    return terminal


def tracker(home: Path, *arguments: str) -> Terminal:
    """The tracker at a fight that has begun."""
    terminal = Terminal(*arguments, home=home)
    terminal.wait(lambda: "next" in terminal.lines[-1] or "start" in terminal.lines[-1], what="the hint line")
    terminal.settle()
    if "start" in terminal.lines[-1]:
        terminal.keys("n")
        terminal.wait(lambda: "Round 1" in terminal.lines[0], what="round 1")
    terminal.keys("p")
    terminal.settle()
    return terminal


def long_fight(home: Path, combatants: int, commands: int) -> Terminal:
    """A fight of that many combatants resumed after so many commands."""
    file = fights.encounter(home / f"{combatants}.yaml", combatants)
    return tracker(home, "resume", str(fights.journal(home / f"{combatants}-{commands}.jsonl", file, commands)))


@contextmanager
def homes() -> Iterator[Callable[[], Path]]:
    """Makes a home of its own for each program."""
    with ExitStack() as stack:
        yield lambda: Path(stack.enter_context(TemporaryDirectory(prefix="tracker-bench-")))


def keys(effort: Effort) -> list[Figure]:
    """`n` at ten combatants and at 500, damage, the bar and the cursor, against the floor's `n`."""
    with homes() as home, floor(home()) as ground, long_fight(home(), SMALL, 1) as small:
        large_home = home()
        with long_fight(large_home, LARGE, effort.commands) as large:
            beside = _interleaved([(ground, "n"), (small, "n"), (large, "n")], effort.keys)
            grounds, smalls, larges = beside
            bare, turn = _ms(grounds, "last"), _ms(smalls, "last")
            length = f"{LARGE} combatants and {effort.commands:,} commands"
            return [
                _against("`n` → last byte, 10 combatants", turn, bare, 1.25),
                _against("the same, 95th percentile", _ms(smalls, "last", 0.95), bare, 2.0),
                *_other_keys(small, ground, effort.keys),
                _against(f"`n`, {length}", _ms(larges, "last"), turn, 1.3, "× that at 10"),
                _bytes(smalls, grounds),
                *_memories(large, ground, effort.growth),
            ]


def _other_keys(small: Terminal, ground: Terminal, count: int) -> list[Figure]:
    """Opening the bar, applying damage, moving the cursor, each beside a turn of the floor."""
    opened: list[Response] = []
    applied: list[Response] = []
    moved: list[Response] = []
    bare: list[Response] = []
    for number in range(count):
        bare += _interleaved([(ground, "n")], 1)[0]
        opened += _interleaved([(small, "d")], 1)[0]
        small.respond("1")
        applied += _interleaved([(small, "\r")], 1)[0]
        moved += _interleaved([(small, "j" if number % 8 < 4 else "k")], 1)[0]
    floor_ms = _ms(bare, "last")
    return [
        _against("damage applied: Enter → last byte", _ms(applied, "last"), floor_ms, 1.0),
        _against("the bar opened", _ms(opened, "last"), floor_ms, 1.0),
        _against("the cursor moved", _ms(moved, "last"), floor_ms, 1.0),
    ]


def _interleaved(pairs: Sequence[tuple[Terminal, str]], count: int) -> list[list[Response]]:
    """Presses each terminal's key by turns, so that the machine's moods strike all alike."""
    found: list[list[Response]] = [[] for _ in pairs]
    for _ in range(count):
        for responses, (terminal, key) in zip(found, pairs, strict=True):
            terminal.read(random.uniform(0.005, 0.03))  # no key in step with the frame timer
            responses.append(terminal.respond(key))
    return found


def starts(effort: Effort) -> list[Figure]:
    """From the process to a fight whose creatures stand on the screen, and to the first turn."""
    bare: list[float] = []
    shown: list[float] = []
    begun: list[float] = []
    resumed: list[float] = []
    with homes() as home:
        long_home = home()
        file = fights.encounter(long_home / "fight.yaml", SMALL)
        journal = fights.journal(long_home / "long.jsonl", file, effort.commands)
        for _ in range(effort.starts):
            with Terminal(home=home(), program=FLOOR) as terminal:
                bare.append(terminal.painted("READY"))
            with Terminal(str(file), home=home()) as terminal:
                shown.append(terminal.painted("Troll 2", "40000/40000", "n start"))
            with Terminal(str(file), home=home()) as terminal:
                terminal.send("n")
                begun.append(terminal.painted("Round 1"))
            with Terminal("resume", str(journal), home=home()) as terminal:
                resumed.append(terminal.painted("Troll 2", "n next"))
    empty, extra = median(shown), median(resumed) - median(shown)
    return [
        _against("start → creatures on the screen", empty * 1e3, median(bare) * 1e3, 1.25),
        _against("start with `n` pressed at once → its turn", median(begun) * 1e3, median(bare) * 1e3, 1.25),
        Figure(
            f"resume of {effort.commands:,} commands, beyond an empty start",
            extra,
            "s",
            0.4,
            f"{median(resumed):.2f} s against {empty:.2f} s",
        ),
    ]


def idling(effort: Effort) -> list[Figure]:
    """What it writes and burns while nobody presses anything."""
    with homes() as home, long_fight(home(), SMALL, 1) as terminal:
        silent, burnt = _idle(terminal, effort.idle)
        terminal.keys("p")
        terminal.settle(0.3)
        ticking, burning = _idle(terminal, effort.idle)
    return [
        Figure("idle, the clock paused: written", silent, "bytes/s", 0.0),
        Figure("idle, the clock paused: processor", burnt, "% of a core", 0.5),
        Figure("idle, the clock running: written", ticking, "bytes/s", 60.0),
        Figure("idle, the clock running: processor", burning, "% of a core", 0.5),
    ]


def _idle(terminal: Terminal, seconds: float) -> tuple[float, float]:
    """Bytes a second, and per cent of a core."""
    size = len(terminal.raw)
    share = terminal.cpu_share(seconds)
    return (len(terminal.raw) - size) / seconds, share * 100


def curves(effort: Effort) -> list[Curve]:
    """`n` along the number of combatants, and along the length of the fight; and the length of a resume."""
    with homes() as home:
        people = tuple((count, _turn_ms(home(), count, 1, effort)[0]) for count in (10, 50, 200, 500, 1000))
        lengths = [(count, *_turn_ms(home(), SMALL, count, effort)) for count in effort.curve]
        owned = [(count, *_owning_ms(home(), count, effort)) for count in (0, 500, 5000)]
    return [
        Curve("`n` → last byte", "combatants", "ms", people),
        Curve("`n` → last byte", "commands", "ms", tuple((count, turn) for count, turn, _, _ in lengths)),
        Curve("resume", "commands", "ms", tuple((count, start) for count, _, start, _ in lengths)),
        Curve(
            "`n` → last byte", "files in the creature folder", "ms", tuple((count, turn) for count, turn, _ in owned)
        ),
        Curve("start", "files in the creature folder", "ms", tuple((count, start) for count, _, start in owned)),
        Curve("memory", "commands", "MB", tuple((count, memory) for count, _, _, memory in lengths)),
    ]


def _turn_ms(home: Path, combatants: int, commands: int, effort: Effort) -> tuple[float, float, float]:
    """A turn and the resume in milliseconds, and the memory in MB."""
    file = fights.encounter(home / "fight.yaml", combatants)
    journal = fights.journal(home / "fight.jsonl", file, commands)
    with Terminal("resume", str(journal), home=home) as terminal:
        start = terminal.wait(lambda: terminal.lines[-1].strip(), what="the hint line")
        terminal.settle()
        if "start" in terminal.lines[-1]:
            terminal.keys("n")
            terminal.settle()
        terminal.keys("p")
        terminal.settle()
        return _ms(_interleaved([(terminal, "n")], effort.keys // 2)[0], "last"), start * 1e3, terminal.memory()


def _owning_ms(home: Path, number: int, effort: Effort) -> tuple[float, float]:
    """A turn and the start, in milliseconds, of a GM with so many creature files, one of them in the fight."""
    fights.creatures(home, number)
    file = fights.encounter(home / "fight.yaml", SMALL)
    if number:
        file.write_text(f"{file.read_text('utf-8')}  - {{monster: Warden {number // 2}}}\n", "utf-8")
    times = []
    for _ in range(2):
        with Terminal(str(file), home=home) as terminal:
            times.append(terminal.painted("Troll 2", "40000/40000"))
            terminal.keys("n")
            terminal.settle()
            turn = _ms(_interleaved([(terminal, "n")], effort.keys // 2)[0], "last")
    return turn, min(times) * 1e3


def _against(name: str, value: float, bare: float, limit: float, unit: str = "× the floor") -> Figure:
    return Figure(name, value / bare, unit, limit, f"{value:.1f} ms against {bare:.1f} ms")


def _bytes(smalls: Sequence[Response], grounds: Sequence[Response]) -> Figure:
    ours, bare = median(one.bytes for one in smalls), median(one.bytes for one in grounds)
    return Figure("bytes written for `n`", ours / bare, "× the floor", 1.15, f"{ours:,.0f} against {bare:,.0f}")


def _memories(large: Terminal, ground: Terminal, commands: int) -> list[Figure]:
    """Plays on with keys sent in bursts; what is kept of the latest steps is full before it begins to count."""
    _turns(large, 700)
    before = large.memory()
    _turns(large, commands)
    ours, bare = large.memory(), ground.memory()
    grown, note = (ours - before) * 10_000 / commands, f"{ours:.0f} MB against {bare:.0f} MB"
    return [
        Figure(f"memory, {LARGE} combatants, a long fight", ours / bare, "× the floor", 1.6, note),
        Figure("memory for each further 10,000 commands", grown, "MB", 10.0, f"{commands:,} turns played"),
    ]


def _turns(terminal: Terminal, count: int) -> None:
    """That many turns, each burst of them waited for."""
    for left in range(count, 0, -50):
        burst = min(50, left)
        expected = _turn(terminal) + burst
        terminal.send("n" * burst)
        terminal.wait(lambda expected=expected: _turn(terminal) == expected, what=f"turn {expected}")  # type: ignore[misc]


def _turn(terminal: Terminal) -> int:
    """How many turns the fight has seen by its header."""
    found = re.search(r"Round (\d+)\s+turn (\d+) of (\d+)", terminal.lines[0])
    return (int(found[1]) - 1) * int(found[3]) + int(found[2]) if found else 0


def _ms(responses: Sequence[Response], field: str, share: float = 0.5) -> float:
    """A quantile in milliseconds."""
    values = sorted(getattr(one, field) for one in responses)
    return 1e3 * float(values[min(len(values) - 1, int(share * len(values)))])
