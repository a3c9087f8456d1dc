"""The menus of the bar: other actions with their reasons, movement, legendary actions, and prompts with options."""

from tests.tui.at_table import At, fed

DRAGON = """
encounter: Lair
edition: srd-5.1
party: [{name: Mira, hp: 90, initiative: 25}, {name: Tor, hp: 90, initiative: 10, abilities: {str: 16}}]
combatants: [{monster: Adult Red Dragon, initiative: 18}]
"""


def test_an_action_is_found_by_a_few_letters_and_done() -> None:
    at = At(DRAGON).keys("o dod enter")
    assert at.of("mi").has("dodging") and at.of("mi").turn.action


def test_what_cannot_be_done_says_why_and_stands_last() -> None:
    at = At(DRAGON, size=(120, 140)).keys("o dod enter o")
    lines = at.pane("detail").splitlines()
    disengage = next(number for number, line in enumerate(lines) if "Disengage" in line)
    assert "spent" in lines[disengage]
    assert disengage > next(number for number, line in enumerate(lines) if "Scene" in line)


def test_an_action_with_a_target_asks_for_its_letter() -> None:
    at = At(DRAGON, dice=fed(19, 2)).keys("n n o gra enter")
    assert "grapple" in at.bar and "Mira" not in at.bar
    at.keys("a enter")
    assert "grappled" in at.of("mi").conditions


def test_an_action_that_wants_words_opens_the_command_line() -> None:
    at = At(DRAGON).keys("o ready enter")
    assert at.bar.startswith(' : ready mi "')
    at.type('the door opens" "attack"').keys("enter")
    readied = at.of("mi").readied
    assert readied is not None and readied.trigger == "the door opens"


def test_movement_is_counted_and_refuses_nothing() -> None:
    at = At(DRAGON).keys("m 20 enter")
    assert at.of("mi").turn.moved == 20
    at.keys("m 20d")
    assert "R-028" in at.bar


def test_a_legendary_action_is_offered_listed_and_answered_by_number() -> None:
    at = At(DRAGON).keys("n n")
    at.keys("n")
    (prompt,) = (prompt for prompt in at.state.prompts if prompt.kind == "legendary")
    assert all(option.split(" (")[0] in at.pane("detail") for option in prompt.options)
    at.keys("1 enter")
    assert at.of("ard").spent.get("legendary") == 1


def test_a_legendary_action_is_taken_unasked() -> None:
    at = At(DRAGON).keys("n n l")
    assert "3 left" in at.pane("detail")
    at.keys("1 enter")
    assert at.of("ard").spent.get("legendary") == 1


def test_a_reaction_named_by_its_number_answers_the_active_one() -> None:
    at = At(DRAGON, dice=fed(19, 3, 3, 3, 3, 3)).keys("r 1 b enter")
    assert at.of("ard").reactions_spent == 1
    assert at.of("mi").hp < 90


def test_a_long_menu_keeps_the_chosen_line_in_view() -> None:
    at = At(DRAGON, size=(80, 24)).keys("ctrl+p").keys(" ".join(["down"] * 60))
    assert "› " in at.pane("detail")
