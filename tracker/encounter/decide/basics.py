"""The actions that everybody has: Dash, Disengage, Dodge, Help, Hide, Ready, Search, objects, talk (R-044 to R-056)."""

from collections.abc import Callable, Iterator

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide.contraptions import ARMED
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.deeds import (
    Deed,
    Objection,
    listed,
    mark,
    of_table,
    tell,
    unmark,
    until_own_start,
    until_turn_ends,
)
from tracker.encounter.decide.effects import gain, lose
from tracker.encounter.decide.relations import are_hostile
from tracker.encounter.decide.rolls import better_skill, check, passive_perception, skill_named
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import best_speed, in_force, rules_of
from tracker.encounter.state import Combatant, Encounter, Id
from tracker.frozen import replace
from tracker.rules.hazards import notices_trap
from tracker.rules.markers import Moment, hide, marker_ends
from tracker.rules.movement import can_drop_prone

HIDING = "hiding"
_INFLUENCE = ("deception", "intimidation", "performance", "persuasion", "animal handling")
_INFLUENCE_DC = 15


def _attack(d: Deciding, command: c.Act) -> None:
    who = "" if command.target is None else f" on {d.name(command.target)}"
    tell(d, command.who, f"attacks{who}")


def _dash(d: Deciding, command: c.Act) -> None:
    dashes = d.combatant(command.who).turn.dashes + 1
    tell(d, command.who, f"dashes: {best_speed(d.state, command.who)} ft. more", dashes=dashes)


def _disengage(d: Deciding, command: c.Act) -> None:
    mark(d, command.who, "disengaged", lasts=until_turn_ends(command.who), why=("draws no opportunity attack (R-047)",))


def _dodge(d: Deciding, command: c.Act) -> None:
    mark(d, command.who, "dodging", lasts=until_own_start(command.who), why=("attackers it sees are hampered (R-048)",))


def _check_dodge(state: Encounter, command: c.Act) -> Iterator[Objection]:
    if not best_speed(state, command.who):
        yield Objection("Dodge does nothing at speed 0 (R-048)")


def _help(d: Deciding, command: c.Act) -> None:
    """On a foe for an ally's attack, on an ally for a check, or on the dying where Help stabilises (R-049)."""
    from tracker.encounter.decide.aid import treat

    helper, target = d.combatant(command.who), _target(d, command, "whom to help, or which foe to distract")
    lasts = until_own_start(helper.id)
    if target.status in ("dying", "unconscious") and d.edition.help_needs_proficiency:
        treat(d, command)
    elif are_hostile(helper, target):
        mark(d, target.id, "helped against", lasts=lasts, source=helper.id, why=("the next ally's attack (R-049)",))
    else:
        mark(d, target.id, "helped", lasts=lasts, source=helper.id, why=("its next check (R-049)",))


def _check_help(state: Encounter, command: c.Act) -> Iterator[Objection]:
    rules = rules_of(state)
    if not rules.help_needs_proficiency or command.target is None:
        return
    target = state.combatants[command.target]
    if target.status != "up" or are_hostile(state.combatants[command.who], target) or not command.choice:
        return
    skill = skill_named(command.choice)
    if skill not in state.block_of(command.who).skills:
        yield Objection(f"it is not proficient in {skill}, and Help with a check needs that (R-049)")


def _hide(d: Deciding, command: c.Act) -> None:
    """Stealth against a DC where the edition has one, else against every foe's passive Perception (R-050)."""
    hider, rules = d.combatant(command.who), rules_of(d.state)
    total = check(d, hider.id, "stealth", face=command.face, dc=rules.hide_dc)
    foes = {x.id: passive_perception(d.state, x.id) for x in d.state.present() if _looks_for(hider, x)}
    for foe, passive in foes.items():
        if rules.hide_dc is None and not hide(rules, total, passive).hidden:
            d.say(f"{d.name(foe)} notices {hider.name}: passive Perception {passive}", foe)
    found = hide(rules, total, min(foes.values(), default=None))
    if found.hidden:
        mark(d, hider.id, HIDING, value=total, why=(f"{total} to find it (R-050)",))
    if found.hidden and found.invisible:
        _vanish(d, hider.id)


def _looks_for(hider: Combatant, other: Combatant) -> bool:
    return other.status == "up" and other.kind == "creature" and are_hostile(hider, other)


def _vanish(d: Deciding, who: Id) -> None:
    if "invisible" not in d.combatant(who).conditions:
        effect = gain(d, who, "invisible", why=("hidden (R-050)",))
        d.emit(e.EffectChanged(who=who, effect=replace(effect, words="hiding")))


def reveal(d: Deciding, who: Id, moment: Moment) -> None:
    """Ends hiding for that reason, and the invisibility that came of it."""
    why = marker_ends(d.edition, "hidden", moment)
    if why is None:
        return
    for effect in d.combatant(who).effects:
        if effect.name == HIDING or (effect.name == "invisible" and effect.words == "hiding"):
            lose(d, who, effect, why)


def _reveal(d: Deciding, command: c.Act) -> None:
    moment: Moment = "loud sound" if command.choice.casefold().startswith("loud") else "found"
    reveal(d, command.target or command.who, moment)


def _search(d: Deciding, command: c.Act) -> None:
    """Looks for somebody hiding, for a trap, or around (R-052, R-172)."""
    rules = rules_of(d.state)
    allowed = (
        ("insight", "medicine", "perception", "survival")
        if rules.help_needs_proficiency
        else ("perception", "investigation")
    )
    skill = skill_named(command.choice) if command.choice else "perception"
    if skill not in allowed:
        d.warn(f"Search is {', '.join(allowed)}, not {skill} (R-052)", command.who)
    dc = _dc_of(d, command.target)
    total = check(d, command.who, skill, face=command.face, dc=dc)
    if command.target is None or dc is None:
        return
    target = d.combatant(command.target)
    if target.kind == "trap":
        d.say(f"{d.name(command.who)} {'finds' if notices_trap(dc, total) else 'does not find'} {target.name}")
    elif total >= dc:
        reveal(d, target.id, "found")


def _dc_of(d: Deciding, who: Id | None) -> int | None:
    """The Stealth total of somebody hiding, or the DC of a trap."""
    if who is None:
        return None
    target = d.combatant(who)
    if target.kind == "trap":
        return target.trap.detect_dc if target.trap else None
    hidden = next((x.value for x in target.effects if x.name == HIDING), None)
    if hidden is None:
        raise EncounterError(f"{target.name} is not hiding")
    return hidden


def _disarm(d: Deciding, command: c.Act) -> None:
    """Disarms a trap: thieves' tools, or Arcana for a magical one (R-172)."""
    trap = _target(d, command, "which trap to disarm")
    skill = skill_named(command.choice) if command.choice else "thieves' tools"
    dc = trap.trap.disarm_dc if trap.trap else None
    total = check(d, command.who, skill, face=command.face, dc=dc)
    if dc is not None and total >= dc:
        d.emit(e.StatusChanged(who=trap.id, status="fled", why=("disarmed (R-172)",)))


def _arm(d: Deciding, command: c.Act) -> None:
    mark(d, command.who, ARMED, why=("it has no turn before it is set off (R-173)",))


def _set_off(d: Deciding, command: c.Act) -> None:
    if not unmark(d, command.who, ARMED, "set off"):
        raise EncounterError(f"{d.name(command.who)} acts on its count already")


def _influence(d: Deciding, command: c.Act) -> None:
    """DC 15, or the creature's Intelligence score if that is higher (R-054)."""
    skill = skill_named(command.choice) if command.choice else better_skill(d.state, command.who, *_INFLUENCE)
    score = 0 if command.target is None else d.block(command.target).abilities.get("int", 10)
    check(d, command.who, skill, face=command.face, dc=max(_INFLUENCE_DC, score))


def _study(d: Deciding, command: c.Act) -> None:
    lore = ("arcana", "history", "investigation", "nature", "religion")
    skill = skill_named(command.choice) if command.choice else better_skill(d.state, command.who, *lore)
    check(d, command.who, skill, face=command.face)


def _ready(d: Deciding, command: c.Act) -> None:
    from tracker.encounter.decide.reactions import decide_ready

    action, _, trigger = command.choice.partition(" when ")
    decide_ready(d, c.Ready(who=command.who, trigger=trigger or "its trigger", action=action or "an action"))


def _says(what: str) -> Callable[[Deciding, c.Act], None]:
    """A deed that is only told."""

    def told(d: Deciding, command: c.Act) -> None:
        detail = f": {command.choice}" if command.choice else ""
        tell(d, command.who, f"{what}{detail}")

    return told


def _drop_prone(d: Deciding, command: c.Act) -> None:
    if "prone" in d.combatant(command.who).conditions:
        raise EncounterError(f"{d.name(command.who)} is prone already")
    gain(d, command.who, "prone", why=("costs no movement (R-035)",))


def _check_drop(state: Encounter, command: c.Act) -> Iterator[Objection]:
    verdict = can_drop_prone(rules_of(state), best_speed(state, command.who))
    if not verdict:
        yield Objection(f"it cannot drop prone: {verdict.why[0]}", "refusal")


def _stand(d: Deciding, command: c.Act) -> None:
    from tracker.encounter.decide.movement import decide_stand

    decide_stand(d, c.Stand(who=command.who))


def _check_stand(state: Encounter, command: c.Act) -> Iterator[Objection]:
    if not in_force(state, command.who).can_move(max(state.combatants[command.who].speed.values(), default=0)):
        yield Objection("standing up needs a speed above 0 (R-036)")


def _is_prone(state: Encounter, who: Id) -> bool:
    return "prone" in state.combatants[who].conditions


def _is_hiding(state: Encounter, who: Id) -> bool:
    return state.combatants[who].has(HIDING)


def _is_trap(state: Encounter, who: Id) -> bool:
    return state.combatants[who].kind == "trap"


def _never(_state: Encounter, _who: Id) -> bool:
    return False


def _target(d: Deciding, command: c.Act, what: str) -> Combatant:
    if command.target is None:
        raise EncounterError(f"say {what}: `act {command.who} {command.action} on …`")
    return d.combatant(command.target)


def _unmark_all(d: Deciding, command: c.Act) -> None:
    name = command.choice.casefold()
    if not unmark(d, command.target or command.who, name, "ended"):
        raise EncounterError(f"{d.name(command.target or command.who)} has no mark '{name}'")


DEEDS = (
    Deed("attack", _attack, "attack"),
    Deed("dash", _dash),
    Deed("disengage", _disengage),
    Deed("dodge", _dodge, check=_check_dodge),
    Deed("help", _help, check=_check_help),
    Deed("hide", _hide),
    Deed("influence", _influence, exists=of_table("actions", "Influence")),
    Deed("ready", _ready, "own"),
    Deed("search", _search, others=("look", "perceive")),
    Deed("study", _study, exists=of_table("actions", "Study")),
    Deed("use an object", _says("uses an object"), exists=of_table("actions", "Use an Object"), others=("use object",)),
    Deed("utilize", _says("uses an object"), exists=of_table("actions", "Utilize"), others=("use an object",)),
    Deed("interact with an object", _says("handles an object"), "interaction",
         line="one object or feature for free, a second takes the action (R-023)", others=("interact", "draw", "stow")),
    Deed("improvise", _says("improvises"), listed("improvise"),
         line="anything else: the GM says what to roll (R-055)", others=("other", "something else")),
    Deed("talk", _says("speaks"), "free", line="brief words cost nothing (R-024)", offered=_never, others=("speak",)),
    Deed("drop prone", _drop_prone, "free", _check_drop, line="costs no movement (R-035)", others=("fall prone",)),
    Deed("stand up", _stand, "half speed", _check_stand, offered=_is_prone, line="half its speed (R-036)",
         others=("stand", "get up")),
    Deed("scatter caltrops", _says("scatters caltrops"), listed("scatter caltrops"), offered=_never,
         line="while moving (R-056)"),
    Deed("scatter ball bearings", _says("scatters ball bearings"), listed("scatter ball bearings"), offered=_never,
         line="while moving (R-056)"),
    Deed("lower lantern hood", _says("lowers the lantern's hood: dim light, 5 ft."), listed("lower lantern hood"),
         offered=_never, line="dim light in 5 ft. (R-056)", exists=of_table("activities", "lower lantern hood")),
    Deed("reveal", _reveal, "free", offered=_is_hiding, line="found, or betrayed by a loud sound (R-050)"),
    Deed("disarm trap", _disarm, offered=_never, line="Dexterity with thieves' tools (R-172)", others=("disarm",)),
    Deed("arm", _arm, "free", offered=_is_trap, line="the trap waits until it is set off (R-173)"),
    Deed("set off", _set_off, "free", offered=_is_trap, line="from now on the trap acts on its count (R-173)",
         others=("trigger",)),
    Deed("end mark", _unmark_all, "free", offered=_never, line="takes a mark such as `dodging` off"),
)  # fmt: skip
"""What everybody can do."""
