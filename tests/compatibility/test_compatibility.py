"""Encounter files and journals of earlier versions open as they did when they were written."""

from __future__ import annotations

import json
import re
import shutil
import tarfile
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

import pytest

from tracker.encounter.commands import Command, Wish
from tracker.encounter.dump import dump
from tracker.encounter.events import Event
from tracker.encounter.store import Store
from tracker.frozen import defaults
from tracker.library.creatures import Creatures
from tracker.library.encounter_plan import Carried, Counter, PlanLair, PlanReminder, Trap
from tracker.library.entries import ActionEntry, AttackEntry, DamageCase, Legendary, Regeneration, Spellcasting
from tracker.library.entry_lines import EntryLine
from tracker.library.models import StatBlock
from tracker.library.plans import PLAN_KEYS, load_encounter, load_encounter_text
from tracker.library.validation import keys_of
from tracker.rules.dice import RandomDice

FOLDER = Path(__file__).parent / "files"
SUMS = FOLDER / "SHA256SUMS"
KEPT = sorted(FOLDER.glob("*.json"))
FOLDERS = sorted(FOLDER.glob("folder-*/fight*.yaml"))
ARCHIVES = sorted(FOLDER.glob("*.tar.xz"))


def test_there_are_some() -> None:
    assert len(KEPT) >= 3 and FOLDERS and ARCHIVES


def test_what_is_kept_is_never_changed() -> None:
    sums = (line.partition("  ") for line in SUMS.read_text("utf-8").splitlines())
    noted = {name: digest for digest, _, name in sums}
    files = [one for one in FOLDER.rglob("*") if one.is_file() and one != SUMS]
    assert {str(one.relative_to(FOLDER)): sha256(one.read_bytes()).hexdigest() for one in files} == noted


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_an_encounter_file_opens_as_it_did(kept: Path) -> None:
    loaded = load_encounter_text(kept.with_suffix(".yaml").read_text("utf-8"))
    assert loaded.plan is not None and loaded.problems == ()
    store = Store.open_plan(loaded.plan, RandomDice(7))
    _assert_as(kept.read_text("utf-8"), "opened", dump(store.state))


@pytest.mark.parametrize("fight", FOLDERS, ids=lambda path: str(path.relative_to(FOLDER)))
def test_a_folder_of_files_opens_as_it_did(fight: Path) -> None:
    then = json.loads(fight.with_suffix(".json").read_text("utf-8"))
    assert _told_then(opened(fight), then) == then


def opened(fight: Path) -> dict[str, Any]:
    """What an encounter file and all that it names are read as, in a journal's words, and the fight that it makes."""
    loaded = load_encounter(fight, creatures=Creatures(fight.parent / "own"))
    assert loaded.plan is not None and [str(each) for each in loaded.problems] == []
    with TemporaryDirectory() as folder:
        store = Store.open_plan(loaded.plan, RandomDice(7), journal=Path(folder) / "fight.jsonl")
        store.close()
        first = (Path(folder) / "fight.jsonl").read_bytes().splitlines()[0]
    plan = {key: value for key, value in json.loads(first)["plan"].items() if key != "source"}
    return {"plan": plan, "opened": dump(store.state)}


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_a_journal_opens_where_it_was_left_and_can_be_undone(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / "fight.jsonl"
    shutil.copyfile(kept.with_suffix(".jsonl"), path)
    store = Store.resume(path, RandomDice(7))
    assert store.journal is not None and store.journal.messages == ()
    assert store.journal.plan.name == "The old bridge"
    _assert_as(kept.read_text("utf-8"), "left", dump(store.state))
    undone = store.undoable
    store.undo(undone)
    _assert_as(kept.read_text("utf-8"), "opened", dump(store.state))
    store.redo(undone)
    _assert_as(kept.read_text("utf-8"), "left", dump(store.state))
    store.close()


@pytest.mark.parametrize("archive", ARCHIVES, ids=lambda path: path.name)
def test_every_story_that_was_kept_opens_where_it_was_left(archive: Path, tmp_path: Path) -> None:
    kept = _kept_in(archive)
    names = [name for name in kept if name.endswith(".jsonl")]
    assert len(names) > 100
    for name in names:
        path = tmp_path / name
        path.write_bytes(kept[name])
        store = Store.resume(path, RandomDice(7))
        assert store.journal is not None and store.journal.messages == (), name
        assert store.journal.plan.edition == store.state.edition
        told = kept[name.replace(".jsonl", ".json")].decode("utf-8")
        _assert_as(told, "left", dump(store.state))
        if undone := store.undoable:
            store.undo(undone)
            store.redo(undone)
            _assert_as(told, "left", dump(store.state))
        store.close()


@cache
def _kept_in(archive: Path) -> dict[str, bytes]:
    """The files of an archive by name."""
    with tarfile.open(archive) as kept:
        files = ((member.name, kept.extractfile(member)) for member in kept)
        return {name: file.read() for name, file in files if file is not None}


def test_every_command_and_event_is_kept_in_some_journal() -> None:
    """One added later needs a journal that holds it: tell a story with it, and run `python -m tests.compatibility`."""
    commands, events, moves, checkpoints = set(), set(), set(), 0
    for line in _lines():
        told = json.loads(line)
        commands |= {told["command"]["type"]} if "command" in told else set()
        events |= {event["type"] for event in told.get("events", ())}
        moves |= {"undo", "redo"} & told.keys()
        checkpoints += "checkpoint" in told
    assert commands == {defaults(kind)["type"] for kind in get_args(Command)}
    assert events == {defaults(kind)["type"] for kind in get_args(Event)}
    assert moves | {"why"} == {defaults(kind)["type"] for kind in set(get_args(Wish)) - set(get_args(Command))}
    assert checkpoints


def test_every_key_of_every_file_is_kept_in_some_file() -> None:
    """One added later needs a file that holds it, in a folder of the next number."""
    text = "\n".join(one.read_text("utf-8") for one in FOLDER.rglob("*.yaml"))
    models = (
        StatBlock, AttackEntry, ActionEntry, DamageCase, Legendary, Regeneration, Spellcasting, EntryLine, Trap,
        Counter, Carried, PlanLair, PlanReminder,
    )  # fmt: skip
    keys = {*PLAN_KEYS, *(key for model in models for key in keys_of(model))}
    assert {key for key in keys if not re.search(rf"(?:^|[\s{{]){re.escape(key)}: ?", text, re.MULTILINE)} == set()


def _lines() -> Iterator[bytes]:
    """Every line of every kept journal but the first of each."""
    for path in FOLDER.glob("*.jsonl"):
        yield from path.read_bytes().splitlines()[1:]
    for archive in ARCHIVES:
        for name, content in _kept_in(archive).items():
            if name.endswith(".jsonl"):
                yield from content.splitlines()[1:]


def _assert_as(kept: str, moment: str, now: dict[str, Any]) -> None:
    then = json.loads(kept)[moment]
    assert _told_then(now, then) == then


def _told_then(now: Any, then: Any) -> Any:
    """What is told now, without the keys that later versions have added."""
    if isinstance(now, dict) and isinstance(then, dict):
        return {key: _told_then(now[key], then[key]) for key in then if key in now}
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        return [_told_then(one, other) for one, other in zip(now, then, strict=True)]
    return now
