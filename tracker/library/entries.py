"""What stands inside a stat block: attacks, actions of every kind, spell lists."""

import re
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, model_validator
from pydantic_core import CoreSchema, core_schema

from tracker.frozen import Frozen
from tracker.library import coercion


class Typed(Frozen):
    """What a GM may type is first read by a function: pydantic's BeforeValidator, which has no need to inspect it."""

    read: Callable[[Any], Any]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self.read, handler(source))


Whole = Annotated[int, Typed(coercion.whole)]
Feet = Annotated[int, Typed(coercion.whole), Field(ge=0)]
Text = Annotated[str, Typed(coercion.text)]
Flag = Annotated[bool, Typed(coercion.yes_or_no)]
Words = Annotated[tuple[str, ...], Typed(coercion.listed)]
Sentences = Annotated[tuple[str, ...], Typed(coercion.sentences)]
Damage = Annotated[tuple[str, ...], Typed(coercion.damage)]
SaveAbility = Annotated[str, Typed(coercion.save_ability)]


class Entry(BaseModel):
    """The root of everything a library file holds: frozen, and a stranger to unknown keys."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", defer_build=True, populate_by_name=True, serialize_by_alias=True
    )


class DamageCase(Entry):
    """Damage that holds in one case only, such as `moved 20+ ft. straight first`."""

    case: Text = Field(alias="if")
    damage: Damage = ()


class ActionEntry(Entry):
    """An action, bonus action, reaction, legendary or lair action, or the rolls of a trait, in figures."""

    name: Text = ""
    text: Text | None = None
    """The GM's own wording, kept for the detail pane."""
    recharge: Text | None = None
    """`5-6`, `6`, or `short rest`."""
    uses: Text | None = None
    """`3/day`, `1/turn`."""
    cost: Whole = 1
    """Legendary actions spent."""
    once: Flag = False
    """Not again before the owner's next turn."""
    area: Text | None = None
    save: SaveAbility | None = None
    """`dex`, or `str or dex` where the target chooses."""
    dc: Whole | None = None
    damage: Damage = ()
    half: Flag = False
    """Half the damage on a success."""
    inflicts: Words = ()
    ongoing: Damage = ()
    """Damage each turn while it lasts."""
    then: Annotated[tuple["ActionEntry", ...], Typed(coercion.many)] = ()
    """Further saves that follow the first."""
    escape: Whole | None = None
    heals: Text | None = None
    ac_bonus: Whole | None = None
    """Armour Class added against the attack that is answered."""
    to_hit: Whole | None = None
    spell_dc: Whole | None = None
    extra_damage: Damage = ()
    threshold: Whole | None = None
    loses_hp: Text | None = None
    group: Text | None = None
    """Entries of one group share their recharge, such as the breaths of a metallic dragon."""
    when: Text | None = None
    """The form or state it needs, such as `Bat Form Only`."""

    @model_validator(mode="before")
    @classmethod
    def _from_words(cls, data: Any) -> Any:
        if isinstance(data, str):
            return {"name": data}
        if isinstance(data, dict) and len(data) == 1:
            key, value = next(iter(data.items()))
            if key not in cls.model_fields and isinstance(value, str | int):
                return {"name": key, "text": str(value)}
        return data

    @property
    def recharge_from(self) -> int | None:
        """The lowest d6 face that brings it back: 5 for `5-6`; None where no die decides."""
        first = coercion.plain(self.recharge or "")[:1]
        return int(first) if first.isdigit() else None

    @property
    def uses_per_day(self) -> int | None:
        """How many times a day, or None when days do not limit it."""
        count, _, span = (self.uses or "").partition("/")
        return int(count) if count.strip().isdigit() and "day" in span.lower() else None


class AttackEntry(Entry):
    """One attack with its bonus, reach and range in feet, and damage parts such as `2d6+5 slashing`."""

    name: Text
    kind: Annotated[str, Field(pattern="^(melee|ranged|both)$")] = "melee"
    to_hit: Whole = 0
    reach: Feet | None = None
    range: Text | None = None
    """`20/60`, normal and long, or one figure."""
    damage: Damage = ()
    two_handed: Damage = ()
    """Instead of `damage` when wielded in two hands."""
    save: Annotated[tuple[ActionEntry, ...], Typed(coercion.many)] = ()
    """Saves the target makes when hit."""
    extra: Annotated[tuple[DamageCase, ...], Typed(coercion.many)] = ()
    """Damage on top, in its case."""
    alt: Annotated[tuple[DamageCase, ...], Typed(coercion.many)] = ()
    """Damage instead, in its case."""
    bloodied: Damage = ()
    """Instead of `damage` when a swarm has half its hit points or fewer."""
    ongoing: Damage = ()
    inflicts: Words = ()
    escape: Whole | None = None
    recharge: Text | None = None
    uses: Text | None = None
    spell: Flag = False
    when: Text | None = None
    text: Text | None = None

    @model_validator(mode="before")
    @classmethod
    def _kind_from_distances(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        data = dict(data)
        if "kind" not in data and data.get("range") is not None:
            data["kind"] = "both" if data.get("reach") is not None else "ranged"
        if data.get("kind", "melee") != "ranged" and data.get("reach") is None:
            data["reach"] = 5
        if isinstance(data.get("range"), str):
            feet = re.sub(r"\s+|feet|ft\.?", "", coercion.plain(data["range"]))
            if not all(part.isdigit() for part in feet.split("/")):
                raise ValueError(f"range must be feet such as 30/120, not {coercion.show(data['range'])}")
            data["range"] = feet
        return data

    @property
    def normal_range(self) -> int | None:
        """Feet without disadvantage, or None for melee only."""
        return int(self.range.split("/")[0]) if self.range else None

    @property
    def long_range(self) -> int | None:
        """Feet with disadvantage; the normal range where there is only one."""
        return int(self.range.split("/")[-1]) if self.range else None


class Legendary(Entry):
    """Legendary actions: how many between two turns of the owner, and which."""

    uses: Whole = 3
    uses_lair: Whole | None = None
    actions: Annotated[tuple[ActionEntry, ...], Typed(coercion.many)] = ()

    @model_validator(mode="before")
    @classmethod
    def _from_list(cls, data: Any) -> Any:
        return {"actions": data} if isinstance(data, list | tuple) else data


class Regeneration(Entry):
    """Hit points regained as its turn starts."""

    amount: Whole
    stopped_by: Words = ()
    """Damage types that switch it off until the end of the next turn."""
    needs_hp: Whole | None = None
    """Hit points it must still have."""

    @model_validator(mode="before")
    @classmethod
    def _from_number(cls, data: Any) -> Any:
        return {"amount": data} if isinstance(data, int | str) else data


class Spellcasting(Entry):
    """One spell list: ability, save DC, slots by level, spells by level or by uses a day."""

    name: Text = "Spellcasting"
    ability: SaveAbility | None = None
    dc: Whole | None = None
    attack: Whole | None = None
    level: Whole | None = None
    slots: dict[int, Whole] = Field(default_factory=dict)
    spells: dict[Text, Words] = Field(default_factory=dict)
    """By `cantrips`, `1` … `9`, `at will`, `3/day`."""
    recharge: Text | None = None
    text: Text | None = None
