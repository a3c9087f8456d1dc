"""Cases about surprise, initiative, turns and time."""

from __future__ import annotations

from tests.rules_cases.registry import Facts, kind
from tracker.rules.checks import Mode, Sources, passive_score
from tracker.rules.conditions import effects
from tracker.rules.dice import FedDice
from tracker.rules.economy import Casting, can_answer_trigger, can_cast, can_spend
from tracker.rules.editions import Edition
from tracker.rules.initiative import (
    Entrant,
    first_step,
    initiative_order,
    initiative_score,
    initiative_sources,
    late_entry,
    propose_surprise,
    roll_initiative,
    split_group,
)
from tracker.rules.markers import marker_ends
from tracker.rules.rounds import elapsed_seconds, rounds_in


def sources_of(mode: str) -> Sources:
    """A given mode as the source of itself."""
    return Sources(("given",) if mode == "advantage" else (), ("given",) if mode == "disadvantage" else ())


@kind("surprise")
def surprise(edition: Edition, given: Facts, when: Facts) -> Facts:
    proposal = propose_surprise(edition, given["hiders"], given["observers"], given.get("visible_foes", ()))
    return {"surprised": list(proposal.names)}


@kind("surprise_steps")
def surprise_steps(edition: Edition, given: Facts, when: Facts) -> Facts:
    return {"step": first_step(edition)}


@kind("passive")
def passive(edition: Edition, given: Facts, when: Facts) -> Facts:
    mode = Mode(given["mode"])
    return {
        "score": passive_score(given["wisdom_mod"], given["proficiency"], proficient=given["proficient"], mode=mode)
    }


@kind("surprise_effect")
def surprise_effect(edition: Edition, given: Facts, when: Facts) -> Facts:
    moment = given["moment"]
    own_turn = "before" not in moment and "after" not in moment
    done = next((n for n, word in enumerate(("first", "second", "third")) if word in moment), 0) + ("after" in moment)
    spent = {
        what: can_spend(
            edition, what, (), effects(edition, ()), own_turn=own_turn, surprised=given["surprised"], turns_taken=done
        )
        for what in when["what"]
    }
    return {what: spending.allowed for what, spending in spent.items()}


@kind("initiative_roll")
def initiative_roll(edition: Edition, given: Facts, when: Facts) -> Facts:
    sources = initiative_sources(edition, given["conditions"], given["exhaustion"], surprised=given["surprised"])
    rolled = roll_initiative(FedDice(given["d20"]), given["dex_mod"], sources)
    return {"mode": str(rolled.d20.mode), "kept": rolled.d20.kept, "total": rolled.count}


@kind("initiative_score")
def score(edition: Edition, given: Facts, when: Facts) -> Facts:
    return {"score": initiative_score(edition, given["dex_mod"], sources_of(given["mode"]))}


@kind("initiative_group")
def group(edition: Edition, given: Facts, when: Facts) -> Facts:
    sources = {
        member: initiative_sources(
            edition, given.get("conditions", {}).get(member, ()), surprised=member in given["surprised"]
        )
        for member in given["members"]
    }
    dice = dict(given["d20"])
    main = dice.pop("main", None)
    counts: dict[str, int] = {}
    for rollers in split_group(edition, sources):
        apart = {member: dice[member] for member in rollers if member in dice}
        for member in rollers:
            fed = apart.get(member) or (main if rollers[0] not in given["surprised"] or not dice else None)
            faces = fed or next(iter(dice.values()))
            counts[member] = roll_initiative(FedDice(faces), given["dex_mod"], sources[member]).count
    return {"counts": counts}


@kind("initiative_order")
def order(edition: Edition, given: Facts, when: Facts) -> Facts:
    entrants = [Entrant(name, count, side) for name, side, count in given["combatants"]]
    found = initiative_order(edition, entrants, given["rolloff"])
    return {
        "order": list(found.names),
        "ties": [{"names": list(tie.names), "decider": tie.decider} for tie in found.ties],
    }


@kind("rolloff_rule")
def rolloff_rule(edition: Edition, given: Facts, when: Facts) -> Facts:
    return {"offered": edition.initiative_rolloff}


@kind("late_join")
def late_join(edition: Edition, given: Facts, when: Facts) -> Facts:
    names = [name for name, _ in given["order"]]
    active = names.index(given["active"]) if given["active"] else -1
    entry = late_entry([count for _, count in given["order"]], active, when["count"])
    names.insert(entry.place, when["name"])
    return {"order": names, "acts_this_round": entry.acts_this_round}


@kind("budget")
def budget(edition: Edition, given: Facts, when: Facts) -> Facts:
    found = can_spend(
        edition,
        when["what"],
        given["used"],
        effects(edition, given["conditions"]),
        bonus_granted=given["granted_bonus"],
    )
    return {"allowed": found.allowed, "costs": found.costs or None}


_EVENTS = {"own turn starts": "own turn starts", "own turn ends": "own turn ends"}


@kind("reaction_clock")
def reaction_clock(edition: Edition, given: Facts, when: Facts) -> Facts:
    spent = False
    for event in given["events"]:
        if event == "reaction spent":
            spent = True
        elif event in _EVENTS and marker_ends(edition, "reaction spent", _EVENTS[event]):
            spent = False
    return {"available": bool(can_spend(edition, "reaction", ("reaction",) if spent else (), effects(edition, ())))}


@kind("reaction_trigger")
def reaction_trigger(edition: Edition, given: Facts, when: Facts) -> Facts:
    return {
        "allowed": can_answer_trigger(edition, when["trigger"], given["spent_on"], given["reactions_per_round"]).allowed
    }


@kind("spells_per_turn")
def spells_per_turn(edition: Edition, given: Facts, when: Facts) -> Facts:
    cast = [Casting(**spell) for spell in given["already_this_turn"]]
    return {"allowed": can_cast(edition, cast, Casting(**when["spell"])).allowed}


@kind("time")
def time(edition: Edition, given: Facts, when: Facts) -> Facts:
    if when["do"] == "elapsed":
        return {"seconds": elapsed_seconds(given["rounds"])}
    return {"rounds": rounds_in(given["duration"])}
