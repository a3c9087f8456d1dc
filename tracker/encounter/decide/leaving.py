"""Opportunity attacks: who is offered one when somebody leaves a reach, and why not (R-057 to R-059)."""

from tracker.encounter import commands as c
from tracker.encounter.characters import has_gift
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.relations import relation
from tracker.encounter.figures import has_reaction_left, in_force, reactions, rules_of
from tracker.encounter.state import Combatant, Encounter, Id
from tracker.rules.economy import can_answer_trigger
from tracker.rules.mounts import pair_targets
from tracker.rules.opportunity import provokes
from tracker.rules.verdict import Verdict

_HOW = {"own": "own movement", "teleport": "teleport", "forced": "pushed", "fall": "falls"}
_BARRED = "no opportunity attacks"


def offer_opportunities(d: Deciding, command: c.Move) -> None:
    """Raises a prompt for each whose reach is left and who may strike; tells why for the others."""
    for who in command.leaving:
        reactor = d.combatant(who)
        verdict = may_strike(d.state, reactor, d.combatant(command.who), command.how)
        if not verdict:
            d.say(f"no opportunity attack by {reactor.name}: {verdict.why[0]}", who, why=verdict.why)
        elif d.state.is_on("opportunity"):
            pair = _pair(d, command.who)
            text = f"{reactor.name}: opportunity attack on {' or '.join(d.name(x) for x in pair)}?"
            options = tuple(d.name(x) for x in pair) if len(pair) > 1 else ()
            d.ask("opportunity", who, text, target=command.who, targets=pair, options=options, subject="opportunity")


def may_strike(state: Encounter, reactor: Combatant, mover: Combatant, how: str = "own") -> Verdict:
    """Whether this mover, on its way out of the reach, may be struck at."""
    if reactor.status != "up":
        return Verdict(False, (f"{reactor.status} (R-059)",))
    if has_gift(state.block_of(mover.id), "Flyby") and mover.has("flying"):
        return Verdict(False, ("Flyby",))
    if reactor.has(_BARRED):
        return Verdict(False, ("something bars its opportunity attacks",))
    reach = reach_of(state, reactor.id)
    count = reactions(state, reactor.id)
    spent = reactor.reactions_spent if has_reaction_left(state, reactor.id, "opportunity attack") else count
    answer = can_answer_trigger(rules_of(state), f"{mover.id} leaves", ("",) * spent, count)
    if not answer:
        return answer
    return provokes(
        rules_of(state),
        relation=relation(reactor, mover),
        seen=sees(state, reactor, mover),
        reach=reach,
        start=reach,
        end=reach + 5,
        how=_HOW[how],
        disengaged=mover.has("disengaged"),
        reaction_spent=False,
        reactor=in_force(state, reactor.id),
    )


def reach_of(state: Encounter, who: Id) -> int:
    """The longest reach of its melee attacks, 5 ft. without any (R-072)."""
    attacks = state.block_of(who).attacks
    return max((attack.reach or 5 for attack in attacks if attack.kind != "ranged"), default=5)


def sees(state: Encounter, viewer: Combatant, other: Combatant) -> bool:
    """Whether nothing hides one from the other: hiding, invisibility without senses to see it, blindness."""
    if "see" in in_force(state, viewer.id).cannot or other.has("hiding"):
        return False
    senses = state.block_of(viewer.id).senses
    return not in_force(state, other.id).unseen or any(sense in senses for sense in ("blindsight", "truesight"))


def _pair(d: Deciding, mover: Id) -> tuple[Id, ...]:
    """Whom the blow may be aimed at: where a ridden mount provokes, either of the pair (R-165)."""
    rider = next((x.id for x in d.state.present() if x.mount == mover), None)
    if rider is None or "rider" not in pair_targets(d.edition):
        return (mover,)
    return (mover, rider)
