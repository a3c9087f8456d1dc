"""Creatures, parties and encounters as YAML in our own shape, written whole or not at all."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tracker.library import bestiary
from tracker.library.atomic import write_text
from tracker.library.encounter_plan import EncounterPlan, PlanEntry
from tracker.library.models import StatBlock, tidied
from tracker.library.plan_entries import overridden
from tracker.library.visible import visible
from tracker.regex import regex

_WIDTH = 118
_LONGEST_KEY = 1000
"""Letters of a key that YAML reads without a question mark before it."""
_PLAIN = regex(r"[^\W\d_][\w ./()'’%×-]*[\w.)%]|[^\W\d_]", re.UNICODE)
_SPECIAL = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
_DICE = regex(r"\d+d\d+(?:[+-]\d+)*(?: [a-z|]+(?: \([a-z, ]+\))?)?|\d+/\d+|\d+-\d+|\d+/(?:day|turn)")
_CARRIED = ("exhaustion", "temp_hp", "conditions", "spent", "slots_spent", "concentration")
_TRAP = ("each_turn", "counter", "detect_dc", "disarm_dc", "disarm")


def creature_mapping(block: StatBlock) -> dict[str, Any]:
    """A creature as its file has it: nothing that is a default or follows from other figures."""
    data = block.model_dump(exclude_defaults=True, mode="json")
    for flag, inside in (("hover", "speed"), ("blind_beyond", "senses")):
        if data.pop(flag, False):
            data[inside] = {**data.get(inside, {}), flag: True}
    for key in ("initiative", "pb", "passive"):
        derived = tidied({name: value for name, value in data.items() if name != key}).get(key)
        actual = getattr(block, key)
        data.pop(key, None)
        if derived != actual:
            data[key] = actual
    if data.get("cr", "").isdigit():
        data["cr"] = int(data["cr"])
    return {"name": block.name, **data}


def entry_mapping(entry: PlanEntry, edition: str) -> dict[str, Any]:
    """An entry of an encounter or a party as its file has it, a built-in creature by name with what differs from it."""
    data = _creature_part(entry, edition)
    if entry.name is not None:
        data["name"] = entry.name
    if entry.count != 1:
        data["count"] = entry.count
    if entry.group:
        data["group"] = entry.group
    _hit_points(entry, data)
    usual = {"foe", "party"} if entry.kind == "creature" else {"neutral"}
    if entry.side not in usual:
        data["side"] = entry.side
    plain = entry.model_dump(
        include={"initiative", "hidden", "surprised", "wave", "joins", "absent", "tags", "notes"},
        exclude_defaults=True,
        mode="json",
    )
    if "joins" in plain:
        plain["joins"] = f"round {plain['joins']}"
    carried = entry.carried.model_dump(include=set(_CARRIED), exclude_defaults=True, mode="json")
    trap = entry.trap.model_dump(include=set(_TRAP), exclude_defaults=True, mode="json") if entry.trap else {}
    return {**data, **plain, **trap, **carried}


def _creature_part(entry: PlanEntry, edition: str) -> dict[str, Any]:
    own = creature_mapping(entry.block)
    bonus = own.pop("initiative", None)
    own.pop("edition", None)
    if bonus is not None:
        own["initiative_bonus"] = bonus
    if entry.kind == "trap":
        return {"trap": own.pop("name"), **own}
    record = bestiary.book(edition).record(entry.block.name)
    if record is None:
        return own
    base = StatBlock.model_validate(record)
    if base == entry.block:
        return {"monster": base.name}
    differs = _difference(creature_mapping(base), own)
    if differs is None or _overlaid(record, differs) != entry.block:
        return own
    return {"monster": base.name, **differs}


def _difference(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any] | None:
    """What must be laid over `base`; None when something would have to be taken away from it."""
    ignored = {"name", "edition", "initiative", "initiative_bonus"}
    may_go = ignored | ({"ac_note"} if own.get("ac") != base.get("ac") else set())
    if any(key not in own for key in base if key not in may_go):
        return None
    differs = {key: value for key, value in own.items() if key not in ignored and base.get(key) != value}
    if "initiative_bonus" in own and own["initiative_bonus"] != base.get("initiative"):
        differs["initiative_bonus"] = own["initiative_bonus"]
    return differs


def _overlaid(record: dict[str, Any], differs: Mapping[str, Any]) -> StatBlock:
    data = overridden(record, {key: value for key, value in differs.items() if key != "initiative_bonus"})
    if "initiative_bonus" in differs:
        data["initiative"] = differs["initiative_bonus"]
    return StatBlock.model_validate(data)


def _hit_points(entry: PlanEntry, data: dict[str, Any]) -> None:
    if entry.hp_mode in ("roll", "max"):
        data["hp"] = entry.hp_mode
    elif entry.hp_mode == "given":
        data["hp"] = entry.hp if entry.hp == entry.max_hp else f"{entry.hp}/{entry.max_hp}"


def encounter_mapping(plan: EncounterPlan) -> dict[str, Any]:
    """An encounter as its file has it, the party written out."""
    data: dict[str, Any] = {"encounter": plan.name, "edition": plan.edition}
    if plan.party:
        data["party"] = [entry_mapping(entry, plan.edition) for entry in plan.party]
    data["combatants"] = [entry_mapping(entry, plan.edition) for entry in plan.combatants]
    rest = plan.model_dump(
        include={"lair", "scene", "notes", "reminders", "automation", "rules"}, exclude_defaults=True, mode="json"
    )
    return {**data, **rest}


def party_mapping(entries: Iterable[PlanEntry], edition: str = "srd-5.2") -> dict[str, Any]:
    """A party as its file has it."""
    return {"party": [entry_mapping(entry, edition) for entry in entries]}


def to_yaml(data: Any, comment: str = "") -> str:
    """Plain data as YAML that our reader reads back to the same: short lists and mappings on one line."""
    head = "".join(f"# {visible(line)}\n" if line else "#\n" for line in comment.splitlines())
    if not isinstance(data, dict | list) or not data:
        return head + _inline(data) + "\n"
    return head + "\n".join(_block(data, 0)) + "\n"


def write_yaml(path: Path, data: Any, comment: str = "", private: bool = True) -> None:
    """Write data as a YAML file, complete or not at all, readable for its owner only. Raises OSError."""
    write_text(path, to_yaml(data, comment), private=private)


def _block(data: Any, indent: int) -> list[str]:
    pad = " " * indent
    lines = []
    if isinstance(data, dict):
        for key, value in data.items():
            name = _scalar(str(key))
            if len(name) > _LONGEST_KEY:
                lines.append(f"{pad}? {name}")
                name = ""
            lines += _pair(f"{pad}{name}:", value, indent + 2)
        return lines
    for item in data:
        inline = _line(item)
        if not isinstance(item, dict | list) or not item or (indent and len(pad) + 2 + len(inline) <= _WIDTH):
            lines.append(f"{pad}- {inline}")
        else:
            inner = _block(item, indent + 2)
            lines.append(f"{pad}- {inner[0].lstrip()}")
            lines += inner[1:]
    return lines


def _pair(head: str, value: Any, indent: int) -> list[str]:
    if isinstance(value, str) and "\n" in value and _fits_block(value):
        return [f"{head} |-", *(" " * indent + line if line else "" for line in value.split("\n"))]
    inline = f"{head} {_line(value)}"
    is_long_list = isinstance(value, list) and any(isinstance(item, dict) for item in value)
    if not isinstance(value, dict | list) or not value or (len(inline) <= _WIDTH and not is_long_list):
        return [inline]
    return [head, *_block(value, indent)]


def _fits_block(text: str) -> bool:
    """Whether a text of several lines can stand as it is, line by line."""
    lines = text.split("\n")
    letters = set(text) - {"\n", '"', "\\"}
    return all(lines[:1] + lines[-1:]) and all(map(_is_tidy, lines)) and all(map(_stands_plain, letters))


def _is_tidy(line: str) -> bool:
    return line == line.strip()


def _stands_plain(letter: str) -> bool:
    return _escaped(letter) == letter


def _line(value: Any) -> str:
    """A value with a line to itself, where a text may hold commas."""
    if isinstance(value, str) and _scalar(value.replace(",", "")) == value.replace(",", "") and value[-1:] != ",":
        return value
    return _inline(value)


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_scalar(str(key))}: {_inline(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_inline(item) for item in value) + "]"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return _scalar(value) if isinstance(value, str) else str(value)


def _scalar(text: str) -> str:
    """Plain where no reader could take it for anything else, otherwise in double quotes."""
    if (_PLAIN.fullmatch(text) or _DICE.fullmatch(text)) and text.lower() not in _SPECIAL and "  " not in text:
        return text
    quoted = "".join(_escaped(letter) for letter in text)
    return f'"{quoted}"'


def _escaped(letter: str) -> str:
    if letter in '"\\':
        return "\\" + letter
    if letter == "\n":
        return "\\n"
    code = ord(letter)
    if letter == " " or (letter.isprintable() and not 0xFE00 <= code <= 0xFEFF and code != 0x85):
        return letter
    return f"\\x{code:02X}" if code < 0x100 else f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}"
