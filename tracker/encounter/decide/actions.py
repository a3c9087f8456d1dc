"""`act`: every action of the edition's list, smaller activities and class features, by name."""

from collections.abc import Iterator

from tracker.encounter import commands as c
from tracker.encounter.decide import aid, arms, basics, divine, features, guards, magic, wrestling
from tracker.encounter.decide.abilities import abilities
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.deeds import Deed, Objection, Price, pay, price_reason
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import rules_of
from tracker.encounter.state import Encounter, Id
from tracker.frozen import Frozen
from tracker.library.models import StatBlock
from tracker.rules.actions import action, actions, mount_actions
from tracker.rules.errors import nearest

DEEDS: tuple[Deed, ...] = (
    *basics.DEEDS,
    *magic.DEEDS,
    *wrestling.DEEDS,
    *aid.DEEDS,
    *arms.DEEDS,
    *guards.DEEDS,
    *features.DEEDS,
    *divine.DEEDS,
)
"""Everything that `act` does, whatever the edition."""


_BY_TRAPS = ("arm", "set off")


class ActionChoice(Frozen):
    """A line of the action menu."""

    name: str
    cost: str
    """action, bonus, reaction, attack, interaction, half speed or free."""
    line: str
    """What it does."""
    why_not: str | None
    """Why it cannot be done now; None when it can."""


def decide_act(d: Deciding, command: c.Act) -> None:
    """Takes an action: warns of what speaks against it, spends its price, and does it."""
    combatant = d.combatant(command.who)
    if combatant.is_out:
        raise EncounterError(f"{combatant.name} is {combatant.status}")
    for target in targets_of(command):
        d.combatant(target)
    deed = find_deed(d.state, command.who, command.action)
    if deed is None:
        _from_stat_block(d, command)
        return
    if combatant.kind != "creature" and deed.name not in _BY_TRAPS:
        raise EncounterError(f"{combatant.name} is a {combatant.kind} and takes no actions; it acts on its count")
    for objection in _objections(d.state, deed, command):
        if objection.weight == "refusal":
            d.refuse(f"{combatant.name}: {objection.text}")
        else:
            d.warn(f"{combatant.name}: {objection.text}", command.who)
    pay(d, command.who, _price(d.state, deed, command), deed.name)
    deed.do(d, command)


def targets_of(command: c.Act) -> tuple[Id, ...]:
    """Everybody an action is aimed at."""
    first = () if command.target is None else (command.target,)
    return (*first, *(target.who for target in command.others))


def can_act_reason(state: Encounter, who: Id, name: str) -> str | None:
    """Why somebody cannot take that action now, or None when it can: the same checks as the action itself."""
    combatant = state.combatants[who]
    if combatant.is_out:
        return f"it is {combatant.status}"
    deed = find_deed(state, who, name)
    if deed is None:
        found = _entry_slot(state.block_of(who), name)
        return price_reason(state, who, found) if found else f"it has no action '{name}'"
    command = c.Act(who=who, action=name)
    price = _price(state, deed, command)
    first = next(iter(_objections(state, deed, command)), None)
    return price_reason(state, who, price) or (first.text if first else None)


def available_actions(state: Encounter, who: Id) -> tuple[ActionChoice, ...]:
    """The action menu of somebody: the edition's actions in their order, then what else it can do."""
    rules, kind = rules_of(state), state.combatants[who].kind
    listed = {one.name.casefold(): one.text for one in actions(rules)}
    offered = [
        deed
        for deed in DEEDS
        if deed.exists(rules) and deed.offered(state, who) and (kind == "creature" or deed.name in _BY_TRAPS)
    ]
    first = [deed for name in listed for deed in offered if deed.name == name]
    rest = [deed for deed in offered if deed.name not in listed]
    choices = []
    for deed in (*first, *rest):
        cost = _price(state, deed, c.Act(who=who, action=deed.name))
        line = listed.get(deed.name, deed.line)
        choices.append(ActionChoice(_title(deed.name), _cost_word(cost), line, can_act_reason(state, who, deed.name)))
    return tuple(choices)


def action_names(state: Encounter, who: Id) -> tuple[str, ...]:
    """Names that `act` understands for somebody, for completion."""
    return tuple(deed.name for deed in DEEDS if deed.exists(rules_of(state)) and deed.offered(state, who))


def find_deed(state: Encounter, who: Id, word: str) -> Deed | None:
    """The deed of that name, other name or unique beginning; None for something of the stat block.

    Raises EncounterError naming the nearest for anything else.
    """
    rules, key = rules_of(state), word.casefold().strip()
    known = [deed for deed in DEEDS if deed.exists(rules)]
    exact = [deed for deed in known if key == deed.name or key in deed.others]
    if exact:
        return exact[0]
    block = state.block_of(who)
    if _entry_slot(block, word) is not None:
        return None
    begun = [deed for deed in known if any(name.startswith(key) for name in (deed.name, *deed.others))]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise EncounterError(f"'{word}' could be {' or '.join(deed.name for deed in begun)}")
    if any(key == deed.name or key in deed.others for deed in DEEDS):
        raise EncounterError(f"{rules.title} has no action '{word}'")
    names = [name for deed in known for name in (deed.name, *deed.others)]
    names += [x.name for x in block.attacks] + [x.entry.name for x in abilities(block)]
    close = nearest(word, names)
    hint = f"did you mean '{close}'?" if close else 'anything else is `improvise choose "…"`'
    raise EncounterError(f"there is no action '{word}'; {hint}")


def describe_action(state: Encounter, name: str) -> str:
    """The edition's line on one of its actions. Raises RulesError for none of them."""
    found = action(rules_of(state), name)
    return f"{found.name} ({found.slot}): {found.text} ({found.rule})"


def _price(state: Encounter, deed: Deed, command: c.Act) -> Price:
    price = deed.cost(state, command)
    return "bonus" if command.as_bonus and price in ("action", "bonus") else price


def _objections(state: Encounter, deed: Deed, command: c.Act) -> Iterator[Objection]:
    combatant = state.combatants[command.who]
    if combatant.controlled and deed.cost(state, command) == "action":
        allowed = [name.casefold() for name in mount_actions(rules_of(state), controlled=True)]
        if deed.name not in allowed:
            yield Objection("a controlled mount only takes Dash, Disengage and Dodge (R-164)")
    if command.as_bonus and deed.cost(state, command) == "action" and not features.as_bonus(state, command, deed.name):
        yield Objection(f"nothing gives it {deed.name} as a bonus action (R-020)")
    yield from deed.check(state, command)


def _from_stat_block(d: Deciding, command: c.Act) -> None:
    """An attack or ability of the stat block, asked for by `act`."""
    from tracker.encounter.decide.attacks import decide_attack
    from tracker.encounter.decide.using import decide_use

    targets = targets_of(command)
    if any(x.name.casefold() == command.action.casefold() for x in d.block(command.who).attacks):
        decide_attack(d, c.Attack(who=command.who, attack=command.action, targets=targets, face=command.face))
        return
    aimed = tuple(c.Target(who=who) for who in targets[:1]) + command.others
    decide_use(d, c.Use(who=command.who, ability=command.action, targets=aimed))


def _entry_slot(block: StatBlock, name: str) -> Price | None:
    """What an attack or ability of the stat block costs; None when it has none of that name."""
    word = name.casefold()
    if any(attack.name.casefold() == word for attack in block.attacks):
        return "attack"
    for found in abilities(block):
        if found.entry.name.casefold() == word:
            return found.slot if found.slot in ("action", "bonus", "reaction") else "free"
    return None


def _title(name: str) -> str:
    return name[:1].upper() + name[1:]


def _cost_word(price: Price) -> str:
    return "action" if price == "own" else price
