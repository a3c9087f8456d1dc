"""Encounter files and journals of earlier versions open as they did when they were written."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tracker.encounter.dump import dump
from tracker.encounter.store import Store
from tracker.library.plans import load_encounter_text
from tracker.rules.dice import RandomDice

FOLDER = Path(__file__).parent / "files"
KEPT = sorted(FOLDER.glob("*.json"))


def test_there_are_some() -> None:
    assert len(KEPT) >= 3


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_an_encounter_file_opens_as_it_did(kept: Path) -> None:
    loaded = load_encounter_text(kept.with_suffix(".yaml").read_text("utf-8"))
    assert loaded.plan is not None and loaded.problems == ()
    store = Store.open_plan(loaded.plan, RandomDice(7))
    _assert_as(kept, "opened", dump(store.state))


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_a_journal_opens_where_it_was_left_and_can_be_undone(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / "fight.jsonl"
    shutil.copyfile(kept.with_suffix(".jsonl"), path)
    store = Store.resume(path, RandomDice(7))
    assert store.journal is not None and store.journal.messages == ()
    assert store.journal.plan.name == "The old bridge"
    _assert_as(kept, "left", dump(store.state))
    undone = store.undoable
    store.undo(undone)
    _assert_as(kept, "opened", dump(store.state))
    store.redo(undone)
    _assert_as(kept, "left", dump(store.state))
    store.close()


def _assert_as(kept: Path, moment: str, now: dict[str, Any]) -> None:
    then = json.loads(kept.read_text("utf-8"))[moment]
    assert _told_then(now, then) == then


def _told_then(now: Any, then: Any) -> Any:
    """What is told now, without the keys that later versions have added."""
    if isinstance(now, dict) and isinstance(then, dict):
        return {key: _told_then(now[key], then[key]) for key in then if key in now}
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        return [_told_then(one, other) for one, other in zip(now, then, strict=True)]
    return now
