"""Plays stories written as YAML: an encounter, lines of the command language, and what must hold after them.

A story has a `name`, an `edition` (or several), `who: {Name: count}` or `{Name: [count, hp, ac]}` with the characters
under `pcs`, or a whole `plan`; `dice` that are thrown in that order; and `steps` of `do` and `expect`. Expected are
keys of the dump (`c.Name.key` for a combatant's), and: `active`, `order`, `names`, `acting` by name, `prompts`
(kinds in their order), `has`/`hasnt` conditions, `log` (pieces of text the step must have said), `error` (a piece of
the last line's error; the state stays as it was).
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tracker.console.errors import ConsoleError
from tracker.console.play import do
from tracker.encounter.dump import dump
from tracker.encounter.errors import EncounterError
from tracker.encounter.log import log_text
from tracker.encounter.store import Store
from tracker.library.creatures import Creatures
from tracker.library.plans import load_encounter, load_encounter_text
from tracker.rules.dice import FedDice, RandomDice
from tracker.rules.errors import RulesError

Json = dict[str, Any]


@dataclass(frozen=True)
class Story:
    """One fight in one edition."""

    name: str
    edition: str
    told: Json

    def faults(self, folder: Path) -> list[str]:
        """Every difference between what should hold and what does."""
        store, creatures = self._opened(folder)
        found: list[str] = []
        for number, step in enumerate(self.told["steps"], 1):
            found += [f"step {number} {step.get('do')}: {fault}" for fault in self._play(store, creatures, step)]
        if self.told.get("dice_used_up", "dice" in self.told):
            found += _left_over(store)
        store.close()
        return found

    def kept(self, folder: Path, journal: Path) -> Json:
        """Plays it into a journal, whatever holds or does not, and gives the dump of where it ends."""
        store, creatures = self._opened(folder, journal)
        for step in self.told["steps"]:
            list(self._play(store, creatures, step))
        store.close()
        return dump(store.state)

    def _opened(self, folder: Path, journal: Path | None = None) -> tuple[Store, Creatures]:
        file = folder / "fight.yaml"
        file.write_text(self._plan(), "utf-8")
        creatures = Creatures(folder / "creatures")
        loaded = load_encounter(file, self.edition, creatures)
        if journal is not None:
            loaded = load_encounter_text(self._plan(), self.edition, creatures)
        assert loaded.plan is not None, loaded.problems
        dice = FedDice(self.told["dice"]) if "dice" in self.told else RandomDice(1)
        strict = self.told.get("strict", False)
        return Store.open_plan(loaded.plan, dice, journal=journal, strict=strict), creatures

    def _plan(self) -> str:
        if "plan" in self.told:
            plan: str = self.told["plan"]
            return plan.replace("EDITION", self.edition)
        pcs = self.told.get("pcs", [])
        entries = {name: _entry(name, figures) for name, figures in self.told["who"].items()}
        plan_ = {
            "encounter": self.name,
            "edition": self.edition,
            "party": [entry for name, entry in entries.items() if name in pcs],
            "combatants": [entry for name, entry in entries.items() if name not in pcs],
        }
        return json.dumps(plan_, ensure_ascii=False)

    def _play(self, store: Store, creatures: Creatures, step: Json) -> Iterator[str]:
        *first, last = step.get("do", [])
        expect = dict(step.get("expect", {}))
        wrong = expect.pop("error", None)
        said: list[str] = []
        for line in first:
            said.append(log_text((do(store, line, creatures),)))
        before = dump(store.state)
        try:
            said.append(log_text((do(store, last, creatures),)))
            if wrong is not None:
                yield f"{last!r} should fail"
        except (ConsoleError, EncounterError, RulesError) as error:
            if wrong is None or wrong not in str(error):
                yield f"{last!r}: {error}"
            if dump(store.state) != before:
                yield f"{last!r} failed and yet changed the state"
        text = "\n".join(said)
        yield from (f"the log lacks {piece!r}:\n{text}" for piece in _many(expect.pop("log", [])) if piece not in text)
        yield from _compare(dump(store.state), expect)


def stories(file: Path) -> Iterator[Story]:
    """The stories of a file, one for each edition they name."""
    for told in yaml.load(file.read_text("utf-8"), yaml.CSafeLoader):  # noqa: TID251
        for edition in _many(told["edition"]):
            yield Story(told["name"], edition, told)


def _many(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _entry(name: str, figures: Any) -> Json:
    count, hp, ac, *_ = [*_many(figures), 20, 12][:3] if isinstance(figures, list) else (figures, 20, 12)
    return {"name": name, "initiative": count, "hp": hp, "ac": ac}


def _left_over(store: Store) -> list[str]:
    dice = store.dice
    try:
        face = dice.roll(1000)
    except RulesError:
        return []
    return [f"a die was left over: {face}"]


def _compare(now: Json, expect: Json) -> Iterator[str]:
    by_name = {x["name"]: x for x in now["combatants"].values()}
    names = {handle: x["name"] for handle, x in now["combatants"].items()}
    for key, want in expect.items():
        got = _read(now, key, want, by_name, names)
        if got != want:
            yield f"{key}: expected {want!r}, got {got!r}"


def _read(now: Json, key: str, want: Any, by_name: Json, names: dict[str, str]) -> Any:
    match key:
        case "active":
            return names.get(now["active"])
        case "order" | "acting" | "waiting":
            return [names[handle] for handle in now[key]]
        case "names":
            return [names[handle] for handle in now["combatants"]]
        case "prompts":
            return [prompt["kind"] for prompt in now["prompts"]]
        case "dc":
            return [prompt["dc"] for prompt in now["prompts"]]
        case "has":
            return {n: [c for c in cs if c in _conditions(by_name[n])] for n, cs in want.items()}
        case "hasnt":
            return {n: [c for c in cs if c not in _conditions(by_name[n])] for n, cs in want.items()}
    if not key.startswith("c."):
        return now.get(key)
    name = next(name for name in sorted(by_name, key=len, reverse=True) if key[2:].startswith(f"{name}."))
    value = by_name[name]
    for part in key[len(name) + 3 :].split("."):
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def _conditions(combatant: Json) -> list[str]:
    return [condition["name"] for condition in combatant["conditions"]]
