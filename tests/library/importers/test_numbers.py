"""Numbers and lists as people and programs write them."""

from typing import Any

import pytest

from tracker.library.importers import fields, figures


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (15, 15),
        ("15", 15),
        ("15 (natural armor)", 15),
        ("17 (natural armor), 20 with shield", 17),
        ("+ 2", 2),
        ("\u22121", -1),
        ("\u20131", -1),
        ("5,900", 5900),
        ("7 ,200", 7200),
        ("1 250", 1250),
        (12.0, 12),
        ("\u2014", None),
        ("None", None),
        ("??", None),
        (True, None),
        (float("nan"), None),
        (10**40, None),
        ([1], None),
    ],
)
def test_whole_numbers(written: Any, meant: int | None) -> None:
    assert figures.whole(written) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("(2d6)", "2d6"),
        ("18d10 + 36", "18d10+36"),
        ("`dice: 18d10` + 36", "18d10+36"),
        ("dice:2d6+4|text(11)", "2d6+4"),
        ("d8", "1d8"),
        ("7 (2d6\u20132)", "2d6-2"),
        ("15", None),
    ],
)
def test_dice(written: str, meant: str | None) -> None:
    assert figures.dice(written) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("1/4", "1/4"),
        (0.25, "1/4"),
        ("\u00bd", "1/2"),
        ("1/2 (100 XP)", "1/2"),
        ("CR 4", 4),
        ("01-Apr", "1/4"),
        ("Apr 1", "1/4"),
        ("4/1/2026", "1/4"),
        ("1/2/2026", "1/2"),
        ("2026-04-01", "1/4"),
        ("Unknown", None),
        ({"cr": "10", "lair": "11"}, 10),
        ("\u2014", None),
    ],
)
def test_challenge_ratings(written: Any, meant: int | str | None) -> None:
    assert figures.challenge(written) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("30 ft., fly 60 ft. (hover)", {"walk": 30, "fly": 60, "hover": True}),
        (
            {"walk": 30, "fly": {"number": 60, "condition": "(hover)"}, "canHover": True},
            {"walk": 30, "fly": 60, "hover": True},
        ),
        ({"walk": "30 ft.", "hover": True}, {"walk": 30, "hover": True}),
        (["20 ft.", "climb 20 ft."], {"walk": 20, "climb": 20}),
        ({"walk": 30, "climb": True}, {"walk": 30, "climb": 30}),
        ("9 m, Fliegen 18 m", {"walk": 30}),
        (25, {"walk": 25}),
        ("", {}),
    ],
)
def test_speeds(written: Any, meant: dict[str, Any]) -> None:
    assert fields.speeds(written)[0] == meant


@pytest.mark.parametrize(
    ("written", "kinds", "conditions"),
    [
        ("cold, fire", ["cold", "fire"], []),
        (
            "bludgeoning, piercing, and slashing from nonmagical attacks not made with silvered weapons",
            [f"{kind} (nonmagical, not silvered)" for kind in ("bludgeoning", "piercing", "slashing")],
            [],
        ),
        (
            "acid; slashing from nonmagical weapons that aren't adamantine",
            ["acid", "slashing (nonmagical, not adamantine)"],
            [],
        ),
        ("nonmagical bludgeoning", ["bludgeoning (nonmagical)"], []),
        ("Poison; Poisoned, Charmed", ["poison"], ["poisoned", "charmed"]),
        ("poison | poisoned", ["poison"], ["poisoned"]),
        ("damage from spells", ["spells"], []),
        (["cold", {"name": "Fire"}, "None"], ["cold", "fire"], []),
        ("fire (in dragon form)", ["fire (in dragon form)"], []),
        ("\u2014", [], []),
        (None, [], []),
    ],
)
def test_defences(written: Any, kinds: list[str], conditions: list[str]) -> None:
    assert fields.defences(written) == (kinds, conditions)


def test_everything_is_a_defence_against_conditions_too() -> None:
    assert {"stunned", "poisoned", "exhaustion"} <= set(fields.defences("All")[1])


@pytest.mark.parametrize(
    "written",
    [
        {"Dexterity": 9, "con": "+4"},
        [{"dexterity": 9}, {"constitution": "+4"}],
        [{"name": "Dex", "desc": "+9"}, {"Name": "Con", "Modifier": "4"}],
        "DEX +9, CON +4",
        "Dexterity +9; Constitution + 4",
    ],
)
def test_saves_in_every_form(written: Any) -> None:
    assert fields.saves(written) == {"dex": 9, "con": 4}


def test_type_lines() -> None:
    assert fields.type_line("Medium humanoid (any race), any non-lawful alignment") == {
        "size": "medium",
        "type": "humanoid (any race)",
        "alignment": "any non-lawful alignment",
    }
    assert fields.type_line("Medium humanoid, ") == {"size": "medium", "type": "humanoid"}
    assert fields.type_line("Medium or Small Humanoid, Neutral")["size_note"] == "medium or small"
    assert fields.type_line("Swarm of Tiny beasts")["type"] == "swarm of tiny beasts"
