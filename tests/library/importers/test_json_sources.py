"""Files of reference sites and homebrewers, and what they get wrong."""

import json
from typing import Any

import pytest

from tests.library.importers import lurker
from tracker.library.importers import import_text
from tracker.library.importers.five_tools_text import rendered, untagged
from tracker.library.importers.result import Imported


def read(data: Any) -> Imported:
    return import_text(json.dumps(data))


def monster(**changes: Any) -> dict[str, Any]:
    made: dict[str, Any] = lurker.five_tools()["monster"][0]
    return made | changes


@pytest.mark.parametrize(
    ("tagged", "printed"),
    [
        (
            "{@atk mw,rw} {@hit 5} to hit. {@h}4 ({@damage 1d4 + 2})",
            "Melee or Ranged Weapon Attack: +5 to hit. Hit: 4 (1d4 + 2)",
        ),
        ("{@atkr m,r} {@hit +7}", "Melee or Ranged Attack Roll: +7"),
        (
            "{@actSave con} {@dc 14}. {@actSaveFail 1} x {@actSaveSuccess} y",
            "Constitution Saving Throw: DC 14. First Failure: x Success: y",
        ),
        ("Breath {@recharge 5} {@recharge}", "Breath (Recharge 5-6) (Recharge 6)"),
        ("{@condition prone|XPHB} {@creature mire lurker||lurkers} {@variantrule a|b|label}", "prone lurkers label"),
        (
            "{@skill Perception|Wisdom (Perception)} {@quickref difficult terrain||3}",
            "Wisdom (Perception) difficult terrain",
        ),
        ("{@note see {@b {@i this}}} {@scaledamage 1|2|1d6} {@d20 -2} {@chance 50}", "see this 1d6 -2 50 percent"),
        ("{@unclosed", "{@unclosed"),
    ],
)
def test_tags_become_the_words_of_a_book(tagged: str, printed: str) -> None:
    assert untagged(tagged) == printed


def test_nested_entries_become_lines() -> None:
    entry = [
        "First.",
        {"type": "list", "items": ["a", {"type": "item", "name": "B", "entry": "b"}]},
        {
            "type": "table",
            "colLabels": ["d6", "x"],
            "rows": [["1", {"type": "dice", "toRoll": [{"number": 2, "faces": 6}]}]],
        },
    ]
    assert rendered(entry) == "First.\n- a\n- B. b\nd6 | x\n1 | 2d6"


def test_the_many_shapes_of_a_field() -> None:
    odd = monster(
        size=["S", "M"],
        type={"type": "humanoid", "tags": ["orc", {"tag": "elf", "prefix": "Half-"}]},
        alignment=["NX", "C", "G", "NY", "E"],
        ac=[15, {"ac": 18, "from": ["shield"], "condition": "while {@condition prone}"}],
        speed={"walk": 30, "fly": {"number": 60, "condition": "(hover)"}},
        dex={"special": "14 + half"},
        initiative={"proficiency": 2},
        cr={"cr": "5", "xp": 1800, "xpLair": 2300},
        resist=["cold", {"resist": ["bludgeoning", "slashing"], "note": "from nonmagical attacks", "cond": True}],
        reaction=None,
        senses=None,
    )
    [creature] = read([odd]).creatures
    assert (creature["size"], creature["size_note"], creature["type"]) == (
        "medium",
        "small or medium",
        "humanoid (orc, half- elf)",
    )
    assert (creature["alignment"], creature["ac_note"]) == ("any non-lawful alignment", "18 shield, while prone")
    assert creature["initiative"] == 2 + 2 * 3
    assert (creature["cr"], creature["xp"], creature["xp_lair"]) == (5, 1800, 2300)
    assert creature["resist"] == ["cold", "bludgeoning (nonmagical)", "slashing (nonmagical)"]
    assert creature["speed"] == {"walk": 30, "fly": 60, "hover": True}


def test_copies_in_one_file_are_completed() -> None:
    base = monster(source="OWN")
    copy = {
        "name": "Red Lurker",
        "source": "OWN",
        "_copy": {
            "name": "Mire Lurker",
            "source": "OWN",
            "_mod": {
                "*": {"mode": "replaceTxt", "replace": "lurker", "with": "red one"},
                "action": [
                    {"mode": "removeArr", "names": "Mud Spit {@recharge 5}"},
                    {"mode": "appendArr", "items": {"name": "Roar", "entries": ["It roars."]}},
                    {
                        "mode": "replaceArr",
                        "replace": "Bite",
                        "items": {
                            "name": "Jaws",
                            "entries": ["{@atk mw} {@hit 6} to hit. {@h}5 ({@damage 1d10}) fire damage."],
                        },
                    },
                ],
                "trait": "remove",
            },
        },
        "hp": {"average": 60, "formula": "8d10 + 16"},
    }
    result = read({"monster": [copy, base, copy | {"name": "Grand", "_copy": {"name": "Red Lurker", "source": "OWN"}}]})
    red = result.creatures[0]
    assert (result.problems, red["hp"], red["ac"], "traits" in red) == ([], 60, 14, False)
    assert (red["attacks"][0]["name"], red["attacks"][0]["damage"], red["actions"][0]["name"]) == (
        "Jaws",
        ["1d10 fire"],
        "Roar",
    )
    assert "red one" in red["texts"]["Multiattack"]
    assert result.creatures[2]["name"] == "Grand"


def test_copies_of_another_book_are_refused_by_name() -> None:
    lost = {"name": "Gate Guard", "source": "OWN", "_copy": {"name": "Guard", "source": "MM"}}
    loop = [
        {"name": "A", "source": "O", "_copy": {"name": "B", "source": "O"}},
        {"name": "B", "source": "O", "_copy": {"name": "A", "source": "O"}},
    ]
    result = read(
        {"monster": [lost, *loop, monster(_copy={"name": "Mire Lurker", "source": "OWN"})], "spell": [{}, {}]}
    )
    assert result.creatures == []
    assert result.problems[0][0] == "Gate Guard"
    assert "Guard (MM), which is not in this file" in result.problems[0][1]
    assert {where for where, _ in result.problems} == {"Gate Guard", "A", "B", "Mire Lurker"}
    assert "2 spells" in result.notes[0]


def test_an_unknown_change_to_a_copy_is_named() -> None:
    copy = {
        "name": "Odd",
        "source": "OWN",
        "_copy": {"name": "Mire Lurker", "source": "OWN", "_mod": {"trait": {"mode": "juggle"}}},
    }
    result = read({"monster": [monster(), copy]})
    assert len(result.creatures) == 2
    assert result.problems == [("Odd", "the change 'juggle' to 'trait' of its original is not understood: not made")]


def test_spellcasting_of_five_tools() -> None:
    spells = {
        "name": "Spellcasting",
        "headerEntries": ["It casts, using Intelligence (spell save {@dc 14}, {@hit 6} to hit with spell attacks):"],
        "will": ["{@spell light}"],
        "daily": {"2e": ["{@spell fly}"]},
        "spells": {"0": {"spells": ["{@spell fire bolt}"]}, "1": {"slots": 4, "spells": ["{@spell shield}"]}},
        "ability": "int",
    }
    [made] = read([monster(spellcasting=[spells])]).creatures[0]["spellcasting"]
    assert (made["dc"], made["attack"], made["ability"], made["slots"]) == (14, 6, "int", {1: 4})
    assert made["spells"] == {"at will": ["light"], "2/day": ["fly"], "cantrips": ["fire bolt"], "1": ["shield"]}


def test_hit_points_in_words_and_no_armour_class() -> None:
    result = read([monster(hp={"special": "equal to its owner's"}), monster(name="Bare", ac=None)])
    worded, bare = result.creatures
    assert "hp" not in worded
    assert [where for where, _ in result.problems] == ["Mire Lurker"]
    assert "ac" not in bare
    assert any("Bare: no armour class" in remark for remark in result.notes)


def test_open5e_pages_and_fixtures() -> None:
    page = {"count": 120, "next": "https://example.org/?page=2", "previous": None, "results": [lurker.open5e_first()]}
    result = read(page)
    assert len(result.creatures) == 1
    assert "one page of 120" in result.notes[0]
    fields = lurker.open5e_first()
    fields = {**{k: v for k, v in fields.items() if k != "actions"}, "actions_json": json.dumps(fields["actions"])}
    fixture = read([{"model": "api.monster", "pk": "mire-lurker", "fields": fields}])
    assert fixture.creatures[0]["attacks"][0]["damage"] == ["1d10+3 piercing", "2d6 poison"]


def test_the_black_flag_document_of_open5e() -> None:
    row = lurker.open5e_second()
    row["document"] = {"key": "bfrd", "name": "Black Flag", "gamesystem": {"key": "5e-2014"}}
    row["modifiers"] = {"strength": 3, "dexterity": 1}
    row["actions"].append(row["actions"][0])
    [creature] = read(row).creatures
    assert (creature["edition"], creature["mods"], creature["perception"]) == ("black-flag", {"str": 3, "dex": 1}, 10)
    assert len(creature["attacks"]) + len(creature["actions"]) == 2


def test_older_and_barer_answers_of_the_database() -> None:
    old = lurker.fived_database() | {"armor_class": 14}
    del old["hit_points_roll"]
    [creature] = read(old).creatures
    assert (creature["ac"], creature["hp_dice"]) == (14, "6d10+12")
    bare = read(
        {"count": 2, "results": [{"index": "a", "name": "A", "url": "/x"}, {"index": "b", "name": "B", "url": "/y"}]}
    )
    assert "2 entries are a list of names" in bare.problems[0][1]


def test_figures_beside_a_silent_text() -> None:
    silent = {
        "name": "Lash",
        "attack_bonus": 6,
        "damage": [{"damage_dice": "2d6+4", "damage_type": {"index": "slashing"}}],
    }
    row = lurker.fived_database() | {"actions": [silent]}
    [attack] = read(row).creatures[0]["attacks"]
    assert (attack["to_hit"], attack["damage"]) == (6, ["2d6+4 slashing"])


def test_tetracube_formulas_and_custom_figures() -> None:
    data = lurker.tetracube() | {
        "customHP": True,
        "hpText": "99 (18d10)",
        "cr": "*",
        "customCr": "7 (2,900 XP)",
        "armorName": "plate",
        "shieldBonus": 2,
    }
    [creature] = read(data).creatures
    assert (creature["hp"], creature["hp_dice"], creature["cr"], creature["ac"]) == (99, "18d10", 7, 20)


def test_critterdb_hides_lines_for_a_bot() -> None:
    row = lurker.critterdb()
    row["stats"]["actions"] = [{"name": "Lash", "description": "It lashes.<avrae hidden>Lash|+5|2d6[fire]</avrae>"}]
    [creature] = read(row).creatures
    assert creature["attacks"] == [
        {"name": "Lash", "kind": "melee", "to_hit": 5, "damage": ["2d6 fire"], "text": "It lashes."}
    ]


def test_saves_of_the_battle_tracker() -> None:
    def row(name: str, **changes: Any) -> dict[str, Any]:
        usual: dict[str, Any] = {
            "name": name,
            "initiative": None,
            "healthPoints": None,
            "maxHealthPoints": None,
            "armorClass": None,
        }
        return (
            usual
            | {"temporaryHealthPoints": None, "alive": True, "conditions": [], "notes": [], "shared": True}
            | changes
        )

    rows = [
        row(
            "Goblin #1",
            initiative=12,
            healthPoints=3,
            maxHealthPoints=7,
            armorClass=15,
            conditions=[{"text": "Prone", "appliedAtRound": 1}, {"text": "on fire"}],
        ),
        row(
            "Goblin #2",
            initiative=12,
            healthPoints=0,
            maxHealthPoints=7,
            alive=False,
            shared=False,
            notes=[{"text": "has the map"}],
        ),
        row("Mira", initiative=18, temporaryHealthPoints=4),
        row(""),
    ]
    result = read({"creatures": rows, "round": 2, "activeCreature": 0, "battleTrackerVersion": "5.1.0"})
    [encounter] = result.encounters
    first, second = encounter["combatants"]
    assert (first["monster"], first["hp"], first["conditions"], first["tags"]) == (
        "Goblin",
        "3/7",
        ["prone"],
        ["on fire"],
    )
    assert (second["hp"], second["hidden"], second["notes"]) == ("0/7", True, "has the map")
    assert encounter["party"] == [{"name": "Mira", "initiative": 18, "temp_hp": 4}]
    assert len(result.problems) == 1
