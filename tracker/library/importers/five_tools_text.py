"""5etools text: tags in braces and nested entries, turned into the words that are printed in a book."""

import re
from typing import Any

from tracker.library.importers import shapes, words
from tracker.library.importers.figures import plain, whole

_TAG = re.compile(r"\{@(\w+)(?:\s+([^{}]*))?\s*\}")
_ATTACKS = {
    "mw": "melee weapon",
    "rw": "ranged weapon",
    "ms": "melee spell",
    "rs": "ranged spell",
    "m": "melee",
    "r": "ranged",
} | {
    "mp": "melee power",
    "rp": "ranged power",
    "g": "weapon",
}
_FIRST = {
    "damage",
    "dice",
    "autodice",
    "b",
    "bold",
    "i",
    "italic",
    "s",
    "strike",
    "u",
    "underline",
    "sup",
    "sub",
    "note",
    "code",
    "color",
} | {
    "font",
    "kbd",
    "filter",
    "link",
    "5etools",
    "book",
    "adventure",
    "area",
    "table",
    "footnote",
    "homebrew",
    "tip",
    "unit",
    "style",
    "help",
    "highlight",
    "loader",
    "comic",
    "comicH1",
    "comicNote",
}
_FULL = {short: long.capitalize() for long, short in words.ABILITY_NAMES.items()}
_DEEPEST = 25


def untagged(text: str) -> str:
    """The text with every tag replaced by what it prints, nested ones from the inside out."""
    for _ in range(20):
        text, count = _TAG.subn(lambda hit: _printed(hit[1], (hit[2] or "").strip()), text)
        if not count:
            break
    return text


def _printed(tag: str, body: str) -> str:
    parts = [part.strip() for part in body.split("|")]
    if made := _fixed(tag, parts[0]):
        return made
    if tag in ("scaledamage", "scaledice"):
        return parts[2] if len(parts) > 2 else parts[0]
    if tag == "chance":
        return f"{parts[0]} percent"
    if tag == "skill" and len(parts) > 1 and len(parts) < 3:
        return parts[1] or parts[0]
    if tag == "quickref":
        return parts[4] if len(parts) > 4 and parts[4] else parts[0]
    if tag in ("deity",):
        return parts[3] if len(parts) > 3 and parts[3] else parts[0]
    if tag in _FIRST:
        return parts[0]
    return parts[2] if len(parts) > 2 and parts[2] else parts[0]


def _fixed(tag: str, first: str) -> str:
    """The tags of attack and save lines."""
    if tag in ("atk", "atkr"):
        return _attack_line(first, tag == "atkr")
    if tag in ("hit", "d20", "initiative"):
        value = whole(first)
        return f"{value:+d}" if value is not None and re.fullmatch(r"[+-]?\s*\d+", plain(first)) else first
    if tag == "recharge":
        low = whole(first)
        return "(Recharge 6)" if low is None or low >= 6 else f"(Recharge {low}-6)"
    if tag == "actSave":
        return (
            " or ".join(_FULL.get(part.strip(), part.strip().capitalize()) for part in first.split(","))
            + " Saving Throw:"
        )
    if tag == "actSaveFail":
        return {"1": "First Failure:", "2": "Second Failure:"}.get(first, "Failure:")
    if tag == "dc":
        return f"DC {first}"
    return {
        "h": "Hit: ",
        "m": "Miss: ",
        "hom": "Hit or Miss: ",
        "actSaveSuccess": "Success:",
        "actSaveSuccessOrFail": "Failure or Success:",
        "actSaveFailBy": f"Failure by {first} or More:",
        "actTrigger": "Trigger:",
        "actResponse": "Response:",
        "hitYourSpellAttack": "your spell attack modifier",
        "dcYourSpellSave": "your spell save DC",
        "coinflip": first or "flip a coin",
    }.get(tag, "")


def _attack_line(codes: str, is_roll: bool) -> str:
    kinds = [_ATTACKS.get(code.strip(), "") for code in codes.split(",")]
    reaches = list(
        dict.fromkeys(kind.split(" ")[0] for kind in kinds if kind and kind.split(" ")[0] in ("melee", "ranged"))
    )
    tool = next((kind.split(" ")[1] for kind in kinds if " " in kind), "")
    what = "attack roll:" if is_roll else f"{tool} attack:".strip()
    return " ".join(word for word in f"{' or '.join(reaches)} {what}".split()).title().replace(" Or ", " or ")


def rendered(entry: Any, depth: int = 0) -> str:
    """An entry of any type as lines of text."""
    if isinstance(entry, str):
        return untagged(entry)
    if isinstance(entry, int | float) and not isinstance(entry, bool):
        return str(entry)
    if depth > _DEEPEST:
        return ""
    if isinstance(entry, list):
        return "\n".join(filter(None, (rendered(part, depth + 1) for part in entry)))
    return _object(entry, depth) if isinstance(entry, dict) else ""


def _object(entry: dict[str, Any], depth: int) -> str:
    kind = entry.get("type")
    if kind == "table":
        return _table(entry, depth)
    if kind == "list":
        return "\n".join(f"- {line}" for part in shapes.rows(entry.get("items")) if (line := rendered(part, depth + 1)))
    if kind in ("inline", "inlineBlock"):
        return "".join(rendered(part, depth + 1) for part in shapes.rows(entry.get("entries")))
    if kind in ("bonus", "bonusSpeed"):
        return f"{whole(entry.get('value')) or 0:+d}"
    if kind == "dice":
        rolls = [roll for roll in shapes.rows(entry.get("toRoll")) if isinstance(roll, dict)]
        return " + ".join(f"{roll.get('number', 1)}d{roll.get('faces', 6)}" for roll in rolls)
    if kind in ("image", "gallery"):
        return ""
    body = next((entry[key] for key in ("entries", "entry", "items", "text") if entry.get(key)), "")
    text = rendered(body, depth + 1)
    name = untagged(entry["name"]).strip() if isinstance(entry.get("name"), str) else ""
    return f"{name.rstrip('.:')}. {text}" if name and text else name or text


def _table(entry: dict[str, Any], depth: int) -> str:
    lines = [untagged(entry["caption"])] if isinstance(entry.get("caption"), str) else []
    labels = entry.get("colLabels")
    rows: list[Any] = [labels]
    rows += [row.get("row") if isinstance(row, dict) else row for row in shapes.rows(entry.get("rows"))]
    lines += [
        " | ".join(rendered(cell, depth + 1).replace("\n", " ") for cell in row)
        for row in rows
        if isinstance(row, list)
    ]
    return "\n".join(lines)
