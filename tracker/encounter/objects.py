"""Things as combatants: a door, a chest, a rope, with the armor class and hit points of the tables (R-201 to R-203)."""

from tracker.library.models import StatBlock
from tracker.rules.armor import OBJECT_DEFENSES, object_armor_class, object_fails_save, object_hit_points
from tracker.rules.editions import Edition
from tracker.rules.tables import table

OBJECT = "object"
"""The type of such a stat block."""
FRAGILE, RESILIENT = "fragile", "resilient"
_SIZED = ("tiny", "small", "medium", "large")


def object_block(
    rules: Edition, name: str, size: str = "medium", substance: str = "wood", *, resilient: bool = True
) -> StatBlock:
    """A thing of a size and a substance, fragile or resilient.

    Raises RulesError for what the edition has no figures for; where it leaves hit points to the GM they are 1.
    """
    hit_points = {}
    if table(rules, "object hit points"):
        found = object_hit_points(rules, size if size in _SIZED else "large", resilient=resilient)
        hit_points = {"hp": found.hp, "hp_dice": found.dice}
    return StatBlock.model_validate(
        {
            "name": name,
            "type": OBJECT,
            "size": size,
            "ac": object_armor_class(rules, substance),
            "ac_note": substance,
            "description": RESILIENT if resilient else FRAGILE,
            "immune": OBJECT_DEFENSES.immune,
            "speed": {"walk": 0},
            **hit_points,
        }
    )


def fails_as_object(rules: Edition, block: StatBlock, ability: str) -> bool:
    """Whether a thing fails a saving throw of that ability without a roll (R-203)."""
    return block.type == OBJECT and object_fails_save(rules, ability)
