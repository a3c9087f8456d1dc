"""Weapons, engines, firearms: figures, what a wielder adds, how often they shoot (R-151 to R-156, R-191 to R-209)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tracker.frozen import Frozen
from tracker.rules._data import name_in, plain, row, rows
from tracker.rules.attacks import range_band
from tracker.rules.checks import modifier
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError
from tracker.rules.verdict import Verdict

_TABLES = ("weapons", "siege engines", "renaissance weapons", "modern weapons", "futuristic weapons")
_BURST_ROUNDS = 10
_BURST_DC = 15


class Weapon(Frozen):
    """A weapon's line in the edition's tables."""

    name: str
    kind: str
    """melee, ranged, or area for one that asks for a save."""
    dice: str | None
    damage_type: str | None
    properties: tuple[str, ...]
    normal: int | None
    long: int | None
    minimum: int
    """What is nearer than this cannot be hit (feet)."""
    versatile: str | None
    """The dice in two hands."""
    bonus: int | None
    """An engine's own attack bonus."""
    save: str | None
    dc: int | None
    on_save: str
    """What a successful save leaves: half or none."""
    shots: int | None
    """How many shots before it is reloaded (R-208)."""

    def damage(self, *, two_hands: bool = False) -> str | None:
        """The damage dice by grip (R-193)."""
        return self.versatile if two_hands and self.versatile else self.dice

    def has(self, quality: str) -> bool:
        """Whether it has a property such as `finesse` or `two-handed`."""
        return plain(quality) in map(plain, self.properties)

    @property
    def suits_sneak_attack(self) -> bool:
        """Finesse or ranged; a thrown dagger does, a thrown handaxe does not (R-181)."""
        return self.has("finesse") or self.kind == "ranged"

    def band(self, distance: int) -> str:
        """Where a distance in feet falls: normal, long or out (R-197); raises RulesError if not shot or thrown."""
        if self.normal is None:
            raise RulesError(f"{self.name} is neither shot nor thrown (R-197)")
        return range_band(distance, self.normal, self.long, self.minimum)


def weapon(edition: Edition, name: str) -> Weapon:
    """The weapon called `name`, in any order of words; raises RulesError naming the nearest the edition has."""
    return _weapon(edition, " ".join(word for word in plain(name).split() if word != "thrown"), name)


@cache
def _weapon(edition: Edition, key: str, name: str) -> Weapon:
    exact = [table for table in _TABLES if key in map(plain, rows(edition, table))]
    for table in exact or _TABLES:
        try:
            known = name_in(edition, table, key, "weapon")
        except RulesError:
            continue
        return _read(known, row(edition, table, known, "weapon"))
    everything = [known for table in _TABLES for known in rows(edition, table)]
    raise RulesError(f"in {edition.title} {RulesError.unknown('weapon', name, everything)}")


def _read(name: str, facts: Mapping[str, object]) -> Weapon:
    cells = dict(facts)
    ranges = [int(str(feet)) for feet in _items(cells.get("range"))]
    area = "save" in cells
    kind = "area" if area else str(cells.get("kind") or ("ranged" if ranges else "melee"))
    return Weapon(
        name=name,
        kind=kind,
        dice=_text(cells.get("dmg")),
        damage_type=_text(cells.get("type")),
        properties=tuple(map(str, _items(cells.get("props")))),
        normal=ranges[0] if ranges else None,
        long=ranges[1] if len(ranges) > 1 else None,
        minimum=_number(cells.get("min_range")) or 0,
        versatile=_text(cells.get("versatile")),
        bonus=_number(cells.get("bonus")),
        save=_text(cells.get("save")),
        dc=_number(cells.get("dc")),
        on_save=_text(cells.get("on_save")) or "none",
        shots=_number(cells.get("shots")),
    )


def _items(cell: object) -> list[object]:
    return list(cell) if isinstance(cell, list) else []


def _text(cell: object) -> str | None:
    return None if cell is None else str(cell)


def _number(cell: object) -> int | None:
    return cell if isinstance(cell, int) else None


class WeaponBonus(Frozen):
    """What a wielder adds to a weapon's attack and damage rolls."""

    attack: int
    damage: int
    ability: str
    """`str` or `dex`."""


def weapon_bonus(edition: Edition, arm: Weapon, strength: int, dexterity: int, proficiency: int = 0) -> WeaponBonus:
    """Strength in melee and for what is thrown, Dexterity at range, the better for finesse (R-062, R-063, R-079).

    `proficiency` is 0 for a weapon the wielder is not proficient with.
    """
    strong, nimble = modifier(strength), modifier(dexterity)
    prefers_dexterity = nimble >= strong if arm.has("finesse") else arm.kind == "ranged"
    ability = "dex" if prefers_dexterity else "str"
    added = nimble if ability == "dex" else strong
    is_rolled = arm.dice is not None and "d" in arm.dice
    adds = is_rolled or arm.name == "unarmed strike" or (arm.dice is not None and edition.fixed_damage_adds_ability)
    return WeaponBonus(added + proficiency, added if adds else 0, ability)


def can_fight_with_two(edition: Edition, main: Weapon, off: Weapon) -> Verdict:
    """Whether an attack with `main` allows a bonus action attack with `off` (R-151)."""
    for arm in (main, off):
        if not arm.has("light"):
            return Verdict(False, (f"{arm.name} is not light (R-151)",))
        if edition.off_hand_must_be_melee and arm.kind != "melee":
            return Verdict(False, (f"{arm.name} is not a melee weapon (R-151)",))
    return Verdict(True)


def off_hand_damage(ability_modifier: int, *, fighting_style: bool = False) -> int:
    """What the second weapon's damage adds: only a negative modifier, or any with the fighting style (R-152)."""
    return ability_modifier if fighting_style else min(0, ability_modifier)


def shots(arm: Weapon, attacks_per_action: int, slots: tuple[str, ...] = ("action",)) -> int:
    """How often it can be fired with the budgets named: a loading weapon once in each (R-156)."""
    return sum(attacks_per_action if slot == "action" and not arm.has("loading") else 1 for slot in slots)


def recovered_ammunition(fired: int) -> int:
    """How many of the pieces fired can be gathered after the fight: half, rounded down (R-192)."""
    return fired // 2


class Magazine(Frozen):
    """Shots left in a weapon that reloads (R-208)."""

    left: int
    allowed: bool

    @property
    def can_fire(self) -> bool:
        """Whether a shot is left."""
        return self.left > 0


def fire(loaded: int, fired: int = 1) -> Magazine:
    """Takes shots out of a loaded weapon; not more than there are (R-208)."""
    return Magazine(loaded - fired, allowed=True) if fired <= loaded else Magazine(loaded, allowed=False)


class Burst(Frozen):
    """A burst of automatic fire: the save it asks for and the rounds left."""

    allowed: bool
    left: int
    dc: int = _BURST_DC
    on_save: str = "none"


def burst(loaded: int) -> Burst:
    """Fills a 10-ft cube with fire: ten rounds, Dexterity save DC 15 or the normal damage, rolled once (R-207)."""
    return Burst(True, loaded - _BURST_ROUNDS) if loaded >= _BURST_ROUNDS else Burst(False, loaded)
