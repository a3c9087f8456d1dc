"""Moving from Improved Initiative: stat blocks, libraries, backups of every age, and the fight on the table."""

import json
from typing import Any

from tests.library.importers import lurker
from tracker.library.importers import import_text
from tracker.library.importers.result import Imported
from tracker.library.plans import load_encounter_text
from tracker.library.writing import to_yaml


def read(data: Any) -> Imported:
    return import_text(json.dumps(data), "improved-initiative.json")


def block(**changes: Any) -> dict[str, Any]:
    return lurker.improved_initiative() | changes


def hero(**changes: Any) -> dict[str, Any]:
    return block(Name="Mira", Player="player", Challenge="Rogue 5 / Fighter 2", HP={"Value": 38, "Notes": ""}) | changes


def test_the_initiative_key_comes_on_top_of_dexterity() -> None:
    assert read(block(InitiativeModifier=4)).creatures[0]["initiative"] == 5
    [creature] = read(
        {key: value for key, value in block(InitiativeSpecialRoll="advantage").items() if key != "InitiativeModifier"}
    ).creatures
    assert creature["initiative"] == 1
    assert "advantage" in creature["notes"]


def test_what_real_files_hold() -> None:
    odd = block(
        HP={"Value": "39", "Notes": "(1d1+0)"},
        AC={"Value": "13", "Notes": ""},
        ConditionImmunities=["All"],
        Languages=["Common", " Orc"],
        Saves=[{"Name": "Fort", "Modifier": 6}, {"Name": "Dex", "Modifier": "4"}],
        Actions=[{"Name": "", "Content": ""}, {"Name": "Mordisco", "Content": "Ataque de arma: muerde."}, None],
        Type="Medium humanoid, ",
        Link="http://example.org",
    )
    [creature] = read(odd).creatures
    assert (creature["hp"], creature.get("hp_dice"), creature["ac"]) == (39, None, 13)
    assert "stunned" in creature["condition_immune"]
    assert creature["languages"] == "Common, Orc"
    assert creature["saves"] == {"dex": 4}
    assert "Fort 6" in creature["notes"]
    assert creature["actions"] == [{"name": "Mordisco", "text": "Ataque de arma: muerde."}]
    assert (creature["size"], creature["type"]) == ("medium", "humanoid")


def test_characters_go_to_the_party() -> None:
    [encounter] = read([hero(), hero(Name="Tor", Challenge="3")]).encounters
    mira, tor = encounter["party"]
    assert (mira["name"], mira["hp"], mira["ac"], mira["level"], mira["class"]) == (
        "Mira",
        38,
        14,
        7,
        "Rogue 5 / Fighter 2",
    )
    assert (tor["level"], "cr" in tor) == (3, False)
    assert mira["initiative_bonus"] == 1
    assert encounter["combatants"] == []


def test_a_backup_of_many_years() -> None:
    backup = {
        "ImprovedInitiative.Creatures": '["old", "gone"]',
        "ImprovedInitiative.Creatures.old": json.dumps(block(Name="Old One")),
        "ImprovedInitiative.Creatures.both": json.dumps(block(Name="Stale")),
        "Creatures.both": block(Name="Fresh"),
        "Creatures.with.dots.in": block(Name="Dotted"),
        "ImprovedInitiative.Creatures.empty": "undefined",
        "ImprovedInitiative.Creatures.torn": '{"Name": "To',
        "PersistentCharacters.pc": {
            "Id": "pc",
            "Name": "Mira",
            "CurrentHP": 31,
            "StatBlock": hero(),
            "Notes": "owes Tor",
        },
        "ImprovedInitiative.AutoSavedEncounters.default": json.dumps({"RoundCounter": 2, "Combatants": [row()]}),
        "SavedEncounters.e": {"Name": "Ford", "Combatants": [row(Initiative=0)]},
        "Spells.fireball": {"Name": "Fireball"},
        "ImprovedInitiative.User.Settings": "{}",
        "loglevel:webpack": "SILENT",
    }
    result = read(backup)
    assert [creature["name"] for creature in result.creatures] == ["Old One", "Fresh", "Dotted", "Mire Lurker"]
    assert [where for where, _ in result.problems] == ["Creatures.torn"]
    assert [each["encounter"] for each in result.encounters] == ["The fight on the table", "Ford", "Characters"]
    assert result.encounters[2]["party"][0]["hp"] == "31/38"
    assert result.encounters[2]["party"][0]["notes"] == "owes Tor"
    remarks = " ".join(result.notes)
    assert all(word in remarks for word in ("1 spells", "settings", "names gone", "round 2"))


def row(**changes: Any) -> dict[str, Any]:
    usual = {
        "Id": "1",
        "StatBlock": block(),
        "CurrentHP": 45,
        "TemporaryHP": 0,
        "Initiative": 12,
        "Alias": "",
        "IndexLabel": None,
    }
    return usual | {"Tags": [], "Hidden": False, "InterfaceVersion": "3.14.1"} | changes


def test_a_running_fight_comes_with_everything() -> None:
    tags = [
        {"Text": "Poisoned", "DurationRemaining": 3, "DurationTiming": "EndOfTurn"},
        {"Text": "hunter's mark", "DurationRemaining": 0},
    ]
    fight = {
        "Name": "Mire",
        "Combatants": [
            row(IndexLabel=1, CurrentHP=20, Initiative=15, InitiativeGroup="g", Tags=tags),
            row(IndexLabel=2, CurrentHP=-3, Initiative=15, InitiativeGroup="g", Hidden=True, TemporaryHP=5),
            row(
                Alias="Old Log",
                StatBlock=block(HP={"Value": 60, "Notes": ""}),
                CurrentHP=60,
                Initiative=-2,
                CurrentNotes="has the key",
            ),
            row(StatBlock=hero(), CurrentHP=38, Initiative=9, PersistentCharacterId="pc"),
        ],
    }
    result = read(fight)
    assert (result.problems, [creature["name"] for creature in result.creatures]) == ([], ["Mire Lurker"])
    [encounter] = result.encounters
    first, second, third = encounter["combatants"]
    assert [each["name"] for each in encounter["combatants"]] == ["Mire Lurker 1", "Mire Lurker 2", "Old Log"]
    assert (first["hp"], first["initiative"], first["conditions"], first["tags"]) == (
        "20/45",
        15,
        ["poisoned for 3 rounds"],
        ["hunter's mark"],
    )
    assert (second["hp"], second["hidden"], second["temp_hp"]) == ("0/45", True, 5)
    assert first["group"] == second["group"] == "mire lurkers"
    assert (third["hp"], third["initiative"], third["notes"]) == (60, -2, "has the key")
    assert [(each["name"], each["initiative"]) for each in encounter["party"]] == [("Mira", 9)]


def test_the_imported_fight_runs() -> None:
    result = read(
        {
            "Name": "Mire",
            "Combatants": [
                row(StatBlock=block(Name="Ogre"), IndexLabel=1),
                row(StatBlock=block(Name="Ogre"), IndexLabel=2, CurrentHP=7),
            ],
        }
    )
    loaded = load_encounter_text(to_yaml(result.encounters[0]))
    assert loaded.plan is not None
    assert [str(problem) for problem in loaded.problems] == []
    assert [(entry.label, entry.hp, entry.initiative) for entry in loaded.plan.combatants] == [
        ("Ogre 1", 45, 12),
        ("Ogre 2", 7, 12),
    ]


def test_the_first_version_of_the_program() -> None:
    old = {
        "Name": "Dock",
        "ActiveCreatureIndex": 0,
        "Creatures": [
            {"Statblock": block(), "MaxHP": 50, "CurrentHP": 12, "Initiative": 3.5, "Alias": "", "Tags": ["prone"]}
        ],
    }
    [encounter] = read(old).encounters
    [only] = encounter["combatants"]
    assert (only["hp"], only["initiative"], only["conditions"]) == ("12/50", 3, ["prone"])


def test_a_torn_combatant_is_named() -> None:
    result = read({"Name": "Mire", "Combatants": [row(), {"Id": "2"}, "x"]})
    assert len(result.encounters[0]["combatants"]) == 1
    assert len(result.problems) == 2
