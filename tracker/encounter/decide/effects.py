"""Effects and what hangs together with them: conditions taking hold and ending, concentration, ongoing damage."""

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide.core import Deciding
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import health, immune_to_condition, in_force, is_incapacitated
from tracker.encounter.state import Combatant, Concentration, Effect, EffectKind, Id, Moment, SaveEnds, Until
from tracker.rules.conditions import MAX_EXHAUSTION, check_condition, gain_condition
from tracker.rules.dice import parse_damage
from tracker.rules.hitpoints import change_exhaustion as change_level
from tracker.rules.markers import marker_ends
from tracker.rules.rounds import rounds_in

MARKS = ("near", "bound", "flying", "in another's space", "reckless", "berserk", "concealed")
"""What is no condition and yet is said of somebody with `cond`: `+near from ghast`, `+bound from guardian`."""


def decide_condition(d: Deciding, command: c.Condition) -> None:
    """Puts conditions on and takes them off; exhaustion by levels."""
    for name in command.remove:
        _remove_from(d, command.targets, name)
    for inflicted in command.add:
        check_ending(d, inflicted.ending)
    for who in command.targets:
        d.combatant(who)
        if command.exhaustion:
            change_exhaustion(d, who, command.exhaustion)
        for inflicted in command.add:
            inflict(d, who, inflicted)


def _remove_from(d: Deciding, targets: tuple[Id, ...], name: str) -> None:
    """Takes it off whoever has it; an error only where nobody does."""
    having = [who for who in targets if _has(d.combatant(who), name)]
    for who in having or targets[:1]:
        remove_named(d, who, name)


def _has(combatant: Combatant, name: str) -> bool:
    return combatant.has(name) or name == "exhaustion" or (name == "surprised" and combatant.surprised)


def check_ending(d: Deciding, ending: c.Ending) -> None:
    """Raises EncounterError where an effect is to hang on a concentration that there is not (R-116)."""
    holder = d.combatant(ending.held_by) if ending.held_by is not None else None
    if holder is not None and holder.concentration is None:
        raise EncounterError(f"{holder.name} concentrates on nothing; first comes `conc {holder.id} NAME`")


def inflict(d: Deciding, who: Id, inflicted: c.Inflicted) -> bool:
    """Puts a condition on somebody, with all that follows. Whether it took hold."""
    name, holder = inflicted.name, inflicted.ending.held_by
    if holder is not None and d.combatant(holder).concentration is None:
        d.say(f"{d.name(who)} is not {name}: {d.name(holder)} no longer concentrates", who)
        return False
    if name == "exhaustion":
        change_exhaustion(d, who, inflicted.level)
        return True
    if name in MARKS:
        gain(d, who, name, kind="marker", ending=inflicted.ending, source=inflicted.source)
        return True
    known = check_condition(d.edition, name)
    reason = immune_to_condition(d.state, who, known)
    if reason:
        d.refuse(f"{d.name(who)} is immune to {known}: {reason}")
    if known == "surprised":
        _set_surprised(d, who, True)
        return True
    gain(d, who, known, ending=inflicted.ending, source=inflicted.source)
    return True


def _set_surprised(d: Deciding, who: Id, on: bool) -> None:
    """Where surprise is a condition it stands beside the others and lasts until the first turn has ended."""
    others = tuple(x.id for x in d.state.combatants.values() if x.surprised and x.id != who)
    d.emit(e.SurpriseSet(who=(*others, who) if on else others))


def gain(
    d: Deciding,
    who: Id,
    name: str,
    *,
    kind: EffectKind = "condition",
    ending: c.Ending | None = None,
    source: Id | None = None,
    damage: str | None = None,
    moment: Moment = "start",
    value: int = 0,
    worsens: str | None = None,
    why: tuple[str, ...] = (),
) -> Effect:
    """Hangs an effect on somebody and lets its consequences follow."""
    ending = ending or c.Ending()
    effect = Effect(
        id=d.state.next_id,
        name=name,
        kind=kind,
        source=source,
        until=until(d, ending),
        save=_save(ending),
        held_by=ending.held_by,
        words=words_of(ending),
        damage=damage,
        moment=moment,
        value=value,
        worsens=worsens,
    )
    d.emit(e.EffectAdded(who=who, effect=effect, why=why))
    if kind == "condition":
        _consequences(d, who, name)
    return effect


def lose(d: Deciding, who: Id, effect: Effect, *why: str) -> None:
    """Ends one effect; prompts about it are withdrawn."""
    if all(x.id != effect.id for x in d.combatant(who).effects):
        return
    d.emit(e.EffectEnded(who=who, effect=effect.id, name=effect.name, why=why))
    d.withdraw(p for p in d.state.prompts if p.effect == effect.id)


def remove_named(d: Deciding, who: Id, name: str) -> None:
    """Takes off every effect of that name, whatever its sources."""
    found = [x for x in d.combatant(who).effects if x.name == name]
    if name == "exhaustion" and not found:
        change_exhaustion(d, who, -d.combatant(who).exhaustion)
        return
    if name == "surprised" and d.combatant(who).surprised:
        _set_surprised(d, who, False)
        return
    if not found:
        raise EncounterError(f"{d.name(who)} is not {name}")
    for effect in found:
        lose(d, who, effect)


def change_exhaustion(d: Deciding, who: Id, by: int) -> None:
    """Adds or takes off levels, between 0 and 6 (R-140, R-141); the sixth kills."""
    from tracker.encounter.decide.hits import die, fit_hit_points

    was = d.combatant(who).exhaustion
    level = change_level(d.edition, health(d.state, who), by).health.exhaustion
    if level == was:
        if by:
            d.say(f"{d.name(who)} stays at exhaustion {was}", who)
        return
    d.emit(e.ExhaustionChanged(who=who, level=level))
    if level == MAX_EXHAUSTION:
        die(d, who, why=("exhaustion 6 (R-140)",))
    else:
        fit_hit_points(d, who)
        _after_change(d, who)


def _consequences(d: Deciding, who: Id, name: str) -> None:
    """What comes with a condition: prone with unconscious, a fall, a rider thrown; then the common hook."""
    from tracker.encounter.decide.mounts import somebody_is_prone

    held = d.combatant(who).conditions - {name}
    brought = gain_condition(d.edition, name, sorted(held), speed=max(d.combatant(who).speed.values(), default=0))
    for more in brought.names[1:]:
        if more not in d.combatant(who).conditions:
            gain(d, who, more, why=(f"{name} creatures fall {more} (R-136)",))
    if brought.drops_held and d.combatant(who).kind == "creature":
        d.say(f"{d.name(who)} drops what it holds", who)
    _after_change(d, who)
    if name == "prone":
        somebody_is_prone(d, who)


def _after_change(d: Deciding, who: Id) -> None:
    """The one hook for a condition gained: what an incapacitated or speedless creature loses (R-143)."""
    from tracker.encounter.decide.movement import lose_flight

    combatant = d.combatant(who)
    effects = in_force(d.state, who)
    incapacitated = is_incapacitated(d.state, who)
    if incapacitated:
        if combatant.concentration:
            end_concentration(d, who, "incapacitated (R-119)")
        release_all(d, who, "its grappler is incapacitated (R-127)")
        if combatant.readied:
            d.emit(e.ReadiedChanged(who=who, readied=None))
            d.withdraw(d.waiting("readied", who=who))
    stuck = not effects.can_move(max(combatant.speed.values(), default=0))
    for effect in combatant.effects:
        if effect.name == "dodging" and (incapacitated or stuck):
            lose(d, who, effect, marker_ends(d.edition, "dodge", "speed becomes 0") or "", "Dodge is lost (R-048)")
        if effect.name == "raging" and incapacitated and (d.edition.rage_is_extended or combatant.has("unconscious")):
            lose(d, who, effect, "rage ends (R-175)")
    lose_flight(d, who)


def release_all(d: Deciding, grappler: Id, why: str) -> None:
    """Ends every grapple that somebody holds."""
    for other in tuple(d.state.combatants.values()):
        for effect in other.effects:
            if effect.name == "grappled" and effect.source == grappler:
                lose(d, other.id, effect, why)


def decide_concentration(d: Deciding, command: c.Concentrate) -> None:
    """Starts or stops concentrating; starting another replaces the first (R-116)."""
    if command.what is None:
        if d.combatant(command.who).concentration is None:
            raise EncounterError(f"{d.name(command.who)} is not concentrating")
        end_concentration(d, command.who, "dropped")
        return
    if d.combatant(command.who).is_out:
        raise EncounterError(f"{d.name(command.who)} is {d.combatant(command.who).status} and cannot concentrate")
    if is_incapacitated(d.state, command.who):
        raise EncounterError(f"{d.name(command.who)} is incapacitated and cannot concentrate (R-119)")
    concentrate(d, command.who, command.what)


def concentrate(d: Deciding, who: Id, what: str, kind: str = "spell") -> None:
    """Starts concentrating on `what`, ending what was held before."""
    before = d.combatant(who).concentration
    if before:
        end_concentration(d, who, f"replaced by {what} (R-116)")
    started = Concentration(what, d.state.round, kind)  # type: ignore[arg-type]
    d.emit(e.ConcentrationChanged(who=who, concentration=started, ended=before.name if before else None))


def end_concentration(d: Deciding, who: Id, why: str) -> None:
    """Ends somebody's concentration, and everywhere what hung on it."""
    was = d.combatant(who).concentration
    if was is None:
        return
    d.emit(e.ConcentrationChanged(who=who, concentration=None, ended=was.name, why=(why,)))
    d.withdraw(d.waiting("concentration", who=who))
    if was.kind == "readied" and d.combatant(who).readied:
        d.emit(e.ReadiedChanged(who=who, readied=None))
        d.withdraw(d.waiting("readied", who=who))
    for other in tuple(d.state.combatants.values()):
        for effect in other.effects:
            if effect.held_by == who:
                lose(d, other.id, effect, f"{d.name(who)} no longer concentrates on {was.name}")


def decide_ongoing(d: Deciding, command: c.Ongoing) -> None:
    """Damage each turn until something ends it."""
    parts = parse_damage(command.damage)
    check_ending(d, command.ending)
    named = " ".join(part.damage_type or "" for part in parts).strip() or "damage"
    for who in command.targets:
        d.combatant(who)
        gain(
            d,
            who,
            f"ongoing {named}",
            kind="ongoing",
            ending=command.ending,
            source=command.source,
            damage=command.damage,
            moment=command.moment,
        )


def until(d: Deciding, ending: c.Ending) -> Until | None:
    """The moment an ending names, reckoned from now."""
    state = d.state
    rounds = (ending.rounds or 0) + rounds_in(f"{ending.minutes or 0} minutes")
    if rounds:
        if state.round == 0:
            return Until("start", None, rounds + 1)
        return Until("start", state.active_id, state.round + rounds)
    if ending.moment is None or ending.who is None:
        return None
    d.combatant(ending.who)
    place = state.place_of(ending.who)
    running = place is not None and place.id == state.active
    skips = running and (ending.is_next or ending.moment == "start")
    return Until(ending.moment, ending.who, state.round + 1 if skips else state.round)


def words_of(ending: c.Ending) -> str | None:
    """An ending in the command's own words, with handles."""
    words = []
    if ending.moment and ending.who:
        words.append(f"{ending.moment} of {ending.who}'s {'next ' if ending.is_next else ''}turn")
    for number, unit in ((ending.rounds, "round"), (ending.minutes, "minute")):
        if number is not None:
            words.append(f"{number} {unit}{'' if number == 1 else 's'}")
    if ending.save_ability:
        words.append(f"save {ending.save_ability} {ending.save_dc} at {ending.save_moment}")
    if ending.held_by:
        words.append(f"{ending.held_by}'s concentration")
    return ", ".join(words) or None


def _save(ending: c.Ending) -> SaveEnds | None:
    if ending.save_ability is None or ending.save_dc is None:
        return None
    return SaveEnds(ending.save_ability, ending.save_dc, ending.save_moment)


def expire(d: Deciding, anchors: tuple[Id, ...], moment: Moment) -> None:
    """Ends every effect, on anybody, that waits for this moment of one of `anchors`."""
    gone = frozenset(anchors)
    for combatant in tuple(d.state.combatants.values()):
        for effect in combatant.effects:
            at = effect.until
            if at and at.moment == moment and at.anchor in gone and d.state.round >= at.from_round:
                lose(d, combatant.id, effect, f"its time is up: {effect.words or moment}")


def expire_with_round(d: Deciding) -> None:
    """Ends what was set before the fight began for so many rounds, counted from the first place of round 1."""
    for combatant in tuple(d.state.combatants.values()):
        for effect in combatant.effects:
            if effect.until and effect.until.anchor is None and d.state.round >= effect.until.from_round:
                lose(d, combatant.id, effect, f"its time is up: {effect.words}")
