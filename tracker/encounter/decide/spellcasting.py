"""Spells of a stat block's lists: found by name, and their slots and daily uses counted."""

from tracker.encounter import events as e
from tracker.encounter.decide.abilities import spend_slot
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.magic import slot_key, slots_left
from tracker.encounter.state import Id
from tracker.frozen import Frozen, replace
from tracker.library.models import Spellcasting, StatBlock

_TOP_LEVEL = 9


class Known(Frozen):
    """A spell that somebody knows, and what casting it costs."""

    name: str
    level: int | None = None
    """Slot level at least; None where no slot is spent."""
    uses: int | None = None
    """Castings a day."""
    dc: int | None = None


def known_spell(block: StatBlock, word: str) -> Known | None:
    """The spell of that name on its lists, what stands in brackets behind it left aside."""
    wanted = word.casefold()
    for casting in block.spellcasting:
        for key, names in casting.spells.items():
            for name in names:
                if wanted in (name.casefold(), name.partition(" (")[0].casefold()):
                    return _known(casting, key, name)
    return None


def _known(casting: Spellcasting, key: str, name: str) -> Known:
    if key.isdigit():
        return Known(name, level=int(key), dc=casting.dc)
    count = key.partition("/")[0].strip()
    return Known(name, uses=int(count) if count.isdigit() else None, dc=casting.dc)


def cast(d: Deciding, who: Id, spell: Known) -> None:
    """Takes the action, and the lowest slot that will do or one of the uses a day."""
    spend_slot(d, who, "action", "")
    turn = d.combatant(who).turn
    d.emit(e.TurnUsed(who=who, turn=replace(turn, log=(*turn.log, spell.name)), what=""))
    spent = d.combatant(who).spent
    if spell.level is not None:
        level = next((x for x in range(spell.level, _TOP_LEVEL + 1) if (slots_left(d.state, who, x) or 0) > 0), None)
        if level is None:
            d.warn(f"{d.name(who)} has no spell slot of level {spell.level} or above left", who)
        else:
            key = slot_key(level)
            d.emit(e.UsesChanged(who=who, ability=key, spent=spent.get(key, 0) + 1))
    elif spell.uses is not None:
        used = spent.get(spell.name, 0)
        if used >= spell.uses:
            d.warn(f"{d.name(who)} has cast {spell.name} {spell.uses} of {spell.uses} times", who)
        d.emit(e.UsesChanged(who=who, ability=spell.name, spent=used + 1))
