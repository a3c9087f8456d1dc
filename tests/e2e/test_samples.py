"""Fights of the samples that lean on what is most easily forgotten, played by keys in a real terminal."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.e2e.conftest import SitDown
from tests.journals import journal, kept
from tests.terminal import Terminal
from tracker.encounter.state import Encounter, Id

SAMPLES = Path(__file__).parents[2] / "sample_encounters"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """With the samples beside it."""
    shutil.copytree(SAMPLES, tmp_path, dirs_exist_ok=True)
    return tmp_path


def _next(at: Terminal, turns: int) -> None:
    for _ in range(turns):
        at.keys("n")
        at.settle()


def _left(at: Terminal, home: Path) -> Encounter:
    at.keys("ctrl+q")
    assert at.exit_status() == 0
    return kept(journal(home))[0]


def _through(at: Terminal, line: str) -> None:
    at.keys(":")
    at.send(line + "\r")
    at.settle()


def test_a_dragon_in_its_lair(home: Path, sit_down: SitDown) -> None:
    at = sit_down("dragon-lair.yaml", size=(110, 34))
    for who, count in (("br", 25), ("ve", 22), ("al", 18), ("co", 12), ("da", 9), ("@Wretches", 5)):
        _through(at, f"init {who} {count}")
    at.keys("n")
    at.wait_for("turn 1 of 7", "next: Vexathrax")

    at.keys("n")  # Brynn's turn is over: the dragon may act between turns, with a choice of targets
    at.wait_for("4 legendary actions left")
    at.send("1ad\r")
    at.wait_for("uses Cloud of Insects on Brynn")

    _through(at, 'use Vexathrax "acid breath" vs Aldous=2 Brynn=19 Corvin=3')
    at.wait_for("Aldous fails against Acid Breath", "Brynn saves against Acid Breath")

    at.keys("n")
    at.wait_for("Vexathrax's lair: lair action")
    at.keys("escape")
    _next(at, 5)
    at.wait_for("Round 2", "Brynn")
    _next(at, 1)
    at.wait_for("Acid Breath recharges on 5–6", "4 legendary actions left")

    state = _left(at, home)
    assert state.active_id == "ve" and state.round == 2
    assert [prompt.kind for prompt in state.prompts if prompt.kind != "legendary"] == ["recharge"]
    assert state.combatants[Id("ve")].spent.get("legendary", 0) == 0, "refilled at its own start"
    assert state.combatants[Id("gc")].waiting is None, "the crocodile came with round 2"


def test_a_room_that_floods(home: Path, sit_down: SitDown) -> None:
    at = sit_down("flooding-room.yaml", size=(110, 34))
    for who, count in (("Mira", 15), ("Tor", 12), ("Selwyn", 8)):
        _through(at, f"init {who} {count}")
    at.keys("n")
    at.wait_for("Flooding room", "Water rises 1 ft.", "water")
    _next(at, 5)
    at.wait_for("Round 2")
    assert "2 of 8" in at.text or "2/8" in at.text
    _next(at, 10)
    at.wait_for("Round 4", "Giant Octopus")
    at.keys("u")
    at.wait_for("Round 3")

    state = _left(at, home)
    assert state.round == 3
    assert state.combatants[Id("fr")].counters == {"water": 3}
    assert state.combatants[Id("go")].waiting is not None, "undone: it waits again"
