"""The field's fixed vocabulary as files spell it: abilities, skills, sizes, damage types, conditions."""

import re

from tracker.library.importers.figures import plain

ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
ABILITY_NAMES = {
    "strength": "str",
    "dexterity": "dex",
    "constitution": "con",
    "intelligence": "int",
    "wisdom": "wis",
    "charisma": "cha",
}
SIZES = ("tiny", "small", "medium", "large", "huge", "gargantuan")
SIZE_CODES = {"t": "tiny", "s": "small", "m": "medium", "l": "large", "h": "huge", "g": "gargantuan"} | {
    "sm": "small",
    "med": "medium",
    "lg": "large",
    "grg": "gargantuan",
}
DAMAGE_TYPES = (
    "acid",
    "bludgeoning",
    "cold",
    "fire",
    "force",
    "lightning",
    "necrotic",
    "piercing",
    "poison",
    "psychic",
    "radiant",
    "slashing",
    "thunder",
)
PHYSICAL = ("bludgeoning", "piercing", "slashing")
CONDITIONS = (
    "blinded",
    "charmed",
    "deafened",
    "exhaustion",
    "frightened",
    "grappled",
    "incapacitated",
    "invisible",
    "paralyzed",
    "petrified",
    "poisoned",
    "prone",
    "restrained",
    "stunned",
    "unconscious",
)
CONDITION_FORMS = {
    "exhausted": "exhaustion",
    "paralysed": "paralyzed",
    "grapple": "grappled",
    "blind": "blinded",
    "deaf": "deafened",
    "blindness": "blinded",
    "deafness": "deafened",
    "fear": "frightened",
    "charm": "charmed",
    "stun": "stunned",
    "paralysis": "paralyzed",
    "petrification": "petrified",
}
DAMAGE_FORMS = {
    "electric": "lightning",
    "electricity": "lightning",
    "thunderous": "thunder",
    "blunt": "bludgeoning",
    "bludgeon": "bludgeoning",
    "pierce": "piercing",
    "slash": "slashing",
    "psionic": "psychic",
    "holy": "radiant",
    "poisonous": "poison",
}
SKILL_CODES = {
    "acr": "acrobatics",
    "ani": "animal handling",
    "arc": "arcana",
    "ath": "athletics",
    "dec": "deception",
    "his": "history",
    "ins": "insight",
    "itm": "intimidation",
    "inv": "investigation",
    "med": "medicine",
    "nat": "nature",
    "prc": "perception",
    "prf": "performance",
    "per": "persuasion",
    "rel": "religion",
    "slt": "sleight of hand",
    "ste": "stealth",
    "sur": "survival",
}
SKILL_ABILITY = {
    "athletics": "str",
    **dict.fromkeys(("acrobatics", "sleight of hand", "stealth"), "dex"),
    **dict.fromkeys(("arcana", "history", "investigation", "nature", "religion"), "int"),
    **dict.fromkeys(("animal handling", "insight", "medicine", "perception", "survival"), "wis"),
    **dict.fromkeys(("deception", "intimidation", "performance", "persuasion"), "cha"),
}
_NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve"
COUNT_WORDS = {word: value for value, word in enumerate(_NUMBER_WORDS.split())} | {
    "a": 1,
    "an": 1,
    "once": 1,
    "twice": 2,
    "another": 1,
    "single": 1,
}
SPANS = r"(?:feet|foot|ft\.?|')"


def ability(value: object) -> str | None:
    """`str` to `cha` from any spelling that begins like an ability (`Dexterity`, `DEX`, `Dex.`)."""
    word = re.sub(r"[^a-z]", "", plain(value).lower())
    return ABILITY_NAMES.get(word) or (word if word in ABILITIES else None)


def size(value: object) -> str | None:
    """A size in lower case from a word, a letter or Foundry's short form; the largest named of several."""
    text = plain(value).lower()
    if text in SIZE_CODES:
        return SIZE_CODES[text]
    named = [word for word in SIZES if re.search(rf"\b{word}\b", text)]
    return named[-1] if named else None


def skill(value: object) -> str:
    """A skill's name in lower case (`sleight of hand`), short forms spelled out."""
    word = re.sub(r"[^a-z ]", " ", plain(value).lower().replace("_", " "))
    word = re.sub(r"\s+", " ", word).strip()
    return SKILL_CODES.get(
        word, {"animalhandling": "animal handling", "sleightofhand": "sleight of hand"}.get(word, word)
    )


def damage_type(word: object) -> str | None:
    """One of the 13 damage types, or None."""
    text = plain(word).lower().strip(" .,;")
    text = DAMAGE_FORMS.get(text, text)
    return text if text in DAMAGE_TYPES else None


def condition(word: object) -> str | None:
    """A condition's name, or None."""
    text = plain(word).lower().strip(" .,;")
    text = CONDITION_FORMS.get(text, text)
    return text if text in CONDITIONS else None


def count(word: object) -> int | None:
    """A small number written as a word or in digits."""
    text = plain(word).lower()
    return int(text) if re.fullmatch(r"\d{1,3}", text) else COUNT_WORDS.get(text)
