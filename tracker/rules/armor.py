"""Armor class from armor, class and spells; the armor class and hit points of things (R-189, R-198 to R-203)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from tracker.frozen import Frozen
from tracker.rules._data import name_in, plain, row, rows
from tracker.rules.checks import modifier
from tracker.rules.damage import Defenses
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError

_SLOWER_BY = 10


class ArmorClass(Frozen):
    """An armor class, what comes with it, and what it is made of."""

    ac: int
    speed_penalty: int
    """Feet of speed lost for want of Strength."""
    stealth_disadvantage: bool
    why: tuple[str, ...]


def armor_class(
    edition: Edition,
    abilities: Mapping[str, int],
    *,
    armor: str | None = None,
    shield: bool = False,
    character_class: str | None = None,
    extras: Collection[str] = (),
) -> ArmorClass:
    """The best single base that applies, plus shield and spells, raised to a floor such as barkskin's (R-189, R-198).

    `abilities`: scores, 10 where missing. `extras`: mage armor, barkskin, shield of faith, shield spell, defense style,
    half cover, three-quarters cover. Raises RulesError for armor, class or extra that the edition lacks.
    """
    if character_class:
        name_in(edition, "attacks per action", character_class, "class")
    worn = row(edition, "armor", armor, "armor") if armor else None
    bases, bonuses, floors = _sort(edition, extras)
    if worn:
        base, why = _in_armor(worn, abilities), f"{armor} (R-198)"
    else:
        own = (character_class,) if character_class in rows(edition, "armor class bases") else ()
        base, why = _unarmored(edition, ("unarmored", *own, *bases), abilities, shield)
    parts = [f"{base}: {why}"]
    for name in (*(("shield",) if shield else ()), *bonuses):
        facts = row(edition, "armor class bonuses", name, "bonus")
        if worn or not facts.get("in_armor"):
            base += facts["ac"]
            parts.append(f"+{facts['ac']}: {name} (R-189)")
    for name, floor in floors.items():
        if base < floor:
            base = floor
            parts.append(f"at least {floor}: {name} (R-189)")
    weak = worn is not None and abilities.get("str", 10) < worn.get("str_min", 0)
    return ArmorClass(base, _SLOWER_BY if weak else 0, bool(worn and worn.get("stealth_dis")), tuple(parts))


def _sort(edition: Edition, extras: Collection[str]) -> tuple[list[str], list[str], dict[str, int]]:
    """The extras that are a base, those that add, and those that are a floor."""
    tables = ("armor class bases", "armor class bonuses", "armor class floors")
    known = {name: table for table in tables for name in rows(edition, table)}
    spelled = {plain(name): name for name in known}
    by_table: dict[str, list[str]] = {table: [] for table in tables}
    for extra in extras:
        if plain(extra) not in spelled:
            raise RulesError.unknown("addition to armor class", extra, known)
        name = spelled[plain(extra)]
        by_table[known[name]].append(name)
    floors = {name: int(rows(edition, tables[2])[name]["ac"]) for name in by_table[tables[2]]}
    return by_table[tables[0]], by_table[tables[1]], floors


def _in_armor(worn: Mapping[str, Any], abilities: Mapping[str, int]) -> int:
    """Heavy armor lets no Dexterity in, not even a penalty; medium at most 2."""
    if worn["group"] == "heavy":
        return int(worn["ac"])
    most: int = worn.get("dex_max", 99)
    return int(worn["ac"]) + min(modifier(abilities.get("dex", 10)), most)


def _unarmored(edition: Edition, names: Collection[str], abilities: Mapping[str, int], shield: bool) -> tuple[int, str]:
    options = []
    for name in names:
        facts = rows(edition, "armor class bases")[name]
        if not (shield and facts.get("no_shield")):
            total = facts["base"] + sum(modifier(abilities.get(ability, 10)) for ability in facts["adds"])
            options.append((total, f"{name}: {facts['base']} + {' + '.join(facts['adds'])} (R-189)"))
    return max(options, key=lambda option: option[0])


class ModernArmor(Frozen):
    """Armor of later ages: its armor class and what it resists (R-200)."""

    ac: int
    defenses: Defenses


def modern_armor(edition: Edition, name: str) -> ModernArmor:
    """The modern armor called `name`; `ballistic` is a tag that its resistance asks for."""
    facts = row(edition, "modern armor", name, "modern armor")
    return ModernArmor(facts["ac"], Defenses(resist=tuple(facts.get("resist", ()))))


OBJECT_DEFENSES = Defenses(immune=("poison", "psychic"))
"""What every object sets against damage (R-203)."""


def object_fails_save(edition: Edition, ability: str) -> bool:
    """Whether a thing fails a saving throw with an ability without a roll (R-203)."""
    return edition.objects_fail_all_saves or ability in ("str", "dex")


def object_armor_class(edition: Edition, substance: str) -> int:
    """The armor class of a thing made of `substance` (R-201)."""
    return int(row(edition, "object armor class", substance, "substance")["ac"])


class ObjectHitPoints(Frozen):
    """A thing's hit points: the average and the dice."""

    hp: int
    dice: str


def object_hit_points(edition: Edition, size: str, *, resilient: bool) -> ObjectHitPoints:
    """The hit points of a Tiny to Large thing, fragile or resilient; larger ones go by Large sections (R-202)."""
    facts = row(edition, "object hit points", size, "size of thing")["resilient" if resilient else "fragile"]
    return ObjectHitPoints(facts["hp"], facts["dice"])
