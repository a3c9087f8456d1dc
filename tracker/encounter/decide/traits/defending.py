"""What stands between damage and death: absorption, shared damage, and traits that answer a drop to 0."""

from collections.abc import Sequence
from functools import lru_cache

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.traits.base import has_trait, roll_of
from tracker.encounter.state import Combatant, Encounter, Id, Prompt
from tracker.frozen import replace
from tracker.library.models import StatBlock
from tracker.rules.damage import Damage
from tracker.rules.hitpoints import Health, HealthChange
from tracker.rules.saves import Share

HOLDING_BACK = ("Undead Fortitude", "Relentless", "Misty Escape")
"""Traits that answer a drop to 0."""


def absorb(d: Deciding, who: Id, parts: Sequence[Damage], share: Share) -> tuple[Damage, ...]:
    """Damage that heals instead is taken out of a hit; returns what still hurts."""
    from tracker.encounter.decide.hits import restore

    absorbed = _absorbed(d.block(who).traits)
    if not absorbed:
        return tuple(parts)
    for part in parts:
        if part.damage_type in absorbed and share != "none":
            amount = part.amount // 2 if share == "half" else part.amount
            restore(d, who, amount, source=absorbed[part.damage_type])
    return tuple(part for part in parts if part.damage_type not in absorbed)


@lru_cache(maxsize=1024)
def _absorbed(traits: tuple[str, ...]) -> dict[str, str]:
    """The damage types that heal, and the trait by which each does."""
    return {kind: name for name in traits if (kind := _absorbs(name))}


def _absorbs(trait: str) -> str | None:
    kind, _, word = trait.partition(" (")[0].rpartition(" ")
    return kind.casefold() if word == "Absorption" else None


def divert(d: Deciding, who: Id, parts: Sequence[Damage]) -> tuple[tuple[Damage, ...], Id | None, tuple[Damage, ...]]:
    """What of a hit its target keeps, and who takes the rest: Damage Transfer and Bound share it in halves."""
    other = _shares_with(d.state, d.combatant(who))
    if other is None:
        return tuple(parts), None, ()
    kept = tuple(replace(part, amount=part.amount - part.amount // 2) for part in parts)
    passed = tuple(replace(part, amount=part.amount // 2) for part in parts)
    if has_trait(d.block(who), "Damage Transfer"):
        kept, passed = passed, kept
    return kept, other, passed


def _shares_with(state: Encounter, target: Combatant) -> Id | None:
    if has_trait(state.block_of(target.id), "Damage Transfer"):
        held = (x for x in state.present() if any(y.name == "grappled" and y.source == target.id for y in x.effects))
        return next((x.id for x in held if not x.is_out), None)
    for effect in target.effects:
        guardian = state.combatants.get(effect.source) if effect.source else None
        if effect.name == "bound" and guardian and guardian.status == "up" and guardian.id != target.id:
            return guardian.id
    return None


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
    if change.health.hp > 0 or before.hp == 0 or d.combatant(who).status != "up" or not d.state.is_on("traits"):
        return None
    if d.state.phase == "ended":
        return None
    block = d.block(who)
    if has_trait(block, "Undead Fortitude") and not critical and all(part.damage_type != "radiant" for part in parts):
        return "Undead Fortitude"
    if has_trait(block, "Relentless") and not d.combatant(who).spent.get("Relentless"):
        rolls = roll_of(block, "Relentless")
        if rolls and rolls.threshold is not None and taken <= rolls.threshold:
            return "Relentless"
    if has_trait(block, "Misty Escape") and "sunlight" not in d.state.scene:
        return "Misty Escape"
    return None


def ask_to_hold_back(d: Deciding, who: Id, trait: str, taken: int) -> None:
    """Holds the creature at 0 hit points until the trait is answered."""
    name = d.name(who)
    if trait == "Undead Fortitude":
        dc = 5 + taken
        d.ask("trait", who, f"{name}: {trait}, CON save DC {dc}", subject=trait, ability="con", dc=dc, amount=taken)
    elif trait == "Misty Escape":
        text = f"{name}: {trait}, turns to mist and is out of the fight instead of falling"
        d.ask("trait", who, text, subject=trait, amount=taken)
    else:
        d.ask("trait", who, f"{name}: {trait} leaves 1 hp instead of 0", subject=trait, amount=taken)


def held_back(d: Deciding, prompt: Prompt) -> bool:
    """Whether the owner of a prompt stands at 0 hit points only until that prompt is answered."""
    if prompt.kind != "trait" or prompt.subject not in HOLDING_BACK or prompt.purpose:
        return False
    if prompt.who is None or prompt.who not in d.state.combatants:
        return False
    combatant = d.combatant(prompt.who)
    return combatant.hp == 0 and combatant.status == "up"


def answer_hold_back(d: Deciding, prompt: Prompt, face: c.Face | None) -> None:
    """A pass leaves 1 hit point, a failure kills."""
    from tracker.encounter.decide.health import decide_fate
    from tracker.encounter.decide.hits import die
    from tracker.encounter.decide.saves import make_save

    assert prompt.who is not None
    who = prompt.who
    passed = prompt.dc is None or make_save(
        d, who, prompt.ability or "con", prompt.dc, face=face, against=prompt.subject
    )
    d.close(prompt)
    if d.combatant(who).hp > 0:
        return
    if not passed:
        die(d, who, why=(f"{prompt.subject} failed",))
    elif prompt.subject == "Misty Escape":
        d.say(f"{d.name(who)} turns to mist and makes for its resting place", who)
        decide_fate(d, c.Fate(what="flee", who=(who,)))
    else:
        if prompt.subject == "Relentless":
            d.emit(e.UsesChanged(who=who, ability="Relentless", spent=1))
        d.emit(e.Healed(who=who, amount=1, hp=1, was=0, source=prompt.subject))


def outlives_zero(block: StatBlock) -> bool:
    """Whether it is only down at 0, because it regenerates and dies only if a turn starts without that (trolls)."""
    regenerates = block.regeneration
    return (
        regenerates is not None
        and bool(regenerates.stopped_by)
        and not regenerates.needs_hp
        and has_trait(block, "Regeneration")
    )
