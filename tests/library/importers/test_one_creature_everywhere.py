"""Whatever program the GM's creature lived in, the same creature comes out, and our own shape takes it as it is."""

import json
from typing import Any

import pytest

from tests.library.importers import lurker
from tracker.library.importers import exit_code, import_text, to_json
from tracker.library.models import StatBlock


@pytest.mark.parametrize("program", lurker.FILES)
def test_the_figures_are_those_of_the_file(program: str) -> None:
    result = import_text(lurker.FILES[program])
    assert (result.problems, exit_code([result])) == ([], 0)
    assert program.startswith(result.format) or result.format in program
    [creature] = result.creatures
    assert creature["name"] == "Mire Lurker"
    block = StatBlock.model_validate(creature).model_dump(mode="json")
    for key, value in lurker.FIGURES.items():
        assert block[key] == (str(value) if key == "cr" else value), key
    [attack], [action] = creature["attacks"], creature["actions"]
    assert _without_text(StatBlock.model_validate(creature).attacks[0].model_dump(exclude_defaults=True)) == {
        key: value for key, value in lurker.ATTACK.items() if key != "kind"
    } | {"damage": tuple(lurker.ATTACK["damage"])}  # type: ignore[arg-type]
    assert {key: action.get(key) for key in lurker.ACTION} == lurker.ACTION
    assert attack["name"] == "Bite"


def _without_text(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key != "text"}


@pytest.mark.parametrize("program", [program for program in lurker.FILES if program != "own YAML"])
def test_the_words_of_the_file_are_kept(program: str) -> None:
    [creature] = import_text(lurker.FILES[program]).creatures
    assert creature["texts"]["Log-Like"] == lurker.STILL
    assert creature["texts"]["Multiattack"] == lurker.TWO
    assert all(entry["text"] for entry in (*creature["attacks"], *creature["actions"]))


def test_the_plain_result_for_scripts() -> None:
    data = json.loads(json.dumps(to_json(import_text(lurker.FILES["Obsidian note"], "vault/mire.md"))))
    assert list(data) == ["file", "format", "creatures", "encounters", "problems", "notes"]
    assert data["file"] == "vault/mire.md"
