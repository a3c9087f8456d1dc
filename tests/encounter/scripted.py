"""A table for fights with creatures of the bestiary: lines are typed, faces are fed, and what waits is looked at."""

import json
from typing import Any

from tracker.console.context import Context
from tracker.console.parsing import parse
from tracker.encounter.dump import dump
from tracker.encounter.history import Entry
from tracker.encounter.log import log_lines
from tracker.encounter.state import Encounter, Prompt
from tracker.encounter.store import Store
from tracker.library.plans import load_encounter_text

MIRA = {"name": "Mira", "hp": 40, "ac": 15, "initiative": 20, "abilities": {"con": 14, "dex": 12}}
TOR = {
    "name": "Tor",
    "hp": 40,
    "ac": 16,
    "initiative": 5,
    "attacks": [{"name": "Sword", "to_hit": 5, "damage": "1d8 slashing"}],
}


class Fed:
    """Dice that show the faces laid out for them, and 4 (or less) when none is."""

    def __init__(self) -> None:
        self.faces: list[int] = []

    def roll(self, sides: int) -> int:
        return self.faces.pop(0) if self.faces else min(4, sides)


class Fight:
    """One fight, already begun: Mira 20 and Tor 5 against whoever is named."""

    def __init__(
        self, edition: str, *foes: dict[str, Any], party: tuple[dict[str, Any], ...] = (MIRA, TOR), **more: Any
    ) -> None:
        plan = {"encounter": "Test", "edition": edition, "party": list(party), "combatants": list(foes), **more}
        loaded = load_encounter_text(json.dumps(plan), edition)
        assert loaded.plan is not None and not loaded.problems, loaded.problems
        self.dice = Fed()
        self.store = Store.open_plan(loaded.plan, self.dice, clock=lambda: 0.0)
        self.say("start")

    @property
    def state(self) -> Encounter:
        return self.store.state

    def say(self, *lines: str, faces: tuple[int, ...] = ()) -> list[str]:
        """Does each line, the faces lying ready for the first dice; what the log says."""
        self.dice.faces = list(faces)
        told: list[str] = []
        for line in lines:
            before = self.state
            entry: Entry = self.store.do(parse(line, self.state, Context()))
            told += [str(one) for one in log_lines(entry)]
            if not line.startswith(("undo", "redo")):
                self._undoable(before)
        assert not self.dice.faces, f"faces left over: {self.dice.faces}"
        return told

    def _undoable(self, before: Encounter) -> None:
        """Every command can be taken back and done again, prompts and all."""
        after = self.state
        if after == before:
            return
        self.store.undo()
        assert self.state == before
        self.store.redo()
        assert self.state == after

    def one(self, who: str) -> dict[str, Any]:
        """A combatant as the dump has it."""
        found: dict[str, Any] = dump(self.state)["combatants"][who]
        return found

    def hp(self, *who: str) -> list[int]:
        """Hit points of several."""
        return [self.one(x)["hp"] for x in who]

    def asks(self) -> list[tuple[str, str | None]]:
        """What waits: kind and whose."""
        return [(p.kind, p.who) for p in self.state.prompts if p.kind != "end_combat"]

    def prompt(self, kind: str) -> Prompt:
        """The first prompt of that kind."""
        return next(p for p in self.state.prompts if p.kind == kind)

    def turn_of(self, who: str) -> list[str]:
        """Goes on to the turn of `who`, skipping nothing by hand; what the log says to the last step."""
        told: list[str] = []
        for _ in range(40):
            told = self.say("next")
            if self.state.active_id == who:
                return told
        raise AssertionError(f"{who} never came up")


def monster(kind: str, initiative: int | None = 10, **more: Any) -> dict[str, Any]:
    """A creature of the bestiary at a count."""
    return {"monster": kind, "initiative": initiative, **more}
