"""What every trait asks first: who has it, in which edition, and who stands against whom."""

from functools import lru_cache

from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.relations import are_hostile
from tracker.encounter.state import Combatant, Encounter, Id
from tracker.library.descriptions import describe
from tracker.library.models import ActionEntry, StatBlock


def has_trait(block: StatBlock, name: str) -> bool:
    """Whether the stat block has that trait; what stands in brackets behind its name does not count."""
    return name in _names(block.traits)


@lru_cache(maxsize=1024)
def _names(traits: tuple[str, ...]) -> frozenset[str]:
    """Everything by which these traits may be asked for: whole, and without what stands in brackets at the end."""
    words = (trait.split(" (") for trait in traits)
    return frozenset(" (".join(parts[:end]) for parts in words for end in range(1, len(parts) + 1))


def has_any(block: StatBlock, *names: str) -> str | None:
    """The first of several traits that the stat block has."""
    return next((name for name in names if has_trait(block, name)), None)


def roll_of(block: StatBlock, name: str) -> ActionEntry | None:
    """The figures of a trait, where the stat block gives any."""
    return next((roll for roll in block.trait_rolls if roll.name == name or roll.name.startswith(f"{name} (")), None)


def foes_up(state: Encounter, who: Id) -> tuple[Combatant, ...]:
    """Creatures of the other side that stand in the fight."""
    me = state.combatants[who]
    return tuple(x for x in state.present() if x.kind == "creature" and x.status == "up" and are_hostile(me, x))


def allies_up(state: Encounter, who: Id) -> tuple[Combatant, ...]:
    """Creatures of its own side that stand in the fight, itself left out."""
    me = state.combatants[who]
    if me.side == "neutral":
        return ()
    return tuple(
        x
        for x in state.present()
        if x.kind == "creature" and x.status == "up" and x.id != who and x.side != "neutral" and not are_hostile(me, x)
    )


def remind(d: Deciding, who: Id, trait: str) -> None:
    """One line about a trait at the moment it matters, in the log."""
    line = describe(d.state.edition, trait, "trait")
    d.say(f"{d.name(who)}: {trait}" + (f": {line}" if line else ""), who)
