"""What a wound sets off once it is taken: slowing cold, fear of fire, severed heads, a split ooze."""

from collections.abc import Sequence

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.effects import gain, lose
from tracker.encounter.decide.traits.base import has_any, has_trait
from tracker.encounter.figures import bloodied, has_reaction_left, max_hp
from tracker.encounter.state import Combatant, Id, Prompt
from tracker.frozen import replace
from tracker.rules.damage import Damage

HEADS = "heads"
HEADS_LOST = "heads lost"
_HEAD_COSTS = 25
_SMALLER = {"gargantuan": "huge", "huge": "large", "large": "medium", "medium": "small", "small": "tiny"}


def after_damage(d: Deciding, who: Id, taken: int, parts: Sequence[Damage], by: Id | None) -> None:
    """What a trait does once damage was taken, and is still standing."""
    if d.combatant(who).status == "dead" or not d.state.is_on("traits"):
        return
    types = {part.damage_type for part in parts}
    _aversion(d, who, types)
    _freeze(d, who, types)
    _heads(d, who, taken)


def after_hit_by(d: Deciding, who: Id, parts: Sequence[Damage], was: int) -> None:
    """What certain damage sets off whether or not any of it came through: an ooze may split."""
    combatant = d.combatant(who)
    split = next((x for x in d.block(who).reactions if x.name == "Split"), None)
    if split is None or combatant.status != "up" or combatant.hp < 10 or not d.state.is_on("traits"):
        return
    size = d.block(who).size
    cut = any(part.damage_type in ("lightning", "slashing") and part.amount for part in parts)
    turned = d.state.edition == "srd-5.2" and bloodied(d.state, who) and was * 2 > max_hp(d.state, who)
    if size not in ("tiny", "small") and (cut or turned):
        d.withdraw(p for p in d.waiting("trait", who=who) if p.purpose == "split")
        text = f"{combatant.name}: Split into two with {combatant.hp // 2} hp each"
        d.ask("trait", who, text, subject="Split", purpose="split")


def _until_its_next_turn_ends(d: Deciding, who: Id) -> c.Ending:
    return c.Ending(moment="end", who=who, is_next=True)


def _aversion(d: Deciding, who: Id, types: set[str | None]) -> None:
    if "fire" in types and has_any(d.block(who), "Aversion to Fire", "Aversion of Fire"):
        _renew(d, who, "averse to fire", 0)


def _freeze(d: Deciding, who: Id, types: set[str | None]) -> None:
    if "cold" in types and has_trait(d.block(who), "Freeze"):
        _renew(d, who, "speed -20", -20)


def _renew(d: Deciding, who: Id, name: str, value: int) -> None:
    for effect in d.combatant(who).effects:
        if effect.name == name and effect.source == who:
            lose(d, who, effect, "renewed")
    gain(d, who, name, kind="marker", source=who, value=value, ending=_until_its_next_turn_ends(d, who))


def _heads(d: Deciding, who: Id, taken: int) -> None:
    """A hydra loses a head when 25 damage or more come together in one turn, and dies with the last."""
    from tracker.encounter.decide.hits import die

    combatant = d.combatant(who)
    heads = combatant.counters.get(HEADS)
    before = combatant.hurt_this_turn - taken
    if heads is None or not before < _HEAD_COSTS <= combatant.hurt_this_turn or combatant.status != "up":
        return
    lost = combatant.counters.get(HEADS_LOST, 0) + 1
    d.emit(e.CounterSet(who=who, counter=HEADS, value=heads - 1))
    d.emit(e.CounterSet(who=who, counter=HEADS_LOST, value=lost))
    d.say(f"{combatant.name} loses a head to {combatant.hurt_this_turn} damage in one turn: {heads - 1} left", who)
    if heads == 1:
        die(d, who, why=("its last head is gone",))


def regrow_heads(d: Deciding, who: Id) -> None:
    """At the end of its turn a hydra grows two heads for each one lost, unless fire has touched it since its last."""
    from tracker.encounter.decide.hits import restore

    combatant = d.combatant(who)
    heads, lost = combatant.counters.get(HEADS), combatant.counters.get(HEADS_LOST, 0)
    if heads is None or not lost or combatant.status != "up":
        return
    d.emit(e.CounterSet(who=who, counter=HEADS_LOST, value=0))
    if "fire" in (*combatant.turn.damage_types, *combatant.turn.hurt_before):
        d.say(f"{combatant.name} grows no heads: fire has touched the stumps", who)
        return
    heads += 2 * lost
    d.emit(e.CounterSet(who=who, counter=HEADS, value=heads))
    d.say(f"{combatant.name} grows {2 * lost} heads and has {heads}", who)
    restore(d, who, 20 if d.state.edition == "srd-5.2" else 20 * lost, source="Multiple Heads")


def heads_at_first(traits: Sequence[str]) -> dict[str, int]:
    """The head counter of a newcomer: five for a hydra, none for others, whatever their `Multiple Heads` means."""
    return {HEADS: 5} if "Reactive Heads" in traits else {}


def split(d: Deciding, prompt: Prompt) -> None:
    """The ooze becomes two of half its hit points, each a size smaller; the new one acts on the same count."""
    from tracker.encounter.decide.abilities import spend_reaction
    from tracker.encounter.decide.hits import fit_hit_points
    from tracker.encounter.decide.roster import block_key, name_and_handle

    assert prompt.who is not None
    who = prompt.who
    combatant, block = d.combatant(who), d.block(who)
    if combatant.status != "up" or combatant.hp < 2 or not has_reaction_left(d.state, who, "anything"):
        d.say(f"{combatant.name} cannot split now", who)
        return
    spend_reaction(d, who, "splits")
    smaller = block.model_copy(update={"size": _SMALLER.get(block.size, block.size)})
    key, half = block_key(d, smaller), combatant.hp // 2
    name, handle = name_and_handle(d, block.name)
    twin = replace(
        combatant,
        id=handle,
        name=name,
        block=key,
        entry=d.state.next_id,
        hp=half,
        max_hp=half,
        max_hp_shift=0,
        temp_hp=0,
        effects=(),
        concentration=None,
        readied=None,
        spent={},
        reactions_spent=0,
        plain_reactions_spent=0,
        turn=type(combatant.turn)(),
        tally=type(combatant.tally)(),
        hurt_this_turn=0,
        mount=None,
        controlled=False,
    )
    d.emit(e.Joined(combatant=twin, base_name=block.name, blocks={key: smaller}))
    d.emit(e.Restored(combatant=replace(d.combatant(who), block=key, hp=half, max_hp=half, max_hp_shift=0)))
    for one in (who, handle):
        fit_hit_points(d, one)
    _stand_beside(d, combatant, twin)


def _stand_beside(d: Deciding, original: Combatant, twin: Combatant) -> None:
    """In a group the twin joins it; otherwise it gets a place of its own right behind."""
    from tracker.encounter.state import Place, PlaceId

    place = d.state.place_of(original.id)
    if place is None:
        return
    if original.group:
        d.emit(e.Placed(place=replace(place, members=(*place.members, twin.id)), before=None, how="left"))
        return
    ids = [p.id for p in d.state.places]
    index = ids.index(place.id) + 1
    own = Place(PlaceId(d.state.next_id), (twin.id,), place.count, acted=place.acted)
    d.emit(e.Placed(place=own, before=ids[index] if index < len(ids) else None, how="joined"))
