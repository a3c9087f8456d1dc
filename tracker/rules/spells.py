"""Cantrips as their caster grows, and the numbers a caster casts with (R-212 to R-214)."""

from __future__ import annotations

from tracker.frozen import Frozen
from tracker.rules._data import at_level, name_in, row
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError


class Cantrip(Frozen):
    """A damaging cantrip at a character level."""

    name: str
    dice: str
    damage_type: str
    resolve: str
    """attack, save or weapon; a successful save takes no damage."""
    beams: int
    """How many attack rolls, each with the dice."""
    range: int | None
    save: str | None
    rider: str


def cantrip(edition: Edition, name: str, level: int) -> Cantrip:
    """The cantrip called `name` cast by a character of `level` 1 to 20; raises RulesError for others (R-212, R-213)."""
    if not 1 <= level <= 20:
        raise RulesError(f"character levels run from 1 to 20, not {level}")
    name = name_in(edition, "cantrips", name, "cantrip")
    facts = row(edition, "cantrips", name, "cantrip")
    scaling = facts.get("scaling", "dice")
    count, sides = 1 + (level >= 5) + (level >= 11) + (level >= 17), facts["die"].removeprefix("1")
    dice, beams = f"{count}{sides}", 1
    if scaling == "beams":
        dice, beams = facts["die"], at_level(row(edition, "eldritch blast beams", "beams", "table"), level)
    elif scaling == "none":
        dice = facts["die"]
    elif scaling != "dice":
        dice = at_level(scaling, level)
    return Cantrip(
        name=facts.get("called", name),
        dice=dice,
        damage_type=facts["type"],
        resolve=facts["resolve"],
        beams=beams,
        range=facts.get("range"),
        save=facts.get("save"),
        rider=facts.get("rider", ""),
    )


class SpellNumbers(Frozen):
    """A caster's attack bonus and save DC."""

    attack: int
    dc: int


def spell_numbers(ability_modifier: int, proficiency: int) -> SpellNumbers:
    """Ability modifier + proficiency to hit, 8 + both to save against (R-214)."""
    return SpellNumbers(ability_modifier + proficiency, 8 + ability_modifier + proficiency)
