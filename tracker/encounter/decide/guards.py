"""What shields, hampers or slows for a while: armor class spells, squeezing, heavy loads (R-037, R-139, R-189)."""

from collections.abc import Callable

from tracker.encounter import commands as c
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.deeds import Deed, Price, mark, unmark, until_own_start
from tracker.encounter.decide.effects import lose
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import armor_class as in_force
from tracker.encounter.figures import rules_of
from tracker.encounter.state import Encounter, Id
from tracker.library.models import StatBlock
from tracker.rules.armor import armor_class

_SPELLS = ("mage armor", "barkskin", "shield of faith", "shield spell")
_SLOWER = -20


def armored(state: Encounter, who: Id, extra: str) -> int:
    """What a spell or style adds to somebody's armor class as it is now: a bonus, or what its base or floor lifts."""
    block = state.block_of(who)
    scores = {ability: 10 + 2 * block.ability_modifier(ability) for ability in ("dex", "con", "wis")}
    rules = rules_of(state)
    plain, with_it = armor_class(rules, scores).ac, armor_class(rules, scores, extras=(extra,)).ac
    if extra in ("shield of faith", "shield spell"):
        return with_it - plain
    return max(0, with_it - in_force(state, who))


def _guard(extra: str) -> Callable[[Deciding, c.Act], None]:
    def guarded(d: Deciding, command: c.Act) -> None:
        who = command.target or command.who
        for effect in d.combatant(who).effects:
            if effect.name.startswith("AC ") and effect.name.endswith(extra):
                lose(d, who, effect, "renewed")
        value = armored(d.state, who, extra)
        if not value:
            d.say(f"{d.name(who)} gains nothing by {extra}: AC {in_force(d.state, who)} already (R-189)", who)
            return
        lasts = until_own_start(who) if extra == "shield spell" else None
        mark(d, who, f"AC {value:+d} {extra}", lasts=lasts, value=value, why=(f"{extra} (R-189)",))
        d.say(f"{d.name(who)} has AC {in_force(d.state, who)} by {extra}", who)

    return guarded


def _price(extra: str) -> Price:
    return "reaction" if extra == "shield spell" else "bonus" if extra == "shield of faith" else "action"


def _knows(extra: str) -> Callable[[Encounter, Id], bool]:
    return lambda state, who: _has_spell(state.block_of(who), extra.removesuffix(" spell"))


def _has_spell(block: StatBlock, spell: str) -> bool:
    return any(spell in map(str.casefold, spells) for cast in block.spellcasting for spells in cast.spells.values())


def _squeeze(d: Deciding, command: c.Act) -> None:
    if not unmark(d, command.who, "squeezing", "out of the gap"):
        mark(d, command.who, "squeezing", why=("a gap one size too small (R-037)",))


def _load(d: Deciding, command: c.Act) -> None:
    """Heavily encumbered, or no longer (R-139)."""
    who = command.who
    slower = [x for x in d.combatant(who).effects if x.name == f"speed {_SLOWER}"]
    if unmark(d, who, "encumbered", "lighter"):
        for effect in slower:
            lose(d, who, effect)
        return
    if not d.edition.heavy_load_hampers:
        raise EncounterError(f"{d.edition.title} has no rule for heavy loads; `rule heavy_load_hampers on` plays it")
    mark(d, who, "encumbered", why=("heavily encumbered (R-139)",))
    mark(d, who, f"speed {_SLOWER}", value=_SLOWER)


def _is_squeezing(state: Encounter, who: Id) -> bool:
    return state.combatants[who].has("squeezing")


def _is_loaded(state: Encounter, who: Id) -> bool:
    return state.combatants[who].has("encumbered")


DEEDS = (
    *(
        Deed(name, _guard(name), _price(name), offered=_knows(name), line="armor class while it lasts (R-189)")
        for name in _SPELLS
    ),
    Deed("squeeze", _squeeze, "free", offered=_is_squeezing, line="into a narrow gap, or out of it (R-037)"),
    Deed("heavy load", _load, "free", offered=_is_loaded, line="20 ft. slower and hampered, or no longer (R-139)",
         others=("encumbered", "heavily encumbered")),
)  # fmt: skip
"""Marks that protect or hamper."""
