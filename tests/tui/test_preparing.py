"""Fitting an encounter to the evening before it begins: every key of it, and the difficulty that moves along."""

import pytest

from tests.tui.at_table import At

FORD = """
encounter: The ford
edition: {edition}
party:
  - {{name: Mira, hp: 30, level: 3, abilities: {{dex: 14}}}}
  - {{name: Tor, hp: 30, level: 3}}
combatants:
  - {{monster: {foe}, count: 2}}
  - {{monster: Ogre, hidden: true}}
"""


def ford(edition: str = "srd-5.1", foe: str = "Goblin", width: int = 120) -> At:
    return At(FORD.format(edition=edition, foe=foe), begun=False, size=(width, 40))


def names(at: At) -> list[str]:
    return [row.name for row in at.table.rows if row.ids]


def test_more_and_fewer_of_a_creature_move_the_difficulty() -> None:
    at = ford()
    order = at.pane("order")
    assert "deadly" in order.splitlines()[0]
    assert "PARTY easy 150, medium 300, hard 450, deadly 800" in order
    assert "FOES 3 foes · 550 XP × 2.5 = 1,375" in order
    at.keys("down down > >")
    assert names(at)[2:] == ["Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4", "Ogre"]
    assert "5 foes · 650 XP × 2.5 = 1,625" in at.pane("order")
    at.keys("< < < <")
    assert names(at) == ["Mira", "Tor", "Ogre"]
    assert "1 foe · 450 XP × 1.5 = 675" in at.pane("order") and "hard" in at.pane("order").splitlines()[0]
    at.keys("u u")
    assert names(at)[2:] == ["Goblin 1", "Goblin 2", "Ogre"]


def test_a_creature_is_swapped_and_the_cursor_stays_with_it() -> None:
    at = ford()
    at.keys("down down = bug")
    assert "Bugbear for Goblin 1, Goblin 2" in at.bar
    at.keys("enter >")
    assert names(at)[2:] == ["Ogre", "Bugbear 1", "Bugbear 2", "Bugbear 3"]
    assert "4 foes · 1,050 XP" in at.pane("order") and "deadly" in at.pane("order").splitlines()[0]
    at.keys("= zzzz enter")
    assert "no creature 'zzzz'" in at.bar


def test_each_edition_weighs_in_its_own_way_at_any_width() -> None:
    modern = ford("srd-5.2", "Goblin Warrior").pane("order")
    assert "PARTY low 300, moderate 450, high 800" in modern and "3 foes · 550 XP ─" in modern
    assert "moderate" in modern.splitlines()[0]
    flag = ford("black-flag").pane("order")
    assert "PARTY 6 levels" in flag and "3 foes · CR" in flag
    narrow = ford(width=80).pane("order")
    assert "deadly 800" in narrow and "easy" not in narrow
    unknown = At("edition: srd-5.1\ncombatants: [{monster: Orc}]\nparty: [{name: Mira}]", begun=False)
    assert "no levels given" in unknown.pane("order")


def test_hit_points_are_rolled_averaged_or_greatest() -> None:
    at = ford()
    at.keys("H m enter")
    assert {at.of(who).max_hp for who in ("go1", "go2")} == {12} and at.of("og").hp == 91
    at.keys("down down x H a enter")
    assert (at.of("go1").hp, at.of("go2").hp, at.of("mi").hp) == (7, 12, 30)
    at.keys("x escape H r enter")
    assert 2 <= at.of("go2").hp <= 12
    at.keys("u u u")
    assert at.of("og").hp == 59


def test_hit_points_written_as_a_number_stay_unless_their_owner_is_marked() -> None:
    at = At(FORD.format(edition="srd-5.1", foe="Goblin").replace("hidden: true", "hp: 40"), begun=False)
    at.keys("H")
    assert "Rolled for all foes but Ogre" in at.pane("detail")
    at.keys("m enter")
    assert (at.of("go1").max_hp, at.of("og").max_hp) == (12, 40)
    at.keys("down down down down x H m enter")
    assert at.of("og").max_hp == 91
    at.keys("u x > H m enter")
    assert [one.max_hp for one in at.state.combatants.values() if one.name.startswith("Ogre")] == [40, 40]


def test_initiative_is_rolled_typed_in_one_pass_or_fixed() -> None:
    at = ford()
    at.keys("I r enter")
    assert all(row.count not in ("?", "") for row in at.table.rows if row.ids)
    at = ford()
    at.keys("I p enter")
    assert at.bar.startswith(" initiative    Mira: ") and at.of("og").initiative is not None
    at.keys("17 tab tab")
    assert at.of("mi").initiative == 17 and at.of("to").initiative is not None
    assert "n begins" in at.bar
    at.keys("n")
    assert at.state.phase == "running"


def test_without_prefilled_dice_nothing_is_thrown_before_enter() -> None:
    at = ford()
    at.table.offers.prefilled = False
    at.keys("I t enter")
    assert "Mira: roll" in at.bar
    at.keys("tab 9 tab")
    assert at.of("mi").initiative is not None and at.of("to").initiative == 9


def test_fixed_scores_are_there_where_the_edition_has_them() -> None:
    at = ford("srd-5.2", "Goblin Warrior")
    at.keys("I f enter")
    assert (at.of("mi").initiative, at.of("to").initiative) == (12, 10)
    at = ford()
    at.keys("I f")
    assert "no fixed initiative scores" in at.pane("detail") + at.bar
    at.keys("enter")
    assert at.of("mi").initiative is None


@pytest.mark.parametrize("key", [">", "<", "="])
def test_without_a_creature_under_the_cursor_it_says_so(key: str) -> None:
    at = At("edition: srd-5.1\ncombatants: []", begun=False)
    at.keys(key)
    if key == "=":
        at.keys("o enter")
    assert "move the cursor" in at.bar


def test_what_is_prepared_is_in_the_journal_as_words() -> None:
    at = ford()
    at.keys("down down > H m enter = orc enter")
    words = [at.table.services.words(entry, at.state) for entry in at.store.entries if entry.n and entry.n > 1]
    assert words[0] == 'copies "Goblin 1" +1' or words[0] == "copies go1 +1"
    assert words[1].startswith("hp ") and words[1].endswith(" max")
    assert words[2].endswith('with "Orc"')
