"""Attacks and effects out of the tables, for what a stat block does not list (R-191 to R-214)."""

from functools import lru_cache

from tracker.encounter.characters import class_levels
from tracker.encounter.figures import rules_of
from tracker.encounter.state import Encounter, Id
from tracker.library.models import ActionEntry, AttackEntry, StatBlock
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError
from tracker.rules.grapple import unarmed_damage
from tracker.rules.spells import Cantrip, cantrip, spell_numbers
from tracker.rules.tables import table
from tracker.rules.weapons import Weapon, burst, weapon, weapon_bonus

_BALLISTIC = ("modern weapons",)
_CASTING = ("int", "wis", "cha")


def weapon_called(rules: Edition, name: str) -> Weapon | None:
    """The weapon of the edition's tables with that name, or None."""
    return _weapon(rules, name.casefold())


@lru_cache(maxsize=512)
def _weapon(rules: Edition, name: str) -> Weapon | None:
    try:
        return weapon(rules, name)
    except RulesError:
        return None


def is_ballistic(rules: Edition, name: str) -> bool:
    """Whether vests that stop bullets stop it (R-200)."""
    arm = weapon_called(rules, name)
    return arm is not None and any(arm.name in table(rules, one) for one in _BALLISTIC) and arm.has("ammunition")


def attack_from_tables(state: Encounter, who: Id, name: str) -> AttackEntry | None:
    """An attack with a weapon, an engine, a fist or a cantrip of the tables, with this one's own numbers."""
    rules, block = rules_of(state), state.block_of(who)
    if (arm := weapon_called(rules, name)) and arm.kind != "area":
        return armed(rules, block, arm)
    spell = cantrip_of(state, who, name)
    if spell is None or spell.resolve != "attack":
        return None
    reach = spell.range is not None and spell.range <= 5
    return AttackEntry(
        name=spell.name,
        kind="melee" if reach else "ranged",
        to_hit=attack_bonus(block),
        reach=5 if reach else None,
        range=None if reach else str(spell.range),
        damage=(f"{spell.dice} {spell.damage_type}",),
        spell=True,
        text=spell.rider or None,
    )


def armed(rules: Edition, block: StatBlock, arm: Weapon) -> AttackEntry:
    """A weapon in this one's hands: to hit, reach, range and damage."""
    strength, dexterity = (10 + 2 * block.ability_modifier(ability) for ability in ("str", "dex"))
    bonus = weapon_bonus(rules, arm, strength, dexterity, block.pb)
    add = 0 if arm.bonus is not None else bonus.damage
    reach = 10 if arm.has("reach") else 5
    span = None if arm.normal is None else f"{arm.normal}/{arm.long or arm.normal}"
    kind = "ranged" if arm.kind == "ranged" else "both" if span else "melee"
    return AttackEntry(
        name=arm.name,
        kind=kind,
        to_hit=arm.bonus if arm.bonus is not None else bonus.attack,
        reach=None if kind == "ranged" else reach,
        range=span,
        damage=_damage(block, arm, arm.damage(), add),
        two_handed=_damage(block, arm, arm.damage(two_hands=True), add) if arm.versatile else (),
    )


def _damage(block: StatBlock, arm: Weapon, dice: str | None, add: int) -> tuple[str, ...]:
    if arm.name == "unarmed strike":
        return (f"{unarmed_damage(block.ability_modifier('str'))} bludgeoning",)
    if dice is None:
        return ()
    return (f"{dice}{add:+d} {arm.damage_type}" if add else f"{dice} {arm.damage_type}",)


def ability_from_tables(state: Encounter, who: Id, name: str) -> ActionEntry | None:
    """A burst, a thrown bomb or a cantrip with a save, out of the tables."""
    rules, block = rules_of(state), state.block_of(who)
    if name.casefold().startswith("burst "):
        arm = weapon_called(rules, name[6:])
        return _burst(rules, block, arm) if arm and arm.has("burst-fire") else None
    arm = weapon_called(rules, name)
    if arm is not None and arm.save is not None:
        damage = (f"{arm.dice} {arm.damage_type}",) if arm.dice else ()
        return ActionEntry(name=arm.name, save=arm.save, dc=arm.dc, damage=damage, half=arm.on_save == "half")
    spell = cantrip_of(state, who, name)
    if spell is None or spell.resolve != "save":
        return None
    damage = (f"{spell.dice} {spell.damage_type}",)
    return ActionEntry(name=spell.name, save=spell.save, dc=save_dc(block), damage=damage, text=spell.rider or None)


def _burst(rules: Edition, block: StatBlock, arm: Weapon) -> ActionEntry:
    """A 10-ft. cube full of shots: the weapon's normal damage, nothing on a save (R-207)."""
    asked = burst(arm.shots or 0)
    damage = armed(rules, block, arm).damage
    return ActionEntry(name=f"burst {arm.name}", save="dex", dc=asked.dc, damage=damage, half=asked.on_save == "half")


def cantrip_of(state: Encounter, who: Id, name: str) -> Cantrip | None:
    """The cantrip of that name at its caster's level, or None (R-212, R-213)."""
    rules = rules_of(state)
    if name.casefold() not in table(rules, "cantrips"):
        return None
    return cantrip(rules, name.casefold(), caster_level(state, who))


def caster_level(state: Encounter, who: Id) -> int:
    """Its character level, or the level its spellcasting says, between 1 and 20."""
    block = state.block_of(who)
    told = [x.level for x in block.spellcasting if x.level] + list(class_levels(state, who).values())
    return max(1, min(20, block.level or max(told, default=1)))


def attack_bonus(block: StatBlock) -> int:
    """To hit with a spell: as the stat block says, else its best casting ability and proficiency (R-214)."""
    listed = block.spell_attack or next((x.attack for x in block.spellcasting if x.attack), None)
    return listed if listed is not None else spell_numbers(casting_modifier(block), block.pb).attack


def save_dc(block: StatBlock) -> int:
    """The DC of its spells, told or reckoned (R-214)."""
    listed = block.spell_dc or next((x.dc for x in block.spellcasting if x.dc), None)
    return listed if listed is not None else spell_numbers(casting_modifier(block), block.pb).dc


def casting_modifier(block: StatBlock) -> int:
    """The modifier of the ability it casts with; the best of Intelligence, Wisdom and Charisma if none is named."""
    named = next((x.ability for x in block.spellcasting if x.ability), None)
    return max(block.ability_modifier(one) for one in ((named,) if named else _CASTING))
