"""A short share of every kind of fault, the same on each run."""

from __future__ import annotations

from tests.faults import cut, disk, fuzz, kill, soak, terminal, undo


def test_undo_redo_and_replay() -> None:
    tally = undo.run(1, 1, most=100)
    assert tally.passed and not tally.failures, tally


def test_killed_on_the_screen() -> None:
    tally = kill.run(1, 2)
    assert tally.passed == 2, tally


def test_a_journal_cut_and_damaged() -> None:
    tally = cut.run(1, 1, step=257)
    assert tally.passed > 50 and not tally.failures, tally


def test_disks_that_fail() -> None:
    tally = disk.run(1, 6)
    assert tally.passed and not tally.failures, tally


def test_lines_and_files_that_are_nonsense() -> None:
    tally = fuzz.run(1, 700)
    assert tally.passed >= 700 and not tally.failures, tally


def test_keys_for_a_while() -> None:
    tally = soak.run(1, 30)
    assert not tally.failures, tally


def test_rough_terminals() -> None:
    tally = terminal.run(1, 3)
    assert tally.passed == 3, tally
