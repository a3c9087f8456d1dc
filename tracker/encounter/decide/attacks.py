"""Attacks from the stat block: what bends the roll, hit or miss, the damage, and what the hit brings with it."""

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter import wire
from tracker.encounter.armoury import cantrip_of, is_ballistic
from tracker.encounter.decide import hits, swings, traits
from tracker.encounter.decide.abilities import find_attack, pay_attack, spend_reaction, spend_use
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.effects import lose
from tracker.encounter.decide.health import d20_face, kept_faces
from tracker.encounter.decide.mending import span
from tracker.encounter.decide.parrying import offer_to_turn
from tracker.encounter.decide.presets import cast_beams
from tracker.encounter.decide.saves import Peril, endure, offer_conditions, rolled_damage
from tracker.encounter.decide.tokens import luck_of_failure
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import armor_class, best_speed, bloodied, rules_of, speed
from tracker.encounter.state import Blow, Combatant, Encounter, Id, Strike
from tracker.frozen import replace
from tracker.library.models import ActionEntry, AttackEntry
from tracker.rules import attacks as rules
from tracker.rules.attacks import AttackPlan, AttackResult, Fighter, Scene
from tracker.rules.checks import Sources
from tracker.rules.damage import Damage
from tracker.rules.dice import D20Roll, roll_d20
from tracker.rules.markers import marker_ends


def decide_attack(d: Deciding, command: c.Attack) -> None:
    """Resolves an attack against each target in turn."""
    d.actor(command.who)
    if not command.targets:
        raise EncounterError("an attack needs a target: `attack go1 with scimitar vs mira`")
    entry = find_attack(d, command.who, command.attack)
    if command.who in command.targets:
        raise EncounterError(f"{d.name(command.who)} cannot attack itself; `damage` can")
    if entry.spell and cantrip_of(d.state, command.who, entry.name) and entry not in d.block(command.who).attacks:
        cast_beams(d, command, entry)
        return
    for target in command.targets:
        _pay(d, command, entry)
        strike(d, command, entry, target)


def free_attack(d: Deciding, who: Id, entry: AttackEntry, targets: tuple[Id, ...], face: c.Face | None = None) -> None:
    """Attacks that something else has paid for: a legendary action, a readied one, a frenzy."""
    for target in targets:
        d.combatant(target)
        if target == who:
            raise EncounterError(f"{d.name(target)} cannot attack itself; `damage` can")
        if entry.recharge or entry.uses:
            spend_use(d, who, entry)
        strike(d, c.Attack(who=who, attack=entry.name, targets=(target,), face=face, as_reaction=True), entry, target)


def _pay(d: Deciding, command: c.Attack, entry: AttackEntry) -> None:
    """The first attack of a turn takes the action, further ones of a multiattack come with it."""
    if command.as_reaction:
        for prompt in d.waiting("opportunity", who=command.who):
            if prompt.target in command.targets:
                d.close(prompt)
        spend_reaction(d, command.who, entry.name, use="opportunity attack")
        return
    pay_attack(d, command.who, entry.name)
    swings.load(d, command, entry)
    if entry.recharge or entry.uses:
        spend_use(d, command.who, entry)


def strike(d: Deciding, command: c.Attack, entry: AttackEntry, target: Id) -> bool:
    """One attack roll against one target, with its damage and consequences; whether it hits."""
    traits.remind_of_pack(d, command, target)
    plan = plan_attack(d.state, command, entry, target)
    if plan.impossible:
        d.warn(f"{d.name(command.who)}'s {entry.name} on {d.name(target)}: {plan.impossible}", command.who)
        plan = replace(plan, impossible=None)
    d20, faces, typed_total = _throw(d, command, plan)
    cover = (command.cover,) if command.cover != "none" else ()
    ac = armor_class(d.state, target)
    bonus = entry.to_hit if typed_total is None else typed_total - d20.kept - plan.sources.modifier
    result = rules.resolve(rules_of(d.state), d20, plan, bonus=bonus, ac=ac, cover=cover)
    if typed_total is not None:
        result = replace(result, hit=typed_total >= result.ac, critical=False, total=typed_total)
    result = swings.judged(d.state, command, target, result)
    _say_attack(d, command, entry, target, result, faces, plan)
    _give_away(d, command.who)
    swings.after_roll(d, command)
    before, event = d.state, len(d.events)
    if result.hit:
        _hit(d, command, swings.strengthened(d, command, entry, plan), target, result.critical)
        swings.leave_rider(d, command, entry, target)
    else:
        luck_of_failure(d, command.who)
    parts = (x for x in d.events[event:] if isinstance(x, e.Damaged) and x.who == target)
    d.strikes.append(
        Strike(
            command.who,
            target,
            entry.name,
            result.kept,
            result.total,
            result.ac,
            hit=result.hit,
            melee=not _attack(d.state, command, entry).is_ranged,
            critical=result.critical,
            parts=tuple((part.dealt, part.damage_type) for damaged in parts for part in damaged.parts),
            span=span(before, d.state),
        )
    )
    d.emit(e.Struck(strikes=tuple(d.strikes)))
    if result.hit:
        offer_to_turn(d, d.strikes[-1])
    return result.hit


def _throw(d: Deciding, command: c.Attack, plan: AttackPlan) -> tuple[D20Roll, tuple[e.Face, ...], int | None]:
    face = command.face
    if face is None:
        rolled = roll_d20(d.dice, plan.mode)
        return rolled, kept_faces(rolled.faces, rolled.kept), None
    if face.total:
        return D20Roll(10, (), plan.mode), (), face.value
    kept = d20_face(face.value)
    return D20Roll(kept, (kept,), plan.mode), ((20, kept, True),), None


def _say_attack(
    d: Deciding,
    command: c.Attack,
    entry: AttackEntry,
    target: Id,
    result: AttackResult,
    faces: tuple[e.Face, ...],
    plan: AttackPlan,
) -> None:
    d.emit(
        e.Attacked(
            who=command.who,
            target=target,
            attack=entry.name,
            faces=faces,
            kept=result.kept,
            bonus=result.total - result.kept,
            total=result.total,
            ac=result.ac,
            hit=result.hit,
            critical=result.critical,
            mode=plan.mode.value,
            reaction=command.as_reaction,
            why=result.why,
        )
    )


def plan_attack(state: Encounter, command: c.Attack, entry: AttackEntry, target: Id) -> AttackPlan:
    """What bends this attack's roll, from both sides' conditions, distance, scene, traits and the GM's word."""
    attacker, defender = state.combatants[command.who], state.combatants[target]
    extra = traits.attack_sources(state, command, entry, target) | swings.sources(state, command, target)
    if command.advantage:
        extra |= Sources(advantage=("the GM's word",))
    if command.disadvantage:
        extra |= Sources(disadvantage=("the GM's word",))
    scene = Scene(
        underwater="underwater" in state.scene,
        gale="gale" in state.scene,
        helped=any(x.name == "helped against" and x.source != command.who for x in defender.effects),
        inspired=attacker.has("inspired"),
        foes_within_5=swings.bystanders(state, command),
        others=extra,
    )
    return rules.attack_sources(
        rules_of(state),
        _sighted(fighter(state, attacker, defender), command.blindly),
        _sighted(fighter(state, defender, attacker), command.unseen),
        _attack(state, command, entry),
        scene,
    )


def _sighted(side: Fighter, is_blind: bool) -> Fighter:
    """One side, without sight of the other where the GM says so (R-068)."""
    return replace(side, sees=False) if is_blind else side


def fighter(state: Encounter, combatant: Combatant, other: Combatant) -> Fighter:
    """One side of an attack as the rules take it."""
    block = state.blocks[combatant.block]
    frightened_by = [x.source for x in combatant.effects if x.name == "frightened"]
    in_sight = any(x is None or (x in state.combatants and not state.combatants[x].is_out) for x in frightened_by)
    return Fighter(
        conditions=tuple(sorted(combatant.conditions)),
        exhaustion=combatant.exhaustion,
        sees=swings.sees(state, combatant, other),
        sees_invisible=any(word in block.senses for word in ("blindsight", "truesight")),
        speed=best_speed(state, combatant.id),
        swim_speed=speed(state, combatant.id, "swim"),
        size=block.size,
        strength=block.abilities.get("str", 10),
        dexterity=block.abilities.get("dex", 10),
        dodging=combatant.has("dodging"),
        squeezing=combatant.has("squeezing"),
        heavily_encumbered=combatant.has("encumbered"),
        fear_in_sight=in_sight,
        target_is_grappler=any(x.name == "grappled" and x.source == other.id for x in combatant.effects),
        target_is_charmer=any(x.name == "charmed" and x.source == other.id for x in combatant.effects),
    )


def _attack(state: Encounter, command: c.Attack, entry: AttackEntry) -> rules.Attack:
    thrown = command.thrown or (entry.kind == "both" and (command.distance or 5) > (entry.reach or 5))
    ranged = entry.kind == "ranged" or thrown
    spell = "spell_" if entry.spell else ""
    distance = command.distance if command.distance is not None else _usual_distance(state, entry, ranged)
    types = [part.rpartition(" ")[2] for part in entry.damage]
    return rules.Attack(
        kind=f"{spell}{'ranged' if ranged else 'melee'}",  # type: ignore[arg-type]
        distance=distance,
        reach=entry.reach or 5,
        normal=entry.normal_range if ranged else None,
        long=entry.long_range if ranged else None,
        minimum=swings.least_range(state, entry.name) if ranged else 0,
        weapon=entry.name,
        damage_type=types[0] if types else None,
        heavy=swings.is_heavy(state, command.who, entry.name),
    )


def _usual_distance(state: Encounter, entry: AttackEntry, ranged: bool) -> int:
    """Without a word about it a melee attack comes from 5 ft. and a shot from within normal range."""
    return min(30, entry.normal_range or 30) if ranged else 5


def _give_away(d: Deciding, who: Id) -> None:
    """Attacking ends hiding, inspiration and help after the roll has had its use (R-049, R-069, R-077)."""
    for effect in d.combatant(who).effects:
        if effect.name in ("hiding", "inspired") or (effect.name == "invisible" and effect.words == "hiding"):
            lose(d, who, effect, marker_ends(d.edition, "hidden", "attacks") or "", "it attacked (R-069)")
    for event in reversed(d.events):
        if isinstance(event, e.Attacked):
            for effect in d.combatant(event.target).effects:
                if effect.name == "helped against" and effect.source != who:
                    lose(d, event.target, effect, marker_ends(d.edition, "help attack", "ally attacks") or "")
            return


def _hit(d: Deciding, command: c.Attack, entry: AttackEntry, target: Id, critical: bool) -> None:
    lines = attack_damage(d.state, command, entry) + traits.bonus_damage(d, command, entry, target)
    parts, faces = rolled_damage(d, lines, command.damage, critical)
    tags = traits.weapon_tags(d.block(command.who), entry)
    if is_ballistic(d.edition, entry.name):
        tags |= {"ballistic"}
    parts = tuple(replace(part, tags=tags) for part in parts)
    if parts:
        _remember(d, command, target, parts, critical, melee=entry.kind != "ranged")
        before = d.state
        hits.deal(d, target, parts, by=command.who, source=entry.name, critical=critical, faces=faces)
        d.emit(e.BlowLanded(span=span(before, d.state)))
    for save in entry.save:
        if save.save is None or save.dc is None or d.combatant(target).status == "dead":
            continue
        on_hit, thrown = rolled_damage(d, save.damage, None)
        peril = Peril(save.save, save.dc, entry.name, on_hit, save.half, by=command.who, faces=thrown)
        failed = endure(d, (c.Target(who=target),), peril)
        offer_conditions(d, command.who, save.model_copy(update={"name": entry.name}), failed)
    bare = ActionEntry(name=entry.name, inflicts=entry.inflicts, ongoing=entry.ongoing, escape=entry.escape)
    offer_conditions(d, command.who, bare, (target,))
    traits.after_hit(d, command, entry, target, critical)


def attack_damage(state: Encounter, command: c.Attack, entry: AttackEntry) -> tuple[str, ...]:
    """The damage lines that hold for this attack: two hands, a bloodied swarm, a charge."""
    lines = entry.damage
    if command.two_handed and entry.two_handed:
        lines = entry.two_handed
    if entry.bloodied and bloodied(state, command.who):
        lines = entry.bloodied
    if command.charge:
        lines += tuple(line for case in entry.extra for line in case.damage)
    return tuple(traits.as_typed(line, entry) for line in lines)


def _remember(
    d: Deciding, command: c.Attack, target: Id, parts: tuple[Damage, ...], critical: bool, melee: bool
) -> None:
    amounts = tuple(c.Amount(dice=str(part.amount), type=part.damage_type) for part in parts)
    again = c.Damage(
        targets=(c.Target(who=target),),
        amounts=amounts,
        critical=critical,
        by=command.who,
        magical=any("magical" in part.tags for part in parts),
        melee=melee,
    )
    total = sum(part.amount for part in parts)
    d.emit(e.BlowStruck(blow=Blow("damage", total, (target,), wire.written(again).decode(), melee)))
