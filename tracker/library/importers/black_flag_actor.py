"""Foundry VTT actors of the Black Flag system: modifiers instead of scores, and a proficiency already in them."""

from typing import Any

from tracker.library.importers import figures, words
from tracker.library.importers.assemble import put_together, set_armour, set_defences, set_hit_points
from tracker.library.importers.entries import Entry
from tracker.library.importers.fields import speeds
from tracker.library.importers.foundry_formula import number
from tracker.library.importers.foundry_items import Actor, activities, item_data
from tracker.library.importers.foundry_text import attack_entry, entry_of
from tracker.library.importers.markup import one_line, prose
from tracker.library.importers.result import Imported
from tracker.library.importers.shapes import rows, table

_SECTIONS = {"action": "actions", "bonus": "bonus", "reaction": "reactions", "legendary": "legendary", "lair": "lair"}
_PROPERTIES = {"finesse": "fin", "reach": "rch", "thrown": "thr", "versatile": "ver"}


def read(data: Any, found: Imported) -> None:
    """One actor, or a list of them."""
    for index, actor in enumerate(data if isinstance(data, list) else [data], 1):
        if not isinstance(actor, dict) or figures.is_empty(actor.get("name")):
            found.problem(f"actor {index}", "no actor, or one without a name: left out")
        elif actor.get("type") not in ("npc", None):
            found.problem(
                one_line(actor["name"]),
                f"an actor of the kind '{actor.get('type')}': only creatures are read from this system",
            )
        else:
            found.add(_creature(actor, found))
    if found.creatures:
        found.note("bonuses and damage were computed from the actor's formulas")


def _creature(data: dict[str, Any], found: Imported) -> dict[str, Any]:
    system = item_data(data)
    attributes, traits = table(system.get("attributes")), table(system.get("traits"))
    name = one_line(data["name"])
    cr = figures.challenge(attributes.get("cr"))
    pb = figures.proficiency_bonus(cr)
    abilities = table(system.get("abilities"))
    mods = {
        short: figures.whole(table(abilities.get(long)).get("mod")) or 0 for long, short in words.ABILITY_NAMES.items()
    }
    creature: dict[str, Any] = {"name": name, "edition": "black-flag", "cr": cr, "mods": mods, "pb": pb}
    creature["size"] = words.size(traits.get("size"))
    kind = table(traits.get("type"))
    tags = [str(tag) for tag in rows(kind.get("tags"))]
    creature["type"] = one_line(kind.get("value")).lower() + (f" ({', '.join(tags)})" if tags else "")
    _armour(data, attributes, mods, creature, found)
    points = table(attributes.get("hp"))
    set_hit_points(creature, points.get("max") if points.get("max") is not None else points.get("value"), None, found)
    movement = table(traits.get("movement"))
    base = {"base": figures.whole(movement.get("base")) or 30}
    creature["speed"], creature["speed_note"] = speeds(
        {key: number(value, base) for key, value in table(movement.get("types")).items()}
    )
    senses = table(table(traits.get("senses")).get("types"))
    creature["senses"] = {str(key): distance for key, value in senses.items() if (distance := figures.whole(value))}
    _figures(system, attributes, mods, pb, creature)
    actor = _actor(data, name, mods, pb)
    sections: dict[str, list[Entry]] = {}
    for item in rows(data.get("items")):
        if isinstance(item, dict) and not figures.is_empty(item.get("name")):
            _item(item, creature, sections, actor)
    uses = figures.whole(table(attributes.get("legendary")).get("max"))
    if uses and sections.get("legendary"):
        creature["legendary"] = {"uses": uses}
    story = table(system.get("biography")).get("value")
    creature["description"] = prose(story) if isinstance(story, str) else ""
    return put_together(creature, sections)


def _actor(data: dict[str, Any], name: str, mods: dict[str, int], pb: int) -> Actor:
    """What weapons are computed with: modifiers without the proficiency that the sheet has in them."""
    system = item_data(data)
    abilities = table(system.get("abilities"))
    bare = {
        short: mods[short] - (pb if table(abilities.get(long)).get("proficient") else 0)
        for long, short in words.ABILITY_NAMES.items()
    }
    values = {"prof": pb} | {f"abilities.{long}.mod": bare[short] for long, short in words.ABILITY_NAMES.items()}
    items = {str(item.get("_id")): one_line(item.get("name")) for item in rows(data.get("items")) if table(item)}
    casting = words.ability(table(system.get("spellcasting")).get("ability")) or "int"
    return Actor(name, bare, pb, casting, {}, values, items)


def _armour(
    data: dict[str, Any], attributes: dict[str, Any], mods: dict[str, int], creature: dict[str, Any], found: Imported
) -> None:
    armour = table(attributes.get("ac"))
    pieces = [item for item in rows(data.get("items")) if isinstance(item, dict) and item.get("type") == "armor"]
    worn = ", ".join(one_line(item.get("name")).lower() for item in pieces)
    given = next(
        (value for key in ("override", "flat", "value") if (value := figures.whole(armour.get(key))) is not None), None
    )
    if given is None:
        values = [figures.whole(table(item_data(item).get("armor")).get("value")) or 0 for item in pieces]
        shield = 2 if any(table(item_data(item).get("type")).get("category") == "shield" for item in pieces) else 0
        given = max([value + mods["dex"] for value in values if value >= 10], default=10 + mods["dex"]) + shield
    set_armour(creature, given, worn, found)


def _figures(
    system: dict[str, Any], attributes: dict[str, Any], mods: dict[str, int], pb: int, creature: dict[str, Any]
) -> None:
    proficiency = table(table(attributes.get("initiative")).get("proficiency"))
    creature["initiative"] = mods["dex"] + int(pb * (figures.number(proficiency.get("multiplier")) or 0))
    for key, ability in (("perception", "wis"), ("stealth", "dex")):
        stored = figures.whole(attributes.get(key))
        creature[key] = stored if stored is not None else 10 + mods[ability]
    traits = table(system.get("traits"))
    lines = []
    for key in ("resistances", "immunities", "vulnerabilities"):
        damage, condition = (table(table(traits.get(kind)).get(key)) for kind in ("damage", "condition"))
        custom = [one_line(part) for table_ in (damage, condition) for part in rows(table_.get("custom"))]
        lines.append([*map(str, rows(damage.get("value"))), *map(str, rows(condition.get("value"))), *custom])
    set_defences(creature, *lines)
    languages = table(table(system.get("proficiencies")).get("languages"))
    creature["languages"] = ", ".join(str(word).capitalize() for word in rows(languages.get("value")))


def _weapon(item: dict[str, Any]) -> dict[str, Any]:
    """A weapon in the shape that the shared computation takes."""
    system = dict(item_data(item))
    system["properties"] = [_PROPERTIES.get(str(word), str(word)) for word in rows(system.get("properties"))]
    span = table(system.get("range"))
    system["range"] = {"value": span.get("short"), "long": span.get("long"), "reach": span.get("reach")}
    kind = table(system.get("type")).get("value")
    system["type"] = {"value": "simpleR" if kind == "ranged" else "natural"}
    return item | {"system": system}


def _item(item: dict[str, Any], creature: dict[str, Any], sections: dict[str, list[Entry]], actor: Actor) -> None:
    if item.get("type") not in ("weapon", "feature", "talent"):
        return
    shaped = _weapon(item) if item.get("type") == "weapon" else item
    made = activities(shaped)
    attacks = [each for each in made if each.get("type") == "attack"]
    section = _SECTIONS.get(str(table((made or [{}])[0].get("activation")).get("type") or ""), "traits")
    if attacks and section in ("actions", "traits"):
        creature.setdefault("attacks", []).append(attack_entry(shaped, made, actor))
    else:
        save = next((each for each in made if each.get("type") in ("save", "damage")), made[0] if made else {})
        sections.setdefault(section, []).append(entry_of(shaped, save, actor))
