"""Who is meant: whole name, handle, or unique beginning of a name, in that order."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from tracker.console.tokens import MINUS
from tracker.encounter.state import Combatant, Id


@lru_cache(4096)
def folded(text: str) -> str:
    """A name as names are compared: case and kind of minus sign do not count."""
    return unicodedata.normalize("NFC", text).casefold().replace(MINUS, "-")


@dataclass(slots=True)
class Roster:
    """The names of a fight, ready for looking up."""

    combatants: Mapping[Id, Combatant]
    by_name: dict[str, list[Id]] = field(default_factory=dict)
    groups: dict[str, str] = field(default_factory=dict)
    """Names of groups by their folded form."""

    def __post_init__(self) -> None:
        for combatant in self.combatants.values():
            self.by_name.setdefault(folded(combatant.name), []).append(combatant.id)
            if combatant.group is not None:
                self.groups[folded(combatant.group)] = combatant.group

    def exactly(self, text: str) -> list[Id]:
        """Everybody of that whole name, else the one of that handle."""
        key = folded(text)
        if key in self.by_name:
            return self.by_name[key]
        return [Id(key)] if key in self.combatants else []

    def beginning(self, text: str) -> list[Id]:
        """Everybody whose name begins so; a number begins nothing."""
        key = folded(text)
        if not key or key.isdigit():
            return []
        return [who for name, ids in self.by_name.items() if name.startswith(key) for who in ids]

    def group(self, text: str) -> str | None:
        """The group of that name or unique beginning."""
        key = folded(text)
        if key in self.groups:
            return self.groups[key]
        found = [name for begin, name in self.groups.items() if key and begin.startswith(key)]
        return found[0] if len(found) == 1 else None

    def members(self, group: str) -> list[Combatant]:
        """Everybody of a group in order of entry."""
        return [combatant for combatant in self.combatants.values() if combatant.group == group]

    def known(self) -> list[str]:
        """Every name and handle."""
        return [*(combatant.name for combatant in self.combatants.values()), *self.combatants]


class _Latest:
    """The roster of the state last asked about: states of one fight share their combatants while nobody changes."""

    roster = Roster({})


def roster_of(combatants: Mapping[Id, Combatant]) -> Roster:
    """The roster of a state's combatants, made again only when they are other ones."""
    if _Latest.roster.combatants is not combatants:
        _Latest.roster = Roster(combatants)
    return _Latest.roster
