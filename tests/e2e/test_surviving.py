"""What can happen to a terminal, a process and a disk in the middle of a fight."""

from __future__ import annotations

import os
import resource
import signal
from pathlib import Path

import pytest

from tests.e2e.conftest import SitDown
from tests.journals import journal, journals, kept
from tests.terminal import Terminal
from tracker.encounter.dump import dump
from tracker.encounter.state import Id


def test_killed_and_resumed_everything_is_as_it_was(home: Path, sit_down: SitDown) -> None:
    at = sit_down()
    at.keys("n d b 12 f enter n")
    at.wait_for("28/40", "turn 2 of 7")
    at.settle()
    order, before = at.lines[1:14], dump(kept(journal(home))[0])
    at.kill()

    again = sit_down()
    again.wait_for("resume")
    again.keys("enter")
    again.wait_for("28/40", "turn 2 of 7")
    again.settle()
    assert again.lines[1:14] == order
    assert dump(kept(journal(home))[0]) == before
    again.keys("u u")
    again.wait_for("40/40")


def test_an_unfinished_fight_can_be_left_for_a_new_one(home: Path, sit_down: SitDown) -> None:
    at = sit_down()
    at.keys("n d 5 enter")
    at.wait_for("26/38")
    at.kill()
    again = sit_down()
    again.wait_for("resume")
    again.keys("n")
    again.wait_for("31/38", "n start")
    assert len(journals(home)) == 2


def test_resume_needs_no_file(home: Path, sit_down: SitDown) -> None:
    at = sit_down()
    at.keys("n d 5 enter")
    at.wait_for("26/38")
    at.kill()
    again = sit_down("resume")
    again.wait_for("26/38", "Round 1")


def test_one_fight_has_one_tracker(home: Path, sit_down: SitDown) -> None:
    sit_down().keys("n")
    with Terminal("resume", str(journal(home)), home=home) as second:
        assert second.exit_status() == 2
        assert "open in another tracker" in second.text
    beside = sit_down()
    beside.wait_for("n start")
    assert len(journals(home)) == 2, "the same file can be opened as a fight of its own"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_leave_leaves_in_order(number: int, home: Path, sit_down: SitDown) -> None:
    at = sit_down()
    at.keys("n d 5 enter")
    at.wait_for("26/38")
    at.signal(number)
    assert at.exit_status() == 0
    assert b"\x1b[?1049l" in at.raw and not at.is_cursor_hidden
    assert b"Traceback" not in at.raw
    state, messages = kept(journal(home))
    assert (state.combatants[Id("mi")].hp, messages) == (26, ())


def test_a_terminal_that_disappears_takes_the_tracker_along_and_not_the_fight(home: Path, sit_down: SitDown) -> None:
    at = sit_down()
    at.keys("n d 5 enter")
    at.wait_for("26/38")
    at.hang_up()
    at.exit_status(seconds=10)
    assert kept(journal(home))[0].combatants[Id("mi")].hp == 26


def test_a_hang_up_that_is_ignored_makes_nobody_spin(home: Path, sit_down: SitDown) -> None:
    at = sit_down(before=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    at.keys("n")
    at.wait_for("Round 1")
    at.hang_up()
    at.exit_status(seconds=10)


def test_put_to_sleep_again_while_it_wakes_it_hears_every_key(sit_down: SitDown) -> None:
    at = sit_down()
    at.keys("n")
    at.wait_for("Round 1")
    for _ in range(6):
        at.signal(signal.SIGTSTP)
        at.wait_stopped()
        at.forget()
        at.signal(signal.SIGCONT)
        at.wait(lambda: b"\x1b[?1049h" in at.raw, what="the fight again")
    at.keys("d 5 enter")
    at.wait_for("26/38")
    at.keys("ctrl+q")
    assert at.exit_status() == 0 and not at.is_cursor_hidden


def test_letters_of_another_encoding_end_nothing(sit_down: SitDown) -> None:
    at = sit_down()
    at.keys("n")
    at.wait_for("Round 1")
    at.send(b"\xe9\xff\x1b[:u")
    at.keys("d 5 enter")
    at.wait_for("26/38")


def test_a_standard_input_that_is_closed_is_told_in_a_line(home: Path) -> None:
    with Terminal("ford.yaml", home=home, before=lambda: os.close(0)) as at:
        assert at.exit_status() == 2
        assert "needs a terminal" in at.text and "Traceback" not in at.text


def test_on_a_disk_that_is_full_the_fight_goes_on_and_is_saved_when_it_can_be(home: Path, sit_down: SitDown) -> None:
    at = sit_down()
    at.keys("n")
    at.wait_for("Round 1")
    path = journal(home)
    resource.prlimit(at.pid, resource.RLIMIT_FSIZE, (path.stat().st_size + 40, resource.RLIM_INFINITY))
    at.keys("d 5 enter")
    at.wait_for("26/38", "NOT SAVED")
    at.keys("n n")
    at.wait_for("turn 3 of 7", "NOT SAVED")
    assert kept(path)[0].combatants[Id("mi")].hp == 31
    resource.prlimit(at.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    at.keys("d e 7 enter")
    at.wait_gone("NOT SAVED")
    at.kill()
    state, messages = kept(path)
    assert (state.combatants[Id("mi")].hp, messages) == (26, ())


def test_what_is_lost_when_a_fight_that_can_be_kept_nowhere_is_left_is_said(home: Path, sit_down: SitDown) -> None:
    at = sit_down(environment={"TMPDIR": str(home)})
    at.keys("n")
    at.wait_for("Round 1")
    resource.prlimit(at.pid, resource.RLIMIT_FSIZE, (journal(home).stat().st_size + 40, resource.RLIM_INFINITY))
    at.keys("d 5 enter")
    at.wait_for("26/38", "NOT SAVED")
    resource.prlimit(at.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    at.keys("ctrl+q")
    assert at.exit_status() == 1
    assert "NOT SAVED" in at.text and "the last command is lost" in at.text.replace("\n", " ")


def test_where_no_journal_can_be_kept_the_fight_goes_on_and_says_so(home: Path, sit_down: SitDown) -> None:
    (home / "state").write_text("not a folder")
    (home / "aside").mkdir()
    at = sit_down(environment={"TMPDIR": str(home / "aside")})
    at.keys("n d 5 enter")
    at.wait_for("26/38", "NOT SAVED")
    at.keys("ctrl+q")
    assert at.exit_status() == 1
    (aside,) = (home / "aside").glob("*/*.jsonl")
    assert "NOT SAVED" in at.text and aside.name in at.text.replace("\n", "")
    assert kept(aside)[0].combatants[Id("mi")].hp == 26


def test_a_file_that_cannot_be_run_is_told_and_the_terminal_is_left_clean(home: Path) -> None:
    (home / "bad.yaml").write_text("encounter: [\n")
    for name in ("bad.yaml", "nowhere.yaml"):
        with Terminal(name, home=home) as at:
            assert at.exit_status() == 2
            assert name in at.text and "Traceback" not in at.text
            assert not at.is_cursor_hidden
