"""What the bar makes of what is typed, and that Esc leaves without a trace."""

import pytest

from tests.tui.at_table import At, fed
from tracker.encounter import wire
from tracker.tui.questions.amounts import AmountError, read_amount


@pytest.mark.parametrize(
    ("typed", "letters", "parts"),
    [
        ("12", "", [("12", None)]),
        ("abC28f", "abC", [("28", "fire")]),
        ("28 fire", "", [("28", "fire")]),
        ("d2d6+3", "d", [("2d6+3", None)]),
        ("9s+7f", "", [("9", "slashing"), ("7", "fire")]),
        ("12+7f", "", [("12+7", "fire")]),
        ("a10o", "a", [("10", "force")]),
        ("3i", "", [("3", "poison")]),
        ("3y", "", [("3", "psychic")]),
        ("2d6f", "", [("2d6", "fire")]),
    ],
)
def test_an_amount_is_read(typed: str, letters: str, parts: list[tuple[str, str | None]]) -> None:
    read = read_amount(typed)
    assert read.letters == letters
    assert [(part.dice, part.type) for part in read.parts] == parts


@pytest.mark.parametrize("typed", ["12q", "2d", "12+", "5f5?"])
def test_what_is_no_amount_is_told(typed: str) -> None:
    with pytest.raises(AmountError):
        read_amount(typed)


def test_the_preview_tells_every_target_before_enter() -> None:
    at = At()
    at.keys("d A b D 28 f")
    assert "Mira 14" in at.bar and "Grakk 28 → 12" in at.bar
    assert "14 (" in at.pane("order")
    at.keys("escape")
    assert at.store.undoable == 1 and at.bar == ""


def test_a_letter_again_takes_the_target_back() -> None:
    at = At()
    at.keys("d b b c 4 enter")
    assert (at.of("gr").hp, at.of("to").hp) == (40, 26)


def test_marks_do_for_many_what_letters_do() -> None:
    at = At()
    at.keys("down x x d 4 enter")
    assert (at.of("mi").hp, at.of("gr").hp, at.of("to").hp) == (31, 36, 26)
    assert not at.table.list.marks


def test_the_cursor_can_pick_while_the_bar_asks() -> None:
    at = At()
    at.keys("d down tab down shift+tab 10 enter")
    assert (at.of("gr").hp, at.of("to").hp) == (30, 25)


def test_a_letter_without_a_row_is_told_and_nothing_is_done() -> None:
    at = At()
    at.keys("d z 4 enter")
    assert "no row has the letter z" in at.bar
    assert at.state.last_blow is None


def test_a_typed_die_and_damage_stand_for_the_app_s_own() -> None:
    at = At(dice=fed())
    at.keys("n a 1 a 15 ,7 enter")
    assert at.of("mi").hp == 31 - 7


def test_a_mistyped_amount_is_amended() -> None:
    at = At()
    at.keys("d b 12 enter d =18 enter")
    assert at.of("gr").hp == 22


def test_a_condition_is_taken_off_again() -> None:
    at = At()
    at.keys("c B pr enter c B -pr enter")
    assert not at.of("gr").effects


def test_a_save_for_many_with_damage_and_a_condition() -> None:
    at = At(dice=fed(2, 19))
    at.keys("s b c 15d").type(" 10f/").keys("enter")
    assert (at.of("gr").hp, at.of("to").hp) == (30, 25)


def test_small_jobs_take_a_letter() -> None:
    at = At()
    at.keys("v b")
    assert at.of("gr").hidden
    at.keys("v b")
    assert not at.of("gr").hidden
    at.keys("- b enter")
    assert "gr" not in at.state.combatants
    at.keys("t a 5 enter C").type("shield of faith").keys("enter N").type("holds the key").keys("enter")
    mira = at.of("mi")
    assert (mira.temp_hp, mira.concentration and mira.concentration.name, mira.note) == (
        5,
        "shield of faith",
        "holds the key",
    )


def test_figures_are_edited_by_their_letters() -> None:
    at = At()
    at.keys("e B h12 enter e B a17 enter e B m50 enter")
    assert (at.of("gr").hp, at.of("gr").ac, at.of("gr").max_hp) == (12, 17, 50)


def test_commands_in_words_complete_and_are_remembered() -> None:
    at = At()
    at.keys(":").type("dam").keys("tab").type("gr 7").keys("enter")
    assert at.of("gr").hp == 33
    at.keys(": up enter")
    assert at.of("gr").hp == 26


def test_an_error_stays_in_the_bar_with_the_text_to_mend_it() -> None:
    at = At()
    at.keys(":").type("damage grok 7").keys("enter")
    assert "grok" in at.bar
    at.keys("escape")
    assert at.of("gr").hp == 40


def test_a_creature_from_nothing_and_a_waiting_wave_are_added() -> None:
    at = At()
    at.keys("+").type("Hired guard hp 11 ac 12 ally").keys("enter")
    guard = next(one for one in at.state.combatants.values() if one.name == "Hired guard")
    assert (guard.hp, guard.ac, guard.side) == (11, 12, "ally")
    at.keys("+ wolves enter")
    assert at.of("wo1").waiting is None


def test_look_up_shows_the_text_beside_its_hits() -> None:
    at = At()
    at.keys("/ ogre")
    assert "Greatclub" in at.pane("detail")
    at.keys("escape / prone")
    assert "prone  R-122" in at.pane("detail") and "half its speed" in at.pane("detail")


def test_why_explains_the_last_result_and_esc_closes_it() -> None:
    at = At()
    at.keys("d D 28 f enter w")
    assert "resist" in at.pane("detail")
    at.keys("escape")
    assert "resistance halves" not in at.pane("detail")


def test_several_prompts_are_walked_with_tab_and_skipped_with_esc() -> None:
    at = At()
    at.keys("C bless enter").type(":conc gr hex").keys("enter d a b 10 enter")
    assert "1 of 2" in at.bar and "Mira" in at.bar
    at.keys("tab")
    assert "2 of 2" in at.bar and "Grakk" in at.bar
    at.keys("escape escape")
    assert at.state.prompts == ()


def test_counts_are_typed_in_one_pass_and_the_rest_is_rolled() -> None:
    text = (
        "encounter: E\nedition: srd-5.1\nparty: [{name: Mira}, {name: Tor}]\ncombatants: [{monster: Goblin, count: 2}]"
    )
    at = At(text, begun=False)
    at.keys("17 tab 4 tab enter enter")
    assert [at.of(who).initiative for who in ("mi", "to")] == [17, 4]
    assert at.of("go2").initiative is not None
    assert "n begins" in at.bar
    at.keys("n")
    assert at.state.phase == "running"


def test_surprise_is_said_for_all_foes_at_once() -> None:
    at = At(begun=False)
    at.keys("S * enter")
    assert at.of("gr").surprised and not at.of("mi").surprised


def test_an_empty_table_starts_with_adding() -> None:
    at = At("encounter: E\nedition: srd-5.2\ncombatants: []", begun=False)
    assert "adds creatures" in at.pane("detail")
    at.keys("+ 2ogre enter n")
    assert at.state.phase == "running"


def test_the_order_is_changed_by_hand() -> None:
    at = At()
    at.keys("J")
    assert [place.members[0] for place in at.state.places][:2] == ["gr", "mi"]


def test_leaving_suspending_and_the_end() -> None:
    at = At()
    at.keys("ctrl+q")
    assert at.table.wants == ["quit"]
    at.keys("E enter n")
    assert "E reopens" in at.bar and not at.state.prompts
    at.keys("E enter")
    assert at.state.phase == "running"


def test_reasons_walk_along_the_log_and_what_they_explain_is_marked_there() -> None:
    at = At(size=(120, 40)).keys("d b 12 enter d d 20 f enter w")
    marked = [line.text for line in at.painter.paint().log if line.ground == "chosen"]
    assert "resists" in at.pane("detail") and any("Salamander takes 10" in text for text in marked)
    at.keys("k")
    marked = [line.text for line in at.painter.paint().log if line.ground == "chosen"]
    assert any("Grakk takes 12" in text for text in marked)
    at.keys("j j")
    assert "resists" in at.pane("detail")
    at.keys("escape")
    assert all(line.ground != "chosen" for line in at.painter.paint().log)


def test_a_question_mark_tells_what_can_be_typed_and_why_the_preview_says_so() -> None:
    at = At(size=(120, 60)).keys("d d 20 f ?")
    assert at.painter.paint().bar[0].text.startswith(" damage d20f ")
    assert "critical" in at.pane("detail") and "resists fire" in at.pane("detail")
    at.keys("? enter")
    assert at.of("sa").hp == 80


def test_damage_by_hand_is_credited_to_whose_turn_it_is_when_it_strikes_opponents() -> None:
    at = At().keys("d b 12 enter")
    assert at.of("mi").tally.dealt == 12
    at.keys("d c 5 enter d a 5 enter")
    assert at.of("mi").tally.dealt == 12


def test_a_note_and_a_spell_take_a_letter_before_a_blank() -> None:
    at = (
        At()
        .keys("N")
        .type("B holds the Key")
        .keys("enter C")
        .type("C bless")
        .keys("enter N")
        .type("I wait")
        .keys("enter")
    )
    assert at.of("gr").note == "holds the Key" and at.of("mi").note == "I wait"
    assert at.of("to").concentration is not None


def test_a_reminder_is_for_a_round_counted_from_one_or_from_now_or_for_a_turn() -> None:
    at = At()
    while at.state.round < 2:
        at.keys("n")
    at.keys("R").type("+2 the bridge falls")
    assert "when round 4 begins" in at.bar
    at.keys("enter R").type("9 dawn").keys("enter R").type("B rages").keys("enter")
    reminders = [(one.round, one.who, one.text) for one in at.state.reminders]
    assert reminders == [(4, None, "the bridge falls"), (9, None, "dawn"), (None, "gr", "rages")]
    at.keys("R enter")
    assert "a round and the words" in at.bar
    at.type("2 too late").keys("enter")
    assert "round 2 has begun already" in at.bar


def test_an_attack_takes_its_circumstances_after_the_letter() -> None:
    at = At(dice=fed(12, 15, 3, 4)).keys("n a 2 c+/@60").type(" un").keys("enter")
    (attacked,) = [event for event in at.store.entries[-1].events if event.type == "attacked"]
    why = " ".join(attacked.why)
    assert b"unseen" in wire.written(at.store.entries[-1].wish) and attacked.mode == "normal"
    assert "R-071" in why and "R-068" in why and "cover" in why
