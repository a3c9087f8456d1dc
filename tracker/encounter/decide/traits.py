"""Traits of stat blocks that act by themselves or ask: what happens on a hit, at 0, on death."""

from collections.abc import Sequence

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide.core import Deciding
from tracker.encounter.figures import bloodied, in_force, max_hp
from tracker.encounter.state import Encounter, Id
from tracker.library.models import ActionEntry, AttackEntry, StatBlock
from tracker.rules.checks import NO_SOURCES, Sources
from tracker.rules.damage import Damage
from tracker.rules.hitpoints import Health, HealthChange
from tracker.rules.saves import Share

_ABSORPTION = {"Lightning Absorption": "lightning", "Fire Absorption": "fire"}


def has_trait(block: StatBlock, name: str) -> bool:
    """Whether the stat block has that trait; what stands in brackets behind its name does not count."""
    return any(trait == name or trait.startswith(f"{name} (") for trait in block.traits)


def absorb(d: Deciding, who: Id, parts: Sequence[Damage], share: Share) -> tuple[Damage, ...]:
    """Damage that heals instead is taken out of a hit; returns what still hurts."""
    from tracker.encounter.decide.hits import restore

    block = d.block(who)
    healing = {kind: name for name, kind in _ABSORPTION.items() if has_trait(block, name)}
    left = tuple(part for part in parts if part.damage_type not in healing)
    for part in parts:
        if part.damage_type in healing:
            restore(d, who, part.amount // 2 if share == "half" else part.amount, source=healing[part.damage_type])
    return left


def holds_back_death(
    d: Deciding,
    who: Id,
    before: Health,
    change: HealthChange,
    taken: int,
    parts: Sequence[Damage],
    critical: bool,
) -> str | None:
    """The trait that may answer this drop to 0, or None."""
    if change.health.hp > 0 or before.hp == 0 or not d.state.is_on("traits"):
        return None
    block = d.block(who)
    if has_trait(block, "Undead Fortitude") and not critical and all(part.damage_type != "radiant" for part in parts):
        return "Undead Fortitude"
    if has_trait(block, "Relentless") and not d.combatant(who).spent.get("Relentless"):
        threshold = next((roll.threshold for roll in block.trait_rolls if roll.name == "Relentless"), None)
        if threshold is not None and taken <= threshold:
            return "Relentless"
    return None


def ask_to_hold_back(d: Deciding, who: Id, trait: str, taken: int) -> None:
    """Holds the creature at 0 hit points until the trait is answered."""
    name = d.name(who)
    if trait == "Undead Fortitude":
        dc = 5 + taken
        d.ask("trait", who, f"{name}: {trait}, CON save DC {dc}", subject=trait, ability="con", dc=dc, amount=taken)
    else:
        d.ask("trait", who, f"{name}: {trait} leaves 1 hp instead of 0", subject=trait, amount=taken)


def after_damage(d: Deciding, who: Id, taken: int, parts: Sequence[Damage], by: Id | None) -> None:
    """What a trait does once damage was taken."""


def on_death(d: Deciding, who: Id, by: Id | None) -> None:
    """What a death sets off."""
    block = d.block(who)
    for roll in block.trait_rolls:
        if roll.name in ("Death Burst", "Death Throes") and d.state.is_on("traits"):
            text = f"{d.name(who)}: {roll.name} ({roll.area or 'near it'})"
            d.emit(e.Said(text=text, who=who))


def save_sources(d: Deciding, who: Id, ability: str, *, magical: bool) -> Sources:
    """What its traits do for a saving throw."""
    block = d.block(who)
    sources = NO_SOURCES
    if magical and has_trait(block, "Magic Resistance"):
        sources |= Sources(advantage=("Magic Resistance",))
    if has_trait(block, "Bloodied Frenzy") and bloodied(d.state, who):
        sources |= Sources(advantage=("Bloodied Frenzy",))
    return sources


def evades(d: Deciding, who: Id) -> bool:
    """Evasion: half becomes none and all becomes half, unless the edition ends it while incapacitated."""
    return has_trait(d.block(who), "Evasion") and not in_force(d.state, who).incapacitated


def is_magical(ability: ActionEntry) -> bool:
    """Whether a save against it is one against magic: spells are, breath and body are not."""
    return bool(ability.spell_dc) or "spell" in ability.name.lower()


def legendary_resistance_left(d: Deciding, who: Id) -> int:
    """Legendary resistances left today, one more in its lair where the edition says so."""
    block = d.block(who)
    in_lair = any(x.kind == "lair" for x in d.state.present())
    uses = (block.legendary_resistance_lair if in_lair else None) or block.legendary_resistance or 0
    return max(0, uses - d.combatant(who).spent.get("legendary resistance", 0))


def attack_sources(state: Encounter, command: c.Attack, entry: AttackEntry, target: Id) -> Sources:
    """What the traits of attacker and target do for an attack roll."""
    mine, theirs = state.block_of(command.who), state.combatants[target]
    sources = NO_SOURCES
    if "sunlight" in state.scene and (has_trait(mine, "Sunlight Sensitivity") or has_trait(mine, "Light Sensitivity")):
        sources |= Sources(disadvantage=("in sunlight",))
    if has_trait(mine, "Bloodied Frenzy") and bloodied(state, command.who):
        sources |= Sources(advantage=("Bloodied Frenzy",))
    if has_trait(mine, "Blood Frenzy") and theirs.hp < max_hp(state, target) and entry.kind != "ranged":
        sources |= Sources(advantage=("Blood Frenzy",))
    if state.combatants[command.who].has("reckless") and entry.kind != "ranged":
        sources |= Sources(advantage=("Reckless",))
    if theirs.has("reckless"):
        sources |= Sources(advantage=("the target is reckless",))
    return sources


def weapon_tags(block: StatBlock, entry: AttackEntry) -> frozenset[str]:
    """What a resistance may ask about this attack."""
    magical = entry.spell or has_trait(block, "Magic Weapons") or "magic" in entry.name.lower()
    return frozenset({"magical"}) if magical else frozenset()


def extra_damage(state: Encounter, command: c.Attack, entry: AttackEntry) -> tuple[str, ...]:
    """Damage that traits add to a hit."""
    return ()


def after_hit(d: Deciding, command: c.Attack, entry: AttackEntry, target: Id, critical: bool) -> None:
    """What a trait does once an attack has hit."""
