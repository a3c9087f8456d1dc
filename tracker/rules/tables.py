"""The rules' tables as one edition sees them, for whoever wants to look something up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.rules._data import raw_tables, rows
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError


def table_names(edition: Edition) -> tuple[str, ...]:
    """The names of the tables in which the edition has anything, in alphabetical order."""
    return tuple(name for name in sorted(raw_tables()) if rows(edition, name))


def table(edition: Edition, name: str) -> Mapping[str, Any]:
    """A table's rows by their first column, as the edition has them; raises RulesError naming the nearest table."""
    if name not in raw_tables():
        raise RulesError.unknown("table", name, table_names(edition))
    return rows(edition, name)
