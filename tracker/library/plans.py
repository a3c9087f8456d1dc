"""Encounter files: read, checked and turned into a plan, with every problem named and what is right kept."""

from pathlib import Path
from typing import Any

from tracker.frozen import Frozen
from tracker.library import coercion
from tracker.library.creatures import Creatures
from tracker.library.encounter_plan import EncounterPlan, PlanEntry, PlanLair, PlanReminder
from tracker.library.includes import Shelf
from tracker.library.parties import party_entries
from tracker.library.plan_entries import entry_from, laid_over
from tracker.library.problems import Problem
from tracker.library.validation import Steps, build
from tracker.library.yaml_reader import Document, read_file, read_string

DEFAULT_EDITION = "srd-5.2"
MOST_COMBATANTS = 5_000
SCENES = ("underwater", "gale", "rain", "snow", "dark", "dim", "sunlight")
"""Scene words that have consequences in a fight."""

PLAN_KEYS = (
    "encounter",
    "edition",
    "extends",
    "templates",
    "party",
    "combatants",
    "lair",
    "scene",
    "notes",
    "reminders",
    "automation",
    "rules",
)
_EMPTY = "begin with three lines: encounter: NAME, edition: srd-5.1, combatants:"
_ON_OFF = "write NAME: on or NAME: off"


class Loaded(Frozen):
    """An encounter file as far as it can be run, and what was wrong with it and the files it led to."""

    plan: EncounterPlan | None
    """None when the file cannot be run at all."""
    problems: tuple[Problem, ...]

    @property
    def exit_code(self) -> int:
        """0 clean (notes do not count), 1 runnable with problems, 2 not runnable."""
        if self.plan is None:
            return 2
        return int(any(problem.severity != "note" for problem in self.problems))


def load_encounter(
    path: Path, edition: str = DEFAULT_EDITION, creatures: Creatures | None = None, name: str | None = None
) -> Loaded:
    """Read an encounter file. `edition` holds where the file names none; `name` is what messages call the file.

    Never raises for what stands in the file, or for a file that is missing.
    """
    return plan_from(read_file(path, name), path.parent, edition, creatures, path)


def load_encounter_text(text: str, edition: str = DEFAULT_EDITION, creatures: Creatures | None = None) -> Loaded:
    """Read an encounter from a string; it can name no other file."""
    return plan_from(read_string(text, "<encounter>"), None, edition, creatures)


def plan_from(
    document: Document,
    folder: Path | None,
    edition: str = DEFAULT_EDITION,
    creatures: Creatures | None = None,
    path: Path | None = None,
) -> Loaded:
    """The plan in a document read already; `folder` is where the files it names are sought."""
    if not document.readable or not _is_mapping(document):
        return Loaded(None, tuple(document.problems))
    shelf = Shelf(edition, folder, creatures or Creatures())
    plan = _Reading(document, shelf).plan(path)
    here = sorted(document.problems, key=lambda problem: (problem.line or 0, problem.column or 0))
    return Loaded(plan, (*here, *shelf.problems))


def _is_mapping(document: Document) -> bool:
    if isinstance(document.data, dict):
        return True
    if document.data is None or document.data == "":
        document.report((), "this file is empty", _EMPTY)
    elif isinstance(document.data, list):
        document.report((), "an encounter is a mapping, and this is a list", f"{_EMPTY} and put the list under it")
    else:
        document.report((), "this is no encounter", _EMPTY)
    return False


class _Reading:
    def __init__(self, document: Document, shelf: Shelf) -> None:
        self.document = document
        self.shelf = shelf
        self.data: dict[str, Any] = document.data

    def plan(self, path: Path | None) -> EncounterPlan:
        self._extended()
        self._known_keys()
        self.shelf.edition = self._edition()
        self._templates()
        party = self._party()
        combatants = self._combatants()
        lair = self._lair()
        if lair is not None and lair.owner is not None:
            self._owner_exists(lair.owner, party + combatants)
        return EncounterPlan.model_validate(
            {
                "name": self._text("encounter") or (path.stem if path else "Encounter"),
                "edition": self.shelf.edition,
                "party": party,
                "combatants": combatants,
                "lair": lair,
                "scene": self._scene(),
                "notes": self._text("notes"),
                "reminders": self._reminders(),
                "automation": self._switches("automation"),
                "rules": self._switches("rules"),
                "source": str(path) if path else None,
            }
        )

    def _extended(self) -> None:
        """Lay the encounter over the one it extends, which may extend another."""
        seen = {self.document.file}
        below = self.data
        while isinstance(word := below.get("extends"), str):
            base = self.shelf.open(self.document, ("extends",), word)
            if base is None or not isinstance(base.data, dict):
                return
            if base.file in seen:
                self.document.report(("extends",), f"'{word}' leads back to itself", "take one extends: out")
                return
            seen.add(base.file)
            below = base.data
            self.data = laid_over(below, self.data)

    def _known_keys(self) -> None:
        for key in self.document.data:
            if self.document.is_full:
                return
            if key in PLAN_KEYS or key.startswith(("x-", ".", "_")) or self.document.is_anchor((key,)):
                continue
            near = coercion.nearest(key, PLAN_KEYS)
            remedy = "correct the spelling, or take it out; parts to be reused stand under templates:"
            self.document.report((key,), f"unknown key '{key}'{near}", remedy, key=True)

    def _edition(self) -> str:
        said = self.data.get("edition")
        if said is None:
            remedy = "write edition: srd-5.1, srd-5.2 or black-flag"
            self.document.report((), f"no edition is given; {self.shelf.edition} is taken", remedy, "note")
            return self.shelf.edition
        try:
            return str(coercion.edition_of(said))
        except ValueError as error:
            self.document.report(("edition",), f"edition {error}", f"{self.shelf.edition} is taken")
            return self.shelf.edition

    def _templates(self) -> None:
        said = self.data.get("templates")
        source = self.document
        steps: Steps = ("templates",)
        if isinstance(said, str):
            other = self.shelf.open(self.document, steps, said)
            source, steps = other or source, ()
            said = other.data if other else {}
            said = said.get("templates", said) if isinstance(said, dict) else said
        if said is None:
            return
        if isinstance(said, dict) and all(isinstance(value, dict) for value in said.values()):
            self.shelf.templates = said
            return
        source.report(steps, "templates must be mappings by name", "write templates: and under it NAME: {hp: max}")

    def _party(self) -> tuple[PlanEntry, ...]:
        if self.data.get("party") is None:
            return ()
        return tuple(party_entries(self.document, ("party",), self.data["party"], self.shelf))

    def _combatants(self) -> tuple[PlanEntry, ...]:
        said = self.data.get("combatants")
        if isinstance(said, dict):
            said = [said]
        if said is None or said == []:
            message = "there are no combatants; the table starts without them"
            self.document.report(("combatants",), message, "add some under combatants:, or with + in the fight", "note")
            return ()
        if not isinstance(said, list):
            self.document.report(
                ("combatants",), f"combatants must be a list, not {coercion.show(said)}", "- monster: Goblin"
            )
            return ()
        entries = []
        total = 0
        rounds: dict[str, int] = {}
        for index, line in enumerate(said):
            if self.document.is_full:
                break
            entry = entry_from(self.document, ("combatants", index), line, "foe", self.shelf)
            if entry is None:
                continue
            total += entry.count
            if total > MOST_COMBATANTS:
                message = f"more than {MOST_COMBATANTS} combatants; this entry and the rest are left out"
                self.document.report(("combatants", index), message, "lower a count")
                break
            self._one_round(entry, index, rounds)
            entries.append(entry)
        return tuple(entries)

    def _one_round(self, entry: PlanEntry, index: int, rounds: dict[str, int]) -> None:
        """A wave joins whole: two rounds for it contradict each other, and the first to come holds."""
        if entry.wave is None or entry.joins is None or entry.absent:
            return
        other = rounds.setdefault(entry.wave, entry.joins)
        if other != entry.joins:
            rounds[entry.wave] = first = min(other, entry.joins)
            message = f"wave '{entry.wave}' has two rounds, {other} and {entry.joins}; it joins whole, in round {first}"
            remedy = "give those who come at another time a wave of their own"
            self.document.report(("combatants", index, "joins"), message, remedy, "warning")

    def _lair(self) -> PlanLair | None:
        said = self.data.get("lair")
        if said is None or said is False:
            return None
        if isinstance(said, list | str):
            said = {"actions": said}
        if not isinstance(said, dict):
            said = {}
        return build(PlanLair, said, self._reporter("lair"))

    def _owner_exists(self, owner: str, entries: tuple[PlanEntry, ...]) -> None:
        labels = [entry.label for entry in entries]
        if owner.casefold() not in {label.casefold() for label in labels}:
            message = f"nobody here is called '{owner}'{coercion.nearest(owner, labels)}"
            self.document.report(("lair", "owner"), message, "name the creature whose lair it is", "warning")

    def _scene(self) -> tuple[str, ...]:
        said = self.data.get("scene")
        try:
            words: tuple[str, ...] = tuple(word.lower() for word in coercion.listed(said))
        except ValueError as error:
            self.document.report(("scene",), f"scene {error}", f"scene: [{SCENES[0]}]")
            return ()
        for index, word in enumerate(words):
            if word not in SCENES:
                steps: Steps = ("scene", index) if isinstance(said, list) else ("scene",)
                message = f"'{word}' is no scene word{coercion.nearest(word, SCENES)}"
                self.document.report(steps, message, f"there are {', '.join(SCENES)}", "warning")
        return tuple(word for word in words if word in SCENES)

    def _reminders(self) -> tuple[PlanReminder, ...]:
        said = self.data.get("reminders") or []
        rows = said if isinstance(said, list) else [said]
        made = []
        for index, row in enumerate(rows):
            data = row if isinstance(row, dict) else {"text": row}
            reminder = build(PlanReminder, data, self._reporter("reminders", index))
            if reminder is not None:
                made.append(reminder)
        return tuple(made)

    def _switches(self, key: str) -> dict[str, bool]:
        said = self.data.get(key)
        if said is None:
            return {}
        if not isinstance(said, dict):
            self.document.report((key,), f"{key} must be names with on or off", _ON_OFF)
            return {}
        switches = {}
        for name, value in said.items():
            try:
                switches[name] = bool(coercion.yes_or_no(value))
            except ValueError as error:
                self.document.report((key, name), f"{name} {error}", _ON_OFF)
        return switches

    def _text(self, key: str) -> str | None:
        try:
            said: str | None = coercion.text(self.data.get(key))
        except ValueError as error:
            self.document.report((key,), f"{key} {error}", "put it in quotes")
            return None
        return said

    def _reporter(self, *base: str | int) -> Any:
        def report(inner: Steps, message: str, remedy: str, key: bool) -> None:
            self.document.report((*base, *inner), message, remedy, key=key)

        return report


def is_encounter(data: Any) -> bool:
    """Whether data read from a file is meant as an encounter."""
    return isinstance(data, dict) and bool({"encounter", "combatants"} & data.keys())
