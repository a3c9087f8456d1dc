"""Surprise, initiative and who may do what on a turn."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.rules.checks import Mode, Sources
from tracker.rules.conditions import effects
from tracker.rules.dice import FedDice
from tracker.rules.economy import Casting, can_answer_trigger, can_cast, can_spend
from tracker.rules.editions import edition
from tracker.rules.errors import RulesError
from tracker.rules.house_rules import with_house_rule
from tracker.rules.initiative import (
    Entrant,
    initiative_order,
    initiative_score,
    initiative_sources,
    late_entry,
    propose_surprise,
    roll_initiative,
    split_group,
)
from tracker.rules.markers import hide, marker_ends
from tracker.rules.rounds import elapsed_seconds, rounds_in

OLD, NEW, FLAG = (edition(name) for name in ("srd-5.1", "srd-5.2", "black-flag"))


def test_a_tie_goes_to_the_sneaker_unless_the_table_says_otherwise() -> None:
    hiders, observers = {"goblin": 12}, {"Mira": 12, "Tor": 13}
    assert propose_surprise(OLD, hiders, observers).names == ("Mira",)
    assert propose_surprise(with_house_rule(OLD, "ties_to_sneaker", False), hiders, observers).names == ()
    assert propose_surprise(NEW, hiders, observers).names == ()


def test_a_surprised_group_splits_where_surprise_bends_the_roll() -> None:
    for rules, parts in ((OLD, (("a", "b", "c"),)), (NEW, (("a", "c"), ("b",)))):
        sources = {name: initiative_sources(rules, surprised=name == "b") for name in "abc"}
        assert split_group(rules, sources) == parts


def test_initiative_tells_what_bent_it() -> None:
    rolled = roll_initiative(FedDice([14, 9]), 2, initiative_sources(NEW, ["poisoned"], 1, surprised=True))
    assert (rolled.count, rolled.d20.mode) == (9, Mode.DISADVANTAGE)
    assert rolled.why == (
        "disadvantage: poisoned (R-132)",
        "disadvantage: surprised (R-004)",
        "-2: exhaustion 1 (R-141)",
    )


def test_fixed_scores_only_where_the_text_has_them() -> None:
    assert initiative_score(NEW, 3, Sources(advantage=("invisible",))) == 18
    with pytest.raises(RulesError, match="has no fixed initiative scores"):
        initiative_score(OLD, 3, Sources())


@given(st.lists(st.integers(-5, 30), min_size=1, max_size=8), st.integers(-5, 30), st.data())
def test_a_newcomer_stands_where_sorting_would_put_it(counts: list[int], count: int, data: st.DataObject) -> None:
    counts.sort(reverse=True)
    active = data.draw(st.integers(0, len(counts) - 1))
    entry = late_entry(counts, active, count)
    joined = [*counts[: entry.place], count, *counts[entry.place :]]
    assert joined == sorted(joined, reverse=True)
    assert entry.acts_this_round == (count <= counts[active])


def test_ties_name_who_decides() -> None:
    entrants = [Entrant("orc", 10, "gm"), Entrant("Ana", 10, "pc"), Entrant("Bo", 12, "pc"), Entrant("Cy", 12, "pc")]
    order = initiative_order(OLD, entrants)
    assert order.names == ("Bo", "Cy", "orc", "Ana")
    assert [(tie.names, tie.decider) for tie in order.ties] == [(("Bo", "Cy"), "players"), (("orc", "Ana"), "gm")]
    with pytest.raises(RulesError, match="has no roll-off"):
        initiative_order(NEW, entrants, {"orc": 3, "Ana": 4})


@pytest.mark.parametrize(
    ("what", "spent", "conditions", "allowed", "costs"),
    [
        ("action", [], [], True, "action"),
        ("bonus", ["bonus"], [], False, ""),
        ("reaction", ["action", "bonus"], [], True, "reaction"),
        ("interaction", ["interaction"], [], True, "action"),
        ("interaction", ["interaction"], ["incapacitated"], False, ""),
        ("interaction", [], ["paralyzed"], False, ""),
        ("move", [], ["incapacitated"], True, "move"),
    ],
)
def test_the_budget_of_a_turn(what: str, spent: list[str], conditions: list[str], allowed: bool, costs: str) -> None:
    found = can_spend(OLD, what, spent, effects(OLD, conditions))
    assert (found.allowed, found.costs) == (allowed, costs)
    assert found.allowed or found.why


def test_surprise_bars_until_the_first_turn_is_over() -> None:
    def reacts(rules: str, turns: int) -> bool:
        state = effects(edition(rules), [])
        return can_spend(edition(rules), "reaction", [], state, surprised=True, turns_taken=turns).allowed

    assert [reacts("srd-5.1", turns) for turns in (0, 1)] == [False, True]
    assert reacts("srd-5.2", 0)


def test_one_reaction_to_a_trigger() -> None:
    assert not can_answer_trigger(FLAG, "Tor leaves", ["Tor leaves"], reactions=5)
    assert can_answer_trigger(FLAG, "Ana leaves", ["Tor leaves"], reactions=5)
    assert can_answer_trigger(OLD, "Tor leaves", ["Tor leaves"], reactions=5)
    assert not can_answer_trigger(OLD, "Ana leaves", ["Tor leaves"])


def test_spells_of_a_turn() -> None:
    bonus, fireball, cantrip = Casting("bonus", 1), Casting("action", 3), Casting("action", 0)
    assert [can_cast(rules, [bonus], fireball).allowed for rules in (OLD, NEW, FLAG)] == [False, False, False]
    assert all(can_cast(rules, [bonus], cantrip) for rules in (OLD, NEW, FLAG))
    shield = Casting("reaction", 1)
    assert [can_cast(rules, [bonus], shield).allowed for rules in (OLD, NEW, FLAG)] == [False, False, True]
    assert can_cast(NEW, [bonus], Casting("action", 3, uses_slot=False))


def test_markers_end_when_their_moment_comes() -> None:
    assert marker_ends(OLD, "dodge", "own turn starts") == "dodge ends: own turn starts (R-048)"
    assert marker_ends(OLD, "dodge", "attacks") is None
    assert marker_ends(OLD, "hidden", "casts a verbal spell") is None
    assert marker_ends(NEW, "hidden", "casts a verbal spell")
    with pytest.raises(RulesError, match="did you mean 'dodge'"):
        marker_ends(OLD, "dogde", "attacks")


def test_hiding_beats_a_number_or_those_around() -> None:
    assert (hide(NEW, 14).hidden, hide(NEW, 15).invisible) == (False, True)
    assert (hide(OLD, 12, 12).hidden, hide(OLD, 11, 12).hidden) == (True, False)


def test_time_in_rounds() -> None:
    assert [rounds_in(text) for text in ("3 rounds", "1 minute", "8 hours", "20 seconds")] == [3, 10, 4800, 4]
    assert elapsed_seconds(15) == 90
    with pytest.raises(RulesError, match="did you mean 'minute'"):
        rounds_in("1 minut")
    with pytest.raises(RulesError, match="is no duration"):
        rounds_in("a while")
