"""Whatever is wrong with a file, nothing crashes, and nothing is left out without a word."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.library.importers import lurker
from tracker.library.importers import exit_code, import_file, import_paths, import_text

GOOD = lurker.FILES["Obsidian note"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize(
    "program", ["Improved Initiative stat block", "Obsidian note", "FightClub XML", "stat block text"]
)
def test_every_encoding(tmp_path: Path, encoding: str, program: str) -> None:
    path = tmp_path / "creature"
    path.write_bytes(lurker.FILES[program].replace("\n", "\r\n").encode(encoding))
    result = import_file(path)
    assert (result.problems, result.creatures[0]["hp"]) == ([], 45)


def test_western_european_text_is_read_with_a_remark(tmp_path: Path) -> None:
    path = tmp_path / "liste.csv"
    path.write_bytes("Name;INI;TP;RK\nJ\u00e4ger;14;7;15\nGoblin;9;7;15\n".encode("cp1252"))
    result = import_file(path)
    [encounter] = result.encounters
    assert "J\u00e4ger" in [row.get("name") for row in (*encounter["party"], *encounter["combatants"])]
    assert "not UTF-8" in result.notes[0]


@pytest.mark.parametrize("program", [program for program, text in lurker.FILES.items() if text[:1] in "{["])
def test_json_that_breaks_off(program: str) -> None:
    text = lurker.FILES[program]
    for cut in (len(text) // 3, len(text) // 2, len(text) - 1):
        result = import_text(text[:cut], "x.json")
        assert exit_code([result]) == 2
        assert "breaks off" in result.problems[0][1] or "not valid JSON" in result.problems[0][1]
        assert result.problems[0][0].startswith("x.json:1:")


@pytest.mark.parametrize(
    ("content", "word"),
    [
        ("", "empty"),
        ("{}", "not known"),
        ("[]", "empty list"),
        ('{"name": "package", "version": "1.0"}', "name, version"),
        ("[" * 5000 + "]" * 5000, "deeply"),
        ('{"a": ' * 5000 + "1" + "}" * 5000, "deeply"),
        ("<html><body>Hello</body></html>", "without <monster>"),
        ("<compendium><monster><name>A</name></compendium>", "not valid XML"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><compendium>&a;</compendium>', "entities"),
        (
            "<!DOCTYPE x [<!ENTITY a SYSTEM "
            '"file:///etc/passwd">]><compendium><monster><name>&a;</name></monster></compendium>',
            "entities",
        ),
        ("---\nstatblock: true\nname: [\n---\n", "frontmatter"),
        ("```encounter\ncreatures: [\n```", "not valid YAML"),
        ("```statblock\n- a\n- b\n```", "keys and values"),
        ("name: X\nac: [\n", ""),
        ("encounter: X\ncombatants: 5\n", "list"),
    ],
)
def test_files_that_hold_nothing_say_why(content: str, word: str) -> None:
    result = import_text(content, "file")
    assert result.creatures == []
    assert any(word in message for _, message in result.problems)


def test_an_entity_bomb_is_refused_at_once() -> None:
    levels = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    started = time.monotonic()
    result = import_text(
        f'<!DOCTYPE x [<!ENTITY l0 "ha">{levels}]><compendium><monster><name>&l11;</name></monster></compendium>'
    )
    assert time.monotonic() - started < 2
    assert result.is_empty and result.problems


def test_xml_is_read_up_to_the_damage() -> None:
    result = import_text(lurker.fightclub().replace("</monster></compendium>", "</monster><monster><name>Half"))
    assert result.creatures[0]["name"] == "Mire Lurker"
    assert "1 creatures before it were read" in result.problems[0][1]


@pytest.mark.parametrize("name", ["folder", "missing", "binary", "device", "pipe", "huge", "dangling"])
def test_what_is_no_file_is_said(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name == "folder":
        path.mkdir()
    elif name == "binary":
        path.write_bytes(bytes(range(256)) * 40)
    elif name == "device":
        path = Path("/dev/zero")
    elif name == "pipe":
        os.mkfifo(path)
    elif name == "huge":
        with path.open("wb") as file:
            file.truncate(65 * 2**20)
    elif name == "dangling":
        path.symlink_to(tmp_path / "nowhere")
    result = import_file(path)
    assert result.problems and exit_code([result]) == 2


def test_a_link_to_a_file_is_that_file(tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text(GOOD)
    (tmp_path / "link").symlink_to(tmp_path / "note.md")
    assert import_file(tmp_path / "link").creatures


def test_a_vault_of_thousands_with_two_that_matter(tmp_path: Path) -> None:
    for number in range(2000):
        (tmp_path / f"note {number}.md").write_text(f"# Day {number}\n\nThey walked, 3 Goblins watched.\n")
    hidden = tmp_path / ".obsidian"
    hidden.mkdir()
    (hidden / "data.json").write_text('{"Creatures": []}')
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "mire.md").write_text(GOOD)
    (tmp_path / "torn.json").write_text('{"Name": "X')
    (tmp_path / "settings.json").write_text('{"theme": "dark"}')
    (tmp_path / "map.png").write_bytes(b"\x89PNG")
    (tmp_path / "out.md").symlink_to("/etc/hostname")
    (tmp_path / "loop").symlink_to(tmp_path)
    started = time.monotonic()
    results = import_paths([tmp_path])
    assert time.monotonic() - started < 10
    assert {Path(each.file).name for each in results[:-1]} == {"mire.md", "torn.json"}
    summary = results[-1]
    assert "2003 files looked at, 2 with something in them" in summary.notes[0]
    assert [Path(where).name for where, _ in summary.problems] == ["out.md"]
    assert exit_code(results) == 1


def test_a_folder_without_anything_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Hello")
    results = import_paths([tmp_path])
    assert exit_code(results) == 2
    assert "none of 1 files" in results[-1].problems[0][1]


def test_several_files_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(GOOD)
    (tmp_path / "b.json").write_text("{")
    results = import_paths([tmp_path / "a.md", tmp_path / "b.json"])
    assert [exit_code([each]) for each in results] == [0, 2]
    assert exit_code(results) == 1


def test_a_backup_of_thirty_megabytes() -> None:
    block = json.dumps(lurker.improved_initiative() | {"Description": "mud " * 300})
    backup = {
        f"ImprovedInitiative.Creatures.{number}": block.replace("Mire Lurker", f"Lurker {number}")
        for number in range(12_000)
    }
    text = json.dumps(backup)
    assert len(text) > 28_000_000
    started = time.monotonic()
    result = import_text(text)
    assert (len(result.creatures), result.problems) == (12_000, [])
    assert time.monotonic() - started < 20


def test_only_the_reader_that_is_needed_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "goblin.json"
    path.write_text(lurker.FILES["Improved Initiative stat block"])
    script = (
        "import sys; from tracker.library.importers import import_file; assert import_file(sys.argv[1]).creatures;"
        "loaded = [n.rsplit('.', 1)[1] for n in sys.modules if n.startswith('tracker.library.importers.')];"
        "print(*[n for n in ('foundry', 'five_tools', 'fightclub', 'lists', 'pasted', 'obsidian', "
        "'open5e') if n in loaded])"
    )
    done = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
