"""Hit points by hand: damage, healing, temporary ones, the maximum, death saves, and what becomes of somebody."""

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter import wire
from tracker.encounter.decide import hits
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.effects import end_concentration, release_all
from tracker.encounter.decide.mending import span, take_back
from tracker.encounter.decide.order import part
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import health, in_force, max_hp, rules_of
from tracker.encounter.state import Blow, Combatant, Id
from tracker.frozen import replace
from tracker.rules import hitpoints
from tracker.rules.conditions import MAX_EXHAUSTION
from tracker.rules.damage import Damage
from tracker.rules.dice import Roll, parse, roll_d20
from tracker.rules.saves import save_plan


def roll_amounts(d: Deciding, amounts: tuple[c.Amount, ...], critical: bool) -> tuple[list[Damage], list[Roll]]:
    """Throws the dice of each component, a critical's twice; typed figures stay as they are."""
    rolls = [parse(amount.dice).roll(d.dice, critical) for amount in amounts]
    return [Damage(max(0, roll.total), amount.type) for roll, amount in zip(rolls, amounts, strict=True)], rolls


def decide_damage(d: Deciding, command: c.Damage) -> None:
    """One amount for all targets, each with its own share, through the whole pipeline."""
    for target in command.targets:
        d.combatant(target.who)
    parts, rolls = roll_amounts(d, command.amounts, command.critical)
    if command.magical:
        parts = [replace(part, tags=frozenset({"magical"})) for part in parts]
    _remember(
        d, command, sum(part.amount for part in parts), tuple(t.who for t in command.targets), "damage", command.melee
    )
    faces, before = tuple(face for roll in rolls for face in roll.faces), d.state
    for target in command.targets:
        hits.deal(d, target.who, parts, share=target.share, by=command.by, critical=command.critical, faces=faces)
    d.emit(e.BlowLanded(span=span(before, d.state)))


def decide_heal(d: Deciding, command: c.Heal) -> None:
    """Heals each target by one rolled amount. Healing the dead is an error."""
    for who in command.targets:
        combatant = d.combatant(who)
        if combatant.status == "dead":
            raise EncounterError(f"{combatant.name} is dead; only `revive` brings the dead back (R-106)")
        if combatant.kind != "creature":
            raise EncounterError(f"{combatant.name} has no hit points")
    roll = parse(command.dice).roll(d.dice)
    _remember(d, command, roll.total, command.targets, "heal")
    before = d.state
    for who in command.targets:
        if "Swarm" in d.block(who).traits:
            d.refuse(f"{d.name(who)} is a swarm and regains no hit points")
        hits.restore(d, who, max(0, roll.total), by=command.by, faces=roll.faces)
    d.emit(e.BlowLanded(span=span(before, d.state)))


def decide_temp(d: Deciding, command: c.TempHp) -> None:
    """Temporary hit points: the larger stays, unless the new ones are to replace (R-092)."""
    roll = parse(command.dice).roll(d.dice)
    amount = max(0, roll.total)
    for who in command.targets:
        combatant = d.combatant(who)
        if combatant.status == "dead":
            raise EncounterError(f"{combatant.name} is dead")
        if "Swarm" in d.block(who).traits and amount:
            d.refuse(f"{combatant.name} is a swarm and gains no temporary hit points")
        change = hitpoints.gain_temporary(health(d.state, who), amount, "new" if command.replace else "larger")
        d.emit(e.TempHpGained(who=who, offered=amount, temp_hp=change.health.temp_hp, faces=roll.faces, why=change.why))


def decide_max_hp(d: Deciding, command: c.MaxHp) -> None:
    """Shifts the maximum, or sets it; a higher one by a shift lifts hit points along, a lower one cuts them."""
    for who in command.targets:
        combatant = d.combatant(who)
        if combatant.kind != "creature":
            raise EncounterError(f"{combatant.name} has no hit points")
        if command.relative:
            shift = max(-combatant.max_hp, combatant.max_hp_shift + command.amount)
            base = combatant.max_hp
        else:
            if command.amount < 0:
                raise EncounterError("a hit point maximum is 0 or more")
            base, shift = command.amount, 0
        d.emit(e.MaxHpChanged(who=who, max_hp=base, shift=shift, hp=combatant.hp))
        hits.fit_hit_points(d, who)


def decide_set(d: Deciding, command: c.Set) -> None:
    """Sets one figure or word by hand."""
    combatant = d.combatant(command.who)
    match command.field:
        case "hp":
            _set_hp(d, combatant, _whole(command.value, "hp"))
        case "ac":
            ac = _whole(command.value, "ac")
            if ac < 0:
                raise EncounterError("an armor class is 0 or more")
            d.emit(e.FieldSet(who=combatant.id, field="ac", value=ac))
        case "name":
            if any(
                x.name.casefold() == command.value.casefold()
                for x in d.state.combatants.values()
                if x.id != combatant.id
            ):
                raise EncounterError(f"somebody is called {command.value} already")
            d.emit(e.FieldSet(who=combatant.id, field="name", value=command.value))
        case "side":
            if command.value not in ("party", "ally", "foe", "neutral"):
                raise EncounterError(f"there is no side '{command.value}'; there is party, ally, foe, neutral")
            d.emit(e.FieldSet(who=combatant.id, field="side", value=command.value))
        case "speed":
            d.emit(e.SpeedSet(who=combatant.id, speed={**combatant.speed, **_speeds(command.value)}))


def _speeds(text: str) -> dict[str, int]:
    """`30`, or `30, fly 60`: feet by mode."""
    found: dict[str, int] = {}
    for one in text.split(","):
        mode, _, feet = one.strip().rpartition(" ")
        found[mode or "walk"] = _whole(feet, "speed")
    if min(found.values()) < 0:
        raise EncounterError("a speed is 0 ft. or more")
    return found


def _set_hp(d: Deciding, combatant: Combatant, value: int) -> None:
    """Clamped to 0…maximum, with the consequences of damage or healing."""
    if combatant.kind != "creature":
        raise EncounterError(f"{combatant.name} has no hit points")
    value = max(0, min(value, max_hp(d.state, combatant.id)))
    if value > combatant.hp:
        if combatant.status == "dead":
            raise EncounterError(f"{combatant.name} is dead; only `revive` brings the dead back (R-106)")
        hits.restore(d, combatant.id, value - combatant.hp)
        return
    loss = combatant.hp - value
    if loss:
        rules, before = rules_of(d.state), health(d.state, combatant.id)
        change = hitpoints.lose_hit_points(rules, replace(before, temp_hp=0), loss)
        hurt = (e.Hurt(dealt=loss, taken=loss),)
        d.emit(
            e.Damaged(
                who=combatant.id,
                parts=hurt,
                taken=loss,
                hp=change.health.hp,
                temp_hp=combatant.temp_hp,
                max_hp=max_hp(d.state, combatant.id),
                was=combatant.hp,
                source="set by hand",
            )
        )
        hits.follow(d, combatant.id, change)


def decide_amend(d: Deciding, command: c.Amend) -> None:
    """Corrects the last amount: its targets are put back as they were, and it is applied anew."""
    from tracker.encounter.decide import decide_with

    blow = d.state.last_blow
    if blow is None:
        raise EncounterError("there is no amount to amend: nothing was damaged or healed yet")
    amount = parse(command.dice).roll(d.dice).total
    if amount < 0:
        raise EncounterError("an amount is 0 or more")
    gone = next((before.name for before in blow.before if before.id not in d.state.combatants), None)
    if gone is not None:
        raise EncounterError(f"{gone} has left; the amount cannot be amended any more")
    take_back(d, blow.span)
    decide_with(d, _with_amount(blow, amount))


def _with_amount(blow: Blow, amount: int) -> c.Command:
    if blow.kind == "heal":
        return replace(wire.read(c.Heal, blow.command), dice=str(amount))
    was = wire.read(c.Damage, blow.command)
    first = replace(was.amounts[0], dice=str(amount))
    return replace(was, amounts=(first,))


def decide_death(d: Deciding, command: c.Death) -> None:
    """A death saving throw, typed or rolled; answers the prompt for it."""
    combatant = d.combatant(command.who)
    if combatant.status != "dying":
        raise EncounterError(f"{combatant.name} is {combatant.status}; only the dying make death saves (R-099)")
    rules = rules_of(d.state)
    plan = save_plan(rules, "death", in_force(d.state, command.who))
    total_typed = command.face.value if command.face and command.face.total else None
    if command.face and not command.face.total:
        kept = d20_face(command.face.value)
        faces: tuple[e.Face, ...] = ((20, kept, True),)
    elif total_typed is not None:
        kept, faces = max(2, min(19, total_typed - plan.sources.modifier)), ()
    else:
        rolled = roll_d20(d.dice, plan.sources.mode)
        kept, faces = rolled.kept, kept_faces(rolled.faces, rolled.kept)
    change = hitpoints.death_save(health(d.state, command.who), kept, plan.sources.modifier)
    after = change.health
    why = (*plan.sources.why, *change.why)
    d.emit(
        e.DeathSaved(
            who=command.who,
            faces=faces,
            total=kept + plan.sources.modifier,
            successes=after.successes,
            failures=after.failures,
            why=why,
        )
    )
    if after.hp > combatant.hp:
        d.emit(e.Healed(who=command.who, amount=1, hp=after.hp, was=0, source="a 20 on the death save"))
    for prompt in d.waiting("death_save", who=command.who)[:1]:
        d.close(prompt)
    hits.follow(d, command.who, change)


def decide_fate(d: Deciding, command: c.Fate) -> None:
    """Stabilise, kill, revive, put to flight, remove or knock out."""
    from tracker.encounter.decide.turns import close_gap

    for who in command.who:
        d.combatant(who)
    for who in command.who:
        _FATES[command.what](d, who)
    if command.what in ("flee", "remove"):
        close_gap(d)


def _stabilize(d: Deciding, who: Id) -> None:
    change = hitpoints.stabilize(health(d.state, who))
    if change.refused:
        raise EncounterError(f"{d.name(who)} is {d.combatant(who).status}; only the dying are stabilised (R-103)")
    d.withdraw(d.waiting("death_save", who=who))
    hits.follow(d, who, change)


def _kill(d: Deciding, who: Id) -> None:
    if d.combatant(who).status == "dead":
        raise EncounterError(f"{d.name(who)} is dead already")
    hits.die(d, who)


def _revive(d: Deciding, who: Id) -> None:
    combatant = d.combatant(who)
    rules = rules_of(d.state)
    if max_hp(d.state, who) == 0:
        raise EncounterError(f"{combatant.name} has a hit point maximum of 0 (R-097); `maxhp` raises it first")
    if combatant.status == "dead":
        change = hitpoints.revive(rules, health(d.state, who))
        if change.refused:
            raise EncounterError(f"{combatant.name} cannot be revived: {'; '.join(change.why)}")
        if change.health.exhaustion == MAX_EXHAUSTION:
            change = replace(change, health=replace(change.health, exhaustion=MAX_EXHAUSTION - 1))
        d.emit(e.Healed(who=who, amount=1, hp=1, was=combatant.hp, why=change.why))
        hits.follow(d, who, change)
    elif combatant.status == "fled":
        d.emit(e.StatusChanged(who=who, status="up"))
    elif combatant.status == "up":
        raise EncounterError(f"{combatant.name} is up; nothing to revive")
    else:
        hits.restore(d, who, max(0, 1 - combatant.hp)) if combatant.hp < 1 else _wake(d, who)


def _wake(d: Deciding, who: Id) -> None:
    hits.follow(d, who, hitpoints.wake(health(d.state, who)))


def _flee(d: Deciding, who: Id) -> None:
    combatant = d.combatant(who)
    if combatant.status in ("dead", "fled"):
        raise EncounterError(f"{combatant.name} is {combatant.status} already")
    d.emit(e.StatusChanged(who=who, status="fled"))
    _leave_the_fray(d, who)


def _remove(d: Deciding, who: Id) -> None:
    from tracker.encounter.decide.mounts import leave_saddle

    _leave_the_fray(d, who)
    leave_saddle(d, who)
    part(d, who)
    d.emit(e.Left(who=who, name=d.name(who)))


def _leave_the_fray(d: Deciding, who: Id) -> None:
    end_concentration(d, who, "it has left")
    release_all(d, who, "its grappler has left (R-127)")
    d.withdraw(p for p in d.state.prompts if p.who == who)
    hits.forget_target(d, who)


def _knock_out(d: Deciding, who: Id) -> None:
    blow = d.state.last_blow
    before = next((x for x in blow.before if x.id == who), None) if blow and blow.kind == "damage" else None
    combatant = d.combatant(who)
    fresh = before is not None and before.hp > 0 and combatant.hp == 0 and combatant.status in ("dead", "dying")
    if blow is None or not fresh:
        raise EncounterError(
            f"only one whom the last damage dropped to 0 can be knocked out (R-105), not {combatant.name}"
        )
    fallen = replace(health(d.state, who), status="dying", hp=0)
    change = hitpoints.knock_out(rules_of(d.state), fallen, melee=blow.melee)
    if change.refused:
        raise EncounterError("; ".join(change.why))
    d.withdraw(d.waiting("trait", "death_save", who=who))
    d.emit(e.FieldSet(who=who, field="hp", value=change.health.hp))
    hits.follow(d, who, change)


_FATES = {
    "stabilize": _stabilize,
    "kill": _kill,
    "revive": _revive,
    "flee": _flee,
    "remove": _remove,
    "knockout": _knock_out,
}


def _remember(
    d: Deciding, command: c.Damage | c.Heal, amount: int, targets: tuple[Id, ...], kind: str, melee: bool = True
) -> None:
    blow = Blow(kind, amount, targets, wire.written(command).decode(), melee)  # type: ignore[arg-type]
    d.emit(e.BlowStruck(blow=blow))


def d20_face(face: int) -> int:
    """A typed face of a d20. Raises EncounterError outside 1 to 20."""
    if not 1 <= face <= 20:
        raise EncounterError(f"a d20 shows 1 to 20, not {face}; a total is typed as `t{face}`")
    return face


def kept_faces(faces: tuple[int, ...], kept: int) -> tuple[e.Face, ...]:
    """D20 faces as events carry them: the kept one once, the others not."""
    marked: list[e.Face] = []
    for face in faces:
        marked.append((20, face, face == kept and not any(k for _, _, k in marked)))
    return tuple(marked)


def _whole(text: str, field: str) -> int:
    try:
        return int(text.replace("−", "-"))
    except ValueError:
        raise EncounterError(f"{field} takes a number, not '{text}'") from None
