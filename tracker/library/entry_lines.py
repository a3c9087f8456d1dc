"""One line of an encounter or a party as the GM writes it: what belongs to this fight, apart from the stat block."""

import re
from typing import Annotated, Any

from pydantic import Field

from tracker.library import coercion
from tracker.library.encounter_plan import Carried, Counter, Side
from tracker.library.entries import Entry, Flag, Sentences, Text, Typed, Whole, Words
from tracker.regex import regex

_SIDES = {
    "foe": ("foe", "foes", "enemy", "enemies", "monster", "monsters", "hostile"),
    "ally": ("ally", "allies", "friend", "friends", "friendly"),
    "neutral": ("neutral", "neutrals", "bystander", "bystanders"),
    "party": ("party", "pc", "pcs", "player", "players"),
}
_FRACTION = regex(r"\s*([+-]?\d+)\s*/\s*(\d+)\s*$")
HP_WORDS = {"average": "average", "avg": "average", "roll": "roll", "rolled": "roll", "max": "max", "maximum": "max"}


def side_of(value: Any) -> Any:
    """A side from the words people use for it. Raises ValueError with the nearest."""
    word = str(coercion.text(value)).strip().lower()
    for name, words in _SIDES.items():
        if word in words:
            return name
    raise ValueError(f"must be foe, ally, neutral or party, not {coercion.show(value)}{coercion.nearest(word, _SIDES)}")


def _round(value: Any) -> Any:
    found = re.fullmatch(r"\s*(?:round|rd|r)?\s*(\d{1,4})\s*", str(coercion.text(value)), re.IGNORECASE)
    if value is None or found:
        return int(found[1]) if found else None
    raise ValueError(f"must be a round such as 'round 3', not {coercion.show(value)}")


def _group(value: Any) -> Any:
    try:
        return bool(coercion.yes_or_no(value))
    except ValueError:
        return coercion.text(value)


def _count(value: Any) -> Any:
    found = re.fullmatch(r"\s*[x×]?\s*(\d{1,9})\s*[x×]?\s*", str(value)) if isinstance(value, str) else None
    return int(found[1]) if found else coercion.whole(value)


def _initiative(value: Any) -> Any:
    return None if isinstance(value, str) and value.strip().lower() in ("roll", "ask") else coercion.whole(value)


class EntryLine(Entry):
    """What an entry says about this fight. All other keys of the entry are the creature's."""

    monster: Text | None = None
    """The name of a creature to look up, or a creature file beside this one."""
    trap: Text | None = None
    """Makes it a trap of that name, acting on its count."""
    name: Text | None = None
    extends: Words = ()
    """Templates it starts from, the later ones counting more."""
    count: Annotated[int, Typed(_count), Field(ge=1, le=1000)] = 1
    group: Annotated[bool | str, Typed(_group)] = False
    """`true`, or a name: one initiative and one turn for all copies."""
    max_hp: Annotated[Whole, Field(ge=0)] | None = None
    initiative: Annotated[int | None, Typed(_initiative)] = None
    """The count, already rolled."""
    initiative_bonus: Whole | None = None
    side: Annotated[Side, Typed(side_of)] | None = None
    hidden: Flag = False
    surprised: Flag = False
    wave: Text | None = None
    joins: Annotated[int | None, Typed(_round), Field(ge=1)] = None
    """The round it enters in: `round 3`."""
    absent: Flag = False
    notes: Text | None = None
    tags: Words = ()
    each_turn: Sentences = ()
    """What a trap does on its count."""
    counter: Counter | None = None
    detect_dc: Whole | None = None
    disarm_dc: Whole | None = None
    disarm: Text | None = None
    exhaustion: Annotated[Whole, Field(ge=0, le=6)] = 0
    temp_hp: Annotated[Whole, Field(ge=0)] = 0
    conditions: Sentences = ()
    """Conditions it comes with, as the command language says them: `poisoned for 3 rounds`."""
    concentration: Text | None = None
    spent: dict[Text, Whole] = Field(default_factory=dict)
    """Uses gone in an earlier fight, by the name of the action."""
    slots_spent: dict[int, Whole] = Field(default_factory=dict)

    @property
    def carried(self) -> Carried:
        """What it brings along from an earlier fight."""
        return Carried(
            exhaustion=self.exhaustion,
            temp_hp=self.temp_hp,
            conditions=self.conditions,
            concentration=self.concentration,
            spent=self.spent,
            slots_spent=self.slots_spent,
        )


def hit_points(value: Any) -> tuple[str, int | None, int | None] | None:
    """Mode, hit points now and maximum from `hp:` of an entry; None when it says something about the stat block.

    `roll`, `max`, `average`, a number, or `31/38`. Raises ValueError for less than nothing and more than the maximum.
    """
    if value is None:
        return None
    if isinstance(value, str):
        text = coercion.plain(value).strip()
        if text.lower() in HP_WORDS:
            return HP_WORDS[text.lower()], None, None
        fraction = _FRACTION.match(text)
        if fraction:
            return _given(int(fraction[1]), int(fraction[2]))
        if coercion.find_dice(text):
            return None
        if text.rstrip("!?.").isalpha():
            near = coercion.nearest(text, HP_WORDS)
            raise ValueError(f"must be average, roll, max, a number or 31/38, not {coercion.show(value)}{near}")
    number = int(coercion.whole(value))
    return _given(number, number)


def _given(now: int, maximum: int) -> tuple[str, int, int]:
    if now < 0 or maximum < 0:
        raise ValueError(f"must not be less than 0, as {min(now, maximum)} is")
    if now > maximum:
        raise ValueError(f"must not be more than its maximum, as {now}/{maximum} is")
    if maximum > 1_000_000:
        raise ValueError("must be at most 1000000")
    return "given", now, maximum
