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
    assert dump(store.state) == _dumps(kept)["opened"]


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_a_journal_opens_where_it_was_left_and_can_be_undone(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / "fight.jsonl"
    shutil.copyfile(kept.with_suffix(".jsonl"), path)
    store = Store.resume(path, RandomDice(7))
    assert store.journal is not None and store.journal.messages == ()
    assert dump(store.state) == _dumps(kept)["left"]
    undone = store.undoable
    store.undo(undone)
    assert dump(store.state) == _dumps(kept)["opened"]
    store.redo(undone)
    assert dump(store.state) == _dumps(kept)["left"]
    store.close()


def _dumps(kept: Path) -> dict[str, Any]:
    """Every figure as it was; what a later version tells beyond them is for that version's files."""
    found: dict[str, Any] = json.loads(kept.read_text("utf-8"))
    return found
