"""A script played into a journal that cannot be written: the fight is kept elsewhere, and that is said."""

import tempfile
from pathlib import Path

import pytest

from tests.journals import kept
from tracker.cli import main
from tracker.encounter.state import Id

FIGHT = "encounter: Unsaved\nedition: srd-5.1\ncombatants: [{name: Rat, hp: 9, initiative: 5}]\n"


def test_it_is_kept_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fight, script, no_folder = tmp_path / "fight.yaml", tmp_path / "script", tmp_path / "file"
    fight.write_text(FIGHT)
    script.write_text("start\ndamage rat 2\n")
    no_folder.write_text("")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    code = main(["play", str(fight), "--script", str(script), "--journal", str(no_folder / "kept.jsonl")])
    (aside,) = tmp_path.glob("tracker-*/kept.jsonl")
    told = capsys.readouterr().err
    assert code == 2 and "NOT SAVED" in told and str(aside) in told
    assert kept(aside)[0].combatants[Id("ra")].hp == 7
