"""What the journals in somebody's home say, read from a copy so that a running tracker is not disturbed."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from tracker.encounter.state import Encounter
from tracker.encounter.store import Store
from tracker.rules.dice import FedDice


def journals(home: Path) -> list[Path]:
    """Every journal of a home, the oldest first."""
    return sorted((home / "state" / "tracker" / "fights").glob("*.jsonl"))


def journal(home: Path) -> Path:
    """The one journal of a home."""
    (only,) = journals(home)
    return only


def kept(path: Path) -> tuple[Encounter, tuple[str, ...]]:
    """The state a resume of that journal would give, and what it would say about it."""
    with TemporaryDirectory() as name:
        copy = Path(name) / "copy.jsonl"
        shutil.copyfile(path, copy)
        store = Store.resume(copy, FedDice(()))
        store.close()
        assert store.journal is not None
        return store.state, store.journal.messages
