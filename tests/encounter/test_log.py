"""The log: every result can be read aloud, with its dice and its reasons."""

import typing
from pathlib import Path

import pytest

from tests.encounter.ambush import EVERYTHING, Table
from tracker.encounter import events as e
from tracker.encounter.commands import Next
from tracker.encounter.history import Entry
from tracker.encounter.log import log_lines, log_text
from tracker.encounter.state import Encounter
from tracker.encounter.telling import Names, describe
from tracker.encounter.why import explain


@pytest.fixture
def table() -> Table:
    table = Table.open(dice=(13, 8, 20, 4, 3, 6, 11, 2, 9, 9, 9))
    table.say("start")
    return table


def test_an_attack_its_damage_and_the_fall_stand_in_one_line(table: Table) -> None:
    assert table.tells("attack mira with sword vs go1") == [
        "R1 Mira hits Goblin 1 with Sword: 13+5 = 18 vs AC 12, 8 slashing [8] · 7 → 0, dies"
    ]
    warning, told = table.tells("attack mira with sword vs go2")
    assert warning.startswith("R1 Warning: ")
    assert told == ("R1 Mira critically hits Goblin 2 with Sword: 20+5 = 25 vs AC 12, 7 slashing [4 3] · 7 → 0, dies")


def test_a_miss_tells_its_dice(table: Table) -> None:
    table.say("roll 4d20")
    assert table.tells("attack mira with sword vs go1 roll 3") == [
        "R1 Mira misses Goblin 1 with Sword: 3+5 = 8 vs AC 12"
    ]


def test_a_save_tells_what_it_left_and_why(table: Table) -> None:
    assert table.tells("save go1=14 mira=5 dex 12 10 fire half") == [
        "R1 Goblin 1 saves: DEX 14 vs DC 12, 2 of 10 fire (half, resists fire) · 7 → 5",
        "R1 Mira fails: DEX 5 vs DC 12, 10 fire · 30 → 20",
    ]


def test_falling_and_coming_back(table: Table) -> None:
    assert table.tells("damage mira 33")[0] == "R1 Mira takes 33 · 30 → 0, falls unconscious"
    assert table.tells("death mira 7") == ["R1 Mira rolls a death save: 7 · 0 successes, 1 failure"]
    assert table.tells("damage mira 1") == ["R1 Mira takes 1 · 0 → 0, 2 failures"]
    assert table.tells("heal mira 5") == ["R1 Mira regains 5 hp · 0 → 5, is up again"]


def test_conditions_with_their_ends(table: Table) -> None:
    assert table.tells("cond tor +poisoned until end of mi's next turn") == [
        "R1 Tor is poisoned until end of Mira's next turn"
    ]
    assert table.tells("cond mira +prone for 3 rounds") == ["R1 Mira is prone for 3 rounds"]
    assert table.tells("cond tor -poisoned") == ["R1 Tor is no longer poisoned"]
    assert table.tells("conc mira bless") == ["R1 Mira concentrates on bless"]


def test_rounds_turns_and_prompts(table: Table) -> None:
    table.say("next", "next", "next", "damage tor 30")
    assert table.tells("next")[0] == "R1 Tor: turn"
    table.say("skip")
    assert table.tells("next")[:2] == ["R2 Round 2", "R2 Mira: turn"]


def test_a_refusal_says_how_to_force_it(table: Table) -> None:
    (told,) = table.tells('cond "[bold]Ogre[/]" +charmed')
    assert told.startswith("R1 Refused: [bold]Ogre[/] is immune to charmed")
    assert told.endswith("(`!` at the end forces it)")


def test_an_undo_names_what_it_took_back(table: Table) -> None:
    table.say("damage tor 3", "damage tor 4")
    assert table.tells("undo") == ["R1 Undo: Tor takes 4 · 27 → 23"]
    assert table.tells("redo") == ["R1 Redo: Tor takes 4 · 27 → 23"]
    assert table.tells("undo 2") == ["R1 Undo: 2 commands"]


def test_before_the_fight_there_is_no_round() -> None:
    table = Table.open()
    told = [str(line) for line in log_lines(table.store.entries[0])]
    assert told[0] == "-- Ambush · srd-5.1"
    assert told[1] == "-- Mira, Tor, Goblin 1, Goblin 2, [bold]Ogre[/] and Lurker enter"
    assert "-- Wolf waits (Wolves)" in told


def test_why_gives_sources_steps_and_rule_numbers(table: Table) -> None:
    table.say("cond go1 +prone")
    (entry,) = table.say("attack mira with sword vs go1 roll 11 dmg 9")
    told = explain(entry)
    assert "  advantage: prone (R-133)" in told
    assert any("dies at 0 hit points (R-095)" in line for line in told)
    (entry,) = table.say("damage tor 3")
    assert explain(entry)[-1].strip() == "3"


def test_a_log_made_live_and_one_read_back_are_the_same(tmp_path: Path) -> None:
    path = tmp_path / "fight.jsonl"
    table = Table.open(path)
    table.say("start", "damage go1 3", "next", "undo", "cond tor +prone", "next", "heal mira 1")
    live = log_text(table.store.entries)
    table.store.close()
    assert log_text(Table.resume(path).store.entries) == live


def test_every_kind_of_event_is_told_or_kept_silent_on_purpose() -> None:
    """`describe` ends in `assert_never`; here nothing of what it says may be markup, and names come through whole."""
    table = Table.open()
    kinds = set()
    for entry in [*table.store.entries, *table.say(*EVERYTHING)]:
        names = Names(entry)
        for event in entry.events:
            kinds.add(type(event))
            assert isinstance(describe(event, names), str)
        assert all(line.text for line in log_lines(entry))
    assert len(kinds) > 30
    assert kinds <= set(typing.get_args(e.Event))


def test_an_entry_without_anything_to_tell_has_no_lines() -> None:
    state = Encounter()
    assert log_lines(Entry(1, Next(), (), state, state)) == ()
