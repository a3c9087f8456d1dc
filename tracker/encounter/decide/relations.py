"""How two combatants stand to each other."""

from tracker.encounter.state import Combatant
from tracker.rules.space import check_relation


def are_hostile(one: Combatant, other: Combatant) -> bool:
    """Whether they stand on opposite sides; neutrals are hostile to nobody."""
    friends = ("party", "ally")
    sides = {one.side, other.side}
    return "neutral" not in sides and (one.side in friends) != (other.side in friends)


def relation(one: Combatant, other: Combatant) -> str:
    """`ally`, `neutral` or `hostile`, as the rules name it."""
    if "neutral" in (one.side, other.side):
        return check_relation("neutral")
    return check_relation("hostile" if are_hostile(one, other) else "ally")
