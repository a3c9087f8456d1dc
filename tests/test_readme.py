"""What the README says is so."""

import re
import tomllib

import pytest

from tests.pictures import FOLDER, SHOTS, Shot, drawing
from tests.readme import README, made_anew
from tracker.library.bestiary import attributions

TEXT = README.read_text("utf-8")


def test_its_tables_are_the_programs_own() -> None:
    assert made_anew(TEXT) == TEXT, "run `python -m tests.readme`"


def test_the_attributions_are_there_word_for_word() -> None:
    flat = " ".join(TEXT.replace("<http", "http").replace(">", "").split())
    for attribution in attributions():
        assert attribution.split(' ("')[0] in flat
        assert all(url.rstrip(".);") in flat for url in re.findall(r"https?://[^\s,;]+", attribution))


def test_the_two_commands_set_up_what_the_project_declares() -> None:
    run, test = re.findall(r"```sh\n(.+?)\n```", TEXT, re.DOTALL)[:2]
    project = tomllib.loads((README.parent / "pyproject.toml").read_text("utf-8"))["project"]
    assert "tracker" in project["scripts"] and run.endswith("sample_encounters/goblin-ambush.yaml")
    assert "test" in project["optional-dependencies"] and "[test]" in test and "pytest" in test


def test_every_file_it_links_to_exists() -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", TEXT):
        assert (README.parent / target).exists(), target


@pytest.mark.parametrize("shot", SHOTS, ids=[shot.name for shot in SHOTS])
def test_its_pictures_show_the_program_as_it_is_and_need_nothing_from_elsewhere(shot: Shot) -> None:
    drawn = drawing(shot)
    assert (FOLDER / f"{shot.name}.svg").read_text("utf-8") == drawn, "run `python -m tests.readme`"
    assert len(drawn) < 150_000 and drawn.count("http") == 1, "the name space alone is an address"
    assert f".docs/pictures/{shot.name}.svg" in TEXT
