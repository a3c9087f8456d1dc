"""What a creature can do, numbered as the detail pane shows it and as `a` takes it."""

import re
from typing import Literal, NamedTuple

from tracker.encounter.state import Combatant
from tracker.library.models import ActionEntry, AttackEntry, StatBlock


class Option(NamedTuple):
    """An attack, or an action that asks for saving throws."""

    number: int
    kind: Literal["attack", "use"]
    name: str
    entry: AttackEntry | ActionEntry
    cost: Literal["action", "bonus action"] = "action"


def attack_options(block: StatBlock) -> tuple[Option, ...]:
    """Attacks first, then the actions and bonus actions that can be resolved, from 1 up."""
    options: list[Option] = [
        Option(number, "attack", attack.name, attack) for number, attack in enumerate(block.attacks, 1)
    ]
    for cost, entries in (("action", block.actions), ("bonus action", block.bonus)):
        for entry in entries:
            if entry.save or entry.damage or entry.inflicts or entry.heals:
                options.append(Option(len(options) + 1, "use", entry.name, entry, cost))  # type: ignore[arg-type]
    return tuple(options)


def has_attack_left(block: StatBlock, one: Combatant) -> bool:
    """Whether its action, or a part of its multiattack, is still to come this turn."""
    return not one.turn.action or (bool(one.turn.log) and _next_part(block, one) is not None)


def default_option(block: StatBlock, one: Combatant) -> Option | None:
    """The next attack of the multiattack that was not made yet this turn, else the first option."""
    options = attack_options(block)
    return _next_part(block, one) or (options[0] if options else None)


def _next_part(block: StatBlock, one: Combatant) -> Option | None:
    options = attack_options(block)
    done = [name.casefold() for name in one.turn.log]
    for part in block.multiattack:
        match = re.match(r"(?:(\d+)\s*x\s*)?(.*?)(?: or .*)?$", part.casefold())
        assert match is not None
        option = next((option for option in options if option.name.casefold() == match[2]), None)
        for _ in range(int(match[1] or 1)):
            if option is not None and option.name.casefold() not in done:
                return option
            if option is not None:
                done.remove(option.name.casefold())
    return None


def uses_left(one: Combatant, entry: ActionEntry | AttackEntry) -> str:
    """`2 of 3 left`, `spent`, or nothing where uses are not counted."""
    spent = one.spent.get(entry.name, 0)
    count, _, span = (entry.uses or "").partition("/")
    if count.strip().isdigit():
        return f"{max(0, int(count) - spent)} of {count.strip()} left" + (f" a {span}" if span else "")
    if entry.recharge:
        return f"spent, recharge {entry.recharge}" if spent else f"recharge {entry.recharge}"
    return ""
