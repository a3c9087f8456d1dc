"""From an encounter as it was prepared to a fight in `setup`: everybody named, handled, with hit points settled."""

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.automation import AUTOMATIONS, OFF_AT_FIRST
from tracker.encounter.decide import hits
from tracker.encounter.decide.core import Deciding, Refused, Resolution
from tracker.encounter.decide.effects import concentrate, inflict
from tracker.encounter.decide.lairs import enter_lair, enter_own_lair
from tracker.encounter.decide.magic import slot_key
from tracker.encounter.decide.rests import HIT_DICE, hit_dice
from tracker.encounter.decide.roster import block_key, hit_points
from tracker.encounter.decide.traits import heads_at_first
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import health
from tracker.encounter.names import handles, numbered_from_one
from tracker.encounter.state import Combatant, Encounter, Id, Reminder
from tracker.frozen import replace
from tracker.library.encounter_plan import Carried, EncounterPlan, PlanEntry, PlanLair
from tracker.library.models import StatBlock
from tracker.regex import regex
from tracker.rules.conditions import MAX_EXHAUSTION
from tracker.rules.dice import Dice
from tracker.rules.errors import RulesError
from tracker.rules.hitpoints import HealthChange
from tracker.rules.house_rules import house_rule

_LASTS = regex(r"(\d{1,5}) (rounds?|min(?:ute)?s?|hours?)")
_OTHER_END = regex(r" (?:until|save) ")


def open_plan(plan: EncounterPlan, dice: Dice) -> Resolution:
    """Everybody of the plan enters, the party first, in the order of the file; `hp: roll` throws its dice now."""
    d = Deciding(Encounter(), dice)
    rules, unknown = _house_rules(plan)
    off = {name for name in AUTOMATIONS if not plan.automation.get(name, name not in OFF_AT_FIRST)}
    d.emit(
        e.Opened(
            name=plan.name,
            edition=plan.edition,
            notes=plan.notes or "",
            scene=plan.scene,
            automation_off=tuple(sorted(off)),
            house_rules=rules,
        )
    )
    for error in unknown:
        d.say(f"house rule left out: {error}")
    for name in plan.automation:
        if name not in AUTOMATIONS:
            d.say(f"left out: {RulesError.unknown('automation', name, AUTOMATIONS)}")
    entries = [entry for entry in plan.everyone for _ in range(entry.count)]
    names = numbered_from_one([entry.label for entry in entries])
    groups = _group_names(plan.everyone)
    whole_names = {name.casefold() for name in names}
    stems = _handles(entries, names, whole_names)
    for entry, name, who in zip(entries, names, stems, strict=True):
        _enter(d, entry, name, who, groups.get(id(entry)))
    _mark_surprised(d, entries, stems)
    for entry, who in zip(entries, stems, strict=True):
        _carry_over(d, entry, who)
    if plan.lair is not None:
        _enter_lair(d, plan.lair)
    for who in stems if plan.lair is None else ():
        enter_own_lair(d, who)
    for reminder in plan.reminders:
        d.emit(e.ReminderSet(reminder=Reminder(reminder.text, reminder.round)))
    return Resolution(tuple(d.events), d.state)


def _house_rules(plan: EncounterPlan) -> tuple[dict[str, bool], list[str]]:
    """The house rules that there are, and what is wrong with the others."""
    rules: dict[str, bool] = {}
    unknown = []
    for name, on in plan.rules.items():
        try:
            rules[house_rule(name).name] = on
        except RulesError as error:
            unknown.append(str(error))
    return rules, unknown


def _handles(entries: list[PlanEntry], names: tuple[str, ...], whole_names: set[str]) -> list[Id]:
    """Handles in file order; copies of one entry get theirs together so that they share a stem."""
    used: set[str] = set()
    made: list[Id] = []
    index = 0
    while index < len(entries):
        entry = entries[index]
        copies = names[index : index + entry.count]
        given = handles(copies, entry.label, used, whole_names)
        used.update(given)
        made.extend(given)
        index += entry.count
    return made


def _group_names(entries: tuple[PlanEntry, ...]) -> dict[int, str]:
    """The group of each grouped entry; a name that `group: true` would give twice is numbered."""
    names: dict[int, str] = {}
    taken: set[str] = {entry.group for entry in entries if isinstance(entry.group, str)}
    for entry in entries:
        name = entry.group_name
        if name is None:
            continue
        if not isinstance(entry.group, str):
            base, number = name, 1
            while name in taken:
                number += 1
                name = f"{base}{number}"
            taken.add(name)
        names[id(entry)] = name
    return names


def _enter(d: Deciding, entry: PlanEntry, name: str, who: Id, group: str | None) -> None:
    block = entry.block
    top, faces = _hit_points(d, entry)
    key = block_key(d, block)
    trap = entry.kind == "trap"
    counter = entry.trap.counter if entry.trap else None
    newcomer = Combatant(
        id=who,
        name=name,
        side=entry.side,
        kind=entry.kind,
        block=key,
        group=group,
        entry=d.state.next_id,
        initiative=entry.initiative,
        initiative_bonus=block.initiative,
        hp=0 if trap else min(entry.hp if entry.hp is not None else top, top),
        max_hp=0 if trap else top,
        is_hp_given=entry.hp_mode == "given",
        temp_hp=entry.carried.temp_hp,
        ac=block.ac,
        speed={} if trap else block.speed,
        death_saves=block.death_saves if block.death_saves is not None else entry.side == "party",
        exhaustion=entry.carried.exhaustion,
        hidden=entry.hidden,
        waiting="absent" if entry.absent else _wave(entry),
        joins=None if entry.absent else entry.joins,
        spent=_spent(entry.carried),
        counters={counter.name: counter.start} if counter else heads_at_first(block.traits),
        trap=entry.trap,
        note=entry.notes or "",
        tag=next(iter(entry.tags), ""),
        tokens={"luck": block.luck} if block.luck is not None else {},
    )
    blocks = {} if key in d.state.blocks else {key: block}
    d.emit(e.Joined(combatant=newcomer, base_name=entry.label, blocks=blocks, faces=faces))


def _spent(carried: Carried) -> dict[str, int]:
    uses = {name: number for name, number in carried.spent.items() if number and name != HIT_DICE}
    return uses | {slot_key(level): number for level, number in carried.slots_spent.items() if number}


def _wave(entry: PlanEntry) -> str | None:
    if entry.wave is not None:
        return entry.wave
    return f"round {entry.joins}" if entry.joins is not None else None


def _hit_points(d: Deciding, entry: PlanEntry) -> tuple[int, tuple[e.Face, ...]]:
    if entry.hp_mode == "given":
        return entry.max_hp or entry.hp or entry.block.hp, ()
    return hit_points(d, entry.block, entry.hp_mode)


def _mark_surprised(d: Deciding, entries: list[PlanEntry], who: list[Id]) -> None:
    surprised = tuple(one for entry, one in zip(entries, who, strict=True) if entry.surprised)
    if surprised:
        d.emit(e.SurpriseSet(who=surprised))


def _carry_over(d: Deciding, entry: PlanEntry, who: Id) -> None:
    if entry.carried.exhaustion == MAX_EXHAUSTION:
        hits.die(d, who, why=(f"exhaustion {MAX_EXHAUSTION} (R-140)",))
    elif entry.carried.exhaustion:
        hits.fit_hit_points(d, who)
    for text in entry.carried.conditions:
        try:
            condition, is_clear = _lasting(text)
            inflict(d, who, condition)
            if not is_clear:
                d.say(f"{d.name(who)}: when '{text}' ends is for the GM to say", who)
        except (EncounterError, Refused, ValueError) as error:
            d.say(f"{d.name(who)}: carried condition '{text}' was left out: {error}", who)
    if entry.carried.concentration:
        concentrate(d, who, entry.carried.concentration)
    if dice := entry.carried.spent.get(HIT_DICE):
        d.emit(e.TokensChanged(who=who, token=HIT_DICE, held=max(0, hit_dice(d.state, who)[0] - dice)))
    one = d.combatant(who)
    if one.hp == 0 < one.max_hp and one.status == "up":
        _lie_down(d, who)


def _lasting(text: str) -> tuple[c.Inflicted, bool]:
    """A condition with the rounds or minutes it still lasts, and whether that is all that was said of its end."""
    name, _, rest = text.strip().partition(" for ")
    found = _LASTS.fullmatch(rest)
    name, *other = _OTHER_END.split(name, maxsplit=1)
    if not found:
        return c.Inflicted(name=name), not (rest or other)
    number, unit = int(found[1]), found[2]
    if unit.startswith("round"):
        return c.Inflicted(name=name, ending=c.Ending(rounds=number)), True
    return c.Inflicted(name=name, ending=c.Ending(minutes=number * (60 if unit.startswith("hour") else 1))), True


def _lie_down(d: Deciding, who: Id) -> None:
    """Brought along with 0 hit points: down and stable, or dead where 0 is death."""
    if not d.combatant(who).death_saves:
        hits.die(d, who)
        return
    down = replace(health(d.state, who), status="stable")
    hits.follow(d, who, HealthChange(health=down, why=(), gains=("unconscious",)))


def _enter_lair(d: Deciding, lair: PlanLair) -> None:
    owner = next((x for x in d.state.combatants.values() if lair.owner in (x.name, d.block(x.id).name)), None)
    name = f"{lair.owner}'s lair" if lair.owner else "Lair"
    enter_lair(d, name, StatBlock(name=name, lair=lair.actions), owner.id if owner else None, lair.initiative)
