"""Lists as GMs keep them: spreadsheets of every dialect, tables in notes, lines typed into a phone."""

from typing import Any

import pytest

from tracker.library.importers import exit_code, import_text
from tracker.library.importers.result import Imported


def read(text: str) -> Imported:
    return import_text(text, "Cave fight.csv")


def rows(text: str) -> dict[str, dict[str, Any]]:
    [encounter] = read(text).encounters
    people = [*encounter["party"], *encounter["combatants"]]
    return {str(row.get("name", row.get("monster"))): row for row in people}


TABLE = "name,init,hp,ac\nAnn,15,24,16\nGoblin 1,12,7,15\nGoblin 2,12,3/7,15\n\nTotal,,34,\nOgre,3,59,11\n"


@pytest.mark.parametrize(
    "text",
    [
        TABLE,
        TABLE.replace(",", ";"),
        TABLE.replace(",", "\t"),
        TABLE.replace(",", "|"),
        "\ufeffsep=,\n" + TABLE,
        TABLE.replace("\n", "\r\n"),
        "# what they meet\n" + TABLE,
        "Fight in the cave,,,\n"
        + TABLE.replace("name", '"Name"').replace("hp", "Hit Points").replace("ac\n", "Armour Class\n"),
        TABLE.replace("name,init,hp,ac", "Kreatur,INI,TP,RK"),
        TABLE.replace("name,init,hp,ac", "Nombre,Iniciativa,PG,CA"),
        "\n".join(
            f"| {line.replace(',', ' | ')} |"
            for line in ["name,init,hp,ac", "---,---,---,---", *TABLE.splitlines()[1:]]
        ),
    ],
)
def test_tables_of_every_dialect(text: str) -> None:
    found = rows(text)
    assert list(found) == ["Ann", "Goblin 1", "Goblin 2", "Ogre"]
    assert (found["Ann"]["initiative"], found["Ann"]["hp"], found["Ann"]["ac"]) == (15, 24, 16)
    assert (found["Goblin 2"]["monster"], found["Goblin 2"]["hp"], found["Ogre"]["initiative"]) == ("Goblin", "3/7", 3)


def test_what_was_understood_is_said() -> None:
    result = read("Ann,15,24,16\nGoblin,12,7,15\n")
    assert "name, init, hp, ac" in result.notes[0]
    assert any("Ann: no creatures of that name" in remark for remark in result.notes)
    assert exit_code([result]) == 0


def test_bonuses_are_no_counts() -> None:
    sheet = rows("Creature\tHP\tAC\tInit\tQty\nSkeleton\t13\t13\t2\t4\nZombie\t22\t8\t-2\t2\n")
    assert (sheet["Skeleton"]["count"], sheet["Skeleton"]["initiative_bonus"], "initiative" in sheet["Skeleton"]) == (
        4,
        2,
        False,
    )
    signed = read("Name,Init,HP,AC\nMarsh Imp,+2,7 (2d6),15 (hide)\nBog Wolf,+1,11,13\n")
    assert signed.encounters == []
    assert [(each["initiative"], each["hp"], each["ac"]) for each in signed.creatures] == [(2, 7, 15), (1, 11, 13)]
    assert (signed.creatures[0]["hp_dice"], signed.creatures[0]["ac_note"]) == ("2d6", "hide")


def test_a_list_of_known_creatures_keeps_their_attacks() -> None:
    result = read("Name,Initiative Bonus,Max HP,AC\nGoblin,+2,9,16\n")
    [goblin] = result.creatures
    assert (goblin["hp"], goblin["ac"], goblin["attacks"][0]["name"]) == (9, 16, "Scimitar")
    assert "built-in" in result.notes[-1]


def test_sides_conditions_notes_and_what_has_no_column() -> None:
    text = (
        "Name,Roll,HP Max,Current,Team,Conditions,Notes,Mood,CR\nMira,18,38,31,PC,,,,\nHired "
        'Blade,9,11,11,ally,"prone, on fire",limps,grim,01-Apr\n'
    )
    found = rows(text)
    assert (found["Mira"]["hp"], "side" in found["Mira"]) == ("31/38", False)
    blade = found["Hired Blade"]
    assert (blade["side"], blade["conditions"], blade["tags"], blade["cr"]) == ("ally", ["prone"], ["on fire"], "1/4")
    assert blade["notes"] == "limps; Mood: grim"


def test_what_is_no_number_is_named_with_its_line() -> None:
    result = read("name,init,hp,ac\nAnn,15,many,16\n,12,7,15\nOgre,soon,59,11\n")
    assert [where for where, _ in result.problems] == ["Cave fight.csv:2", "Cave fight.csv:3", "Cave fight.csv:4"]
    assert exit_code([result]) == 1


LINES = """Round 1
Players:
- Ann 18
- Mira 31/38hp init 9
Monsters:
* Goblin x3 7hp ac15 +2
3 Wolves 12
[ ] Ogre (59) ac 11 @3
2x Orc - 8
Boss 20 90 17
14 Zombie
lair action 20
"""


def test_lines_typed_into_a_phone() -> None:
    [encounter] = read(LINES).encounters
    ann, mira = encounter["party"]
    assert (ann, mira) == ({"name": "Ann", "initiative": 18}, {"name": "Mira", "hp": "31/38", "initiative": 9})
    assert encounter["lair"] == {"initiative": 20}
    assert encounter["combatants"] == [
        {"monster": "Goblin", "count": 3, "hp": 7, "ac": 15, "initiative_bonus": 2},
        {"monster": "Wolf", "count": 3, "initiative": 12},
        {"monster": "Ogre", "ac": 11, "initiative": 3, "hp": 59},
        {"monster": "Orc", "count": 2, "initiative": 8},
        {"name": "Boss", "initiative": 20, "hp": 90, "ac": 17},
        {"monster": "Zombie", "initiative": 14},
    ]


@pytest.mark.parametrize(
    "text",
    ["Dear diary, today we went to the mill and met nobody.\n", "x", "1\n2\n3\n", "a,b\n", ",,,\n;;;\n", "name,hp\n"],
)
def test_what_is_no_list_is_refused(text: str) -> None:
    result = read(text)
    assert (result.creatures, result.encounters) == ([], [])
    assert exit_code([result]) == 2
    assert result.problems
