"""Class features of those who fight: rage, inspiration, second wind, cunning, wild shape (R-175 to R-188)."""

from collections.abc import Callable, Iterator

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.characters import class_level, has_gift
from tracker.encounter.decide import hits
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.deeds import Deed, Objection, listed, mark, of_table, tell, unmark, until_own_start
from tracker.encounter.decide.effects import end_concentration, lose
from tracker.encounter.decide.shapes import BEAST, revert
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import bloodied, health, rules_of
from tracker.encounter.state import Encounter, Id
from tracker.rules import classes, hitpoints
from tracker.rules.dice import parse
from tracker.rules.rests import spend_hit_dice

_SURGE_TWICE = 17
_SHAPES = 2


def is_of(name: str, level: int = 1) -> Callable[[Encounter, Id], bool]:
    """Whether somebody has that class, from that level on."""
    return lambda state, who: class_level(state.block_of(who), name) >= level


def level_in(state: Encounter, who: Id, name: str) -> int:
    """Its level in a class, 1 to 20; 1 for whoever has the feature by other means."""
    return max(1, min(20, class_level(state.block_of(who), name) or state.block_of(who).level or 1))


def use_up(d: Deciding, who: Id, feature: str, count: int = 1) -> None:
    """Counts uses of a feature."""
    spent = d.combatant(who).spent.get(feature, 0)
    d.emit(e.UsesChanged(who=who, ability=feature, spent=spent + count))


def used_up(state: Encounter, who: Id, feature: str, limit: int | None) -> Iterator[Objection]:
    """The objection that a feature has no use left."""
    spent = state.combatants[who].spent.get(feature, 0)
    if limit is not None and spent >= limit:
        yield Objection(f"{feature} is used up ({spent} of {limit})")


def as_bonus(state: Encounter, command: c.Act, name: str) -> bool:
    """Whether something lets it take that action as a bonus action: Cunning Action and the like (R-183)."""
    block = state.block_of(command.who)
    cunning = [word.casefold() for word in classes.cunning_action(class_level(block, "rogue"))]
    if has_gift(block, "Cunning Action"):
        cunning = [word.casefold() for word in classes.cunning_action(2)]
    nimble = ("disengage", "hide") if has_gift(block, "Nimble Escape") else ()
    steps = ("dash", "disengage", "dodge") if class_level(block, "monk") >= 2 else ()
    return name in (*cunning, *nimble, *steps) or name in ("cast a spell", "magic", "reload")


def _rage(d: Deciding, command: c.Act) -> None:
    """Resists blows, adds damage, lasts while it is fed (R-175); a second bonus action only feeds it."""
    who = command.who
    if d.combatant(who).has("raging"):
        turn = d.combatant(who).turn
        tell(d, who, "keeps its rage up", log=(*turn.log, "rage extended"))
        return
    use_up(d, who, "rage")
    rounds = 100 if d.edition.rage_is_extended else 10
    lasts = c.Ending(rounds=rounds)
    mark(d, who, "raging", lasts=lasts, value=d.state.round, why=("resists bludgeoning, piercing, slashing (R-175)",))
    if d.combatant(who).concentration:
        end_concentration(d, who, "raging")


def _check_rage(state: Encounter, command: c.Act) -> Iterator[Objection]:
    if state.combatants[command.who].has("raging"):
        if not rules_of(state).rage_is_extended:
            yield Objection("it rages already")
        return
    uses = classes.rage_uses(rules_of(state), level_in(state, command.who, "barbarian"))
    yield from used_up(state, command.who, "rage", uses)


def _end_rage(d: Deciding, command: c.Act) -> None:
    if not unmark(d, command.who, "raging", "by choice (R-175)"):
        raise EncounterError(f"{d.name(command.who)} is not raging")


def _reckless(d: Deciding, command: c.Act) -> None:
    mark(d, command.who, "reckless", lasts=until_own_start(command.who), source=command.who)


def _inspire(d: Deciding, command: c.Act) -> None:
    """A die for an ally, kept until it is used or the time is up (R-177)."""
    if command.target is None:
        raise EncounterError(f"say whom: `act {command.who} inspire on …`")
    die = classes.bardic_die(d.edition, level_in(d.state, command.who, "bard"))
    use_up(d, command.who, "bardic inspiration")
    lasts = c.Ending(rounds=classes.bardic_rounds(d.edition))
    mark(d, command.target, f"inspired {die}", lasts=lasts, source=command.who, why=(f"{die} on one roll (R-177)",))


def _check_inspire(state: Encounter, command: c.Act) -> Iterator[Objection]:
    uses = classes.bardic_uses(state.block_of(command.who).ability_modifier("cha"))
    yield from used_up(state, command.who, "bardic inspiration", uses)


def _use_inspiration(d: Deciding, command: c.Act) -> None:
    token = next((x for x in d.combatant(command.who).effects if x.name.startswith("inspired d")), None)
    if token is None:
        raise EncounterError(f"{d.name(command.who)} holds no bardic die")
    roll = parse(f"1{token.name.removeprefix('inspired ')}").roll(d.dice)
    lose(d, command.who, token, "used (R-177)")
    d.emit(e.Rolled(text=f"bardic die of {d.name(command.who)} {roll.text}", total=roll.total, faces=roll.faces))


def _holds_die(state: Encounter, who: Id) -> bool:
    return any(x.name.startswith("inspired d") for x in state.combatants[who].effects)


def _second_wind(d: Deciding, command: c.Act) -> None:
    level = level_in(d.state, command.who, "fighter")
    face = command.face.value if command.face else d.dice.roll(10)
    if not 1 <= face <= 10:
        raise EncounterError(f"a d10 shows 1 to 10, not {face}")
    use_up(d, command.who, "second wind")
    amount = classes.second_wind(d.edition, level, face)
    hits.restore(d, command.who, amount, by=command.who, source="Second Wind", faces=((10, face, True),))


def _check_second_wind(state: Encounter, command: c.Act) -> Iterator[Objection]:
    uses = classes.second_wind_uses(rules_of(state), level_in(state, command.who, "fighter"))
    yield from used_up(state, command.who, "second wind", uses)


def _surge(d: Deciding, command: c.Act) -> None:
    use_up(d, command.who, "action surge")
    extra = d.combatant(command.who).turn.extra_actions + 1
    tell(d, command.who, "surges: one more action", extra_actions=extra)


def _check_surge(state: Encounter, command: c.Act) -> Iterator[Objection]:
    limit = 2 if level_in(state, command.who, "fighter") >= _SURGE_TWICE else 1
    yield from used_up(state, command.who, "action surge", limit)


def _last_stand(d: Deciding, command: c.Act) -> None:
    """Hit dice up to the proficiency bonus, when a hit leaves it below half (R-185)."""
    block, who = d.block(command.who), command.who
    count = int(command.choice) if command.choice.isdigit() else 1
    if not 1 <= count <= block.pb:
        raise EncounterError(f"Last Stand spends 1 to {block.pb} hit dice, not {count} (R-185)")
    left = d.combatant(who).tokens.get("hit dice", block.level or block.pb)
    faces = [d.dice.roll(10) for _ in range(count)]
    rest = spend_hit_dice(d.edition, health(d.state, who), left, faces, block.ability_modifier("con"))
    d.emit(e.TokensChanged(who=who, token="hit dice", held=rest.hit_dice_left))
    thrown = tuple((10, face, True) for face in faces)
    hits.restore(d, who, rest.health.hp - d.combatant(who).hp, by=who, source="Last Stand", faces=thrown)


def _check_last_stand(state: Encounter, command: c.Act) -> Iterator[Objection]:
    if not bloodied(state, command.who):
        yield Objection("Last Stand answers a hit that leaves it below half its hit points (R-185)")


def _whole_body(d: Deciding, command: c.Act) -> None:
    amount = classes.wholeness_of_body(d.edition, level_in(d.state, command.who, "monk"))
    use_up(d, command.who, "wholeness of body")
    hits.restore(d, command.who, amount, by=command.who, source="Wholeness of Body")


def _check_whole_body(state: Encounter, command: c.Act) -> Iterator[Objection]:
    yield from used_up(state, command.who, "wholeness of body", 1)


def _wild_shape(d: Deciding, command: c.Act) -> None:
    """A beast's hit points above the druid's own, or temporary ones (R-188)."""
    who, rules = command.who, d.edition
    use_up(d, who, "wild shape")
    level = level_in(d.state, who, "druid")
    form, _, figure = command.choice.rpartition(" ")
    if not rules.wild_shape_has_own_hit_points:
        change = hitpoints.gain_temporary(health(d.state, who), classes.wild_shape_temporary(rules, level))
        d.emit(e.TempHpGained(who=who, offered=level, temp_hp=change.health.temp_hp, why=change.why))
        mark(d, who, BEAST, why=(command.choice or "a beast (R-188)",))
        return
    if not figure.isdigit():
        raise EncounterError(f'say the beast\'s hit points: `act {who} "wild shape" choose "brown bear 34"` (R-188)')
    mark(d, who, BEAST, why=(form or "a beast (R-188)",))
    d.emit(e.CounterSet(who=who, counter=BEAST, value=int(figure)))


def _check_shape(state: Encounter, command: c.Act) -> Iterator[Objection]:
    yield from used_up(state, command.who, "wild shape", _SHAPES)


def _revert(d: Deciding, command: c.Act) -> None:
    if not revert(d, command.who, "by choice"):
        raise EncounterError(f"{d.name(command.who)} is in no beast form")


def _is_beast(state: Encounter, who: Id) -> bool:
    return state.combatants[who].has(BEAST)


def _is_raging(state: Encounter, who: Id) -> bool:
    return state.combatants[who].has("raging")


def _sneak(d: Deciding, command: c.Act) -> None:
    from tracker.encounter.decide.attacks import decide_attack

    if command.target is None:
        raise EncounterError(f"say whom: `act {command.who} sneak on …`")
    targets = (command.target,)
    attack = c.Attack(who=command.who, attack=command.choice, targets=targets, face=command.face, sneak=True)
    decide_attack(d, attack)


DEEDS = (
    Deed("rage", _rage, listed("rage"), _check_rage, is_of("barbarian"), "resistances and damage (R-175, R-176)"),
    Deed("end rage", _end_rage, "free", offered=_is_raging, line="by choice (R-175)"),
    Deed("reckless attack", _reckless, "free", offered=is_of("barbarian", 2),
         line="advantage on its melee attacks, and on attacks against it", others=("reckless",)),
    Deed("bardic inspiration", _inspire, listed("bardic inspiration"), _check_inspire, is_of("bard"),
         "a die for an ally (R-177)", ("inspire",)),
    Deed("use bardic inspiration", _use_inspiration, "free", offered=_holds_die, line="rolls the die held (R-177)",
         others=("use inspiration", "bardic die")),
    Deed("second wind", _second_wind, listed("second wind"), _check_second_wind, is_of("fighter"),
         "1d10 + fighter level (R-185)", exists=of_table("activities", "second wind")),
    Deed("action surge", _surge, "free", _check_surge, is_of("fighter", 2), "one more action this turn"),
    Deed("last stand", _last_stand, listed("last stand"), _check_last_stand, is_of("fighter"),
         "hit dice when a hit leaves it below half (R-185)", exists=of_table("activities", "last stand")),
    Deed("sneak attack", _sneak, "own", offered=is_of("rogue"), line="an attack with extra dice, once a turn (R-181)",
         others=("sneak",)),
    Deed("wholeness of body", _whole_body, "action", _check_whole_body, is_of("monk", 6),
         "3 × monk level (R-187)", exists=of_table("other healing", "wholeness of body")),
    Deed("wild shape", _wild_shape, "bonus", _check_shape, is_of("druid", 2),
         'a beast: `choose "brown bear 34"` (R-188)'),
    Deed("revert", _revert, "bonus", offered=_is_beast, line="back to its own shape (R-188)"),
)  # fmt: skip
"""What classes bring to a fight."""
