"""What a GM may type for a number, a speed or a list, and the one shape the models keep."""

import re
from collections.abc import Iterable
from typing import Any

from tracker.regex import regex

ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
SIZES = ("tiny", "small", "medium", "large", "huge", "gargantuan")

_EDITIONS = {
    "srd-5.1": ("5.1", "5e", "2014", "srd5.1", "srd 5.1", "dnd 2014", "5e 2014"),
    "srd-5.2": ("5.2", "5.2.1", "2024", "5.5", "5.5e", "srd5.2", "srd 5.2", "srd-5.2.1", "dnd 2024", "5e 2024"),
    "black-flag": ("black flag", "blackflag", "bf", "tov", "tales of the valiant"),
}
_TYPOGRAPHY = str.maketrans({"−": "-", "–": "-", "\xa0": " ", "\u202f": " ", "\u2009": " "})
_WHOLE = regex(r"([+-]?\d{1,9})(?:\.0+)?\s*(?:(?:ft|feet|foot|hp|xp|lb)\b\.?|\(.*\))?\s*$", re.IGNORECASE)
_DICE = regex(r"(?<!\d)\d{0,6}d\d{1,6}(?:[+-]\d{1,9})*", re.IGNORECASE)
_FRACTIONS = {"0.125": "1/8", "0.25": "1/4", "0.5": "1/2", ".125": "1/8", ".25": "1/4", ".5": "1/2"}
_YES = {"yes", "true", "on", "y", "1"}
_NO = {"no", "false", "off", "n", "0"}
_OUTER_COMMA = regex(r"[,;](?![^(]*\))")


def plain(text: str) -> str:
    """Typographic minus signs, dashes and hard spaces as the keyboard would have typed them."""
    return text.translate(_TYPOGRAPHY)


def nearest(word: str, choices: Iterable[str]) -> str:
    """` (did you mean 'x'?)` for the likeliest of `choices`, or nothing."""
    from difflib import get_close_matches

    lowered = {choice.lower(): choice for choice in choices}
    close = get_close_matches(word.lower(), lowered, n=1, cutoff=0.7)
    return f" (did you mean '{lowered[close[0]]}'?)" if close else ""


def whole(value: Any) -> Any:
    """A whole number from `7`, `+7`, `−1`, `30 ft.` or `15 (natural armor)`. Raises ValueError for anything else."""
    if type(value) is int or value is None:
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return int(value)
    match = _WHOLE.match(plain(str(value)).strip()) if isinstance(value, str | float) else None
    if match is None:
        raise ValueError(f"must be a whole number, not {show(value)}")
    return int(match[1])


def show(value: Any) -> str:
    """A value as an error message quotes it, cut to a readable length."""
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "a mapping (key: value)"
    if isinstance(value, list | tuple):
        return "a list"
    text = str(value) if isinstance(value, int | float) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def text(value: Any) -> Any:
    """Text, where a bare number counts as text. Raises ValueError for a list or a mapping."""
    if isinstance(value, str) or value is None:
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return getattr(value, "written", None) or str(value)
    raise ValueError(f"must be text, not {show(value)}")


def yes_or_no(value: Any) -> Any:
    """True or False from `true`, `yes`, `on` and their opposites. Raises ValueError otherwise."""
    if isinstance(value, bool) or value is None:
        return value
    word = str(value).strip().lower()
    if word in _YES or word in _NO:
        return word in _YES
    raise ValueError(f"must be yes or no, not {show(value)}")


def listed(value: Any) -> Any:
    """A list of texts: one text is a list of one, a comma outside brackets parts two."""
    if value is None:
        return ()
    if isinstance(value, str):
        return tuple(part.strip() for part in _OUTER_COMMA.split(value) if part.strip())
    if isinstance(value, list | tuple):
        if None in value:
            raise ValueError("must not hold an empty entry")
        return tuple(text(part) for part in value)
    raise ValueError(f"must be a list, not {show(value)}")


def sentences(value: Any) -> Any:
    """A list of texts that may hold commas; `[a: b]`, which YAML takes for a mapping, is one text again."""
    if value is None:
        return ()
    if isinstance(value, list | tuple):
        return tuple(_sentence(part) for part in value)
    return (_sentence(value),)


def _sentence(value: Any) -> Any:
    if isinstance(value, dict) and len(value) == 1:
        return ": ".join(str(text(part)) for part in next(iter(value.items())))
    return text(value)


def many(value: Any) -> Any:
    """A tuple of entries; a single entry stands for a list of one."""
    if value is None:
        return ()
    return tuple(value) if isinstance(value, list | tuple) else (value,)


def damage(value: Any) -> Any:
    """Damage parts such as `2d6+6 slashing`, one text each, from a list or from `2d6 + 6 slashing plus 1d8 acid`."""
    if value is None:
        return ()
    if isinstance(value, int | str):
        value = re.split(r"\s+(?:plus|and)\s+|,\s*", plain(str(value)))
    if not isinstance(value, list | tuple):
        raise ValueError(f"must be dice and a damage type such as 1d6+2 slashing, not {show(value)}")
    return tuple(_damage_part(part) for part in value)


def _damage_part(value: Any) -> str:
    part = plain(str(text(value))).strip()
    part = re.sub(r"^\d+\s*\((.*?)\)", r"\1", part)
    part = re.sub(r"\s*([+-])\s*(?=\d)", r"\1", part)
    part = re.sub(r"\s+damage$", "", part, flags=re.IGNORECASE).lower()
    if not re.fullmatch(r"(?:\d*d\d+|\d+)(?:[+-](?:\d*d)?\d+)*(?:\s+[^\d].*)?", part):
        raise ValueError(f"must be dice and a damage type such as 1d6+2 slashing, not {show(value)}")
    return part


def dice(value: Any) -> Any:
    """Hit dice or a plain number of dice notation, spaces and typography taken out. Raises ValueError."""
    if value is None:
        return None
    tidy = re.sub(r"\s+", "", plain(str(text(value)))).lower()
    if not re.fullmatch(r"(?:\d*d\d+|\d+)(?:[+-](?:\d*d)?\d+)*", tidy):
        raise ValueError(f"must be dice such as 2d8+2, not {show(value)}")
    return tidy


def average(notation: str) -> int:
    """The average of dice such as `2d8+2`, rounded down, never under 1."""
    total = 0.0
    for sign, count, faces, flat in re.findall(r"([+-]?)(?:(\d*)d(\d+)|(\d+))", notation):
        worth = int(flat) if flat else int(count or 1) * (int(faces) + 1) / 2
        total += -worth if sign == "-" else worth
    return max(1, int(total))


def ability(word: Any) -> str:
    """`dex` from `dex`, `Dexterity` or `DEX`. Raises ValueError for no ability."""
    if word in ABILITIES:
        return str(word)
    key = str(word).strip().lower()
    short = key[:3]
    full = {"str": "strength", "dex": "dexterity", "con": "constitution"}
    full |= {"int": "intelligence", "wis": "wisdom", "cha": "charisma"}
    if short in full and full[short].startswith(key):
        return short
    raise ValueError(f"must be one of {', '.join(ABILITIES)}, not {show(word)}")


def save_ability(word: Any) -> Any:
    """The ability of a saving throw; `str or dex` where the target may choose. Raises ValueError."""
    if word is None:
        return None
    return " or ".join(ability(part) for part in re.split(r"\s+or\s+|/", str(word)))


def by_ability(value: Any) -> Any:
    """Figures by ability from a mapping, from six in the usual order, or from `dex +7, wis +4`."""
    if value is None:
        return {}
    if isinstance(value, str):
        found = re.findall(r"([A-Za-z]{3,12})\s*:?\s*([+-]?\d+)", plain(value))
        value = dict(found) if found else value
    if isinstance(value, list | tuple) and len(value) == 6:
        value = dict(zip(ABILITIES, value, strict=True))
    if not isinstance(value, dict):
        raise ValueError(f"must be figures by ability such as {{dex: 14, con: 12}}, not {show(value)}")
    return {ability(key): whole(figure) for key, figure in value.items() if figure is not None}


def by_name(value: Any) -> Any:
    """Figures by lower-case name, such as skills, from a mapping or from `Stealth +6, Perception +3`."""
    if value is None:
        return {}
    if isinstance(value, str):
        value = dict(re.findall(r"([A-Za-z][A-Za-z ]{0,40}?)\s{0,4}:?\s{0,4}([+-]?\d+)", plain(value)))
    if not isinstance(value, dict):
        raise ValueError(f"must be names and figures such as {{stealth: 6}}, not {show(value)}")
    return {str(key).strip().lower(): whole(figure) for key, figure in value.items() if figure is not None}


def speeds(value: Any) -> Any:
    """Feet by way of moving from `30`, from a mapping, or from `30 ft., fly 60 ft. (hover)`."""
    if value is None:
        return {}
    if isinstance(value, int) and not isinstance(value, bool):
        return {"walk": int(value)}
    if isinstance(value, str):
        found = re.findall(r"([A-Za-z]{0,20})\s{0,4}:?\s{0,4}(\d+)", plain(value))
        if not found:
            raise ValueError(f"must be a speed in feet such as 30 or {{walk: 30, fly: 60}}, not {show(value)}")
        ways = ("walk", "fly", "swim", "climb", "burrow")
        return {way.lower() if way.lower() in ways else "walk": int(feet) for way, feet in found}
    return by_name(value)


def challenge(value: Any) -> Any:
    """A challenge rating as text, `1/4` or `14`; decimals become the fraction. Raises ValueError."""
    if value is None:
        return None
    word = plain(str(text(value))).strip().split(" ")[0]
    word = _FRACTIONS.get(word, word).replace("½", "1/2").replace("¼", "1/4").replace("⅛", "1/8")
    if re.fullmatch(r"1/[248]|\d{1,2}", word):
        return word
    raise ValueError(f"must be a challenge rating such as 1/4 or 5, not {show(value)}")


def size(value: Any) -> Any:
    """A size in lower case; of `Medium or Small` the first. Raises ValueError with the nearest size."""
    if value is None:
        return None
    word = re.split(r"\s+or\s+|/|,", str(text(value)).strip().lower())[0]
    letters = {name[0]: name for name in SIZES}
    if word in SIZES or word in letters:
        return letters.get(word, word)
    raise ValueError(f"must be one of {', '.join(SIZES)}, not {show(value)}{nearest(word, SIZES)}")


def edition_of(value: Any) -> Any:
    """An edition from the words people use for it. Raises ValueError with the nearest."""
    if value is None:
        return None
    word = str(text(value)).strip().lower()
    for name, words in _EDITIONS.items():
        if word == name or word in words:
            return name
    choices = ", ".join(_EDITIONS)
    raise ValueError(f"must be one of {choices}, not {show(value)}{nearest(word, _EDITIONS)}")


def find_dice(value: str) -> str | None:
    """The first dice in a text such as `195 (17d12 + 85)`, without spaces."""
    match = _DICE.search(re.sub(r"\s+", "", plain(value)))
    return match[0].lower() if match else None
