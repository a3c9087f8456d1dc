"""CritterDB: one creature, or a bestiary with a list of them."""

import re
from typing import Any

from tracker.library.importers import figures, words
from tracker.library.importers.assemble import entries, put_together, set_armour, set_defences, set_hit_points
from tracker.library.importers.edition import edition_of_entries
from tracker.library.importers.entries import Entry
from tracker.library.importers.fields import listed, senses, speeds
from tracker.library.importers.markup import one_line, prose
from tracker.library.importers.result import Imported
from tracker.library.importers.shapes import table, words_of

_SECTIONS = {
    "traits": "additionalAbilities",
    "actions": "actions",
    "bonus": "bonusActions",
    "reactions": "reactions",
    "legendary": "legendaryActions",
}
_HIDDEN = re.compile(r"<avrae\s+hidden>\s*([^<|]*)\|([^<|]*)\|([^<]*)</avrae>", re.I)


def read(data: Any, found: Imported) -> None:
    """A creature, a list, or a bestiary."""
    rows = (
        data if isinstance(data, list) else data.get("creatures") if isinstance(data.get("creatures"), list) else [data]
    )
    for index, row in enumerate(rows, 1):
        stats = row.get("stats") if isinstance(row, dict) else None
        if not isinstance(stats, dict) or figures.is_empty(row.get("name")):
            found.problem(f"creature {index}", "no creature, or one without a name or figures: left out")
        else:
            found.add(_one(row, stats, found))
    if not rows:
        found.problem(found.file, "a bestiary without creatures")


def _one(row: dict[str, Any], stats: dict[str, Any], found: Imported) -> dict[str, Any]:
    creature: dict[str, Any] = {
        "name": one_line(row["name"]),
        "size": words.size(stats.get("size")),
        "type": one_line(stats.get("race")).lower(),
    }
    creature["alignment"] = one_line(stats.get("alignment")).lower()
    sections = {
        ours: [_entry(each) for each in entries(stats.get(theirs), text="description")]
        for ours, theirs in _SECTIONS.items()
    }
    creature["edition"] = edition_of_entries(sections)
    _figures(stats, creature, found)
    set_defences(
        creature,
        stats.get("damageResistances"),
        stats.get("damageImmunities"),
        stats.get("damageVulnerabilities"),
        stats.get("conditionImmunities"),
    )
    creature["languages"] = ", ".join(listed(stats.get("languages")))
    creature["description"] = prose(words_of(table(row.get("flavor")).get("description")))
    uses = figures.whole(stats.get("legendaryActionsPerRound"))
    if uses and sections["legendary"]:
        creature["legendary"] = {"uses": uses}
    return put_together(creature, sections, words_of(stats.get("legendaryActionsDescription")))


def _figures(stats: dict[str, Any], creature: dict[str, Any], found: Imported) -> None:
    scores = table(stats.get("abilityScores"))
    creature["abilities"] = {
        key: score
        for name, value in scores.items()
        if (key := words.ability(name)) and (score := figures.whole(value)) is not None
    }
    mods = {key: figures.modifier_of(creature["abilities"].get(key)) for key in words.ABILITIES}
    creature["cr"] = figures.challenge(stats.get("challengeRating"))
    pb = figures.whole(stats.get("proficiencyBonus")) or figures.proficiency_bonus(creature["cr"])
    creature["pb"], creature["xp"] = pb, figures.whole(stats.get("experiencePoints"))
    set_armour(creature, stats.get("armorClass"), stats.get("armorTypeStr") or stats.get("armorType") or "", found)
    _points(stats, mods, creature, found)
    creature["speed"], creature["speed_note"] = speeds(stats.get("speed"))
    creature["saves"] = {
        key: bonus
        for part in _rows(stats.get("savingThrows"))
        if (key := words.ability(part.get("ability"))) and (bonus := _bonus(part, mods[key], pb)) is not None
    }
    creature["skills"] = {
        key: bonus
        for part in _rows(stats.get("skills"))
        if (key := words.skill(part.get("name")))
        and (bonus := _bonus(part, mods[words.SKILL_ABILITY.get(key, "str")], pb)) is not None
    }
    creature["senses"], creature["passive"] = senses(stats.get("senses"))
    if creature["passive"] is None:
        creature["passive"] = 10 + creature["skills"].get("perception", mods["wis"])


def _rows(value: Any) -> list[dict[str, Any]]:
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def _entry(entry: Entry) -> Entry:
    """The text without the hidden line for a dice bot, whose figures stand in where the text has none."""
    hidden = _HIDDEN.search(entry.text)
    text = _HIDDEN.sub("", entry.text)
    text = re.sub(r"</?avrae[^>]*>", "", text)
    made = Entry(entry.name, text)
    if (
        hidden
        and (bonus := figures.whole(hidden[2])) is not None
        and "to hit" not in text
        and "Attack Roll" not in text
    ):
        made.facts["to_hit"] = bonus
        kinds = re.findall(r"([\dd+\- ]+)\[([a-z ]+)\]", hidden[3])
        if damage := [
            f"{rolled} {words.damage_type(kind) or 'any'}" for dice, kind in kinds if (rolled := figures.dice(dice))
        ]:
            made.facts["damage"] = damage
    return made


def _points(stats: dict[str, Any], mods: dict[str, int], creature: dict[str, Any], found: Imported) -> None:
    number, sides = figures.whole(stats.get("numHitDie")), figures.whole(stats.get("hitDieSize"))
    extra = figures.whole(stats.get("extraHealthFromConstitution"))
    rolled = None
    if number and sides and number > 0 and sides > 0:
        bonus = extra if extra is not None else number * mods["con"]
        rolled = f"{number}d{sides}" + (f"{bonus:+d}" if bonus else "")
    set_hit_points(
        creature,
        figures.whole(stats.get("hitPoints"))
        if stats.get("hitPoints") is not None
        else None
        if rolled
        else stats.get("hitPointsStr"),
        rolled,
        found,
    )


def _bonus(part: dict[str, Any], mod: int, pb: int) -> int | None:
    if (value := figures.whole(part.get("value", part.get("modifier")))) is not None:
        return value
    return mod + pb if part.get("proficient") is True else None
