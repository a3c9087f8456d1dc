"""The rules' figures as data files, resolved for one edition.

A row holds what all editions share. `only` lists the editions that have it at all, a key named like an edition
overrules the row for that edition, and a cell that is keyed by editions holds that edition's value.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from tracker.rules.editions import EDITIONS, Edition
from tracker.rules.errors import RulesError

Row = Mapping[str, Any]


@cache
def raw_tables() -> Mapping[str, Mapping[str, Any]]:
    """Every table of every data file, not yet resolved."""
    import json
    from pathlib import Path

    tables: dict[str, Mapping[str, Any]] = {}
    for path in sorted((Path(__file__).parent / "data").glob("*.json")):
        tables.update(json.loads(path.read_text(encoding="utf-8")))
    return MappingProxyType(tables)


def rows(edition: Edition, table: str) -> Mapping[str, Any]:
    """The rows of a table that the edition has, in the table's order."""
    return _rows(edition.id, table)


@cache
def _rows(edition_id: str, table: str) -> Mapping[str, Any]:
    resolved = {key: _resolve(row, edition_id) for key, row in raw_tables()[table].items()}
    return MappingProxyType({key: row for key, row in resolved.items() if row is not None})


def _resolve(value: Any, edition_id: str) -> Any:
    if not isinstance(value, dict):
        return value
    if edition_id not in value.get("only", (edition_id,)):
        return None
    if value and value.keys() <= EDITIONS.keys():
        return _resolve(value.get(edition_id), edition_id)
    shared = {key: cell for key, cell in value.items() if key not in EDITIONS and key != "only"}
    shared.update(value.get(edition_id, {}))
    cells = {key: _resolve(cell, edition_id) for key, cell in shared.items()}
    return MappingProxyType({key: cell for key, cell in cells.items() if cell is not None})


def plain(word: str) -> str:
    """How a name is compared: case, hyphens, underscores, articles and the order of words do not count."""
    words = word.casefold().replace("-", " ").replace("_", " ").split()
    return " ".join(sorted(one for one in words if one not in ("a", "an", "the")))


@cache
def _by_plain_name(edition_id: str, table: str) -> Mapping[str, str]:
    return {plain(key): key for key in _rows(edition_id, table)}


def name_in(edition: Edition, table: str, word: str, kind: str) -> str:
    """The table's own spelling of `word`, which may leave out words; raises RulesError naming the nearest `kind`."""
    names = _by_plain_name(edition.id, table)
    if key := names.get(plain(word)):
        return key
    if plain(word) in {plain(key) for key in raw_tables()[table]}:
        raise RulesError(f"{edition.title} has no {kind} '{word}'")
    asked = set(plain(word).split())
    holding = [key for name, key in names.items() if asked and asked <= set(name.split())]
    if len(holding) == 1:
        return holding[0]
    raise RulesError.unknown(kind, word, rows(edition, table))


def row(edition: Edition, table: str, word: str, kind: str) -> Row:
    """The row called `word`; raises RulesError naming the nearest `kind` of thing."""
    found: Row = rows(edition, table)[name_in(edition, table, word, kind)]
    return found


def at_level(steps: Mapping[str, Any], level: int) -> Any:
    """The value of the last step at or below `level`; None below the first."""
    reached = [int(step) for step in steps if int(step) <= level]
    return steps[str(max(reached))] if reached else None
