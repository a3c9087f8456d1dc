"""What shields, hampers or slows for a while: armor class spells, squeezing, heavy loads (R-037, R-139, R-189)."""

from collections.abc import Callable

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.characters import class_levels, has_gift
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.deeds import Deed, Price, mark, unmark, until_own_start
from tracker.encounter.decide.effects import lose
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import armor_class as in_force
from tracker.encounter.figures import rules_of
from tracker.encounter.state import Encounter, Id
from tracker.library.models import StatBlock
from tracker.rules.armor import armor_class, modern_armor
from tracker.rules.tables import table

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


def _wear(d: Deciding, command: c.Act) -> None:
    """Puts armor on, and a shield where `shield` is named with it; the armor class follows (R-189, R-198, R-200)."""
    who, rules, block = command.who, d.edition, d.block(command.who)
    name, _, more = command.choice.casefold().partition(" and ")
    modern = table(rules, "modern armor")
    if name in modern:
        suit = modern_armor(rules, name)
        d.emit(e.FieldSet(who=who, field="ac", value=suit.ac))
        for kind in suit.defenses.resist:
            mark(d, who, f"resists {kind}", why=(f"{name} (R-200)",))
        return
    shield = name == "shield" or more == "shield"
    armor = None if name in ("", "shield", "nothing") else name
    scores = {ability: 10 + 2 * block.ability_modifier(ability) for ability in ("str", "dex", "con", "wis")}
    bases = table(rules, "armor class bases")
    own = next((one for one in class_levels(d.state, who) if one in bases), None)
    style = ("defense style",) if has_gift(block, "Defense", "Fighting Style: Defense") else ()
    worn = armor_class(rules, scores, armor=armor, shield=shield, character_class=own, extras=style)
    d.emit(e.FieldSet(who=who, field="ac", value=worn.ac, why=worn.why))
    if worn.speed_penalty:
        mark(d, who, f"speed -{worn.speed_penalty}", value=-worn.speed_penalty, why=("too weak for it (R-198)",))
    if worn.stealth_disadvantage:
        mark(d, who, "noisy", why=(f"{name}: disadvantage on Stealth (R-198)",))
    else:
        unmark(d, who, "noisy", "other armor")


def _is_squeezing(state: Encounter, who: Id) -> bool:
    return state.combatants[who].has("squeezing")


def _never(_state: Encounter, _who: Id) -> bool:
    return False


def _is_loaded(state: Encounter, who: Id) -> bool:
    return state.combatants[who].has("encumbered")


DEEDS = (
    *(
        Deed(name, _guard(name), _price(name), offered=_knows(name), line="armor class while it lasts (R-189)")
        for name in _SPELLS
    ),
    Deed("wear", _wear, offered=_never, line='`choose "chain mail and shield"` (R-198)', others=("don",)),
    Deed("squeeze", _squeeze, "free", offered=_is_squeezing, line="into a narrow gap, or out of it (R-037)"),
    Deed("heavy load", _load, "free", offered=_is_loaded, line="20 ft. slower and hampered, or no longer (R-139)",
         others=("encumbered", "heavily encumbered")),
)  # fmt: skip
"""Marks that protect or hamper."""
