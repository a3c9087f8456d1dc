"""Notes as they stand in vaults: blocks in callouts, links everywhere, tags of other programs, slips of the hand."""

from pathlib import Path

import pytest

from tests.library.importers import lurker
from tracker.library.importers import import_paths, import_text
from tracker.library.importers.result import Imported


def note(text: str) -> Imported:
    return import_text(text, "Vault/Session 4.md")


def block(body: str, fence: str = "```", kind: str = "statblock") -> str:
    return f"{fence}{kind}\n{body}\n{fence}\n"


def test_frontmatter_counts_when_it_says_so() -> None:
    text = "---\nstatblock: {}\nname: Mud Imp\nac: 13\nhp: 10\n---\n# Mud Imp\n"
    for word in ("true", '"true"'):
        assert [creature["name"] for creature in note(text.format(word)).creatures] == ["Mud Imp"]
    inline = note(text.format("inline") + block("name: Other\nac: 1\nhp: 1"))
    assert [creature["name"] for creature in inline.creatures] == ["Other"]


def test_all_blocks_of_a_note_are_read_examples_are_not() -> None:
    text = (
        block("name: A\nhp: 1\nac: 10")
        + "````md\n"
        + block("name: Example\nhp: 1")
        + "````\n"
        + block("name: B\nhp: 2\nac: 10", "~~~")
    )
    assert [creature["name"] for creature in note(text).creatures] == ["A", "B"]
    only = note("````md\n" + block("name: Example\nhp: 1\nac: 10") + "````\n")
    assert [creature["name"] for creature in only.creatures] == ["Example"]
    assert "examples" in only.notes[0]


def test_a_block_in_a_callout_with_windows_line_ends_and_tabs() -> None:
    quoted = "> [!info]\n" + "".join(
        f"> {line}\n"
        for line in block(
            "name: Imp\nac: 13\nhp: 10\nactions:\n\t- name: Claw\n\t  desc: +4 to hit, 1d4+2 slashing"
        ).splitlines()
    )
    [creature] = note(quoted.replace("\n", "\r\n")).creatures
    assert creature["attacks"][0]["damage"] == ["1d4+2 slashing"]


def test_text_that_is_no_yaml_is_read_all_the_same() -> None:
    body = (
        "name: [[Bestiary/Bog Witch|Bog Witch]]\nac: [15](armor.md) (hide)\nhp: 44\nsource: [[Book: "
        "One]]\nlanguages: [Common](c.md), Sylvan\n"
        "actions:\n  - name: Hex\n    desc: Curse: the target must succeed on a DC 13 Wisdom saving "
        "throw or be [[conditions#Charmed|charmed]].\n"
        "  - name: Claw\n    desc: *Melee Weapon Attack:* +5 to hit, reach 5 ft. *Hit:* 7 (1d8 + 3) slashing damage.\n"
    )
    result = note(block(body))
    [creature] = result.creatures
    assert (creature["name"], creature["ac"], creature["languages"]) == ("Bog Witch", 15, "Common, Sylvan")
    assert (creature["actions"][0]["inflicts"], creature["attacks"][0]["to_hit"]) == (["charmed"], 5)


def test_tags_of_the_converter() -> None:
    body = (
        '"name": "Fen Hound (XMM)"\n"ac": !!int "12"\n"hp": !!int "9"\n"stats":\n  - !!int "8"\n  - !!int '
        '"14"\n"traits":\n- !!dev.ebullient.json5e.qute.Trait\n  "name": "Nose"\n  "desc": "It '
        'smells\\\n    \\ well."\n'
    )
    [creature] = note(block(body)).creatures
    assert (creature["name"], creature["source"], creature["edition"]) == ("Fen Hound", "XMM", "srd-5.2")
    assert (creature["ac"], creature["initiative"], creature["texts"]["Nose"]) == (12, 2, "It smells well.")


@pytest.mark.parametrize(
    ("line", "hp", "dice"),
    [
        ("hp: 11 (2d8 + 2)", 11, "2d8+2"),
        ('hp: "`dice: 2d8` + 2"', 11, "2d8+2"),
        ("hp: dice:2d6+4|text(11)", 11, "2d6+4"),
        ("hp: 2d8+2", 11, "2d8+2"),
        ("hp: 99\nhit_dice: 2d8 + 2", 99, "2d8+2"),
    ],
)
def test_hit_points(line: str, hp: int, dice: str) -> None:
    [creature] = note(block(f"name: X\nac: 10\n{line}")).creatures
    assert (creature["hp"], creature["hp_dice"]) == (hp, dice)


def test_hit_points_in_words_are_named_and_kept() -> None:
    result = note(block("name: Summoned Thing\nac: 12\nhp: twice the caster's level"))
    assert "hp" not in result.creatures[0]
    assert "twice the caster's level" in result.creatures[0]["notes"]
    assert result.problems == [
        ("Summoned Thing", "hit points are given in words (twice the caster's level): write a number under hp")
    ]


def test_slips_and_loose_shapes() -> None:
    body = (
        "name: Ape, Giant.\nac: '12'\nhp: 20\nmodifier: [2, 1]\nsaves: None\nskillsaves: {Athletics: "
        "5}\ndamage_immunities: '\u2014'\ncr: 0.25\n"
        "actions:\n  - name: Fist\n  - desc: +5 to hit, 1d4+3 bludgeoning\n  - [Howl, It howls.]\nbonus "
        "actions:\n  - Hop. It hops.\nmood: [[Feelings/Grim|grim]]\n"
        "spells:\n  - Its spellcasting ability is Wisdom (spell save DC 11)\n  - 1st level (2 slots): bless\n"
    )
    [creature] = note(block(body)).creatures
    assert (creature["name"], creature["initiative"], creature["cr"], creature["skills"]) == (
        "Ape, Giant",
        3,
        "1/4",
        {"athletics": 5},
    )
    assert (creature["attacks"][0]["name"], creature["attacks"][0]["to_hit"]) == ("Fist", 5)
    assert [entry["name"] for entry in (*creature["actions"], *creature["bonus"])] == ["Howl", "Hop"]
    assert creature["notes"] == "Mood: grim"
    assert creature["spellcasting"][0]["slots"] == {1: 2}


def test_black_flag_notes() -> None:
    body = (
        "layout: Basic ToV Layout\nname: Reed Drake\nac: 14 (natural armor)\nhp: 66\nstats: ['+4', "
        "'\u22121', '+3', '\u22123', '+0', '\u22122']\nperception: 13\nstealth: 9\n"
        "resistant: cold | prone\nimmune: poison | poisoned\nvulnerable: Reed Blood\ntraits:\n  - name: "
        "Reed Blood.\n    desc: It is vulnerable to fire damage.\n"
        "senses: keensense 30 ft.\ncr: 2\n"
    )
    [creature] = note(block(body)).creatures
    assert (creature["edition"], creature["mods"]["dex"], creature["initiative"]) == ("black-flag", -1, -1)
    assert (creature["resist"], creature["condition_resist"], creature["condition_immune"]) == (
        ["cold"],
        ["prone"],
        ["poisoned"],
    )
    assert creature["vulnerable"] == ["fire"]
    assert (creature["perception"], creature["stealth"], creature["senses"]) == (13, 9, {"keensense": 30})


def test_a_broken_block_is_named_by_line_and_the_next_is_read() -> None:
    result = note("# Mire\n\n" + block('name: Bad\nac: [1, 2\nhp: "x') + block("name: Good\nac: 10\nhp: 5"))
    assert [creature["name"] for creature in result.creatures] == ["Good"]
    [(where, message)] = result.problems
    assert where.startswith("Vault/Session 4.md:")
    assert "not valid YAML" in message


def test_creatures_that_build_on_others(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(
        block("name: Elder Lurker\nextends: Mire Lurker\nhp: 90\nactions+:\n  - name: Roar\n    desc: It roars.\n")
    )
    (tmp_path / "b.md").write_text(lurker.statblock())
    (tmp_path / "c.md").write_text(
        block("monster: Ogre\nname: Brug\nhp: 80") + block("name: Lost\nmonster: Nobody Knows\nac: 11\nhp: 3")
    )
    results = import_paths([tmp_path])
    creatures = {creature["name"]: creature for each in results for creature in each.creatures}
    elder = creatures["Elder Lurker"]
    assert (elder["hp"], elder["ac"], elder["attacks"][0]["name"]) == (90, 14, "Bite")
    assert [action["name"] for action in elder["actions"]] == ["Mud Spit", "Roar"]
    assert (creatures["Brug"]["hp"], creatures["Brug"]["ac"]) == (80, 11)
    assert creatures["Lost"]["ac"] == 11
    assert [message for each in results for _, message in each.problems if "Nobody Knows" in message]


FORMS = """name: Mill
players: [Ann, Bob]
rollHP: true
creatures:
  - 3: Goblin
  - "2: Wolf"
  - Ogre, 50, 12, -1, 450, hidden
  - [Hobgoblin, Jim]
  - 1: [[Bugbear, Grakk], 40, 15, 2, 200, friendly]
  - 2: {creature: Bandit, name: Thug, hp: 11, ac: 12, mod: 1, xp: 25, hidden: true, friend: true}
  - creature: Guard
  - [[Owlbear]]
  - [[Zombie|Walker]], 20
  - 0: Rat
  - 1d4: Skeleton
  - Wolf
  - 2: Wolf
  - 7: {}
"""


def test_every_form_of_an_encounter_line() -> None:
    result = note(block(FORMS, kind="encounter"))
    [encounter] = result.encounters
    assert (encounter["encounter"], [row["name"] for row in encounter["party"]]) == ("Mill", ["Ann", "Bob"])
    rows = encounter["combatants"]
    assert [(row.get("name"), row.get("monster"), row.get("count", 1)) for row in rows] == [
        (None, "Goblin", 3),
        (None, "Wolf", 5),
        (None, "Ogre", 1),
        ("Jim", "Hobgoblin", 1),
        ("Grakk", "Bugbear", 1),
        ("Thug", "Bandit", 2),
        (None, "Guard", 1),
        (None, "Owlbear", 1),
        ("Walker", None, 1),
        (None, "Skeleton", 2),
    ]
    ogre, grakk, thug = rows[2], rows[4], rows[5]
    assert (ogre["hp"], ogre["ac"], ogre["initiative_bonus"], ogre["xp"], ogre["hidden"]) == (50, 12, -1, 450, True)
    assert (grakk["hp"], grakk["side"]) == (40, "ally")
    assert (thug["hp"], thug["ac"], thug["initiative_bonus"], thug["hidden"], thug["side"]) == (11, 12, 1, True, "ally")
    assert rows[0]["hp"] == "roll"
    assert len(result.problems) == 1
    assert any("Rat" in remark for remark in result.notes)


def test_several_in_one_block_inline_and_unknown_names() -> None:
    text = block(
        "name: Gate---way\ncreatures:\n - 2: Guard\n---\nname: Tower\nhide: creatures\ncreatures:\n - Mage",
        kind="encounter",
    )
    result = note(text + "\nThen `encounter: 2: Hobgobblin, 3: Wolf` comes.\n")
    assert [each["encounter"] for each in result.encounters] == ["Gate---way", "Tower", "Session 4, line 12"]
    assert result.encounters[1]["combatants"][0]["hidden"] is True
    assert any("did you mean Hobgoblin" in remark for remark in result.notes)


def test_names_with_commas_and_creatures_without_a_stat_block() -> None:
    [encounter] = note(
        block("creatures:\n - Dragon, Red, Adult, 200, 19\n - Prisoner, 4, 10, 0, 0, ally", kind="encounter")
    ).encounters
    dragon, prisoner = encounter["combatants"]
    assert (dragon["name"], dragon["hp"], dragon["ac"]) == ("Dragon, Red, Adult", 200, 19)
    assert (prisoner["name"], prisoner["side"], "monster" in prisoner) == ("Prisoner", "ally", False)


def test_the_toolkit_block() -> None:
    body = (
        "state_key: bridge\nitems:\n  - name: Ann\n    ac: 16\n    hp: 24\n  - name: Goblins\n    ac: 15\n   "
        " hp: {Goblin 1: 7, Goblin 2: 5}"
    )
    [encounter] = note(block(body, kind="initiative")).encounters
    assert [(row["name"], row["hp"]) for row in encounter["combatants"]] == [
        ("Ann", 24),
        ("Goblin 1", 7),
        ("Goblin 2", 5),
    ]
