"""Settings that mean nothing are told with their place, and what stands beside them holds."""

from pathlib import Path

import pytest

from tracker.cli import main
from tracker.library.settings import load_settings, settings_path
from tracker.tui.config import fault_in_short, faults
from tracker.tui.glyphs import UNICODE
from tracker.tui.launch import Occasion
from tracker.tui.seat import Seat

Captured = pytest.CaptureFixture[str]

WRONG = """\
edition = "srd-5.1"
[automation]
nonsense = true
concentration = false
[rules]
roll_offf = true
[keys]
damage = "D"
undo = "d"
heel = "x"
next = "enter"
temp = "n"
"""
ORC = "encounter: x\nedition: srd-5.1\ncombatants: [{monster: Orc}]\n"


pytestmark = pytest.mark.usefixtures("own_home")


def settle(text: str) -> None:
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_text(text)


def test_every_fault_is_told_at_its_line() -> None:
    settle(WRONG)
    told = {one.line: one.message for one in faults(load_settings())}
    assert "no automation 'nonsense'" in told[3]
    assert "did you mean 'roll_off'" in told[6]
    assert "did you mean 'help'" in told[10]
    assert "'enter' for next" in told[11]
    assert "'n' is temp; it no longer does next" in told[12]
    assert len(told) == 5


def test_config_prints_them_and_what_is_in_force(capsys: Captured) -> None:
    settle(WRONG)
    assert main(["config"]) == 1
    out = capsys.readouterr()
    assert "config.toml:10:1: warning: no such action 'heel'" in out.err and 'edition = "srd-5.1"' in out.out
    settle("ascii = true\n")
    assert main(["config"]) == 0
    assert not capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ""),
        ("\n[clock]\nshown = true\n[theme]", "config.toml line 4: 'theme' cannot be"),
        ("edition = 5", "config.toml line 1: 'edition' cannot be 5"),
        (
            "theme = 'tracker-drak'",
            "config.toml line 1: there is no theme 'tracker-drak'; did you mean 'tracker-dark'?",
        ),
        ("theme = 'nord'", ""),
        ("x = [", "config.toml line 1: "),
        ("[keys]\nheel = 'x'", "config.toml line 2: no such action 'heel'; did you mean 'help'?"),
        (WRONG, "config.toml: 5 faults, the first on line 3; `tracker config` tells them"),
    ],
)
def test_the_bar_says_it_in_a_line(text: str, told: str) -> None:
    settle(text)
    assert fault_in_short().startswith(told) and bool(told) == bool(fault_in_short())


def test_a_table_opens_all_the_same_with_what_is_right(tmp_path: Path) -> None:
    settle(WRONG)
    (tmp_path / "x.yaml").write_text(ORC)
    settings = load_settings().settings
    seat = Seat(Occasion(tmp_path / "x.yaml", "srd-5.1", settings, tmp_path, fault=fault_in_short()), UNICODE)
    assert "5 faults" in seat.painter.paint().bar[0].text
    assert not seat.store.state.is_on("concentration") and seat.store.state.is_on("traits")
    seat.painter.resize(200, 60)
    log = "\n".join(line.text for line in seat.painter.paint().log)
    assert "house rule 'roll_offf'" in log and "automation 'nonsense'" in log
    keys = [("D", "D"), ("4", "4"), ("enter", None), ("d", "d")]
    seen = [seat.store.state.combatants[next(iter(seat.store.state.combatants))].hp]
    for key, char in keys:
        seat.table.press(key, char)
        seen.append(next(iter(seat.store.state.combatants.values())).hp)
    assert seen == [15, 15, 15, 11, 15]
    seat.leave()
