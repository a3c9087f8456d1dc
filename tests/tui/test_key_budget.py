"""Every job of the key budget, counted from the state the previous command left; the cursor is never moved first."""

import pytest

from tests.tui.at_table import At, fed


def test_next_turn_is_one_key() -> None:
    at = At()
    at.keys("n")
    assert (at.state.active_id, at.pressed) == ("gr", 1)


def test_twelve_damage_to_the_creature_under_the_cursor_is_four_keys() -> None:
    at = At()
    at.keys("d 12 enter")
    assert (at.of("mi").hp, at.pressed) == (19, 4)


def test_twelve_damage_to_another_is_five_keys() -> None:
    at = At()
    at.keys("d b 12 enter")
    assert (at.of("gr").hp, at.pressed) == (28, 5)


def test_fire_for_four_of_whom_two_save_and_one_resists_is_nine_keys() -> None:
    at = At()
    at.keys("d A b c D 28 f enter")
    assert at.pressed == 9
    assert [at.of(who).hp for who in ("mi", "gr", "to", "sa")] == [31 - 14, 40 - 28, 30 - 28, 90 - 7]


def test_heal_eight_is_three_keys_or_four() -> None:
    at = At()
    at.keys("d 20 enter")
    at.pressed = 0
    at.keys("h 8 enter")
    assert (at.of("mi").hp, at.pressed) == (19, 3)
    at.keys("d c 20 enter")
    at.pressed = 0
    at.keys("h c 8 enter")
    assert (at.of("to").hp, at.pressed) == (18, 4)


@pytest.mark.parametrize(
    ("keys", "who", "until", "most"),
    [
        ("c po enter", "mi", "10 rounds", 4),
        ("c B po 2 enter", "gr", "2 rounds", 6),
        ("c B po . enter", "gr", "end of mi's next turn", 6),
    ],
)
def test_a_condition_with_a_duration_is_six_keys(keys: str, who: str, until: str, most: int) -> None:
    at = At()
    at.keys(keys)
    (effect,) = at.of(who).effects
    assert (effect.name, effect.words) == ("poisoned", until)
    assert at.pressed <= most


def test_an_attack_from_the_stat_block_resolved_and_applied_is_four_keys() -> None:
    at = At(dice=fed(19, 3, 4, 5, 6, 7))
    at.keys("n")
    at.pressed = 0
    at.keys("a 1 c enter")
    assert at.pressed == 4
    assert at.of("to").hp < 30


def test_an_attack_with_every_default_is_two_keys() -> None:
    at = At(dice=fed(19, 3, 4, 5, 6, 7))
    at.keys("n")
    at.pressed = 0
    at.keys("a enter")
    assert at.pressed == 2
    assert at.of("mi").hp < 31


def concentrating() -> At:
    at = At()
    at.keys("C bless enter d 8 enter")
    at.pressed = 0
    return at


def test_concentration_by_the_app_is_one_key() -> None:
    at = concentrating()
    assert [prompt.kind for prompt in at.state.prompts] == ["concentration"]
    at.keys("enter")
    assert (at.state.prompts, at.pressed) == ((), 1)


def test_concentration_by_a_real_die_is_three_keys() -> None:
    at = concentrating()
    at.keys("14 enter")
    assert at.of("mi").concentration is not None
    assert (at.state.prompts, at.pressed) == ((), 3)


def dying() -> At:
    at = At()
    at.keys("d c 30 enter n n")
    assert at.state.active_id == "to"
    at.pressed = 0
    return at


def test_a_death_save_by_the_app_is_one_key() -> None:
    at = dying()
    at.keys("enter")
    assert (at.state.prompts, at.pressed) == ((), 1)


def test_a_death_save_by_a_real_die_is_three_keys() -> None:
    at = dying()
    at.keys("12 enter")
    assert (at.of("to").successes, at.pressed) == (1, 3)


def test_marking_a_reaction_used_is_two_keys() -> None:
    at = At()
    at.keys("r b")
    assert (at.of("gr").reactions_spent, at.pressed) == (1, 2)


def test_three_more_goblins_rolled_in_are_eight_keys_at_most() -> None:
    at = At()
    at.keys("+ 3 gob enter")
    assert at.pressed <= 8
    assert [at.of(f"go{number}").name for number in (4, 5, 6)] == ["Goblin 4", "Goblin 5", "Goblin 6"]
    assert at.of("go4").initiative is not None


def test_undo_is_one_key_whatever_was_done() -> None:
    at = At()
    before = at.state
    for job in ("d 12 enter", "c po enter", "+ 3 gob enter", "n", "h b 1 enter", "v b"):
        at.keys(job)
        at.pressed = 0
        at.keys("u")
        assert (at.state, at.pressed) == (before, 1), job
