"""Whom files are for: journals, settings, faults and caches for the user alone, whatever the umask and the folder."""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal import TRACKER, Terminal, isolated
from tracker.library.atomic import append_text, private_folder, write_text

FIGHT = "encounter: Ford\nedition: srd-5.1\ncombatants: [{name: Grakk, hp: 9}]\n"


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """Somebody's home under an umask that keeps nothing from anybody, given on to every program that is started."""
    home = tmp_path / "home"
    home.mkdir(mode=0o755)
    (home / "ford.yaml").write_text(FIGHT, "utf-8")
    before = os.umask(0o000)
    yield home
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def open_to_others(home: Path) -> list[str]:
    """What others could read or enter below a home's own folders."""
    found = [one for kind in ("state", "config", "cache", "data") for one in (home / kind).rglob("*")]
    return [f"{one} {mode(one):o}" for one in found if mode(one) & 0o077]


def test_all_that_a_game_leaves_behind_is_the_users_alone(home: Path) -> None:
    for words in ("config --init", "show goblin", "import creature.json", "check ford.yaml"):
        (home / "creature.json").write_text('{"Name": "Grell", "HP": {"Value": 3}, "AC": {"Value": 9}}', "utf-8")
        subprocess.run([TRACKER, *words.split()], cwd=home, env=isolated(home), check=False, capture_output=True)
    with Terminal("ford.yaml", home=home) as table:
        table.wait(lambda: "help" in table.lines[-1], what="the hint line")
        table.keys("n ctrl+q")
        table.exit_status()
    subprocess.run([TRACKER, "play", "ford.yaml"], cwd=home, env=isolated(home), input="start\n", text=True, check=True)
    assert len(list((home / "state" / "tracker" / "fights").glob("*.jsonl"))) == 2
    assert (home / "config" / "tracker" / "config.toml").exists()
    assert list((home / "data" / "tracker" / "creatures").glob("grell.yaml"))
    assert open_to_others(home) == []


def test_faults_are_written_down_for_the_user_alone(home: Path) -> None:
    append_text(home / "state" / "tracker" / "fights" / "errors.log", "x")
    assert open_to_others(home) == []


def test_a_journal_that_came_with_a_wider_mode_is_closed_to_others(home: Path) -> None:
    play = [TRACKER, "play", "ford.yaml", "--script", "-", "--journal", "kept.jsonl"]
    subprocess.run(play, cwd=home, env=isolated(home), input="start\n", text=True, check=True)
    journal = home / "kept.jsonl"
    assert mode(journal) == 0o600
    journal.chmod(0o666)
    with Terminal("resume", "kept.jsonl", home=home) as table:
        table.wait(lambda: "help" in table.lines[-1], what="the hint line")
        assert mode(journal) == 0o600


def test_what_is_kept_of_damaged_journals_is_private_and_follows_no_link(home: Path) -> None:
    play = [TRACKER, "play", "ford.yaml", "--script", "-", "--journal", "kept.jsonl"]
    subprocess.run(play, cwd=home, env=isolated(home), input="start\nnext\nnext\n", text=True, check=True)
    journal = home / "kept.jsonl"
    journal.write_bytes(journal.read_bytes()[:-9])
    bait = home / "bait"
    bait.write_text("precious", "utf-8")
    torn = home / "kept.jsonl.torn"
    torn.symlink_to(bait)
    export = [TRACKER, "export", "kept.jsonl", "--as", "markdown"]
    subprocess.run(export, cwd=home, env=isolated(home), check=False, capture_output=True)
    assert bait.read_text("utf-8") == "precious"
    torn.unlink()
    subprocess.run(export, cwd=home, env=isolated(home), check=True, capture_output=True)
    assert mode(torn) == 0o600 and mode(journal) == 0o600


def test_a_file_written_aside_has_its_mode_from_the_first_byte(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, int] = {}
    whole = os.fsync

    def look(fd: int) -> None:
        seen.update((one.name, mode(one)) for one in home.glob(".*.part"))
        whole(fd)

    monkeypatch.setattr(os, "fsync", look)
    write_text(home / "private.txt", "x")
    assert set(seen.values()) == {0o600} and mode(home / "private.txt") == 0o600
    for wanted in (0o600, 0o640, 0o644):
        seen.clear()
        (home / "party.yaml").write_text("old", "utf-8")
        (home / "party.yaml").chmod(wanted)
        write_text(home / "party.yaml", "new", private=False)
        assert set(seen.values()) == {0o600} and mode(home / "party.yaml") == wanted
    for umask in (0o022, 0o077, 0o000):
        os.umask(umask)
        write_text(home / f"{umask}.yaml", "x", private=False)
        assert mode(home / f"{umask}.yaml") == 0o666 & ~umask
    assert not list(home.glob(".*.part"))


def test_every_missing_folder_on_the_way_is_private_and_no_other_is_touched(home: Path) -> None:
    private_folder(home / "a" / "b" / "c")
    assert [mode(home / each) for each in ("a", "a/b", "a/b/c")] == [0o700] * 3
    assert mode(home) == 0o755
    private_folder(home / "a")


def test_a_device_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="stays as it is"):
        write_text(pipe, "x")
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
