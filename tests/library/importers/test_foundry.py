"""Foundry keeps formulas; the figures come out computed, whatever version wrote the file."""

import json
from typing import Any

import pytest

from tests.library.importers import lurker
from tracker.library.importers import foundry_formula, import_text


def actor(**changes: Any) -> dict[str, Any]:
    made = lurker.foundry()
    made["system"]["attributes"] |= changes
    return made


def creature(data: dict[str, Any]) -> dict[str, Any]:
    [made] = import_text(json.dumps(data)).creatures
    return made


@pytest.mark.parametrize(
    ("formula", "result"),
    [
        ("", 0),
        ("2", 2),
        ("@prof * 2", 6),
        ("8 + @abilities.con.mod", 10),
        ("floor(@prof / 2) + max(1, 4)", 5),
        ("-(2 - 5)", 3),
        ("@nobody", None),
        ("2 +", None),
        ("((((", None),
        ("2d6", None),
    ],
)
def test_formulas(formula: str, result: int | None) -> None:
    assert foundry_formula.number(formula, {"prof": 3, "abilities.con.mod": 2}) == result


@pytest.mark.parametrize(
    ("formula", "extra", "result"),
    [
        ("1d6 + @mod", 0, "1d6+3"),
        ("2d6[fire] + 1d6", 2, "3d6+2"),
        ("1d4 + 1d6", 0, "1d4+1d6"),
        ("@mod", 0, "3"),
        ("@x + 1d6", 0, None),
        ("", 0, None),
    ],
)
def test_damage_formulas(formula: str, extra: int, result: str | None) -> None:
    assert foundry_formula.damage(formula, {"mod": 3}, extra) == result


@pytest.mark.parametrize(
    ("armour", "result"),
    [
        ({"flat": 17, "calc": "natural"}, 17),
        ({"flat": None, "calc": "default"}, 14),
        ({"calc": "mage"}, 14),
        ({"calc": "unarmoredMonk"}, 11),
        ({"calc": "custom", "formula": "15 + @prof"}, 17),
    ],
)
def test_armour_class(armour: dict[str, Any], result: int) -> None:
    assert creature(actor(ac=armour))["ac"] == result


def test_initiative_follows_its_formula() -> None:
    assert creature(actor(init={"bonus": "@prof * 2"}))["initiative"] == 5
    result = import_text(json.dumps(actor(init={"bonus": "@flags.odd"})))
    assert result.creatures[0]["initiative"] == 1
    assert any("@flags.odd" in remark for remark in result.notes)


def test_hit_points_by_formula_alone() -> None:
    assert creature(actor(hp={"value": None, "max": None, "formula": "6d10 + 12"}))["hp"] == 45


def weapon(**system: Any) -> dict[str, Any]:
    return {
        "type": "weapon",
        "name": "Blade",
        "system": {"range": {}, "properties": [], "type": {"value": "martialM"}} | system,
    }


def attack_activity(**changes: Any) -> dict[str, Any]:
    return {
        "type": "attack",
        "activation": {"type": "action"},
        "attack": {"type": {"value": "melee", "classification": "weapon"}},
        "damage": {"includeBase": True, "parts": []},
    } | changes


def test_finesse_thrown_versatile_flat_and_variants() -> None:
    base = {"number": 1, "denomination": 6, "types": ["piercing"]}
    data = lurker.foundry()
    advantage = attack_activity(
        name="Attack with Advantage",
        damage={"includeBase": True, "parts": [{"number": 1, "denomination": 4, "types": ["piercing"]}]},
    )
    data["items"] = [
        weapon(
            properties=["thr", "ver"],
            range={"value": 20, "long": 60},
            damage={"base": base},
            activities={"a": attack_activity(), "b": advantage},
        ),
        weapon(
            damage={"base": base},
            activities={
                "a": attack_activity(
                    attack={"flat": True, "bonus": "9", "type": {"value": "ranged", "classification": "weapon"}}
                )
            },
            range={"value": 80},
        ),
    ]
    first, second = creature(data)["attacks"]
    assert (first["kind"], first["to_hit"], first["range"], first["damage"]) == ("both", 5, "20/60", ["1d6+3 piercing"])
    assert first["two_handed"] == ["1d8+3 piercing"]
    assert first["extra"] == [{"if": "advantage", "damage": ["1d4 piercing"]}]
    assert (second["kind"], second["to_hit"], second["range"], second["damage"]) == (
        "ranged",
        9,
        "80",
        ["1d6+1 piercing"],
    )


def test_exports_of_the_first_versions() -> None:
    old = {
        "name": "Mire Lurker",
        "type": "npc",
        "data": {
            "abilities": {"str": {"value": 16}, "dex": {"value": 12}, "con": {"value": 14}},
            "attributes": {
                "ac": {"value": 14},
                "hp": {"value": 45, "max": 45, "formula": "6d10+12"},
                "movement": {"walk": 30},
                "init": {"value": 0, "bonus": 0},
            },
            "details": {"cr": 3, "type": "monstrosity"},
            "resources": {"legact": {"value": 3, "max": 3}, "legres": {"max": 2}},
            "traits": {"size": "lg", "di": {"value": ["physical"], "custom": ""}},
        },
        "items": [
            {
                "name": "Bite",
                "type": "weapon",
                "data": {
                    "actionType": "mwak",
                    "ability": "",
                    "damage": {"parts": [["1d10 + @mod", "piercing"]]},
                    "range": {"value": 10},
                    "save": {"ability": "con", "dc": 12, "scaling": "flat"},
                    "activation": {"type": "action"},
                },
            },
            {
                "name": "Gush",
                "type": "feat",
                "data": {
                    "actionType": "save",
                    "activation": {"type": "legendary", "cost": 2},
                    "damage": {"parts": [["4d4", "acid"]]},
                    "save": {"ability": "dex", "dc": None, "scaling": "con"},
                    "recharge": {"value": 5, "charged": True},
                    "target": {"value": 15, "type": "cone"},
                },
            },
        ],
    }
    made = creature(old)
    assert (made["ac"], made["attacks"][0]["to_hit"], made["attacks"][0]["reach"]) == (14, 5, 10)
    assert (made["attacks"][0]["damage"], made["attacks"][0]["save"]) == (
        ["1d10+3 piercing"],
        {"save": "con", "dc": 12},
    )
    [gush] = made["legendary"]["actions"]
    assert (gush["cost"], gush["save"], gush["dc"], gush["recharge"], gush["area"]) == (
        2,
        "dex",
        12,
        "5-6",
        "15 ft. cone",
    )
    assert (made["legendary"]["uses"], made["legendary_resistance"]) == (3, 2)
    assert made["immune"][0] == "bludgeoning (nonmagical)"


def test_conditions_of_effects_spells_and_characters() -> None:
    data = lurker.foundry()
    spit = next(item for item in data["items"] if item["name"] == "Mud Spit")
    spit["effects"] = [{"_id": "e", "statuses": ["blinded"]}]
    spit["system"]["activities"]["b"]["effects"] = [{"_id": "e"}]
    data["items"].append(
        {"type": "spell", "name": "Bless", "system": {"level": 1, "preparation": {"mode": "prepared"}}}
    )
    data["items"].append({"type": "spell", "name": "Light", "system": {"level": 0, "preparation": {"mode": "atwill"}}})
    data["system"]["spells"] = {"spell1": {"value": 2, "max": 4}}
    made = creature(data)
    assert next(action for action in made["actions"] if action["name"] == "Mud Spit")["inflicts"] == ["blinded"]
    assert (made["spellcasting"][0]["spells"], made["spellcasting"][0]["slots"]) == (
        {"1": ["bless"], "at will": ["light"]},
        {1: 4},
    )

    hero = lurker.foundry() | {"type": "character", "name": "Mira"}
    hero["system"]["attributes"]["hp"] = {"value": 20, "max": 31}
    hero["items"] = [{"type": "class", "name": "Rogue", "system": {"levels": 5}}]
    [encounter] = import_text(json.dumps(hero)).encounters
    assert (encounter["party"][0]["hp"], encounter["party"][0]["level"], encounter["party"][0]["class"]) == (
        "20/31",
        5,
        "Rogue 5",
    )


def test_black_flag_actors_have_proficiency_in_their_modifiers() -> None:
    blade = {
        "type": "weapon",
        "name": "Blade",
        "system": {
            "type": {"value": "melee"},
            "properties": ["finesse"],
            "range": {"short": None, "long": None, "reach": None},
            "damage": {"base": {"number": 1, "denomination": 6, "type": "slashing"}},
            "activities": {
                "a": {
                    "type": "attack",
                    "system": {"damage": {"includeBase": True, "parts": []}, "attack": {"flat": False}},
                    "activation": {},
                }
            },
        },
    }
    data = {
        "name": "Reed Goblin",
        "type": "npc",
        "system": {
            "abilities": {
                "strength": {"mod": -1},
                "dexterity": {"mod": 4, "proficient": True},
                "constitution": {"mod": None},
                "wisdom": {"mod": 1},
            },
            "attributes": {
                "ac": {"override": 15},
                "hp": {"value": 12, "max": 12},
                "cr": 0.25,
                "perception": None,
                "stealth": 16,
            },
            "traits": {
                "movement": {"base": 30, "types": {"walk": "@base", "swim": "20"}},
                "size": "small",
                "damage": {"resistances": {"value": ["cold"]}},
            },
        },
        "items": [blade],
    }
    made = creature(data)
    assert (made["edition"], made["ac"], made["initiative"], made["perception"], made["stealth"]) == (
        "black-flag",
        15,
        4,
        11,
        16,
    )
    assert (made["attacks"][0]["to_hit"], made["attacks"][0]["damage"]) == (4, ["1d6+2 slashing"])
    assert (made["speed"], made["resist"]) == ({"walk": 30, "swim": 20}, ["cold"])


def test_texts_are_filled_in_as_on_screen() -> None:
    data = lurker.foundry()
    bite = next(item for item in data["items"] if item["name"] == "Bite")
    bite["_id"] = "bite1"
    bite["system"]["description"]["value"] = (
        "<p>[[/attack extended]]. [[/damage average extended]]. It has the &amp;Reference[Grappled "
        "apply=false] condition "
        "(escape DC [[lookup @skills.ath.passive]]), plus [[/damage 1d4 acid average]] damage if drenched.</p>"
    )
    data["system"]["skills"]["ath"] = {"value": 0, "ability": "str"}
    many = next(item for item in data["items"] if item["name"] == "Multiattack")
    text = "<p>The [[lookup @name lowercase]] makes three [[/item .bite1]] attacks.</p>"
    many["system"]["description"]["value"] = text
    use = {"x": {"type": "utility", "activation": {"type": "action"}}}
    data["items"].append({"type": "feat", "name": "Return", "system": {"properties": ["trait"], "activities": use}})
    made = creature(data)
    [attack] = made["attacks"]
    assert attack["text"] == (
        "Melee Weapon Attack: +5 to hit, reach 5 ft. Hit: 8 (1d10 + 3) piercing plus 7 (2d6) poison "
        "damage. It has the Grappled "
        "condition (escape DC 13), plus 2 (1d4) acid damage if drenched."
    )
    assert (attack["inflicts"], attack["escape"], made["multiattack"]) == (["grappled"], 13, ["3x Bite"])
    assert made["texts"]["Multiattack"] == "The mire lurker makes three Bite attacks."
    assert "Return" in made["traits"]
