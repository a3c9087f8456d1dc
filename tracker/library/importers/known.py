"""The built-in creatures, asked when a file names a creature without figures."""

from collections.abc import Iterable
from typing import Any

from tracker.library import bestiary
from tracker.library.models import EDITIONS


def record(name: str, edition: str) -> dict[str, Any] | None:
    """The built-in creature as a mapping in our shape, or None."""
    return bestiary.book(edition).record(name)


def near(name: str, edition: str) -> list[str]:
    """Built-in names most like this one, best first."""
    return bestiary.nearest_names(name, [listing.name for listing in bestiary.book(edition).listings])


def likely_edition(rows: Iterable[dict[str, Any]], own: Iterable[dict[str, Any]] = ()) -> str:
    """The edition a list of combatants is from: the file's own creatures say, else names and hit points do."""
    said = [creature["edition"] for creature in own if creature.get("edition")]
    if said:
        return max(EDITIONS, key=said.count)
    scores = dict.fromkeys(EDITIONS, 0)
    for row in rows:
        name = str(row.get("monster") or row.get("name"))
        for edition in EDITIONS:
            found = record(name, edition)
            if found is not None:
                same = edition != "black-flag" and found.get("hp") == row.get("hp") is not None
                scores[edition] += 2 + same
    return max(EDITIONS, key=lambda edition: scores[edition])


def remark_unknown(rows: Iterable[dict[str, Any]], edition: str, own: set[str]) -> list[str]:
    """A remark for every creature looked up by name that neither the file nor the book has.

    One that has hit points of its own in the row is then no longer looked up: it stands with the figures of the row.
    """
    remarks = []
    for row in rows:
        name = row.get("monster")
        if not name or name.lower() in own or record(name, edition):
            continue
        if isinstance(row.get("hp"), int):
            row.setdefault("name", name)
            del row["monster"]
            remarks.append(
                f"no creature called '{name}' in {edition} or in this file: it stands with the figures given"
            )
            continue
        close = near(name, edition)
        hint = (
            f"did you mean {', '.join(close)}?"
            if close
            else "it must be among your own creatures when the encounter runs"
        )
        remarks.append(f"no creature called '{name}' in {edition} or in this file: {hint}")
    return list(dict.fromkeys(remarks))
