"""The players' view: what they may know, and no trace of the rest."""

from pathlib import Path

import pytest

from tests.encounter.ambush import Table
from tracker.encounter.follower import Follower
from tracker.encounter.players import PlayerView, anonymous, visible


@pytest.fixture
def table() -> Table:
    table = Table.open()
    table.say("start")
    return table


def _seen(table: Table) -> PlayerView:
    return visible(table.state)


def test_hidden_and_waiting_ones_leave_no_gap(table: Table) -> None:
    assert [place.name for place in _seen(table).places] == ["Mira", "Goblins", "[bold]Ogre[/]", "Tor"]
    assert "Lurker" not in repr(_seen(table)) and "Wolf" not in repr(_seen(table))
    table.say("show lu", "join Wolves", "hide go1")
    places = _seen(table).places
    assert {"Lurker", "Wolf", "Goblin 2"} <= {place.name for place in places}
    assert "Goblin 1" not in repr(places)


def test_while_a_hidden_one_acts_the_view_stays_where_it_was(table: Table) -> None:
    shown = []
    for _ in range(10):
        view = _seen(table)
        shown.append((view.round, view.active, view.next))
        table.say("next")
    goblins = (1, "Goblins", "[bold]Ogre[/]")
    assert shown[:5] == [(1, "Mira", "Goblins"), goblins, goblins, (1, "[bold]Ogre[/]", "Tor"), (1, "Tor", "Mira")]
    assert shown[5:8] == [(2, "Mira", "Goblins"), (2, *goblins[1:]), (2, *goblins[1:])]


def test_a_hidden_one_at_the_top_of_a_round_does_not_begin_it_for_the_players() -> None:
    table = Table.open()
    table.say("init lu 25", "start")
    assert (_seen(table).round, _seen(table).active) == (1, None)
    table.say("next", "next", "next", "next")
    before = _seen(table)
    table.say("next")
    assert table.state.round == 2 and table.state.active_id == "lu"
    assert _seen(table) == before
    assert (before.round, before.active) == (1, "Tor")


def test_a_dead_one_is_not_taken_for_the_last_to_act(table: Table) -> None:
    table.say("next", "kill go1 go2", "next")
    assert _seen(table).active == "Mira"


def test_the_party_sees_its_own_hit_points_and_foes_as_words(table: Table) -> None:
    table.say("damage mira 16", "temp mira 3", "cond mira +poisoned", "conc mira bless", "damage go1 4", "damage go2 6")
    mira, goblins, ogre, _ = _seen(table).places
    (one,) = mira.members
    assert (one.hp, one.max_hp, one.temp_hp, one.health) == (14, 30, 3, "bloodied")
    assert (one.conditions, one.concentration) == (("poisoned",), "bless")
    assert [(member.hp, member.health) for member in goblins.members] == [(None, "bloodied"), (None, "near death")]
    assert ogre.members[0].health == "unhurt"
    table.say("damage bo 1", "damage go2 5", "damage mira 17")
    mira, goblins, ogre, _ = _seen(table).places
    assert [place.members[-1].health for place in (mira, goblins, ogre)] == ["dying", "down", "hurt"]


def test_a_group_does_not_give_somebody_unseen_away() -> None:
    table = Table.open()
    table.say("start", 'set lu name "Gob"', "hide lu")
    assert "Goblins" not in repr(_seen(table))
    table.say("show lu")
    assert "Goblins" in repr(_seen(table))


def test_a_lair_does_not_give_its_owner_away() -> None:
    table = Table.open(lair={"owner": "Lurker", "actions": ["Dust falls"]})
    table.say("start")
    assert "Lurker" not in repr(_seen(table))
    table.say("show lu")
    assert any("lair" in place.name for place in _seen(table).places)


def test_what_somebody_concentrates_on_does_not_give_the_unseen_away(table: Table) -> None:
    table.say('conc mira "hex on lurker"', 'conc tor "bane on Goblin 1"')
    mira, _, _, tor = (place.members[0] for place in _seen(table).places)
    assert (mira.concentration, tor.concentration) == ("something", "bane on Goblin 1")
    nameless = visible(anonymous(table.state))
    assert "goblin" not in repr(nameless).casefold() and "lurker" not in repr(nameless).casefold()
    table.say("show lu")
    assert _seen(table).places[0].members[0].concentration == "hex on lurker"


def test_a_kind_that_nobody_has_seen_is_not_named_by_its_number_alone() -> None:
    table = Table.open(lair={"owner": "Lurker", "actions": ["Dust falls"]})
    table.say("start", 'set lu name "Lurker 2"', "show lu")
    assert any("lair" in place.name for place in _seen(table).places)
    table.say("hide lu")
    assert "lurker" not in repr(_seen(table)).casefold()


def test_a_follower_sees_each_step_and_each_undo(tmp_path: Path) -> None:
    path = tmp_path / "fight.jsonl"
    follower = Follower(path)
    assert follower.poll() is None and "No such file" in follower.trouble
    table = Table.open(path)
    for line in ("start", "damage mira 3", "next", "undo 2", "redo", "damage mira 1", "undo"):
        table.say(line)
        assert follower.poll() == table.state
        assert follower.poll() is None
    table.say("end")
    follower.poll()
    assert follower.is_over and follower.trouble == ""


def test_a_follower_joins_late_and_follows_a_deep_undo(tmp_path: Path) -> None:
    table = Table.open(tmp_path / "fight.jsonl")
    table.say("start")
    for number in range(1300):
        table.say(f"note mira {number}")
    follower = Follower(tmp_path / "fight.jsonl")
    assert follower.poll() == table.state
    table.say("undo 1000")
    assert follower.poll() == table.state


def test_a_follower_waits_for_the_rest_of_a_line_and_survives_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / "fight.jsonl"
    table = Table.open(path)
    table.say("start")
    follower = Follower(path)
    follower.poll()
    before = path.read_bytes()
    table.say("damage mira 3")
    whole = path.read_bytes()
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(before)
    onlooker = Follower(copy)
    onlooker.poll()
    copy.write_bytes(whole[:-20])
    assert onlooker.poll() is None
    copy.write_bytes(whole)
    assert onlooker.poll() == table.state
    copy.write_bytes(before)
    assert onlooker.poll() == follower.state
