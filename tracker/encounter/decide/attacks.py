"""Attacks from the stat block: what bends the roll, hit or miss, the damage, and what the hit brings with it."""

from dataclasses import replace

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide import hits, traits
from tracker.encounter.decide.abilities import find_attack, pay_attack, spend_reaction, spend_use
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.effects import lose
from tracker.encounter.decide.health import d20_face, kept_faces
from tracker.encounter.decide.saves import Peril, endure, rolled_damage
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import armor_class, best_speed, bloodied, rules_of, speed
from tracker.encounter.state import Blow, Combatant, Encounter, Id
from tracker.library.models import AttackEntry
from tracker.rules import attacks as rules
from tracker.rules.attacks import AttackPlan, AttackResult, Fighter, Scene
from tracker.rules.checks import Sources
from tracker.rules.damage import Damage
from tracker.rules.dice import D20Roll, roll_d20


def decide_attack(d: Deciding, command: c.Attack) -> None:
    """Resolves an attack against each target in turn."""
    d.combatant(command.who)
    if not command.targets:
        raise EncounterError("an attack needs a target: `attack go1 with scimitar vs mira`")
    entry = find_attack(d, command.who, command.attack)
    for target in command.targets:
        if target == command.who:
            raise EncounterError(f"{d.name(target)} cannot attack itself; `damage` can")
        _pay(d, command, entry)
        strike(d, command, entry, target)


def _pay(d: Deciding, command: c.Attack, entry: AttackEntry) -> None:
    """The first attack of a turn takes the action, further ones of a multiattack come with it."""
    if command.as_reaction:
        spend_reaction(d, command.who, entry.name)
        return
    pay_attack(d, command.who, entry.name)
    if entry.recharge or entry.uses:
        spend_use(d, command.who, entry)


def strike(d: Deciding, command: c.Attack, entry: AttackEntry, target: Id) -> bool:
    """One attack roll against one target, with its damage and consequences; whether it hits."""
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
    _say_attack(d, command, entry, target, result, faces, plan)
    _give_away(d, command.who)
    if result.hit:
        _hit(d, command, entry, target, result.critical)
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
    extra = traits.attack_sources(state, command, entry, target)
    if command.advantage:
        extra |= Sources(advantage=("the GM's word",))
    if command.disadvantage:
        extra |= Sources(disadvantage=("the GM's word",))
    scene = Scene(
        underwater="underwater" in state.scene,
        gale="gale" in state.scene,
        helped=any(x.name == "helped against" and x.source != command.who for x in defender.effects),
        inspired=attacker.has("inspired"),
        others=extra,
    )
    return rules.attack_sources(
        rules_of(state),
        fighter(state, attacker, defender),
        fighter(state, defender, attacker),
        _attack(state, command, entry),
        scene,
    )


def fighter(state: Encounter, combatant: Combatant, other: Combatant) -> Fighter:
    """One side of an attack as the rules take it."""
    block = state.blocks[combatant.block]
    sees = None
    if other.has("hiding"):
        sees = False
    frightened_by = [x.source for x in combatant.effects if x.name == "frightened"]
    in_sight = any(x is None or (x in state.combatants and not state.combatants[x].is_out) for x in frightened_by)
    return Fighter(
        conditions=tuple(sorted(combatant.conditions)),
        exhaustion=combatant.exhaustion,
        sees=sees,
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
        weapon=entry.name,
        damage_type=types[0] if types else None,
    )


def _usual_distance(state: Encounter, entry: AttackEntry, ranged: bool) -> int:
    """Without a word about it a melee attack comes from 5 ft. and a shot from within normal range."""
    return min(30, entry.normal_range or 30) if ranged else 5


def _give_away(d: Deciding, who: Id) -> None:
    """Attacking ends hiding, inspiration and help after the roll has had its use (R-049, R-069, R-077)."""
    for effect in d.combatant(who).effects:
        if effect.name in ("hiding", "inspired") or (effect.name == "invisible" and effect.words == "hiding"):
            lose(d, who, effect, "it attacked (R-069)")
    for event in reversed(d.events):
        if isinstance(event, e.Attacked):
            for effect in d.combatant(event.target).effects:
                if effect.name == "helped against" and effect.source != who:
                    lose(d, event.target, effect, "Help is used up (R-049)")
            return


def _hit(d: Deciding, command: c.Attack, entry: AttackEntry, target: Id, critical: bool) -> None:
    lines = attack_damage(d.state, command, entry)
    parts, faces = rolled_damage(d, lines, command.damage, critical)
    parts = tuple(replace(part, tags=traits.weapon_tags(d.block(command.who), entry)) for part in parts)
    if parts:
        _remember(d, command, target, parts, critical, melee=entry.kind != "ranged")
        hits.deal(d, target, parts, by=command.who, source=entry.name, critical=critical, faces=faces)
    for save in entry.save:
        if save.save is None or save.dc is None or d.combatant(target).status == "dead":
            continue
        on_hit, thrown = rolled_damage(d, save.damage, None)
        peril = Peril(save.save, save.dc, entry.name, on_hit, save.half, by=command.who, faces=thrown)
        failed = endure(d, (c.Target(who=target),), peril)
        _offer(d, command.who, entry.name, save.inflicts, save.ongoing, failed)
    _offer(d, command.who, entry.name, entry.inflicts, entry.ongoing, (target,))
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
    return lines + traits.extra_damage(state, command, entry)


def _offer(
    d: Deciding, who: Id, name: str, inflicts: tuple[str, ...], ongoing: tuple[str, ...], targets: tuple[Id, ...]
) -> None:
    targets = tuple(x for x in targets if d.combatant(x).status not in ("dead", "fled"))
    if inflicts and targets:
        text = f"{name}: {' and '.join(inflicts)} on {d.names(targets)}?"
        d.ask("choice", who, text, subject=name, options=inflicts, targets=targets)
    if ongoing and targets:
        text = f"{name}: {' + '.join(ongoing)} each turn on {d.names(targets)}?"
        d.ask("choice", who, text, subject=f"ongoing {name}", dice=" + ".join(ongoing), targets=targets)


def _remember(
    d: Deciding, command: c.Attack, target: Id, parts: tuple[Damage, ...], critical: bool, melee: bool
) -> None:
    amounts = tuple(c.Amount(dice=str(part.amount), type=part.damage_type) for part in parts)
    again = c.Damage(targets=(c.Target(who=target),), amounts=amounts, critical=critical, by=command.who, melee=melee)
    total = sum(part.amount for part in parts)
    d.emit(e.BlowStruck(blow=Blow("damage", total, (target,), again.model_dump_json(), melee)))
