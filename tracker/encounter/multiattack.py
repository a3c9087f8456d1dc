"""Multiattack as a guided sequence: which attacks of the stat block come with one action, and which is next."""

from tracker.encounter.state import Encounter, Id
from tracker.library.models import StatBlock
from tracker.regex import regex

Step = tuple[str, ...]
"""One attack of a multiattack: the names it can be made with."""

_COUNTED = regex(r"(\d+)(?:d(\d+))?x (.+)")


def multiattack_next(state: Encounter, who: Id) -> tuple[int, int, str] | None:
    """How many attacks of its multiattack are made this turn, of how many, and which comes next.

    None without a multiattack, once it is done, or when the action went into something else.
    """
    turn = state.combatants[who].turn
    steps = best_sequence(state, who)
    total = len(steps)
    if total < 2:
        return None
    done = turn.attacks % total
    if not done and turn.attacks and not turn.extra_actions:
        return None
    if not turn.attacks and turn.action and not turn.extra_actions and not begun_with_ability(state, who):
        return None
    left = _left(steps, _made(state, who)[-done:] if done else [])
    return (done, total, left[0][0]) if left else None


def attacks_in_action(state: Encounter, who: Id) -> int:
    """How many attacks its multiattack holds; 0 without one."""
    return len(best_sequence(state, who))


def belongs_to_multiattack(block: StatBlock, ability: str) -> bool:
    """Whether an ability that is no attack comes with the multiattack, as Frightful Presence does with a dragon's."""
    word = ability.casefold()
    for line in (*block.multiattack, *(x for other in block.multiattack_or for x in other), *block.multiattack_swap):
        counted = _COUNTED.fullmatch(line)
        if word in ((counted[3] if counted else line).casefold().split(" or ")):
            return True
    return False


def begun_with_ability(state: Encounter, who: Id) -> bool:
    """Whether this turn's action is a multiattack that an ability opened, its attacks still to come."""
    block = state.block_of(who)
    return any(belongs_to_multiattack(block, name) for name in state.combatants[who].turn.log)


def best_sequence(state: Encounter, who: Id) -> tuple[Step, ...]:
    """The multiattack, of several the one that fits best what was done this turn."""
    block = state.block_of(who)
    heads = state.combatants[who].counters.get("heads", 1)
    ways = [_steps(block, lines, heads) for lines in (block.multiattack, *block.multiattack_or)]
    made = _made(state, who)
    return min(ways, key=lambda way: sum(1 for name in made if not any(name in step for step in way)))


def _steps(block: StatBlock, lines: tuple[str, ...], heads: int) -> tuple[Step, ...]:
    steps: list[Step] = []
    for line in lines:
        counted = _COUNTED.fullmatch(line)
        number = int(counted[1]) * int(counted[2] or 1) if counted else 1
        names = counted[3] if counted else line
        if names.endswith(" per head"):
            number, names = heads, names.removesuffix(" per head")
        attacks = tuple(x for word in names.split(" or ") for x in _attacks(block, word.strip().casefold()))
        steps += [attacks] * number if attacks else []
    return tuple(steps)


def _attacks(block: StatBlock, word: str) -> Step:
    exact = tuple(x.name for x in block.attacks if x.name.casefold() in (word, word.removesuffix("s")))
    if exact:
        return exact
    kinds = {"attack": ("melee", "ranged", "both"), "melee": ("melee", "both"), "ranged": ("ranged", "both")}
    wanted = kinds.get(word.removesuffix("s").removesuffix(" attack"), ())
    return tuple(x.name for x in block.attacks if x.kind in wanted)


def _made(state: Encounter, who: Id) -> list[str]:
    names = {attack.name for attack in state.block_of(who).attacks}
    return [name for name in state.combatants[who].turn.log if name in names]


def _left(steps: tuple[Step, ...], made: list[str]) -> list[Step]:
    """What is still to come: an attack takes the first step it fits, or stands in for the first there is."""
    left = list(steps)
    for name in made:
        fitting = next((step for step in left if name in step), left[0] if left else None)
        if fitting is not None:
            left.remove(fitting)
    return left
