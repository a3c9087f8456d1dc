"""What was typed behind `:` is there the next evening, for its owner alone, and no trouble with it stops a fight."""

import os
from pathlib import Path

import pytest

from tests.tui.at_table import At
from tracker.library.settings import Settings
from tracker.tui.glyphs import UNICODE
from tracker.tui.launch import Occasion
from tracker.tui.recalled import Recalled
from tracker.tui.seat import Seat


@pytest.fixture
def kept(own_home: Path) -> Path:
    return own_home / "state" / "tracker" / "commands"


def evening(folder: Path, *lines: str) -> Seat:
    seat = Seat(Occasion(None, "srd-5.1", Settings(), folder), UNICODE)
    for line in lines:
        for key in (":", *line, "enter"):
            seat.table.press(key, None if key == "enter" else key)
    return seat


def bar(seat: Seat) -> str:
    return "\n".join(line.text for line in seat.painter.paint().bar)


def test_the_next_evening_the_arrows_bring_back_what_was_typed(tmp_path: Path, kept: Path) -> None:
    evening(tmp_path, "scene dark on", "scene rain on").leave()
    assert kept.read_text() == "scene dark on\nscene rain on\n"
    assert kept.stat().st_mode & 0o777 == 0o600 and kept.parent.stat().st_mode & 0o777 == 0o700
    seat = evening(tmp_path, "scene snow on")
    for key in (":", "up", "up", "up"):
        seat.table.press(key, ":" if key == ":" else None)
    assert ": scene dark on" in bar(seat)
    seat.leave()


def test_where_it_cannot_be_kept_it_is_told_once_and_the_fight_goes_on(tmp_path: Path, kept: Path) -> None:
    kept.parent.mkdir(parents=True)
    os.mkfifo(kept)
    seat = evening(tmp_path, "scene dark on")
    assert "commands typed are not kept" in bar(seat)
    assert seat.store.state.scene == {"dark"}
    for key in (":", *"scene rain on", "enter"):
        seat.table.press(key, None if key == "enter" else key)
    assert "not kept" not in bar(seat) and seat.store.state.scene == {"dark", "rain"}
    assert seat.table.history == ["scene dark on", "scene rain on"]
    seat.leave()


def test_a_file_that_says_anything_else_is_taken_for_what_it_is(tmp_path: Path) -> None:
    file = tmp_path / "commands"
    file.write_bytes(b"next\n\xff\x00 damage\n\x1b[2J\n\nheal mira 3\n")
    recalled = Recalled(file)
    assert recalled.read() == ["next", "heal mira 3"]
    assert recalled.keep("undo", most=2) == "" and file.read_text() == "heal mira 3\nundo\n"


def test_a_table_of_its_own_keeps_nothing_beyond_the_evening() -> None:
    at = At()
    at.type(":scene dark on").keys("enter : up")
    assert ": scene dark on" in at.bar
