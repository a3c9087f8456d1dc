"""Cases about hit points, dying, rest, exhaustion and concentration."""

from __future__ import annotations

from tests.rules_cases.registry import Facts, kind
from tracker.frozen import replace
from tracker.rules.checks import resolve_check
from tracker.rules.concentration import concentration_dc
from tracker.rules.conditions import effects, gain_condition
from tracker.rules.dice import FedDice, roll_d20
from tracker.rules.editions import Edition
from tracker.rules.hitpoints import (
    Health,
    HealthChange,
    change_exhaustion,
    change_maximum,
    death_save,
    first_aid,
    gain_temporary,
    heal,
    hours_pass,
    is_bloodied,
    knock_out,
    lose_hit_points,
    maximum,
    stabilize,
    wake,
)
from tracker.rules.rests import finish_long_rest, healing_potion, spend_hit_dice, use_healers_kit
from tracker.rules.saves import save_plan
from tracker.rules.tokens import spend_luck


def _health(given: Facts) -> Health:
    down = "stable" if given.get("stable") else "dying"
    status = "dead" if given.get("dead") else "unconscious" if given.get("knocked_out") else "up"
    if status == "up" and given.get("hp", 0) == 0:
        status = down
    return Health(
        hp=given.get("hp", 0),
        max_hp=given.get("max_hp", 20),
        temp_hp=given.get("temp_hp", 0),
        status=status,  # type: ignore[arg-type]
        successes=given.get("successes", 0),
        failures=given.get("failures", 0),
        exhaustion=given.get("exhaustion", 0),
        dies_at_zero=given.get("kind") == "monster" and given.get("death_rule", "dies") == "dies",
    )


_STATUS = {"unconscious": "knocked out"}


def _facts(edition: Edition, change: HealthChange, given: Facts) -> Facts:
    health = change.health
    held = {*given.get("conditions", ()), *change.gains} - set(change.loses)
    unconscious = health.status in ("dying", "stable", "unconscious") or "unconscious" in held
    return {
        "hp": health.hp,
        "temp_hp": health.temp_hp,
        "max_hp": maximum(edition, health),
        "status": _STATUS.get(health.status, health.status),
        "successes": health.successes,
        "failures": health.failures,
        "exhaustion": health.exhaustion,
        "unconscious": unconscious,
        "conscious": not unconscious and health.status != "dead",
        "prone": "prone" in held,
        "gained": change.amount,
        "allowed": not change.refused,
        "dead": health.status == "dead",
    }


@kind("zero_hp")
def zero_hp(edition: Edition, given: Facts, when: Facts) -> Facts:
    health = _health(given)
    match when["do"]:
        case "hit":
            change = lose_hit_points(edition, health, when["damage"], critical=when["crit"])
        case "reduce_max":
            change = change_maximum(edition, health, -when["by"])
        case "knock_out":
            blow = lose_hit_points(edition, health, when["damage"]).health
            change = knock_out(edition, blow, melee=when["melee"])
        case "heal":
            change = heal(edition, health, when["amount"])
        case "finish_short_rest":
            change = wake(health)
        case "first_aid" | "medicine":
            change = first_aid(health, when["total"])
        case "healers_kit":
            change = stabilize(health)
        case "hours_pass":
            change = hours_pass(health, when["hours"], when["d4"])
        case do:
            raise AssertionError(do)
    return _facts(edition, change, given)


@kind("death_saves", "death_saves_luck")
def death_saves(edition: Edition, given: Facts, when: Facts) -> Facts:
    health = _health(given)
    plan = save_plan(edition, "death", effects(edition, (), health.exhaustion))
    luck = when.get("luck", 0)
    change = HealthChange(health=health, why=())
    for faces in when["d20"]:
        d20 = roll_d20(FedDice(faces if isinstance(faces, list) else [faces, faces]), plan.sources.mode)
        change = death_save(change.health, d20.kept, plan.sources.modifier + luck)
    facts = _facts(edition, change, {"conditions": ["prone"]})
    if facts["status"] == "up":
        facts["status"] = "awake"
    return facts | ({"luck": spend_luck(edition, given["luck"], luck)} if "luck" in given else {})


@kind("turn_prompt")
def turn_prompt(edition: Edition, given: Facts, when: Facts) -> Facts:
    return {"prompt_death_save": _health(given).status == "dying"}


@kind("heal")
def healing(edition: Edition, given: Facts, when: Facts) -> Facts:
    health = _health(given)
    amount = when.get("amount", 0)
    if when["do"] == "potion":
        amount = healing_potion(edition, when["kind"]).healing.roll(FedDice(when["dice"])).total
    if when["do"] == "damage_then_heal":
        health = lose_hit_points(edition, health, when["damage"]).health
    return _facts(edition, heal(edition, health, amount), given)


@kind("temp_gain")
def temp_gain(edition: Edition, given: Facts, when: Facts) -> Facts:
    keep = {"default": "larger", "new": "new", "replace": "new", "old": "old", "keep": "old"}[when["choice"]]
    return _facts(edition, gain_temporary(_health(given), when["amount"], keep), given)  # type: ignore[arg-type]


@kind("bloodied")
def bloodied(edition: Edition, given: Facts, when: Facts) -> Facts:
    return {"bloodied": is_bloodied(edition, _health(given))}


@kind("exhaustion_hp")
def exhaustion_hp(edition: Edition, given: Facts, when: Facts) -> Facts:
    health = replace(_health(given), exhaustion=0)
    return _facts(edition, change_exhaustion(edition, health, given["exhaustion"]), given)


@kind("exhaustion_change")
def exhaustion_change(edition: Edition, given: Facts, when: Facts) -> Facts:
    health = Health(hp=10, max_hp=20, exhaustion=given["exhaustion"])
    return _facts(edition, change_exhaustion(edition, health, when["by"]), given)


@kind("short_rest")
def short_rest(edition: Edition, given: Facts, when: Facts) -> Facts:
    rest = spend_hit_dice(edition, _health(given), given["hit_dice_left"], when["dice"], given["con_mod"])
    return {"hp": rest.health.hp, "hit_dice_left": rest.hit_dice_left, "benefit": rest.benefit}


@kind("long_rest")
def long_rest(edition: Edition, given: Facts, when: Facts) -> Facts:
    rest = finish_long_rest(
        edition,
        _health(given),
        given["hit_dice_total"],
        given["hit_dice_left"],
        ate_and_drank=given["ate_and_drank"],
    )
    return {
        "hp": rest.health.hp,
        "temp_hp": rest.health.temp_hp,
        "exhaustion": rest.health.exhaustion,
        "hit_dice_left": rest.hit_dice_left,
        "benefit": rest.benefit,
    }


@kind("healer_kit")
def healer_kit(edition: Edition, given: Facts, when: Facts) -> Facts:
    change = stabilize(Health(hp=0, max_hp=10, status="dying"))
    return {"uses": use_healers_kit(given["uses"]), "check_needed": change.refused, "hp": change.health.hp}


@kind("concentration")
def concentration(edition: Edition, given: Facts, when: Facts) -> Facts:
    match when["do"]:
        case "damage":
            return _concentration_save(edition, given, when)
        case "drops_to_zero":
            return {"kept": not gain_condition(edition, "unconscious").ends_concentration, "save_needed": False}
        case "gains":
            return {
                "kept": not gain_condition(edition, when["condition"]).ends_concentration,
                "save_needed": False,
            }
        case "rage":
            return {"kept": False}
        case "cast":
            new = when["spell"] if when.get("concentration") else given["effect"]
            return {"effect": new, "ended": given["effect"] if when.get("concentration") else None}
        case "ready_spell":
            return {"effect": f"readied {when['spell']}", "ended": given["effect"]}
        case "dies" | "end" | "ends":
            return {"kept": False, "save_needed": False}
        case do:
            raise AssertionError(do)


def _concentration_save(edition: Edition, given: Facts, when: Facts) -> Facts:
    dc = concentration_dc(edition, when["taken"], soaked=when.get("absorbed_by_temp", 0))
    facts: Facts = {"dc": dc, "save_needed": dc is not None, "saves": int(dc is not None), "kept": True}
    if dc is not None and "d20" in when:
        plan = save_plan(edition, "con", effects(edition, given["conditions"], given["exhaustion"]))
        d20 = roll_d20(FedDice(when["d20"]), plan.sources.mode)
        result = resolve_check(d20.kept, given["con_mod"], dc, plan.sources)
        facts |= {"total": result.total, "kept": result.success}
    return facts
