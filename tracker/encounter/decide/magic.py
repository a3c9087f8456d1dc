"""Casting: what a spell costs, how many a turn allows, and what a long casting needs (R-027, R-045, R-120, R-125)."""

import re
from collections.abc import Iterator

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide.basics import reveal
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.deeds import Deed, Objection, Price, of_table, tell
from tracker.encounter.decide.effects import concentrate
from tracker.encounter.figures import in_force, rules_of
from tracker.encounter.state import Encounter, Id
from tracker.library.models import StatBlock
from tracker.regex import regex
from tracker.rules.economy import Casting, can_cast
from tracker.rules.tables import table

_LEVEL = regex(r"[,\s]*\b(?:level|circle|slot|at)?\s*([0-9])\s*$", re.IGNORECASE)
_LOGGED = regex(r"spell (action|bonus|reaction) (\d)")


def spell_of(state: Encounter, command: c.Act) -> tuple[str, int]:
    """The spell's name and level: typed behind it (`fireball 3`), or as the stat block or the cantrips have it."""
    text = command.choice.strip()
    if found := _LEVEL.search(text):
        return text[: found.start()].strip() or "a spell", int(found[1])
    level = _listed_level(state.block_of(command.who), text)
    if level is None:
        level = 0 if text.casefold() in table(rules_of(state), "cantrips") or not text else 1
    return text.removeprefix("long ").strip() or "a spell", level


def _listed_level(block: StatBlock, spell: str) -> int | None:
    for casting in block.spellcasting:
        for heading, spells in casting.spells.items():
            if spell.casefold() in {name.casefold() for name in spells}:
                first = heading.strip()[:1]
                return int(first) if first.isdigit() and "day" not in heading else 0
    return None


def slot_key(level: int) -> str:
    """Under which name spent spell slots of a level are counted."""
    return f"level {level} slots"


def slots_left(state: Encounter, who: Id, level: int) -> int | None:
    """Spell slots of that level still there; None where the stat block counts none."""
    block = state.block_of(who)
    there_are = block.slots.get(level) or next((x.slots[level] for x in block.spellcasting if level in x.slots), None)
    return None if there_are is None else there_are - state.combatants[who].spent.get(slot_key(level), 0)


def _price(_state: Encounter, command: c.Act) -> Price:
    return "reaction" if command.choice.casefold().startswith("reaction ") else "action"


def _casting(state: Encounter, command: c.Act) -> Casting:
    _, level = spell_of(state, command)
    slot = "bonus" if command.as_bonus else _price(state, command)
    return Casting(slot=slot, level=level)  # type: ignore[arg-type]


def _check(state: Encounter, command: c.Act) -> Iterator[Objection]:
    effects, rules = in_force(state, command.who), rules_of(state)
    if {"cast verbal spells", "speak"} & effects.cannot:
        yield Objection("its conditions allow no verbal component (R-125)")
    log = state.combatants[command.who].turn.log
    before = [Casting(slot=m[1], level=int(m[2])) for m in map(_LOGGED.fullmatch, log) if m]  # type: ignore[arg-type]
    verdict = can_cast(rules, before, _casting(state, command))
    if command.choice and not verdict:
        yield Objection(verdict.why[0])
    _, level = spell_of(state, command)
    left = slots_left(state, command.who, level) if level else None
    if left is not None and left <= 0:
        yield Objection(f"no spell slot of level {level} is left")


def _cast(d: Deciding, command: c.Act) -> None:
    casting = _casting(d.state, command)
    name, level = spell_of(d.state, command)
    name = re.sub(r"(?i)^reaction ", "", name)
    left = slots_left(d.state, command.who, level) if level else None
    if left is not None and left > 0:
        spent = d.combatant(command.who).spent.get(slot_key(level), 0) + 1
        d.emit(e.UsesChanged(who=command.who, ability=slot_key(level), spent=spent))
    aimed = "" if command.target is None else f" on {d.name(command.target)}"
    how = f", a level {level} spell" if level else ""
    log = (*d.combatant(command.who).turn.log, f"spell {casting.slot} {level}")
    tell(d, command.who, f"casts {name}{how}{aimed}", log=log)
    if command.choice.casefold().startswith("long "):
        concentrate(d, command.who, f"casting {name}", kind="casting")
    reveal(d, command.who, "casts a verbal spell")


DEEDS = (
    Deed("cast a spell", _cast, _price, _check, others=("cast",), exists=of_table("actions", "Cast a Spell")),
    Deed("magic", _cast, _price, _check, others=("cast", "cast a spell"), exists=of_table("actions", "Magic")),
)
"""Spells; the choice names one, with its level behind it: `choose "fireball 3"`."""
