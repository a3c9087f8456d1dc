"""Foundry VTT actors of the dnd5e system, versions 1 to 5: what Foundry computes on screen is computed here."""

from typing import Any

from tracker.library.importers import figures, rows, words
from tracker.library.importers import foundry_formula as formula
from tracker.library.importers.assemble import put_together, set_armour, set_defences, set_hit_points
from tracker.library.importers.entries import Entry
from tracker.library.importers.fields import speeds
from tracker.library.importers.foundry_items import Actor, activities, item_data, properties_of
from tracker.library.importers.foundry_text import attack_entry, entry_of
from tracker.library.importers.markup import one_line, prose
from tracker.library.importers.result import Imported
from tracker.library.importers.shapes import rows as listed_rows
from tracker.library.importers.shapes import table

_SECTIONS = {
    "action": "actions",
    "bonus": "bonus",
    "reaction": "reactions",
    "reactiondamage": "reactions",
    "reactionmanual": "reactions",
} | {
    "legendary": "legendary",
    "mythic": "mythic",
    "lair": "lair",
}
_BYPASSES = {"mgc": "nonmagical", "sil": "not silvered", "ada": "not adamantine"}
_CALCULATED = {
    "mage": (13, ("dex",)),
    "draconic": (13, ("dex",)),
    "unarmoredMonk": (10, ("dex", "wis")),
    "unarmoredBarb": (10, ("dex", "con")),
}


def read(data: Any, found: Imported) -> None:
    """One actor, or a list of them."""
    party: list[dict[str, Any]] = []
    for index, actor in enumerate(data if isinstance(data, list) else [data], 1):
        if not isinstance(actor, dict) or figures.is_empty(actor.get("name")):
            found.problem(f"actor {index}", "no actor, or one without a name: left out")
        elif not item_data(actor):
            found.problem(one_line(actor["name"]), "no actor of the dnd5e system: left out")
        elif actor.get("type") == "character":
            party.append(_character(actor, found))
        elif actor.get("type") not in ("npc", None, "monster"):
            found.problem(one_line(actor["name"]), f"an actor of the kind '{actor.get('type')}': left out")
        else:
            found.add(_creature(actor, found))
    if party:
        found.encounters.append({"encounter": "Characters", "party": party, "combatants": []})
    if found.creatures:
        found.note("armour class, bonuses and damage were computed from the actor's formulas")


def _actor(data: dict[str, Any], name: str, level: int | None = None) -> Actor:
    system = item_data(data)
    abilities = table(system.get("abilities"))
    mods = {key: figures.modifier_of(figures.whole(table(abilities.get(key)).get("value"))) for key in words.ABILITIES}
    details = table(system.get("details"))
    cr = figures.challenge(details.get("cr"))
    pb = max(2, (level + 7) // 4) if level else figures.proficiency_bonus(cr)
    attributes = table(system.get("attributes"))
    values = {
        "prof": pb,
        "attributes.prof": pb,
        "details.cr": int(figures.rating_value(cr)),
        "details.level": level or 0,
    }
    for key, mod in mods.items():
        score = figures.whole(table(abilities.get(key)).get("value")) or 10
        values |= {f"abilities.{key}.mod": mod, f"abilities.{key}.value": score, f"abilities.{key}.dc": 8 + pb + mod}
    casting = words.ability(attributes.get("spellcasting")) or max(("int", "wis", "cha"), key=lambda key: mods[key])
    values["attributes.spelldc"] = values["attributes.spell.dc"] = 8 + pb + mods[casting]
    for code, given in table(system.get("skills")).items():
        ability = words.ability(table(given).get("ability")) or words.SKILL_ABILITY.get(words.skill(code), "str")
        rank = figures.number(table(given).get("value")) or 0
        values[f"skills.{code}.passive"] = 10 + mods[ability] + int(pb * rank)
    items = {str(item.get("_id")): one_line(item.get("name")) for item in listed_rows(data.get("items")) if table(item)}
    return Actor(name, mods, pb, casting, table(system.get("bonuses")), values, items)


def _creature(data: dict[str, Any], found: Imported) -> dict[str, Any]:
    name = one_line(data["name"])
    system = item_data(data)
    actor = _actor(data, name)
    creature: dict[str, Any] = {"name": name, "edition": _edition(data)}
    _kind(system, creature)
    creature["cr"] = figures.challenge(table(system.get("details")).get("cr"))
    creature["xp"] = figures.whole(table(table(system.get("details")).get("xp")).get("value"))
    _core(data, creature, actor, found)
    biography = table(table(system.get("details")).get("biography")).get("value")
    creature["description"] = prose(biography) if isinstance(biography, str) else ""
    resources = table(system.get("resources"))
    creature["legendary_resistance"] = figures.whole(table(resources.get("legres")).get("max")) or None
    sections = _items(data, creature, actor)
    uses = figures.whole(table(resources.get("legact")).get("max"))
    if uses and sections.get("legendary"):
        creature["legendary"] = {"uses": uses}
    lair = table(resources.get("lair"))
    if (lair.get("value") is True) and sections.get("lair"):
        creature["lair_initiative"] = figures.whole(lair.get("initiative")) or 20
    return put_together(creature, sections)


def _edition(data: dict[str, Any]) -> str:
    system = item_data(data)
    sources = [
        system.get("source"),
        table(system.get("details")).get("source"),
        *(item_data(item).get("source") for item in listed_rows(data.get("items")) if isinstance(item, dict)),
    ]
    rules = [str(table(source).get("rules")) for source in sources]
    return "srd-5.2" if next((rule for rule in rules if rule in ("2014", "2024")), "2014") == "2024" else "srd-5.1"


def _kind(system: dict[str, Any], creature: dict[str, Any]) -> None:
    details, traits = table(system.get("details")), table(system.get("traits"))
    creature["size"] = words.size(traits.get("size"))
    kind = details.get("type")
    if isinstance(kind, dict):
        value = str(kind.get("custom") if kind.get("value") == "custom" else kind.get("value") or "").lower()
        if swarm := words.size(kind.get("swarm")):
            value = f"swarm of {swarm} {value}s"
        creature["type"] = f"{value} ({one_line(kind['subtype']).lower()})" if kind.get("subtype") else value
    else:
        creature["type"] = one_line(kind).lower()
    creature["alignment"] = one_line(details.get("alignment")).lower()
    languages = table(traits.get("languages"))
    spoken = [str(word).capitalize() for word in listed_rows(languages.get("value"))] + (
        [one_line(languages["custom"])] if languages.get("custom") else []
    )
    creature["languages"] = ", ".join(spoken)
    lines = [_defence(table(traits.get(key))) for key in ("dr", "di", "dv", "ci")]
    set_defences(creature, *lines)


def _defence(trait: dict[str, Any]) -> list[str]:
    kinds = [str(kind) for kind in listed_rows(trait.get("value"))]
    marks = ", ".join(_BYPASSES[mark] for mark in map(str, listed_rows(trait.get("bypasses"))) if mark in _BYPASSES)
    found: list[str] = []
    for kind in kinds:
        if kind == "physical":
            found.append("bludgeoning, piercing, and slashing from nonmagical attacks")
        elif marks and kind in words.PHYSICAL:
            metal = " not silvered" if "silvered" in marks else " not adamantine" if "adamantine" in marks else ""
            found.append(f"{kind} from nonmagical attacks{metal}")
        else:
            found.append(kind)
    return found + ([one_line(trait["custom"])] if trait.get("custom") else [])


def _core(data: dict[str, Any], creature: dict[str, Any], actor: Actor, found: Imported) -> None:
    system = item_data(data)
    attributes = table(system.get("attributes"))
    abilities = table(system.get("abilities"))
    creature["abilities"] = {
        key: score
        for key in words.ABILITIES
        if (score := figures.whole(table(abilities.get(key)).get("value"))) is not None
    }
    armour, note = armour_class(data, actor)
    set_armour(creature, armour, note, found)
    points = table(attributes.get("hp"))
    maximum = figures.whole(points.get("max"))
    set_hit_points(
        creature,
        maximum if maximum is not None else figures.whole(points.get("value")) if not points.get("formula") else None,
        points.get("formula"),
        found,
    )
    creature["speed"], creature["speed_note"] = speeds(
        {
            key: value
            for key, value in table(attributes.get("movement")).items()
            if key not in ("units", "ignoredDifficultTerrain")
        }
    )
    creature["initiative"] = _initiative(table(attributes.get("init")), actor, found)
    creature["saves"] = {key: bonus for key in words.ABILITIES if (bonus := _save(key, abilities, actor)) is not None}
    creature["skills"], creature["passive"] = _skills(table(system.get("skills")), actor)
    senses = table(attributes.get("senses")) or table(table(system.get("traits")).get("senses"))
    ranges = table(senses.get("ranges")) or senses
    creature["senses"] = {
        sense: distance
        for sense in ("blindsight", "darkvision", "tremorsense", "truesight")
        if (distance := figures.whole(ranges.get(sense)))
    }


def armour_class(data: dict[str, Any], actor: Actor) -> tuple[int | None, str]:
    """Armour class and what it comes from: the flat number, else equipped armour and shield, else 10 + Dexterity."""
    armour = table(table(item_data(data).get("attributes")).get("ac"))
    worn = [
        item
        for item in listed_rows(data.get("items"))
        if isinstance(item, dict) and item.get("type") == "equipment" and item_data(item).get("equipped") is not False
    ]
    pieces = [
        (item, _piece(item)) for item in worn if _piece(item)[0] in ("light", "medium", "heavy", "natural", "shield")
    ]
    note = ", ".join(one_line(item.get("name")).lower() for item, _ in pieces) or (
        "natural armor" if armour.get("calc") == "natural" else ""
    )
    flat = figures.whole(armour.get("flat"))
    calc = armour.get("calc")
    if flat is not None and calc != "custom":
        return flat, note
    shield = max((value for _, (kind, value, _) in pieces if kind == "shield"), default=0)
    if calc == "custom" and armour.get("formula"):
        return formula.number(
            armour["formula"],
            actor.values
            | {"attributes.ac.shield": shield, "attributes.ac.armor": 10, "attributes.ac.dex": actor.mods["dex"]},
        ), note
    if str(calc) in _CALCULATED:
        base, abilities = _CALCULATED[str(calc)]
        return base + sum(actor.mods[key] for key in abilities) + shield, note
    bodies = [value + min(actor.mods["dex"], cap) for _, (kind, value, cap) in pieces if kind != "shield"]
    old = figures.whole(armour.get("value")) if not calc and not bodies else None
    return old if old is not None else max(bodies, default=10 + actor.mods["dex"]) + shield, note


def _piece(item: dict[str, Any]) -> tuple[str, int, int]:
    """Kind of armour, its value, and the most of Dexterity it lets through."""
    system = item_data(item)
    armour = table(system.get("armor"))
    kind = str(table(system.get("type")).get("value") or armour.get("type") or "")
    cap = figures.whole(armour.get("dex"))
    limit = {"medium": 2 if cap is None else cap, "heavy": 0}.get(kind, 99 if cap is None else cap)
    return kind, (figures.whole(armour.get("value")) or 0) + (figures.whole(armour.get("magicalBonus")) or 0), limit


def _initiative(init: dict[str, Any], actor: Actor, found: Imported) -> int:
    ability = words.ability(init.get("ability")) or "dex"
    bonus = formula.number(init.get("bonus") or 0, actor.values)
    if bonus is None:
        said = one_line(init.get("bonus"))
        found.note(f"{actor.name}: the initiative bonus '{said}' is not understood; Dexterity alone is taken")
    return actor.mods[ability] + (bonus or 0)


def _save(key: str, abilities: dict[str, Any], actor: Actor) -> int | None:
    ability = table(abilities.get(key))
    level = figures.number(ability.get("proficient")) or 0
    extra = formula.number(table(ability.get("bonuses")).get("save") or 0, actor.values) or 0
    return actor.mods[key] + int(actor.pb * level) + extra if level or extra else None


def _skills(skills: dict[str, Any], actor: Actor) -> tuple[dict[str, int], int]:
    found: dict[str, int] = {}
    passive = 10 + actor.mods["wis"]
    for code, given in skills.items():
        data = table(given)
        level = figures.number(data.get("value")) or 0
        name = words.skill(code)
        ability = words.ability(data.get("ability")) or words.SKILL_ABILITY.get(name, "str")
        extra = formula.number(table(data.get("bonuses")).get("check") or 0, actor.values) or 0
        bonus = actor.mods[ability] + int(actor.pb * level) + extra
        if level or extra:
            found[name] = bonus
        if code == "prc":
            passive = 10 + bonus + (formula.number(table(data.get("bonuses")).get("passive") or 0, actor.values) or 0)
    return found, passive


def _items(data: dict[str, Any], creature: dict[str, Any], actor: Actor) -> dict[str, list[Entry]]:
    sections: dict[str, list[Entry]] = {}
    spells: list[dict[str, Any]] = []
    for item in listed_rows(data.get("items")):
        if not isinstance(item, dict) or figures.is_empty(item.get("name")):
            continue
        if item.get("type") == "spell":
            spells.append(item)
        elif item.get("type") in ("weapon", "feat", "feature", "equipment", "consumable"):
            _item(item, creature, sections, actor)
    if spells:
        creature.setdefault("spellcasting", []).append(
            _spellcasting(spells, table(item_data(data).get("spells")), actor)
        )
    return sections


def _item(item: dict[str, Any], creature: dict[str, Any], sections: dict[str, list[Entry]], actor: Actor) -> None:
    made = activities(item)
    attacks = [each for each in made if each.get("type") == "attack"]
    first = made[0] if made else {}
    section = _SECTIONS.get(str(table(first.get("activation")).get("type") or ""), "traits")
    if "trait" in properties_of(item_data(item)) and not attacks:
        section = "traits"
    if attacks and section in ("actions", "traits"):
        creature.setdefault("attacks", []).append(attack_entry(item, made, actor))
    elif (item.get("type") in ("equipment", "consumable") and not made) or (
        item.get("type") == "equipment" and section == "traits"
    ):
        return
    else:
        save = next((each for each in made if each.get("type") in ("save", "damage")), first)
        sections.setdefault(section, []).append(entry_of(item, save, actor))


def _spellcasting(spells: list[dict[str, Any]], slots: dict[str, Any], actor: Actor) -> dict[str, Any]:
    mod = actor.mods[actor.spellcasting]
    lists: dict[str, list[str]] = {}
    for item in spells:
        system = item_data(item)
        level = figures.whole(system.get("level")) or 0
        mode = str(system.get("method") or table(system.get("preparation")).get("mode") or "")
        uses = formula.number(table(system.get("uses")).get("max") or 0, actor.values) or 0
        if uses and mode in ("innate", "atwill", ""):
            key = f"{uses}/day"
        elif mode in ("atwill", "innate"):
            key = "at will"
        else:
            key = str(level) if level else "cantrips"
        lists.setdefault(key, []).append(one_line(item["name"]).lower())
    found: dict[str, Any] = {
        "name": "Spellcasting",
        "ability": actor.spellcasting,
        "dc": 8 + actor.pb + mod,
        "attack": actor.pb + mod,
    }
    amounts = {
        level: amount
        for level in range(1, 10)
        if str(level) in lists and (amount := _slots(table(slots.get(f"spell{level}"))))
    }
    return found | ({"slots": amounts} if amounts else {}) | {"spells": lists}


def _slots(data: dict[str, Any]) -> int:
    return next((amount for key in ("override", "max", "value") if (amount := figures.whole(data.get(key)))), 0)


def _character(data: dict[str, Any], found: Imported) -> dict[str, Any]:
    """A player's character: what is stored; the rest is asked for."""
    name = one_line(data["name"])
    levels = [item for item in listed_rows(data.get("items")) if isinstance(item, dict) and item.get("type") == "class"]
    level = sum(figures.whole(item_data(item).get("levels")) or 0 for item in levels)
    actor = _actor(data, name, level or None)
    points = table(table(item_data(data).get("attributes")).get("hp"))
    row: dict[str, Any] = {"name": name}
    if (
        amount := rows.points(
            figures.whole(points.get("value")), figures.whole(points.get("max")) or figures.whole(points.get("value"))
        )
    ) is not None:
        row["hp"] = amount
    else:
        found.problem(name, "hit points of this character are not stored in the file: write hp")
    armour, _ = armour_class(data, actor)
    row["ac"] = armour
    found.note(f"{name}: armour class {armour} was computed from armour and Dexterity alone; check it")
    row["initiative_bonus"] = _initiative(table(table(item_data(data).get("attributes")).get("init")), actor, found)
    scores = table(item_data(data).get("abilities"))
    row["abilities"] = {
        key: score
        for key in words.ABILITIES
        if (score := figures.whole(table(scores.get(key)).get("value"))) is not None
    }
    row["saves"] = {key: bonus for key in words.ABILITIES if (bonus := _save(key, scores, actor)) is not None}
    if level:
        row |= {
            "class": " / ".join(
                f"{one_line(item.get('name'))} {figures.whole(item_data(item).get('levels')) or 0}" for item in levels
            ),
            "level": level,
        }
    return {key: value for key, value in row.items() if value not in (None, {}, "")}
