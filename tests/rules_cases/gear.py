"""Cases about weapons, armor, things, engines and cantrips."""

from __future__ import annotations

from tests.rules_cases.registry import Facts, kind
from tracker.rules.armor import (
    OBJECT_DEFENSES,
    armor_class,
    modern_armor,
    object_armor_class,
    object_fails_save,
    object_hit_points,
)
from tracker.rules.checks import resolve_check
from tracker.rules.damage import Damage, Defenses, take_damage
from tracker.rules.dice import parse
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError
from tracker.rules.hitpoints import Health, lose_hit_points
from tracker.rules.saves import share_of_damage
from tracker.rules.spells import cantrip, spell_numbers
from tracker.rules.weapons import (
    burst,
    can_fight_with_two,
    fire,
    off_hand_damage,
    recovered_ammunition,
    shots,
    weapon,
    weapon_bonus,
)


@kind("dice_average")
def dice_average(edition: Edition, given: Facts, when: Facts) -> Facts:
    return {"average": parse(given["dice"]).average}


@kind("armor_class")
def ac(edition: Edition, given: Facts, when: Facts) -> Facts:
    found = armor_class(
        edition,
        {ability: given[ability] for ability in ("str", "dex", "con", "wis")},
        armor=given["armor"],
        shield=given["shield"],
        character_class=given["class"],
        extras=given["extra"],
    )
    return {
        "ac": found.ac,
        "speed_penalty": found.speed_penalty,
        "stealth_disadvantage": found.stealth_disadvantage,
    }


@kind("modern_armor")
def modern(edition: Edition, given: Facts, when: Facts) -> Facts:
    armor = modern_armor(edition, given["armor"])
    tags = frozenset({when["source"]}) if "source" in when else frozenset()
    return {
        "ac": armor.ac,
        "taken": take_damage(edition, [Damage(when.get("amount", 0), "piercing", tags)], armor.defenses).total,
    }


@kind("object")
def thing(edition: Edition, given: Facts, when: Facts) -> Facts:
    if when["do"] == "ac":
        return {"ac": object_armor_class(edition, given["substance"])}
    if when["do"] == "hp":
        found = object_hit_points(edition, given["size"], resilient=given["build"] == "resilient")
        return {"hp": found.hp, "dice": found.dice}
    if when["do"] == "save":
        return {"fails": object_fails_save(edition, when["ability"])}
    hit = take_damage(edition, [Damage(when["amount"], when["type"])], OBJECT_DEFENSES)
    health = Health(hp=given["hp"], max_hp=given["hp"], dies_at_zero=True)
    left = lose_hit_points(edition, health, hit.total).health
    return {"taken": hit.total, "hp": left.hp, "destroyed": left.status == "dead"}


@kind("range_band")
def band(edition: Edition, given: Facts, when: Facts) -> Facts:
    return {"band": weapon(edition, given["weapon"]).band(given["distance"])}


@kind("weapon_dice")
def weapon_dice(edition: Edition, given: Facts, when: Facts) -> Facts:
    arm = weapon(edition, given["weapon"])
    return {"dice": arm.damage(two_hands=given["grip"] == "two"), "type": arm.damage_type}


@kind("attack_bonus")
def attack_bonus(edition: Edition, given: Facts, when: Facts) -> Facts:
    arm = weapon(edition, given["weapon"])
    found = weapon_bonus(edition, arm, given["str"], given["dex"], given["proficiency"])
    return {"attack": found.attack, "damage": found.damage, "ability": found.ability}


@kind("two_weapon")
def two_weapon(edition: Edition, given: Facts, when: Facts) -> Facts:
    return {
        "allowed": can_fight_with_two(edition, weapon(edition, given["main"]), weapon(edition, given["off"])).allowed
    }


@kind("off_hand_damage")
def off_hand(edition: Edition, given: Facts, when: Facts) -> Facts:
    added = off_hand_damage(given["ability_mod"], fighting_style=given["style"])
    hit = take_damage(edition, [Damage(when["die"])], Defenses(flat=added))
    return {"damage": hit.total}


@kind("loading")
def loading(edition: Edition, given: Facts, when: Facts) -> Facts:
    slots = tuple(when["slot"].split(" and "))
    return {"shots": shots(weapon(edition, given["weapon"]), given["attacks_per_action"], slots)}


@kind("ammunition")
def ammunition(edition: Edition, given: Facts, when: Facts) -> Facts:
    return {"recovered": recovered_ammunition(given["fired"])}


@kind("reload")
def reload(edition: Edition, given: Facts, when: Facts) -> Facts:
    weapon(edition, given["weapon"])
    found = fire(given["loaded"], when["shots"])
    return {"loaded": found.left, "can_fire": found.can_fire, "allowed": found.allowed}


@kind("burst_fire")
def burst_fire(edition: Edition, given: Facts, when: Facts) -> Facts:
    found = burst(given["ammo"])
    taken = {}
    for name, total in given.get("saves", {}).items():
        saved = resolve_check(total, 0, found.dc).success
        share = share_of_damage(found.on_save, saved=saved)
        taken[name] = take_damage(edition, [Damage(given["rolled"])], Defenses(), share=share).total
    return {"allowed": found.allowed, "ammo": found.left, "taken": taken}


@kind("engine_save")
def engine_save(edition: Edition, given: Facts, when: Facts) -> Facts:
    engine = weapon(edition, given["engine"])
    if engine.dc is None:
        raise RulesError(f"{engine.name} asks for no save")
    share = share_of_damage(engine.on_save, saved=resolve_check(when["total"], 0, engine.dc).success)
    hit = take_damage(edition, [Damage(given["rolled"], engine.damage_type)], Defenses(), share=share)
    return {"dc": engine.dc, "taken": hit.total}


@kind("cantrip")
def cantrip_facts(edition: Edition, given: Facts, when: Facts) -> Facts:
    found = cantrip(edition, given["cantrip"], given["level"])
    return {
        "dice": found.dice,
        "beams": found.beams,
        "range": found.range,
        "resolve": found.resolve,
        "save": found.save,
        "type": found.damage_type,
    }


@kind("cantrip_save")
def cantrip_save(edition: Edition, given: Facts, when: Facts) -> Facts:
    found = cantrip(edition, given["cantrip"], given.get("level", 1))
    share = share_of_damage("none", saved=when["success"])
    return {"taken": take_damage(edition, [Damage(given["rolled"], found.damage_type)], Defenses(), share=share).total}


@kind("spell_numbers")
def caster(edition: Edition, given: Facts, when: Facts) -> Facts:
    found = spell_numbers(given["ability_mod"], given["proficiency"])
    return {"attack": found.attack, "dc": found.dc}
