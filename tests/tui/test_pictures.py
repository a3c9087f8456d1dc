"""The whole screen in its main states, as text with a letter for the ink of every cell, against what was looked at.

`UPDATE_PICTURES=1 pytest tests/tui/test_pictures.py` draws them anew; then look at what changed.
"""

import os
from pathlib import Path

import pytest

from tests.tui.at_table import At
from tracker.tui import cells
from tracker.tui.glyphs import ASCII, UNICODE
from tracker.tui.inks import GROUNDS, INKS

FOLDER = Path(__file__).parent / "pictures"
LETTERS = dict(zip(INKS, "tsdrkKapALFNgwDxecofn_^i!+WER", strict=False)) | {"text": " "}

STATES = {
    "setting-up": (False, ""),
    "first-turn": (True, ""),
    "damage-asked": (True, "d A b D 28 f"),
    "condition-asked": (True, "c B po"),
    "adding": (True, "+ 3 gob"),
    "prompt": (True, "C bless enter d 8 enter"),
    "wounded": (True, "d b 30 enter d c 30 enter v e c B pr enter n"),
    "help": (True, "?"),
}


def drawn(at: At) -> str:
    lines = at.screen_lines()
    text = "\n".join(line.text.rstrip() for line in lines)
    inks = "\n".join(
        "".join(LETTERS[span.ink] * cells.width(span.text) for span in line.spans).rstrip() for line in lines
    )
    return f"{text}\n{'=' * 20} inks\n{inks}\n"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
@pytest.mark.parametrize("state", STATES)
def test_the_screen_is_as_it_was_looked_at(state: str, size: tuple[int, int]) -> None:
    begun, keys = STATES[state]
    at = At(size=size, begun=begun)
    if keys:
        at.keys(keys)
    path = FOLDER / f"{state}-{size[0]}x{size[1]}.txt"
    if os.environ.get("UPDATE_PICTURES"):
        path.write_text(drawn(at), encoding="utf-8")
    assert drawn(at) == path.read_text(encoding="utf-8")


def test_every_ink_has_a_letter_of_its_own() -> None:
    assert len(LETTERS) == len(INKS) and len(set(LETTERS.values())) == len(INKS)
    assert "ground" in GROUNDS


def test_plain_letters_are_enough() -> None:
    at = At(glyphs=ASCII, size=(80, 24)).keys("d b 30 enter")
    assert at.screen().isascii()
    assert At(glyphs=UNICODE, size=(80, 24)).keys("d b 30 enter").screen() != at.screen()


@pytest.mark.parametrize("size", [(60, 20), (200, 60)])
def test_a_fight_is_run_at_the_smallest_and_the_widest_size(size: tuple[int, int]) -> None:
    at = At(size=size).keys("d b 12 enter n")
    screen = at.screen()
    assert "28/40" in screen and "Grakk" in screen and "n next" in screen
    assert "takes 12" in at.pane("log")
