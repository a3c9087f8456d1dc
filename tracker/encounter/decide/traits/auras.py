"""What starts or ends with a turn because of somebody's nature: auras, gazes, stench, the sun, going berserk."""

import re

from tracker.encounter import commands as c
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.effects import gain, lose
from tracker.encounter.decide.traits.base import foes_up, has_any, has_trait, roll_of
from tracker.encounter.decide.traits.wounded import regrow_heads
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import bloodied, immune_to_condition, max_hp
from tracker.encounter.state import Id, Prompt
from tracker.library.models import ActionEntry

NEAR = (
    "Stench",
    "Overwhelming Stench",
    "Petrifying Gaze",
    "Fear Aura",
    "Aura of the Devil Lord",
    "Horrific Appearance",
    "Vile Appearance",
    "Acidic Vapors",
    "Hallucinogenic Gas",
    "Rotting Vegetation",
)
"""Traits that ask a save of whoever starts a turn near their owner."""
_NO_IMMUNITY = ("Petrifying Gaze", "Acidic Vapors")
"""Traits of which a passed save makes nobody immune."""
_BURNS_NEAR = ("Fire Aura", "Heat Aura")
_WEAKNESS = ("Vampire Weaknesses", "Vampire Weakness", "Sunlight Hypersensitivity")
_BERSERK_AT = {"flesh golem": 40, "clay golem": 60}
"""Hit points at or below which 2014's golems may go berserk."""


def start_of_turn(d: Deciding, who: Id) -> None:
    """Traits that act as a turn starts: its own first, then those of others it stands near."""
    combatant = d.combatant(who)
    if combatant.status != "up" or combatant.kind != "creature" or not d.state.is_on("traits"):
        return
    _sun(d, who)
    _berserk(d, who)
    if d.state.edition != "srd-5.2":
        _burning(d, who)
    _who_is_near(d, who)
    _suffer_neighbours(d, who)


def end_of_turn(d: Deciding, who: Id) -> None:
    """Traits that act as its own turn ends."""
    if d.combatant(who).status != "up" or not d.state.is_on("traits"):
        return
    regrow_heads(d, who)
    if d.state.edition == "srd-5.2":
        _burning(d, who)


def _again(d: Deciding, who: Id, purpose: str, subject: str) -> None:
    """A prompt of an earlier turn makes way for this turn's."""
    d.withdraw(p for p in d.waiting("trait", who=who) if p.purpose == purpose and p.subject == subject)


def _sun(d: Deciding, who: Id) -> None:
    name = has_any(d.block(who), *_WEAKNESS)
    if name is None or "sunlight" not in d.state.scene:
        return
    figures = roll_of(d.block(who), name)
    dice = figures.damage[0] if figures and figures.damage else "20 radiant"
    _again(d, who, "scorch", name)
    d.ask("trait", who, f"{d.name(who)} in sunlight: {dice}", subject=name, purpose="scorch", dice=dice, target=who)


def _berserk(d: Deciding, who: Id) -> None:
    block, combatant = d.block(who), d.combatant(who)
    if not has_trait(block, "Berserk") or combatant.has("berserk"):
        return
    written = re.search(r"Berserk \((\d+)", " ".join(block.traits))
    limit = int(written[1]) if written else _BERSERK_AT.get(block.name.casefold())
    by_half = d.state.edition == "srd-5.2" or limit is None
    is_due = bloodied(d.state, who) if by_half else combatant.hp <= (limit or 0)
    if is_due and combatant.hp < max_hp(d.state, who):
        _again(d, who, "berserk", "Berserk")
        text = f"{combatant.name}: Berserk, on a 6 it attacks whoever is nearest"
        d.ask("trait", who, text, subject="Berserk", purpose="berserk", dice="1d6")


def berserk(d: Deciding, prompt: Prompt, face: c.Face | None) -> None:
    """A d6: on a 6 it goes berserk until it is destroyed or whole again."""
    assert prompt.who is not None
    if d6(d, face) == 6:
        gain(d, prompt.who, "berserk", kind="marker", source=prompt.who)
        d.say(f"{d.name(prompt.who)} goes berserk: it attacks the nearest creature it can see", prompt.who)
    else:
        d.say(f"{d.name(prompt.who)} keeps itself in hand", prompt.who)


def d6(d: Deciding, face: c.Face | None) -> int:
    """A d6, thrown or typed. Raises EncounterError outside 1 to 6."""
    if face is None:
        return d.dice.roll(6)
    if not 1 <= face.value <= 6:
        raise EncounterError(f"a d6 shows 1 to 6, not {face.value}")
    return face.value


def _burning(d: Deciding, who: Id) -> None:
    for name in _BURNS_NEAR:
        figures = roll_of(d.block(who), name)
        if figures and figures.damage and foes_up(d.state, who):
            dice = " + ".join(figures.damage)
            _again(d, who, "aura", name)
            text = f"{d.name(who)}: {name}, {dice} to each within 5 ft.; name them"
            d.ask("trait", who, text, subject=name, purpose="aura", dice=dice)


def aura(d: Deciding, prompt: Prompt, targets: tuple[c.Target, ...]) -> None:
    """Burns those named, the damage rolled once."""
    from tracker.encounter.decide.hits import deal
    from tracker.encounter.decide.saves import rolled_damage

    d.close(prompt)
    if not targets:
        d.say(f"{prompt.subject} reaches nobody", prompt.who)
        return
    parts, faces = rolled_damage(d, (prompt.dice,), None)
    for target in targets:
        deal(d, target.who, parts, share=target.share, by=prompt.who, source=prompt.subject, faces=faces)


def near_trait(d: Deciding, owner: Id) -> ActionEntry | None:
    """The trait of `owner` that asks a save of those near it."""
    return next((x for x in d.block(owner).trait_rolls if x.name in NEAR and x.save and x.dc), None)


def _who_is_near(d: Deciding, who: Id) -> None:
    """On its first turn it is asked once who stands near; later `cond NAME +near from OWNER` says so."""
    trait = near_trait(d, who)
    if trait and d.combatant(who).turns_taken == 0 and foes_up(d.state, who):
        text = f"{d.name(who)}: {trait.name} ({trait.area or 'near it'}); name who stands near"
        d.ask("trait", who, text, subject=trait.name, purpose="mark near")


def mark_near(d: Deciding, owner: Id, targets: tuple[c.Target, ...]) -> None:
    """Remembers who stands near the owner of an aura; each start of turn there asks its save."""
    for target in targets:
        if not any(x.name == "near" and x.source == owner for x in d.combatant(target.who).effects):
            gain(d, target.who, "near", kind="marker", source=owner)


def _suffer_neighbours(d: Deciding, who: Id) -> None:
    for effect in d.combatant(who).effects:
        owner = effect.source
        if effect.name != "near" or owner is None:
            continue
        if owner not in d.state.combatants or d.combatant(owner).status != "up":
            lose(d, who, effect, "its source is gone")
            continue
        trait = near_trait(d, owner)
        if trait is None or trait.save is None or is_immune(d, who, owner, trait):
            continue
        _again(d, who, "near", trait.name)
        text = f"{d.name(who)} near {d.name(owner)}: {trait.name}, {trait.save.upper()} save DC {trait.dc}"
        d.ask(
            "trait",
            who,
            text,
            subject=trait.name,
            purpose="near",
            ability=trait.save,
            dc=trait.dc,
            target=owner,
            effect=effect.id,
        )


def is_immune(d: Deciding, who: Id, owner: Id, trait: ActionEntry) -> bool:
    """Whether it has passed that save before, or nothing of it can take hold."""
    if any(x.name == f"immune to {trait.name}" and x.source == owner for x in d.combatant(who).effects):
        return True
    harmless = trait.inflicts and all(immune_to_condition(d.state, who, name) for name in trait.inflicts)
    return bool(harmless) and not trait.damage


def suffer_near(d: Deciding, prompt: Prompt, face: c.Face | None) -> None:
    """The save of one that starts its turn near an aura."""
    assert prompt.who is not None
    d.close(prompt)
    if prompt.target is not None and prompt.target in d.state.combatants:
        suffer(d, prompt.who, prompt.target, c.Target(who=prompt.who, save=face))


def suffer(d: Deciding, who: Id, owner: Id, target: c.Target) -> None:
    """A failed save brings the aura's condition until its own next turn; a passed one makes immune for a day."""
    from tracker.encounter.decide.saves import Peril, endure, offer_conditions, rolled_damage

    trait = near_trait(d, owner)
    if trait is None or trait.save is None or trait.dc is None:
        return
    parts, faces = rolled_damage(d, trait.damage, None)
    brief = c.Ending(moment="start", who=who, is_next=True)
    stays = "petrified" in trait.inflicts or trait.name == "Petrifying Gaze"
    inflicts = () if stays else tuple(c.Inflicted(name=x, ending=brief, source=owner) for x in trait.inflicts)
    peril = Peril(trait.save, trait.dc, trait.name, parts, trait.half, inflicts, by=owner, faces=faces)
    failed = endure(d, (target,), peril)
    if failed and stays:
        offer_conditions(d, owner, trait, failed)
    elif not failed and trait.name not in _NO_IMMUNITY:
        gain(d, who, f"immune to {trait.name}", kind="marker", source=owner)
