"""What a file names stays in its folders, read or written: no path, link or name leads out of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tracker.library.carrying import carried_back
from tracker.library.checking import check_files
from tracker.library.creatures import Creatures
from tracker.library.importers import import_paths, import_text, write_imported
from tracker.library.plans import load_encounter
from tracker.library.problems import LibraryError

SECRET = "name: Zorblax\nhp: 7\nnotes: the secret\n"
WAYS_OUT = (
    "../secret.yaml", "deep/../../secret.yaml", "..\\secret.yaml", "/etc/secret.yaml", "~/secret.yaml",
    "~root/secret.yaml", "C:\\secret.yaml", "file:///secret.yaml", "link.yaml", "deep/link.yaml", "up/secret.yaml",
    "loop.yaml", "\\\\host\\secret.yaml", "./../secret.yaml", "secret.yaml\0.yaml",
)  # fmt: skip


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A folder with links out of it to a secret beside it."""
    table = tmp_path / "table"
    (table / "deep").mkdir(parents=True)
    (tmp_path / "secret.yaml").write_text(SECRET, "utf-8")
    (table / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (table / "deep" / "link.yaml").symlink_to("../../secret.yaml")
    (table / "up").symlink_to(tmp_path)
    (table / "loop.yaml").symlink_to("loop.yaml")
    return table


@pytest.mark.parametrize("word", WAYS_OUT)
@pytest.mark.parametrize("place", ["party", "monster", "extends", "templates", "characters"])
def test_an_encounter_reads_nothing_outside(table: Path, tmp_path: Path, word: str, place: str) -> None:
    own = tmp_path / "own"
    own.mkdir()
    places: dict[str, dict[str, Any]] = {
        "party": {"party": word},
        "characters": {"party": [word]},
        "monster": {"combatants": [{"monster": word}]},
        "extends": {"extends": word},
        "templates": {"templates": word},
    }
    said = places[place]
    (table / "fight.yaml").write_text(json.dumps({"encounter": "x", "edition": "srd-5.1", **said}), "utf-8")
    loaded = load_encounter(table / "fight.yaml", creatures=Creatures(own))
    assert any(problem.severity == "error" for problem in loaded.problems)
    assert "secret" not in (loaded.plan.model_dump_json() if loaded.plan else "") and "Zorblax" not in str(
        loaded.problems
    )
    if place in ("party", "characters"):
        with pytest.raises(LibraryError):
            carried_back(table / "fight.yaml", {"Zorblax": {"hp": 1}}, own)
    assert (tmp_path / "secret.yaml").read_text("utf-8") == SECRET


def test_folders_of_creatures_and_checks_follow_no_link_out(table: Path) -> None:
    (table / "fight.yaml").write_text("encounter: x\nedition: srd-5.1\ncombatants: [{monster: Zorblax}]\n", "utf-8")
    loaded = load_encounter(table / "fight.yaml", creatures=Creatures(table))
    assert "no creature called 'Zorblax'" in str(loaded.problems[0])
    told = {Path(one.file).name: str(one.problems) for one in check_files(table)}
    assert "link out of the folder" in told["link.yaml"] and not any("secret" in each for each in told.values())
    assert not any(each.creatures for each in import_paths([table]))


@pytest.mark.parametrize(
    "name",
    [
        "../../out",
        "/etc/out",
        "..",
        ".",
        "~/out",
        "a/../../out",
        "con",
        "x" * 300,
        "\0out",
        ".hidden",
        "out\n../x",
        "龍/..",
    ],
)
def test_an_import_writes_into_its_folder_alone(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "deep" / "folder"
    block = {"Name": name, "HP": {"Value": 3}, "AC": {"Value": 12}}
    fight = {"Name": name, "Combatants": [{"StatBlock": block, "CurrentHP": 3, "Alias": name, "Tags": []}]}
    for each in (block, fight):
        write_imported(import_text(json.dumps(each)), folder, lambda path: True)
    made = [one for one in tmp_path.rglob("*") if one.is_file()]
    assert made and all(one.parent == folder and not one.name.startswith(".") for one in made)


def test_an_import_that_may_replace_a_link_replaces_the_link(tmp_path: Path) -> None:
    folder, outside = tmp_path / "folder", tmp_path / "outside.yaml"
    folder.mkdir()
    outside.write_text("precious", "utf-8")
    (folder / "grell.yaml").symlink_to(outside)
    grell = import_text(json.dumps({"Name": "Grell", "HP": {"Value": 3}, "AC": {"Value": 12}}))
    written = write_imported(grell, folder, lambda path: True).written
    assert written == [folder / "grell.yaml"] and not written[0].is_symlink()
    assert outside.read_text("utf-8") == "precious"
