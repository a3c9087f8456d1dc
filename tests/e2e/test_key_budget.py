"""The key budget, played job by job in one fight on a real terminal, keys counted as they are sent."""

from __future__ import annotations

from pathlib import Path

from tests.budget import JOBS, Job
from tests.e2e.conftest import SitDown
from tests.journals import journal, kept
from tests.terminal import KEYS, Terminal


class Counting:
    """Presses keys one by one and counts them."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self.pressed = 0

    def press(self, keys: str) -> None:
        for word in keys.split():
            for key in [word] if word in KEYS else list(word):
                self._terminal.send(KEYS.get(key, key))
                self.pressed += 1


def played(at: Terminal, job: Job) -> int:
    """Keys it took until what it is for stood on the screen."""
    Counting(at).press(job.before)
    at.settle()
    counting = Counting(at)
    counting.press(job.keys)
    at.wait(
        lambda: all(text in at.text for text in job.seen) and (not job.gone or job.gone not in at.text),
        what=f"the outcome of {job.name}",
    )
    return counting.pressed


def test_every_job_stays_within_its_keys(home: Path, sit_down: SitDown) -> None:
    at = sit_down()
    at.keys("n")
    at.wait_for("Round 1", "turn 1 of 7")
    counts = {job.name: played(at, job) for job in JOBS}
    width = max(map(len, counts))
    print(*(f"{job.name:<{width}}  {counts[job.name]} of {job.most}  {job.keys}" for job in JOBS), sep="\n")
    assert all(counts[job.name] == job.pressed <= job.most for job in JOBS)

    at.keys("ctrl+q")
    assert at.exit_status() == 0
    state, _ = kept(journal(home))
    by_name = {one.name: one for one in state.combatants.values()}
    assert by_name["Grakk"].reactions_spent == 1
    assert by_name["Grakk"].tally.dealt == 12 + 1 + 1 + 20 + (83 - by_name["Salamander"].hp)
    assert [by_name[f"Goblin {number}"].initiative is not None for number in (4, 5, 6)] == [True] * 3
    assert not state.prompts
