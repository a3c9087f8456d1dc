"""One creature of our own making, the mire lurker, as each program would save it."""

import json
from typing import Any

BITE = (
    "Melee Weapon Attack: +5 to hit, reach 5 ft., one target. Hit: 8 (1d10 + 3) piercing damage plus 7 (2d6) "
    "poison damage."
)
SPIT = (
    "The lurker spits mud in a 15-foot cone. Each creature there must make a DC 12 Constitution saving throw, taking "
    "10 (4d4) acid damage on a failed save, or half as much damage on a successful one."
)
TWO = "The lurker makes two bite attacks."
STILL = "The lurker looks like a rotten log until it moves."

FIGURES: dict[str, Any] = {
    "ac": 14,
    "hp": 45,
    "hp_dice": "6d10+12",
    "initiative": 1,
    "cr": 3,
    "speed": {"walk": 30, "swim": 40},
    "abilities": {"str": 16, "dex": 12, "con": 14, "int": 5, "wis": 11, "cha": 6},
    "saves": {"con": 4},
    "skills": {"stealth": 3},
    "senses": {"darkvision": 60},
    "resist": ["cold"],
    "condition_immune": ["prone"],
    "traits": ["Log-Like"],
    "multiattack": ["2x Bite"],
}
ATTACK = {"name": "Bite", "kind": "melee", "to_hit": 5, "reach": 5, "damage": ["1d10+3 piercing", "2d6 poison"]}
ACTION = {"name": "Mud Spit", "recharge": "5-6", "area": "15 ft. cone", "save": "con", "dc": 12, "damage": ["4d4 acid"]}
ACTION |= {"half": True}

_SCORES = {"strength": 16, "dexterity": 12, "constitution": 14, "intelligence": 5, "wisdom": 11, "charisma": 6}
_ENTRIES = [("Multiattack", TWO), ("Bite", BITE), ("Mud Spit (Recharge 5-6)", SPIT)]


def _named(name: str = "name", text: str = "desc") -> list[dict[str, str]]:
    return [{name: title, text: words} for title, words in _ENTRIES]


def improved_initiative() -> dict[str, Any]:
    return {
        "Name": "Mire Lurker",
        "Source": "own",
        "Type": "Large monstrosity, unaligned",
        "HP": {"Value": 45, "Notes": "(6d10 + 12)"},
        "AC": {"Value": 14, "Notes": "(natural armor)"},
        "InitiativeModifier": 0,
        "Speed": ["30 ft.", "swim 40 ft."],
        "Abilities": {"Str": 16, "Dex": 12, "Con": 14, "Int": 5, "Wis": 11, "Cha": 6},
        "DamageResistances": ["cold"],
        "ConditionImmunities": ["prone"],
        "Saves": [{"Name": "Con", "Modifier": 4}],
        "Skills": [{"Name": "Stealth", "Modifier": "+3"}],
        "Senses": ["darkvision 60 ft."],
        "Challenge": "3",
        "Traits": [{"Name": "Log-Like", "Content": STILL, "Usage": ""}],
        "Actions": [
            {"Name": "Multiattack", "Content": TWO, "Usage": ""},
            {"Name": "Bite", "Content": BITE, "Usage": ""},
            {"Name": "Mud Spit", "Content": SPIT, "Usage": "Recharge 5-6"},
        ],
    }


def statblock() -> str:
    lines = "\n".join(f'  - name: {name}\n    desc: "{text}"' for name, text in _ENTRIES)
    return f"""# The mire

```statblock
name: Mire Lurker
size: Large
type: monstrosity
alignment: unaligned
ac: 14 (natural armor)
hp: 45
hit_dice: 6d10 + 12
speed: 30 ft., swim 40 ft.
stats: [16, 12, 14, 5, 11, 6]
saves:
  - constitution: 4
skillsaves:
  - stealth: 3
damage_resistances: cold
condition_immunities: prone
senses: darkvision 60 ft., passive Perception 10
cr: 3
traits:
  - [Log-Like, "{STILL}"]
actions:
{lines}
```
"""


def five_tools() -> dict[str, Any]:
    bite = (
        "{@atk mw} {@hit 5} to hit, reach 5 ft., one target. {@h}8 ({@damage 1d10 + 3}) piercing damage plus "
        "7 ({@damage 2d6}) poison damage."
    )
    spit = SPIT.replace("DC 12", "{@dc 12}").replace("4d4", "{@damage 4d4}")
    monster = {
        "name": "Mire Lurker",
        "source": "OWN",
        "size": ["L"],
        "type": "monstrosity",
        "alignment": ["U"],
        "ac": [{"ac": 14, "from": ["natural armor"]}],
        "hp": {"average": 45, "formula": "6d10 + 12"},
        "speed": {"walk": 30, "swim": 40},
        **{key[:3]: score for key, score in _SCORES.items()},
        "save": {"con": "+4"},
        "skill": {"stealth": "+ 3"},
        "senses": ["darkvision 60 ft."],
        "passive": 10,
        "resist": ["cold"],
        "conditionImmune": ["prone"],
        "cr": "3",
        "trait": [{"name": "Log-Like", "entries": [STILL]}],
        "action": [
            {"name": "Multiattack", "entries": [TWO]},
            {"name": "Bite", "entries": [bite]},
            {"name": "Mud Spit {@recharge 5}", "entries": [spit]},
        ],
    }
    return {"_meta": {"sources": [{"json": "OWN"}], "edition": "classic"}, "monster": [monster]}


def open5e_first() -> dict[str, Any]:
    return {
        "slug": "mire-lurker",
        "name": "Mire Lurker",
        "size": "Large",
        "type": "Monstrosity",
        "subtype": "",
        "alignment": "unaligned",
        "armor_class": 14,
        "armor_desc": "natural armor",
        "hit_points": 45,
        "hit_dice": "6d10+12",
        "speed": {"walk": 30, "swim": 40},
        **_SCORES,
        "constitution_save": 4,
        "dexterity_save": None,
        "skills": {"stealth": 3},
        "damage_resistances": "cold",
        "condition_immunities": "prone",
        "senses": "darkvision 60 ft., passive Perception 10",
        "challenge_rating": "3",
        "cr": 3.0,
        "actions": _named(),
        "special_abilities": [{"name": "Log-Like", "desc": STILL}],
        "reactions": None,
        "legendary_actions": "",
        "document__slug": "own",
        "document__title": "Own book",
    }


def open5e_second() -> dict[str, Any]:
    def action(name: str, text: str, order: int) -> dict[str, Any]:
        # The rows are wrong on purpose, as they are in the wild: the text counts.
        row = {"to_hit_mod": 99, "damage_type": {"key": "thunder"}, "damage_die_count": 9}
        return {"name": name, "desc": text, "action_type": "ACTION", "order_in_statblock": order, "attacks": [row]}

    actions = [action(name, text, order) for order, (name, text) in enumerate(_ENTRIES)]
    actions[2] |= {"name": "Mud Spit", "usage_limits": {"type": "RECHARGE_ON_ROLL", "param": 5}}
    return {
        "key": "own_mire-lurker",
        "name": "Mire Lurker",
        "document": {"key": "own", "name": "Own book", "gamesystem": {"key": "5e-2014"}},
        "type": {"key": "monstrosity", "name": "Monstrosity"},
        "size": {"key": "large", "name": "Large"},
        "alignment": "unaligned",
        "challenge_rating": 3.0,
        "armor_class": 14,
        "armor_detail": "natural armor",
        "hit_points": 45,
        "hit_dice": "6d10+12",
        "initiative_bonus": 1,
        "speed": {"walk": 30, "swim": 40, "unit": "feet"},
        "ability_scores": _SCORES,
        "saving_throws": {"constitution": 4},
        "skill_bonuses": {"stealth": 3},
        "darkvision_range": 60,
        "passive_perception": 10,
        "resistances_and_immunities": {
            "damage_resistances_display": "cold",
            "damage_resistances": [{"key": "cold", "name": "Cold"}],
            "condition_immunities_display": "",
            "condition_immunities": [{"key": "prone", "name": "Prone"}],
        },
        "traits": [{"name": "Log-Like", "desc": STILL}],
        "actions": actions[::-1],
    }


def fived_database() -> dict[str, Any]:
    spit = {"name": "Mud Spit", "desc": SPIT, "usage": {"type": "recharge on roll", "dice": "1d6", "min_value": 5}}
    spit |= {"dc": {"dc_type": {"index": "con"}, "dc_value": 12, "success_type": "half"}}
    return {
        "index": "mire-lurker",
        "name": "Mire Lurker",
        "size": "Large",
        "type": "monstrosity",
        "alignment": "unaligned",
        "armor_class": [{"type": "natural", "value": 14}],
        "hit_points": 45,
        "hit_dice": "6d10",
        "hit_points_roll": "6d10+12",
        "speed": {"walk": "30 ft.", "swim": "40 ft."},
        **_SCORES,
        "proficiencies": [
            {"value": 4, "proficiency": {"index": "saving-throw-con"}},
            {"value": 3, "proficiency": {"index": "skill-stealth"}},
        ],
        "damage_resistances": ["cold"],
        "condition_immunities": [{"index": "prone", "name": "Prone"}],
        "senses": {"darkvision": "60 ft.", "passive_perception": 10},
        "challenge_rating": 3,
        "special_abilities": [{"name": "Log-Like", "desc": STILL}],
        "actions": [*_named()[:2], spit],
        "url": "/api/2014/monsters/mire-lurker",
    }


def foundry() -> dict[str, Any]:
    bite = {
        "type": "weapon",
        "name": "Bite",
        "system": {
            "type": {"value": "natural"},
            "range": {"units": "ft", "reach": None, "value": None},
            "properties": [],
            "damage": {"base": {"number": 1, "denomination": 10, "types": ["piercing"]}},
            "description": {"value": "<p>[[/attack extended]]. [[/damage extended]].</p>"},
            "activities": {
                "a": {
                    "type": "attack",
                    "activation": {"type": "action"},
                    "range": {"value": "5"},
                    "attack": {"ability": "str", "type": {"value": "melee", "classification": "weapon"}},
                    "damage": {"includeBase": True, "parts": [{"number": 2, "denomination": 6, "types": ["poison"]}]},
                }
            },
        },
    }
    spit = {
        "type": "feat",
        "name": "Mud Spit",
        "system": {
            "description": {"value": "<p>It spits mud.</p>"},
            "uses": {"max": "1", "recovery": [{"period": "recharge", "formula": "5"}]},
            "activities": {
                "b": {
                    "type": "save",
                    "activation": {"type": "action"},
                    "target": {"template": {"type": "cone", "size": "15"}},
                    "save": {"ability": ["con"], "dc": {"calculation": "con", "formula": ""}},
                    "damage": {"onSave": "half", "parts": [{"number": 4, "denomination": 4, "types": ["acid"]}]},
                }
            },
        },
    }
    plain = [("Log-Like", STILL, ""), ("Multiattack", f"<p>{TWO}</p>", "action")]
    feats = [
        {
            "type": "feat",
            "name": name,
            "system": {
                "description": {"value": text},
                "activities": {"c": {"type": "utility", "activation": {"type": when}}} if when else {},
            },
        }
        for name, text, when in plain
    ]
    hide = {
        "type": "equipment",
        "name": "Bark",
        "system": {"equipped": True, "type": {"value": "light"}, "armor": {"value": 13}},
    }
    return {
        "name": "Mire Lurker",
        "type": "npc",
        "system": {
            "abilities": {
                key[:3]: {"value": score, "proficient": int(key[:3] == "con")} for key, score in _SCORES.items()
            },
            "attributes": {
                "ac": {"flat": None, "calc": "default"},
                "hp": {"value": 45, "max": 45, "formula": "6d10 + 12"},
                "init": {"bonus": ""},
                "movement": {"walk": "30", "swim": 40, "fly": 0, "units": "ft"},
                "senses": {"ranges": {"darkvision": 60}},
            },
            "details": {"cr": 3, "type": {"value": "monstrosity"}, "alignment": "Unaligned"},
            "skills": {"ste": {"value": 1, "ability": "dex"}, "prc": {"value": 0, "ability": "wis"}},
            "traits": {"size": "lg", "dr": {"value": ["cold"]}, "ci": {"value": ["prone"]}},
            "source": {"rules": "2014"},
        },
        "items": [hide, *feats, bite, spit],
    }


def pasted() -> str:
    return f"""Mire Lurker
Large monstrosity, unaligned

Armor Class 14 (natural armor)
Hit Points 45 (6d10 + 12)
Speed 30 ft., swim 40 ft.

STR DEX CON INT WIS CHA
16 (+3) 12 (+1) 14 (+2) 5 (\u22123) 11 (+0) 6 (\u22122)

Saving Throws Con +4
Skills Stealth +3
Damage Resistances cold
Condition Immunities prone
Senses darkvision 60 ft., passive Perception 10
Languages \u2014
Challenge 3 (700 XP)

Log-Like. {STILL}

Actions
Multiattack. {TWO}
Bite. {BITE}
Mud Spit (Recharge 5\u20136). {SPIT}
"""


def fightclub() -> str:
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<compendium version="5"><monster><name>Mire Lurker</name><size>L</size><type>monstrosity</type>
<alignment>unaligned</alignment><ac>14 (natural armor)</ac><hp>45 (6d10+12)</hp><speed>30 ft., swim 40 ft.</speed>
<str>16</str><dex>12</dex><con>14</con><int>5</int><wis>11</wis><cha>6</cha><save>Constitution +4</save>
<skill>Stealth +3</skill><resist>cold</resist><conditionImmune>prone</conditionImmune>
<senses>darkvision 60 ft.</senses><passive>10</passive><cr>3</cr>
<trait><name>Log-Like</name><text>{STILL}</text></trait>
<action><name>Multiattack</name><text>{TWO}</text></action>
<action><name>Bite</name><text>{BITE}</text><attack>|17|9d9+9</attack></action>
<action><name>Mud Spit</name><text>{SPIT}</text><recharge>D5</recharge></action></monster></compendium>"""


def tetracube() -> dict[str, Any]:
    spit = SPIT.replace("DC 12", "DC [CON SAVE]").replace("10 (4d4)", "[4D4]").replace("The lurker", "The [MON]")
    bite = (
        "_Melee Weapon Attack:_ [STR ATK] to hit, reach 5 ft., one target. _Hit:_ [STR D10] piercing damage "
        "plus [2D6] poison damage."
    )
    return {
        "name": "Mire Lurker",
        "size": "large",
        "type": "monstrosity",
        "alignment": "unaligned",
        "hitDice": "6",
        "armorName": "natural armor",
        "natArmorBonus": 3,
        "speed": "30",
        "swimSpeed": "40",
        **{f"{key[:3]}Points": str(score) for key, score in _SCORES.items()},
        "darkvision": "60",
        "cr": "3",
        "sthrows": [{"name": "con"}],
        "skills": [{"name": "stealth", "stat": "dex", "note": ""}],
        "damagetypes": [{"name": "cold", "type": "r"}],
        "conditions": [{"name": "prone"}],
        "abilities": [{"name": "Log-Like", "desc": STILL}],
        "actions": [
            {"name": "Multiattack", "desc": TWO},
            {"name": "Bite", "desc": bite},
            {"name": "Mud Spit (Recharge 5-6)", "desc": spit},
        ],
    }


def critterdb() -> dict[str, Any]:
    stats = {
        "size": "Large",
        "race": "monstrosity",
        "alignment": "unaligned",
        "armorClass": 14,
        "armorTypeStr": "(natural armor)",
        "numHitDie": 6,
        "hitDieSize": 10,
        "speed": "30 ft., swim 40 ft.",
        "abilityScores": _SCORES,
        "proficiencyBonus": 2,
        "challengeRating": 3,
        "savingThrows": [{"ability": "constitution", "proficient": True}],
        "skills": [{"name": "Stealth", "proficient": True}],
        "damageResistances": ["cold"],
        "conditionImmunities": ["prone"],
        "senses": ["darkvision 60 ft."],
        "additionalAbilities": [{"name": "Log-Like", "description": f"<p>{STILL}</p>"}],
        "actions": [{"name": name, "description": f"<i>{text}</i>"} for name, text in _ENTRIES],
    }
    return {"name": "Mire Lurker", "flavor": {"description": ""}, "stats": stats}


def bestiary_builder() -> dict[str, Any]:
    return {
        "name": "Mire Lurker",
        "size": "Large",
        "race": "monstrosity",
        "alignment": "unaligned",
        "ac": 14,
        "armortype": "natural armor",
        "hp": 45,
        "hitdice": "6d10 + 12",
        "speed": "30 ft., swim 40 ft.",
        "ability_scores": {"prof_bonus": 2, **_SCORES},
        "cr": "3",
        "saves": {"constitutionSave": {"value": 4, "prof": 1}, "dexteritySave": {"value": 1, "prof": 0}},
        "skills": {"stealth": {"value": 3, "prof": 1}},
        "senses": ["darkvision 60 ft."],
        "passiveperc": 10,
        "resist": ["cold"],
        "condition_immune": ["prone"],
        "traits": [{"name": "Log-Like", "desc": STILL}],
        "actions": _named(),
        "la_per_round": 3,
    }


def own() -> str:
    return """name: Mire Lurker
edition: srd-5.1
size: large
ac: 14 (natural armor)
hp: 45 (6d10+12)
speed: {walk: 30, swim: 40}
abilities: {str: 16, dex: 12, con: 14, int: 5, wis: 11, cha: 6}
saves: {con: +4}
skills: {stealth: 3}
senses: {darkvision: 60}
resist: [cold]
condition_immune: [prone]
cr: 3
traits: [Log-Like]
multiattack: [2x Bite]
attacks:
  - {name: Bite, to_hit: 5, reach: 5, damage: [1d10+3 piercing, 2d6 poison]}
actions:
  - {name: Mud Spit, recharge: 5-6, area: 15 ft. cone, save: con, dc: 12, damage: [4d4 acid], half: true}
"""


FILES: dict[str, str] = {
    "Improved Initiative stat block": json.dumps(improved_initiative()),
    "Improved Initiative backup or library export": json.dumps(
        {"ImprovedInitiative.Creatures.a.b": json.dumps(improved_initiative())}
    ),
    "Obsidian note": statblock(),
    "5etools JSON": json.dumps(five_tools()),
    "Open5e v1": json.dumps(open5e_first()),
    "Open5e v2": json.dumps(open5e_second()),
    "5e-database": json.dumps([fived_database()]),
    "Foundry VTT dnd5e actor": json.dumps(foundry()),
    "stat block text": pasted(),
    "FightClub XML": fightclub(),
    "TetraCube": json.dumps(tetracube()),
    "CritterDB": json.dumps({"name": "Mine", "creatures": [critterdb()]}),
    "Bestiary Builder": json.dumps(bestiary_builder()),
    "own YAML": own(),
}
"""The same creature in the file of each program, by the name that the program is called here."""
