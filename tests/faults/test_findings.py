"""What the long runs have found, so that it stays mended."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.encounter.ambush import Table
from tests.library.importers import lurker
from tests.library.importers.test_fuzz import hold_to_our_shape
from tracker.library.importers import import_text
from tracker.library.plans import load_encounter


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


@pytest.mark.parametrize("program", [name for name, text in lurker.FILES.items() if text[:1] in "{["])
def test_half_a_character_does_not_end_up_in_a_file_of_ours(program: str) -> None:
    text = lurker.FILES[program].replace("Lurker", r"\ud800Lurker").replace("Log-", r"Log-\uDFFF")
    found = import_text(text)
    hold_to_our_shape(found)
    assert "\N{REPLACEMENT CHARACTER}" in str(found.creatures)


@pytest.mark.parametrize("word", ["party.ya" + "my" * 200, "x/" * 3000, ".", "./"])
def test_a_file_name_that_cannot_be_one_is_a_problem_like_any_other(tmp_path: Path, word: str) -> None:
    path = tmp_path / "fight.yaml"
    path.write_text(f"encounter: x\nedition: srd-5.1\nparty: {word}\ncombatants: [{{name: Rat}}]\n")
    loaded = load_encounter(path)
    assert loaded.plan is not None
    assert any(problem.line == 3 for problem in loaded.problems)


def test_the_dead_too_have_no_more_hit_points_than_their_maximum() -> None:
    table = Table.open()
    table.say("start", "kill tor", "maxhp tor 1")
    assert table.one("to")["hp"] <= table.one("to")["max_hp"] == 1


def test_heads_counted_by_hand_on_a_creature_that_has_none_grow_nothing() -> None:
    table = Table.open()
    table.say("start", 'count mi "heads lost" 2', *["next"] * 9)
    assert table.state.round == 2


@pytest.mark.parametrize("key", ["scene", "tags", "resist", "gear"])
def test_a_dash_with_nothing_behind_it_is_told_where_it_stands(tmp_path: Path, key: str) -> None:
    path = tmp_path / "fight.yaml"
    line = f"{key}: [fire, ~]"
    head, entry = (f"{line}\n", "") if key == "scene" else ("", f", {line}")
    path.write_text(f"encounter: x\nedition: srd-5.1\n{head}combatants: [{{name: Rat{entry}}}]\n")
    loaded = load_encounter(path)
    assert loaded.plan is not None and len(loaded.plan.combatants) == 1
    assert [f"{key} must not hold an empty entry" in str(problem) for problem in loaded.problems] == [True]


@pytest.mark.parametrize("program", [name for name, text in lurker.FILES.items() if "Mire Lurker" in text])
def test_a_name_that_is_nothing_but_markup_is_told_and_leaves_what_can_be_read(program: str) -> None:
    found = import_text(lurker.FILES[program].replace("Mire Lurker", "[[]]"))
    hold_to_our_shape(found)
    assert not found.is_empty or found.problems
