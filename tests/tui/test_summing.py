"""The summary on the screen when a fight ends, and the page that `M` writes."""

from pathlib import Path

import pytest

from tests.tui.at_table import At


@pytest.fixture
def ended() -> At:
    return At(size=(120, 40)).keys("d b 45 enter n n n d a 12 enter E enter")


def test_the_end_of_a_fight_shows_what_it_came_to(ended: At) -> None:
    shown = ended.pane("detail")
    assert "SUMMARY" in shown and "1 round" in shown
    assert next(one for one in shown.splitlines() if "Grakk" in one).split() == ["Grakk", "45"]
    assert "brought down Grakk" in shown and "200, 100 for each of 2" in shown
    assert ended.keys("escape").pane("detail").startswith(" ACTIVE")


def test_it_can_be_had_at_any_moment_and_goes_with_the_next_key() -> None:
    at = At().keys("M")
    assert "SUMMARY" in at.pane("detail")
    assert "SUMMARY" not in at.keys("n").pane("detail")
    at.keys("E enter u")
    assert "SUMMARY" not in at.pane("detail"), "a fight that goes on after all"


def test_once_more_saves_it_with_the_log(ended: At, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "Enter writes ambush-at-the-ford.md" in ended.keys("M").bar
    ended.keys("enter")
    page = (tmp_path / "ambush-at-the-ford.md").read_text("utf-8")
    assert "# Ambush at the ford" in page and "| Grakk | dead |" in page and "## Round 1" in page
    assert str(tmp_path) in ended.bar


def test_a_file_that_is_there_stays(ended: At, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    kept = tmp_path / "ambush-at-the-ford.md"
    kept.write_text("mine", "utf-8")
    assert "is there already" in ended.keys("M enter").bar and kept.read_text("utf-8") == "mine"
    ended.keys("escape M").type("/of/mine")
    assert "there is no folder" in ended.keys("enter").bar
    ended.keys("escape M").type("\x00")
    assert list(tmp_path.iterdir()) == [kept]


def test_small_terminals_keep_the_figures_that_matter() -> None:
    at = At(size=(80, 24)).keys("d b 45 enter E enter")
    assert "dealt taken kills" in at.pane("detail") and "healed" not in at.pane("detail")
