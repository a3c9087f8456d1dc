"""The players' view in a second terminal, beside the tracker that it follows."""

import os
import signal
import time
from pathlib import Path

import pytest

from tests.e2e.conftest import SitDown
from tests.journals import journal
from tests.terminal import Terminal

FOLLOWS = 0.5
"""Seconds after which a change in one terminal is seen in the other."""


def test_the_view_follows_a_fight_from_before_its_first_turn_to_after_its_last(home: Path, sit_down: SitDown) -> None:
    with Terminal("players", home=home, size=(80, 24)) as view:
        view.wait_for("Waiting for the fight")
        table = sit_down()
        table.keys("n")
        view.wait_for("Round 1", "next: Grakk", "31/38")
        table.keys("n")
        sent = time.perf_counter()
        view.wait_for("next: Tor")
        assert time.perf_counter() - sent < FOLLOWS + 0.2, "beside the table's own time"
        table.keys("u")
        view.wait_for("next: Grakk")
        table.keys("v b")
        view.wait_for("next: Tor")
        assert "Grakk" not in view.text
        table.keys("E enter")
        view.wait_for("The fight is over")
        table.keys("ctrl+q")
        assert table.exit_status() == 0
        again = sit_down()
        again.keys("n")
        view.wait_for("Round 1", "next: Grakk")
        view.keys("q")
        assert view.exit_status() == 0 and not view.is_cursor_hidden


def test_the_view_can_only_read(home: Path, sit_down: SitDown) -> None:
    with Terminal("players", home=home) as view:
        table = sit_down()
        table.keys("n")
        view.wait_for("Round 1")
        (journal,) = [one for one in Path(f"/proc/{view.pid}/fd").iterdir() if one.readlink().suffix == ".jsonl"]
        held = Path(f"/proc/{view.pid}/fdinfo/{journal.name}").read_text()
        assert int(held.split("flags:")[1].split()[0], 8) & os.O_ACCMODE == os.O_RDONLY
        assert "lock:" not in held


@pytest.mark.parametrize("leave", ["q", "\x03"])
def test_every_way_out_leaves_the_terminal_clean(home: Path, leave: str) -> None:
    with Terminal("players", home=home) as view:
        view.wait_for("Waiting for the fight", "q leaves")
        view.send(leave)
        assert view.exit_status() == 0 and not view.is_cursor_hidden


def test_a_window_that_is_closed_ends_it(home: Path) -> None:
    with Terminal("players", home=home) as view:
        view.wait_for("Waiting for the fight")
        view.signal(signal.SIGHUP)
        assert view.exit_status() == 0


def test_it_survives_any_size(home: Path, sit_down: SitDown) -> None:
    with Terminal("players", home=home) as view:
        sit_down().keys("n")
        view.wait_for("Round 1")
        for size in ((1, 1), (20, 5), (200, 60), (80, 24)):
            view.resize(*size)
        view.wait_for("Round 1", "Mira")


def test_names_and_colours_are_as_the_settings_say(home: Path, sit_down: SitDown) -> None:
    folder = home / "config" / "tracker"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text('theme = "tracker-light"\n[players]\nnames = false\n', "utf-8")
    with Terminal("players", home=home) as view:
        sit_down().keys("n")
        view.wait_for("next: Foe 1")
        assert "Grakk" not in view.text and "Goblin" not in view.text
        assert b"48;2;247;243;234" in view.raw


def test_what_cannot_be_shown_is_said_in_a_line(home: Path) -> None:
    with Terminal("players", "nowhere.yaml", home=home) as view:
        view.wait_for("there is no nowhere.yaml")
        assert view.exit_status() == 2
    (home / "rubbish.jsonl").write_text("{}\n", "utf-8")
    with Terminal("players", "rubbish.jsonl", home=home) as view:
        view.wait_for("is no journal")
        assert view.exit_status() == 2


def test_trouble_with_the_journal_gives_nothing_away(home: Path, sit_down: SitDown) -> None:
    with Terminal("players", home=home) as view:
        sit_down().keys("n")
        view.wait_for("Round 1")
        journal(home).unlink()
        view.wait_for("This may be out of date", "Round 1")
        assert "ford" not in view.text
