"""What came out of a file: creatures, encounters, what was left out, and remarks."""

import re
from dataclasses import dataclass, field
from typing import Any

MOST_PROBLEMS = 200
_HALF = re.compile("[\ud800-\udfff]")
_POSSIBLE = {
    "ac": (0, 99),
    "hp": (0, 1_000_000),
    "xp": (0, 10_000_000),
    "xp_lair": (0, 10_000_000),
    "level": (0, 40),
} | {
    "count": (1, 1000),
    "temp_hp": (0, 1_000_000),
}


@dataclass(slots=True)
class Imported:
    """Everything read from one file.

    `creatures` have the keys of a creature file (`initiative` is the bonus), `encounters` those of an encounter file
    (`initiative` is the count, characters under `party`). A pair in `problems` is where and what was left out;
    `notes` are remarks that leave nothing out.
    """

    file: str
    format: str = "unknown"
    creatures: list[dict[str, Any]] = field(default_factory=list)
    encounters: list[dict[str, Any]] = field(default_factory=list)
    problems: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    memory: dict[str, dict[str, Any]] = field(default_factory=dict, repr=False)
    """For readers that meet the same thing many times."""

    def problem(self, where: str, message: str) -> None:
        """Name something that was left out, once."""
        if (where, message) not in self.problems[-300:]:
            self.problems.append((where, message))

    def note(self, message: str) -> None:
        """Add a remark, once."""
        if message not in self.notes[-300:]:
            self.notes.append(message)

    def add(self, creature: dict[str, Any]) -> None:
        """Take a creature in; a second one that is exactly the same is one creature."""
        if creature not in self.creatures[-50:]:
            self.creatures.append(creature)

    def drop_impossible(self) -> None:
        """Take figures out that no creature can have, and name them."""
        people = [row for encounter in self.encounters for key in ("party", "combatants") for row in encounter[key]]
        for each in (*self.creatures, *people):
            for key, (least, most) in _POSSIBLE.items():
                value = each.get(key)
                if isinstance(value, int) and not least <= value <= most:
                    del each[key]
                    self.problem(str(each.get("name", each.get("monster"))), f"{key} {value} is not possible: left out")

    def drop_nameless(self) -> None:
        """Take out and name whoever has a name that is nothing but marks, such as `[[]]`."""
        self.creatures = self._named(self.creatures)
        for encounter in self.encounters:
            encounter |= {key: self._named(encounter[key]) for key in ("party", "combatants")}

    def _named(self, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        named = [row for row in rows if row.get("name") or row.get("monster") or row.get("trap")]
        if len(named) < len(rows):
            self.problem(self.file, f"{len(rows) - len(named)} without a name that can be read: left out")
        return named

    def mend_text(self) -> None:
        """Put the sign for an unreadable character where half of one stands, which no file could keep."""
        self.creatures = _mended(self.creatures)
        self.encounters = _mended(self.encounters)

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all was read."""
        return not (self.creatures or self.encounters)


def _mended(value: Any) -> Any:
    if isinstance(value, str):
        return value if value.isascii() else _HALF.sub("\N{REPLACEMENT CHARACTER}", value)
    if isinstance(value, list):
        return [_mended(part) for part in value]
    return {_mended(key): _mended(part) for key, part in value.items()} if isinstance(value, dict) else value


def to_json(imported: Imported) -> dict[str, Any]:
    """The result as plain data for `--json`."""
    return {
        "file": imported.file,
        "format": imported.format,
        "creatures": imported.creatures,
        "encounters": imported.encounters,
        "problems": [{"where": where, "message": message} for where, message in imported.problems],
        "notes": imported.notes,
    }


def exit_code(results: list[Imported]) -> int:
    """0 when all was read, 1 when something was left out and is named, 2 when nothing could be read."""
    if not results or all(each.is_empty for each in results):
        return 2
    return 1 if any(each.problems for each in results) else 0
