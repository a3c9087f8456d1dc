"""What is left after a fight: in the party's file, in a new one, and as an encounter for another sitting."""

from pathlib import Path

import pytest

from tracker.cli import main
from tracker.encounter.carry import party_carries, plan_of
from tracker.encounter.store import Store
from tracker.library.plans import load_encounter
from tracker.library.writing import encounter_mapping, to_yaml
from tracker.rules.dice import RandomDice

Captured = pytest.CaptureFixture[str]

PARTY = """\
# Thursday
- name: Mira   # Ann
  hp: 20
  level: 3
  slots: {1: 4}
- {name: Tor, hp: 28, level: 3, hp_dice: 3d10+6, bonus: [{name: Second Wind, uses: 1/day, heals: 1d10+3}]}
"""
FIGHT = """\
encounter: The ford
edition: srd-5.1
party: party.yaml
combatants:
  - {monster: Goblin, count: 2}
  - {monster: Wolf, wave: Wolves, joins: round 3}
  - {monster: Ogre, wave: Later, hidden: true, notes: sleeps}
scene: [dim]
"""
SCRIPT = """\
init all 10
begin
damage mi 7
use to "second wind"
damage to 9
cond to +exhaustion 2
kill go1
end
"""


@pytest.fixture(autouse=True)
def after_the_fight(own_home: Path) -> Path:
    """A home, two files, and the journal of a fight that is over."""
    (own_home / "party.yaml").write_text(PARTY)
    (own_home / "ford.yaml").write_text(FIGHT)
    (own_home / "script").write_text(SCRIPT)
    assert (
        main(["play", "ford.yaml", "--script", "script", "--seed", "3", "--journal", "ford.jsonl", "--log", "l"]) == 0
    )
    return own_home


def test_nothing_is_written_until_it_is_asked_and_agreed(after_the_fight: Path, capsys: Captured) -> None:
    assert main(["carry", "ford.jsonl"]) == 1
    out = capsys.readouterr()
    assert "Mira: hp 20 → 13/20" in out.out and "nothing is written" in out.err
    assert (after_the_fight / "party.yaml").read_text() == PARTY
    assert main(["carry", "ford.jsonl", "--yes"]) == 0
    written = (after_the_fight / "party.yaml").read_text()
    assert written == PARTY.replace("hp: 20\n", "hp: 13/20\n").replace(
        "hp: 28,", "hp: 19/28, exhaustion: 2, spent: {Second Wind: 1},"
    )
    assert main(["check", "party.yaml"]) == 0
    capsys.readouterr()
    assert main(["carry", "ford.jsonl", "--yes"]) == 0
    assert "nothing to carry back" in capsys.readouterr().out


def test_the_next_fight_begins_where_this_one_ended(after_the_fight: Path) -> None:
    main(["carry", "ford.jsonl", "--yes"])
    plan = load_encounter(after_the_fight / "ford.yaml").plan
    assert plan is not None
    store = Store.open_plan(plan, RandomDice(1))
    mira, tor = (one for one in store.state.combatants.values() if one.side == "party")
    assert (mira.hp, mira.max_hp, tor.hp, tor.max_hp, tor.exhaustion) == (13, 20, 19, 28, 2)
    assert tor.spent == {"Second Wind": 1}
    assert party_carries(store.state)["Tor"]["spent"] == {"Second Wind": 1}


def test_a_file_that_is_not_there_is_written_anew(after_the_fight: Path, capsys: Captured) -> None:
    assert main(["carry", "ford.jsonl", "--to", "next.yaml"]) == 0
    assert "hp: 13/20" in (after_the_fight / "next.yaml").read_text()
    assert "initiative" not in (after_the_fight / "next.yaml").read_text()
    assert main(["check", "next.yaml"]) == 0
    assert main(["carry", "ford.jsonl", "--to", "no/folder.yaml"]) == 2
    (after_the_fight / "other.yaml").write_text("- {name: Mira, hp: 20}\n")
    assert main(["carry", "ford.jsonl", "--to", "other.yaml", "--yes"]) == 1
    assert "there is no Tor" in capsys.readouterr().err
    assert (after_the_fight / "other.yaml").read_text() == "- {name: Mira, hp: 13/20}\n"


def test_without_a_fight_or_a_file_it_says_so(capsys: Captured) -> None:
    assert main(["carry"]) == 2
    assert main(["carry", "party.yaml"]) == 2
    assert "no fight of party.yaml has been kept" in capsys.readouterr().err
    Path("party.yaml").unlink()
    assert main(["carry", "ford.jsonl", "--yes"]) == 2
    assert "party.yaml" in capsys.readouterr().err


@pytest.mark.parametrize("shape", ["yaml", "improved-initiative", "obsidian"])
def test_a_fight_is_exported_as_it_stands(shape: str, capsys: Captured) -> None:
    assert main(["export", "ford.jsonl", "--as", shape]) == 0
    out = capsys.readouterr().out
    assert "Goblin 2" in out and "Goblin 1" not in out
    assert "13" in out


def test_the_encounter_as_it_stands_is_the_same_after_writing_and_reading(after_the_fight: Path) -> None:
    store = Store.resume(after_the_fight / "ford.jsonl", RandomDice(1))
    plan = plan_of(store.state)
    store.close()
    (after_the_fight / "again.yaml").write_text(to_yaml(encounter_mapping(plan)))
    loaded = load_encounter(after_the_fight / "again.yaml")
    assert loaded.exit_code == 0 and loaded.plan is not None
    wave, later = loaded.plan.combatants[1:]
    assert (wave.wave, wave.joins, later.wave, later.hidden, later.notes) == ("Wolves", 3, "Later", True, "sleeps")
    again = plan_of(Store.open_plan(loaded.plan, RandomDice(1)).state)
    assert encounter_mapping(again) == encounter_mapping(plan)


def test_a_fight_becomes_a_page_of_markdown(after_the_fight: Path, capsys: Captured) -> None:
    assert main(["export", "ford.jsonl", "--as", "markdown", "-o", "ford.md"]) == 0
    page = (after_the_fight / "ford.md").read_text()
    assert page.startswith("# The ford\n") and "| Mira |" in page and "## Round 1" in page
    assert main(["export", "ford.jsonl", "--as", "markdown", "-o", "ford.md"]) == 2
    assert main(["export", "party.yaml", "--as", "markdown"]) == 2
    assert "none of party.yaml has been kept" in capsys.readouterr().err
