"""What traits do for an attack: the roll, the damage, and what a hit brings on either side."""

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.relations import are_hostile
from tracker.encounter.decide.traits.base import allies_up, has_any, has_trait, roll_of
from tracker.encounter.figures import bloodied, is_its_turn, max_hp
from tracker.encounter.state import Encounter, Id, Prompt
from tracker.frozen import replace
from tracker.library.models import AttackEntry, StatBlock
from tracker.rules.checks import Sources

_SUN = ("Sunlight Sensitivity", "Light Sensitivity", "Sunlight Weakness", "Vampire Weakness", "Vampire Weaknesses")
_ANY_ATTACK_FRENZY = ("srd-5.2",)
"""Editions whose Blood Frenzy is not for melee only."""
_CHARGES = ("Charge", "Pounce", "Trampling Charge", "Diving Pounce", "Diving Assault")
_BURNING = ("Heated Body", "Corrosive Form", "Fire Form", "Molten Body", "Jagged Hide")
_EXTRA = {"Sneak Attack": "", "Martial Advantage": "2d6 any"}
"""Damage once a turn, with the dice where the stat block leaves them out."""


def attack_sources(state: Encounter, command: c.Attack, entry: AttackEntry, target: Id) -> Sources:
    """What the traits of attacker and target do for an attack roll."""
    mine, attacker, theirs = state.block_of(command.who), state.combatants[command.who], state.combatants[target]
    is_melee = entry.kind != "ranged"
    good, bad = [], []
    if "sunlight" in state.scene and (trait := has_any(mine, *_SUN)):
        bad.append(f"in sunlight ({trait})")
    if attacker.has("averse to fire"):
        bad.append("Aversion to Fire")
    if has_trait(mine, "Bloodied Frenzy") and bloodied(state, command.who):
        good.append("Bloodied Frenzy")
    wounded = theirs.hp < max_hp(state, target)
    if has_trait(mine, "Blood Frenzy") and wounded and (is_melee or state.edition in _ANY_ATTACK_FRENZY):
        good.append("Blood Frenzy")
    if attacker.has("reckless") and is_melee:
        good.append("Reckless")
    if theirs.has("reckless"):
        good.append("the target is reckless")
    return Sources(advantage=tuple(good), disadvantage=tuple(bad))


def attack_reminders(state: Encounter, who: Id, target: Id) -> tuple[str, ...]:
    """What the GM may want to add to an attack by `who`: `adv` where an ally of a pack stands by the target."""
    if not has_trait(state.block_of(who), "Pack Tactics") or not are_hostile(
        state.combatants[who], state.combatants[target]
    ):
        return ()
    return ("Pack Tactics: `adv` with an able ally within 5 ft. of the target",) if allies_up(state, who) else ()


def remind_of_pack(d: Deciding, command: c.Attack, target: Id) -> None:
    """Says so once a turn, unless the attack has its advantage already."""
    turn = d.combatant(command.who).turn
    lines = attack_reminders(d.state, command.who, target)
    if lines and not command.advantage and "Pack Tactics" not in turn.log:
        d.emit(e.TurnUsed(who=command.who, turn=replace(turn, log=(*turn.log, "Pack Tactics")), what=""))
        for line in lines:
            d.say(line, command.who)


def weapon_tags(block: StatBlock, entry: AttackEntry) -> frozenset[str]:
    """What a resistance may ask about this attack."""
    magical = entry.spell or has_trait(block, "Magic Weapons") or "magic" in entry.name.lower()
    return frozenset({"magical"}) if magical else frozenset()


def bonus_damage(d: Deciding, command: c.Attack, entry: AttackEntry, target: Id) -> tuple[str, ...]:
    """Damage that traits add to a hit by themselves: a charge, surprise, Sneak Attack with advantage."""
    block = d.block(command.who)
    lines: list[str] = []
    if command.charge:
        for name in _CHARGES:
            charge = roll_of(block, name)
            lines += [*charge.damage, *charge.extra_damage] if charge else []
    surprise = roll_of(block, "Surprise Attack")
    if surprise and d.combatant(target).surprised and d.state.round == 1:
        lines += surprise.damage
    sneak = roll_of(block, "Sneak Attack")
    if sneak and _attack_mode(d) == "advantage" and _once_a_turn(d, command.who, "Sneak Attack"):
        lines += sneak.damage
    return tuple(as_typed(line, entry) for line in lines)


def as_typed(line: str, entry: AttackEntry) -> str:
    """Damage of `any` type is of the attack's own."""
    kind = entry.damage[0].rpartition(" ")[2] if entry.damage else ""
    return line.replace(" any", f" {kind}".rstrip())


def _attack_mode(d: Deciding) -> str:
    return next((event.mode for event in reversed(d.events) if isinstance(event, e.Attacked)), "normal")


def _once_a_turn(d: Deciding, who: Id, name: str) -> bool:
    turn = d.combatant(who).turn
    if name in turn.log:
        return False
    d.emit(e.TurnUsed(who=who, turn=replace(turn, log=(*turn.log, name)), what=""))
    return True


def after_hit(d: Deciding, command: c.Attack, entry: AttackEntry, target: Id, critical: bool) -> None:
    """What a trait does once an attack has hit: the run-up's save, extra damage on offer, a burning body."""
    if not d.state.is_on("traits"):
        return
    if command.charge and d.combatant(target).status == "up":
        _knock_down(d, command.who, target)
    if d.combatant(target).status not in ("dead", "fled"):
        _offer_extra(d, command, entry, target, critical)
    if entry.kind == "melee" or (entry.kind == "both" and not command.thrown and (command.distance or 5) <= 5):
        _burn(d, command.who, target)


def _knock_down(d: Deciding, who: Id, target: Id) -> None:
    from tracker.encounter.decide.saves import Peril, endure, offer_conditions

    for name in _CHARGES:
        charge = roll_of(d.block(who), name)
        if charge is None or charge.save is None or charge.dc is None:
            continue
        failed = endure(d, (c.Target(who=target),), Peril(charge.save, charge.dc, name, by=who))
        offer_conditions(d, who, charge, failed)
        if failed and name != "Charge":
            d.say(f"{name}: once the target is prone, {d.name(who)} may attack it again as a bonus action", who)


def _offer_extra(d: Deciding, command: c.Attack, entry: AttackEntry, target: Id, critical: bool) -> None:
    block = d.block(command.who)
    for name, dice in _EXTRA.items():
        roll = roll_of(block, name)
        line = roll.damage[0] if roll and roll.damage else dice
        if not line or not has_trait(block, name) or name in d.combatant(command.who).turn.log:
            continue
        if _attack_mode(d) == "disadvantage" or not allies_up(d.state, command.who):
            continue
        line = as_typed(line, entry)
        d.withdraw(p for p in d.waiting("trait", who=command.who) if p.purpose == "extra")
        text = f"{d.name(command.who)}: {name}, {line} more with an able ally within 5 ft. of {d.name(target)}?"
        before = next((p.id for p in d.waiting("concentration", who=target)), None)
        d.ask(
            "trait",
            command.who,
            text,
            before=before,
            subject=name,
            purpose="extra",
            dice=line,
            target=target,
            options=("critical",) if critical else (),
        )


def extra(d: Deciding, prompt: Prompt, typed: str | None) -> None:
    """Adds damage to the hit just made, once a turn: one hit with one consequence, by the total."""
    from tracker.encounter.decide.hits import deal_more
    from tracker.encounter.decide.saves import rolled_damage

    assert prompt.who is not None
    if prompt.target is None or prompt.target not in d.state.combatants:
        return
    if not _once_a_turn(d, prompt.who, prompt.subject):
        return
    parts, faces = rolled_damage(d, (prompt.dice,), typed, bool(prompt.options))
    d.close(prompt)
    deal_more(d, prompt, parts, faces)


def _burn(d: Deciding, attacker: Id, owner: Id) -> None:
    block = d.block(owner)
    for name in _BURNING:
        roll = roll_of(block, name)
        if roll and roll.damage:
            dice = " + ".join(roll.damage)
            text = f"{d.name(owner)}: {name} deals {dice} to {d.name(attacker)} (hit from within 5 ft.)"
            d.ask("trait", owner, text, subject=name, purpose="scorch", dice=dice, target=attacker)


def scorch(d: Deciding, prompt: Prompt, typed: str | None) -> None:
    """Deals what a body, an aura or the sun does to the one it concerns."""
    from tracker.encounter.decide.hits import deal
    from tracker.encounter.decide.saves import rolled_damage

    d.close(prompt)
    if prompt.target is not None and prompt.target in d.state.combatants:
        parts, faces = rolled_damage(d, (prompt.dice,), typed)
        by = prompt.who if prompt.who != prompt.target else None
        deal(d, prompt.target, parts, by=by, source=prompt.subject, faces=faces)


def reckless(d: Deciding, who: Id) -> None:
    """Advantage on its melee attacks this turn, and on attacks against it until its next turn starts."""
    from tracker.encounter.decide.effects import gain

    if not is_its_turn(d.state, who):
        d.warn(f"it is not {d.name(who)}'s turn", who)
    gain(d, who, "reckless", kind="marker", source=who, ending=c.Ending(moment="start", who=who, is_next=True))
