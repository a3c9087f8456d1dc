"""Ability checks: a die typed or thrown, the skill's bonus, and whatever bends the roll."""

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.effects import lose
from tracker.encounter.decide.health import d20_face, kept_faces
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import in_force, rules_of
from tracker.encounter.state import Encounter, Id
from tracker.rules.checks import NO_SOURCES, Sources, passive_shift, resolve_check
from tracker.rules.dice import roll_d20
from tracker.rules.editions import Edition
from tracker.rules.errors import nearest
from tracker.rules.hazards import precipitation
from tracker.rules.markers import marker_ends
from tracker.rules.tables import table

SKILLS = {
    "acrobatics": "dex",
    "animal handling": "wis",
    "arcana": "int",
    "athletics": "str",
    "deception": "cha",
    "history": "int",
    "insight": "wis",
    "intimidation": "cha",
    "investigation": "int",
    "medicine": "wis",
    "nature": "int",
    "perception": "wis",
    "performance": "cha",
    "persuasion": "cha",
    "religion": "int",
    "sleight of hand": "dex",
    "stealth": "dex",
    "survival": "wis",
    "thieves' tools": "dex",
}
"""Skills, and the tool that disarms traps, with the ability each goes by."""


def skill_named(word: str) -> str:
    """The skill of that name or unique beginning. Raises EncounterError naming the nearest."""
    key = word.casefold()
    found = [skill for skill in SKILLS if skill == key] or [skill for skill in SKILLS if skill.startswith(key)]
    if len(found) == 1:
        return found[0]
    close = nearest(word, SKILLS)
    raise EncounterError(f"there is no skill '{word}'; " + (f"did you mean '{close}'?" if close else ", ".join(SKILLS)))


def skill_bonus(state: Encounter, who: Id, skill: str) -> int:
    """Its bonus to a check with that skill; a stat block's fixed Stealth score holds the bonus and 10."""
    block = state.block_of(who)
    if skill == "stealth" and block.stealth is not None:
        return block.stealth - 10
    return block.skill_bonus(skill, SKILLS[skill])


def passive_perception(state: Encounter, who: Id) -> int:
    """What it notices without looking: passive Perception or a fixed score, 5 less in rain or dim light (R-003)."""
    block = state.block_of(who)
    score = block.perception if block.perception is not None else block.passive
    return score + passive_shift(_weather(state, rules_of(state)).mode)


def better_skill(state: Encounter, who: Id, *skills: str) -> str:
    """The one of several skills that it is best in."""
    return max(skills, key=lambda skill: skill_bonus(state, who, skill))


def check_sources(state: Encounter, who: Id, skill: str) -> Sources:
    """What bends a check with that skill: conditions, Help, rage, the weather (R-049, R-169, R-170, R-175)."""
    combatant, effects, rules = state.combatants[who], in_force(state, who), rules_of(state)
    sources = effects.checks
    if skill == "stealth":
        sources |= effects.hiding
        sources |= Sources(disadvantage=("noisy armor (R-198)",)) if combatant.has("noisy") else NO_SOURCES
    if combatant.has("helped"):
        sources |= Sources(advantage=("helped (R-049)",))
    if combatant.has("raging") and SKILLS[skill] == "str":
        sources |= Sources(advantage=("raging (R-175)",))
    if skill == "perception":
        sources |= _weather(state, rules)
    return sources


def _weather(state: Encounter, rules: Edition) -> Sources:
    reasons = []
    hazards = table(rules, "hazards")
    for word in ("rain", "snow"):
        if word in state.scene and "torrential precipitation" in hazards:
            reasons += [f"{word} (R-170)"] if precipitation(rules, word).lightly_obscured else []
    if "dim" in state.scene:
        reasons.append("dim light (R-174)")
    return Sources(disadvantage=tuple(reasons))


def check(
    d: Deciding,
    who: Id,
    skill: str,
    *,
    face: c.Face | None = None,
    dc: int | None = None,
    extra: Sources = NO_SOURCES,
) -> int:
    """One ability check, told in the log; returns its total. Help given to it is used up."""
    sources = check_sources(d.state, who, skill) | extra
    bonus = skill_bonus(d.state, who, skill)
    total, faces = _throw(d, face, bonus, sources)
    success, why = None, sources.why
    if dc is not None:
        result = resolve_check(total - bonus - sources.modifier, bonus, dc, sources)
        success, why = result.success, result.why
    d.emit(
        e.Checked(
            who=who,
            what=skill.capitalize(),
            faces=faces,
            bonus=bonus + sources.modifier,
            total=total,
            against=dc,
            success=success,
            mode=sources.mode.value,
            why=why,
        )
    )
    use_up_help(d, who)
    return total


def _throw(d: Deciding, face: c.Face | None, bonus: int, sources: Sources) -> tuple[int, tuple[e.Face, ...]]:
    if face is not None and face.total:
        return face.value, ()
    if face is not None:
        kept = d20_face(face.value)
        return kept + bonus + sources.modifier, ((20, kept, True),)
    rolled = roll_d20(d.dice, sources.mode)
    return rolled.kept + bonus + sources.modifier, kept_faces(rolled.faces, rolled.kept)


def use_up_help(d: Deciding, who: Id) -> None:
    """Help with a check holds for one."""
    for effect in d.combatant(who).effects:
        if effect.name == "helped" and (reason := marker_ends(d.edition, "help check", "ally checks")):
            lose(d, who, effect, reason)
