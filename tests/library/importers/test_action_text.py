"""One parser reads the sentences of all three editions, and the short hand of GMs."""

from typing import Any

import pytest

from tracker.library.importers.entries import Entry, heading, read_action, read_attacks
from tracker.library.importers.multiattack import multiattack
from tracker.library.importers.spellcasting import read_spellcasting


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 6 (1d8 + 2) slashing damage, "
            "or 7 (1d10 + 2) slashing damage if used with two hands.",
            {"kind": "melee", "to_hit": 4, "reach": 5, "damage": ["1d8+2 slashing"], "two_handed": ["1d10+2 slashing"]},
        ),
        (
            "*Melee or Ranged Weapon Attack:* +6 to hit, reach 5 ft. or range 30/120 ft., one target. "
            "*Hit:* 11 (2d6 +4)piercing damage.",
            {"kind": "both", "to_hit": 6, "reach": 5, "range": "30/120", "damage": ["2d6+4 piercing"]},
        ),
        (
            "Ranged Spell Attack: +7 to hit, range 120 ft., one creature. Hit: 17 (5d6) necrotic or radiant damage.",
            {"kind": "ranged", "to_hit": 7, "range": "120", "spell": True, "damage": ["5d6 necrotic|radiant"]},
        ),
        (
            "Melee Attack Roll: +7, reach 10 ft. 11 (2d6 + 4) Slashing damage.",
            {"kind": "melee", "to_hit": 7, "reach": 10, "damage": ["2d6+4 slashing"]},
        ),
        (
            "Melee Attack Roll: +5, reach 5 ft. Hit: 6 (1d6 + 3) Piercing damage. If the target is a "
            "Large or smaller creature "
            "and the stag moved 20+ feet straight toward it just before, it takes an extra 3 (1d6) "
            "Piercing damage and has the Prone condition.",
            {
                "damage": ["1d6+3 piercing"],
                "extra": [{"if": "moved 20+ ft. straight first", "damage": ["1d6 piercing"]}],
                "inflicts": ["prone"],
            },
        ),
        (
            "Melee Attack Roll: +9, reach 15 ft. Hit: 12 (2d6 + 5) Bludgeoning damage, and the target "
            "has the Grappled and Restrained conditions (escape DC 14).",
            {"to_hit": 9, "inflicts": ["grappled", "restrained"], "escape": 14},
        ),
        (
            "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 4 (1d4 + 2) piercing damage. "
            "The target must make a "
            "DC 12 CON save, taking 9 (2d8) poison damage on a failed save, or half as much damage on a "
            "successful one.",
            {"damage": ["1d4+2 piercing"], "save": {"save": "con", "dc": 12, "damage": ["2d8 poison"], "half": True}},
        ),
        (
            "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 7 (2d4 + 2) piercing damage. "
            "If the target is a creature, "
            "it must succeed on a DC 11 Strength saving throw or be knocked prone.",
            {"damage": ["2d4+2 piercing"], "save": {"save": "str", "dc": 11, "inflicts": ["prone"]}},
        ),
        (
            "Melee Weapon Attack: +6 to hit, reach 0 ft., one target in the swarm's space. Hit: 14 (4d6) "
            "piercing damage, or 7 (2d6) "
            "piercing damage if the swarm has half of its hit points or fewer.",
            {"reach": 0, "damage": ["4d6 piercing"], "bloodied": ["2d6 piercing"]},
        ),
        (
            "Melee Attack Roll: +5, reach 5 ft. Hit: 7 (1d8 + 3) Piercing damage\u2014or 12 (2d8 + 3) "
            "Piercing damage if the target is "
            "Grappled\u2014plus 4 (1d8) Acid damage.",
            {
                "damage": ["1d8+3 piercing", "1d8 acid"],
                "alt": [{"if": "the target is Grappled", "damage": ["2d8+3 piercing", "1d8 acid"]}],
            },
        ),
        ("+5 to hit, 1d8+3 slashing", {"kind": "melee", "to_hit": 5, "damage": ["1d8+3 slashing"]}),
        (
            "+4 to hit, range 80/320 ft., 1d6+2 piercing",
            {"kind": "ranged", "range": "80/320", "damage": ["1d6+2 piercing"]},
        ),
        (
            "Melee Weapon Attack: \u22121 to hit, reach 1.5 m, one target. Hit: 1 piercing damage.",
            {"to_hit": -1, "damage": ["1 piercing"]},
        ),
    ],
)
def test_attacks(text: str, wanted: dict[str, Any]) -> None:
    [attack] = read_attacks(Entry("Strike", text))
    assert {key: attack.get(key) for key in wanted} == wanted


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        (
            "Gale (Recharge 4\u20136)",
            "Strength Saving Throw: DC 15, each creature in a 60-foot-long, 5-foot-wide Line. Failure: "
            "21 (6d6) Cold damage, and the "
            "target has the Prone condition. Success: Half damage only.",
            {
                "recharge": "4-6",
                "area": "60 ft. line, 5 ft. wide",
                "save": "str",
                "dc": 15,
                "damage": ["6d6 cold"],
                "half": True,
                "inflicts": ["prone"],
            },
        ),
        (
            "Stare (2/Day)",
            "One creature within 30 feet must succeed on a DC 13 Wisdom saving throw or become "
            "frightened for 1 minute.",
            {
                "uses": "2/day",
                "area": "within 30 ft.",
                "save": "wis",
                "dc": 13,
                "inflicts": ["frightened"],
                "damage": None,
            },
        ),
        (
            "Sweep (Costs 2 Actions)",
            "Each creature within 10 feet makes a DC 14 STR save. On a failure, a creature takes 14 "
            "(4d6) bludgeoning damage and is "
            "knocked prone. On a success, a creature takes half the damage and isn't knocked prone.",
            {"cost": 2, "save": "str", "dc": 14, "damage": ["4d6 bludgeoning"], "half": True, "inflicts": ["prone"]},
        ),
        (
            "Gaze (Recharges after a Short or Long Rest; Hag Form Only)",
            "A creature within 60 feet must make a DC 15 Constitution saving throw. On a failure it is "
            "restrained. While restrained, it must "
            "succeed on a DC 15 Constitution saving throw at the end of its next turn or be petrified.",
            {
                "recharge": "short rest",
                "when": "Hag Form Only",
                "inflicts": ["restrained"],
                "then": [{"save": "con", "dc": 15, "inflicts": ["petrified"]}],
            },
        ),
        (
            "Swallow",
            "Dexterity Saving Throw: DC 13, one creature. Failure: The target has the Blinded and "
            "Restrained conditions. It takes 10 (3d6) "
            "Acid damage at the start of each of its turns.",
            {"save": "dex", "inflicts": ["blinded", "restrained"], "ongoing": ["3d6 acid"]},
        ),
        ("Mend", "The spirit regains 11 (2d8 + 2) hit points.", {"heals": "2d8+2"}),
        ("Parry", "The knight adds 3 to its AC against one melee attack that would hit it.", {"ac_bonus": 3}),
        ("Beguile", "It casts charm person (spell save DC 12).", {"spell_dc": 12, "save": None}),
        (
            "Keen",
            "It has advantage on DC 15 Wisdom (Perception) checks while it isn't blinded.",
            {"save": None, "inflicts": None},
        ),
        (
            "Boom",
            "A creature makes a DC 16 Strength or Dexterity saving throw (target's choice) or takes 3d6 force damage.",
            {"save": "str or dex"},
        ),
    ],
)
def test_other_actions(name: str, text: str, wanted: dict[str, Any]) -> None:
    action = read_action(Entry(name, text))
    assert {key: action.get(key) for key in wanted} == wanted
    assert action["text"]


@pytest.mark.parametrize(
    ("name", "bare", "limits"),
    [
        ("Breath. ", "Breath", {}),
        ("**Breath (Recharge 6).**", "Breath", {"recharge": "6"}),
        ("Burst (Recharge 5-6),", "Burst", {"recharge": "5-6"}),
        ("Legendary Resistance (3/Day, or 4/Day in Lair)", "Legendary Resistance", {"uses": "3/day", "uses_lair": 4}),
        ("Sneak Attack (1/Turn)", "Sneak Attack", {"uses": "1/turn"}),
        ("Howl (21 HP or Fewer, 1/Day)", "Howl", {"when": "21 HP or Fewer", "uses": "1/day"}),
        ("(Odd)", "(Odd)", {}),
    ],
)
def test_headings(name: str, bare: str, limits: dict[str, Any]) -> None:
    assert (heading(name).name, heading(name).limits) == (bare, limits)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "The troll makes three attacks: one with its bite and two with its claws.",
            {"multiattack": ["Bite", "2x Claw"]},
        ),
        ("It makes two Claw or Spit attacks.", {"multiattack": ["2x Claw or Spit"]}),
        (
            "It makes two Claw attacks. Or it makes three Spit attacks. It can replace one attack with a "
            "use of Breath.",
            {"multiattack": ["2x Claw"], "multiattack_or": [["3x Spit"]], "multiattack_swap": ["Breath"]},
        ),
        ("It makes two attacks, using Claw and Spit in any combination.", {"multiattack": ["2x Claw or Spit"]}),
        ("It can use its Breath. It then makes one bite attack.", {"multiattack": ["Breath", "Bite"]}),
        ("It makes two melee attacks.", {"multiattack": ["2x melee"]}),
        ("Alternatively, it can use Spit twice.", {"multiattack": ["2x Spit"]}),
        ("It does as it likes.", {}),
    ],
)
def test_multiattack(text: str, wanted: dict[str, Any]) -> None:
    assert multiattack(text, ["Bite", "Claw", "Spit", "Breath"]) == wanted


def test_spell_lists_of_both_kinds() -> None:
    old = (
        "It is a 5th-level spellcaster. Its spellcasting ability is Wisdom (spell save DC 13, +5 to hit "
        "with spell attacks):\n"
        "\u2022 Cantrips (at will): light, guidance\n\u2022 1st level (4 slots): bless, shield*\n\u2022 "
        "2nd level (3 slots): hold person (one target)"
    )
    assert read_spellcasting(Entry("Spellcasting", old)) == {
        "name": "Spellcasting",
        "ability": "wis",
        "dc": 13,
        "attack": 5,
        "level": 5,
        "slots": {1: 4, 2: 3},
        "spells": {"cantrips": ["light", "guidance"], 1: ["bless", "shield"], 2: ["hold person (one target)"]},
    }
    new = (
        "It casts one of the following, using Charisma (spell save DC 15):\n\n**At Will:** Light, Detect "
        "Magic\n\n**1/Day Each:** Fly"
    )
    assert read_spellcasting(Entry("Spellcasting", new))["spells"] == {
        "at will": ["light", "detect magic"],
        "1/day": ["fly"],
    }
