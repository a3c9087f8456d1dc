"""Fighting with what is at hand: second weapons, fists, reloading, bursts, a beast at one's word (R-149 to R-208)."""

from collections.abc import Iterator

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.armoury import weapon_called
from tracker.encounter.characters import attacks_allowed, class_level, has_gift
from tracker.encounter.decide.abilities import find_attack
from tracker.encounter.decide.attacks import decide_attack, strike
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.deeds import Deed, Objection, Price, listed, of_table, tell
from tracker.encounter.decide.mounts import check_presence, share_place
from tracker.encounter.decide.swings import magazine_key
from tracker.encounter.decide.using import decide_use
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import rules_of
from tracker.encounter.state import Combatant, Encounter, Id
from tracker.library.models import AttackEntry
from tracker.rules.classes import order_companion
from tracker.rules.weapons import Weapon, can_fight_with_two, off_hand_damage

_STYLE = ("Two-Weapon Fighting", "Fighting Style: Two-Weapon Fighting")


def _target(d: Deciding, command: c.Act) -> Combatant:
    if command.target is None:
        raise EncounterError(f"say whom: `act {command.who} {command.action} on …`")
    return d.combatant(command.target)


def _off_hand(d: Deciding, command: c.Act) -> None:
    """The second weapon: its roll keeps the modifier, its damage only a negative one (R-151, R-152)."""
    target = _target(d, command)
    name = command.choice or _second(d.state, command.who)
    entry = find_attack(d, command.who, name)
    arm = weapon_called(d.edition, entry.name)
    modifier = _modifier(d.state, command.who, entry, arm)
    style = has_gift(d.block(command.who), *_STYLE)
    bare = _without(entry, modifier, off_hand_damage(modifier, fighting_style=style))
    attack = c.Attack(who=command.who, attack=entry.name, targets=(target.id,), face=command.face)
    strike(d, attack, bare, target.id)


def _second(state: Encounter, who: Id) -> str:
    """The last light weapon attacked with, or the first in the stat block."""
    names = (*reversed(state.combatants[who].turn.log), *(x.name for x in state.block_of(who).attacks))
    light = (name for name in names if (arm := weapon_called(rules_of(state), name)) and arm.has("light"))
    return next(light, "")


def _modifier(state: Encounter, who: Id, entry: AttackEntry, arm: Weapon | None) -> int:
    block = state.block_of(who)
    strength, dexterity = block.ability_modifier("str"), block.ability_modifier("dex")
    if arm is not None and (arm.has("finesse") or arm.kind == "ranged"):
        return max(strength, dexterity) if arm.has("finesse") else dexterity
    return strength


def _without(entry: AttackEntry, modifier: int, instead: int) -> AttackEntry:
    """The attack with another modifier in its damage."""
    if not entry.damage or modifier == instead:
        return entry
    dice, _, kind = entry.damage[0].partition(" ")
    line = f"{dice}{instead - modifier:+d} {kind}".strip()
    return entry.model_copy(update={"damage": (line, *entry.damage[1:]), "two_handed": ()})


def _check_off_hand(state: Encounter, command: c.Act) -> Iterator[Objection]:
    rules, turn = rules_of(state), state.combatants[command.who].turn
    last = next((x for x in reversed(turn.log) if weapon_called(rules, x)), None)
    if last is None:
        yield Objection("it has not attacked with a light weapon this turn (R-151)")
        return
    first, second = weapon_called(rules, last), weapon_called(rules, command.choice or _second(state, command.who))
    if first is not None and second is not None:
        verdict = can_fight_with_two(rules, first, second)
        if not verdict:
            yield Objection(verdict.why[0])


def _fist(d: Deciding, command: c.Act) -> None:
    target = _target(d, command)
    decide_attack(d, c.Attack(who=command.who, attack="unarmed strike", targets=(target.id,), face=command.face))


def _flurry(d: Deciding, command: c.Act) -> None:
    """Two unarmed strikes (R-155)."""
    target = _target(d, command)
    entry = find_attack(d, command.who, "unarmed strike")
    attack = c.Attack(who=command.who, attack=entry.name, targets=(target.id,))
    for _ in range(2):
        if d.combatant(target.id).status not in ("dead", "fled"):
            strike(d, attack, entry, target.id)


def _reload(d: Deciding, command: c.Act) -> None:
    arm = _reloadable(d, command)
    d.emit(e.CounterSet(who=command.who, counter=magazine_key(arm), value=arm.shots))
    tell(d, command.who, f"reloads the {arm.name}: {arm.shots} shots")


def _reloadable(d: Deciding, command: c.Act) -> Weapon:
    names = (command.choice,) if command.choice else _guns(d.state, command.who)
    arms = [arm for name in names if (arm := weapon_called(d.edition, name)) and arm.shots]
    if not arms:
        raise EncounterError(
            f"say which weapon: `act {command.who} reload choose pistol`; it has to have shots (R-208)"
        )
    return arms[0]


def _guns(state: Encounter, who: Id) -> tuple[str, ...]:
    counted = tuple(name.removesuffix(" shots") for name in state.combatants[who].counters if name.endswith(" shots"))
    return (*counted, *(x.name for x in state.block_of(who).attacks))


def _has_gun(state: Encounter, who: Id) -> bool:
    arms = (weapon_called(rules_of(state), name) for name in _guns(state, who))
    return any(arm is not None and arm.shots for arm in arms)


def _burst(d: Deciding, command: c.Act) -> None:
    """A 10-ft. cube: everybody in it saves or takes the weapon's damage (R-207)."""
    arm = _reloadable(d, command)
    first = () if command.target is None else (c.Target(who=command.target),)
    decide_use(d, c.Use(who=command.who, ability=f"burst {arm.name}", targets=(*first, *command.others)))


def _command_beast(d: Deciding, command: c.Act) -> None:
    """An order costs one of the ranger's attacks; the beast attacks, and shares the ranger's count (R-184)."""
    beast = _target(d, command)
    if beast.kind != "creature" or beast.id == command.who:
        raise EncounterError(f"{beast.name} is no companion of {d.name(command.who)}")
    check_presence(d.combatant(command.who), beast)
    level = max(1, class_level(d.block(command.who), "ranger"))
    order = order_companion(d.edition, min(20, level), attacks_allowed(d.state, command.who))
    share_place(d, command.who, beast.id)
    times = "once" if order.companion_attacks == 1 else f"{order.companion_attacks} times"
    tell(d, command.who, f"commands {beast.name}: it attacks {times}, {order.ranger_attacks_left} attacks are left")


def _is_ranger(state: Encounter, who: Id) -> bool:
    return bool(class_level(state.block_of(who), "ranger"))


def _is_monk(state: Encounter, who: Id) -> bool:
    return bool(class_level(state.block_of(who), "monk"))


def _has_two(state: Encounter, who: Id) -> bool:
    arms = (weapon_called(rules_of(state), x.name) for x in state.block_of(who).attacks)
    return sum(1 for arm in arms if arm is not None and arm.has("light")) > 0


def _reload_price(_state: Encounter, command: c.Act) -> Price:
    return "bonus" if command.as_bonus else "action"


DEEDS = (
    Deed("unarmed strike", _fist, "own", line="1 + Strength modifier bludgeoning (R-149)", others=("punch", "kick")),
    Deed("off-hand attack", _off_hand, listed("off-hand attack"), _check_off_hand, _has_two,
         "a second light weapon, no modifier on its damage (R-151, R-152)", ("off-hand", "second weapon")),
    Deed("flurry of blows", _flurry, "bonus", offered=_is_monk, line="two unarmed strikes (R-155)", others=("flurry",)),
    Deed("reload", _reload, _reload_price, offered=_has_gun, line="action or bonus action (R-208)"),
    Deed("burst fire", _burst, "own", offered=_has_gun, line="10-ft. cube, DEX save DC 15, ten rounds (R-207)",
         others=("burst",), exists=of_table("weapon properties", "burst-fire")),
    Deed("command companion", _command_beast, listed("command companion"), offered=_is_ranger,
         line="one attack: the beast attacks (R-184)", others=("companion",),
         exists=of_table("activities", "command companion")),
)  # fmt: skip
"""Attacks that stand in no stat block."""
