"""What a character is: its classes, its levels in them, and what they give in the edition."""

import re

from tracker.encounter.figures import rules_of
from tracker.encounter.multiattack import attacks_in_action
from tracker.encounter.state import Encounter, Id
from tracker.library.models import StatBlock
from tracker.rules.classes import attacks_per_action
from tracker.rules.tables import table


def class_level(block: StatBlock, name: str) -> int:
    """Its level in that class, 0 without it: `rogue`, `Rogue 5` and `Fighter 3 / Rogue 2` are all understood."""
    found = re.search(rf"\b{name}\b(?:[^\d/,]*(\d+))?", block.character_class or "", re.IGNORECASE)
    if not found:
        return 0
    return int(found[1]) if found[1] else block.level or 1


def class_levels(state: Encounter, who: Id) -> dict[str, int]:
    """Its classes that the edition knows, with its level in each; the ways of one class (`bard valor`) among them."""
    block = state.block_of(who)
    known = (name for name in table(rules_of(state), "attacks per action") if name not in ("others", "beast companion"))
    words = set(re.findall(r"[a-z]+", (block.character_class or "").casefold()))
    found = {}
    for name in known:
        first, *rest = name.split()
        if words.issuperset(name.split()) and (level := class_level(block, first)):
            found[name if rest else first] = level
    return found


def attacks_allowed(state: Encounter, who: Id) -> int:
    """Attacks that come with one Attack action: those of the multiattack, or of its class, else one (R-154)."""
    levels = class_levels(state, who).items()
    by_class = [attacks_per_action(rules_of(state), name, min(20, level)) for name, level in levels]
    return max([1, attacks_in_action(state, who), *by_class])


def cr_of(block: StatBlock) -> float:
    """Its challenge rating as a number; 0 without one."""
    whole, _, part = (block.cr or "0").partition("/")
    return int(whole) / int(part) if part else float(whole or 0)


def has_gift(block: StatBlock, *names: str) -> bool:
    """Whether it has one of these traits or features, in its traits, bonus actions, actions or reactions."""
    own = {*block.traits, *(x.name for x in (*block.bonus, *block.actions, *block.reactions))}
    plain = {re.sub(r"\s*\(.*", "", name).casefold() for name in own}
    return any(name.casefold() in plain for name in names)
