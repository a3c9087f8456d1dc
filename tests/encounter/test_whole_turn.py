"""What a turn brings of itself: its start and its end, legendary and lair actions, effects and the ends of fights."""

import pytest

from tests.encounter.scripted import MIRA, TOR, Fight, monster
from tracker.encounter.errors import EncounterError

EDITIONS = ("srd-5.1", "srd-5.2", "black-flag")
LAIR = {
    "owner": "Vex",
    "actions": [{"name": "Tremor", "save": "dex", "dc": 15, "inflicts": ["prone"]}, {"name": "Smoke"}],
}


def kinds(fight: Fight) -> list[str]:
    return [kind for kind, _ in fight.asks()]


def test_what_starts_with_a_turn_is_asked_in_one_order() -> None:
    troll = {"name": "Grum", "initiative": 10, "hp": "50/84", "regeneration": {"amount": 10, "stopped_by": ["fire"]}}
    troll |= {"actions": [{"name": "Roar", "recharge": "5-6", "save": "wis", "dc": 12}]}
    fight = Fight("srd-5.1", troll)
    fight.turn_of("gr")
    fight.say("use grum roar", "ongoing grum 1d6 acid at start", "cond grum +frightened save wis 12 at start")
    fight.turn_of("gr")
    assert kinds(fight) == ["ongoing_damage", "end_save", "regeneration", "recharge"]
    fight.say("answer 3", "answer 20", "answer yes", "answer 4")
    assert fight.hp("gr") == [57] and not fight.one("gr")["conditions"]
    assert fight.state.combatants["gr"].spent == {"Roar": 1}  # type: ignore[index]
    fight.say("damage grum 1 fire")
    told = fight.turn_of("gr")
    assert any("does not regenerate: fire" in line for line in told) and "regeneration" not in kinds(fight)
    fight.say("answer 2: 6" if kinds(fight)[1:] == ["recharge"] else "answer 6")


def test_recharge_is_rolled_once_only_when_spent_and_never_by_the_dead() -> None:
    fight = Fight("srd-5.1", monster("Young Red Dragon", 25, hp=30, count=2, group=True))
    assert not fight.asks()
    fight.say('use yrd1 "fire breath" vs mira tor=18', faces=(1,) * 16 + (3,))
    assert fight.hp("mi", "to") == [24, 32]
    fight.turn_of("yrd1")
    assert fight.asks() == [("recharge", "yrd1")]
    fight.say("add Wolf hp 5", "remove wolf")
    assert kinds(fight) == ["recharge"]
    fight.say("next")
    assert fight.turn_of("yrd1") and kinds(fight) == ["recharge"]
    fight.say("damage yrd1 40")
    assert not fight.asks()
    fight.turn_of("yrd2")
    assert not fight.asks()


def test_breaths_that_share_a_recharge_are_asked_for_once() -> None:
    fight = Fight("srd-5.2", monster("Young Brass Dragon", 25))
    groups = {x.name: x.group for x in fight.state.block_of("ybd").actions}  # type: ignore[arg-type]
    fight.say(f'use ybd "{next(iter(groups))}" vs mira', faces=())
    fight.turn_of("ybd")
    assert kinds(fight).count("recharge") == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_legendary_actions_are_offered_after_others_and_come_back_at_its_own_start(edition: str) -> None:
    fight = Fight(edition, monster("Adult Red Dragon", 10, name="Vex"))
    uses = 3
    fight.say("next")
    assert fight.asks() == [("legendary", "ve")] and fight.prompt("legendary").amount == uses
    fight.say("skip", "next")
    if edition == "srd-5.2":
        fight.say('legend vex "pounce" vs tor', faces=(15, 5, 2, 2))
        assert fight.hp("to") == [40 - 13 - 4]
    else:
        fight.say('legend vex "tail attack" vs tor', faces=(15, 3, 3))
        assert fight.hp("to") == [40 - 14]
        fight.say('legend vex "wing attack" vs tor=2', faces=(1, 1))
        assert fight.prompt("choice").options == ("prone",)
        with_warning = fight.say("legend vex detect")
        assert any("0 legendary actions left" in line for line in with_warning)
    fight.turn_of("ve")
    assert fight.state.combatants["ve"].spent.get("legendary") is None  # type: ignore[index]


def test_the_offer_before_its_own_turn_costs_nothing_of_the_new_turn() -> None:
    fight = Fight("srd-5.1", monster("Adult Red Dragon", 10, name="Vex"))
    fight.say("next", "answer detect")
    assert fight.state.active_id == "ve"
    assert fight.state.combatants["ve"].spent.get("legendary") is None  # type: ignore[index]


def test_several_dragons_each_have_their_own_and_once_is_once() -> None:
    fight = Fight("srd-5.2", monster("Adult Red Dragon", 10, count=2))
    fight.say("next")
    assert fight.asks() == [("legendary", "ard1"), ("legendary", "ard2")]
    fight.say('legend ard2 "fiery rays"')
    assert fight.asks() == [("legendary", "ard1")]
    assert any("since its last turn" in line for line in fight.say('legend ard2 "fiery rays"'))
    fight.say("next")
    assert fight.asks() == [("legendary", "ard2")] and fight.prompt("legendary").amount == 1
    assert "Fiery Rays" not in fight.prompt("legendary").options


@pytest.mark.parametrize(("edition", "uses", "resists"), [("srd-5.1", 3, 3), ("srd-5.2", 4, 4), ("black-flag", 3, 3)])
def test_a_lair_acts_on_20_after_everybody_else_and_does_not_repeat_itself(
    edition: str, uses: int, resists: int
) -> None:
    fight = Fight(edition, monster("Adult Red Dragon", 10, name="Vex"), lair=LAIR)
    assert [place.count for place in fight.state.places][:2] == [20, 20]
    fight.say("next")
    assert kinds(fight) == ["legendary", "lair"] and fight.prompt("legendary").amount == uses
    fight.say("answer tremor vs mira=3 tor=18")
    assert fight.prompt("choice").targets == ("mi",)
    fight.say("answer prone")
    fight.turn_of("vl")
    assert fight.prompt("lair").options == ("Smoke",)
    fight.say("kill vex")
    assert any("quiet" in line for line in fight.turn_of("vl"))


def test_legendary_resistance_turns_just_the_save_that_failed() -> None:
    fight = Fight("srd-5.1", monster("Adult Red Dragon", 10, name="Vex"))
    top = fight.hp("ve")[0]
    fight.say("conc vex fly", "save vex dex 30 20 cold half else +prone", "damage vex 60")
    assert [x["name"] for x in fight.one("ve")["conditions"]] == ["prone"]
    assert kinds(fight) == ["concentration", "concentration"]
    fight.say("resist vex")
    assert fight.hp("ve") == [top - 70] and not fight.one("ve")["conditions"]
    assert [p.amount for p in fight.state.prompts] == [60, 10]
    fight.say("answer 1")
    assert not fight.asks() and fight.one("ve")["concentration"] is None
    fight.say("resist vex")
    assert fight.one("ve")["concentration"] == "fly"
    assert fight.state.combatants["ve"].spent["legendary resistance"] == 2  # type: ignore[index]
    with pytest.raises(EncounterError, match="not just failed"):
        fight.say("resist vex")


def test_a_repeat_save_failed_can_be_resisted_too() -> None:
    fight = Fight("srd-5.1", monster("Adult Red Dragon", 25, name="Vex"))
    fight.say("cond vex +paralyzed save wis 30 at end", "next", "answer 2", "resist vex")
    assert not fight.one("ve")["conditions"]


def test_ongoing_damage_and_repeat_saves_at_the_end_before_legendary_offers() -> None:
    fight = Fight("srd-5.1", monster("Adult Red Dragon", 10, name="Vex"))
    fight.say("ongoing mira 1d6 poison at end save con 12 at end", "cond mira +poisoned save con 12 at end", "next")
    assert kinds(fight) == ["ongoing_damage", "end_save", "end_save", "legendary"]
    fight.say("answer 3: 15")
    assert not fight.one("mi")["conditions"] and fight.asks()[0] == ("ongoing_damage", "mi")


@pytest.mark.parametrize(("edition", "lasts"), [("srd-5.1", False), ("srd-5.2", True), ("black-flag", False)])
def test_a_rage_that_nothing_feeds_dies_down(edition: str, lasts: bool) -> None:
    ragnar = {"name": "Ragnar", "class": "Barbarian", "level": 3, "hp": 30, "initiative": 25, "attacks": TOR["attacks"]}
    fight = Fight(edition, monster("Ogre", 1), party=(ragnar, TOR))
    fight.say("act ragnar rage", "next")
    assert fight.state.combatants["ra"].has("raging") is lasts  # type: ignore[index]
    fight.turn_of("ra")
    fight.say("next")
    assert not fight.state.combatants["ra"].has("raging")  # type: ignore[index]
    fight.turn_of("ra")
    fight.say("act ragnar rage", "attack ragnar with sword vs ogre", "next", faces=(2,))
    assert fight.state.combatants["ra"].has("raging")  # type: ignore[index]


def test_a_small_creature_is_blown_over_where_the_wind_has_that_rule() -> None:
    fight = Fight("black-flag", monster("Goblin", 25), scene=["gale"])
    assert kinds(fight) == ["end_save"]
    fight.say("answer 3")
    assert [x["name"] for x in fight.one("go")["conditions"]] == ["prone"]


def test_who_cannot_act_is_said_and_not_asked() -> None:
    fight = Fight("srd-5.1", monster("Ogre", 10))
    fight.say("cond ogre +stunned")
    assert any("Ogre cannot act: stunned" in line for line in fight.say("next"))
    assert not fight.asks()


def test_monsters_roll_for_themselves_when_they_are_told_to() -> None:
    fight = Fight("srd-5.1", monster("Zombie", 10, hp=10), automation={"answer_for_monsters": True})
    fight.say("damage zo 12", faces=(19,))
    assert fight.hp("zo") == [1] and not fight.asks()
    fight.say("conc mira bless", "damage mira 5")
    assert fight.asks() == [("concentration", "mi")]
    fight.say("ongoing zo 1d4 fire at end", "next")
    fight.say("next", faces=(4,))
    assert fight.one("zo")["status"] == "up" or fight.one("zo")["status"] == "dead"
    assert all(who == "mi" for _, who in fight.asks())


def test_effects_end_when_their_words_say() -> None:
    fight = Fight("srd-5.1", monster("Ogre", 10))
    fight.say(
        "cond mira +poisoned until end of ogre's next turn",
        "cond tor +frightened for 1 minute",
        "cond tor +charmed until dismissed from ogre",
        "conc mira hold",
        "cond ogre +paralyzed until mira's concentration ends",
    )
    assert fight.one("mi")["conditions"][0]["until"] == "end of og's next turn"
    fight.say("next")
    assert fight.one("mi")["conditions"]
    fight.say("next")
    assert not fight.one("mi")["conditions"]
    fight.say("conc mira off")
    assert not fight.one("og")["conditions"]
    for _ in range(9):
        fight.turn_of("mi")
    assert {x["name"] for x in fight.one("to")["conditions"]} == {"charmed", "frightened"}
    fight.turn_of("mi")
    assert {x["name"] for x in fight.one("to")["conditions"]} == {"charmed"}
    fight.say("cond tor -charmed")
    assert not fight.one("to")["conditions"]


def test_a_caster_who_leaves_takes_along_what_hung_on_its_concentration() -> None:
    fight = Fight("srd-5.1", monster("Mage", 10), monster("Ogre", 3))
    fight.say("conc mage hold", "cond mira tor +paralyzed until mage's concentration ends save wis 14 at end", "next")
    assert fight.asks() == [("end_save", "mi")]
    fight.say("remove mage")
    assert not fight.asks() and not fight.one("mi")["conditions"] and not fight.one("to")["conditions"]


def test_ending_is_proposed_once_and_again_only_after_somebody_was_up() -> None:
    fight = Fight("srd-5.1", monster("Ogre", 10, hp=5))
    fight.say("damage ogre 5")
    assert [p.kind for p in fight.state.prompts] == ["end_combat"]
    fight.say("skip", "next")
    assert not fight.state.prompts
    fight.say("revive ogre", "remove ogre")
    assert [p.kind for p in fight.state.prompts] == ["end_combat"]
    fight.say("conc mira bless", "damage mira 3")
    assert [p.kind for p in fight.state.prompts] == ["concentration", "end_combat"]
    fight.say("answer 15", "answer yes")
    assert fight.state.phase == "ended" and not fight.state.prompts


def test_surrender_flight_and_changing_sides_end_a_fight_too_but_not_while_a_wave_waits() -> None:
    fight = Fight("srd-5.1", monster("Ogre", 10), monster("Orc", 8, count=2), monster("Wolf", None, wave="W", joins=2))
    fight.say("set ogre side neutral", "set or1 side ally", "flee or2")
    assert not fight.state.prompts
    fight.turn_of("mi")
    assert "wo" in [x for p in fight.state.places for x in p.members]
    fight.say("kill wolf")
    assert [p.kind for p in fight.state.prompts] == ["end_combat"]


def test_ending_withdraws_what_waits_and_reopening_asks_it_again_once() -> None:
    fight = Fight("srd-5.1", monster("Ogre", 10))
    fight.say("conc mira bless", "damage mira 3", 'ready tor "the door" "attack"', "end")
    assert not fight.asks()
    fight.say("reopen")
    assert fight.asks() == [("concentration", "mi")]


def test_a_group_whose_last_member_falls_on_its_own_turn_keeps_the_turn() -> None:
    fight = Fight("srd-5.1", monster("Goblin", 10, count=2, group=True))
    fight.say("next", "ongoing go1 1d6 fire at end", "kill go1 go2")
    assert fight.state.active_place.members == ("go1", "go2")  # type: ignore[union-attr]
    fight.say("next")
    assert fight.state.active_id == "to" and not fight.asks()


def test_members_of_a_group_act_by_themselves_and_the_next_one_standing_is_named() -> None:
    fight = Fight("srd-5.1", monster("Goblin", 10, count=3, group=True))
    fight.say(
        "next", "damage next@goblins 10", "damage next@goblins/ 8", "attack go2 with scimitar vs mira", faces=(2,)
    )
    assert [fight.one(x)["status"] for x in ("go1", "go2", "go3")] == ["dead", "up", "up"]
    assert (fight.one("go2")["hp"], fight.one("go2")["action"], fight.one("go3")["action"]) == (3, False, True)


def test_a_group_partly_surprised_parts_in_2024_and_typed_faces_stay_on_the_die() -> None:
    party = (MIRA, TOR)
    goblins = [{"monster": "Goblin Warrior", "count": 2, "group": True}]
    fight = Fight("srd-5.2", *goblins, party=party)
    assert any(place.members == ("gw1", "gw2") for place in fight.state.places)
    for face in ("0", "27"):
        with pytest.raises(EncounterError, match="1 to 20"):
            fight.say("conc mira bless", "damage mira 3", f"answer {face}")
        fight.say("skip")
