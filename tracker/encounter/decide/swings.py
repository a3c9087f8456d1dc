"""What an attack gains and loses by the weapon, its wielder's class and the GM's word, beside traits and conditions."""

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.armoury import weapon_called
from tracker.encounter.characters import attacks_allowed, class_level, has_gift
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.deeds import mark, until_own_start, until_turn_ends
from tracker.encounter.decide.effects import lose
from tracker.encounter.decide.relations import are_hostile
from tracker.encounter.decide.rolls import passive_perception
from tracker.encounter.figures import is_its_turn, rules_of
from tracker.encounter.state import Combatant, Encounter, Id
from tracker.frozen import replace
from tracker.library.models import AttackEntry, StatBlock
from tracker.rules.attacks import AttackPlan, AttackResult, Bystander
from tracker.rules.checks import Mode, Sources
from tracker.rules.classes import assassin_mode, assassinates, rage_bonus, sneak_attack
from tracker.rules.markers import hide
from tracker.rules.weapons import Weapon, burst, fire, shots

SNEAK = "Sneak Attack"
_RIDERS = {
    "chill touch": "no healing",
    "grave touch": "no healing",
    "ray of frost": "speed -10",
    "shocking grasp": "no reactions",
}
"""What a cantrip that hits leaves on its target until a turn of its caster, or of the target, starts (R-212)."""


def sees(state: Encounter, viewer: Combatant, other: Combatant) -> bool | None:
    """Whether hiding keeps one from seeing the other; None leaves it to the conditions of both (R-050, R-068)."""
    hidden = next((x for x in other.effects if x.name == "hiding"), None)
    if hidden is None:
        return None
    found = hide(rules_of(state), hidden.value, passive_perception(state, viewer.id))
    return False if found.hidden else None


def bystanders(state: Encounter, command: c.Attack) -> tuple[Bystander, ...]:
    """Foes of the attacker within 5 ft. of it: those named, and those marked near it (R-071)."""
    attacker = state.combatants[command.who]
    near = {x.source for x in attacker.effects if x.name == "near"} | set(command.near)
    near |= {x.id for x in state.present() for y in x.effects if y.name == "near" and y.source == attacker.id}
    found = (state.combatants[who] for who in near if who is not None and who in state.combatants)
    return tuple(
        Bystander(sees=sees(state, foe, attacker) is not False, conditions=tuple(sorted(foe.conditions)))
        for foe in found
        if foe.status == "up" and (foe.id in command.near or are_hostile(attacker, foe))
    )


def sources(state: Encounter, command: c.Attack, target: Id) -> Sources:
    """Advantage and disadvantage from class features and cantrips (R-182, R-212)."""
    attacker, other = state.combatants[command.who], state.combatants[target]
    found = Sources()
    has_acted = state.phase != "running" or other.turns_taken > 0 or is_its_turn(state, target)
    if has_gift(state.block_of(attacker.id), "Assassinate") and assassin_mode(has_acted=has_acted) is Mode.ADVANTAGE:
        found |= Sources(advantage=("Assassinate: it has not acted (R-182)",))
    if attacker.has("hampered"):
        found |= Sources(disadvantage=("vicious mockery (R-212)",))
    return found


def is_heavy(state: Encounter, who: Id, name: str) -> bool:
    """Whether a heavy weapon hampers by its wielder's size or scores; monsters of fit size are built for theirs."""
    arm, block = weapon_called(rules_of(state), name), state.block_of(who)
    is_character = bool(block.character_class or block.level) or name not in {x.name for x in block.attacks}
    return arm is not None and arm.has("heavy") and (is_character or block.size in ("tiny", "small"))


def least_range(state: Encounter, name: str) -> int:
    """What is nearer than this an engine cannot hit (R-204)."""
    arm = weapon_called(rules_of(state), name)
    return arm.minimum if arm else 0


def judged(state: Encounter, command: c.Attack, target: Id, result: AttackResult) -> AttackResult:
    """The result with a critical that an assassin's hit on the surprised becomes (R-182)."""
    other = state.combatants[target]
    if not has_gift(state.block_of(command.who), "Assassinate"):
        return result
    crits = assassinates(rules_of(state), surprised=other.surprised, has_acted=other.turns_taken > 0, hit=result.hit)
    return replace(result, critical=True, why=(*result.why, "Assassinate (R-182)")) if crits else result


def strengthened(d: Deciding, command: c.Attack, entry: AttackEntry, plan: AttackPlan) -> AttackEntry:
    """The attack with the damage that rage and Sneak Attack add to a hit (R-176, R-181)."""
    more = _rage(d.state, command, entry)
    lines = {
        name: _added(getattr(entry, name), more) + _sneak(d, command, entry, plan, name == "damage")
        for name in ("damage", "two_handed", "bloodied")
        if getattr(entry, name)
    }
    return entry.model_copy(update=lines)


def _added(lines: tuple[str, ...], more: int) -> tuple[str, ...]:
    if not more or not lines:
        return lines
    dice, _, kind = lines[0].partition(" ")
    return (f"{dice}{more:+d} {kind}".strip(), *lines[1:])


def _rage(state: Encounter, command: c.Attack, entry: AttackEntry) -> int:
    attacker, block = state.combatants[command.who], state.block_of(command.who)
    level = class_level(block, "barbarian")
    if not attacker.has("raging") or not level or entry.spell:
        return 0
    thrown = command.thrown or entry.kind == "ranged"
    by_strength = entry.to_hit - block.pb == block.ability_modifier("str") or not _by_dexterity(block, entry)
    is_covered = by_strength and (not thrown or rules_of(state).rage_is_extended)
    return rage_bonus(rules_of(state), min(20, level)) if is_covered else 0


def _by_dexterity(block: StatBlock, entry: AttackEntry) -> bool:
    return entry.to_hit - block.pb == block.ability_modifier("dex")


def _sneak(d: Deciding, command: c.Attack, entry: AttackEntry, plan: AttackPlan, is_first: bool) -> tuple[str, ...]:
    level = class_level(d.block(command.who), "rogue")
    if not command.sneak or not level:
        return ()
    arm = weapon_called(d.edition, entry.name)
    turn, attacker = d.combatant(command.who).turn, d.combatant(command.who)
    guard = f"once_a_turn {SNEAK}"
    allowed = sneak_attack(
        d.edition,
        min(20, level),
        finesse_or_ranged=entry.kind == "ranged" or (arm.suits_sneak_attack if arm else True),
        advantage=bool(plan.sources.advantage),
        disadvantage=bool(plan.sources.disadvantage),
        able_enemy_beside=True,
        used_this_turn=is_first and attacker.has(guard),
        own_turn=is_its_turn(d.state, command.who),
    )
    if not allowed.allowed:
        if is_first:
            d.warn(f"{attacker.name}: no Sneak Attack, {'; '.join(allowed.why)}", command.who)
        return ()
    if is_first and d.state.active_id is not None:
        mark(d, command.who, guard, lasts=until_turn_ends(d.state.active_id))
        d.emit(e.TurnUsed(who=command.who, turn=replace(turn, log=(*turn.log, SNEAK)), what="uses Sneak Attack"))
    kind = entry.damage[0].rpartition(" ")[2] if entry.damage else ""
    return (f"{allowed.dice}d6 {kind}".strip(),)


def load(d: Deciding, command: c.Attack, entry: AttackEntry) -> None:
    """Counts shots, rounds and ammunition, warning when there is none to shoot (R-156, R-192, R-208)."""
    arm = weapon_called(d.edition, entry.name)
    if arm is None or entry.kind == "melee":
        return
    _loading(d, command, arm, entry)
    if arm.shots:
        _magazine(d, command.who, arm, 1)
    if arm.has("ammunition"):
        _quiver(d, command.who)


def _loading(d: Deciding, command: c.Attack, arm: Weapon, entry: AttackEntry) -> None:
    if not arm.has("loading") or command.as_reaction:
        return
    fired = d.combatant(command.who).turn.log.count(entry.name)
    if fired > shots(arm, attacks_allowed(d.state, command.who)):
        d.warn(f"{d.name(command.who)}: {arm.name} is loading, one shot with an action (R-156)", command.who)


def magazine_key(arm: Weapon) -> str:
    """Under which name the shots left in a weapon are counted."""
    return f"{arm.name} shots"


def _magazine(d: Deciding, who: Id, arm: Weapon, count: int) -> None:
    loaded = d.combatant(who).counters.get(magazine_key(arm), arm.shots or 0)
    left = burst(loaded) if count > 1 else fire(loaded)
    if not left.allowed:
        d.warn(f"{d.name(who)}: {arm.name} has {loaded} shots left; `act {who} reload` (R-208)", who)
    d.emit(e.CounterSet(who=who, counter=magazine_key(arm), value=max(0, left.left)))


def empty_burst(d: Deciding, who: Id, name: str) -> None:
    """Ten rounds of a burst (R-207)."""
    arm = weapon_called(d.edition, name)
    if arm is not None and arm.shots:
        _magazine(d, who, arm, 10)


def _quiver(d: Deciding, who: Id) -> None:
    """A piece of ammunition, where somebody counts it."""
    counters = d.combatant(who).counters
    left = counters.get("ammunition")
    if left is None:
        return
    if not left:
        d.warn(f"{d.name(who)} has no ammunition left (R-192)", who)
    d.emit(e.CounterSet(who=who, counter="ammunition", value=max(0, left - 1)))
    d.emit(e.CounterSet(who=who, counter="ammunition fired", value=counters.get("ammunition fired", 0) + 1))


def leave_rider(d: Deciding, command: c.Attack, entry: AttackEntry, target: Id) -> None:
    """What a cantrip that hit leaves behind (R-212)."""
    rider = _RIDERS.get(entry.name.casefold()) if entry.spell else None
    if rider is None or d.combatant(target).status == "dead":
        return
    if rider == "no reactions" and not d.edition.surprise_costs_first_turn:
        rider = "no opportunity attacks"
    anchor = target if rider.startswith(("no reactions", "no opportunity")) else command.who
    value = -10 if rider.startswith("speed") else 0
    mark(d, target, rider, lasts=until_own_start(anchor), source=command.who, value=value, why=(entry.text or "",))


def after_roll(d: Deciding, command: c.Attack) -> None:
    """Takes off what holds for one attack roll only."""
    for effect in d.combatant(command.who).effects:
        if effect.name == "hampered":
            lose(d, command.who, effect, "it has attacked")
