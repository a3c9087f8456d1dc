"""Hit points through any series of blows, healing, saves and exhaustion."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.rules.editions import EDITIONS, Edition, edition
from tracker.rules.errors import RulesError
from tracker.rules.hitpoints import (
    Health,
    HealthChange,
    change_exhaustion,
    change_maximum,
    death_save,
    first_aid,
    gain_temporary,
    heal,
    hours_pass,
    is_bloodied,
    knock_out,
    lose_hit_points,
    maximum,
    revive,
    stabilize,
    wake,
)
from tracker.rules.house_rules import with_house_rule

Step = Callable[[Edition, Health], HealthChange]


def _save_if_dying(edition: Edition, health: Health, face: int) -> HealthChange:
    return death_save(health, face) if health.status == "dying" else HealthChange(health=health, why=())


_STEPS: st.SearchStrategy[Step] = st.one_of(
    st.builds(lambda n, crit: lambda e, h: lose_hit_points(e, h, n, critical=crit), st.integers(0, 60), st.booleans()),
    st.integers(0, 40).map(lambda n: lambda e, h: heal(e, h, n)),
    st.integers(0, 20).map(lambda n: lambda e, h: gain_temporary(h, n)),
    st.integers(1, 20).map(lambda face: lambda e, h: _save_if_dying(e, h, face)),
    st.integers(-3, 3).map(lambda n: lambda e, h: change_exhaustion(e, h, n)),
    st.integers(-20, 20).map(lambda n: lambda e, h: change_maximum(e, h, n)),
    st.integers(1, 20).map(lambda n: lambda e, h: first_aid(h, n)),
    st.just(lambda e, h: knock_out(e, h)),
    st.just(lambda e, h: stabilize(h)),
    st.just(lambda e, h: wake(h)),
    st.just(lambda e, h: hours_pass(h, 4, 2)),
    st.just(lambda e, h: revive(e, h)),
)


@given(
    st.sampled_from(list(EDITIONS.values())),
    st.builds(Health, hp=st.integers(1, 30), max_hp=st.just(30), dies_at_zero=st.booleans()),
    st.lists(_STEPS, max_size=25),
)
def test_health_keeps_its_bounds_whatever_happens(edition: Edition, health: Health, steps: list[Step]) -> None:
    for step in steps:
        health = step(edition, health).health
        assert 0 <= health.hp <= maximum(edition, health)
        assert health.temp_hp >= 0
        assert 0 <= health.successes <= 2
        assert 0 <= health.failures <= 3
        assert 0 <= health.exhaustion <= 6
        assert (health.hp == 0) == (health.status in ("dying", "stable", "dead"))
        assert health.status == "dying" or health.status == "dead" or health.failures == 0


def _fallen() -> Health:
    return Health(hp=0, max_hp=20, status="dying")


def test_a_fighter_goes_down_and_comes_back() -> None:
    srd = edition("srd-5.1")
    down = lose_hit_points(srd, Health(hp=6, max_hp=20), 9)
    assert (down.health.status, down.gains) == ("dying", ("unconscious", "prone"))
    worse = lose_hit_points(srd, down.health, 3, critical=True).health
    assert worse.failures == 2
    back = heal(srd, worse, 10)
    assert (back.health.hp, back.health.failures, back.loses) == (10, 0, ("unconscious",))


def test_the_third_failure_kills_and_a_twenty_wakes() -> None:
    failing = death_save(death_save(_fallen(), 1).health, 9)
    assert (failing.health.status, failing.why[-1]) == ("dead", "death save failures: 3 of 3")
    assert death_save(_fallen(), 20).health == Health(hp=1, max_hp=20)
    with pytest.raises(RulesError, match="only the dying make death saves; this one is dead"):
        death_save(failing.health, 10)


def test_healing_the_dead_is_refused() -> None:
    change = heal(edition("srd-5.2"), Health(hp=0, max_hp=20, status="dead"), 8)
    assert change.refused
    assert change.why == ("the dead regain no hit points (R-106)",)


def test_knocking_out_differs_and_a_house_rule_brings_it_to_black_flag() -> None:
    dead = Health(hp=0, max_hp=20, status="dead", dies_at_zero=True)
    after = {e.id: knock_out(e, dead).health for e in EDITIONS.values()}
    assert (after["srd-5.1"].status, after["srd-5.1"].hp) == ("stable", 0)
    assert (after["srd-5.2"].status, after["srd-5.2"].hp) == ("unconscious", 1)
    assert after["black-flag"] == dead
    house = with_house_rule(EDITIONS["black-flag"], "knockout_black_flag", True)
    assert knock_out(house, dead).health.status == "stable"
    assert knock_out(house, dead, melee=False).refused


def test_a_knocked_out_monster_that_is_hit_again_dies() -> None:
    srd = edition("srd-5.1")
    spared = Health(hp=0, max_hp=20, status="stable", dies_at_zero=True)
    assert lose_hit_points(srd, spared, 1).health.status == "dead"


def test_exhaustion_halves_the_maximum_and_lets_it_back() -> None:
    srd = edition("srd-5.1")
    tired = change_exhaustion(srd, Health(hp=27, max_hp=27), 4).health
    assert (tired.hp, maximum(srd, tired)) == (13, 13)
    rested = change_exhaustion(srd, tired, -1).health
    assert (rested.hp, maximum(srd, rested), is_bloodied(srd, rested)) == (13, 27, True)


def test_a_table_may_count_what_temporary_points_soak_up() -> None:
    house = with_house_rule(edition("srd-5.1"), "temporary_soak_failures", False)
    assert lose_hit_points(house, Health(hp=0, max_hp=20, temp_hp=8, status="dying"), 5).health.failures == 1
