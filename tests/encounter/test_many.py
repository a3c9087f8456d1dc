"""Actions against many, guided multiattacks, traps that act, and what waits for somebody who is gone."""

import pytest

from tests.encounter.scripted import TOR, Fight, monster
from tracker.encounter.errors import EncounterError
from tracker.encounter.multiattack import multiattack_next
from tracker.encounter.state import Id

EDITIONS = ("srd-5.1", "srd-5.2", "black-flag")


@pytest.mark.parametrize("edition", EDITIONS)
def test_one_breath_four_targets_two_saves_one_resistance(edition: str) -> None:
    tough = {**TOR, "name": "Hild", "resist": ["fire"]}
    evasive = {**TOR, "name": "Sly", "traits": ["Evasion"]}
    fight = Fight(edition, monster("Young Red Dragon", 25), party=(TOR, tough, evasive, {**TOR, "name": "Ban"}))
    fight.say('use yrd "fire breath" vs tor=2 hild=2 sly=20 ban=20 dmg 28')
    assert fight.hp("to", "hi", "sl", "ba") == [12, 26, 40, 26]
    assert fight.state.combatants[Id("yrd")].spent == {"Fire Breath": 1} and not fight.one("yrd")["action"]
    fight.say("undo")
    assert fight.hp("to", "hi", "sl", "ba") == [40] * 4


def test_saves_bend_with_cover_magic_resistance_dodge_and_conditions() -> None:
    fight = Fight("srd-5.1", monster("Mage", 25), monster("Drow", 3), monster("Quasit", 2))
    assert "advantage" in fight.say("save quasit wis 12", faces=(3, 15))[0]
    assert "advantage" not in fight.say("save quasit wis 12 nonmagical", faces=(12,))[0]
    fight.say("cond drow +restrained")
    assert "disadvantage" in fight.say("save drow dex 12", faces=(15, 3))[0]
    told = fight.say("save tor dex 12 10 fire half cover half", faces=(10,))
    assert "saves" in told[0] and fight.hp("to") == [35]
    fight.turn_of("mi")
    fight.say("act mira dodge")
    assert "advantage" in fight.say("save mira dex 12", faces=(3, 15))[0]


def test_conditions_are_proposed_in_one_prompt_and_immunity_is_told() -> None:
    hardy = {**TOR, "name": "Hild", "condition_immune": ["frightened"]}
    fight = Fight("srd-5.1", monster("Adult Red Dragon", 25, name="Vex"), party=(TOR, hardy))
    fight.say('use vex "frightful presence" vs tor=2 hild=2')
    assert fight.prompt("choice").targets == ("to", "hi")
    told = fight.say("answer yes")
    assert [x["name"] for x in fight.one("to")["conditions"]] == ["frightened"]
    assert any("Hild is immune" in line for line in told) and not fight.one("hi")["conditions"]


def test_a_breath_on_nobody_is_still_spent_and_one_that_is_spent_is_warned_of() -> None:
    fight = Fight("srd-5.1", monster("Young Red Dragon", 25))
    fight.say('use yrd "fire breath"')
    assert fight.state.combatants[Id("yrd")].spent == {"Fire Breath": 1}
    fight.turn_of("yrd")
    assert any("has not recharged" in line for line in fight.say('use yrd "fire breath" vs mira=20 dmg 10'))


def test_healing_and_draining_abilities() -> None:
    fight = Fight("srd-5.1", monster("Unicorn", 25, side="ally"), monster("Ogre", 3))
    fight.say("damage tor 20", 'use unicorn "healing touch" vs tor', faces=(4, 4))
    assert fight.hp("to") == [30]


def test_spells_of_a_list_spend_slots_or_daily_uses() -> None:
    fight = Fight("srd-5.1", monster("Mage", 25))
    fight.say("use mage fly vs mira")
    assert fight.state.combatants[Id("ma")].spent == {"level 3 slots": 1}
    for _ in range(3):
        fight.turn_of("ma")
        fight.say("use mage counterspell")
    assert fight.state.combatants[Id("ma")].spent == {"level 3 slots": 3, "level 4 slots": 1}
    fight = Fight("srd-5.2", monster("Mage", 25))
    fight.say("use mage fly")
    assert any("1 of 1 times" in line for line in fight.say("use mage fly"))


def test_multiattack_is_led_step_by_step_and_counted() -> None:
    fight = Fight("srd-5.1", monster("Adult Red Dragon", 25, name="Vex"))
    vex = Id("ve")
    assert multiattack_next(fight.state, vex) == (0, 3, "Bite")
    fight.say('use vex "frightful presence" vs mira=20 tor=20', "attack vex with bite vs mira", faces=(1,))
    assert multiattack_next(fight.state, vex) == (1, 3, "Claw")
    assert not any("Warning" in x for x in fight.say("attack vex with claw vs tor", faces=(1,)))
    assert multiattack_next(fight.state, vex) == (2, 3, "Claw")
    fight.say("attack vex with tail vs tor", faces=(1,))
    assert multiattack_next(fight.state, vex) is None
    assert any("action is spent" in x for x in fight.say("attack vex with claw vs mira", faces=(1,)))


def test_an_attack_without_a_name_goes_on_with_the_sequence() -> None:
    from tracker.encounter import commands as c

    fight = Fight("srd-5.1", monster("Troll", 25))
    for expected in ("Bite", "Claw", "Claw"):
        entry = fight.store.do(c.Attack(who=Id("tr"), attack="", targets=(Id("mi"),), face=c.Face(value=2)))
        assert next(x.attack for x in entry.events if x.type == "attacked") == expected


def test_a_hydra_bites_with_every_head_and_either_weapon_will_do() -> None:
    fight = Fight("black-flag", monster("Hydra", 25), monster("Hobgoblin", 3))
    assert multiattack_next(fight.state, Id("hy")) == (0, 5, "Bite")
    fight.turn_of("ho")
    fight.say("attack hobgoblin with longbow vs mira", faces=(2,))
    assert multiattack_next(fight.state, Id("ho")) == (1, 2, "Longsword")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_flooding_room_rises_each_turn_and_shoots_when_told(edition: str) -> None:
    counter = {"name": "water", "start": 0, "step": 4, "max": 10, "when_full": "It is full"}
    room = {"trap": "Room", "initiative": 12, "each_turn": "Water rises", "counter": counter}
    darts = {"trap": "Darts", "initiative": 8, "attack": {"to_hit": 5, "range": 60, "damage": ["1d4 piercing"]}}
    current = {"trap": "Current", "initiative": 7, "save": {"save": "str", "dc": 12, "inflicts": ["prone"]}}
    fight = Fight(edition, room, darts, current, monster("Ogre", 1))
    told = fight.say("next")
    assert any("Water rises" in x for x in told) and any("water 4 of 10" in x for x in told)
    fight.say("next")
    assert fight.asks() == [("lair", "da")]
    fight.say("answer yes vs mira", faces=(15, 3))
    assert fight.hp("mi") == [37]
    fight.say("next", "answer yes vs tor=2", "answer yes")
    assert [x["name"] for x in fight.one("to")["conditions"]] == ["prone"]
    fight.turn_of("ro")
    assert (
        any("water 10 of 10" in x for x in fight.turn_of("ro")) and fight.prompt("reminder").text == "Room: It is full"
    )
    fight.turn_of("ro")
    assert [p.kind for p in fight.state.prompts].count("reminder") == 1
    assert fight.one("ro")["hp"] is None


def test_what_was_asked_of_one_who_left_is_asked_no_more() -> None:
    fight = Fight("srd-5.1", monster("Giant Spider", 25), monster("Ogre", 3))
    fight.say("conc mira bless", "damage mira 3", "cond tor +poisoned save con 12 at end")
    fight.say("attack gs with web vs mira", faces=(18,))
    assert [kind for kind, _ in fight.asks()] == ["concentration", "choice"]
    fight.say("remove mira")
    assert not fight.asks()
    with pytest.raises(EncounterError, match="nothing is being asked"):
        fight.say("answer 14")


def test_two_prompts_at_once_are_told_apart_by_their_number() -> None:
    fight = Fight("srd-5.1", monster("Ogre", 25))
    fight.say("conc mira bless", "conc tor haste", "damage mira tor 4")
    fight.say("answer 2: 1")
    assert fight.one("to")["concentration"] is None and fight.asks() == [("concentration", "mi")]
    with pytest.raises(EncounterError, match="no prompt 2"):
        fight.say("answer 2: 5")
