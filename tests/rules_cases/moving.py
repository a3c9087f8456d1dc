"""Cases about movement, space, opportunity attacks, mounts and hazards."""

from __future__ import annotations

from typing import Any

from tests.rules_cases.registry import Facts, kind
from tracker.rules.actions import mount_actions
from tracker.rules.conditions import effects
from tracker.rules.editions import Edition
from tracker.rules.hazards import (
    exposure,
    notices_trap,
    precipitation,
    trap_acts,
    wind_at_turn_end,
    wind_at_turn_start,
)
from tracker.rules.hitpoints import Health, change_exhaustion
from tracker.rules.mounts import can_mount, mount_count, pair_targets, unseat
from tracker.rules.movement import (
    Drag,
    Segment,
    can_drop_prone,
    change_mount,
    falling_dice,
    high_jump,
    long_jump,
    plan_move,
    plan_squares,
    speeds_now,
    stand_up,
)
from tracker.rules.opportunity import provokes
from tracker.rules.space import falls_prone_sharing, may_pass, size

_SIZES_SMALLER = {"same": 0, "one": 1, "two": 2, "three": 3}


def _drag(text: str) -> Drag:
    words = text.replace(",", "").split()
    smaller = next((_SIZES_SMALLER[word] for word in words if word in _SIZES_SMALLER), 0)
    return Drag(sizes_smaller=-smaller if "larger" in words else smaller, tiny="tiny" in words)


def _segment(raw: Facts) -> Segment:
    through: Any = "empty"
    if "through" in raw:
        words = raw["through"].split()
        through = "ally" if "ally" in words else "tiny" if "tiny" in words else "creature"
    return Segment(
        feet=raw["feet"],
        mode=raw["mode"],
        difficult=raw.get("difficult", False),
        squeezing=raw.get("squeeze", False),
        through=through,
        drag=_drag(raw["drag"]) if raw.get("drag") else None,
    )


@kind("move")
def move(edition: Edition, given: Facts, when: Facts) -> Facts:
    state = effects(edition, given["conditions"], given["exhaustion"])
    segments = [_segment(raw) for raw in when["segments"]]
    speeds = {"walk": given["speed"], **given["speeds"]}
    found = plan_move(edition, speeds, state, segments, moved=given["moved"], dashes=given["dashes"])
    return {"allowed": found.allowed, "cost": found.cost, "remaining": found.remaining, "left": dict(found.left)}


@kind("stand")
def stand(edition: Edition, given: Facts, when: Facts) -> Facts:
    state = effects(edition, given["conditions"], given["exhaustion"])
    found = stand_up(edition, given["speed"], state, moved=given["moved"], dashes=given["dashes"])
    return {"allowed": found.allowed, "cost": found.cost, "remaining": found.remaining}


@kind("drop_prone")
def drop_prone(edition: Edition, given: Facts, when: Facts) -> Facts:
    state = effects(edition, given.get("conditions", ()), given.get("exhaustion", 0))
    return {"allowed": can_drop_prone(edition, state.speed(given["speed"])).allowed, "cost": 0}


@kind("grid")
def grid(edition: Edition, given: Facts, when: Facts) -> Facts:
    found = plan_squares(edition, given["speed"], given["path"])
    return {"squares": found.squares, "spent": found.spent, "allowed": found.allowed}


@kind("jump")
def jump(edition: Edition, given: Facts, when: Facts) -> Facts:
    if when["do"] == "high_jump":
        return {"feet": high_jump(given["strength"], run_up=given["run_up"])}
    return {"feet": long_jump(edition, given["strength"], given["speed"], run_up=given["run_up"])}


@kind("fall")
def fall(edition: Edition, given: Facts, when: Facts) -> Facts:
    dice = falling_dice(given["feet"])
    rolled = {"rolled": dice, **given, **when}["rolled"]
    return {"dice": f"{dice}d6", "damage": rolled, "prone": rolled > 0}


@kind("all_speeds")
def all_speeds(edition: Edition, given: Facts, when: Facts) -> Facts:
    return dict(speeds_now(edition, given["speeds"], effects(edition, given["conditions"], given["exhaustion"])))


@kind("pass_through")
def pass_through(edition: Edition, given: Facts, when: Facts) -> Facts:
    found = may_pass(edition, given["mover"], given["other"], given["relation"], given["other_conditions"])
    return {"allowed": found.allowed}


@kind("shared_space")
def shared_space(edition: Edition, given: Facts, when: Facts) -> Facts:
    return {"prone": falls_prone_sharing(edition, given["size"], given["other_size"])}


@kind("squares", "size_names")
def squares(edition: Edition, given: Facts, when: Facts) -> Facts:
    found = size(edition, given["size"])
    return {"squares": found.squares, "side_ft": found.side, "or_larger": found.or_larger}


@kind("opportunity")
def opportunity(edition: Edition, given: Facts, when: Facts) -> Facts:
    found = provokes(
        edition,
        relation=given["relation"],
        seen=given["seen_by_reactor"],
        reach=given["reach"],
        start=given["from"],
        end=given["to"],
        how=given["how"],
        disengaged=given["disengaged"],
        reaction_spent=given["reaction_used"],
        reactor=effects(edition, given["reactor_conditions"]),
    )
    return {"provokes": found.allowed}


def _event(do: str) -> Any:
    if "prone" not in do:
        return "mount moved"
    return "mount prone" if do.startswith("mount") else "rider prone"


@kind("mount")
def mount(edition: Edition, given: Facts, when: Facts) -> Facts:
    match when["do"]:
        case "mount" | "dismount":
            state = effects(edition, given.get("conditions", ()))
            changed = given.get("mounted_or_dismounted_this_move", False)
            found = change_mount(edition, given["speed"], state, moved=given["moved"], changed_this_move=changed)
            return {"allowed": found.allowed, "cost": found.cost, "remaining": found.remaining}
        case "may_mount":
            return {"allowed": can_mount(edition, given["rider"], given["mount"]).allowed}
        case "mount_initiative":
            return {"count": mount_count(given["rider_count"], given["mount_count"], controlled=given["controlled"])}
        case "mount_action":
            return {"allowed": when["action"] in mount_actions(edition, controlled=given["controlled"])}
        case "mount_provokes":
            return {"targets": list(pair_targets(edition))}
        case do:
            spent = given.get("reaction_used", False)
            fall = unseat(
                edition,
                _event(do),
                save=when.get("save", given.get("save")),
                use_reaction=when.get("use_reaction", False),
                reaction_spent=spent,
            )
            return {
                "dc": fall.dc,
                "falls": fall.falls,
                "dismounted": fall.falls,
                "prone": fall.prone,
                "reaction_used": fall.reaction_spent,
            }


def _circumstances(given: Facts) -> list[str]:
    """The given state in the words of the hazard table."""
    words = [f"{verb} {element}" for verb in ("resist", "immune", "vulnerable") for element in given.get(verb, ())]
    words += [name.replace("_", " ") for name, value in given.items() if value is True]
    words += [f"{value} {name}" for name, value in given.items() if name in ("armor", "water", "clothes")]
    words += ["water"] if given.get("water") else []
    words += ["dry winter clothes"] if "winter clothes" in words and not given.get("wet") else []
    return words


@kind("hazard")
def hazard(edition: Edition, given: Facts, when: Facts) -> Facts:
    name = given["hazard"]
    if name == "gale winds":
        return _wind(edition, given, when)
    if name == "torrential precipitation":
        rain = precipitation(edition, given["kind"])
        return {
            "difficult": rain.difficult,
            "lightly_obscured": rain.lightly_obscured,
            "puts_out_flame": rain.puts_out_flame,
        }
    found = exposure(edition, name, given["hours"], _circumstances(given), hours_away=given.get("hours_away", 0))
    facts: Facts = {"dc": found.dc, "mode": str(found.mode), "exposed": found.exposed, "save_needed": found.exposed}
    if "save" in when:
        health = Health(hp=10, max_hp=10, exhaustion=given.get("exhaustion", 0))
        facts["exhaustion"] = change_exhaustion(edition, health, int(found.exhausts(when["save"]))).health.exhaustion
        facts["success"] = not found.exhausts(when["save"])
    return facts


def _wind(edition: Edition, given: Facts, when: Facts) -> Facts:
    if when["do"] == "turn_starts":
        blast = wind_at_turn_start(edition, given["size"], when.get("save"))
    else:
        blast = wind_at_turn_end(
            edition,
            flying=given["flying"],
            height=given.get("height", 0),
            landed=given["landed"],
            save=when.get("save"),
        )
    return {
        "dc": blast.dc,
        "prone": blast.prone,
        "falls": blast.falls,
        "dice": f"{blast.dice}d6",
        "save_needed": blast.dc is not None,
    }


@kind("trap")
def trap(edition: Edition, given: Facts, when: Facts) -> Facts:
    if when["do"] == "notice":
        return {"noticed": notices_trap(given["dc"], given["passive"] if "passive" in given else given["total"])}
    acts = trap_acts(is_complex=given["kind"] == "complex", triggered=given["triggered"])
    turns = when.get("rounds", 1) if acts else 0
    return {"acts": acts, "actions": turns, "water_ft": given.get("water_ft", 0) + turns * given.get("per_turn", 0)}
