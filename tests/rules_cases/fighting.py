"""Cases about attack rolls, damage, conditions, grapples and markers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.rules_cases.registry import Facts, kind
from tracker.rules.attacks import Attack, Bystander, Fighter, Scene, attack_sources, resolve
from tracker.rules.checks import Mode, modifier, proficiency_bonus
from tracker.rules.conditions import check_condition, effects, gain_condition
from tracker.rules.damage import Damage, Defenses, take_damage
from tracker.rules.dice import DAMAGE_TYPES, FedDice, parse, roll_d20
from tracker.rules.editions import Edition
from tracker.rules.grapple import can_seize, escapes, seizes, shove, unarmed_damage, unarmed_dc
from tracker.rules.hitpoints import Health, lose_hit_points
from tracker.rules.markers import hide, marker_ends
from tracker.rules.saves import cover_bonus, save_plan, share_of_damage

_FIGHTER = {
    "exhaustion": "exhaustion", "sees_target": "sees", "sees_attacker": "sees", "can_see_invisible": "sees_invisible",
    "swim_speed": "swim_speed", "size": "size", "str": "strength", "dex": "dexterity", "dodging": "dodging",
    "squeezing": "squeezing", "fear_source_in_sight": "fear_in_sight", "target_is_grappler": "target_is_grappler",
    "target_is_charmer": "target_is_charmer", "target_is_source": "target_is_charmer",
    "heavily_encumbered": "heavily_encumbered",
    "encumbered": "heavily_encumbered", "speed": "speed",
}  # fmt: skip


_ATTACK = {"min_range": "minimum", "type": "damage_type"}


def _fighter(raw: Facts) -> Fighter:
    fields: Facts = {_FIGHTER[key]: value for key, value in raw.items() if key in _FIGHTER}
    return Fighter(conditions=tuple(raw["conditions"]), **fields)


def _scene(raw: Facts) -> Scene:
    foes = tuple(Bystander(foe["sees"], tuple(foe["conditions"])) for foe in raw.get("foes_within_5", ()))
    flags = {key: value for key, value in raw.items() if key in ("underwater", "gale", "helped")}
    return Scene(foes_within_5=foes, inspired=raw.get("inspiration", False), **flags)


@kind("attack_mode")
def attack_mode(edition: Edition, given: Facts, when: Facts) -> Facts:
    attack = Attack(**{_ATTACK.get(key, key): value for key, value in given["attack"].items()})
    plan = attack_sources(
        edition, _fighter(given["attacker"]), _fighter(given["target"]), attack, _scene(given["context"])
    )
    mode = "impossible" if plan.impossible else "auto_miss" if plan.misses else str(plan.mode)
    return {
        "mode": mode,
        "auto_crit_on_hit": bool(plan.critical_on_hit),
        "auto_miss": plan.misses is not None,
        "flat": plan.sources.modifier,
    }


@kind("attack_roll")
def attack_roll(edition: Edition, given: Facts, when: Facts) -> Facts:
    distance = given["distance"]
    plan = attack_sources(
        edition,
        Fighter(exhaustion=given["exhaustion"]),
        Fighter(conditions=tuple(given["target_conditions"])),
        Attack(distance=distance, reach=distance),
    )
    d20 = roll_d20(FedDice(given["d20"]), Mode(given["mode"]))
    found = resolve(
        edition,
        d20,
        plan,
        bonus=given["bonus"],
        ac=given["ac"],
        cover=given["cover"],
        critical_from=given["crit_min"],
    )
    return {
        "kept": found.kept,
        "total": found.total,
        "ac": found.ac,
        "hit": found.hit,
        "crit": found.critical,
        "targetable": cover_bonus(edition, given["cover"]) is not None,
    }


@kind("cover_save")
def cover_save(edition: Edition, given: Facts, when: Facts) -> Facts:
    plan = save_plan(edition, "dex", effects(edition, ()), cover=(given["cover"],), spell=given["spell"])
    return {"bonus": given["dex_save_bonus"] + plan.sources.modifier}


@kind("crit_damage")
def crit_damage(edition: Edition, given: Facts, when: Facts) -> Facts:
    flat = [str(given["flat"])] if given["flat"] or not given["dice"] else []
    return {"expression": str(parse("+".join((*given["dice"], *flat))).critical)}


def _tags(part: Facts) -> frozenset[str]:
    return frozenset(tag for tag in ("magical", "silvered", "adamantine") if part.get(tag))


def _hit(edition: Edition, given: Facts, parts: Iterable[Facts], share: Any) -> Facts:
    defenses = Defenses(
        resist=tuple(given.get("resist", ())),
        vulnerable=tuple(given.get("vulnerable", ())),
        immune=tuple(given.get("immune", ())),
        flat=given.get("flat", 0),
        threshold=given.get("threshold", 0),
    )
    taken = take_damage(
        edition,
        [Damage(part["amount"], part["type"], _tags(part)) for part in parts],
        defenses,
        share=share,
        effects=effects(edition, given.get("conditions", ())),
        underwater=given.get("context", {}).get("underwater", False),
    )
    health = Health(hp=given.get("hp", 1000), max_hp=given.get("max_hp", 1000), temp_hp=given.get("temp_hp", 0))
    after = lose_hit_points(edition, health, taken.total).health
    return {"taken": taken.total, "hp": after.hp, "temp_hp": after.temp_hp}


_SHARES = {None: "full", "failed": "full", "half": "half", "none": "none", "success": "half"}


@kind("damage")
def damage(edition: Edition, given: Facts, when: Facts) -> Facts:
    return _hit(edition, given, when["components"], _SHARES[when["save"]])


@kind("area_damage")
def area_damage(edition: Edition, given: Facts, when: Facts) -> Facts:
    parts = [{"amount": given["rolled"], "type": given["type"]}]
    hits = {
        target["name"]: _hit(
            edition, target, parts, share_of_damage(given["on_save"], saved=target["save"] == "success")
        )
        for target in given["targets"]
    }
    return {key: {name: hit[key] for name, hit in hits.items()} for key in ("taken", "hp", "temp_hp")}


@kind("damage_types")
def damage_types(edition: Edition, given: Facts, when: Facts) -> Facts:
    return {"count": len(DAMAGE_TYPES), "types": list(DAMAGE_TYPES), "has": when.get("type") in DAMAGE_TYPES}


@kind("proficiency")
def proficiency(edition: Edition, given: Facts, when: Facts) -> Facts:
    return {"bonus": proficiency_bonus(given["level"])}


@kind("ability_mod")
def ability_mod(edition: Edition, given: Facts, when: Facts) -> Facts:
    return {"modifier": modifier(given["score"])}


@kind("derive")
def derive(edition: Edition, given: Facts, when: Facts) -> Facts:
    state = effects(
        edition,
        given["conditions"],
        given["exhaustion"],
        fear_in_sight=given.get("fear_source_in_sight", True),
    )
    speed = given.get("speed", 30)
    facts: Facts = {f"{ability}_save": str(state.save(ability).mode) for ability in ("con", "int", "wis", "cha")}
    for ability in ("str", "dex"):
        facts[f"{ability}_save"] = "fail" if ability in state.fail_saves else str(state.save(ability).mode)
    for sense in ("sight", "hearing"):
        facts[f"{sense}_checks"] = "fail" if sense in state.fail_checks else str(state.checks.mode)
    for what in ("speak", "see", "hear"):
        facts[f"can_{what}"] = what not in state.cannot
    others = state.attacks | state.attacks_on_others
    return facts | {
        "can_act": state.can_act,
        "can_bonus": state.can_bonus,
        "can_react": state.can_react,
        "can_move": state.can_move(speed),
        "speed": state.speed(speed),
        "modes": list(state.modes),
        "own_attacks": str(state.attacks.mode),
        "own_attacks_vs_source": str(state.attacks.mode),
        "own_attacks_vs_others": str(others.mode),
        "against_within_5": str(state.against_near.mode),
        "against_far": str(state.against_far.mode),
        "crit_within_5": bool(state.critical_near),
        "checks": str(state.checks.mode),
        "hide_checks": str((state.checks | state.hiding).mode),
        "initiative": str(state.initiative.mode),
        "d20_penalty": state.checks.modifier,
        "keeps_concentration": state.keeps_concentration,
        "can_attack_source": "attack source" not in state.cannot,
        "can_attack_others": state.can_act,
        "may_approach_source": "approach source" not in state.cannot,
        "can_cast_verbal": not {"speak", "cast verbal spells"} & state.cannot,
        "can_cast_verbal_spells": not {"speak", "cast verbal spells"} & state.cannot,
        "verbal_spells": not {"speak", "cast verbal spells"} & state.cannot,
        "unaware": "notice" in state.cannot,
        "halves_max_hp": state.halves_maximum,
        "resist": list(state.resist),
        "immune_damage": list(state.immune_damage),
        "immune_conditions": list(state.immune_conditions),
        "dead": state.dies,
    }


def _gain(edition: Edition, given: Facts, when: Facts) -> Facts:
    held = [one["name"] for one in given["conditions"]]
    gain = gain_condition(edition, when["condition"], held, given.get("immune_conditions", ()))
    return {
        "has": sorted({*held, *gain.names}),
        "refused": gain.refused is not None,
        "holding": [] if gain.drops_held else given.get("holding", []),
    }


@kind("condition_change")
def condition_change(edition: Edition, given: Facts, when: Facts) -> Facts:
    for one in given["conditions"]:
        check_condition(edition, one["name"])
    left = list(given["conditions"])
    match when["do"]:
        case "gain":
            return _gain(edition, given, when)
        case "advance_to":
            left = [one for one in left if one.get("ends_round", when["round"] + 1) > when["round"]]
        case "source_gains":
            ends = gain_condition(edition, when["condition"]).ends_grapples_held
            left = [one for one in left if not (ends and one["name"] == "grappled" and one["source"] == when["source"])]
        case "pushed_out_of_reach" | "source_dies" | "source_leaves" | "released":
            left = [one for one in left if one["name"] != "grappled"]
        case "own_turn_ends":
            left = [one for one in left if one["name"] != "surprised"]
        case "remove" | "lose" | "end":
            left = [one for one in left if one["name"] != when["condition"]]
        case "wakes":
            left = [one for one in left if one["name"] != "unconscious"]
    return {"has": sorted({one["name"] for one in left})}


@kind("grapple", "shove")
def grapple(edition: Edition, given: Facts, when: Facts) -> Facts:
    dc = unarmed_dc(given.get("str_mod", 0), given.get("proficiency", 0))
    match when["do"]:
        case "may_grapple" | "may_shove":
            own, target = given["sizes"]
            return {"allowed": can_seize(edition, own, target, free_hand=given.get("free_hand", True)).allowed}
        case "grapple":
            return {"grappled": seizes(when["attacker_total"], when["defender_total"])}
        case "grapple_save":
            return {"dc": dc, "grappled": seizes(dc, when["total"])}
        case "escape":
            return {
                "grappled": not escapes(edition, when["total"], when["against"] if "against" in when else given["dc"])
            }
        case do:
            attacker, defender = (
                (dc, when["total"]) if do == "shove_save" else (when["attacker_total"], when["defender_total"])
            )
            shoved = shove(attacker, defender, when["choice"])
            return {"dc": dc, "prone": shoved.prone, "pushed": shoved.pushed}


@kind("unarmed")
def unarmed(edition: Edition, given: Facts, when: Facts) -> Facts:
    return {"damage": unarmed_damage(given["str_mod"])}


_MOMENTS = (
    (("turn", "starts"), "own turn starts"),
    (("turn", "ends"), "own turn ends"),
    (("enemy", "turn"), "turn of another starts"),
    (("ally", "attack"), "ally attacks"),
    (("ally", "check"), "ally checks"),
    (("speed", "0"), "speed becomes 0"),
    (("verbal",), "casts a verbal spell"),
    (("trigger",), "triggered"),
    (("reaction",), "triggered"),
    (("found",), "found"),
    (("loud",), "loud sound"),
    (("attacks",), "attacks"),
)


def _moment(event: str) -> str | None:
    return next((moment for words, moment in _MOMENTS if all(word in event for word in words)), None)


@kind("marker")
def marker(edition: Edition, given: Facts, when: Facts) -> Facts:
    active = False
    for event in given["events"]:
        if event == "taken":
            active = True
        elif event.startswith("becomes "):
            lost = gain_condition(edition, event.removeprefix("becomes ")).ends_dodge
            active = active and not (lost and given["marker"] == "dodge")
        elif moment := _moment(event):
            active = active and marker_ends(edition, given["marker"], moment) is None
    return {"active": active}


@kind("hide")
def hiding(edition: Edition, given: Facts, when: Facts) -> Facts:
    found = hide(edition, given["stealth"], given.get("passive"))
    return {"hidden": found.hidden, "invisible": found.invisible, "find_dc": found.find_dc}
