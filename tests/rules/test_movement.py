"""Movement: whatever the way, the ledger never lends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.rules.conditions import effects
from tracker.rules.editions import EDITIONS, Edition, edition
from tracker.rules.errors import RulesError
from tracker.rules.movement import Drag, Segment, high_jump, long_jump, plan_move, stand_up

_SEGMENTS = st.builds(
    Segment,
    feet=st.integers(0, 40),
    mode=st.sampled_from(["walk", "crawl", "climb", "swim", "fly", "jump"]),
    difficult=st.booleans(),
    squeezing=st.booleans(),
    through=st.sampled_from(["empty", "ally", "tiny", "creature"]),
    drag=st.none() | st.builds(Drag, sizes_smaller=st.integers(-1, 3), tiny=st.booleans()),
)
_SPEEDS = st.fixed_dictionaries({"walk": st.integers(0, 60)}, optional={"fly": st.integers(0, 90), "swim": st.just(30)})
_CONDITIONS = st.lists(st.sampled_from(["prone", "grappled", "stunned", "poisoned"]), max_size=2)


@given(
    st.sampled_from(list(EDITIONS.values())), _SPEEDS, _CONDITIONS, st.lists(_SEGMENTS, max_size=5), st.integers(0, 2)
)
def test_a_move_costs_its_length_at_least_and_never_more_than_there_is(
    edition: Edition, speeds: dict[str, int], conditions: list[str], segments: list[Segment], dashes: int
) -> None:
    state = effects(edition, conditions)
    move = plan_move(edition, speeds, state, segments, dashes=dashes)
    assert move.remaining >= 0
    assert all(feet >= 0 for feet in move.left.values())
    if move.allowed:
        assert sum(segment.feet for segment in segments) <= move.cost
        assert move.cost <= max((state.speed(feet) for feet in speeds.values()), default=0) * (1 + dashes)


@given(st.sampled_from(list(EDITIONS.values())), _SPEEDS, st.lists(_SEGMENTS, min_size=2, max_size=4))
def test_walking_in_two_goes_costs_what_one_does(
    edition: Edition, speeds: dict[str, int], segments: list[Segment]
) -> None:
    whole = plan_move(edition, speeds, effects(edition, []), segments)
    first = plan_move(edition, speeds, effects(edition, []), segments[:1])
    rest = plan_move(edition, speeds, effects(edition, []), segments[1:], moved=first.cost)
    assert whole.allowed == (first.allowed and rest.allowed)
    if whole:
        assert whole.cost == first.cost + rest.cost


def test_surcharges_are_told() -> None:
    srd = edition("srd-5.2")
    way = [Segment(feet=5, mode="climb", difficult=True, drag=Drag())]
    move = plan_move(srd, {"walk": 30}, effects(srd, []), way)
    assert (move.cost, move.why) == (20, ("climbing (R-033)", "difficult terrain (R-032)", "dragging (R-146)"))


@pytest.mark.parametrize(
    ("conditions", "mode", "why"),
    [
        (["prone"], "walk", "it can only crawl or stand (R-133)"),
        (["paralyzed"], "walk", "its conditions do not let it move (R-026)"),
        (["restrained"], "walk", "needs 5 ft of 0 (R-028)"),
        ([], "fly", "it has no fly speed (R-031)"),
    ],
)
def test_a_refused_move_says_why(conditions: list[str], mode: str, why: str) -> None:
    srd = edition("srd-5.1")
    move = plan_move(srd, {"walk": 30}, effects(srd, conditions), [Segment(feet=5, mode=mode)])
    assert not move
    assert move.why[-1] == why


def test_standing_takes_half_of_the_speed_of_the_moment() -> None:
    srd = edition("srd-5.1")
    assert stand_up(srd, 25, effects(srd, ["prone"], 2)).cost == 6
    assert not stand_up(srd, 30, effects(srd, ["prone"]), moved=16)
    assert not stand_up(srd, 30, effects(srd, ["prone", "grappled"]))


def test_jumps_go_by_strength_or_by_speed() -> None:
    assert long_jump(edition("srd-5.1"), 15, 30, run_up=False) == 7
    assert long_jump(edition("black-flag"), 15, 30, run_up=False) == 7
    assert long_jump(edition("black-flag"), 20, 30, run_up=True) == 15
    assert (high_jump(18, run_up=True), high_jump(18, run_up=False), high_jump(1, run_up=True)) == (7, 3, 0)


def test_an_unknown_way_of_moving_is_told() -> None:
    srd = edition("srd-5.1")
    with pytest.raises(RulesError, match="did you mean 'swim'"):
        plan_move(srd, {"walk": 30}, effects(srd, []), [Segment(feet=5, mode="swimm")])
