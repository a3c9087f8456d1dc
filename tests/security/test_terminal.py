"""No name, note, file or command line gives the terminal an order: not on the screen, in a log, or in a message."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tests.security.hostile import ENCOUNTER, NAME, ORDERS, orders_in
from tests.terminal import Terminal
from tracker.cli import main
from tracker.library.visible import one_line, visible

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def at_home(own_home: Path) -> None:
    (own_home / "fight.yaml").write_text(ENCOUNTER, "utf-8")
    (own_home / "script.txt").write_text(
        f'start\nnote mira "{ORDERS.splitlines()[0]}"\nnext\nnext\nwhy\nend\n', "utf-8"
    )
    block = {"Name": NAME, "HP": {"Value": 3}, "AC": {"Value": 12}, "Actions": [{"Name": NAME, "Content": NAME}]}
    (own_home / "import.json").write_text(json.dumps(block), "utf-8")


@pytest.mark.parametrize(
    "line",
    [
        "check fight.yaml",
        "check .",
        "list .",
        "play fight.yaml --script script.txt",
        "play fight.yaml --script script.txt --dump -",
        "play fight.yaml --script script.txt --journal fight.jsonl --log log.txt --dump dump.json",
        "export fight.yaml --as yaml",
        "export fight.yaml --as obsidian",
        "export fight.yaml --as improved-initiative",
        "import import.json --json",
        "import import.json --to made",
        "resume --list",
        f"show {NAME}",
        f"che{NAME}",
        f"roll {NAME}",
    ],
)
def test_a_command_says_nothing_that_a_terminal_obeys(capsys: Captured, tmp_path: Path, line: str) -> None:
    main(line.split(" "))
    said = capsys.readouterr()
    assert orders_in(said.out) == [] and orders_in(said.err) == []
    for made in ("log.txt", "dump.json", *(str(one) for one in tmp_path.glob("made/*"))):
        if (tmp_path / made).exists():
            assert orders_in((tmp_path / made).read_text("utf-8")) == []


def test_a_kept_fight_goes_out_without_orders(capsys: Captured, tmp_path: Path) -> None:
    main(["play", "fight.yaml", "--script", "script.txt", "--journal", "fight.jsonl"])
    for line in ("export fight.jsonl --as markdown", "report --journal fight.jsonl", "carry fight.jsonl --to new.yaml"):
        capsys.readouterr()
        main(line.split())
        said = capsys.readouterr()
        assert orders_in(said.out) == [] and orders_in(said.err) == [], line
    assert orders_in((tmp_path / "new.yaml").read_text("utf-8")) == []


def test_the_plain_prompt_says_no_orders_and_forges_no_line(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"start\nstatus\nasked\nnext\nfrob{ORDERS}\nhelp {ORDERS}\n"))
    main(["play", "fight.yaml", "--log", "log.txt"])
    said = capsys.readouterr()
    assert orders_in(said.out) == [] and orders_in(said.err) == []
    lines = [*said.out.splitlines(), *Path("log.txt").read_text("utf-8").splitlines()]
    assert any("R9 Mira dies" in line for line in lines)
    assert not [line for line in lines if line.startswith("R9")]


def test_json_keeps_its_meaning() -> None:
    told = {NAME: [NAME, "שלום \u200f", "👩\u200d🚀"]}
    text = visible(json.dumps(told, ensure_ascii=False, indent=1))
    assert orders_in(text) == [] and json.loads(text) == told


def test_what_harms_nobody_stays_as_it_is() -> None:
    for text in ("Mira", "龍の王様", "الغول الكبير", "👩\u200d🚀", "a\nb\tc", "[bold]x[/]"):
        assert visible(text) == text
    assert one_line("a\nb\r\nc\td\u2028e\x85f") == "a b c d e f"


def test_the_screen_shows_every_text_and_obeys_none(tmp_path: Path) -> None:
    with Terminal("fight.yaml", home=tmp_path) as table:
        table.wait(lambda: "help" in table.lines[-1], what="the hint line")
        with Terminal("players", home=tmp_path) as view:
            for keys in ("n", "w", "escape", "n", "a", "escape", "M", "escape", "?", "escape", "/", "escape", "n"):
                table.keys(keys)
                table.settle()
            view.wait_for("]0;title")
            for seen in (table, view):
                for order in (
                    b"\x1b]0;",
                    b"\x1b]52",
                    b"\x1b[2J\x1b[5;5H",
                    b"\xc2\x9b",
                    b"\xe2\x80\xae",
                    b"\xe2\x81\xa6",
                ):
                    assert order not in seen.raw
                assert "]0;title" in seen.text.replace("\n", "")
