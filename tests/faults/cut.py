"""The last 4 KB of a journal, cut off at every byte and damaged at every byte, without and with checkpoints in them."""

from __future__ import annotations

import os
import pkgutil
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from tests.faults.talk import Talker, fight
from tests.faults.tally import Tally
from tests.faults.undo import FAMILY
from tracker.encounter import lines
from tracker.encounter.state import Encounter
from tracker.encounter.store import Store
from tracker.rules.dice import RandomDice

_OPEN = os.open

COMMANDS = 40
KILLED = 20
"""Damaged journals whose resume is killed at each of its steps."""


def run(seed: int, runs: int, span: int = 4096, step: int = 1) -> Tally:
    """That many journals of each kind; `step` bytes lie between two cuts in the last `span`."""
    tally = Tally()
    for number in range(seed, seed + runs):
        for every in (10_000, 7):
            with TemporaryDirectory() as folder, _hurried(every):
                trial = _Trial(Path(folder) / "fight.jsonl", number)
                size = len(trial.whole)
                for at in range(max(trial.first, size - span), size, step):
                    cut = trial.whole[:at]
                    tally.check(*trial.holds(cut, at, f"seed {number}, checkpoints {every}: cut at {at} of {size}"))
                    byte = trial.whole[at] ^ trial.chance.randint(1, 255)
                    damaged = cut + bytes([byte]) + trial.whole[at + 1 :]
                    told = f"seed {number}, checkpoints {every}: byte {at} of {size} made {byte}"
                    tally.check(*trial.holds(damaged, at, told))
                killed = sum(
                    trial.killed_resuming(tally, trial.chance.randrange(trial.first, size)) for _ in range(KILLED)
                )
            told = f"a journal of {size} bytes, checkpoints every {every} commands; {killed} resumes of it killed"
            tally.figures.append(told)
    return tally


class _hurried:  # noqa: N801 - it reads as the state it is
    """Checkpoints that often, and no waiting for the disk."""

    def __init__(self, every: int) -> None:
        self._patches = (
            patch("tracker.encounter.store.CHECKPOINT_EVERY", every),
            patch("tracker.encounter.journal._sync", lambda fd: None),
            patch("os.fsync", lambda fd: None),
        )

    def __enter__(self) -> None:
        for one in self._patches:
            one.start()

    def __exit__(self, *error: object) -> None:
        for one in self._patches:
            one.stop()


class _Killed(BaseException):
    """What nothing catches, as nothing catches SIGKILL."""


class _killing:  # noqa: N801 - it reads as what it does
    """Ends whatever runs at its `last` step on the disk, and lets go of its files as the end of a process does."""

    def __init__(self, last: int) -> None:
        self._left = last
        self._files: list[int] = []
        self._stack = ExitStack()

    def __enter__(self) -> None:
        for name in ("os.open", "os.ftruncate", "os.fsync", "shutil.copyfileobj"):
            self._stack.enter_context(patch(name, partial(self._step, pkgutil.resolve_name(name))))

    def __exit__(self, *error: object) -> None:
        self._stack.close()
        for file in self._files:
            with suppress(OSError):
                os.close(file)

    def _step(self, real: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
        self._left -= 1
        if not self._left:
            raise _Killed
        done = real(*arguments, **more)
        if real is _OPEN:
            self._files.append(done)
        return done


class _Trial:
    """A journal, and where its fight stood after each of its lines."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path = path
        self.chance = Random(seed)
        talker = Talker(seed)
        store = Store.open_plan(fight("srd-5.2"), RandomDice(seed), journal=path, clock=lambda: 0.0)
        self.after: list[Encounter] = [store.state]
        for line in ("start", *("" for _ in range(COMMANDS))):
            steps = path.stat().st_size
            try:
                talker.say(store, line or talker.line(store.state))
            except FAMILY:
                continue
            if path.stat().st_size > steps:
                self.after.append(store.state)
        store.close()
        self.whole = path.read_bytes()
        rows = self.whole.splitlines(keepends=True)
        self.first = len(rows[0]) + len(rows[1])
        """Offset behind the lines without which there is no fight."""
        self.ends: list[tuple[int, bool]] = []
        end = 0
        for row in rows:
            end += len(row)
            self.ends.append((end, lines.is_checkpoint(row)))

    def holds(self, data: bytes, at: int, otherwise: str) -> tuple[bool, str]:
        """Whether what stands before `at`, the first bad byte, comes back, nothing else does, and the loss is told."""
        state, is_told = self._resumed(data)
        sound = sum(end <= at and not is_checkpoint for end, is_checkpoint in self.ends) - 2
        at_checkpoint = next(is_checkpoint for end, is_checkpoint in self.ends if at < end)
        if state == self.after[-1] and (at_checkpoint or self._has_checkpoint_behind(data, at)):
            return True, ""
        between = any(at == end for end, _ in self.ends) and len(data) == at
        return state == self.after[sound] and (is_told or between), otherwise

    def killed_resuming(self, tally: Tally, at: int) -> int:
        """Kills the resume of a journal damaged or cut at that byte at its first step, at its second and so on."""
        spoilt = bytes([self.whole[at] ^ self.chance.randint(1, 255)]) + self.whole[at + 1 :]
        data = self.whole[:at] + (spoilt if self.chance.random() < 0.7 else b"")
        undisturbed, is_lossy = self._resumed(data)
        for step in count(1):
            self._put(data)
            with suppress(_Killed), _killing(step):
                Store.resume(self.path, RandomDice(0))
                return step - 1
            state, is_told = self._resumed(None)
            holds = state == undisturbed and (is_told or not is_lossy or len(list(self.path.parent.iterdir())) > 1)
            tally.check(holds, f"resume of {len(data)} bytes, bad at {at}, killed at {step}")
        raise AssertionError

    def _resumed(self, data: bytes | None) -> tuple[Encounter, bool]:
        """The state that comes back, and whether anything is said of a loss."""
        if data is not None:
            self._put(data)
        store = Store.resume(self.path, RandomDice(0))
        store.close()
        assert store.journal is not None
        return store.state, bool(store.journal.messages)

    def _put(self, data: bytes) -> None:
        self.path.write_bytes(data)
        for aside in self.path.parent.glob("fight.jsonl.*"):
            aside.unlink()

    def _has_checkpoint_behind(self, data: bytes, at: int) -> bool:
        """Damage that a later checkpoint makes good costs nothing."""
        return len(data) == len(self.whole) and any(end > at and is_checkpoint for end, is_checkpoint in self.ends)
