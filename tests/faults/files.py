"""Files with slips in them, of every kind that is read: taken or told in a sentence, never a crash."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch
from zlib import crc32

from tests.faults import corpus, slips, tables
from tests.faults.talk import EDITIONS
from tests.faults.undo import FAMILY
from tests.library.importers.test_fuzz import hold_to_our_shape
from tracker.encounter import lines
from tracker.encounter.carry import party_carries, plan_of
from tracker.encounter.fights import glance
from tracker.encounter.follower import Follower
from tracker.encounter.state import Encounter
from tracker.encounter.store import Store
from tracker.library.carrying import carried_back
from tracker.library.checking import check_files
from tracker.library.creatures import Creatures
from tracker.library.encounter_plan import EncounterPlan
from tracker.library.exporters import FORMATS, Content, export
from tracker.library.importers import import_file, import_text, write_imported
from tracker.library.plans import load_encounter
from tracker.library.problems import LibraryError
from tracker.library.settings import load_settings
from tracker.library.showing import stat_block_lines
from tracker.library.weighing import weigh
from tracker.library.writing import encounter_mapping, to_yaml
from tracker.rules.dice import RandomDice

Files = dict[str, str]
"""What stands in a folder, by the names of the files."""

_SETTINGS, _JOURNAL = "config.toml", "fight.jsonl"
_CROWD = 60
"""Combatants beyond which a fight is opened but not exported."""


def encounters(chance: Random) -> Files:
    """An encounter and the files it names, some of them damaged."""
    if chance.random() < 0.6:
        files = tables.folder(chance.choice(EDITIONS), chance)
    else:
        files = {tables.MAIN: chance.choice(corpus.encounters()), "party.yaml": _sample("party.yaml")}
    for name in chance.sample(sorted(files), chance.choice((1, 1, 2)) if len(files) > 1 else 1):
        files[name] = _damaged(files[name], corpus.encounters(), chance)
    return files


def imports(chance: Random) -> Files:
    """What some other program wrote."""
    some, others = (corpus.programs(), corpus.imports())[:: chance.choice((1, 1, -1))]
    return {"file": _damaged(chance.choice(some), chance.choice((some, some, others)), chance)}


def settings(chance: Random) -> Files:
    """The file of settings."""
    text = slips.slipped(chance.choice(corpus.settings()), chance, 12)
    return {_SETTINGS: slips.crossed(text, chance.choice(corpus.settings()), chance) if chance.random() < 0.3 else text}


def journals(chance: Random) -> Files:
    """A kept fight: cut and damaged, or whole lines of other meaning."""
    text = chance.choice(corpus.journals())
    if chance.random() < 0.4:
        return {_JOURNAL: slips.slipped(text, chance, 6)}
    rows = text.splitlines(keepends=True)
    at = chance.randrange(len(rows))
    match chance.randrange(4):
        case 0:
            del rows[at]
        case 1:
            rows[at], rows[-1] = rows[-1], rows[at]
        case 2:
            rows[at:at] = rows[chance.randrange(len(rows)) :]
        case _:
            bare = rows[at].rpartition(',"crc"')[0] + "}"
            changed = (
                slips.changed(slips.read(bare), (), chance) if chance.random() < 0.5 else slips.slipped(bare, chance)
            )
            rows[at] = lines.seal(changed[:-1].encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")
    return {_JOURNAL: "".join(rows)}


def _damaged(text: str, others: Sequence[str], chance: Random) -> str:
    kind = chance.random()
    data = slips.read(text) if kind < 0.45 else None
    if isinstance(data, dict | list):
        return slips.changed(data, [_read(chance.choice(others))], chance)
    if kind > 0.85:
        text = slips.crossed(text, chance.choice(others), chance)
    return slips.slipped(text, chance, chance.choice((1, 3, 12)))


@cache
def _read(text: str) -> Any:
    return slips.read(text)


@cache
def _sample(name: str) -> str:
    return (corpus.SAMPLES / name).read_text("utf-8")


def open_encounter(files: Files, home: Path) -> None:
    """Reads it; of every eighth the folder is checked, the plan exported or what it came to carried back."""
    loaded = load_encounter(home / tables.MAIN, creatures=_creatures(home))
    assert loaded.plan or loaded.problems, "neither a fight nor a reason"
    assert all(str(problem) for problem in loaded.problems)
    share = crc32(files[tables.MAIN].encode("utf-8", "surrogatepass")) % 8
    for checked in check_files(home, creatures=_creatures(home)) if share < 2 else ():
        assert checked.runnable or checked.problems, f"{checked.file} is not runnable for no reason"
    if loaded.plan is None:
        return
    assert weigh(loaded.plan).lines()
    state = _opened(loaded.plan)
    if state is None:
        return
    for entry in loaded.plan.everyone[:3]:
        assert stat_block_lines(entry.block)
    if share == 2 and len(state.combatants) <= _CROWD:
        _exported(loaded.plan, state)
    elif share == 3:
        _carried(home, state)


def _opened(plan: EncounterPlan) -> Encounter | None:
    try:
        return Store.open_plan(plan, RandomDice(1)).state
    except (*FAMILY, LibraryError) as error:
        assert str(error)
        return None


def _exported(plan: EncounterPlan, state: Encounter) -> None:
    for name in FORMATS:
        text = export(Content(plan), name)
        found = import_text(text)
        creatures = any(entry.kind == "creature" for entry in plan.combatants)
        assert not creatures or not found.is_empty, f"what is exported as {name} is not read back:\n{text}"
    to_yaml(encounter_mapping(plan_of(state)))


def _carried(home: Path, state: Encounter) -> None:
    try:
        carried_back(home / tables.MAIN, party_carries(state))
    except LibraryError as error:
        assert str(error)


def open_import(files: Files, home: Path) -> None:
    """Reads it and holds what was read against our own shape."""
    found = import_file(home / "file")
    hold_to_our_shape(found)
    if crc32(files["file"].encode("utf-8", "surrogatepass")) % 8 == 0:
        assert write_imported(found, home / "own", lambda path: True).written or found.is_empty


def open_settings(files: Files, home: Path) -> None:
    """Reads them."""
    for problem in load_settings(home / _SETTINGS).problems:
        assert str(problem)


def open_journal(files: Files, home: Path) -> None:
    """Looks at it, follows it, resumes it, and goes on."""
    path = home / _JOURNAL
    glance(path)
    follower = Follower(path)
    follower.poll()
    follower.close()
    with patch("tracker.encounter.journal._sync", lambda fd: None):
        try:
            store = Store.resume(path, RandomDice(1))
        except FAMILY as error:
            assert str(error)
            return
        try:
            while store.undoable:
                store.undo()
        except FAMILY as error:
            assert str(error)
        store.close()


def _creatures(home: Path) -> Creatures:
    return Creatures(home / "creatures", home / "cache")


KINDS: dict[str, tuple[float, Callable[[Random], Files], Callable[[Files, Path], None]]] = {
    "encounters": (0.42, encounters, open_encounter),
    "imports": (0.42, imports, open_import),
    "settings": (0.08, settings, open_settings),
    "journals": (0.08, journals, open_journal),
}
"""Of each kind of file: its share of all, how one is made, and what is done with it."""


def laid_out(files: Files, home: Path) -> None:
    """Writes the files into a folder emptied before."""
    for old in home.iterdir():
        shutil.rmtree(old) if old.is_dir() else old.unlink()
    for name, text in files.items():
        (home / name).write_text(text, "utf-8", "surrogatepass", newline="")
