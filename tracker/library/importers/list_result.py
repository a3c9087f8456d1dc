"""Rows of a list become an encounter when initiative is rolled or numbers are given, else creatures."""

import re
from collections import Counter
from functools import lru_cache
from typing import Any

from tracker.library.importers import known, words
from tracker.library.importers.result import Imported
from tracker.library.importers.rows import conditions_and_tags, number_names
from tracker.library.models import EDITIONS

_LONGEST_NAME = 200
_NUMBERED = re.compile(r"^(.*\D)\s*[#(]?\s*(?:\d{1,3}|[A-H])\s*\)?$")
_PARTY = {"pc", "pcs", "player", "players", "party", "hero", "heroes", "character", "spieler", "held", "p"}
_ALLY = {"ally", "allies", "friend", "friendly", "friends", "companion", "verbundeter", "good"}
_NEUTRAL = {"neutral", "bystander"}
_SPOKEN = re.compile(r"\s*[,;/]\s*")


def deliver(rows: list[dict[str, Any]], name: str, found: Imported, lair: int | None = None) -> None:
    """Add what the rows say to the result."""
    if not rows:
        found.problem(found.file, "no combatants in this list")
        return
    edition = known.likely_edition([{**row, "name": base_name(row["name"])} for row in rows])
    if _are_creatures(rows) and lair is None:
        _creatures(rows, edition, found)
        return
    party: list[dict[str, Any]] = []
    foes: list[dict[str, Any]] = []
    guessed: list[str] = []
    names = Counter(base_name(row["name"]) for row in rows)
    for row in rows:
        side = str(row.pop("side", "")).strip().lower()
        _tidy(row)
        is_foe = _find(row, edition, _is_alone(row, names))
        if side in _PARTY or (not side and is_foe is None):
            party.append({key: value for key, value in row.items() if key != "monster"})
            guessed += [] if side else [row["name"]]
        else:
            if side in _ALLY or side in _NEUTRAL:
                row["side"] = "ally" if side in _ALLY else "neutral"
            foes.append(row)
    if guessed:
        found.note(f"{', '.join(guessed)}: no creatures of that name, so taken as characters of the party")
    number_names(foes)
    foes = [_in_order(row) for row in foes]
    encounter: dict[str, Any] = {"encounter": name, "edition": edition, "party": party, "combatants": foes}
    if lair is not None:
        encounter["lair"] = {"initiative": lair}
    found.encounters.append(encounter)
    found.note(f"read {len(rows)} rows: {len(party)} of the party, {sum(row.get('count', 1) for row in foes)} others")


def _in_order(row: dict[str, Any]) -> dict[str, Any]:
    """The creature and the name first, the name only where it says something."""
    first = {key: row[key] for key in ("monster", "name") if key in row}
    if first.get("name") == first.get("monster"):
        del first["name"]
    return first | {key: value for key, value in row.items() if key not in ("monster", "name")}


def _are_creatures(rows: list[dict[str, Any]]) -> bool:
    """No count rolled, no numbers, no sides, nobody twice, and figures: a list of creatures rather than a fight."""
    names = [row["name"] for row in rows]
    fight = any(
        key in row for row in rows for key in ("initiative", "count", "side", "temp_hp", "conditions", "hidden")
    )
    hurt = any(isinstance(row.get("hp"), str) for row in rows)
    numbered = any(base_name(name) != name for name in names)
    return (
        not (fight or hurt or numbered)
        and len(set(names)) == len(names)
        and all("hp" in row or "ac" in row for row in rows)
    )


def _creatures(rows: list[dict[str, Any]], edition: str, found: Imported) -> None:
    completed = []
    for row in rows:
        bonus = row.pop("initiative_bonus", None)
        creature = row | ({"initiative": bonus} if bonus is not None else {})
        base = known.record(row["name"], edition)
        if base is not None:
            completed.append(row["name"])
            base = (
                {key: value for key, value in base.items() if key not in ("ac_note", "hp_dice")}
                if base.get("hp") != row.get("hp", base.get("hp"))
                else base
            )
            creature = base | creature
        found.add(
            {"name": row["name"], "edition": edition}
            | {key: value for key, value in creature.items() if key not in ("name", "edition")}
        )
    if completed:
        found.note(f"{', '.join(completed)}: what the list does not say is as in the built-in creature of {edition}")


def base_name(name: str) -> str:
    """`Goblin 2`, `Goblin #2` and `Goblin B` without what tells copies apart."""
    hit = _NUMBERED.match(name) if len(name) <= _LONGEST_NAME else None
    return hit[1].strip(" #(-") if hit and hit[1].strip(" #(-") else name


def _tidy(row: dict[str, Any]) -> None:
    spoken = row.pop("conditions", None)
    if spoken:
        conditions, tags = conditions_and_tags(_SPOKEN.split(spoken))
        row |= {key: value for key, value in (("conditions", conditions), ("tags", tags)) if value}
    row.pop("type", None) if row.get("type") and not words.size(row["type"]) else None


def _is_alone(row: dict[str, Any], names: Counter[str]) -> bool:
    name: str = row["name"]
    return row.get("count", 1) == 1 and base_name(name) == name and names[name] == 1


def _find(row: dict[str, Any], edition: str, alone: bool) -> bool | None:
    """Name the creature to look up: True when there is one, False for one without a stat block, None for a person."""
    name = row["name"]
    base = base_name(name)
    hit = next((each for each in (name, base) if known.record(each, edition)), None) or singular_known(base, edition)
    if hit:
        row["monster"] = hit
        if "name" in row and row["name"].lower() == hit.lower():
            del row["name"]
        row.setdefault("name", name) if name.lower() != hit.lower() else row.update(name=hit)
        return True
    likely_person = alone and not known.near(base, edition) and len(name.split()) <= 3 and "lair" not in name.lower()
    return None if likely_person else False


@lru_cache(maxsize=512)
def singular_known(name: str, edition: str | None = None) -> str | None:
    """The built-in creature that a name or its plural stands for (`Wolves` is Wolf)."""
    lowered = name.strip().lower()
    forms = [lowered]
    for end, short in (("ves", "f"), ("ies", "y"), ("men", "man"), ("es", ""), ("s", "")):
        if lowered.endswith(end) and len(lowered) > len(end) + 1:
            forms.append(lowered.removesuffix(end) + short)
    for form in forms:
        for each in (edition,) if edition else EDITIONS:
            if found := known.record(form, each):
                return str(found["name"])
    return None
