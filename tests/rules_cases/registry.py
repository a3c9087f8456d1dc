"""Which function answers which kind of case, and how its answer is set against what the case expects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import yaml

from tracker.rules.editions import Edition, edition
from tracker.rules.errors import RulesError

Facts = dict[str, Any]
Answer = Callable[[Edition, Facts, Facts], Facts]

_ANSWERS: dict[str, Answer] = {}
_MODULES = ("order", "moving", "fighting", "dying", "features", "gear")


def kind(*names: str) -> Callable[[Answer], Answer]:
    """Makes a function the answer to cases of these kinds."""

    def register(answer: Answer) -> Answer:
        _ANSWERS.update(dict.fromkeys(names, answer))
        return answer

    return register


@dataclass(frozen=True, slots=True)
class Case:
    """One worked example in one edition."""

    id: str
    edition: str
    kind: str
    given: Facts
    when: Facts
    then: Facts

    @property
    def name(self) -> str:
        """What a report calls it."""
        return f"{self.id}-{self.edition}"


def load(path: Path) -> Iterator[Case]:
    """Every case of a file, once for each edition it names."""
    text = path.read_text(encoding="utf-8")
    for raw in yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))["cases"]:  # noqa: TID251
        for edition_id in raw["edition"]:
            yield Case(raw["id"], edition_id, raw["kind"], raw["given"] or {}, raw["when"], raw["then"])


def failures(case: Case) -> list[str]:
    """What the rules say otherwise than the case; empty when they agree."""
    for module in _MODULES:
        import_module(f"tests.rules_cases.{module}")
    answer = _ANSWERS.get(case.kind)
    if answer is None:
        return [f"no rule answers cases of kind '{case.kind}'"]
    try:
        found = answer(edition(case.edition), case.given, case.when)
    except RulesError as error:
        return [f"refused: {error}"]
    return [
        f"{key}: expected {wanted!r}, got {found.get(key, 'nothing')!r}"
        for key, wanted in case.then.items()
        if key not in found or found[key] != wanted
    ]
