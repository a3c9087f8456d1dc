"""A JSON schema of encounter, party and creature files, for editors that complete and check YAML by one."""

from typing import Any, Literal

from tracker.library.coercion import ABILITIES, SIZES
from tracker.library.models import EDITIONS
from tracker.library.plans import SCENES

FileSort = Literal["encounter", "party", "creature"]
Schema = dict[str, Any]

_DRAFT = "http://json-schema.org/draft-07/schema#"


def _is(type_: str | list[str], description: str = "", **more: Any) -> Schema:
    return {"type": type_, **({"description": description} if description else {}), **more}


def _number(description: str = "") -> Schema:
    return _is(["integer", "string"], description, pattern=r"^\s*[+\-−–]?\d+")


def _text(description: str = "", **more: Any) -> Schema:
    return _is(["string", "number", "null"], description, **more)


def _words(description: str = "") -> Schema:
    return _is(["array", "string", "null"], description, items=_text())


def _flag(description: str = "") -> Schema:
    return {"description": description, "enum": [True, False, "yes", "no", "on", "off"]}


def _figures(description: str, names: tuple[str, ...] = ()) -> Schema:
    properties = {name: _number() for name in names}
    return _is(["object", "string", "null"], description, properties=properties)


def _list_of(name: str, description: str = "") -> Schema:
    one = {"$ref": f"#/definitions/{name}"}
    return {"description": description, "anyOf": [{"type": "array", "items": one}, one, {"type": "null"}]}


def _object(properties: dict[str, Schema], required: list[str] | None = None, **more: Any) -> Schema:
    fixed = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**fixed, **({"required": required} if required else {}), **more}


_DAMAGE = _words("Dice and type: [1d6+2 slashing, 1d8 fire].")
_CASES = _is("array", "Damage in one case: {if: advantage, damage: [1d6 piercing]}.", items={"type": "object"})
_SAVE = _is("string", "str, dex, con, int, wis or cha; 'str or dex' where the target chooses.")

_ACTION = {
    "name": _text("What it is called."),
    "text": _text("Your own words, shown beside the figures."),
    "recharge": _text("'5-6', '6', or 'short rest'."),
    "uses": _text("'3/day' or '1/turn'."),
    "cost": _number("Legendary actions it costs."),
    "once": _flag("Not again before its owner's next turn."),
    "area": _text("'60 ft. cone', 'within 30 ft.'."),
    "save": _SAVE,
    "dc": _number("The number to reach."),
    "damage": _DAMAGE,
    "half": _flag("Half the damage on a success."),
    "inflicts": _words("Conditions on a failure."),
    "ongoing": _words("Damage each turn while it lasts."),
    "then": _list_of("action", "Saves that follow the first."),
    "escape": _number("DC to get free."),
    "heals": _text("Dice of healing."),
    "ac_bonus": _number("AC added against the attack that is answered."),
    "to_hit": _number("Attack bonus."),
    "spell_dc": _number("Save DC of a spell it casts."),
    "extra_damage": _DAMAGE,
    "threshold": _number("Most damage at which it works."),
    "loses_hp": _text("Hit points its owner pays."),
    "group": _text("Actions of one group share their recharge."),
    "when": _text("The form or state it needs."),
}
_ATTACK = {
    "name": _text("What it is called."),
    "kind": {"enum": ["melee", "ranged", "both"], "description": "Follows from reach and range when left out."},
    "to_hit": _number("Attack bonus."),
    "reach": _number("Feet; 5 for a melee attack when left out."),
    "range": _text("Feet, '20/60' for normal and long."),
    "damage": _DAMAGE,
    "two_handed": _words("Damage in two hands instead."),
    "save": _list_of("action", "Saves the target makes when hit."),
    "extra": _CASES,
    "alt": _CASES,
    "bloodied": _words("Damage of a swarm at half hit points or fewer."),
    "ongoing": _words("Damage each turn while it lasts."),
    "inflicts": _words("Conditions on a hit."),
    "escape": _number("DC to get free."),
    "recharge": _text("'5-6'."),
    "uses": _text("'3/day'."),
    "spell": _flag("It is a spell attack."),
    "when": _text("The form or state it needs."),
    "text": _text("Your own words, shown beside the figures."),
}
_LEGENDARY = {
    "uses": _number("Between two of its turns."),
    "uses_lair": _number("The same in its lair."),
    "actions": _list_of("action"),
}
_SPELLS = {
    "name": _text(),
    "ability": _SAVE,
    "dc": _number("Spell save DC."),
    "attack": _number("Spell attack bonus."),
    "level": _number("Spellcaster level."),
    "slots": _is("object", "Slots by spell level: {1: 4, 2: 3}."),
    "spells": _is("object", "Spells by cantrips, 1 … 9, at will, 3/day."),
    "recharge": _text(),
    "text": _text(),
}
_CREATURE: dict[str, Schema] = {
    "name": _text("Stays byte for byte as you write it."),
    "edition": {"enum": list(EDITIONS), "description": "The rule set it is for; all of them when left out."},
    "size": _is("string", ", ".join(SIZES)),
    "size_note": _text(),
    "type": _text("'humanoid (goblinoid)'."),
    "alignment": _text(),
    "ac": _number("'15', or '15 (natural armor)'."),
    "ac_note": _text(),
    "hp": _number("'7', '7 (2d6)' or '2d6'."),
    "hp_dice": _text("Hit dice: 2d6."),
    "speed": _is(["object", "integer", "string"], "Feet: 30, or {walk: 30, fly: 60, hover: true}."),
    "speed_note": _text(),
    "hover": _flag(),
    "initiative": _number("The bonus."),
    "abilities": _figures("Scores: {str: 8, dex: 14}.", ABILITIES),
    "mods": _figures("Modifiers, where the book gives no scores.", ABILITIES),
    "saves": _figures("Saving throws that differ from the modifier.", ABILITIES),
    "skills": _figures("{stealth: 6}"),
    "senses": _figures("Feet: {darkvision: 60}."),
    "blind_beyond": _flag("Sees nothing beyond its special senses."),
    "passive": _number("Passive Perception."),
    "perception": _number("Black Flag's fixed Perception."),
    "stealth": _number("Black Flag's fixed Stealth."),
    "stealth_note": _text(),
    "languages": _text(),
    "resist": _words("Damage types it takes half of."),
    "immune": _words("Damage types it takes none of."),
    "vulnerable": _words("Damage types it takes double."),
    "condition_immune": _words("Conditions it cannot have."),
    "condition_resist": _words("Conditions it resists (Black Flag)."),
    "condition_vulnerable": _words("Conditions it is prone to (Black Flag)."),
    "gear": _words(),
    "cr": _text("Challenge rating: 1/4, 5."),
    "xp": _number(),
    "xp_lair": _number("In its lair."),
    "pb": _number("Proficiency bonus."),
    "traits": _is(["array", "string"], "Names, or {name: …, text: …}."),
    "trait_rolls": _list_of("action", "Figures of traits, by their names."),
    "texts": _is("object", "Your own words for traits, by their names."),
    "multiattack": _words("[2x Claw, Bite]"),
    "multiattack_or": _is("array"),
    "multiattack_swap": _words("What may stand in for one of the attacks."),
    "attacks": _list_of("attack"),
    "actions": _list_of("action"),
    "bonus": _list_of("action", "Bonus actions."),
    "reactions": _list_of("action"),
    "legendary": {"anyOf": [{"$ref": "#/definitions/legendary"}, {"type": "array"}]},
    "mythic": {"anyOf": [{"$ref": "#/definitions/legendary"}, {"type": "array"}]},
    "legendary_resistance": _number("A day."),
    "legendary_resistance_lair": _number("A day, in its lair."),
    "lair": _list_of("action", "Lair actions; a creature with some brings a lair row."),
    "lair_initiative": _number(),
    "regeneration": _is(["object", "integer"], "{amount: 10, stopped_by: [acid, fire], needs_hp: 1}"),
    "spellcasting": _list_of("spells"),
    "variant_of": _text(),
    "death_saves": _flag("Falls unconscious at 0 hit points instead of dying."),
    "description": _text(),
    "notes": _text(),
    "source": _text(),
    "player": _text("Who plays the character."),
    "class": _text(),
    "level": _number(),
    "spell_dc": _number("Spell save DC."),
    "spell_attack": _number("Spell attack bonus."),
    "slots": _is("object", "Spell slots by level: {1: 4, 2: 3}."),
    "luck": _number("Luck points (Black Flag)."),
}
_LINE: dict[str, Schema] = {
    "monster": _text("A creature of the bestiary, of your own folder, or a file beside this one."),
    "trap": _text("Makes it a trap of this name, acting on its count."),
    "extends": _words("Templates to start from."),
    "count": _number("How many."),
    "group": _is(["boolean", "string"], "true, or a name: one initiative and one turn for all."),
    "hp": _is(["integer", "string"], "average, roll, max, a number, or 31/38."),
    "max_hp": _number(),
    "initiative": _is(["integer", "string", "null"], "The count, already rolled."),
    "initiative_bonus": _number(),
    "side": {"enum": ["foe", "ally", "neutral", "party"]},
    "hidden": _flag("Not shown to players until you show it."),
    "surprised": _flag(),
    "wave": _text("Waits under this name until it joins."),
    "joins": _text("'round 3': the whole wave comes then."),
    "absent": _flag("Sits out until it joins."),
    "tags": _words(),
    "each_turn": _words("What a trap does on its count."),
    "counter": _is("object", "{name: water, start: 0, step: 1, max: 10, when_full: …}"),
    "detect_dc": _number(),
    "disarm_dc": _number(),
    "disarm": _text("How a trap is stopped."),
    "attack": _object(_ATTACK),
    "save": {"anyOf": [{"$ref": "#/definitions/action"}, _SAVE]},
    "dc": _number("DC of the trap's save."),
    "damage": _DAMAGE,
    "half": _flag("Half the damage on a success."),
    "inflicts": _words(),
    "area": _text(),
    "ongoing": _words(),
    "exhaustion": _number("0 to 6."),
    "temp_hp": _number(),
    "conditions": _words("'poisoned for 3 rounds'."),
    "concentration": _text("The spell it concentrates on."),
    "spent": _is("object", "Uses gone, by name."),
    "slots_spent": _is("object", "Spell slots gone, by level."),
}
_ENCOUNTER: dict[str, Schema] = {
    "encounter": _text("The name of the encounter."),
    "edition": {"enum": list(EDITIONS), "description": "The rule set."},
    "extends": _text("An encounter file this one builds on."),
    "templates": _is(["object", "string"], "Entries to start from, by name; see extends."),
    "party": _is(
        ["array", "string", "object", "null"], "A file, or characters.", items={"$ref": "#/definitions/member"}
    ),
    "combatants": _is(["array", "null"], items={"$ref": "#/definitions/entry"}),
    "lair": _is(["object", "array", "string"], "{owner: NAME, actions: […]}: a row at count 20."),
    "scene": _is(["array", "string"], ", ".join(SCENES), items={"enum": list(SCENES)}),
    "notes": _text("Shown before the fight."),
    "reminders": _is("array", "[{round: 4, text: …}]"),
    "automation": _is("object", "Automations on or off in this fight."),
    "rules": _is("object", "House rules on or off in this fight."),
}


def schema_for(sort: FileSort = "encounter") -> Schema:
    """The JSON schema (draft 7) of one sort of file."""
    entry = _object(
        {**_CREATURE, **_LINE}, anyOf=[{"required": [key]} for key in ("monster", "name", "trap", "extends")]
    )
    member = {"anyOf": [{"type": "string", "description": "A party file."}, {"$ref": "#/definitions/entry"}]}
    definitions = {
        "action": {"anyOf": [_object(_ACTION), {"type": "string"}, {"type": "object", "maxProperties": 1}]},
        "attack": _object(_ATTACK, ["name"]),
        "legendary": _object(_LEGENDARY),
        "spells": _object(_SPELLS),
        "creature": _object(_CREATURE, ["name"]),
        "entry": {"anyOf": [entry, {"type": "string"}]},
        "member": member,
    }
    return {"$schema": _DRAFT, "title": f"{sort} file of the combat tracker", "definitions": definitions, **_top(sort)}


def _top(sort: FileSort) -> Schema:
    members = {"type": "array", "items": {"$ref": "#/definitions/member"}}
    creature = {"$ref": "#/definitions/creature"}
    creatures = {"type": "array", "items": creature}
    if sort == "party":
        return {"anyOf": [members, {"type": "object", "properties": {"party": members}, "required": ["party"]}]}
    if sort == "creature":
        return {"anyOf": [creature, creatures, _object({"creatures": creatures}, ["creatures"])]}
    return {
        "type": "object",
        "properties": _ENCOUNTER,
        "patternProperties": {"^(x-|[._])": {}},
        "additionalProperties": False,
    }
