"""One tolerant reader for the numbers that people and programs write: `15 (natural armor)`, `− 2`, `5,900`, `½`, `??`.

Nothing here raises: what cannot be read is `None`, and the caller says so.
"""

import re
from typing import Any

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
EMPTY_WORDS = {
    "",
    "-",
    "--",
    "none",
    "null",
    "undefined",
    "??",
    "?",
    "n/a",
    "na",
    "keine",
    "ninguna",
    "nan",
    "[]",
    "{}",
}
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
HIGHEST = 9_999_999

_TO_PLAIN = str.maketrans(
    {
        **dict.fromkeys(DASHES, "-"),
        **dict.fromkeys(
            "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " "
        ),
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad", ""),
        **dict.fromkeys("\u2018\u2019\u201a\u2032\u02bc", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u2033", '"'),
        "\u00d7": "x",
        "\u2044": "/",
        "\u00bd": "1/2",
        "\u00bc": "1/4",
        "\u215b": "1/8",
    }
)
_DICE = re.compile(r"(\d{0,4})\s*[dDwW]\s*(\d{1,4}|%)((?:\s*[+-]\s*\d{1,6}(?!\s*[dDwW]\s*\d))*)")
_WHOLE = re.compile(r"[+-]?\s*\d[\d, .]*\d|[+-]?\s*\d")
_GROUPED = re.compile(r"^\d{1,3}(?:[,. ]\d{3})+$")


def plain(value: Any) -> str:
    """The value as text with typographic dashes, spaces and quotes made ordinary, ends stripped."""
    if value is None:
        return ""
    text = value if isinstance(value, str) else str(value)
    return text.strip() if text.isascii() else text.translate(_TO_PLAIN).strip()


def is_empty(value: Any) -> bool:
    """Whether the value says "nothing": absent, an empty list, a lone dash, `None`, `??`."""
    if value is None or value == [] or value == {}:
        return True
    return isinstance(value, str) and plain(value).lower().rstrip(".") in EMPTY_WORDS


def whole(value: Any) -> int | None:
    """The first whole number in the value, its sign kept; thousands marks allowed, `True` and dates are no numbers."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int):
        return value if abs(value) <= HIGHEST else None
    if isinstance(value, float):
        return int(value) if value == value and abs(value) <= HIGHEST else None
    if not isinstance(value, str):
        return None
    text = plain(value)
    if text.isdecimal() and len(text) < 8:
        return int(text)
    found = _WHOLE.search(text.replace(" ,", ","))
    return _from_digits(found.group()) if found else None


def _from_digits(text: str) -> int | None:
    sign = -1 if text.lstrip().startswith("-") else 1
    body = text.lstrip("+- ").strip()
    if _GROUPED.match(body):
        body = re.sub(r"\D", "", body)
    found = re.match(r"\d{1,7}", body)
    return sign * int(found.group()) if found else None


def number(value: Any) -> float | None:
    """The value as a number that may have a decimal part (`0.25`, `12,5`, `1/4`)."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return float(value) if value == value and abs(value) <= HIGHEST else None
    text = plain(value).replace(" ", "")
    if over := re.fullmatch(r"([+-]?\d{1,4})/(\d{1,4})", text):
        return int(over[1]) / int(over[2]) if int(over[2]) else None
    if found := re.fullmatch(r"[+-]?\d{1,7}(?:[.,]\d{1,6})?", text):
        return float(found.group().replace(",", "."))
    return None


def dice(value: Any) -> str | None:
    """The first dice expression as `2d8+2`, whatever stands around it; several terms without a bonus stay joined."""
    if value is None or isinstance(value, bool | int | float):
        return None
    text = plain(value).replace("`", "")
    found = _DICE.search(text)
    if not found:
        return None
    sides = "100" if found[2] == "%" else found[2]
    if not int(sides):
        return None
    bonus = sum(int(part.replace(" ", "")) for part in re.findall(r"[+-]\s*\d+", found[3]))
    return f"{int(found[1] or 1)}d{int(sides)}" + (f"{bonus:+d}" if bonus else "")


def average(expression: str | None) -> int | None:
    """The average of `2d8+2`, rounded down; None without dice."""
    found = _DICE.fullmatch(expression or "")
    if not found:
        return None
    return int(found[1] or 1) * (int(found[2]) + 1) // 2 + (int(found[3]) if found[3] else 0)


def challenge(value: Any) -> int | str | None:
    """A challenge rating as our files write it, 0 to 30 or `1/8`, `1/4`, `1/2`; knows a spreadsheet's `01-Apr`."""
    if isinstance(value, dict):
        return challenge(value.get("cr", value.get("rating")))
    if isinstance(value, bool) or is_empty(value):
        return None
    if isinstance(value, int | float):
        return _rating(float(value))
    text = re.sub(r"^(?:cr|challenge(?: rating)?)\s*:?\s*", "", plain(value).lower())
    if found := re.match(r"(\d{1,2})\s*/\s*(\d{1,2})(?:\s*/\s*(?:\d{4}|\d\d))?(?!\d)", text):
        return _fraction(int(found[1]), int(found[2]))
    if found := re.match(r"(?:20\d\d)-(\d\d)-(\d\d)", text):
        return _fraction(int(found[1]), int(found[2]))
    if found := re.match(r"(\d{1,2})[-. ]+([a-z]{3})|([a-z]{3})[a-z]*[-. ]+(\d{1,2})", text):
        month, day = (found[2], found[1]) if found[1] else (found[3], found[4])
        return _fraction(int(day), MONTHS.index(month) + 1) if month in MONTHS else None
    if found := re.match(r"\d{1,3}(?:[.,]\d{1,3})?", text):
        return _rating(float(found.group().replace(",", ".")))
    return None


def _fraction(over: int, under: int) -> int | str | None:
    if 1 in (over, under) and max(over, under) in (2, 4, 8):
        return f"1/{max(over, under)}"
    return over if under == 1 else None


def _rating(value: float) -> int | str | None:
    for text, size in (("1/8", 0.125), ("1/4", 0.25), ("1/2", 0.5)):
        if abs(value - size) < 0.01:
            return text
    return int(value) if 0 <= value <= 99 and value == value else None


def rating_value(cr: int | str | None) -> float:
    """The challenge rating as a number, 0 when there is none."""
    return number(cr) or 0.0


def proficiency_bonus(cr: int | str | None) -> int:
    """The proficiency bonus that goes with a challenge rating: +2 up to 4, then one more every four."""
    return max(2, (int(rating_value(cr)) + 7) // 4)


def modifier_of(score: int | None) -> int:
    """The ability modifier of a score; an absent score counts as 10."""
    return ((10 if score is None else score) - 10) // 2
