"""`kill -9` at any moment of a fight on a real terminal: what was on the screen is in the journal, and comes back."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tests.faults.tally import Tally
from tests.journals import journals, kept
from tests.terminal import NotSeenError, Terminal
from tracker.console.context import Context
from tracker.console.parsing import parse
from tracker.encounter.dump import dump
from tracker.encounter.store import Store
from tracker.library.plans import load_encounter_text
from tracker.rules.dice import FedDice

FULL = 7000
FIGHT = f"""
encounter: Killed
edition: srd-5.2
combatants:
  - {{name: Colossus, hp: {FULL}, ac: 15, initiative: 20}}
  - {{name: Mira, hp: 400, ac: 15, initiative: 18}}
  - {{name: Tor, hp: 300, ac: 17, initiative: 11}}
"""
DEEDS = ("damage colossus 1", "next", "damage colossus 1 fire", "cond mira +prone", "damage colossus 1", "undo",
         "heal mira 4", "damage colossus 1", "temp tor 5", "cond mira -prone")  # fmt: skip
STEPS = 40
_POINTS = re.compile(rf"(\d+)/{FULL}")


def run(seed: int, runs: int) -> Tally:
    """That many fights, each killed once; every second one is taken up again on the screen."""
    tally, after, told = Tally(), _after(), 0
    reached: list[int] = []
    for number in range(seed, seed + runs):
        with TemporaryDirectory() as folder:
            home = Path(folder)
            shown = _killed(home, Random(number))
            fights = journals(home)
            if not fights:
                tally.check(shown is None, f"seed {number}: something was shown and nothing was saved")
                continue
            state, messages = kept(fights[0])
            told += bool(messages)
            now = dump(state)
            points = now["combatants"]["co"]["hp"]
            reached.append(FULL - points)
            saved = max((n for n, one in enumerate(after) if one == now), default=-1)
            seen = min((n for n, one in enumerate(after) if one["combatants"]["co"]["hp"] == shown), default=0)
            holds = saved >= seen or (saved == seen - 1 and bool(messages))
            if tally.check(holds, f"seed {number}: shown {shown}, kept {points}, {messages}") and number % 2:
                tally.check(_comes_back(home, points), f"seed {number}: {points} are not on the resumed screen")
    least, most = min(reached, default=0), max(reached, default=0)
    tally.figures.append(f"{runs} killed after {least} to {most} hits, {told} with a torn last line")
    return tally


def _after() -> list[dict[str, Any]]:
    """The fight as it stands after each line, and before the first."""
    plan = load_encounter_text(FIGHT).plan
    assert plan is not None
    store = Store.open_plan(plan, FedDice(()), clock=lambda: 0.0)
    states = [dump(store.state)]
    for line in ("start", *islice(cycle(DEEDS), STEPS * 3)):
        store.do(parse(line, store.state, Context()))
        states.append(dump(store.state))
    return states


def _killed(home: Path, chance: Random) -> int | None:
    """The hit points last shown before the kill; None when there was no fight on the screen yet."""
    (home / "killed.yaml").write_text(FIGHT, "utf-8")
    lines = [":start\r", *(f":{deed}\r" for deed in islice(cycle(DEEDS), STEPS * 3))]
    with Terminal("killed.yaml", home=home) as at:
        if chance.random() < 0.1:
            moment = chance.uniform(0, 0.8)
            while at.now() < moment:
                at.read(0.02)
        else:
            at.wait(lambda: "help" in at.lines[-1], what="the hint line")
            moment = at.now() + chance.uniform(0, 2.5)
            with suppress(NotSeenError):
                for line in lines:
                    at.send(line)
                    while chance.random() < 0.7 and at.now() < moment:
                        at.read(0.02)
                    if at.now() > moment:
                        break
        at.kill()
        found = _POINTS.search(at.text)
    return int(found[1]) if found else None


def _comes_back(home: Path, points: int) -> bool:
    with Terminal("resume", home=home) as again, suppress(NotSeenError):
        again.wait_for(f"{points}/{FULL}", "help")
        return True
    return False
