"""What the long runs have found, so that it stays mended."""

from __future__ import annotations

import time

import pytest

from tests.library.importers import lurker
from tests.library.importers.test_fuzz import TEXTS, hold_to_our_shape
from tracker.library.importers import import_text


def test_a_long_number_in_a_printed_stat_block_is_read_at_once() -> None:
    text = lurker.FILES["stat block text"].replace("Saving Throws", "9" * 60 + "Saving Throws")
    since = time.process_time()
    import_text(text)
    assert time.process_time() - since < 1.0, "it took a minute once"


def test_each_row_of_a_long_list_takes_no_longer_than_the_first() -> None:
    rows = "".join(f"Goblin {number},{number % 20},7,15\n" for number in range(2000))
    since = time.process_time()
    assert import_text(f"name,init,hp,ac\n{rows}").encounters
    assert time.process_time() - since < 2.0, "its time grew with the square of the rows"


@pytest.mark.parametrize("name", ["[[]]", "**", "<b></b>", "{@b }", "  ", "[](x)", "#", "_", "`"])
@pytest.mark.parametrize("program", TEXTS)
def test_a_name_that_is_nothing_but_marks_is_no_name(program: str, name: str) -> None:
    text = TEXTS[program]
    for known in ("Mire Lurker", "Goblin #1", "Goblin", "Ogre", "Bandit", "Thug", "Ann"):
        text = text.replace(known, name)
        hold_to_our_shape(import_text(text))
