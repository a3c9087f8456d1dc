"""Stat blocks pasted from anywhere, with all the noise that comes along."""

import pytest

from tests.library.importers import lurker
from tracker.library.importers import import_text
from tracker.library.importers.result import Imported

NEW = """Reed Stalker
Medium or Small Fey (Goblinoid), Chaotic Neutral

AC 15		Initiative +4 (14)
HP 44 (8d8 + 8)
Speed 30 ft., Climb 30 ft.
	Mod	Save
STR	8	\u22121	\u22121
DEX	18	+4	+6
CON	12	+1	+1
INT	10	+0	+0
WIS	8	\u22121	+1
CHA	8	\u22121	\u22121
Skills Perception +7 , Stealth +10,
Survival +3
Resistances Cold
Immunities Poison; Poisoned, Charmed
Gear Spear, Net
Senses Darkvision 60 ft.; Passive
Perception 17
Languages Understands Sylvan plus two other
languages but can't speak
CR 5 (XP 1,800, or 2,300 in lair; PB +3)

Traits
Legendary Resistance (2/Day, or 3/Day in Lair). It succeeds.
Actions
Multiattack. The stalker makes two Spear attacks.
Spear. Melee or Ranged Attack Roll: +7, reach 5 ft. or range 20/60 ft. Hit: 8 (1d8
+ 4) Piercing damage.
Fen Mist (Recharge 5\u20136). Wisdom Saving Throw: DC 14, each creature in a 20-foot Emanation. Failure: The tar-
get has the Frightened condition. Success: The target is safe.
Bonus Actions
Slip. It hides.
Legendary Actions
Legendary Action Uses: 2 (3 in Lair). Immediately after another creature's turn, it can act.
Lunge. It makes one Spear attack.
"""

BLACK_FLAG = """REED GOBLIN  CR 1/4
Small Humanoid
Armor Class 15 (leather armor, shield)
Hit Points 12
Speed 30 ft.
Perception 9  Stealth 14
Immune poison, poisoned
Senses darkvision 60 ft.
Languages Common, Goblin
STR \u22121 DEX +4 CON +0 INT +0 WIS \u22121 CHA \u22121
ACTIONS
Gang Up (1/Day). The target must make a DC 12 DEX save, taking 5 (2d4) bludgeoning damage on a failed save,
or half as much damage on a successful one.
"""


def read(text: str) -> Imported:
    return import_text(text, "page.txt")


def test_the_wording_of_2024() -> None:
    result = read(NEW)
    [creature] = result.creatures
    assert result.problems == []
    assert (creature["edition"], creature["size"], creature["size_note"]) == ("srd-5.2", "medium", "medium or small")
    assert (creature["initiative"], creature["hp_dice"], creature["saves"]) == (4, "8d8+8", {"dex": 6, "wis": 1})
    assert creature["skills"] == {"perception": 7, "stealth": 10, "survival": 3}
    assert (creature["resist"], creature["passive"], creature["gear"]) == (["cold"], 17, ["Spear", "Net"])
    assert creature["languages"] == "Understands Sylvan plus two other languages but can't speak"
    assert (creature["cr"], creature["xp"], creature["xp_lair"], creature["pb"]) == (5, 1800, 2300, 3)
    assert (creature["legendary_resistance"], creature["legendary_resistance_lair"]) == (2, 3)
    assert (creature["legendary"]["uses"], creature["legendary"]["uses_lair"]) == (2, 3)
    assert creature["legendary"]["actions"][0]["name"] == "Lunge"
    [spear], [mist] = creature["attacks"], creature["actions"]
    assert (spear["damage"], spear["kind"], mist["area"], mist["inflicts"]) == (
        ["1d8+4 piercing"],
        "both",
        "20 ft. emanation",
        ["frightened"],
    )
    assert "The target has" in mist["text"]
    assert creature["bonus"] == [{"name": "Slip", "text": "It hides."}]


def test_the_wording_of_black_flag() -> None:
    [creature] = read(BLACK_FLAG).creatures
    assert (creature["name"], creature["edition"], creature["cr"], creature["hp"]) == (
        "Reed Goblin",
        "black-flag",
        "1/4",
        12,
    )
    assert (creature["mods"]["dex"], creature["initiative"], creature["perception"], creature["stealth"]) == (
        4,
        4,
        9,
        14,
    )
    assert (creature["immune"], creature["condition_immune"]) == (["poison"], ["poisoned"])
    [gang] = creature["actions"]
    assert (gang["uses"], gang["save"], gang["dc"], gang["half"]) == ("1/day", "dex", 12, True)


@pytest.mark.parametrize(
    "text",
    [
        lurker.pasted().upper().replace("MIRE LURKER", "MIRE LURKER"),
        lurker.pasted().replace("\n", "\r\n"),
        lurker.pasted().replace(" ", "\u00a0"),
        "\n".join(f"> {line}" for line in lurker.pasted().splitlines()),
        "System Reference Document 5.1\n\n" + lurker.pasted().replace("Speed", "Not for resale\n319\nSpeed"),
        lurker.pasted()
        .replace("Armor Class 14 (natural armor)\nHit Points", "Armor Class 14 (natural armor) Hit Points")
        .replace("\nSpeed", " Speed"),
        "## Mire Lurker\n*Large monstrosity, unaligned*\n___\n- **Armor Class** 14 (natural armor)\n- "
        "**Hit Points** 45 (6d10 + 12)\n- **Speed** 30 ft., swim 40 ft.\n"
        "|STR|DEX|CON|INT|WIS|CHA|\n|:-:|:-:|:-:|:-:|:-:|:-:|\n|16 (+3)|12 (+1)|14 (+2)|5 (-3)|11 (+0)|6 "
        "(-2)|\n- **Challenge** 3 (700 XP)\n",
    ],
)
def test_noise_around_the_figures(text: str) -> None:
    [creature] = read(text).creatures
    assert (creature["name"], creature["ac"], creature["hp"], creature["hp_dice"], creature["cr"]) == (
        "Mire Lurker",
        14,
        45,
        "6d10+12",
        3,
    )
    assert creature["abilities"]["con"] == 14


@pytest.mark.parametrize(
    "layout",
    [
        "STR\n16 (+3)\nDEX\n12 (+1)\nCON\n14 (+2)\nINT\n5 (-3)\nWIS\n11 (+0)\nCHA\n6 (-2)",
        "STR 16 (+3) DEX 12 (+1) CON 14 (+2) INT 5 (-3) WIS 11 (+0) CHA 6 (-2)",
        "Str 16 +3 +3 Dex 12 +1 +1 Con 14 +2 +4\nInt 5 \u22123 \u22123 WIS 11 +0 +0 Cha 6 \u22122 \u22122",
        "STR DEX CON INT WIS CHA\n16 12 14 5 11 6",
    ],
)
def test_ability_scores_in_every_layout(layout: str) -> None:
    [creature] = read(
        f"Mire Lurker\nLarge monstrosity, unaligned\nAC 14\nHP 45\nSpeed 30 ft.\n{layout}\nChallenge 3\n"
    ).creatures
    assert creature["abilities"] == {"str": 16, "dex": 12, "con": 14, "int": 5, "wis": 11, "cha": 6}


def test_several_creatures_and_pieces_of_others() -> None:
    page = (
        "Actions\nLash. Melee Weapon Attack: +5 to hit, reach 5 ft. Hit: 5 (1d4 + 3) cold damage.\n"
        + lurker.pasted()
        + NEW
        + "Toad\nToad\nSmall beast, unaligned\nArmor Class 11\n"
    )
    result = read(page)
    assert [creature["name"] for creature in result.creatures] == ["Mire Lurker", "Reed Stalker"]
    assert len(result.problems) == 2
    assert "beginning is missing" in result.problems[0][1]
    assert result.problems[1] == ("Toad", "breaks off before its hit points: left out")


def test_a_page_with_a_word_on_every_line_is_refused() -> None:
    result = read("\n".join((lurker.pasted() + NEW).split()))
    assert result.creatures == []
    assert "line of its own" in result.problems[0][1]


def test_the_spaces_of_some_pdf_viewers() -> None:
    result = read(lurker.pasted().replace(" ", "\t\n\u00a0 "))
    assert (result.creatures[0]["hp"], result.creatures[0]["attacks"][0]["to_hit"]) == (45, 5)
