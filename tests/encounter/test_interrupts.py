"""What breaks into a turn: reactions to a hit, opportunity attacks, readied actions, and several reactions."""

import pytest

from tests.encounter.scripted import MIRA, TOR, Fight, monster
from tracker.encounter.errors import EncounterError

EDITIONS = ("srd-5.1", "srd-5.2", "black-flag")


@pytest.mark.parametrize("edition", EDITIONS)
def test_shield_turns_the_hit_just_taken_and_lasts_until_the_next_turn(edition: str) -> None:
    fight = Fight(edition, monster("Ogre", 25))
    fight.say("conc mira bless", "attack ogre with greatclub vs mira", faces=(10, 8, 8))
    assert fight.hp("mi") == [20] and fight.asks() == [("concentration", "mi")]
    fight.say("react mira shield")
    assert fight.hp("mi") == [40] and not fight.asks()
    assert fight.one("mi")["ac"] == 20 and not fight.one("mi")["reaction"]
    fight.turn_of("mi")
    assert fight.one("mi")["ac"] == 15


def test_shield_takes_back_even_death_and_everything_that_came_of_it() -> None:
    frail = {**MIRA, "hp": 5}
    fight = Fight("srd-5.1", monster("Ogre", 25), party=(frail, TOR))
    fight.say("conc mira bless", "cond tor +invisible until mira's concentration ends")
    fight.say("attack ogre with greatclub vs mira", faces=(10, 8, 8))
    assert fight.one("mi")["status"] == "dead" and not fight.one("to")["conditions"]
    fight.say("react mira shield")
    mira = fight.one("mi")
    assert (mira["hp"], mira["status"], mira["concentration"], mira["conditions"]) == (5, "up", "bless", [])
    assert [x["name"] for x in fight.one("to")["conditions"]] == ["invisible"]
    assert fight.state.combatants["og"].tally.dealt == 0 == fight.state.combatants["og"].tally.kills  # type: ignore[index]


def test_shield_that_is_not_enough_changes_nothing_and_what_happened_since_stays() -> None:
    fight = Fight("srd-5.1", monster("Ogre", 25))
    fight.say("attack ogre with greatclub vs mira", faces=(20, 1, 1, 1, 1))
    after = fight.hp("mi")
    assert any("still hits" in line for line in fight.say("react mira shield"))
    assert fight.hp("mi") == after
    fight = Fight("srd-5.1", monster("Ogre", 25))
    fight.say(
        "attack ogre with greatclub vs mira", "damage mira 4", "cond mira +prone", "react mira shield", faces=(10, 8, 8)
    )
    assert fight.hp("mi") == [36] and [x["name"] for x in fight.one("mi")["conditions"]] == ["prone"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_parry_is_offered_only_when_it_would_turn_the_hit(edition: str) -> None:
    fight = Fight(edition, monster("Bandit Captain", 3))
    ac, top = fight.one("bc")["ac"], fight.hp("bc")[0]
    fight.say("attack tor with sword vs bc", faces=(19, 5))
    assert ac + 2 <= 24 and not fight.asks()
    fight.say("attack tor with sword vs bc", faces=(ac - 4, 5))
    assert fight.prompt("choice").subject == "Parry"
    fight.say("answer parry")
    assert fight.hp("bc") == [top - 5] and not fight.one("bc")["reaction"]
    fight.say("attack tor with sword vs bc", faces=(ac - 4, 5))
    assert not fight.asks()


def test_the_offer_goes_with_the_turn_and_can_be_switched_off() -> None:
    fight = Fight("srd-5.1", monster("Gladiator", 3))
    fight.say("attack tor with sword vs gladiator", faces=(12, 5))
    assert fight.asks() == [("choice", "gl")]
    fight.say("next")
    assert not fight.asks()
    fight.say("auto reactions off", "attack tor with sword vs gladiator", faces=(12, 5))
    assert not fight.asks()


def test_protective_magic_shields_and_counts_its_uses() -> None:
    fight = Fight("srd-5.2", monster("Mage", 3))
    fight.say("attack tor with sword vs mage", faces=(11, 5))
    fight.say("answer yes")
    mage = fight.state.combatants["ma"]  # type: ignore[index]
    assert mage.hp == mage.max_hp and mage.spent == {"Protective Magic": 1} and fight.one("ma")["ac"] == 20


def test_uncanny_dodge_halves() -> None:
    fight = Fight("srd-5.1", monster("Ogre", 25))
    fight.say("attack ogre with greatclub vs mira", 'react mira "uncanny dodge"', faces=(18, 8, 8))
    assert fight.hp("mi") == [30]


def test_an_opportunity_attack_is_offered_taken_and_answered_by_its_command() -> None:
    fight = Fight("srd-5.1", monster("Ogre", 10))
    fight.say("move mira 20 from ogre")
    assert fight.asks() == [("opportunity", "og")]
    fight.say("react ogre opportunity vs mira", faces=(15, 3, 3))
    assert fight.hp("mi") == [30] and not fight.asks() and not fight.one("og")["reaction"]
    assert fight.state.active_id == "mi"
    fight.say("undo")
    assert fight.asks() == [("opportunity", "og")] and fight.hp("mi") == [40]
    fight.say("attack ogre with greatclub vs mira reaction", faces=(3,))
    assert not fight.asks() and not fight.one("og")["reaction"]


def test_a_hydra_bites_once_a_head_and_a_marilith_parries_every_turn() -> None:
    fight = Fight("srd-5.1", monster("Hydra", 10), monster("Marilith", 8))
    for _ in range(4):
        fight.say("react hydra opportunity vs mira", faces=(1,))
    assert fight.one("hy")["reaction"]
    fight.say("react hydra opportunity vs mira", faces=(1,))
    assert not fight.one("hy")["reaction"]
    fight.say("react marilith parry")
    assert not fight.one("ma")["reaction"]
    fight.say("next")
    assert fight.one("ma")["reaction"]


def test_black_flag_answers_a_trigger_once() -> None:
    fight = Fight("black-flag", monster("Marilith", 3))
    told = fight.say("attack tor with sword vs marilith", "react marilith parry", "react marilith parry", faces=(19, 3))
    assert any("one reaction to each trigger" in line for line in told)
    assert fight.one("ma")["reaction"]


def test_a_readied_attack_waits_and_is_made_at_the_one_named() -> None:
    fight = Fight("srd-5.1", monster("Ogre", 10))
    fight.say('ready mira "when the door opens" "attack"', "next", "next")
    assert fight.asks() == [("readied", "mi")]
    fight.say("answer yes")
    assert fight.state.combatants["mi"].readied is None and not fight.one("mi")["reaction"]  # type: ignore[index]
    fight.say('ready tor "it moves" "sword"', "next")
    fight.say("react tor readied vs ogre", faces=(15, 4))
    assert fight.hp("og") == [55] and not fight.asks()


def test_a_readied_action_is_lost_at_its_owners_start_or_when_skipped() -> None:
    fight = Fight("srd-5.1", monster("Ogre", 10))
    fight.say('ready mira "the door" "attack"')
    fight.turn_of("mi")
    assert not fight.asks() and fight.one("mi")["reaction"]
    fight.say('ready mira "the door" "attack"', "skip")
    with pytest.raises(EncounterError, match="nothing readied"):
        fight.say("react mira readied")


def test_a_readied_spell_needs_concentration_and_goes_with_it() -> None:
    fight = Fight("srd-5.2", monster("Ogre", 10))
    fight.say("conc mira bless", 'ready mira "it moves" "fireball" spell')
    assert fight.one("mi")["concentration"] == "fireball"
    fight.say("damage mira 5", "answer 2: 1")
    assert fight.one("mi")["concentration"] is None and not fight.asks()
    fight = Fight("srd-5.2", monster("Ogre", 10))
    fight.say('ready mira "it moves" "fireball" spell', "cond mira +stunned")
    assert not fight.asks() and fight.one("mi")["concentration"] is None
    fight = Fight("srd-5.2", monster("Ogre", 10))
    fight.say('ready mira "it moves" "fireball" spell', "next", "react mira readied")
    assert fight.one("mi")["concentration"] is None and not fight.asks()
