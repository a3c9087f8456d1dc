"""Lines as a GM types them, row by row of the table of commands."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tracker.console.context import Context
from tracker.console.errors import ConsoleError
from tracker.console.parsing import parse
from tracker.console.rows import ROWS, help_lines
from tracker.console.tokens import is_blank
from tracker.encounter import commands as c
from tracker.encounter import wire
from tracker.encounter.state import Encounter, Id
from tracker.frozen import replace

Say = Callable[[str], c.Wish]
Complaint = Callable[[str], str]


def _amounts(*parts: tuple[str, str | None]) -> tuple[dict[str, Any], ...]:
    return tuple({"dice": dice} | ({"type": kind} if kind else {}) for dice, kind in parts)


UNTIL = {"moment": "end", "who": "go1", "is_next": True}

LINES: list[tuple[str, str, dict[str, Any]]] = [
    ("start", "start", {}),
    ("NEXT", "next", {}),
    ("init go1 17", "init", {"who": ("go1",), "count": 17}),
    ("init mira −3", "init", {"who": ("mi",), "count": -3}),
    ("init party roll", "init", {"who": ("mi", "to", "ho")}),
    ("init mira roll adv 15", "init", {"who": ("mi",), "mode": "advantage", "face": {"value": 15}}),
    ("init mira fixed", "init", {"who": ("mi",), "fixed": True}),
    ("surprise go1 go2", "surprise", {"who": ("go1", "go2")}),
    ("surprise none", "surprise", {}),
    ("surprise by go1 go2=14", "surprise", {"sneaking": ({"who": "go1"}, {"who": "go2", "save": {"value": 14}})}),
    ("attack yd vs mira near tor unseen sneak", "attack",
     {"who": "yd", "attack": "Bite", "targets": ("mi",), "near": ("to",), "unseen": True, "sneak": True}),
    ("act mira turn undead vs go1 go2=14", "act",
     {"who": "mi", "action": "turn undead", "target": "go1", "others": ({"who": "go2", "save": {"value": 14}},)}),
    ("move yd 40 fly height 30 through mira into tor", "move",
     {"who": "yd", "feet": 40, "mode": "fly", "height": 30, "through": "mi", "into": "to"}),
    ("hazard extreme heat mira 2 with metal armor and wet", "hazard",
     {"hazard": "extreme heat", "who": ("mi",), "amount": 2, "circumstances": ("metal armor", "wet")}),
    ("rule ties to sneaker off", "rule", {"name": "ties_to_sneaker", "on": False}),
    ("order mira before go1", "order", {"who": "mi", "where": "before", "other": "go1"}),
    ("split goblins", "split", {"group": "goblins"}),
    ("split @GOB", "split", {"group": "goblins"}),
    ("delay", "delay", {"who": "mi"}),
    ("delay mira after go1", "delay", {"who": "mi", "after": "go1"}),
    ("amend 2d6 + 3", "amend", {"dice": "2d6+3"}),
    ("heal mira tor 8", "heal", {"targets": ("mi", "to"), "dice": "8"}),
    ("temp mira =5", "temp", {"targets": ("mi",), "dice": "5", "replace": True}),
    ("maxhp mira −5", "maxhp", {"targets": ("mi",), "amount": -5}),
    ("maxhp mira 40", "maxhp", {"targets": ("mi",), "amount": 40, "relative": False}),
    ("set go1 hp 12", "set", {"who": "go1", "field": "hp", "value": "12"}),
    ('set go1 name "Snot: the 2nd"', "set", {"who": "go1", "field": "name", "value": "Snot: the 2nd"}),
    ("set go1 side ally", "set", {"who": "go1", "field": "side", "value": "ally"}),
    ("set go1 speed 30 fly 60 ft", "set", {"who": "go1", "field": "speed", "value": "30, fly 60"}),
    ("attack yd vs mira", "attack", {"who": "yd", "attack": "Bite", "targets": ("mi",)}),
    (
        "attack go1 with scim vs mira tor adv cover 3/4 far 60 roll 15 dmg 7",
        "attack",
        {
            "who": "go1", "attack": "Scimitar", "targets": ("mi", "to"), "advantage": True, "cover": "three_quarters",
            "distance": 60, "face": {"value": 15}, "damage": "7",
        },
    ),
    (
        'use yd "fire breath" vs mira tor/ mira=t14 dmg 28',
        "use",
        {
            "who": "yd", "ability": "Fire Breath", "damage": "28",
            "targets": ({"who": "mi", "save": {"value": 14, "total": True}}, {"who": "to", "share": "half"}),
        },
    ),
    (
        "save mira tor dex 15 28 fire half",
        "save",
        {"targets": ({"who": "mi"}, {"who": "to"}), "ability": "dex", "dc": 15, "amounts": _amounts(("28", "fire")),
         "half": True},
    ),
    (
        "save mira wisdom 15 else +frightened +prone for 1 minute from yd",
        "save",
        {
            "targets": ({"who": "mi"},), "ability": "wis", "dc": 15,
            "inflicts": (
                {"name": "frightened", "ending": {"minutes": 1}, "source": "yd"},
                {"name": "prone", "ending": {"minutes": 1}, "source": "yd"},
            ),
        },
    ),
    ("cond mira +poisoned until end of go1's next turn", "cond",
     {"targets": ("mi",), "add": ({"name": "poisoned", "ending": UNTIL},)}),
    ('cond mira +poisoned until the end of "Goblin 1"\'s next turn', "cond",
     {"targets": ("mi",), "add": ({"name": "poisoned", "ending": UNTIL},)}),
    ("cond mira +stunned until start of .’s turn", "cond",
     {"targets": ("mi",), "add": ({"name": "stunned", "ending": {"moment": "start", "who": "mi"}},)}),
    ("cond mira tor +restrained for 3 rounds save con 12 at end from go1", "cond",
     {"targets": ("mi", "to"),
      "add": ({"name": "restrained", "ending": {"rounds": 3, "save_ability": "con", "save_dc": 12},
               "source": "go1"},)}),
    ("cond mira +charmed until tor's concentration ends", "cond",
     {"targets": ("mi",), "add": ({"name": "charmed", "ending": {"held_by": "to"}},)}),
    ("cond mira −poisoned +prone", "cond",
     {"targets": ("mi",), "add": ({"name": "prone"},), "remove": ("poisoned",)}),
    ('cond mira -"viper\'s kiss"', "cond", {"targets": ("mi",), "remove": ("Viper's Kiss",)}),
    ("cond mira +exhaustion 2", "cond", {"targets": ("mi",), "exhaustion": 2}),
    ("cond mira +prone +exhaustion 2", "cond", {"targets": ("mi",), "add": ({"name": "prone"},), "exhaustion": 2}),
    ("cond mira -exhaustion 1", "cond", {"targets": ("mi",), "exhaustion": -1}),
    ("ongoing mira 1d6 fire at end save dex 13 at end", "ongoing",
     {"targets": ("mi",), "damage": "1d6 fire", "moment": "end", "ending": {"save_ability": "dex", "save_dc": 13}}),
    ("ongoing mira 1 1d4 fire + 2 3", "ongoing", {"targets": ("mi",), "damage": "1+1d4 fire + 2+3"}),
    ("conc mira hold person", "conc", {"who": "mi", "what": "hold person"}),
    ("conc mira off", "conc", {"who": "mi", "what": None}),
    ("react yd parry vs mira roll 12", "react",
     {"who": "yd", "what": "Parry", "target": "mi", "face": {"value": 12}}),
    ("react go1 opportunity vs mira", "react", {"who": "go1", "what": "opportunity", "target": "mi"}),
    ('ready mira "when the door opens" "hold person" spell', "ready",
     {"who": "mi", "trigger": "when the door opens", "action": "hold person", "is_spell": True}),
    ("act mira cast a spell", "act", {"who": "mi", "action": "cast a spell"}),
    ("act go1 shove vs mira choose prone roll 12 against t9 bonus", "act",
     {"who": "go1", "action": "shove", "target": "mi", "choice": "prone", "face": {"value": 12},
      "defender_face": {"value": 9, "total": True}, "as_bonus": True}),
    ("move mira 20 ft fly difficult from go1 go2", "move",
     {"who": "mi", "feet": 20, "mode": "fly", "difficult": True, "leaving": ("go1", "go2")}),
    ("mount tor horse independent", "mount", {"who": "to", "mount": "ho", "controlled": False}),
    ("dismount tor", "mount", {"who": "to"}),
    ('legend "Young Dragon" tail vs mira', "legend",
     {"who": "yd", "option": "Tail Attack", "targets": ({"who": "mi"},)}),
    ("lair la falling rocks vs tor=3", "lair",
     {"who": "la", "action": "Falling Rocks", "targets": ({"who": "to", "save": {"value": 3}},)}),
    ("resist yd", "resist", {"who": "yd"}),
    ("stand mira", "stand", {"who": "mi"}),
    ("death mira 12", "death", {"who": "mi", "face": {"value": 12}}),
    ("death mira", "death", {"who": "mi"}),
    ("kill @goblins", "fate", {"what": "kill", "who": ("go1", "go2")}),
    ("revive @goblins", "fate", {"what": "revive", "who": ("go3",)}),
    ("remove @goblins", "fate", {"what": "remove", "who": ("go1", "go2", "go3")}),
    ("kill go1!", "fate", {"what": "kill", "who": ("go1",), "force": True}),
    ('kill "Goblin 1" !', "fate", {"what": "kill", "who": ("go1",), "force": True}),
    ("join wol", "join", {"what": "Wolves"}),
    ("join wo1", "join", {"what": "wo1"}),
    ("hide foes", "hide", {"who": ("go1", "go2", "go3", "yd", "wo1", "kt2", "gr", "c1", "dis")}),
    ("show go1", "hide", {"who": ("go1",), "hidden": False}),
    ("note go1 holds the key, watch out!", "note", {"who": "go1", "text": "holds the key, watch out!"}),
    ('note go1 "says ""no"""', "note", {"who": "go1", "text": 'says "no"'}),
    ("tag go1 go2 red", "tag", {"who": ("go1", "go2"), "tag": "red"}),
    ("tag go1 off", "tag", {"who": ("go1",), "tag": ""}),
    ("count go1 silver arrows -1", "count", {"who": "go1", "counter": "silver arrows", "amount": -1}),
    ("count go1 arrows 20", "count", {"who": "go1", "counter": "arrows", "amount": 20, "relative": False}),
    ('remind round 4 "reinforcements"', "remind", {"round": 4, "text": "reinforcements"}),
    ("remind mira the door closes", "remind", {"who": "mi", "text": "the door closes"}),
    ("scene underwater on", "scene", {"word": "underwater"}),
    ("scene dim off", "scene", {"word": "dim", "on": False}),
    ("hazard extreme cold mira tor 3", "hazard", {"hazard": "extreme cold", "who": ("mi", "to"), "amount": 3}),
    ("rest short mira dice 2 faces 3 5", "rest", {"kind": "short", "who": ("mi",), "dice": 2, "faces": (3, 5)}),
    ("rest long unfed", "rest", {"kind": "long", "fed": False}),
    ("luck mira −2", "luck", {"who": "mi", "points": -2}),
    ("inspiration mira", "luck", {"who": "mi", "points": 1, "token": "inspiration"}),
    ("doom 2", "luck", {"who": None, "points": 2, "token": "doom"}),
    ("auto recharge off", "auto", {"name": "recharge", "on": False}),
    ("auto answer for monsters on", "auto", {"name": "answer_for_monsters", "on": True}),
    ("answer 14", "answer", {"face": {"value": 14}}),
    ("answer t17", "answer", {"face": {"value": 17, "total": True}}),
    ("answer 2: 14", "answer", {"n": 2, "face": {"value": 14}}),
    ("answer 2:roll", "answer", {"n": 2, "word": "roll"}),
    ("answer tail attack vs mira", "answer", {"word": "tail attack", "targets": ({"who": "mi"},)}),
    ("skip 2", "skip", {"n": 2}),
    ("undo 3", "undo", {"count": 3}),
    ("undo turn", "undo", {"turn": True}),
    ("roll 2d6 + 3", "roll", {"dice": "2d6+3"}),
]  # fmt: skip


@pytest.mark.parametrize(("line", "kind", "fields"), LINES, ids=[line for line, _, _ in LINES])
def test_a_line_asks_for_its_command(say: Say, line: str, kind: str, fields: dict[str, Any]) -> None:
    command = say(line)
    assert command.type == kind
    said = json.loads(wire.written(command))
    nothing = {key for key, value in fields.items() if value is None}
    asked = json.loads(json.dumps({key: value for key, value in fields.items() if key not in nothing}))
    assert {key: value for key, value in said.items() if key not in nothing} == {"type": kind, **asked}


@pytest.mark.parametrize("row", ROWS, ids=[row.word for row in ROWS])
def test_every_row_stands_by_its_examples(row: Any, fight: Encounter, context: Context) -> None:
    for example in row.examples:
        line = example.replace("dragon", "yd")
        assert parse(line, fight, context)
        assert line.startswith(row.word)
    assert row.syntax.startswith(row.word)
    assert help_lines(row.word)[0] == row.syntax


def test_targets_carry_shares_and_amounts_their_types(say: Say) -> None:
    command = say('damage go1 @goblins/ "Young Dragon"+ kt2- 12+7 + 2d6 slashing plus 9f crit magical from mira')
    assert isinstance(command, c.Damage)
    assert {target.who: target.share for target in command.targets} == {
        "go1": "half", "go2": "half", "yd": "double", "kt2": "none"
    }  # fmt: skip
    assert [(part.dice, part.type) for part in command.amounts] == [("12+7+2d6", "slashing"), ("9", "fire")]
    assert command.critical
    assert command.magical
    assert command.by == "mi"


@pytest.mark.parametrize(
    ("words", "who"),
    [
        (".", ["mi"]),
        ("*", ["go1", "go2"]),
        ("party", ["mi", "to", "ho"]),
        ("@goblins", ["go1", "go2"]),
        ("goblin-2", None),
        ('"goblin 2"', ["go2"]),
        ("K'THRISS: ", ["kt2"]),
        ("K'thriss", ["kt2"]),
        ("[bold]Grub[/]", ["gr"]),
        ('"龍 🐉"', ["c1"]),
        ("go2 mira go2", ["go2", "mi"]),
        ("DIS", ["dis"]),
    ],
)
def test_names_handles_and_beginnings_find_their_target(say: Say, words: str, who: list[str] | None) -> None:
    if who is None:
        with pytest.raises(ConsoleError):
            say(f"heal {words} 4")
    else:
        command = say(f"heal {words} 4")
        assert isinstance(command, c.Heal)
        assert list(command.targets) == who


def test_a_whole_name_comes_before_a_handle_and_a_beginning(fight: Encounter, context: Context) -> None:
    orc = replace(fight.combatants[Id("to")], id=Id("or"), name="Orc")
    chief = replace(orc, id=Id("oc"), name="Orc Chief")
    odd = replace(orc, id=Id("mi2"), name="or")
    state = replace(fight, combatants={one.id: one for one in (chief, orc, odd)})
    for line, who in (("stand orc", "or"), ("stand or", "mi2"), ("stand oc", "oc"), ('stand "orc c"', "oc")):
        command = parse(line, state, context)
        assert isinstance(command, c.Stand)
        assert command.who == who


def test_newcomers_bring_their_stat_block_and_words_overrule_it(say: Say) -> None:
    goblins = say('add 3 GOBLIN hp 5/9 ac 16 init -2 ally group "scouts" hidden')
    assert isinstance(goblins, c.Add)
    assert goblins.block.attacks[0].name == "Scimitar"
    assert (goblins.name, goblins.count, goblins.hp, goblins.max_hp) == ("Goblin", 3, 5, 9)
    assert (goblins.ac, goblins.initiative, goblins.side, goblins.group) == (16, -2, "ally", "scouts")
    assert goblins.hidden
    boss = say('add young dragon named "Ember" hp max group')
    assert isinstance(boss, c.Add)
    assert (boss.name, boss.block.name, boss.hp_mode, boss.group) == ("Ember", "Young Dragon", "max", "young dragons")


def test_a_newcomer_from_nothing_needs_hit_points(say: Say, complaint: Complaint) -> None:
    guard = say('add "Hired guard" hp 11 ac 12 init 9')
    assert isinstance(guard, c.Add)
    assert (guard.name, guard.block.hp, guard.block.ac, guard.initiative) == ("Hired guard", 11, 12, 9)
    tor = say('add "Tor" hp 30 party')
    assert isinstance(tor, c.Add)
    assert tor.death_saves
    assert "did you mean 'Goblin'" in complaint("add 3 gobbo")
    assert "'hiden' is not understood after 'goblin'" in complaint("add goblin hiden")


MISTAKES = [
    ("frob mira", "there is no command 'frob'"),
    ("dmage go1 5", "did you mean damage?"),
    ("d go1 5", "did you mean delay, damage"),
    ("damage Alpha many", "'Alpha' is nobody in this fight"),
    ("damage mirra 5", "did you mean 'Mira'?"),
    ("damage go1 many", "'many' is neither"),
    ("damage go1 5 fier", "did you mean 'fire'?"),
    ("damage go1 -5", "not below nothing"),
    ("damage go1 2d6+", "'2d6+' is not an amount"),
    ("damage go1 99999999999", "not an amount"),
    ("damage go1=14 5", "a typed die belongs to"),
    ("heal 12 4", "'12' is nobody"),
    ("heal 2 4", "'2' is nobody"),
    ("heal mira/ 4", "shares"),
    ("heal mira", "an amount is missing"),
    ("kill goblin", "'goblin' could be Goblin 1 (go1), Goblin 2 (go2)"),
    ("kill @goblinz", "did you mean '@goblins'?"),
    ("kill neutrals", "nobody in 'neutrals'"),
    ("stand @goblins", "is more than a name"),
    ("cond mira poisoned", "did you mean '+poisoned'?"),
    ("cond mira +poisoned untl end of go1's turn", "did you mean 'until'?"),
    ("cond mira +poisoned until end of gox's turn", "'gox's' is nobody"),
    ("cond mira +poisoned for 0 rounds", "from 1 to"),
    ("save mira drx 15", "did you mean 'dex'?"),
    ("order mira befor go1", "did you mean 'before'?"),
    ("attack go1 vs mira", "Scimitar, Shortbow"),
    ("attack mira vs go1", "no attack in its stat block"),
    ("attack go1 with scimitar vs mira covr half", "did you mean 'cover'?"),
    ("scene underwatr on", "did you mean 'underwater'?"),
    ("set go1 sped 30", "did you mean 'speed'?"),
    ("join bears", "'Wolves'"),
    ("split wolves", "groups: goblins"),
    ("start now", "'now' is not understood"),
    ("undo 0", "from 1 to"),
    ("undo !", "nothing to force"),
    ('note go1 "open', "column 10 is never closed"),
    ("answer", "the answer is missing"),
    ("luck mira 0", "no points"),
    ("note go1 \x1b[2J", "column 10"),
    ("x" * 3000, "at most 2000"),
    ("", "no command"),
]


@pytest.mark.parametrize(("line", "said"), MISTAKES, ids=[line[:30] or "nothing" for line, _ in MISTAKES])
def test_a_mistake_is_named_with_what_would_be_right(complaint: Complaint, line: str, said: str) -> None:
    assert said in complaint(line)


def test_command_words_are_cut_short_in_the_bar_only(fight: Encounter, complaint: Complaint) -> None:
    bar = Context(abbreviate=True)
    assert parse("dam go1 5", fight, bar).type == "damage"
    with pytest.raises(ConsoleError, match="'d' could be delay, damage, dismount, death, doom"):
        parse("d go1 5", fight, bar)
    assert "did you mean damage?" in complaint("dam go1 5")


def test_nobody_marked_and_nobody_active_are_said(fight: Encounter) -> None:
    empty = replace(fight, active=None)
    for line, said in (("heal . 4", "nobody is active"), ("heal * 4", "nobody is")):
        with pytest.raises(ConsoleError, match=said):
            parse(line, empty, Context())


def test_blank_lines_and_comments_are_no_commands() -> None:
    assert is_blank("  ")
    assert is_blank("  # kill go1")
    assert not is_blank("note go1 # not a comment")


def test_help_knows_every_command() -> None:
    assert len(help_lines()) == len(ROWS)
    with pytest.raises(KeyError):
        help_lines("frob")
