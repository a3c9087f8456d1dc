"""The whole screen in its main states at four sizes, as it was looked at: the text, the ink of every cell, the grounds.

Which colour an ink has on a ground is kept once for each theme, so the two together are the picture in every theme.
`UPDATE_PICTURES=1 pytest tests/tui/test_pictures.py` draws them anew; then look at what changed.
"""

import os
from pathlib import Path

import pytest

from tests.pictures import palette
from tests.tui.at_table import AMBUSH, At
from tracker.tui import cells
from tracker.tui.glyphs import ASCII, UNICODE
from tracker.tui.inks import GROUNDS, INKS

FOLDER = Path(__file__).parent / "pictures"
SAMPLES = Path(__file__).parents[2] / "sample_encounters"
SIZES = {f"{width}x{height}": (width, height) for width, height in ((60, 20), (80, 24), (120, 40), (200, 60))}
THEMES = ("tracker-dark", "tracker-light")
LETTERS = dict(zip(INKS, "tsdrkKapALFNgwDxecofn_^i!+WER123456789", strict=False)) | {"text": " "}

PLIGHT = "S e f enter n C bless enter d c 30 enter d d 60 enter d e 7 enter v b c B pr enter t a 5 enter escape n"
STATES: dict[str, tuple[str | Path, str]] = {
    "setting-up": (AMBUSH, ""),
    "first-turn": (AMBUSH, "n"),
    "damage-asked": (AMBUSH, "n d A b D 28 f"),
    "condition-asked": (AMBUSH, "n c B po"),
    "adding": (AMBUSH, "n + 3 gob"),
    "prompt": (AMBUSH, "n C bless enter d 8 enter"),
    "plight": (AMBUSH, PLIGHT),
    "look-up": (AMBUSH, "n / prone"),
    "why": (AMBUSH, "n d d 20 f enter w"),
    "help": (AMBUSH, "n ?"),
    "big-battle": (SAMPLES / "big-battle.yaml", "n d B 9 enter n"),
}


def drawn(at: At) -> str:
    rows = at.screen_rows()
    text = "\n".join("".join(part.text for part in row).rstrip() for row in rows)
    inks = "\n".join(
        "".join(LETTERS[ink] * cells.width(text) for part in row for text, ink in part.spans).rstrip() for row in rows
    )
    grounds = "\n".join(" ".join(f"{part.ground}:{part.width}" for part in row) for row in rows)
    return f"{text}\n{'=' * 20} inks\n{inks}\n{'=' * 20} grounds\n{grounds}\n"


def is_as_it_was(name: str, now: str) -> None:
    path = FOLDER / f"{name}.txt"
    if os.environ.get("UPDATE_PICTURES"):
        path.write_text(now, encoding="utf-8")
    assert now == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
def test_the_screen_is_as_it_was_looked_at(state: str, size: str) -> None:
    fight, keys = STATES[state]
    at = At(fight, size=SIZES[size], begun=False)
    if keys:
        at.keys(keys)
    is_as_it_was(f"{state}-{size}", drawn(at))


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_has_the_colours_it_was_looked_at_with(theme: str) -> None:
    colours = palette(theme)
    is_as_it_was(
        theme, "".join(f"{ground:<7} {ink:<10} {colours.style(ink, ground)}\n" for ground in GROUNDS for ink in INKS)
    )


def test_no_picture_is_left_of_a_state_that_is_gone() -> None:
    known = {*(f"{state}-{size}" for state in STATES for size in SIZES), *THEMES}
    assert {path.stem for path in FOLDER.iterdir()} == known


def test_every_ink_has_a_letter_of_its_own() -> None:
    assert len(LETTERS) == len(INKS) and len(set(LETTERS.values())) == len(INKS)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
def test_no_row_is_wider_or_narrower_than_the_screen(state: str, size: str) -> None:
    fight, keys = STATES[state]
    at = At(fight, size=SIZES[size], begun=False)
    for key in keys.split():
        at.keys(key)
        assert {sum(part.width for part in row) for row in at.screen_rows()} == {SIZES[size][0]}


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
