"""Grappling, shoving, escaping, letting go (R-144 to R-150)."""

from collections.abc import Iterator

from tracker.encounter import commands as c
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.deeds import Deed, Objection, listed, tell
from tracker.encounter.decide.effects import gain, lose
from tracker.encounter.decide.movement import held_by
from tracker.encounter.decide.rolls import better_skill, check, skill_named
from tracker.encounter.decide.saves import make_save
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import immune_to_condition, rules_of
from tracker.encounter.state import Combatant, Effect, Encounter, Id
from tracker.rules.grapple import can_seize, escapes, seizes, shove, unarmed_dc


def hold_dc(state: Encounter, who: Id) -> int:
    """The DC against its grapples and shoves, and of escaping them: 8 + Strength modifier + proficiency."""
    block = state.block_of(who)
    return unarmed_dc(block.ability_modifier("str"), block.pb)


def _check_seize(state: Encounter, command: c.Act) -> Iterator[Objection]:
    if command.target is None:
        return
    sizes = state.block_of(command.who).size, state.block_of(command.target).size
    verdict = can_seize(rules_of(state), *sizes)
    if not verdict:
        yield Objection(f"{state.combatants[command.target].name} is {verdict.why[0]}")
    name = "grappled" if command.action.casefold().startswith("g") else ""
    if command.action.casefold().startswith("s") and command.choice != "push":
        name = "prone"
    if name and (reason := immune_to_condition(state, command.target, name)):
        yield Objection(f"{state.combatants[command.target].name} is immune to {name}: {reason}", "refusal")


def _target(d: Deciding, command: c.Act) -> Combatant:
    if command.target is None:
        raise EncounterError(f"say whom: `act {command.who} {command.action} on …`")
    if command.target == command.who:
        raise EncounterError(f"{d.name(command.who)} cannot {command.action} itself")
    return d.combatant(command.target)


def _pits(d: Deciding, command: c.Act, target: Id) -> tuple[int, int]:
    """Attacker's and defender's numbers: the totals of a contest, or the DC and what the save leaves below it."""
    if d.edition.grapple_is_contest:
        mine = check(d, command.who, "athletics", face=command.face)
        skill = better_skill(d.state, target, "athletics", "acrobatics")
        return mine, check(d, target, skill, face=command.defender_face)
    dc = hold_dc(d.state, command.who)
    saved = make_save(d, target, "str or dex", dc, face=command.defender_face or command.face, against=command.action)
    return dc, dc if saved else dc - 1


def _grapple(d: Deciding, command: c.Act) -> None:
    target = _target(d, command)
    mine, theirs = _pits(d, command, target.id)
    if not seizes(mine, theirs):
        tell(d, command.who, f"does not get hold of {target.name}")
        return
    value = 0 if d.edition.grapple_is_contest else mine
    gain(d, target.id, "grappled", source=command.who, value=value, why=(f"{mine} against {theirs} (R-144)",))


def _shove(d: Deciding, command: c.Act) -> None:
    target = _target(d, command)
    choice = command.choice.casefold() or "prone"
    if choice not in ("prone", "push"):
        raise EncounterError(f"a shove is `choose prone` or `choose push`, not '{command.choice}' (R-148)")
    mine, theirs = _pits(d, command, target.id)
    done = shove(mine, theirs, choice)  # type: ignore[arg-type]
    if done.pushed:
        tell(d, command.who, f"pushes {target.name} {done.pushed} ft. away")
        _torn_away(d, target.id)
    elif done.prone:
        if "prone" not in d.combatant(target.id).conditions:
            gain(d, target.id, "prone", source=command.who, why=(f"{mine} against {theirs} (R-148)",))
    else:
        tell(d, command.who, f"does not move {target.name}")


def _torn_away(d: Deciding, who: Id) -> None:
    """A push ends the grapples of others than the one who pushes, if they stand within 5 ft. no longer."""
    for effect in d.combatant(who).effects:
        if effect.name == "grappled":
            lose(d, who, effect, "pushed out of reach (R-147)")


def _escape(d: Deciding, command: c.Act) -> None:
    """Against a DC where the hold has one, else against the grappler's Athletics (R-145)."""
    hold = _hold(d, command)
    better = better_skill(d.state, command.who, "athletics", "acrobatics")
    skill = skill_named(command.choice) if command.choice else better
    if hold.value or hold.source is None or hold.source not in d.state.combatants:
        dc = hold.value or 10
        free = check(d, command.who, skill, face=command.face, dc=dc) >= dc
    else:
        mine = check(d, command.who, skill, face=command.face)
        theirs = check(d, hold.source, "athletics", face=command.defender_face)
        free = escapes(d.edition, mine, theirs)
    if free:
        lose(d, command.who, hold, "it escapes (R-145)")
        return
    tell(d, command.who, "does not get free")


def _hold(d: Deciding, command: c.Act) -> Effect:
    holds = [x for x in d.combatant(command.who).effects if x.name == "grappled"]
    by = [x for x in holds if command.target in (None, x.source)]
    if not by:
        raise EncounterError(f"{d.name(command.who)} is not grappled" + (" by that one" if holds else ""))
    return by[0]


def _release(d: Deciding, command: c.Act) -> None:
    held = [x for x in held_by(d.state, command.who) if command.target in (None, x.id)]
    if not held:
        raise EncounterError(f"{d.name(command.who)} holds nobody")
    for one in held:
        for effect in one.effects:
            if effect.name == "grappled" and effect.source == command.who:
                lose(d, one.id, effect, f"{d.name(command.who)} lets go (R-145)")


def _is_held(state: Encounter, who: Id) -> bool:
    return "grappled" in state.combatants[who].conditions


def _holds(state: Encounter, who: Id) -> bool:
    return any(True for _ in held_by(state, who))


DEEDS = (
    Deed("grapple", _grapple, listed("grapple"), _check_seize, line="one attack: seize it, speed 0 (R-144)"),
    Deed("shove", _shove, listed("shove"), _check_seize, line="one attack: `choose prone` or `push` 5 ft. (R-148)"),
    Deed("escape grapple", _escape, listed("escape grapple"), offered=_is_held,
         line="Athletics or Acrobatics against the hold (R-145)", others=("escape", "break free")),
    Deed("release grapple", _release, listed("release grapple"), offered=_holds, line="free of charge (R-145)",
         others=("release", "let go")),
)  # fmt: skip
"""Holding on and pushing about."""
