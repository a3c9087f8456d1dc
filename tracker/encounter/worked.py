"""One creature's figures worked out by the rules: jumps, squares, passive scores, spells, ranges, armor, class."""

from collections.abc import Iterator
from typing import NamedTuple

from tracker.encounter.armoury import attack_bonus, cantrip_of, casting_modifier, save_dc
from tracker.encounter.characters import attacks_allowed, class_levels
from tracker.encounter.decide.wrestling import hold_dc
from tracker.encounter.figures import armor_class as ac_in_force
from tracker.encounter.figures import best_speed, max_hp, rules_of, speeds
from tracker.encounter.state import Encounter, Id
from tracker.library.models import StatBlock
from tracker.rules.armor import armor_class
from tracker.rules.attacks import range_band
from tracker.rules.checks import Mode, passive_score, proficiency_bonus
from tracker.rules.features import class_features
from tracker.rules.initiative import first_step, initiative_score, initiative_sources
from tracker.rules.mounts import can_mount
from tracker.rules.movement import high_jump, long_jump, plan_squares
from tracker.rules.space import size
from tracker.rules.spells import spell_numbers
from tracker.rules.tables import table

_PASSIVE = {"perception": "wis", "insight": "wis", "investigation": "int"}
_DISTANCES = (5, 30, 60, 120, 320, 600)
_ABILITIES = ("str", "dex", "con", "int", "wis", "cha")


class Figure(NamedTuple):
    """A number of one creature, and the rule it comes from."""

    name: str
    value: str
    rule: str


def figures_of(state: Encounter, who: Id) -> tuple[Figure, ...]:
    """Everything the rules reckon for one creature as it is now; nothing for traps and lairs."""
    if state.combatants[who].kind != "creature":
        return ()
    return (
        *_movement(state, who),
        *_body(state, who),
        *_senses(state, who),
        *_defense(state, who),
        *_attacks(state, who),
        *_spells(state, who),
        *_class(state, who),
        *_order(state, who),
    )


def _movement(state: Encounter, who: Id) -> Iterator[Figure]:
    rules, walk = rules_of(state), best_speed(state, who)
    strength = _score(state.block_of(who), "str")
    far, near = (long_jump(rules, strength, walk, run_up=run) for run in (True, False))
    up, still = (high_jump(strength, run_up=run) for run in (True, False))
    squares = plan_squares(rules, walk, ("clear",) * (walk // 5))
    now = ", ".join(f"{mode} {feet} ft." for mode, feet in speeds(state, who).items() if feet) or "0 ft."
    yield Figure("Speed", f"{now}; half of it to stand up", "R-036")
    yield Figure("Squares", f"{squares.squares} of 5 ft., {squares.squares // 2} in difficult terrain", "R-010")
    yield Figure("Long jump", f"{far} ft. with a 10-ft. run, {near} standing", "R-041")
    yield Figure("High jump", f"{up} ft. with a run, {still} standing", "R-041")


def _body(state: Encounter, who: Id) -> Iterator[Figure]:
    rules, block = rules_of(state), state.block_of(who)
    own = size(rules, block.size)
    steeds = [name for name in table(rules, "sizes") if can_mount(rules, own.name, name)]
    strength = _score(block, "str")
    more = " or larger" if own.or_larger else ""
    yield Figure("Space", f"{own.side:g} ft. square{more}, {own.squares:g} squares", "R-007")
    yield Figure("Mounts", f"{', '.join(steeds) or 'none'} and willing", "R-159")
    if rules.heavy_load_hampers:
        yield Figure("Heavy load", f"over {10 * strength} lb. (slower from {5 * strength})", "R-139")
    yield Figure("Grapple and shove", f"DC {hold_dc(state, who)}" + _contest(rules.grapple_is_contest), "R-144")
    yield Figure("Hit points", f"{state.combatants[who].hp} of {max_hp(state, who)}", "R-093")


def _contest(is_contest: bool) -> str:
    return " where it is a save; here Athletics against Athletics or Acrobatics" if is_contest else ""


def _senses(state: Encounter, who: Id) -> Iterator[Figure]:
    block = state.block_of(who)
    for skill, ability in _PASSIVE.items():
        bonus = block.skill_bonus(skill, ability)
        plain = block.passive if skill == "perception" else passive_score(bonus, 0, proficient=False)
        better = passive_score(plain - 10, 0, proficient=False, mode=Mode.ADVANTAGE)
        yield Figure(f"Passive {skill.capitalize()}", f"{plain}, {better} with advantage", "R-003")
    rank = float(block.level) if block.level is not None else _rating(block)
    yield Figure("Proficiency bonus", f"+{proficiency_bonus(min(30.0, rank))}", "R-063")


def _rating(block: StatBlock) -> float:
    from tracker.encounter.characters import cr_of

    return cr_of(block)


def _defense(state: Encounter, who: Id) -> Iterator[Figure]:
    rules, block = rules_of(state), state.block_of(who)
    scores = {ability: _score(block, ability) for ability in _ABILITIES}
    options = [f"unarmored {armor_class(rules, scores).ac}"]
    bases = table(rules, "armor class bases")
    for name in class_levels(state, who):
        if name in bases:
            options.append(f"{name} {armor_class(rules, scores, character_class=name).ac}")
    options += [f"{extra} {armor_class(rules, scores, extras=(extra,)).ac}" for extra in ("mage armor", "barkskin")]
    options += [f"{suit} {armor_class(rules, scores, armor=suit).ac}" for suit in ("leather", "chain mail", "plate")]
    yield Figure("Armor class", f"{ac_in_force(state, who)} now; {', '.join(options)}; shield +2", "R-189")


def _attacks(state: Encounter, who: Id) -> Iterator[Figure]:
    yield Figure("Attacks per action", str(attacks_allowed(state, who)), "R-154")
    for attack in state.block_of(who).attacks:
        if attack.normal_range is None or attack.kind == "melee":
            continue
        normal, long = attack.normal_range, attack.long_range
        bands = (f"{feet} ft. {range_band(feet, normal, long)}" for feet in _DISTANCES)
        yield Figure(f"{attack.name} range", ", ".join(bands), "R-070")


def _spells(state: Encounter, who: Id) -> Iterator[Figure]:
    rules, block = rules_of(state), state.block_of(who)
    if not block.spellcasting and block.spell_dc is None and not block.slots:
        return
    reckoned = spell_numbers(casting_modifier(block), block.pb)
    yield Figure("Spell attack", f"{attack_bonus(block):+d} (ability and proficiency: {reckoned.attack:+d})", "R-214")
    yield Figure("Spell save DC", f"{save_dc(block)} (8 + both: {reckoned.dc})", "R-214")
    known = {spell.casefold() for x in block.spellcasting for spells in x.spells.values() for spell in spells}
    for name in table(rules, "cantrips"):
        spell = cantrip_of(state, who, name) if name in known else None
        if spell is not None:
            beams = f", {spell.beams} beams" if spell.beams > 1 else ""
            yield Figure(spell.name.capitalize(), f"{spell.dice} {spell.damage_type}{beams}", "R-213")


def _class(state: Encounter, who: Id) -> Iterator[Figure]:
    scores = {ability: _score(state.block_of(who), ability) for ability in _ABILITIES}
    for name, level in class_levels(state, who).items():
        for feature in class_features(rules_of(state), name, max(1, min(20, level)), scores):
            yield Figure(feature.name, f"{feature.value} ({name} {level})", feature.rule)


def _order(state: Encounter, who: Id) -> Iterator[Figure]:
    rules, combatant = rules_of(state), state.combatants[who]
    sources = initiative_sources(
        rules, tuple(sorted(combatant.conditions)), combatant.exhaustion, surprised=combatant.surprised
    )
    bonus = combatant.initiative_bonus
    fixed = f", fixed score {initiative_score(rules, bonus, sources)}" if rules.initiative_scores else ""
    yield Figure("Initiative", f"{bonus:+d}{fixed}; {', '.join(sources.why) or 'nothing bends it'}", "R-012")
    yield Figure("First step of a fight", first_step(rules), "R-002")


def _score(block: StatBlock, ability: str) -> int:
    return block.abilities.get(ability, 10 + 2 * block.ability_modifier(ability))
