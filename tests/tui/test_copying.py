"""`y` and `Y`: what is shown, the whole log, a stat block; to the terminal's clipboard or to a file."""

from pathlib import Path

import pytest

from tests.tui.at_table import At


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_whole_log_goes_to_the_clipboard() -> None:
    at = At().keys("d b 5 enter n Y enter")
    assert at.table.wants == ["copy"]
    text = at.painter.copied()
    assert text.startswith("-- Order: Mira 18") and "R1 Grakk takes 5" in text
    assert "AC 16" in at.painter.copied(), "after that it is the creature again"


def test_the_log_and_a_stat_block_go_to_files(tmp_path: Path) -> None:
    at = At().keys("d b 5 enter")
    at.keys("Y").type("log to a file").keys("enter")
    assert at.bar.startswith(" save as ambush-at-the-ford-log.txt")
    at.keys("enter")
    assert "R1 Grakk takes 5" in (tmp_path / "ambush-at-the-ford-log.txt").read_text()
    at.keys("down Y").type("bugbear to a file").keys("enter enter")
    assert (tmp_path / "bugbear.txt").read_text().startswith("Bugbear\n")
    at.keys("Y").type("log to a file").keys("enter enter")
    assert "is there already and stays" in at.bar
