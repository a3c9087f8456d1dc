"""Cases about class features, Luck and Inspiration."""

from __future__ import annotations

from tests.rules_cases.order import sources_of
from tests.rules_cases.registry import Facts, kind
from tracker.rules import classes
from tracker.rules.actions import action, actions, activity_cost
from tracker.rules.attacks import Attack, Fighter, Scene, attack_sources, resolve
from tracker.rules.conditions import gain_condition
from tracker.rules.damage import Damage, Defenses, take_damage
from tracker.rules.dice import FedDice, roll_d20
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError
from tracker.rules.hitpoints import Health, gain_temporary, heal
from tracker.rules.tokens import LUCK_FOR_REROLL, gain_luck, heroic_reroll, spend_luck, starting_doom
from tracker.rules.weapons import weapon


@kind("action_list")
def action_list(edition: Edition, given: Facts, when: Facts) -> Facts:
    return {"has": when["action"] in [one.name for one in actions(edition)]}


@kind("cost")
def cost(edition: Edition, given: Facts, when: Facts) -> Facts:
    try:
        return {"slot": activity_cost(edition, given["activity"])}
    except RulesError:
        return {"slot": action(edition, given["activity"]).slot}


@kind("attacks_per_action")
def attacks_per_action(edition: Edition, given: Facts, when: Facts) -> Facts:
    return {"attacks": classes.attacks_per_action(edition, given["class"], given["level"])}


@kind("rage_bonus")
def rage_bonus(edition: Edition, given: Facts, when: Facts) -> Facts:
    return {"bonus": classes.rage_bonus(edition, given["level"])}


@kind("rage")
def rage(edition: Edition, given: Facts, when: Facts) -> Facts:
    match when["do"]:
        case "damage":
            parts = [Damage(when["amount"], when["type"])]
            return {"taken": take_damage(edition, parts, Defenses(resist=classes.RAGE_RESISTANCES)).total}
        case "gains":
            return {"raging": not gain_condition(edition, when["condition"]).ends_rage}
        case "uses":
            return {"uses": classes.rage_uses(edition, given["level"])}
        case _:
            lasts = classes.rage_lasts(
                edition,
                given["level"],
                given["rounds_elapsed"],
                attacked=given.get("attacked", False),
                took_damage=given.get("took_damage", False),
                forced_save=given.get("forced_save", False),
                extended=given.get("bonus_extended", False),
            )
            return {"raging": lasts}


@kind("sneak_attack")
def sneak_attack(edition: Edition, given: Facts, when: Facts) -> Facts:
    arm = given["weapon"]
    found = classes.sneak_attack(
        edition,
        given["level"],
        finesse_or_ranged=arm in ("finesse", "ranged") or weapon(edition, arm).suits_sneak_attack,
        hit=given["hit"],
        advantage=given["advantage"],
        disadvantage=given["disadvantage"],
        able_enemy_beside=given["other_enemy_within_5"] and not given["other_incapacitated"],
        used_this_turn=given["used_this_turn"],
        own_turn=given["own_turn"],
        critical=given["crit"],
    )
    return {"allowed": found.allowed, "dice": f"{found.dice}d6"}


@kind("bardic_die", "bardic_uses", "bardic_expiry")
def bardic(edition: Edition, given: Facts, when: Facts) -> Facts:
    match when["do"]:
        case "die":
            return {"die": classes.bardic_die(edition, given["level"])}
        case "uses":
            return {"uses": classes.bardic_uses(given["charisma_mod"])}
        case _:
            return {"active": when["round"] - given["given_round"] < classes.bardic_rounds(edition)}


@kind("turn_dc")
def turn_dc(edition: Edition, given: Facts, when: Facts) -> Facts:
    return {"dc": classes.turning_dc(given["level"], given["wisdom_mod"])}


@kind("destroy")
def destroy(edition: Edition, given: Facts, when: Facts) -> Facts:
    found = classes.turn_undead(
        edition,
        given["level"],
        given["cr"],
        saved=not given["failed_save"],
        wisdom_modifier=given.get("wisdom_mod", 0),
    )
    return {"destroyed": found.destroyed, "turned": found.turned, "dice": f"{found.radiant_dice}d8"}


@kind("channel_uses")
def channel_uses(edition: Edition, given: Facts, when: Facts) -> Facts:
    return {"uses": classes.channel_uses(edition, given["level"])}


@kind("lay_on_hands")
def lay_on_hands(edition: Edition, given: Facts, when: Facts) -> Facts:
    hands = classes.lay_on_hands(edition, given["level"], given["spent"], when.get("points"), when.get("what"))
    return {"pool": hands.pool, "left": hands.left, "allowed": hands.allowed}


@kind("second_wind")
def second_wind(edition: Edition, given: Facts, when: Facts) -> Facts:
    if when["do"] == "uses":
        return {"uses": classes.second_wind_uses(edition, given["level"])}
    gained = classes.second_wind(edition, given["level"], when["die"])
    return {"hp": heal(edition, Health(hp=given["hp"], max_hp=given["max_hp"]), gained).health.hp, "healed": gained}


@kind("other_healing")
def other_healing(edition: Edition, given: Facts, when: Facts) -> Facts:
    if given["feature"] == "song of rest":
        return {"die": classes.song_of_rest_die(edition, given["level"])}
    return {"hp": classes.wholeness_of_body(edition, given["level"])}


@kind("assassinate")
def assassinate(edition: Edition, given: Facts, when: Facts) -> Facts:
    critical = classes.assassinates(
        edition, surprised=given["target_surprised"], has_acted=given["target_has_acted"], hit=given.get("hit", True)
    )
    mode = classes.assassin_mode(has_acted=given["target_has_acted"])
    return {"crit": critical, "mode": str(mode), "advantage": str(mode) == "advantage"}


@kind("cunning")
def cunning(edition: Edition, given: Facts, when: Facts) -> Facts:
    name = when["do"].removeprefix("bonus_").title()
    return {"allowed": name in classes.cunning_action(given["level"])}


@kind("wild_shape")
def wild_shape(edition: Edition, given: Facts, when: Facts) -> Facts:
    if when["do"] == "shape":
        health = Health(hp=given["druid_hp"], max_hp=given["druid_hp"], temp_hp=given["temp_hp"])
        shaped = gain_temporary(health, classes.wild_shape_temporary(edition, given["druid_level"])).health
        return {"druid_hp": shaped.hp, "temp_hp": shaped.temp_hp}
    found = classes.damage_beast_form(given["druid_hp"], given["beast_hp"], when["amount"])
    return {"druid_hp": found.druid_hp, "beast_hp": found.beast_hp, "reverted": found.reverted}


@kind("companion")
def companion(edition: Edition, given: Facts, when: Facts) -> Facts:
    found = classes.order_companion(edition, given["ranger_level"], given["attacks"])
    return {"ranger_attacks_left": found.ranger_attacks_left, "companion_attacks": found.companion_attacks}


@kind("luck")
def luck(edition: Edition, given: Facts, when: Facts) -> Facts:
    rerolled = when["do"] == "reroll"
    points = 0 if rerolled else when.get("points", 0)
    left = spend_luck(edition, given["luck"], LUCK_FOR_REROLL if rerolled else points)
    plan = attack_sources(edition, Fighter(), Fighter(), Attack())
    face = {**given, **when}["reroll"] if rerolled else given["d20"]
    d20 = roll_d20(FedDice([face]))
    found = resolve(edition, d20, plan, bonus=given["bonus"] + points, ac=given["target"])
    success = found.hit if given.get("roll") == "attack" else found.total >= given["target"]
    return {"total": found.total, "success": success, "luck": left, "critical": found.critical}


@kind("luck_gain")
def luck_gain(edition: Edition, given: Facts, when: Facts) -> Facts:
    gained = given["gained_this_turn"] and when["do"] != "award"
    found = gain_luck(edition, given["luck"], when.get("points", 1), gained_this_turn=gained, d4=given.get("d4"))
    return {"luck": found.luck, "roll_d4": found.needs_d4}


@kind("doom")
def doom(edition: Edition, given: Facts, when: Facts) -> Facts:
    return {"doom": starting_doom(edition, given["encounter_cr"])}


@kind("inspiration")
def inspiration(edition: Edition, given: Facts, when: Facts) -> Facts:
    if when["do"] == "reroll":
        return {"kept": heroic_reroll(edition, given["reroll"]) if given["has"] else given["die"], "has": False}
    plan = attack_sources(edition, Fighter(), Fighter(), Attack(), Scene(inspired=given["has"]))
    return {"mode": str((plan.sources | sources_of(given.get("mode", "normal"))).mode), "has": False}
