"""The store: one wish at a time, and every one can be taken back."""

from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.encounter.ambush import Table
from tracker.encounter import history, store
from tracker.encounter.errors import EncounterError
from tracker.encounter.history import apply


def test_undo_brings_back_the_earlier_state_itself() -> None:
    table = Table.open()
    table.say("start")
    before = table.state
    table.say("damage mira 40", "undo")
    assert table.state is before


def test_undo_and_redo_say_how_far_they_reach() -> None:
    table = Table.open()
    for line in ("undo", "redo"):
        with pytest.raises(EncounterError, match=f"nothing to {line}"):
            table.say(line)
    table.say("start", "next")
    with pytest.raises(EncounterError, match="only 2 commands can be undone, so `undo 3` goes too far"):
        table.say("undo 3")
    table.say("undo 2")
    assert (table.store.undoable, table.store.redoable) == (0, 2)
    with pytest.raises(EncounterError, match="no turn has been ended yet"):
        table.say("undo turn")


def test_undo_turn_goes_to_the_moment_before_the_last_next() -> None:
    table = Table.open()
    table.say("start", "next", "damage go1 1")
    before = table.state
    table.say("next", "damage go2 3", "undo turn")
    assert table.state is before
    table.say("undo turn")
    assert table.state.round == 1 and table.state.active_id == "mi"


def test_a_new_command_ends_what_could_be_redone() -> None:
    table = Table.open()
    table.say("start", "damage mira 5", "damage tor 5", "undo 2", "damage mira 1")
    with pytest.raises(EncounterError, match="nothing to redo"):
        table.say("redo")
    assert (table.one("mi")["hp"], table.one("to")["hp"]) == (29, 30)


def test_a_refusal_is_no_step_but_is_seen() -> None:
    table = Table.open()
    table.say("start")
    ogre = next(who for who, one in table.state.combatants.items() if "Ogre" in one.name)
    (refused,) = table.say(f"cond {ogre} +charmed")
    assert refused.is_refusal and refused.n is None
    assert table.store.undoable == 1
    assert table.store.entries[-1] is refused
    (forced,) = table.say(f"cond {ogre} +charmed !")
    assert forced.n == 3


def test_a_mistake_changes_nothing() -> None:
    table = Table.open()
    before = table.state
    with pytest.raises(EncounterError, match="start"):
        table.say("next")
    assert table.state is before and table.store.undoable == 0


def test_why_unfolds_the_last_result() -> None:
    table = Table.open()
    table.say("start", "damage go1 8 fire", "damage tor 3", "undo")
    (entry,) = table.say("why")
    told = " / ".join(event.text for event in entry.events if event.type == "said")
    assert "resists fire (R-086) → 4" in told
    assert entry.n is None


def test_the_summary_gets_the_real_time_of_each_turn() -> None:
    table = Table.open()
    table.say("start")
    table.store._clock = lambda: 1042.5
    table.say("next")
    assert table.state.combatants["mi"].tally.seconds == 42.5  # type: ignore[index]


def test_the_past_can_be_walked_step_by_step() -> None:
    table = Table.open()
    table.say("start", "damage mira 1", "damage mira 2", "undo", "damage mira 3")
    steps = list(table.store.steps())
    assert [step.n for step in steps] == [2, 3, 6]
    assert all(one.after is two.before for one, two in pairwise(steps))
    assert all(apply(step.before, step.events) == step.after for step in steps)


MOVES = st.lists(
    st.one_of(
        st.sampled_from(
            ("next", "damage mira 1", "heal mira 1", "cond tor +prone", "note go1 x", "attack go1 with sword vs tor")
        ),
        st.integers(1, 9).map("undo {}".format),
        st.integers(1, 9).map("redo {}".format),
        st.just("undo turn"),
    ),
    max_size=60,
)


@pytest.mark.parametrize("keeps_journal", [True, False])
@settings(max_examples=40, deadline=None)
@given(moves=MOVES, window=st.integers(1, 6), every=st.integers(2, 7))
def test_any_way_through_a_fight_leads_back(keeps_journal: bool, moves: list[str], window: int, every: int) -> None:
    """With a memory of a few steps only, so that most are read back."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(history, "WINDOW", window)
        patch.setattr(store, "CHECKPOINT_EVERY", every)
        path = Path(folder) / "fight.jsonl" if keeps_journal else None
        table = Table.open(path)
        by_depth = [table.state]
        for move in ("start", *moves):
            try:
                table.say(move)
            except EncounterError:
                continue
            if not move.startswith(("undo", "redo")):
                by_depth[table.store.undoable :] = [table.state]
            assert table.state == by_depth[table.store.undoable], move
        if path:
            here = table.state
            table.store.close()
            table = Table.resume(path)
            assert table.state == here
        assert table.store.undoable + table.store.redoable == len(by_depth) - 1
        if table.store.redoable:
            table.store.redo(table.store.redoable)
        for state in reversed(by_depth[:-1]):
            table.store.undo()
            assert table.state == state
        table.store.redo(len(by_depth) - 1)
        assert table.state == by_depth[-1]


def test_everything_can_be_undone_in_a_long_fight_without_a_journal() -> None:
    table = Table.open()
    start = table.state
    table.say("start")
    for number in range(1600):
        table.say(f"note mira {number}")
    end = table.state
    table.say("undo 1601")
    assert table.state == start
    table.say("redo 1601")
    assert table.state == end
    assert len(table.store.entries) == 1600 + 3
    assert [entry.n for entry in table.store.entries[:3]] == [2, 3, 4]
