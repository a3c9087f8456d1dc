"""Traits that act by themselves or ask: at 0, on a hit, on a death, as turns start and end."""

import pytest

from tests.encounter.scripted import MIRA, TOR, Fight, monster

EDITIONS = ("srd-5.1", "srd-5.2", "black-flag")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_zombie_stands_up_again_unless_it_fails_or_the_hit_was_radiant_or_critical(edition: str) -> None:
    fight = Fight(edition, monster("Zombie", hp=10, count=4))
    fight.say("damage zo1 12 slashing")
    assert fight.one("zo1")["status"] == "up" and fight.prompt("trait").dc == 17
    fight.say("answer 19")
    assert fight.hp("zo1") == [1]
    fight.say("damage zo2 15 slashing", "answer 2")
    fight.say("damage zo3 10 radiant", "damage zo4 10 slashing crit")
    assert [fight.one(x)["status"] for x in ("zo2", "zo3", "zo4")] == ["dead"] * 3


def test_what_is_held_back_falls_with_more_damage_or_the_next_turn() -> None:
    fight = Fight("srd-5.1", monster("Zombie", hp=10, count=2))
    fight.say("damage zo1 10", "damage zo1 1")
    assert fight.one("zo1")["status"] == "dead" and not fight.asks()
    fight.say("damage zo2 10", "next")
    assert fight.one("zo2")["status"] == "dead" and not fight.asks()


def test_a_boar_is_relentless_once() -> None:
    fight = Fight("srd-5.1", monster("Boar", hp=5))
    fight.say("damage boar 7", "answer yes")
    assert fight.hp("bo") == [1]
    fight.say("damage boar 7")
    assert fight.one("bo")["status"] == "dead"


def test_a_vampire_turns_to_mist_but_not_in_sunlight_where_it_burns() -> None:
    fight = Fight("srd-5.1", monster("Vampire", 25, hp=10, count=2), automation={"legendary": False})
    fight.say("damage va1 20 radiant", "answer yes")
    assert fight.one("va1")["status"] == "fled"
    fight.say("scene sunlight on")
    fight.turn_of("va2")
    assert fight.prompt("trait").text == "Vampire 2 in sunlight: 20 radiant"
    fight.say("answer yes")
    assert fight.one("va2")["status"] == "dead"


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_troll_goes_down_and_dies_only_when_fire_or_acid_keeps_it_down(edition: str) -> None:
    fight = Fight(edition, monster("Troll", hp=20, count=2))
    fight.say("damage tr1 tr2 30 slashing")
    assert fight.one("tr1")["status"] == "stable"
    fight.turn_of("tr1")
    fight.say("answer yes", "damage tr2 1 fire")
    assert fight.one("tr1")["status"] == "up" and fight.one("tr1")["hp"] in (10, 15)
    assert fight.turn_of("tr2") and fight.one("tr2")["status"] == "dead"


def test_lightning_heals_a_golem_and_fire_frightens_it() -> None:
    fight = Fight("srd-5.2", monster("Flesh Golem", hp="50/127"))
    fight.say("damage fg 20 lightning")
    assert fight.hp("fg") == [70]
    fight.say("damage fg 5 fire")
    fight.turn_of("fg")
    assert "disadvantage" in fight.say("attack fg with slam vs mira", faces=(15, 2))[0]
    fight.say("next")
    assert not fight.state.combatants["fg"].has("averse to fire")  # type: ignore[index]


@pytest.mark.parametrize(("edition", "hp"), [("srd-5.1", "40/93"), ("srd-5.2", "60/127"), ("black-flag", "55/95")])
def test_a_golem_may_go_berserk_on_a_six(edition: str, hp: str) -> None:
    fight = Fight(edition, monster("Flesh Golem", hp=hp))
    fight.turn_of("fg")
    fight.say("answer 5")
    assert not fight.state.combatants["fg"].has("berserk")  # type: ignore[index]
    fight.turn_of("fg")
    fight.say("answer 6")
    assert fight.state.combatants["fg"].has("berserk")  # type: ignore[index]


def test_cold_slows_water() -> None:
    fight = Fight("srd-5.1", monster("Water Elemental"))
    fight.say("damage we 5 cold", "damage we 5 cold")
    fight.turn_of("we")
    assert fight.one("we")["movement_left"] == 10


def test_a_cloaker_shares_what_it_suffers_with_whom_it_holds_and_a_guardian_spares_its_ward() -> None:
    fight = Fight("srd-5.1", monster("Cloaker"), monster("Shield Guardian", side="ally"))
    before = fight.hp("cl")[0]
    fight.say("cond mira +grappled from cl", "damage cl 9 slashing")
    assert fight.hp("cl", "mi") == [before - 4, 35]
    fight.say("cond mira -grappled", "cond mira +bound from sg", "damage mira 9 fire")
    assert fight.hp("mi", "sg") == [30, 138]


def test_death_bursts_reach_those_named() -> None:
    fight = Fight("srd-5.1", monster("Magmin", hp=3, count=2))
    fight.say("damage ma1 ma2 6 slashing")
    assert fight.asks() == [("trait", "ma1"), ("trait", "ma2")]
    fight.say("answer yes vs mira=3 tor=19", faces=(6, 5))
    assert fight.hp("mi", "to") == [29, 35]
    fight.say("answer yes")
    assert not fight.asks()


def test_stench_is_asked_of_those_marked_near_until_they_pass() -> None:
    fight = Fight("srd-5.1", monster("Ghast", 25))
    fight.say("answer yes vs mira")
    fight.say("next")
    assert fight.asks() == [("trait", "mi")]
    fight.say("answer 2")
    assert fight.one("mi")["conditions"][0]["name"] == "poisoned"
    fight.turn_of("mi")
    assert not fight.one("mi")["conditions"]
    fight.say("answer 18")
    fight.turn_of("mi")
    assert not fight.asks()


@pytest.mark.parametrize("edition", ["srd-5.1", "black-flag"])
def test_a_gaze_restrains_first_and_petrifies_when_the_next_save_fails_too(edition: str) -> None:
    fight = Fight(edition, monster("Basilisk", 25))
    fight.say("answer yes vs mira tor", "next")
    fight.say("answer 2", "answer yes")
    assert fight.one("mi")["conditions"][0]["name"] == "restrained"
    fight.say("next")
    fight.say("answer 3")
    assert [x["name"] for x in fight.one("mi")["conditions"]] == ["petrified"]


def test_fire_auras_burn_at_the_start_in_2014_and_at_the_end_in_2024() -> None:
    for edition, name, before in (("srd-5.1", "Balor", True), ("srd-5.2", "Balor", False)):
        fight = Fight(edition, monster(name, 10))
        fight.turn_of("ba")
        assert (("trait", "ba") in fight.asks()) is before
        if not before:
            fight.say("next")
        fight.say("answer yes vs tor", faces=(5, 5, 5))
        assert fight.hp("to") == [25]


def test_a_burning_body_answers_a_melee_hit() -> None:
    fight = Fight("srd-5.1", monster("Azer"))
    fight.say("attack tor with sword vs azer", faces=(18, 5))
    assert fight.prompt("trait").subject == "Heated Body"
    fight.say("answer 7")
    assert fight.hp("to") == [33]


@pytest.mark.parametrize("edition", ["srd-5.1", "black-flag"])
def test_a_charge_adds_damage_and_a_save(edition: str) -> None:
    fight = Fight(edition, monster("Boar", 25))
    fight.say("attack boar with tusk vs tor charge", faces=(17, 3, 4, 2))
    assert fight.hp("to")[0] <= 33
    assert fight.prompt("choice").options == ("prone",)
    fight.say("answer yes")
    assert [x["name"] for x in fight.one("to")["conditions"]] == ["prone"]


def test_sneak_attack_comes_with_advantage_or_by_a_yes_once_a_turn() -> None:
    fight = Fight("srd-5.1", monster("Spy", 25), monster("Thug"))
    fight.say("attack spy with shortsword vs mira adv", faces=(17, 3, 4, 6, 6))
    assert fight.hp("mi") == [40 - 4 - 2 - 12]
    fight.say("attack spy with shortsword vs mira", faces=(17, 4))
    assert not fight.asks()
    fight = Fight("srd-5.1", monster("Hobgoblin", 25, count=2))
    fight.say("attack ho1 with longsword vs mira", faces=(17, 4))
    fight.say("answer yes", faces=(6, 6))
    assert fight.hp("mi") == [40 - 5 - 12]


def test_surprise_attack_in_the_first_round_only() -> None:
    fight = Fight("srd-5.1", monster("Bugbear", 25), party=({**MIRA, "surprised": True}, TOR))
    fight.say("attack bugbear with morningstar vs mira", faces=(17, 1, 1, 6, 6))
    assert fight.hp("mi") == [40 - 4 - 12]


def test_blood_frenzy_needs_blood_and_in_2014_melee() -> None:
    fight = Fight("srd-5.1", monster("Hunter Shark", 25))
    assert "advantage" not in fight.say("attack hs with bite vs mira", faces=(2,))[0]
    fight.say("damage mira 1")
    fight.turn_of("hs")
    assert "advantage" in fight.say("attack hs with bite vs mira", faces=(2, 3))[0]


def test_packs_are_reminded_of_their_advantage_once_a_turn() -> None:
    fight = Fight("srd-5.1", monster("Wolf", 25, count=2))
    told = fight.say("attack wo1 with bite vs mira", "attack wo1 with bite vs mira", faces=(2, 2))
    assert sum("Pack Tactics" in line for line in told) == 1


def test_swarms_are_not_healed_and_bite_less_when_halved() -> None:
    fight = Fight("srd-5.1", monster("Swarm of Rats", 25, hp="5/24"))
    assert "swarm" in fight.say("heal sor 5")[0].casefold()
    fight.say("attack sor with bites vs mira", faces=(18, 4))
    assert fight.hp("mi") == [36]


def test_a_hydra_loses_heads_and_grows_two_unless_burnt() -> None:
    for edition, healed in (("srd-5.1", 20), ("srd-5.2", 20)):
        fight = Fight(edition, monster("Hydra", 10))
        top = fight.hp("hy")[0]
        fight.say("damage hy 15", "damage hy 12")
        assert fight.state.combatants["hy"].counters["heads"] == 4  # type: ignore[index]
        fight.turn_of("hy")
        fight.say("next")
        assert fight.state.combatants["hy"].counters["heads"] == 6  # type: ignore[index]
        assert fight.hp("hy") == [top - 27 + healed]
        fight.say("damage hy 20", "damage hy 5 fire")
        fight.turn_of("hy")
        fight.say("next")
        assert fight.state.combatants["hy"].counters["heads"] == 5  # type: ignore[index]


def test_an_ooze_splits_in_two_that_share_its_hit_points_and_its_count() -> None:
    fight = Fight("srd-5.1", monster("Ochre Jelly", 10, hp=31))
    fight.say("damage oj 5 lightning")
    fight.say("answer yes")
    assert fight.hp("oj", "oj2") == [15, 15]
    assert fight.state.block_of("oj2").size == "medium"  # type: ignore[arg-type]
    assert [x for place in fight.state.places for x in place.members] == ["mi", "oj", "oj2", "to"]
    assert not fight.one("oj")["reaction"]


def test_a_gnoll_rampages_after_a_kill() -> None:
    weak = {**MIRA, "hp": 2, "death_saves": False}
    fight = Fight("srd-5.1", monster("Gnoll", 25), party=(weak, TOR))
    fight.say("attack gnoll with spear vs mira", faces=(18, 6))
    fight.say("answer yes vs tor", faces=(18, 2))
    assert fight.hp("to") == [36] and not fight.one("gn")["bonus"]


def test_reckless_is_chosen_and_ends_with_the_next_turn() -> None:
    fight = Fight("srd-5.1", monster("Berserker", 25))
    fight.say("use berserker reckless")
    assert "advantage" in fight.say("attack berserker with greataxe vs mira", faces=(2, 3))[0]
    assert "advantage" in fight.say("attack tor with sword vs berserker", faces=(2, 3))[1]
    fight.turn_of("be")
    assert not fight.state.combatants["be"].has("reckless")  # type: ignore[index]


def test_sunlight_hampers_those_who_shun_it() -> None:
    fight = Fight("srd-5.1", monster("Kobold", 25), scene=["sunlight"])
    assert "disadvantage" in fight.say("attack kobold with dagger vs mira", faces=(9, 3))[-1]


def test_a_carapace_throws_a_spell_back_on_a_six() -> None:
    fight = Fight("srd-5.1", monster("Mage", 25), monster("Tarrasque", 10, side="party", death_saves=False))
    fight.say('use mage "magic missile" vs tarrasque')
    assert "turns the spell back" in "".join(fight.say("answer 6"))


def test_what_does_not_matter_now_is_silent_and_traits_can_be_switched_off() -> None:
    fight = Fight("srd-5.1", monster("Zombie", hp=10), automation={"traits": False})
    fight.say("damage zo 10")
    assert fight.one("zo")["status"] == "dead" and not fight.asks()
