"""The harness itself: what hangs, dies or takes too much memory is told with its input, and the run goes on."""

from __future__ import annotations

import os

import pytest

from tests.faults import blocks
from tests.faults.blocks import HungError, spread, trial
from tests.faults.tally import Tally


def _block(what: str) -> Tally:
    tally = Tally()
    with trial(f"the input {what}"):
        if what == "dies":
            os._exit(3)
        try:
            bytearray(4 * blocks.MORE_MEMORY if what == "grows" else 10)
        except MemoryError:
            tally.check(False, f"no memory for {what}")
    tally.sums["blocks"] += 1
    tally.check(True, "")
    return tally


def test_a_process_that_dies_is_told_with_its_last_input() -> None:
    tally = spread(_block, [("lives",), ("dies",), ("grows",)])
    assert (tally.passed, tally.sums["blocks"]) == (2, 2)
    assert len(tally.failures) == 2
    assert "ended with 3" in tally.failures[0] and tally.failures[0].endswith("the input dies")
    assert tally.failures[1] == "no memory for grows"


def test_what_hangs_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "HANGS", 0.05)

    def hangs() -> Tally:
        with trial("x"):
            while True:
                pass

    with pytest.raises(HungError):
        spread(hangs, [()])
