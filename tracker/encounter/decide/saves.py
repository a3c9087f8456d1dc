"""Saving throws: one, or many against one effect; save actions of the stat block; legendary resistance."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide import hits, traits
from tracker.encounter.decide.abilities import find_ability, spend_ability
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.effects import inflict
from tracker.encounter.decide.health import d20_face, kept_faces, roll_amounts
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import best_speed, immune_to_condition, in_force, rules_of
from tracker.encounter.state import Combatant, FailedSave, Id
from tracker.library.models import ActionEntry
from tracker.rules.checks import ABILITIES, NO_SOURCES, Sources
from tracker.rules.damage import Damage
from tracker.rules.dice import parse_damage, roll_d20
from tracker.rules.errors import RulesError
from tracker.rules.saves import Share, save_plan


@dataclass(frozen=True, slots=True)
class Peril:
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
    faces: tuple[e.Face, ...] = field(default=())


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
    ability = _best_ability(d, who, ability)
    plan = save_plan(
        rules_of(d.state),
        ability,
        in_force(d.state, who),
        speed=best_speed(d.state, who),
        cover=cover,
        spell=against,
        dodging=combatant.has("dodging"),
        squeezing=combatant.has("squeezing"),
        raging=combatant.has("raging"),
    )
    sources = plan.sources | traits.save_sources(d, who, ability, magical=magical) | extra
    bonus = d.block(who).save_bonus(ability) + sources.modifier
    if plan.fails:
        d.emit(e.Saved(who=who, ability=ability, dc=dc, success=False, against=against, mode="fails", why=plan.fails))
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
    return success


def decide_save(d: Deciding, command: c.Save) -> None:
    """A save of each target for anything: the damage is rolled once, then each saves in the order named."""
    for target in command.targets:
        d.combatant(target.who)
    _check_ability(command.ability)
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


def decide_use(d: Deciding, command: c.Use) -> None:
    """An action of the stat block that is no attack: spends it, then its saves, damage and choices."""
    found = find_ability(d, command.who, command.ability)
    spend_ability(d, command.who, found)
    run_ability(d, command.who, found.entry, command.targets, command.damage)


def run_ability(
    d: Deciding, who: Id, ability: ActionEntry, targets: tuple[c.Target, ...], damage: str | None = None
) -> None:
    """What an ability does to its targets."""
    for target in targets:
        d.combatant(target.who)
    what = f"{d.name(who)} uses {ability.name}" + (f" on {d.names(t.who for t in targets)}" if targets else "")
    d.say(what, who)
    parts, faces = rolled_damage(d, ability.damage, damage) if targets else ((), ())
    if not targets:
        return
    if ability.save is None or ability.dc is None:
        for target in targets:
            if parts:
                hits.deal(d, target.who, parts, share=target.share, by=who, source=ability.name, faces=faces)
        _offer_conditions(d, who, ability, tuple(target.who for target in targets))
        return
    peril = Peril(
        ability=ability.save,
        dc=ability.dc,
        name=ability.name,
        parts=parts,
        half=ability.half,
        by=who,
        magical=traits.is_magical(ability),
        faces=faces,
    )
    failed = endure(d, targets, peril)
    _offer_conditions(d, who, ability, failed)


def rolled_damage(
    d: Deciding, damage: Sequence[str], typed: str | None, critical: bool = False
) -> tuple[tuple[Damage, ...], tuple[e.Face, ...]]:
    """The parts of a stat block's damage, rolled or with the total typed; and the dice thrown."""
    lines = [part for text in damage for part in parse_damage(text)]
    if typed is not None:
        amount = roll_amounts(d, (c.Amount(dice=typed, type=lines[0].damage_type if lines else None),), False)
        return tuple(amount[0]), tuple(face for roll in amount[1] for face in roll.faces)
    rolls = [part.expression.roll(d.dice, critical) for part in lines]
    parts = tuple(Damage(max(0, roll.total), part.damage_type) for roll, part in zip(rolls, lines, strict=True))
    return parts, tuple(face for roll in rolls for face in roll.faces)


def endure(d: Deciding, targets: Sequence[c.Target], peril: Peril) -> tuple[Id, ...]:
    """Each target saves and suffers its share; returns those that failed."""
    failed = []
    turned: list[FailedSave] = []
    for target in targets:
        before = d.combatant(target.who)
        if before.status == "dead":
            d.say(f"{before.name} is dead already", target.who)
            continue
        saved = _saves(d, target, peril)
        if not saved:
            failed.append(target.who)
            if traits.legendary_resistance_left(d, target.who):
                turned.append(_turnable(before, peril))
        if peril.parts:
            share = _share(d, target, peril, saved)
            hits.deal(d, target.who, peril.parts, share=share, by=peril.by, source=peril.name, faces=peril.faces)
        for inflicted in () if saved else peril.inflicts:
            reason = immune_to_condition(d.state, target.who, inflicted.name)
            if reason:
                d.say(f"{before.name} is immune to {inflicted.name}: {reason}", target.who)
            elif d.combatant(target.who).status != "dead":
                inflict(d, target.who, inflicted)
    d.emit(e.SavesFailed(saves=tuple(turned)))
    for one in turned:
        left = traits.legendary_resistance_left(d, one.who)
        d.say(f"{d.name(one.who)} failed; `resist {one.who}` spends a legendary resistance ({left} left)", one.who)
    return tuple(failed)


def _turnable(before: Combatant, peril: Peril) -> FailedSave:
    parts = tuple((part.amount, part.damage_type) for part in peril.parts)
    return FailedSave(before.id, before, parts, "half" if peril.half else "none", peril.by, peril.name)


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
    on_save: Share = "half" if peril.half else "none"
    if peril.half and peril.ability == "dex" and traits.evades(d, target.who):
        return "none" if saved else "half"
    return on_save if saved else "full"


def _offer_conditions(d: Deciding, who: Id, ability: ActionEntry, failed: tuple[Id, ...]) -> None:
    """Conditions a stat block puts on its targets are proposed in one prompt; the GM says yes or no."""
    targets = tuple(x for x in failed if d.combatant(x).status not in ("dead", "fled"))
    if ability.inflicts and targets:
        words = " and ".join(ability.inflicts)
        text = f"{ability.name}: {words} on {d.names(targets)}?"
        d.ask("choice", who, text, subject=ability.name, options=ability.inflicts, targets=targets)
    if ability.ongoing and targets:
        text = f"{ability.name}: {' + '.join(ability.ongoing)} each turn on {d.names(targets)}?"
        d.ask("choice", who, text, subject=f"ongoing {ability.name}", dice=" + ".join(ability.ongoing), targets=targets)


def decide_resist(d: Deciding, command: c.Resist) -> None:
    """Spends a legendary resistance: the save just failed counts as passed."""
    combatant = d.combatant(command.who)
    failed = next((x for x in d.state.last_failed if x.who == command.who), None)
    if failed is None:
        raise EncounterError(f"{combatant.name} has not just failed a saving throw")
    if not traits.legendary_resistance_left(d, command.who):
        raise EncounterError(f"{combatant.name} has no legendary resistance left")
    d.withdraw(p for p in d.state.prompts if p.who == command.who and p.kind in ("concentration", "trait"))
    spent = combatant.spent.get("legendary resistance", 0) + 1
    d.emit(
        e.Restored(combatant=replace(failed.before, spent=combatant.spent, reactions_spent=combatant.reactions_spent))
    )
    d.emit(e.UsesChanged(who=command.who, ability="legendary resistance", spent=spent))
    if failed.on_success == "half" and failed.parts:
        parts = [Damage(amount, kind) for amount, kind in failed.parts]
        hits.deal(d, command.who, parts, share="half", by=failed.by, source=failed.source)
    d.emit(e.SavesFailed(saves=tuple(x for x in d.state.last_failed if x.who != command.who)))
    for prompt in d.waiting("choice"):
        if command.who in prompt.targets:
            rest = tuple(x for x in prompt.targets if x != command.who)
            d.withdraw([prompt])
            if rest:
                d.ask(
                    "choice",
                    prompt.who,
                    prompt.text,
                    subject=prompt.subject,
                    options=prompt.options,
                    dice=prompt.dice,
                    targets=rest,
                )


def _best_ability(d: Deciding, who: Id, ability: str) -> str:
    """`str or dex` lets the target choose: its better bonus."""
    choices = [word.strip() for word in ability.split(" or ")]
    for choice in choices:
        _check_ability(choice)
    return max(choices, key=d.block(who).save_bonus)


def _check_ability(ability: str) -> None:
    for word in ability.split(" or "):
        if word not in ABILITIES:
            raise RulesError.unknown("ability", word, ABILITIES)
