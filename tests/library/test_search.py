"""The search over everything there is: 1,013 built-in creatures and a folder of thousands."""

import time
from pathlib import Path

import pytest

from tracker.library.creatures import Creatures

SECONDS = 0.1
"""More than ten times what a query takes; the processor's time is counted, not the wall's."""


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with 5,000 creature files, listed once already."""
    home = tmp_path_factory.mktemp("home")
    (home / "own").mkdir()
    for number in range(5_000):
        text = f"name: Mire lurker {number}\ntype: monstrosity\ncr: {number % 20}\nac: 13\nhp: 22\n"
        (home / "own" / f"{number:04}.yaml").write_text(text)
    Creatures(home / "own", home / "cache")
    return home


def test_a_folder_of_5000_files_opens_and_answers_at_once(crowded: Path) -> None:
    began = time.process_time()
    creatures = Creatures(crowded / "own", crowded / "cache")
    assert time.process_time() - began < 10 * SECONDS
    creatures.search("warm", "srd-5.1")
    for query, first in (("gob", "Goblin"), ("mire lurker 4321", "Mire lurker 4321"), ("cr 19 mire", None), ("", None)):
        began = time.process_time()
        found = creatures.search(query, "srd-5.1", limit=40)
        assert time.process_time() - began < SECONDS, query
        assert found and first in (None, found[0].name)


def test_the_gms_own_creature_stands_for_the_built_in_one(crowded: Path) -> None:
    (crowded / "own" / "goblin.yaml").write_text("name: Goblin\ntype: fey\nhp: 99\n")
    creatures = Creatures(crowded / "own", crowded / "cache")
    assert [one.hp for one in creatures.search("goblin", "srd-5.1") if one.name == "Goblin"] == [99]
    assert creatures.lookup("srd-5.1", "goblin").hp == 99
