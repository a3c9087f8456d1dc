"""Which fights there are to go on with."""

import os
from pathlib import Path

from tests.encounter.ambush import Table
from tracker.encounter.fights import fights, unfinished


def test_the_last_one_saved_comes_first_and_those_over_are_left_out(tmp_path: Path) -> None:
    for number, lines in enumerate((("start", "damage mira 3"), ("start", "end"), (), ("start", "next", "undo"))):
        path = tmp_path / f"{number}.jsonl"
        table = Table.open(path)
        table.say(*lines)
        os.utime(path, (number, number))
        if number:
            table.store.close()
        else:
            kept = table
    (tmp_path / "junk.jsonl").write_bytes(b"\0" * 99)
    found = list(fights(tmp_path))
    assert [fight.path.stem for fight in found] == ["3", "2", "1", "0"]
    assert [fight.path.stem for fight in unfinished(tmp_path)] == ["3", "0"]
    assert (found[0].name, found[0].edition, found[0].commands, found[0].round) == ("Ambush", "srd-5.1", 3, 1)
    assert [fight.is_open for fight in found] == [False, False, False, True]
    kept.store.close()


def test_a_fight_that_was_only_looked_at_need_not_stay(tmp_path: Path) -> None:
    for name, lines in (("looked at", ()), ("played", ("start",))):
        table = Table.open(tmp_path / f"{name}.jsonl")
        table.say(*lines)
        table.store.close(keep_unplayed=False)
    assert [fight.path.stem for fight in fights(tmp_path)] == ["played"]


def test_no_folder_no_fights(tmp_path: Path) -> None:
    assert list(fights(tmp_path / "none")) == []
