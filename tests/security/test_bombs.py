"""Files made to hang the tracker or fill its memory: each is told in a moment, whatever it multiplies."""

from __future__ import annotations

import json
import os
import resource
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal import TRACKER, isolated
from tracker.library.carrying import carried_back
from tracker.library.checking import check
from tracker.library.importers import import_text
from tracker.library.importers.entry import import_file
from tracker.library.parties import load_party
from tracker.library.plans import load_encounter, load_encounter_text
from tracker.library.problems import LibraryError
from tracker.library.yaml_reader import LONGEST, MOST_PROBLEMS

PATIENCE = 20.0
"""Processor seconds; what this folder is about would take minutes, hours or for ever."""

HEAD = "encounter: x\nedition: srd-5.1\n"
LINE = 60_000
PUMPS = ("9", "a", " ", "\t", "a ", "1d6 ", "(", "[[", "[[/r ", "- ", "\n- ", "&lt;", ",", ";", "A B ", "DC ", "|a|\n")
"""What patterns that look back too far stumble over, again and again on one line."""


def bomb(name: str) -> str:
    """A file by what it does."""
    nine = ",".join(["*{0}"] * 9)
    match name:
        case "aliases":
            levels = (f"{chr(98 + i)}: &{chr(98 + i)} [{nine.format(chr(97 + i))}]\n" for i in range(12))
            return "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(levels) + HEAD
        case "merges":
            levels = (f"m{i}: &m{i} {{<<: [{nine.format(f'm{i - 1}') if i else ''}], k{i}: 1}}\n" for i in range(30))
            return "".join(levels) + HEAD
        case "lists in lists":
            return f"{HEAD}combatants: {'[' * 200_000}{']' * 200_000}\n"
        case "mappings in mappings":
            return f"{HEAD}combatants: {'{a: ' * 100_000}{'}' * 100_000}\n"
        case "dashes":
            return "- " * 500_000
        case "questions":
            return "? " * 100_000
        case "unknown keys":
            return HEAD + "".join(f"k{i}: 1\n" for i in range(30_000))
        case "anchors":
            return HEAD + "".join(f"k{i}: &a{i} 1\n" for i in range(30_000))
        case "wrong entries":
            return f"{HEAD}combatants:\n" + "  - {nme: 3}\n" * 20_000
        case "characters":
            return f"{HEAD}party:\n" + "  - {name: A}\n" * 20_000
        case "figures":
            return f"{HEAD}combatants: [{{name: A, hp: {'9' * 400_000}, ac: {'9' * 4_000}.{'9' * 4_000}}}]\n"
        case "dice":
            return f"{HEAD}combatants: [{{name: A, hp: roll, hp_dice: 999999999d999999999, count: 999999999}}]\n"
        case "a name":
            return f"{HEAD}combatants: [{{name: {'a' * 7_000_000}, hp: 3}}]\n"
        case "a key":
            return f"{HEAD}{'a' * 7_000_000}: 3\n"
        case _:
            return HEAD + "\x01" * 500_000


BOMBS = (
    "aliases", "merges", "lists in lists", "mappings in mappings", "dashes", "questions", "unknown keys", "anchors",
    "wrong entries", "characters", "figures", "dice", "a name", "a key", "controls",
)  # fmt: skip


def spent(act: Callable[[], object]) -> float:
    """Processor seconds that it takes."""
    before = resource.getrusage(resource.RUSAGE_SELF)
    act()
    after = resource.getrusage(resource.RUSAGE_SELF)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.parametrize("name", BOMBS)
def test_a_file_that_multiplies_is_told_and_done_with(tmp_path: Path, name: str) -> None:
    file = tmp_path / "bomb.yaml"
    file.write_text(bomb(name), "utf-8")
    told: list[str] = []
    assert spent(lambda: told.extend(map(str, check(file)))) < PATIENCE
    assert 1 <= len(told) <= MOST_PROBLEMS + 1 and all(len(each) < 2 * LONGEST for each in told)


def test_party_files_that_name_each_other_end(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "a")):
        people = [f"{other}.yaml"] * 2_000 + [{"name": f"{name}{number}", "hp": 3} for number in range(200)]
        (tmp_path / f"{name}.yaml").write_text(json.dumps({"party": people}), "utf-8")
    (tmp_path / "fight.yaml").write_text(f"{HEAD}party: a.yaml\n", "utf-8")
    assert spent(lambda: load_party(tmp_path / "a.yaml")) < PATIENCE
    assert spent(lambda: load_encounter(tmp_path / "fight.yaml")) < PATIENCE
    carried: list[int] = []
    wanted = {"a7": {"hp": 1}, "b7": {"hp": 2}}
    assert spent(lambda: carried.append(len(carried_back(tmp_path / "fight.yaml", wanted).changes))) < PATIENCE
    assert carried == [2]


@pytest.mark.parametrize("key", ["hp", "hp_dice", "speed", "skills", "senses", "resist", "count", "joins", "attacks"])
def test_a_line_without_end_is_read_in_a_moment(key: str) -> None:
    def read() -> None:
        for pump in PUMPS:
            text = json.dumps(pump * (LINE // len(pump)))
            load_encounter_text(f'{HEAD}combatants: [{{name: A, "{key}": {text}}}]\n')

    assert spent(read) < PATIENCE


@pytest.mark.parametrize("kind", ["plain", "note", "Foundry", "Open5e"])
def test_an_import_without_end_is_read_in_a_moment(kind: str) -> None:
    def read() -> None:
        for pump in PUMPS:
            text = pump * (LINE // len(pump))
            foundry = {"name": "A", "type": "npc", "system": {"attributes": {"hp": {"max": 3}}}, "items": [
                {"name": "B", "type": "weapon", "system": {"description": {"value": text}}}
            ]}  # fmt: skip
            open5e = {"name": "A", "slug": "a", "hit_points": 3, "armor_class": 9, "damage_vulnerabilities": text}
            whole = {
                "plain": text,
                "note": f"```statblock\nname: A\nac: 9\nhp: 3\n{text}x: y: z\n```\n",
                "Foundry": json.dumps(foundry),
                "Open5e": json.dumps(open5e | {"condition_immunities": text, "document__slug": "x"}),
            }
            import_text(whole[kind])

    assert spent(read) < PATIENCE


@pytest.mark.parametrize("line", ["check", "import --json", "play --script s.txt", "export --as yaml", "carry --yes"])
@pytest.mark.parametrize("kind", ["fifo.yaml", "fifo.jsonl", "zero.yaml", "zero.jsonl"])
def test_a_device_or_a_pipe_keeps_nobody_waiting(tmp_path: Path, line: str, kind: str) -> None:
    device_or_pipe(tmp_path / kind)
    (tmp_path / "s.txt").write_text("start\n", "utf-8")
    first, *rest = line.split()
    ended = subprocess.run(
        [TRACKER, first, kind, *rest], cwd=tmp_path, env=isolated(tmp_path), capture_output=True, text=True, timeout=60
    )
    assert ended.returncode in (1, 2) and "Traceback" not in ended.stderr


@pytest.mark.parametrize("name", ["fifo", "zero"])
def test_settings_fights_and_reports_pass_over_devices_and_pipes(tmp_path: Path, name: str) -> None:
    config, fights = tmp_path / "config" / "tracker", tmp_path / "state" / "tracker" / "fights"
    for folder, file in ((config, "config.toml"), (fights, "a.jsonl")):
        folder.mkdir(parents=True)
        device_or_pipe(folder / f"{name}.jsonl")
        (folder / f"{name}.jsonl").rename(folder / file)
    for words, said in (("config", "not a regular file"), ("resume --list", "no unfinished"), ("list .", "none")):
        ended = subprocess.run(
            [TRACKER, *words.split()], cwd=tmp_path, env=isolated(tmp_path), capture_output=True, text=True, timeout=60
        )
        assert said in ended.stdout + ended.stderr and "Traceback" not in ended.stderr


def device_or_pipe(path: Path) -> None:
    """A pipe that nobody writes to, or a link to a device that never ends."""
    if path.stem == "fifo":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")


def test_nothing_in_a_file_is_ever_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "code.yaml"
    file.write_text(
        "encounter: !!python/object/apply:os.system ['touch ran']\n"
        "edition: !!python/name:os.system srd-5.1\n"
        "combatants:\n"
        '  - !!python/object/new:subprocess.Popen {name: A, hp: !!python/object/apply:eval [\'open("ran", "w")\']}\n'
        "  - {name: '{0.__class__}', hp: '__import__(\"os\").system(\"touch ran\")'}\n  - {name: '$(touch ran)'}\n"
        "notes: !!binary aGFsbG8=\nscene: !!set {dark}\n",
        "utf-8",
    )
    assert any("unknown tag" in problem.message for problem in check(file))
    import_file(file)
    with pytest.raises(LibraryError):
        carried_back(tmp_path / "gone.yaml", {})
    assert list(tmp_path.iterdir()) == [file]
