"""A fight played by keys in a real terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.conftest import SitDown
from tests.journals import journal, journals, kept
from tests.terminal import Terminal
from tracker.encounter.dump import dump
from tracker.encounter.state import Id


def test_two_rounds_by_single_keys(home: Path, sit_down: SitDown) -> None:
    at = sit_down()
    at.keys("n")
    at.wait_for("Round 1", "turn 1 of 7")
    at.keys("d b 12 enter")
    at.wait_for("Grakk takes 12")
    at.keys("n")
    at.wait_for("turn 2 of 7", "next: Tor")
    at.keys("n n n n n n")
    at.wait_for("Round 2", "turn 1 of 7")
    at.keys("u")
    at.wait_for("Round 1", "turn 7 of 7")
    at.keys("U")
    at.wait_for("Round 2")
    at.keys("ctrl+q")
    assert at.exit_status() == 0
    state, messages = kept(journal(home))
    assert (state.round, state.active_id, messages) == (2, "mi", ())
    assert sum(one.hp for one in state.combatants.values()) == 31 + 30 + 40 + 90 + 3 * 30 - 12


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20), (200, 60)])
def test_every_size_runs_a_fight(size: tuple[int, int], sit_down: SitDown) -> None:
    at = sit_down(size=size)
    at.keys("n")
    at.wait_for("Mira", "Grakk", "Salamander")
    at.keys("d 5 enter")
    at.wait_for("26/38")
    at.keys("u")
    at.wait_for("31/38")


def test_a_window_pulled_about(sit_down: SitDown) -> None:
    at = sit_down(size=(80, 24))
    at.keys("n")
    at.wait_for("Round 1")
    for columns, rows, seen in [
        (120, 40, "passive"),
        (60, 20, "Mira"),
        (20, 5, "Mir"),
        (3, 2, ""),
        (120, 40, "passive"),
    ]:
        at.resize(columns, rows)
        at.wait_for(seen)
        at.keys("j k")
    at.wait_for("Round 1", "? help")


def test_a_storm_of_sizes_in_the_middle_of_typing(sit_down: SitDown) -> None:
    at = sit_down()
    at.keys("n")
    at.wait_for("Round 1")
    at.send("d1")
    for step in range(100):
        at.resize(40 + step % 80, 8 + step % 32)
    at.send("2")
    at.resize(120, 40)
    at.keys("enter")
    at.wait_for("takes 12", "19/38", "? help")


def test_keys_faster_than_the_screen_keep_their_order(sit_down: SitDown) -> None:
    at = sit_down()
    at.keys("n")
    at.wait_for("Round 1")
    at.send("d12\x7f3\r" + "nn" + "d7\r" + "u" + "d4\r")
    at.wait_for("Mira takes 13", "Tor takes 4", "26/30")
    assert "takes 7" not in at.text.splitlines()[-5:]


def test_keys_pressed_before_the_first_picture_are_not_lost(home: Path) -> None:
    with Terminal("ford.yaml", home=home) as at:
        at.send("nd9\r")
        at.wait_for("Round 1", "22/38")


def test_a_paste_goes_into_the_bar_and_nowhere_else(home: Path, sit_down: SitDown) -> None:
    at = sit_down()
    at.keys("n")
    at.wait_for("Round 1")
    at.send("\x1b[200~nnn ddd\x1b[201~")
    at.send(":\x1b[200~note mira holds the [key]\nn\x1b[201~\r")
    at.wait_for("holds the [key]")
    state, _ = kept(journal(home))
    assert (state.round, state.active_id, state.combatants[Id("mi")].note) == (1, "mi", "holds the [key]")


def test_whatever_a_key_can_do_a_line_can_do_too(home: Path, sit_down: SitDown) -> None:
    by_keys, by_lines = sit_down(), sit_down()
    by_keys.keys("n d b 12 f enter n")
    by_keys.wait_for("turn 2 of 7")
    by_lines.send(":start\r:damage gr 12 fire\r:next\r")
    by_lines.wait_for("turn 2 of 7")
    one, other = (dump(kept(path)[0]) for path in journals(home))
    assert one == other


def test_a_slow_terminal_loses_nothing(home: Path, sit_down: SitDown) -> None:
    at = sit_down()
    at.keys("n")
    at.wait_for("Round 1")
    for _ in range(140):
        at.press_unread("n")
    at.wait_for("Round 21", "turn 1 of 7")


def test_nothing_is_written_while_nothing_happens_and_the_clock_stands(sit_down: SitDown) -> None:
    at = sit_down(size=(80, 24))
    at.keys("n")
    at.wait_for("Round 1")
    at.keys("p")
    at.settle()
    at.forget()
    assert not at.read(1.5)
    assert at.cpu_share(1.0) < 0.2


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "xterm"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}])
def test_with_fewer_colours_or_letters_everything_is_said(environment: dict[str, str], sit_down: SitDown) -> None:
    at = sit_down(environment=environment)
    at.keys("n d 31 enter")
    at.wait_for("Mira takes 31", "dying")
