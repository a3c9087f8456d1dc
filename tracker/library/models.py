"""The stat block: a creature in figures, as the bestiary, the GM's own files and the importers give it."""

import re
from typing import Annotated, Any

from pydantic import Field, model_validator

from tracker.library import coercion
from tracker.library.entries import (
    ActionEntry,
    AttackEntry,
    DamageCase,
    Entry,
    Feet,
    Flag,
    Legendary,
    Regeneration,
    Spellcasting,
    Text,
    Typed,
    Whole,
    Words,
)

__all__ = [
    "EDITIONS",
    "OTHER_WORDS",
    "ActionEntry",
    "AttackEntry",
    "DamageCase",
    "Entry",
    "Legendary",
    "Regeneration",
    "Spellcasting",
    "StatBlock",
    "creature_from_nothing",
]

EDITIONS = ("srd-5.1", "srd-5.2", "black-flag")

OTHER_WORDS = {
    "bonus_actions": "bonus",
    "armor_class": "ac",
    "hit_points": "hp",
    "hit_dice": "hp_dice",
    "challenge": "cr",
    "proficiency_bonus": "pb",
    "passive_perception": "passive",
    "initiative_bonus": "initiative",
    "resistances": "resist",
    "immunities": "immune",
    "vulnerabilities": "vulnerable",
    "condition_immunities": "condition_immune",
}
"""Words that creature files use elsewhere, and the key each stands for here."""

_ByAbility = Annotated[dict[str, int], Typed(coercion.by_ability)]
_ByName = Annotated[dict[str, int], Typed(coercion.by_name)]
_Actions = Annotated[tuple[ActionEntry, ...], Typed(coercion.many)]


class StatBlock(Entry):
    """One creature or character. Attributes carry the keys of a creature file; only a name is needed.

    Distances are in feet. Filled in when not given: `initiative` (Dexterity modifier), `pb` (from `cr` or `level`),
    `passive` (10 + Perception), `hp` (average of `hp_dice`).
    """

    name: Text
    edition: Annotated[str | None, Typed(coercion.edition_of)] = None
    size: Annotated[str, Typed(coercion.size)] = "medium"
    size_note: Text | None = None
    """The book's words where they leave a choice: `medium or small`."""
    type: Text | None = None
    alignment: Text | None = None
    ac: Annotated[Whole, Field(ge=0, le=99)] = 10
    ac_note: Text | None = None
    hp: Annotated[Whole, Field(ge=0, le=1_000_000)] = 1
    """Maximum, which is the average of `hp_dice` where the file gives both."""
    hp_dice: Annotated[str | None, Typed(coercion.dice)] = None
    speed: Annotated[dict[str, Feet], Typed(coercion.speeds)] = Field({"walk": 30})
    """Feet by `walk`, `fly`, `swim`, `climb`, `burrow`."""
    speed_note: Text | None = None
    hover: Flag = False
    initiative: Whole = 0
    """The bonus, never the count."""
    abilities: _ByAbility = Field(default_factory=dict)
    """Scores by `str`, `dex`, `con`, `int`, `wis`, `cha`; 10 where none is given."""
    mods: _ByAbility = Field(default_factory=dict)
    """Modifiers, where a book gives these instead of scores."""
    saves: _ByAbility = Field(default_factory=dict)
    skills: _ByName = Field(default_factory=dict)
    senses: _ByName = Field(default_factory=dict)
    blind_beyond: Flag = False
    passive: Whole = 10
    """Passive Perception."""
    perception: Whole | None = None
    """Black Flag's fixed Perception."""
    stealth: Whole | None = None
    stealth_note: Text | None = None
    languages: Text | None = None
    resist: Words = ()
    """Damage types, with qualifiers in brackets: `bludgeoning (nonmagical, not silvered)`."""
    immune: Words = ()
    vulnerable: Words = ()
    condition_immune: Words = ()
    condition_resist: Words = ()
    condition_vulnerable: Words = ()
    gear: Words = ()
    cr: Annotated[str | None, Typed(coercion.challenge)] = None
    xp: Annotated[Whole, Field(ge=0)] | None = None
    xp_lair: Annotated[Whole, Field(ge=0)] | None = None
    pb: Whole = 2
    traits: Words = ()
    trait_rolls: _Actions = ()
    texts: dict[Text, Text] = Field(default_factory=dict)
    """The GM's own wording of traits, by trait name."""
    multiattack: Words = ()
    multiattack_or: Annotated[tuple[Words, ...], Typed(coercion.many)] = ()
    multiattack_swap: Words = ()
    attacks: Annotated[tuple[AttackEntry, ...], Typed(coercion.many)] = ()
    actions: _Actions = ()
    bonus: _Actions = ()
    """Bonus actions."""
    reactions: _Actions = ()
    legendary: Legendary | None = None
    mythic: Legendary | None = None
    legendary_resistance: Whole | None = None
    legendary_resistance_lair: Whole | None = None
    lair: _Actions = ()
    lair_initiative: Whole | None = None
    regeneration: Regeneration | None = None
    spellcasting: Annotated[tuple[Spellcasting, ...], Typed(coercion.many)] = ()
    variant_of: Text | None = None
    death_saves: Flag | None = None
    """Whether it falls unconscious at 0 hit points; None leaves it to the side it is on."""
    description: Text | None = None
    notes: Text | None = None
    source: Text | None = None
    player: Text | None = None
    character_class: Text | None = Field(default=None, alias="class")
    level: Annotated[Whole, Field(ge=0, le=40)] | None = None
    spell_dc: Whole | None = None
    spell_attack: Whole | None = None
    slots: dict[int, Whole] = Field(default_factory=dict)
    """Spell slots a day by level."""
    luck: Whole | None = None

    @model_validator(mode="before")
    @classmethod
    def _tidy(cls, data: Any) -> Any:
        return tidied(data) if isinstance(data, dict) else data

    def ability_modifier(self, ability: str) -> int:
        """The modifier of `dex` or `Dexterity`, from `mods` or the score. Raises ValueError for no ability."""
        key = coercion.ability(ability)
        return self.mods[key] if key in self.mods else (self.abilities.get(key, 10) - 10) // 2

    def save_bonus(self, ability: str) -> int:
        """The bonus to a saving throw: the one given, else the modifier."""
        key = coercion.ability(ability)
        return self.saves.get(key, self.ability_modifier(key))

    def skill_bonus(self, skill: str, ability: str) -> int:
        """The bonus to a check with `skill`: the one given, else the modifier of `ability`."""
        return self.skills.get(skill.lower(), self.ability_modifier(ability))

    @property
    def bonus_actions(self) -> tuple[ActionEntry, ...]:
        """The same as `bonus`, under the field's own name."""
        return self.bonus

    @property
    def can_hold_lair(self) -> bool:
        """Whether it brings lair actions of its own."""
        return bool(self.lair)


def creature_from_nothing(name: str, **overrides: Any) -> StatBlock:
    """A creature of that name with AC 10, 1 hit point, abilities of 10 and a speed of 30 ft., and what overrides it."""
    return StatBlock.model_validate({"name": name, **overrides})


def tidied(data: dict[str, Any]) -> dict[str, Any]:
    """A creature mapping as files give it, in the shape `StatBlock` takes: figures parted from notes, gaps derived."""
    tidy = {OTHER_WORDS.get(key, key): value for key, value in data.items()}
    _part_armour_class(tidy)
    _part_hit_points(tidy)
    _part_traits(tidy)
    _lift_flag(tidy, "speed", "hover")
    _lift_flag(tidy, "senses", "blind_beyond")
    _part_senses(tidy)
    if isinstance(tidy.get("size"), str) and " or " in tidy["size"]:
        tidy.setdefault("size_note", tidy["size"].lower())
    for key in [key for key, value in tidy.items() if value is None]:
        del tidy[key]
    _derive(tidy)
    return tidy


def _part_armour_class(tidy: dict[str, Any]) -> None:
    ac = tidy.get("ac")
    match = re.fullmatch(r"\s*(\d+)\s*[,(]?\s*(.*?)\)?\s*", ac) if isinstance(ac, str) else None
    if match:
        tidy["ac"] = int(match[1])
        if match[2]:
            tidy.setdefault("ac_note", match[2])


def _part_hit_points(tidy: dict[str, Any]) -> None:
    hp = tidy.get("hp")
    if isinstance(hp, str):
        found = coercion.find_dice(hp)
        first = re.match(r"\s*(\d+)\s*(?:\(|$)", hp)
        if found:
            tidy.setdefault("hp_dice", found)
            tidy["hp"] = int(first[1]) if first else coercion.average(found)
    elif hp is None and isinstance(tidy.get("hp_dice"), str):
        found = coercion.find_dice(tidy["hp_dice"])
        if found:
            tidy["hp"] = coercion.average(found)


def _part_traits(tidy: dict[str, Any]) -> None:
    traits = tidy.get("traits")
    if not isinstance(traits, list | tuple) or not any(isinstance(trait, dict) for trait in traits):
        return
    names: list[Any] = []
    texts = dict(tidy.get("texts") or {})
    for trait in traits:
        if isinstance(trait, dict) and len(trait) == 1 and "name" not in trait:
            trait = dict(zip(("name", "text"), next(iter(trait.items())), strict=True))
        if isinstance(trait, dict) and "name" in trait:
            names.append(trait["name"])
            if trait.get("text"):
                texts[str(trait["name"])] = trait["text"]
        else:
            names.append(trait)
    tidy["traits"] = names
    if texts:
        tidy["texts"] = texts


def _lift_flag(tidy: dict[str, Any], key: str, flag: str) -> None:
    inside = tidy.get(key)
    if isinstance(inside, dict) and flag in inside:
        tidy[key] = {name: value for name, value in inside.items() if name != flag}
        tidy.setdefault(flag, inside[flag])
    elif isinstance(inside, str) and flag in inside.lower():
        tidy.setdefault(flag, True)


def _part_senses(tidy: dict[str, Any]) -> None:
    senses = tidy.get("senses")
    if isinstance(senses, str):
        told = re.findall(r"([A-Za-z ]{1,40}?)\s{0,4}:?\s{0,4}(\d{1,9})", senses)
        found = {name.strip().lower(): int(feet) for name, feet in told}
        passive = found.pop("passive perception", None)
        if passive is not None:
            tidy.setdefault("passive", passive)
        tidy["senses"] = found


def _derive(tidy: dict[str, Any]) -> None:
    """Fill what follows from other figures; anything unreadable is left for validation to name."""
    try:
        if "initiative" not in tidy:
            tidy["initiative"] = _modifier(tidy, "dex")
        if "pb" not in tidy:
            tidy["pb"] = _proficiency(tidy)
        if "passive" not in tidy:
            skills = coercion.by_name(tidy.get("skills"))
            listed = coercion.whole(tidy.get("perception"))
            tidy["passive"] = listed or 10 + skills.get("perception", _modifier(tidy, "wis"))
    except ValueError:
        return


def _modifier(tidy: dict[str, Any], ability: str) -> int:
    mods = coercion.by_ability(tidy.get("mods"))
    scores = coercion.by_ability(tidy.get("abilities"))
    modifier: int = mods[ability] if ability in mods else (scores.get(ability, 10) - 10) // 2
    return modifier


def _proficiency(tidy: dict[str, Any]) -> int:
    if tidy.get("level") is not None:
        rank = int(coercion.whole(tidy["level"]))
    else:
        cr = coercion.challenge(tidy.get("cr")) or "0"
        rank = 0 if "/" in cr else int(cr)
    return max(2, 2 + (rank - 1) // 4)
