"""What the order says of everybody: signs and words, groups, waves, and a cursor that follows the turn."""

from tests.tui.at_table import AMBUSH, At
from tracker.tui.rows import OrderRow

GROUPED = """
encounter: Grouped
edition: srd-5.1
party: [{name: Mira, hp: 30, initiative: 18}]
combatants:
  - {monster: Goblin, count: 4, group: true, hp: 7, initiative: 12}
  - {monster: Ogre, initiative: 5, hidden: true}
"""


def row(at: At, key: str) -> OrderRow:
    return next(row for row in at.table.rows if row.key == key)


def test_states_are_told_by_sign_and_word() -> None:
    at = At().keys("C bless enter c A po enter c B pr enter d c 30 enter v e d b 5 enter")
    mira, grakk, tor, goblin = (row(at, key) for key in ("mi", "gr", "to", "go1"))
    assert mira.focused and ("conc bless", "focus") in mira.words and ("poisoned", "condition") in mira.words
    assert grakk.hp == "35/40" and ("prone", "condition") in grakk.words
    assert tor.hp == "dying" and tor.reaction == "barred"
    assert goblin.hidden and ("hidden", "focus") in goblin.words
    at.keys("r b")
    assert row(at, "gr").reaction == "spent"
    at.keys("d e 30 enter")
    assert row(at, "go1").hp == "dead" and row(at, "go1").out


def test_temporary_hit_points_stand_beside_the_others() -> None:
    at = At().keys("t 5 enter")
    assert row(at, "mi").hp == "31+5/38"


def test_the_active_row_the_next_and_the_waves_are_always_on_screen() -> None:
    at = At()
    assert "▶ 18 mi" in at.pane("order")
    assert "next: Grakk" in at.pane("header")
    assert "wave: Wolves ×2, round 3" in at.pane("order")
    at.keys("n n n n n n")
    assert "next: Mira" in at.pane("header")


def test_a_group_stands_open_where_there_is_room_and_folds_to_one_row() -> None:
    at = At(GROUPED)
    assert [row.key for row in at.table.rows] == ["mi", "go1", "go2", "go3", "go4", "og"]
    at.keys("d b 5 enter down g")
    assert [row.key for row in at.table.rows] == ["mi", "@goblins", "og"]
    group = row(at, "@goblins")
    assert (group.name + group.suffix, group.hp, group.words) == ("Goblins ×4", "2/7", ())
    at.keys("d B 28 enter g")
    assert [at.of(f"go{number}").hp for number in (1, 2, 3, 4)] == [0, 0, 0, 0]


def test_a_long_list_folds_its_groups_and_scrolls_with_the_cursor() -> None:
    crowd = GROUPED.replace("count: 4, group", "count: 40, group")
    at = At(crowd, size=(80, 24))
    assert len(at.table.rows) == 3
    at.keys("down g").keys(" ".join(["down"] * 30))
    assert f"› {'':3}" in at.pane("order") and at.table.list.top > 10
    at.keys("home")
    assert at.table.list.cursor == "mi" and at.table.list.top == 0


def test_while_a_group_acts_each_of_its_members_attacks_in_turn() -> None:
    at = At(GROUPED).keys("n a enter a enter")
    used = [at.of(f"go{number}").turn.action for number in (1, 2, 3, 4)]
    assert used == [True, True, False, False]
    assert at.table.list.cursor == "go3"


def test_the_cursor_follows_the_turn_and_survives_a_removal() -> None:
    at = At().keys("down n")
    assert at.table.list.cursor == "gr"
    at.keys("- enter")
    assert at.table.list.cursor == at.state.active_id == "to"


def test_setting_up_shows_both_sides_and_how_hard_it_will_be() -> None:
    at = At(AMBUSH.replace("initiative: 18, ", ""), begun=False)
    order = at.pane("order")
    assert " PARTY " in order and " FOES " in order
    assert "? mi  Mira" in order and "15 gr" in order
    assert at.table.list.cursor == "mi"
    assert any(word in order for word in ("easy", "medium", "hard", "deadly"))


def test_a_new_round_is_felt() -> None:
    at = At()
    first = at.painter.paint().header[0].spans
    assert any(span.ink == "pick" and "Round 1" in span.text for span in first)
    at.keys("n")
    assert not any(span.ink == "pick" for span in at.painter.paint().header[0].spans)
    assert "── Round 1 ──" in at.pane("log")


def test_the_log_scrolls_back_and_returns_with_the_next_thing_done() -> None:
    at = At(size=(80, 24))
    for _ in range(8):
        at.keys("d b 1 enter")
    assert "40 → 39" not in at.pane("log")
    at.keys("pageup")
    assert "40 → 39" in at.pane("log") and "newer" in at.pane("log")
    at.keys("d b 1 enter")
    assert "32 → 31" in at.pane("log")


def test_a_turn_that_takes_too_long_is_marked() -> None:
    at = At()
    at.painter.turn_limit = 60
    at.table.clock._kept = 61
    assert "1:01!" in at.pane("header")
    at.keys("p")
    assert "(1:01)" in at.pane("header")


def test_notes_colours_counters_and_reminders_stand_beside_the_names() -> None:
    at = At().keys("down N").type("guards the mule").keys("enter")
    at.keys("e").type("Bt")
    assert "orange" in at.pane("detail")
    at.keys("red enter e").type("Bkarrows 12").keys("enter e").type("Bkarrows -1").keys("enter")
    assert {("red", "red"), ("note", "dim"), ("arrows 11", "dim")} <= set(row(at, "gr").words)
    at.keys("e").type("Btoff").keys("enter")
    assert not row(at, "gr").tag
    at.keys("o").type("remind").keys("enter").type('round 2 "wolves howl"').keys("enter")
    at.type(':remind gr "rages"').keys("enter")
    assert [row.name for row in at.table.rows if row.key.startswith("!")] == [
        "round 2: wolves howl",
        "Grakk's turn: rages",
    ]
    at.table.list.cursor = "!0"
    assert "reminder for round 2: wolves howl" in at.pane("detail")
    at.keys("d 1 enter")
    assert at.state.last_blow is None
    at.keys("escape n")
    assert "rages" in at.bar and not [row for row in at.table.rows if row.key == "!1"]
