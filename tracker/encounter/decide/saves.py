"""Saving throws: one, or many against one effect; save actions of the stat block; legendary resistance."""

from collections.abc import Sequence
from typing import Any, Literal

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter import wire
from tracker.encounter.decide import hits, traits
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.effects import check_ending, inflict, lose
from tracker.encounter.decide.health import d20_face, kept_faces, roll_amounts
from tracker.encounter.decide.mending import dealt, is_part_of_last_blow, joined, share_anew, span, take_back
from tracker.encounter.decide.tokens import luck_of_failure
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import best_speed, immune_to_condition, in_force, rules_of
from tracker.encounter.legendary import resist_reason, resistances_left
from tracker.encounter.objects import fails_as_object
from tracker.encounter.state import Blow, Combatant, Encounter, FailedSave, Id, Span
from tracker.frozen import Frozen, replace
from tracker.library.models import ActionEntry
from tracker.rules.checks import ABILITIES, NO_SOURCES, Sources
from tracker.rules.damage import Damage
from tracker.rules.dice import parse_damage, roll_d20
from tracker.rules.errors import RulesError
from tracker.rules.saves import Share, save_plan, share_of_damage

TWO_STEPS = ("restrained", "petrified")
"""A gaze that turns to stone: the second comes when the save at the end of the next turn fails too."""


class Peril(Frozen):
    """What a saving throw is against."""

    ability: str
    dc: int
    name: str = ""
    parts: tuple[Damage, ...] = ()
    half: bool = False
    inflicts: tuple[c.Inflicted, ...] = ()
    by: Id | None = None
    magical: bool = False
    cover: tuple[str, ...] = ()
    faces: tuple[e.Face, ...] = ()


def make_save(
    d: Deciding,
    who: Id,
    ability: str,
    dc: int,
    *,
    face: c.Face | None = None,
    against: str = "",
    magical: bool = False,
    cover: Sequence[str] = (),
    extra: Sources = NO_SOURCES,
) -> bool:
    """One saving throw, typed or rolled, with its bonus and whatever bends it. Whether it succeeds."""
    combatant = d.combatant(who)
    ability, is_dodging = _best_ability(d, who, ability), combatant.has("dodging")
    plan = save_plan(
        rules_of(d.state),
        ability,
        in_force(d.state, who),
        speed=best_speed(d.state, who) if is_dodging else 0,
        cover=cover,
        spell=against,
        dodging=is_dodging,
        squeezing=combatant.has("squeezing"),
        raging=combatant.has("raging"),
    )
    sources = plan.sources | traits.save_sources(d, who, ability, magical=magical, against=against) | extra
    bonus = d.block(who).save_bonus(ability) + sources.modifier
    thing = ("a thing saves by no ability of its own (R-203)",)
    fails = plan.fails or (thing if fails_as_object(d.edition, d.block(who), ability) else ())
    if fails:
        d.emit(e.Saved(who=who, ability=ability, dc=dc, success=False, against=against, mode="fails", why=fails))
        return False
    faces: tuple[e.Face, ...] = ()
    if face is not None and face.total:
        kept, total = 0, face.value
    elif face is not None:
        kept = d20_face(face.value)
        total, faces = kept + bonus, ((20, kept, True),)
    else:
        rolled = roll_d20(d.dice, sources.mode)
        kept, total, faces = rolled.kept, rolled.kept + bonus, kept_faces(rolled.faces, rolled.kept)
    success = total >= dc
    d.emit(
        e.Saved(
            who=who,
            ability=ability,
            dc=dc,
            faces=faces,
            kept=kept,
            bonus=bonus,
            total=total,
            success=success,
            mode=sources.mode.value,
            against=against,
            why=sources.why,
        )
    )
    if not success:
        luck_of_failure(d, who)
    return success


def decide_save(d: Deciding, command: c.Save) -> None:
    """A save of each target for anything: the damage is rolled once, then each saves in the order named."""
    for target in command.targets:
        d.combatant(target.who)
    _check_ability(command.ability)
    for inflicted in command.inflicts:
        check_ending(d, inflicted.ending)
    parts, rolls = roll_amounts(d, command.amounts, critical=False)
    peril = Peril(
        ability=command.ability,
        dc=command.dc,
        parts=tuple(parts),
        half=command.half,
        inflicts=command.inflicts,
        by=command.by,
        magical=command.magical,
        cover=(command.cover,) if command.cover != "none" else (),
        faces=tuple(face for roll in rolls for face in roll.faces),
    )
    endure(d, command.targets, peril)


def rolled_damage(
    d: Deciding, damage: Sequence[str], typed: str | None, critical: bool = False
) -> tuple[tuple[Damage, ...], tuple[e.Face, ...]]:
    """The parts of a stat block's damage, rolled or with the total typed; and the dice thrown."""
    lines = [part for text in damage for part in parse_damage(text.replace(" any", ""))]
    if typed is not None:
        amount = roll_amounts(d, (c.Amount(dice=typed, type=lines[0].damage_type if lines else None),), False)
        return tuple(amount[0]), tuple(face for roll in amount[1] for face in roll.faces)
    rolls = [part.expression.roll(d.dice, critical) for part in lines]
    parts = tuple(Damage(max(0, roll.total), part.damage_type) for roll, part in zip(rolls, lines, strict=True))
    return parts, tuple(face for roll in rolls for face in roll.faces)


def endure(d: Deciding, targets: Sequence[c.Target], peril: Peril) -> tuple[Id, ...]:
    """Each target saves and suffers its share; returns those that failed."""
    failed = []
    shares: list[tuple[Id, Share]] = []
    spans: list[Span] = []
    remembers = bool(peril.parts) and not d.has_struck
    if remembers:
        total = sum(part.amount for part in peril.parts)
        d.emit(e.BlowStruck(blow=Blow("damage", total, tuple(t.who for t in targets), "", melee=False)))
    for target in targets:
        before, was, harm = d.combatant(target.who), d.state, Span()
        if before.status == "dead":
            d.say(f"{before.name} is dead already", target.who)
            continue
        saved = _saves(d, target, peril)
        if not saved:
            failed.append(target.who)
        if peril.parts:
            share, unhurt = _share(d, target, peril, saved), d.state
            hits.deal(d, target.who, peril.parts, share=share, by=peril.by, source=peril.name, faces=peril.faces)
            if remembers:
                harm = span(unhurt, d.state)
                shares.append((target.who, share))
                spans.append(harm)
        for inflicted in () if saved else peril.inflicts:
            reason = immune_to_condition(d.state, target.who, inflicted.name)
            if reason:
                d.say(f"{before.name} is immune to {inflicted.name}: {reason}", target.who)
            elif d.combatant(target.who).status != "dead":
                inflict(d, target.who, inflicted)
        if not saved:
            _may_resist(d, before, was, peril, harm)
    if remembers:
        again = dealt(shares, peril.parts, by=peril.by)
        d.emit(e.BlowLanded(span=joined(spans), command=wire.written(again).decode()))
    return tuple(failed)


def _may_resist(d: Deciding, before: Combatant, was: Encounter, peril: Peril, harm: Span) -> None:
    if not resistances_left(d.state, before.id):
        return
    parts = tuple((part.amount, part.damage_type) for part in peril.parts)
    evaded = peril.ability == "dex" and traits.evades(d, before.id)
    on_success: Literal["half", "none"] = "half" if peril.half and not evaded else "none"
    whole = span(was, d.state)
    may_resist(d, FailedSave(before.id, before, parts, on_success, peril.by, peril.name, span=whole, harm=harm))


def may_resist(d: Deciding, failed: FailedSave) -> None:
    """Remembers a save just failed as long as a legendary resistance could turn it."""
    left = resistances_left(d.state, failed.who)
    if not left:
        return
    d.failed.append(failed)
    d.emit(e.SavesFailed(saves=tuple(d.failed)))
    name = d.name(failed.who)
    d.say(f"{name} failed; `resist {failed.who}` spends a legendary resistance ({left} left)", failed.who)


def _saves(d: Deciding, target: c.Target, peril: Peril) -> bool:
    """Whether the target saves: typed, rolled, or said by its share (half is a save, double a failure)."""
    if target.save is None and target.share != "full":
        return target.share in ("half", "none")
    return make_save(
        d,
        target.who,
        peril.ability,
        peril.dc,
        face=target.save,
        against=peril.name,
        magical=peril.magical,
        cover=peril.cover,
    )


def _share(d: Deciding, target: c.Target, peril: Peril, saved: bool) -> Share:
    if target.share != "full":
        return target.share
    half = "half" if peril.half else "none"
    if peril.half and peril.ability == "dex" and traits.evades(d, target.who):
        return "none" if saved else "half"
    return share_of_damage(half, saved=saved)


def offer_conditions(d: Deciding, who: Id, ability: ActionEntry, failed: tuple[Id, ...]) -> None:
    """Conditions a stat block puts on its targets are proposed in one prompt; the GM says yes or no."""
    targets = tuple(x for x in failed if d.combatant(x).status not in ("dead", "fled"))
    names = tuple(name for name in ability.inflicts if not _all_immune(d, targets, name))
    if names and targets:
        step: dict[str, Any] = {}
        if ability.dc is not None and (names == TWO_STEPS or ability.name == "Petrifying Gaze"):
            names, step = TWO_STEPS[:1], {"purpose": "petrify", "dc": ability.dc, "ability": ability.save}
        text = f"{ability.name}: {' and '.join(names)} on {d.names(targets)}?"
        d.ask(
            "choice",
            who,
            text,
            subject=ability.name,
            options=names,
            targets=targets,
            amount=ability.escape or 0,
            **step,
        )
    elif ability.inflicts and targets:
        d.say(f"{d.names(targets)}: immune to {' and '.join(ability.inflicts)} (R-088)")
    if ability.ongoing and targets:
        text = f"{ability.name}: {' + '.join(ability.ongoing)} each turn on {d.names(targets)}?"
        d.ask("choice", who, text, subject=f"ongoing {ability.name}", dice=" + ".join(ability.ongoing), targets=targets)


def _all_immune(d: Deciding, targets: tuple[Id, ...], name: str) -> bool:
    return all(immune_to_condition(d.state, x, name) for x in targets)


def decide_resist(d: Deciding, command: c.Resist) -> None:
    """Spends a legendary resistance: the save just failed counts as passed."""
    combatant = d.combatant(command.who)
    if reason := resist_reason(d.state, command.who):
        raise EncounterError(f"{combatant.name} {reason}")
    failed = next(x for x in d.state.last_failed if x.who == command.who)
    spent = combatant.spent.get("legendary resistance", 0) + 1
    rest = tuple(x for x in d.state.last_failed if x is not failed)
    d.keeps_blow = is_part_of_last_blow(d, failed.harm)
    take_back(d, failed.span)
    d.emit(e.UsesChanged(who=command.who, ability="legendary resistance", spent=spent))
    effect = next((x for x in d.combatant(command.who).effects if x.id == failed.ends), None)
    if effect is not None:
        lose(d, command.who, effect, "legendary resistance")
    unhurt = d.state
    if failed.on_success == "half" and failed.parts:
        parts = [Damage(amount, kind) for amount, kind in failed.parts]
        hits.deal(d, command.who, parts, share="half", by=failed.by, source=failed.source)
    if d.keeps_blow:
        share_anew(d, command.who, failed.on_success, failed.harm, span(unhurt, d.state))
    d.emit(e.SavesFailed(saves=rest))
    _spare(d, command.who, failed.source)


def _spare(d: Deciding, who: Id, source: str) -> None:
    """Takes somebody out of the conditions still proposed for that failure."""
    for prompt in d.waiting("choice"):
        if who in prompt.targets and prompt.subject.removeprefix("ongoing ") == source:
            rest = tuple(x for x in prompt.targets if x != who)
            d.withdraw([prompt])
            if rest:
                text = prompt.text.partition(" on ")[0] + f" on {d.names(rest)}?"
                d.emit(e.PromptRaised(prompt=replace(prompt, id=d.state.next_id, text=text, targets=rest)))


def _best_ability(d: Deciding, who: Id, ability: str) -> str:
    """`str or dex` lets the target choose: its better bonus."""
    if ability in ABILITIES:
        return ability
    choices = [word.strip() for word in ability.split(" or ")]
    for choice in choices:
        _check_ability(choice)
    return max(choices, key=d.block(who).save_bonus)


def _check_ability(ability: str) -> None:
    for word in ability.split(" or "):
        if word not in ABILITIES:
            raise RulesError.unknown("ability", word, ABILITIES)
