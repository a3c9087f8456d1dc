"""What reaches the hit points, and everything that follows from it at once: falling, dying, waking, concentration."""

from collections.abc import Sequence

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter import wire
from tracker.encounter.decide import traits
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.effects import end_concentration, gain, lose, release_all
from tracker.encounter.decide.mending import dealt, joined, reversed_span, span, take_back
from tracker.encounter.decide.shapes import beast_takes
from tracker.encounter.decide.traits.defending import HOLDING_BACK
from tracker.encounter.events import Face
from tracker.encounter.figures import defenses, health, in_force, max_hp, rules_of
from tracker.encounter.state import Blow, Id, Prompt
from tracker.frozen import replace
from tracker.rules import hitpoints
from tracker.rules.concentration import concentration_dc
from tracker.rules.damage import Damage, take_damage
from tracker.rules.saves import Share


def deal(
    d: Deciding,
    who: Id,
    parts: Sequence[Damage],
    *,
    share: Share = "full",
    by: Id | None = None,
    source: str = "",
    critical: bool = False,
    faces: tuple[Face, ...] = (),
    settled: int = 0,
) -> int:
    """Runs one hit through the pipeline and lets everything follow; returns the damage taken.

    The first amount of a command is remembered for `amend`, unless the command has done so itself.
    `settled` is the DC up to which concentration was saved against this hit already.
    """
    if d.has_struck:
        return _deal(d, who, parts, share, by, source, critical, faces, settled)
    again = dealt([(who, share)], parts, by=by, critical=critical)
    blow = Blow("damage", sum(part.amount for part in parts), (who,), wire.written(again).decode(), melee=False)
    d.emit(e.BlowStruck(blow=blow))
    was = d.state
    taken = _deal(d, who, parts, share, by, source, critical, faces, settled)
    d.emit(e.BlowLanded(span=span(was, d.state)))
    return taken


def deal_more(d: Deciding, prompt: Prompt, parts: Sequence[Damage], faces: tuple[Face, ...]) -> None:
    """Adds damage to the hit that a prompt of its maker is about, so that all that follows goes by the total (R-118).

    A hit that is no longer the last amount is left alone, and what is added is dealt by itself.
    """
    assert prompt.who is not None and prompt.target is not None
    who, target, blow = prompt.who, prompt.target, d.state.last_blow
    first = _dealt_by(blow, who, target)
    if blow is None or first is None:
        deal(d, target, parts, by=who, source=prompt.subject, faces=faces)
        return
    tags = frozenset({"magical"} if first.magical else ())
    added = [replace(part, tags=tags) for part in parts]
    whole = [*(Damage(int(amount.dice), amount.type, tags) for amount in first.amounts), *added]
    amounts = tuple(c.Amount(dice=str(part.amount), type=part.damage_type) for part in whole)
    again = wire.written(replace(first, amounts=amounts)).decode()
    strikes, failed, settled = d.state.last_strikes, d.state.last_failed, _settled_dc(d, target, blow)
    take_back(d, blow.span)
    d.emit(e.BlowStruck(blow=Blow("damage", sum(part.amount for part in whole), (target,), again, blow.melee)))
    was, share, source = d.state, first.targets[0].share, f"hit with {prompt.subject}"
    deal(d, target, whole, share=share, by=who, source=source, critical=first.critical, faces=faces, settled=settled)
    harm = span(was, d.state)
    d.emit(e.BlowLanded(span=harm))
    more = tuple((part.amount, part.damage_type) for part in parts)
    mended = (reversed_span(blow.span), harm)
    strikes = tuple(
        x if prompt.id not in x.span.raised else replace(x, parts=(*x.parts, *more), span=joined((x.span, *mended)))
        for x in strikes
    )
    d.emit(e.Struck(strikes=strikes))
    d.emit(e.SavesFailed(saves=failed))


def _dealt_by(blow: Blow | None, who: Id, target: Id) -> c.Damage | None:
    """The damage of an amount that was a hit of one on the other, in figures."""
    if blow is None or blow.kind != "damage" or blow.targets != (target,):
        return None
    dealt_then = wire.read(c.Damage, blow.command)
    in_figures = all(amount.dice.isdigit() for amount in dealt_then.amounts)
    return dealt_then if dealt_then.by == who and in_figures else None


def _settled_dc(d: Deciding, who: Id, blow: Blow) -> int:
    """The DC of a concentration save that an amount asked for, once that is answered; 0 while it waits or was none."""
    changed = next((change for change in blow.span.changes if change[0].id == who), None)
    waits = any(prompt.id in blow.span.raised for prompt in d.waiting("concentration", who=who))
    if changed is None or changed[1].concentration is None or waits:
        return 0
    was, became = changed
    taken = became.turn.damage_taken - was.turn.damage_taken
    return concentration_dc(rules_of(d.state), taken, soaked=was.temp_hp - became.temp_hp) or 0


def _deal(
    d: Deciding,
    who: Id,
    parts: Sequence[Damage],
    share: Share,
    by: Id | None,
    source: str,
    critical: bool,
    faces: tuple[Face, ...],
    settled: int,
) -> int:
    combatant = d.combatant(who)
    if combatant.kind != "creature":
        d.say(f"{combatant.name} has no hit points", who)
        return 0
    if combatant.status == "dead":
        d.say(f"{combatant.name} is dead already", who)
        return 0
    parts = traits.absorb(d, who, parts, share)
    if not parts:
        return 0
    parts, sharer, passed = traits.divert(d, who, parts)
    rules = rules_of(d.state)
    taken = take_damage(
        rules,
        parts,
        defenses(d.state, who),
        share=share,
        effects=in_force(d.state, who),
        underwater="underwater" in d.state.scene,
    )
    before = health(d.state, who)
    through = beast_takes(d, who, taken.total)
    change = hitpoints.lose_hit_points(rules, before, through, critical=critical)
    held_back = traits.holds_back_death(d, who, before, change, taken.total, parts, critical)
    if change.health.status == "dead" and not held_back and traits.outlives_zero(d.block(who)):
        change = _only_down(change)
    after = change.health
    d.emit(
        e.Damaged(
            who=who,
            parts=tuple(
                e.Hurt(dealt=part.amount, damage_type=part.damage_type, taken=left)
                for part, left in zip(parts, taken.parts, strict=True)
            ),
            taken=taken.total,
            hp=after.hp,
            temp_hp=after.temp_hp,
            max_hp=max_hp(d.state, who),
            was=combatant.hp,
            by=by,
            source=source,
            critical=critical,
            faces=faces,
            why=(*taken.why, *change.why),
        )
    )
    if held_back:
        traits.ask_to_hold_back(d, who, held_back, taken.total)
    elif combatant.hp == 0 and combatant.status == "up" and taken.total > 0:
        die(d, who, by)
    else:
        follow(d, who, change, by)
    if taken.total > 0:
        _ask_concentration(d, who, taken.total, before.temp_hp - after.temp_hp, settled)
        traits.after_damage(d, who, taken.total, parts, by)
        _end_what_damage_ends(d, who)
    traits.after_hit_by(d, who, parts, combatant.hp)
    if sharer is not None:
        deal(d, sharer, passed, share=share, by=by, source=source, critical=critical)
    return taken.total


def _only_down(change: hitpoints.HealthChange) -> hitpoints.HealthChange:
    """A troll at 0 is down until its turn shows whether it regenerates."""
    down = replace(change.health, status="stable", hp=0)
    return replace(change, health=down, gains=("unconscious",), why=("down, and dies unless it regenerates",))


def follow(d: Deciding, who: Id, change: hitpoints.HealthChange, by: Id | None = None) -> None:
    """Carries out what a change of health brings beside the numbers: death counts, status, conditions."""
    combatant, after = d.combatant(who), change.health
    if (combatant.successes, combatant.failures) != (after.successes, after.failures):
        d.emit(e.DeathCountSet(who=who, successes=after.successes, failures=after.failures))
    if combatant.exhaustion != after.exhaustion:
        d.emit(e.ExhaustionChanged(who=who, level=after.exhaustion))
    if after.status == "dead" and combatant.status != "dead":
        die(d, who, by, change.why)
        return
    if after.status != combatant.status and combatant.status != "fled":
        d.emit(e.StatusChanged(who=who, status=after.status, by=by, why=change.why))
        if after.status != "dying":
            d.withdraw(d.waiting("death_save", who=who))
    for name in change.loses:
        for effect in d.combatant(who).effects:
            if effect.name == name:
                lose(d, who, effect)
    for name in change.gains:
        if name not in d.combatant(who).conditions:
            gain(d, who, name, why=change.why)


def die(d: Deciding, who: Id, by: Id | None = None, why: tuple[str, ...] = ()) -> None:
    """Death, and what ends with it: concentration, grapples held, everything it was asked."""
    combatant = d.combatant(who)
    if combatant.status == "dead":
        return
    if combatant.hp or combatant.temp_hp:
        d.emit(e.FieldSet(who=who, field="hp", value=0))
    d.emit(e.StatusChanged(who=who, status="dead", by=by, why=why))
    end_concentration(d, who, "death (R-119)")
    release_all(d, who, "its grappler is dead (R-127)")
    if d.combatant(who).readied:
        d.emit(e.ReadiedChanged(who=who, readied=None))
    d.withdraw(p for p in d.state.prompts if p.who == who and p.kind != "reminder")
    forget_target(d, who)
    traits.on_death(d, who, by)


def forget_target(d: Deciding, who: Id) -> None:
    """Withdraws what was asked about somebody who is dead or gone, of several targets once all are."""
    for prompt in d.state.prompts:
        if prompt.target == who and prompt.kind != "reminder":
            d.withdraw([prompt])
        elif who in prompt.targets:
            others = (x for x in prompt.targets if x != who and x in d.state.combatants)
            if all(d.combatant(x).is_out for x in others):
                d.withdraw([prompt])


def restore(
    d: Deciding, who: Id, amount: int, *, by: Id | None = None, source: str = "", faces: tuple[Face, ...] = ()
) -> None:
    """Heals, waking and standing down the death saves (R-107, R-108)."""
    was = d.combatant(who).hp
    if d.combatant(who).has("no healing") and amount:
        d.say(f"{d.name(who)} regains nothing: something bars its healing (R-212)", who)
        return
    change = hitpoints.heal(rules_of(d.state), health(d.state, who), amount)
    d.emit(
        e.Healed(
            who=who,
            amount=change.amount,
            hp=change.health.hp,
            was=was,
            by=by,
            source=source,
            faces=faces,
            why=change.why,
        )
    )
    if change.health.hp:
        d.withdraw(p for p in d.waiting("trait", who=who) if p.subject in HOLDING_BACK)
    follow(d, who, change, by)


def fit_hit_points(d: Deciding, who: Id) -> None:
    """Brings hit points under a maximum that has sunk; a maximum of 0 may kill (R-097)."""
    combatant = d.combatant(who)
    if combatant.kind != "creature":
        return
    change = hitpoints.change_maximum(rules_of(d.state), health(d.state, who), 0)
    if combatant.hp != change.health.hp:
        shift = combatant.max_hp_shift
        d.emit(e.MaxHpChanged(who=who, max_hp=combatant.max_hp, shift=shift, hp=change.health.hp))
    if combatant.status != "dead":
        follow(d, who, change)


def _ask_concentration(d: Deciding, who: Id, taken: int, soaked: int, settled: int) -> None:
    combatant = d.combatant(who)
    if combatant.concentration is None:
        return
    if combatant.status != "up" or (combatant.hp == 0 and not d.waiting("trait", who=who)):
        end_concentration(d, who, "dropped to 0 (R-117)")
        return
    dc = concentration_dc(rules_of(d.state), taken, soaked=soaked)
    if dc is not None and dc > settled and d.state.is_on("concentration"):
        held = combatant.concentration.name
        text = f"{combatant.name}: concentration ({held}), CON save DC {dc}"
        d.ask("concentration", who, text, dc=dc, ability="con", subject=held, amount=taken)


def _end_what_damage_ends(d: Deciding, who: Id) -> None:
    """What lasts until it is hurt goes, and with being turned what came of it (R-178)."""
    turned = {effect.source for effect in d.combatant(who).effects if effect.name == "turned"}
    for effect in d.combatant(who).effects:
        of_turning = effect.name in ("frightened", "incapacitated") and effect.source in turned
        if effect.words == "damage" or effect.name == "turned" or of_turning:
            lose(d, who, effect, "it took damage")
