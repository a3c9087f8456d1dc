"""Whole fights without a screen: scripts that run, scripts that stop, and the plain prompt."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tracker.cli import main

AMBUSH = """\
encounter: Ambush
edition: srd-5.1
party:
  - {name: Mira, hp: 31, ac: 14, initiative: 18}
combatants:
  - {name: Grakk, hp: 27, ac: 16, initiative: 12}
"""

Ran = tuple[int, dict[str, Any] | None, str, str]
Run = Callable[..., Ran]


pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Plays a script against the ambush: exit code, dump, log, and what was said on the error stream."""

    def played(*lines: str, options: tuple[str, ...] = (), plan: str = AMBUSH) -> Ran:
        (tmp_path / "plan.yaml").write_text(plan)
        (tmp_path / "script.txt").write_text("\n".join(lines))
        dump = tmp_path / "state.json"
        dump.unlink(missing_ok=True)
        code = main(["play", "plan.yaml", "--script", "script.txt", "--dump", "state.json", *options])
        out = capsys.readouterr()
        return code, json.loads(dump.read_text()) if dump.exists() else None, out.out, out.err

    return played


def test_a_script_runs_to_its_end(run: Run) -> None:
    code, dump, log, said = run("# the ambush", "start", "", "damage grakk 5 fire", "next")
    assert (code, said) == (0, "")
    assert dump is not None
    assert dump["active"] == "gr"
    assert dump["combatants"]["gr"]["hp"] == 22
    assert "Grakk takes 5 fire · 27 → 22" in log


def test_a_script_stops_at_its_first_error_with_the_state_before_it(run: Run) -> None:
    code, dump, _, said = run("start", "damage grakk 5", "damage grakk many", "damage grakk 5")
    assert code == 2
    assert "line 3: damage grakk many" in said
    assert dump is not None
    assert dump["combatants"]["gr"]["hp"] == 22


def test_what_the_fight_forbids_stops_it_too(run: Run) -> None:
    code, dump, _, said = run("next")
    assert code == 2
    assert "line 1" in said
    assert "`start`" in said
    assert dump is not None
    assert dump["phase"] == "setup"


def test_dice_that_run_dry_are_an_error_at_their_line(run: Run) -> None:
    code, dump, _, said = run("start", "roll 2d6", "roll 1d6", options=("--dice", "3,4"))
    assert code == 2
    assert "line 3" in said
    assert "used up" in said
    assert dump is not None
    assert dump["phase"] == "running"


def test_the_same_seed_gives_the_same_fight(run: Run) -> None:
    lines = ("init all roll", "start", "damage all 2d6")
    assert run(*lines, options=("--seed", "7")) == run(*lines, options=("--seed", "7"))


def test_strict_turns_a_refusal_into_an_error(run: Run) -> None:
    plan = AMBUSH.replace("ac: 16,", "ac: 16, condition_immune: [frightened],")
    code, dump, log, _ = run("start", "cond grakk +frightened", plan=plan)
    assert code == 0
    assert "Refused: Grakk is immune" in log
    assert dump is not None
    assert dump["combatants"]["gr"]["conditions"] == []
    assert run("start", "cond grakk +frightened", plan=plan, options=("--strict",))[0] == 2
    forced = run("start", "cond grakk +frightened !", plan=plan)[1]
    assert forced is not None
    assert [one["name"] for one in forced["combatants"]["gr"]["conditions"]] == ["frightened"]


def test_a_newcomer_comes_from_the_bestiary_of_the_edition(run: Run) -> None:
    code, dump, _, _ = run("start", "add goblin", 'add "Hired guard" hp 11 ac 12 init 9')
    assert code == 0
    assert dump is not None
    assert (dump["combatants"]["go"]["ac"], dump["combatants"]["hg"]["hp"]) == (15, 11)


def test_log_and_journal_are_written_where_told(run: Run, tmp_path: Path) -> None:
    code, _, out, _ = run("start", options=("--log", "log.txt", "--journal", "fight.jsonl"))
    assert (code, out) == (0, "")
    assert "The fight begins" in (tmp_path / "log.txt").read_text()
    assert (tmp_path / "fight.jsonl").read_text().count('"crc"') == 3
    code, dump, _, said = run("start", options=("--journal", "fight.jsonl"))
    assert (code, dump) == (2, None)
    assert "is there already" in said


def test_a_file_that_cannot_run_is_told_as_check_tells_it(run: Run) -> None:
    code, dump, _, said = run("start", plan="combatants: [{name: A, hp: {}}]\nencounter: [")
    assert (code, dump) == (2, None)
    assert "plan.yaml:" in said
    assert main(["play", "nowhere.yaml", "--script", "script.txt"]) == 2


def test_a_script_that_cannot_be_read_is_a_wrong_command_line(run: Run, tmp_path: Path) -> None:
    assert run("start", options=("--script", "nowhere.txt"))[0] == 64
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe start")
    code, dump, _, said = run("start", options=("--script", "binary.txt"))
    assert (code, dump) == (64, None)
    assert "not UTF-8" in said


def test_a_dump_that_cannot_be_written_is_said(run: Run) -> None:
    code, _, _, said = run("start", options=("--dump", "no/such/folder.json"))
    assert code == 2
    assert "cannot be written" in said


def test_standard_input_serves_as_script_and_output_takes_the_dump(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "plan.yaml").write_text(AMBUSH)
    monkeypatch.setattr("sys.stdin", io.StringIO("start\r\nnext\r\n"))
    code, _, out, _ = run(options=("--script", "-", "--dump", "-", "--log", "log.txt"))
    assert code == 0
    assert json.loads(out)["active"] == "gr"


def test_the_prompt_plays_line_by_line_and_forgives(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "plan.yaml").write_text(AMBUSH)
    lines = ["start", "dmage grakk 3", "help damage", "help dmage", "conc mira bless", "damage mira 5", "asked",
             "answer 1: 14", "asked", "status", "help", "undo", "quit", "damage grakk 20"]  # fmt: skip
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
    assert main(["play", "plan.yaml", "--seed", "1", "--log", "log.txt", "--dump", "state.json"]) == 0
    assert "Mira takes 5 · 31 → 26" in (tmp_path / "log.txt").read_text()
    assert json.loads((tmp_path / "state.json").read_text())["combatants"]["mi"]["hp"] == 26
    said = capsys.readouterr().out
    assert "Not done: there is no command 'dmage'; did you mean damage?" in said
    assert "There is no command 'dmage'; did you mean 'damage'?" in said
    assert said.count("Asked 1: Mira: concentration (bless), CON save DC 10") == 3
    assert "Nothing is waiting" in said
    assert "> 18, Mira (mi), 26 of 31 hit points, concentrating on bless" in said
    assert "12, Grakk (gr), 27 of 27 hit points" in said
    assert "Undo:" in said
    journals = list((tmp_path / "state" / "tracker" / "fights").iterdir())
    assert [journal.name.partition("-ambush")[1] for journal in journals] == ["-ambush"]
    assert f"The fight is kept in {journals[0]}" in said


def test_the_settings_hold_at_the_prompt_but_not_in_scripts(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    config = tmp_path / "config" / "tracker" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text("[dice]\nplayers_type_initiative = true\n")
    plan = AMBUSH.replace(", initiative: 18", "")
    assert (run("start", plan=plan)[1] or {})["phase"] == "running"
    monkeypatch.setattr("sys.stdin", io.StringIO("start\nstatus\n"))
    assert main(["play", "plan.yaml"]) == 0
    assert "Ambush, initiative" in capsys.readouterr().out


def test_a_fight_left_at_the_prompt_is_taken_up_again(tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text(AMBUSH)

    def sit_down(*lines: str) -> str:
        seat = pexpect.spawn(sys.executable, ["-m", "tracker", "play", "plan.yaml"], encoding="utf-8", timeout=30)
        for line in lines:
            seat.expect(r"(?:> |anew: )$")
            seat.sendline(line)
        seat.expect(r"(?:> |anew: )$")
        said = str(seat.before)
        seat.sendeof()
        seat.expect(pexpect.EOF)
        seat.close()
        assert seat.exitstatus == 0
        assert "Traceback" not in said + str(seat.before)
        return said

    assert "Grakk takes 5" in sit_down("start", "damage grakk 5")
    assert "left in round 1" in sit_down()
    assert "22 of 27" in sit_down("", "status")
    assert "27 of 27" in sit_down("n", "status")
