"""What clerics and paladins do: turning, destroying, Channel Divinity, Lay on Hands (R-178 to R-180, R-186)."""

from collections.abc import Iterator

from tracker.encounter import commands as c
from tracker.encounter.characters import class_level, cr_of
from tracker.encounter.decide import hits
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.deeds import Deed, Objection, Price, listed, mark, of_table, tell
from tracker.encounter.decide.effects import gain, remove_named
from tracker.encounter.decide.features import is_of, level_in, use_up, used_up
from tracker.encounter.decide.saves import make_save, rolled_damage
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import immune_to_condition, rules_of
from tracker.encounter.state import Encounter, Id
from tracker.rules import classes
from tracker.rules.actions import activity_cost

CHANNEL = "channel divinity"
HANDS = "lay on hands"
TURNED = "turned"


def _turn(d: Deciding, command: c.Act) -> None:
    """Each undead named saves; who fails is turned for a minute, destroyed or seared (R-178, R-179)."""
    targets = _aimed(command)
    if not targets:
        raise EncounterError(f'say whom: `act {command.who} "turn undead" on zombie1 zombie2=14`')
    block, level = d.block(command.who), level_in(d.state, command.who, "cleric")
    wisdom = block.ability_modifier("wis")
    dc = classes.turning_dc(level, wisdom)
    use_up(d, command.who, CHANNEL)
    saved = {one.who: make_save(d, one.who, "wis", dc, face=one.save, against="turning") for one in targets}
    results = {
        who: classes.turn_undead(d.edition, level, cr_of(d.block(who)), saved=has, wisdom_modifier=wisdom)
        for who, has in saved.items()
    }
    seared = max((one.radiant_dice for one in results.values()), default=0)
    parts, faces = rolled_damage(d, (f"{seared}d8 radiant",), None) if seared else ((), ())
    for who, result in results.items():
        if result.destroyed:
            hits.die(d, who, command.who, ("destroyed by turning (R-179)",))
            continue
        if result.radiant_dice:
            hits.deal(d, who, parts, by=command.who, source="Sear Undead", faces=faces)
        if result.turned and d.combatant(who).status != "dead":
            _turned(d, command.who, who, result.conditions)


def _turned(d: Deciding, cleric: Id, who: Id, conditions: tuple[str, ...]) -> None:
    minute = c.Ending(minutes=1)
    mark(d, who, TURNED, lasts=minute, source=cleric, why=("flees until it is hurt (R-178)",))
    for name in conditions:
        if reason := immune_to_condition(d.state, who, name):
            d.say(f"{d.name(who)} is immune to {name}: {reason}", who)
        else:
            gain(d, who, name, ending=minute, source=cleric, why=("turned (R-178)",))


def _aimed(command: c.Act) -> tuple[c.Target, ...]:
    first = () if command.target is None else (c.Target(who=command.target, save=command.defender_face),)
    return (*first, *command.others)


def _check_turn(state: Encounter, command: c.Act) -> Iterator[Objection]:
    yield from _check_channel(state, command)
    kinds = ("undead", "fiend") if rules_of(state).token == "luck" else ("undead",)
    for target in _aimed(command):
        kind = state.block_of(target.who).type or ""
        if not any(word in kind.casefold() for word in kinds):
            yield Objection(f"{state.combatants[target.who].name} is no {' or '.join(kinds)} (R-178)")


def _check_channel(state: Encounter, command: c.Act) -> Iterator[Objection]:
    level = max(class_level(state.block_of(command.who), "cleric"), class_level(state.block_of(command.who), "paladin"))
    if level:
        yield from used_up(state, command.who, CHANNEL, classes.channel_uses(rules_of(state), min(20, level)))


def _channel(d: Deciding, command: c.Act) -> None:
    use_up(d, command.who, CHANNEL)
    tell(d, command.who, f"channels divinity{': ' + command.choice if command.choice else ''}")


def _hands(d: Deciding, command: c.Act) -> None:
    """Points of the pool heal, or five of them end poison or disease (R-186)."""
    who, target = command.who, command.target or command.who
    level, spent = level_in(d.state, who, "paladin"), d.combatant(who).spent.get(HANDS, 0)
    points, ends = _choice(command)
    if ends == "poison" and "poisoned" in d.combatant(target).conditions:
        ends = "poisoned"
    pool = classes.lay_on_hands(d.edition, level, spent, points, ends)
    if not pool.allowed:
        raise EncounterError(f"{d.name(who)} has {pool.left} of {pool.pool} points of lay on hands left (R-186)")
    cost = 5 if points is None else points
    use_up(d, who, HANDS, cost)
    if points is not None:
        hits.restore(d, target, points, by=who, source="Lay on Hands")
    elif ends == "poisoned" and "poisoned" in d.combatant(target).conditions:
        remove_named(d, target, "poisoned")
    else:
        tell(d, who, f"ends {ends} in {d.name(target)}")


def _choice(command: c.Act) -> tuple[int | None, str | None]:
    word = command.choice.casefold().strip()
    if word.isdigit():
        return int(word), None
    if command.face is not None:
        return command.face.value, None
    if not word:
        raise EncounterError(f'say how many points: `act {command.who} "lay on hands" choose 10 on …`')
    return None, word


def _hands_price(state: Encounter, command: c.Act) -> Price:
    on_self = command.target in (None, command.who)
    price = activity_cost(rules_of(state), "lay on hands on yourself" if on_self else "lay on hands")
    return "bonus" if price == "bonus" else "action"


DEEDS = (
    Deed("turn undead", _turn, listed("turn undead"), _check_turn, is_of("cleric", 2),
         "undead that fail a Wisdom save flee for a minute (R-178)", ("turn", "turn the profane", "turn profane")),
    Deed("channel divinity", _channel, "action", _check_channel, is_of("cleric", 2), "one use (R-180)", ("channel",)),
    Deed("lay on hands", _hands, _hands_price, offered=is_of("paladin"),
         line="points of the pool; 5 end poison (R-186)", others=("lay hands", "hands"),
         exists=of_table("activities", "lay on hands")),
)  # fmt: skip
"""What is done in a god's name."""
