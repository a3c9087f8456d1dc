"""The tutorial, played as it says and played otherwise."""

from pathlib import Path

import pytest

from tests.terminal import Terminal
from tests.tui.at_table import At
from tracker.tui.keys import Keymap
from tracker.tui.tutorial import FILE, STEPS, Guide

AS_IT_SAYS = (
    ("n rolls", "n"),
    ("d, its letter, 5, Enter", "d b 5 enter"),
    ("u takes the last thing back", "u"),
    ("c, its letter as a CAPITAL", "c B pr enter"),
    ("n ends the turn", "n"),
    ("a, Enter", "a enter"),
    ("? shows the keys", "?"),
)


def tutorial(keymap: Keymap | None = None, size: tuple[int, int] = (80, 24)) -> At:
    at = At(FILE.read_text("utf-8"), begun=False, keymap=keymap, size=size)
    at.painter.guide = Guide()
    return at


def test_each_step_goes_on_when_it_is_done_and_the_guide_leaves() -> None:
    at = tutorial()
    for number, (says, keys) in enumerate(AS_IT_SAYS, 1):
        assert f" {number}/{len(STEPS)} " in at.pane("hint") and says in at.pane("hint")
        for key in keys.split():
            at.keys(key)
            assert not at.bar.strip().startswith("there is")
            at.screen()
    assert "ctrl+q leaves" in at.pane("hint")
    at.keys("escape n")
    assert at.pane("hint").strip().startswith("n next"), "the usual keys are back"


def test_what_was_done_early_is_not_asked_again() -> None:
    at = tutorial().keys("n ?")
    at.screen()
    at.keys("escape n")
    at.screen()
    assert "2/8" in at.pane("hint")
    for keys in ("d b 5 enter", "u", "c B pr enter"):
        at.keys(keys)
        at.screen()
    assert "6/8" in at.pane("hint")


def test_it_names_the_keys_in_force() -> None:
    assert "f5 rolls" in tutorial(Keymap({"next": "f5"})).pane("hint")
    assert ":next rolls" in tutorial(Keymap({"redo": ["n", "space"]})).pane("hint")


@pytest.mark.parametrize("number", range(len(STEPS)))
def test_every_line_fits_a_small_terminal(number: int) -> None:
    at = tutorial()
    guide = Guide()
    guide._done = set(range(number))
    line = guide.line(at.table, 200)
    assert line is not None and line.width <= 80


def test_the_program_plays_it_and_keeps_nothing(tmp_path: Path) -> None:
    with Terminal("tutorial", home=tmp_path, size=(80, 24)) as terminal:
        terminal.wait_for("Rats in the cellar", "1/8")
        terminal.keys("n d b 5 enter")
        terminal.wait_for("3/8", "takes 5")
        terminal.keys("ctrl+q")
        assert terminal.exit_status() == 0
    assert not list(tmp_path.rglob("*.jsonl"))
