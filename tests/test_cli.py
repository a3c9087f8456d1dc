"""The command line: every word of it, and everything that can be typed wrong."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tracker.cli import SUBCOMMANDS, main

Captured = pytest.CaptureFixture[str]

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.mark.parametrize(
    "line",
    [
        "play",
        "play x.yaml --seed many",
        "play x.yaml --seed 1 --dice 2",
        "play x.yaml --dice 1,0",
        "play x.yaml --scrip s.txt",
        "check",
        "show",
        "show goblin --edition srd-6",
        "chek foo",
        "--frob",
        "roll",
        "roll 2x",
        "schema feast",
        "config --frob",
        "resume a b",
    ],
)
def test_a_wrong_command_line_is_told_with_code_64(capsys: Captured, line: str) -> None:
    assert main(line.split()) == 64
    out = capsys.readouterr()
    assert out.out == ""
    assert "Traceback" not in out.err
    assert out.err.startswith("tracker")


def test_a_word_that_is_nearly_a_command_is_recognised(capsys: Captured) -> None:
    main(["chek", "foo.yaml"])
    assert "did you mean 'tracker check'?" in capsys.readouterr().err


def test_help_and_version_are_there(capsys: Captured) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("tracker ")
    assert main(["--help"]) == 0
    overview = capsys.readouterr().out
    for each in SUBCOMMANDS:
        assert each.name in overview
        assert main([each.name, "--help"]) == 0
        assert each.does in capsys.readouterr().out.replace("\n", " ")


def test_a_stat_block_is_shown_by_edition_or_where_it_is(capsys: Captured) -> None:
    assert main(["show", "goblin", "--edition", "srd-5.1"]) == 0
    assert "Scimitar" in capsys.readouterr().out
    assert main(["show", "goblin"]) == 0
    out = capsys.readouterr()
    assert out.out.startswith("Goblin")
    assert "srd-5.2 has no goblin" in out.err
    assert main(["show", "adult", "red", "dragon"]) == 0
    assert main(["show", "gobln"]) == 2
    assert "did you mean" in capsys.readouterr().err


def test_dice_roll_the_same_with_a_seed(capsys: Captured) -> None:
    assert main(["roll", "2d6", "+", "3", "fire", "--seed", "4"]) == 0
    first = capsys.readouterr().out
    assert main(["roll", "2d6+3 fire", "--seed", "4"]) == 0
    assert capsys.readouterr().out == first
    assert "fire" in first
    assert main(["roll", "1d6 fire + 1d8 cold"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_a_new_file_is_fine_and_never_written_over(capsys: Captured, tmp_path: Path) -> None:
    assert main(["new", "goblin-feast", "--edition", "srd-5.1"]) == 0
    assert "encounter: Goblin feast" in (tmp_path / "goblin-feast.yaml").read_text()
    assert main(["check", "goblin-feast.yaml"]) == 0
    assert main(["new", "goblin-feast.yaml"]) == 2
    assert main(["new", "no/folder/here"]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_check_names_every_problem(capsys: Captured, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("encounter: x\nedition: srd-5.1\ncombatants:\n  - {monster: Gobln}\n")
    assert main(["check", "bad.yaml"]) in (1, 2)
    assert "bad.yaml:4" in capsys.readouterr().out
    assert main(["check", "nowhere.yaml"]) == 2


@pytest.mark.parametrize(
    ("edition", "told"),
    [
        ("srd-5.1", ["deadly: 200 XP × 2 for 4 foes = 400", "medium 200, hard 300, deadly 400"]),
        ("srd-5.2", ["low: 200 XP", "low 200, moderate 300, high 400"]),
        ("black-flag", ["4 foes, total CR 1, 200 XP, against 4 levels in all"]),
    ],
)
def test_check_weighs_an_encounter_in_its_edition_s_words(
    capsys: Captured, tmp_path: Path, edition: str, told: list[str]
) -> None:
    heroes = ", ".join(f"{{name: H{number}, level: 1}}" for number in range(4))
    foe = "{name: Imp, cr: 1/4, xp: 50, hp: 7, count: 4}"
    (tmp_path / "x.yaml").write_text(f"encounter: x\nedition: {edition}\nparty: [{heroes}]\ncombatants: [{foe}]\n")
    assert main(["check", "x.yaml"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("x.yaml: fine\n  ")
    for piece in told:
        assert piece in out


def test_list_shows_encounters_and_fights(capsys: Captured, tmp_path: Path) -> None:
    assert main(["list"]) == 0
    empty = capsys.readouterr().out
    assert "none; `tracker new NAME`" in empty
    main(["new", "feast"])
    capsys.readouterr()
    assert main(["list", str(tmp_path)]) == 0
    assert "feast.yaml" in capsys.readouterr().out
    assert main(["list", "nowhere"]) == 2
    assert main(["resume", "--list"]) == 0
    assert "no unfinished fight" in capsys.readouterr().out
    assert main(["resume"]) == 2


def test_the_settings_are_shown_and_begun(capsys: Captured, tmp_path: Path) -> None:
    assert main(["config"]) == 0
    assert "not there" in capsys.readouterr().out
    assert main(["config", "--init"]) == 0
    assert main(["config", "--init"]) == 2
    assert "is there already" in capsys.readouterr().err
    file = tmp_path / "config" / "tracker" / "config.toml"
    file.write_text("ascii = maybe")
    assert main(["config"]) == 1
    out = capsys.readouterr()
    assert "config.toml:1:9" in out.err
    assert "ascii = false" in out.out
    assert main(["show", "orc", "--edition", "srd-5.1"]) == 0


def test_schemas_are_json(capsys: Captured) -> None:
    for sort in ("encounter", "party", "creature"):
        assert main(["schema", sort]) == 0
        assert json.loads(capsys.readouterr().out)["$schema"]


def test_the_table_wants_a_terminal(capsys: Captured) -> None:
    assert main(["feast.yaml"]) == 2
    assert "needs a terminal" in capsys.readouterr().err


def test_light_words_never_load_the_screen(tmp_path: Path) -> None:
    code = (
        "import sys; from tracker.cli import main\n"
        "for line in (['--version'], ['show', 'orc', '--edition', 'srd-5.1'], ['roll', '1d6'], ['check', 'x.yaml']):\n"
        "    main(line)\n"
        "assert not {name for name in sys.modules if name.split('.')[0] == 'textual'}\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, timeout=60)
    assert done.returncode == 0, done.stderr


def test_a_reader_that_goes_away_is_no_trouble(tmp_path: Path) -> None:
    command = f"{sys.executable} -m tracker schema | head -c 10"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    assert done.returncode == 0


def test_names_that_the_terminal_lacks_letters_for_are_shown_anyway(tmp_path: Path) -> None:
    (tmp_path / "odd.yaml").write_text("encounter: odd\ncombatants: [{name: 龍 🐉}]\n", "utf-8")
    (tmp_path / "s.txt").write_text("start\n")
    command = [sys.executable, "-m", "tracker", "play", "odd.yaml", "--script", "s.txt"]
    env = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, capture_output=True, cwd=tmp_path, env=env, timeout=60)
    assert done.returncode == 0, done.stderr
    assert b"\\u9f8d" in done.stdout


OTHER_PROGRAM = """\
{"name": "Mud Troll", "challenge_rating": "2", "armor_class": 13, "hit_points": 45, "hit_dice": "6d10+12",
 "strength": 18, "dexterity": 10, "constitution": 14, "intelligence": 6, "wisdom": 9, "charisma": 6,
 "size": "Large", "type": "giant", "speed": {"walk": 30}, "actions": []}
"""


def test_what_another_program_wrote_becomes_files_of_our_own(capsys: Captured, tmp_path: Path) -> None:
    (tmp_path / "troll.json").write_text(OTHER_PROGRAM)
    assert main(["import", "troll.json", "--json"]) in (0, 1)
    assert json.loads(capsys.readouterr().out)["creatures"][0]["name"] == "Mud Troll"
    assert main(["import", "troll.json"]) in (0, 1)
    (written,) = (tmp_path / "data" / "tracker" / "creatures").iterdir()
    assert written.name == "mud-troll.yaml"
    capsys.readouterr()
    assert main(["show", "mud", "troll"]) == 0
    assert "AC 13" in capsys.readouterr().out
    written.write_text("name: Mud Troll\nac: 9\n")
    assert main(["import", "troll.json"]) in (0, 1)
    assert "kept as it was" in capsys.readouterr().out
    assert main(["import", "troll.json", "--force"]) in (0, 1)
    assert "ac: 13" in written.read_text()
    (tmp_path / "junk.bin").write_bytes(b"\x00\x01\x02")
    assert main(["import", "junk.bin"]) == 2
    assert main(["import", "nowhere.json"]) == 2


def test_our_files_go_out_in_other_shapes(capsys: Captured, tmp_path: Path) -> None:
    main(["new", "feast", "--edition", "srd-5.1"])
    capsys.readouterr()
    for shape in ("yaml", "improved-initiative", "obsidian"):
        assert main(["export", "feast.yaml", "--as", shape]) == 0
        assert "Feast" in capsys.readouterr().out
    assert main(["export", "feast.yaml", "--as", "yaml", "-o", "out.yaml"]) == 0
    assert main(["check", "out.yaml"]) == 0
    assert main(["export", "feast.yaml", "--as", "yaml", "-o", "out.yaml"]) == 2
    assert main(["export", "feast.yaml", "--as", "yaml", "-o", "out.yaml", "--force"]) == 0
    assert main(["export", "feast.yaml", "--as", "papyrus"]) == 64
    assert main(["export", "nowhere.yaml", "--as", "yaml"]) == 2


def test_a_kept_fight_goes_out_as_markdown(capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    main(["new", "feast", "--edition", "srd-5.1"])
    assert main(["export", "feast.yaml", "--as", "markdown"]) == 2
    assert "none of feast.yaml has been kept" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.StringIO("start\ndamage all 3\n"))
    assert main(["play", "feast.yaml"]) == 0
    capsys.readouterr()
    assert main(["export", "feast.yaml", "--as", "markdown"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("# Feast")
    assert "# The log" in page
    assert main(["resume", "--list"]) == 0
    assert "Feast (srd-5.1), round 1" in capsys.readouterr().out
