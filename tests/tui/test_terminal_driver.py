"""What terminals send: keys in any encoding, reports that nobody asked for, sequences that make no sense."""

from codecs import getincrementaldecoder

import pytest
from textual import events

from tracker.tui.terminal_driver import Hearing


def keys(hearing: Hearing, text: str) -> list[str]:
    return [message.key for message in hearing.feed(text) if isinstance(message, events.Key)]


@pytest.mark.parametrize(
    "odd", ["\x1b[:u", "\x1b[1114112u", "\x1b[99999999999999999999u", "\x1b[:200~", "\x1b[55296:R", "\x1b[::R"]
)
def test_a_sequence_that_makes_no_sense_costs_no_other_key(odd: str) -> None:
    hearing = Hearing()
    assert keys(hearing, f"d1{odd}n\x1b[A") == ["d", "1", "n", "up"]


def test_a_letter_that_comes_in_two_pieces_is_one_letter() -> None:
    hearing, decode = Hearing(), getincrementaldecoder("utf-8")("replace").decode
    first, second = "é".encode()[:1], "é".encode()[1:]
    assert keys(hearing, decode(first)) == []
    assert keys(hearing, decode(second)) == ["é"]
    assert keys(hearing, "n") == ["n"]


def test_the_mouse_is_where_it_was_after_nonsense() -> None:
    hearing = Hearing()
    list(hearing.feed("\x1b[:u"))
    (moved,) = [message for message in hearing.feed("\x1b[<35;7;5M") if isinstance(message, events.MouseMove)]
    assert (moved.x, moved.y) == (6, 4)
