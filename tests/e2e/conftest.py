"""A GM's home, a fight to open in it, and a way to sit down at the tracker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.terminal import Terminal

FIGHT = """
encounter: Ambush at the ford
edition: srd-5.1
party:
  - {name: Mira, hp: 31/38, ac: 15, initiative: 18, level: 3, abilities: {con: 14}}
  - {name: Tor, hp: 30, ac: 17, initiative: 11, level: 3, attacks: [{name: Axe, to_hit: 5, damage: [1d8+3 slashing]}]}
combatants:
  - {monster: Bugbear, name: Grakk, hp: 40, initiative: 15}
  - {name: Salamander, hp: 90, ac: 15, resist: [fire], initiative: 9}
  - {monster: Goblin, count: 3, hp: 30, initiative: 7}
"""

SitDown = Callable[..., Terminal]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """With the fight in `ford.yaml`."""
    (tmp_path / "ford.yaml").write_text(FIGHT, "utf-8")
    return tmp_path


@pytest.fixture
def sit_down(home: Path) -> Iterator[SitDown]:
    """Starts the tracker in that home, by default at `ford.yaml`, and waits until it can be used."""
    with ExitStack() as stack:

        def start(*arguments: str, **more: Any) -> Terminal:
            terminal = stack.enter_context(Terminal(*(arguments or ("ford.yaml",)), home=home, **more))
            terminal.wait(lambda: "help" in terminal.lines[-1], what="the hint line")
            return terminal

        yield start
