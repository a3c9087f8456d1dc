"""A fight on a terminal whose journal is on a small disk of its own: it fills up, or is read-only for a while."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.journals import journal, kept
from tests.terminal import NotSeenError, Terminal
from tracker.encounter.state import Id

FIGHT = """
encounter: Small disk
edition: srd-5.2
combatants:
  - {name: Anvil, hp: 9000, initiative: 20}
  - {name: Hammer, hp: 10, initiative: 10}
"""
ENDINGS = ("killed", "left", "ended")
_PAGE = 60
"""Commands that surely fill what is left of a page when the disk has no other."""


def trial(home: Path, number: int) -> str:
    """What did not hold. Raises OSError where this user may mount nothing."""
    chance = Random(number)
    (home / "small.yaml").write_text(FIGHT, "utf-8")
    (home / "aside").mkdir()
    (home / "state").mkdir()
    with (
        _mounted(home / "state", read_only=chance.random() < 0.3) as disk,
        Terminal("small.yaml", home=home, environment={"TMPDIR": str(home / "aside")}) as at,
    ):
        try:
            return _Game(at, disk, home, chance).outcome(ENDINGS[number % len(ENDINGS)])
        except NotSeenError as error:
            return str(error)


@dataclass(slots=True)
class _Disk:
    path: Path
    is_read_only: bool

    def open_up(self) -> None:
        """Lets it be written to."""
        subprocess.run(["mount", "-o", "remount,rw", str(self.path)], check=True)

    def fill(self) -> None:
        """Leaves no room."""
        with suppress(OSError), (self.path / "filler").open("ab", buffering=0) as file:
            while file.write(bytes(4096)):
                pass

    def empty(self) -> None:
        """Makes room again."""
        (self.path / "filler").unlink()


@contextmanager
def _mounted(path: Path, *, read_only: bool) -> Iterator[_Disk]:
    options = f"size=128k,mode=700,{'ro' if read_only else 'rw'}"
    try:
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(path)], check=True, capture_output=True)
    except subprocess.CalledProcessError as error:
        raise OSError(error.stderr.decode().strip()) from error
    try:
        yield _Disk(path, read_only)
    finally:
        subprocess.run(["umount", "-l", str(path)], check=True)


class _Game:
    """Blows of one point each; what they leave is on the screen, and sooner or later on the disk."""

    def __init__(self, at: Terminal, disk: _Disk, home: Path, chance: Random) -> None:
        self.at, self.disk, self.home, self.chance = at, disk, home, chance
        self.blows = 0

    def outcome(self, ending: str) -> str:
        """Plays, ends it so, and looks at what is left."""
        at = self.at
        at.wait_for("Anvil", "n start", *(["NOT SAVED"] if self.disk.is_read_only else []))
        at.keys("n")
        at.wait_for("Round 1")
        if self.disk.is_read_only:
            self._strike_unsaved()
            self.disk.open_up()
            self._strike_saved()
        for _ in range(self.chance.randint(0, 2)):
            self._fill()
            self.disk.empty()
            self._strike_saved()
        if ending == "killed":
            at.kill()
            return self._compared(journal(self.home))
        self._fill()
        at.keys("ctrl+q") if ending == "left" else at.signal(signal.SIGTERM)
        if at.exit_status() != 1 or "NOT SAVED" not in at.text or "tracker resume" not in at.text.replace("\n", " "):
            return f"left without a word\n{at.text}"
        return self._compared(next((self.home / "aside").glob("*/*.jsonl")))

    def _strike(self) -> None:
        self.at.send("d1\r")
        self.blows += 1
        self.at.wait_for(f"{9000 - self.blows}/9000", "help")

    def _strike_unsaved(self) -> None:
        for _ in range(self.chance.randint(1, 6)):
            self._strike()
            self.at.wait_for("NOT SAVED")

    def _strike_saved(self) -> None:
        self._strike()
        self.at.wait_gone("NOT SAVED")

    def _fill(self) -> None:
        self.disk.fill()
        for _ in range(_PAGE):
            if "NOT SAVED" in self.at.lines[0]:
                break
            self._strike()
        self._strike_unsaved()

    def _compared(self, path: Path) -> str:
        state, messages = kept(path)
        hp = state.combatants[Id("an")].hp
        return f"{hp} is kept, {9000 - self.blows} was shown: {messages}" if messages or hp != 9000 - self.blows else ""
