"""`B`: the party's state back to its file, shown before it is written."""

from pathlib import Path

from tests.tui.at_table import At

FORD = """
encounter: The ford
edition: srd-5.1
party: [{name: Mira, hp: 30, initiative: 9}]
combatants: [{monster: Ogre, initiative: 1}]
"""


def ended(folder: Path, keys: str) -> At:
    file = folder / "ford.yaml"
    file.write_text(FORD)
    at = At(FORD)
    at.table.services.source = file
    return at.keys(keys)


def test_the_end_offers_and_b_shows_and_writes(tmp_path: Path) -> None:
    at = ended(tmp_path, "d a 9 enter E enter")
    assert "B carries" in at.bar and "ford.yaml" in at.bar
    at.keys("B")
    assert "Mira: hp 30 → 21/30" in at.pane("detail") and "Enter writes ford.yaml" in at.bar
    at.keys("escape")
    assert (tmp_path / "ford.yaml").read_text() == FORD
    at.keys("B enter")
    assert "written" in at.bar
    assert (tmp_path / "ford.yaml").read_text() == FORD.replace("hp: 30", "hp: 21/30")
    at.keys("B")
    assert "stands in its file as it is now" in at.bar


def test_a_file_changed_meanwhile_stays_as_it_is(tmp_path: Path) -> None:
    at = ended(tmp_path, "d a 9 enter B")
    (tmp_path / "ford.yaml").write_text(FORD + "# more\n")
    at.keys("enter")
    assert "changed meanwhile" in at.bar


def test_nothing_to_carry_offers_nothing(tmp_path: Path) -> None:
    at = ended(tmp_path, "E enter")
    assert "carries" not in at.bar
    at.table.services.source = None
    at.keys("B")
    assert "came from no file" in at.bar
    at.table.services.source = tmp_path / "gone.yaml"
    at.keys("B")
    assert "gone.yaml" in at.bar
