"""What traits do for a saving throw, and the legendary resistances left."""

from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.traits.base import has_any, has_trait
from tracker.encounter.figures import bloodied, in_force
from tracker.encounter.state import Id
from tracker.library.models import ActionEntry
from tracker.rules.checks import NO_SOURCES, Sources


def save_sources(d: Deciding, who: Id, ability: str, *, magical: bool, against: str = "") -> Sources:
    """What its traits do for a saving throw."""
    block = d.block(who)
    good, bad = [], []
    if magical and (trait := has_any(block, "Magic Resistance", "Limited Magic Immunity")):
        good.append(trait)
    if has_trait(block, "Bloodied Frenzy") and bloodied(d.state, who):
        good.append("Bloodied Frenzy")
    if "turn" in against.casefold().split() and (trait := has_any(block, "Turn Resistance", "Turning Defiance")):
        good.append(trait)
    if "sunlight" in d.state.scene and has_trait(block, "Sunlight Weakness"):
        bad.append("Sunlight Weakness")
    return Sources(advantage=tuple(good), disadvantage=tuple(bad)) if good or bad else NO_SOURCES


def evades(d: Deciding, who: Id) -> bool:
    """Evasion: half becomes none and all becomes half, unless the edition ends it while incapacitated."""
    if not has_trait(d.block(who), "Evasion"):
        return False
    return d.state.edition != "srd-5.2" or not in_force(d.state, who).incapacitated


def is_magical(ability: ActionEntry) -> bool:
    """Whether a save against it is one against magic: spells are, breath and body are not."""
    return bool(ability.spell_dc) or "spell" in ability.name.lower()
