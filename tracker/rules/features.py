"""What a character's class and level come to at the table, figure by figure."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tracker.frozen import Frozen
from tracker.rules import classes
from tracker.rules._data import name_in
from tracker.rules.checks import modifier, proficiency_bonus
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError


class Feature(Frozen):
    """A figure of a class at a level."""

    name: str
    value: str
    rule: str


class _Character(Frozen):
    edition: Edition
    level: int
    abilities: Mapping[str, int]

    def bonus(self, ability: str) -> int:
        return modifier(self.abilities.get(ability, 10))


_Line = tuple[str, Callable[[_Character], object], str]


def _rage_uses(who: _Character) -> object:
    return classes.rage_uses(who.edition, who.level) or "no limit"


def _sneak(who: _Character) -> object:
    return f"{classes.sneak_attack(who.edition, who.level, finesse_or_ranged=True, advantage=True).dice}d6"


def _destroys(who: _Character) -> object:
    ratings = ("1/2", "1", "2", "3", "4")
    turned = [
        classes.turn_undead(who.edition, who.level, cr, saved=False, wisdom_modifier=who.bonus("wis"))
        for cr in (0.5, 1, 2, 3, 4)
    ]
    if turned[0].radiant_dice:
        return f"{turned[0].radiant_dice}d8 radiant"
    reached = [rating for rating, one in zip(ratings, turned, strict=True) if one.destroyed]
    return f"up to challenge rating {reached[-1]}" if reached else None


_LINES: dict[str, tuple[_Line, ...]] = {
    "barbarian": (
        ("Rage", _rage_uses, "R-175"),
        ("Rage damage", lambda who: f"+{classes.rage_bonus(who.edition, who.level)}", "R-176"),
    ),
    "bard": (
        (
            "Bardic Inspiration",
            lambda who: f"{classes.bardic_uses(who.bonus('cha'))} × {classes.bardic_die(who.edition, who.level)}",
            "R-177",
        ),
        ("Song of Rest", lambda who: classes.song_of_rest_die(who.edition, who.level), "R-187"),
    ),
    "cleric": (
        ("Channel Divinity", lambda who: classes.channel_uses(who.edition, who.level) or None, "R-180"),
        ("Turning", lambda who: f"DC {classes.turning_dc(who.level, who.bonus('wis'))}", "R-178"),
        ("Destroying", _destroys, "R-179"),
    ),
    "druid": (("Wild Shape", lambda who: classes.wild_shape_temporary(who.edition, who.level) or None, "R-188"),),
    "fighter": (("Second Wind", lambda who: classes.second_wind_uses(who.edition, who.level), "R-185"),),
    "monk": (("Wholeness of Body", lambda who: classes.wholeness_of_body(who.edition, who.level) or None, "R-187"),),
    "paladin": (("Lay on Hands", lambda who: classes.lay_on_hands(who.edition, who.level, 0, 0).pool, "R-186"),),
    "rogue": (
        ("Sneak Attack", _sneak, "R-181"),
        ("Cunning Action", lambda who: ", ".join(classes.cunning_action(who.level)) or None, "R-183"),
    ),
}


def class_features(
    edition: Edition, character_class: str, level: int, abilities: Mapping[str, int]
) -> tuple[Feature, ...]:
    """Proficiency bonus, attacks per action and the class's own figures at a level of 1 to 20, by ability scores.

    Raises RulesError for a class that the edition lacks. What it has no figure for is left out.
    """
    name = name_in(edition, "attacks per action", character_class, "class")
    who = _Character(edition, level, abilities)
    attacks = classes.attacks_per_action(edition, name, level)
    found = [Feature("Proficiency", f"+{proficiency_bonus(level)}", "R-063")]
    if attacks > 1:
        found.append(Feature("Attacks per action", str(attacks), "R-154"))
    for title, ask, rule in _LINES.get(name.split()[0], ()):
        try:
            value = ask(who)
        except RulesError:
            continue
        if value is not None:
            found.append(Feature(title, str(value), rule))
    return tuple(found)
