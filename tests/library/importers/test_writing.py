"""Imports become files of ours: one each, saying where they came from, nothing replaced without a yes."""

from pathlib import Path

import pytest

from tests.library.importers import lurker
from tracker.library.creature_file import load_creatures
from tracker.library.importers import import_file, import_text, write_imported
from tracker.library.importers.result import Imported
from tracker.library.importers.writing import file_stem
from tracker.library.plans import load_encounter
from tracker.library.problems import LibraryError


def never(path: Path) -> bool:
    raise AssertionError(f"asked about {path}")


def test_a_creature_comes_back_from_its_file(tmp_path: Path) -> None:
    result = import_text(lurker.FILES["Obsidian note"], "vault/mire.md")
    written = write_imported(result, tmp_path / "creatures", never)
    [path] = written.written
    assert path == tmp_path / "creatures" / "mire-lurker.yaml"
    assert path.read_text().startswith("# Mire Lurker, imported from mire.md (Obsidian note).\n")
    [block] = load_creatures(path).blocks
    assert (block.hp, block.attacks[0].damage, block.texts["Log-Like"]) == (
        45,
        ("1d10+3 piercing", "2d6 poison"),
        lurker.STILL,
    )
    again = import_file(path)
    assert again.creatures[0]["actions"] == result.creatures[0]["actions"]


def test_nothing_is_replaced_without_a_yes(tmp_path: Path) -> None:
    result = import_text(lurker.FILES["stat block text"])
    first = write_imported(result, tmp_path, never).written[0]
    assert write_imported(result, tmp_path, never).unchanged == [first]
    first.write_text("name: Mine\n")
    assert write_imported(result, tmp_path, lambda path: False).kept == [first]
    assert first.read_text() == "name: Mine\n"
    assert write_imported(result, tmp_path, lambda path: True).written == [first]
    assert "Mire Lurker" in first.read_text()


def test_a_link_in_the_folder_is_asked_about_too(tmp_path: Path) -> None:
    (tmp_path / "mire-lurker.yaml").symlink_to(tmp_path / "elsewhere.yaml")
    assert write_imported(import_text(lurker.FILES["stat block text"]), tmp_path, lambda path: False).written == []


def test_encounters_run_and_characters_become_a_party_file(tmp_path: Path) -> None:
    table = import_text("name,init,hp,ac\nAnn,15,24,16\nGoblin 1,12,7,15\nGoblin 2,12,3/7,15\n", "Cave fight.csv")
    [path] = write_imported(table, tmp_path, never).written
    assert path.name == "cave-fight.encounter.yaml"
    loaded = load_encounter(path)
    assert loaded.plan is not None and loaded.problems == ()
    assert [(entry.label, entry.hp, entry.initiative) for entry in loaded.plan.everyone] == [
        ("Ann", 24, 15),
        ("Goblin 1", 7, 12),
        ("Goblin 2", 3, 12),
    ]
    heroes = Imported(
        "h.json", encounters=[{"encounter": "Characters", "party": [{"name": "Mira", "hp": 31}], "combatants": []}]
    )
    [party] = write_imported(heroes, tmp_path, never).written
    assert party.name == "characters.party.yaml"
    assert "party:" in party.read_text()


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("../../etc/passwd", "etc-passwd"),
        ("CON", "con-creature"),
        ("\u00c6ther Wyrm!", "\u00e6ther-wyrm"),
        ("///", "creature"),
        ("x" * 300, "x" * 80),
        ("Ape, Giant", "ape-giant"),
    ],
)
def test_names_never_leave_the_folder(name: str, stem: str) -> None:
    assert file_stem(name) == stem


def test_two_of_one_name_get_two_files_and_what_does_not_fit_is_named(tmp_path: Path) -> None:
    twice = [
        {"name": "Imp", "ac": 13},
        {"name": "Imp", "ac": 14, "edition": "srd-5.2"},
        {"name": "Imp", "speed": "fast", "hp": 3},
    ]
    result = Imported("x.json", creatures=twice)
    names = [path.name for path in write_imported(result, tmp_path, never).written]
    assert names == ["imp.yaml", "imp-srd-5.2.yaml", "imp-2.yaml"]
    assert "speed" in result.problems[0][1]


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(LibraryError, match="cannot write"):
        write_imported(import_text(lurker.FILES["stat block text"]), tmp_path / "file", never)
