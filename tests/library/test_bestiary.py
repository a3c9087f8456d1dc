"""Every built-in creature is what its record says, found by any reasonable spelling of its name."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from tracker.library import bestiary
from tracker.library.bestiary import UnknownCreature
from tracker.library.creatures import Creatures
from tracker.library.descriptions import describe
from tracker.library.models import EDITIONS, StatBlock
from tracker.library.showing import stat_block_lines
from tracker.library.writing import creature_mapping, to_yaml
from tracker.library.yaml_reader import read_string

COUNTS = {"srd-5.1": 322, "srd-5.2": 330, "black-flag": 361}


@pytest.fixture
def creatures(tmp_path: Path) -> Creatures:
    (tmp_path / "own").mkdir()
    return Creatures(tmp_path / "own", tmp_path / "cache")


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_creature_keeps_its_figures_and_goes_through_yaml_and_back(edition: str) -> None:
    book = bestiary.book(edition)
    assert len(book.listings) == COUNTS[edition]
    for listing in book.listings:
        record = book.record(listing.name)
        assert record is not None
        block = bestiary.lookup(edition, listing.name)
        for key in ("ac", "hp", "cr", "xp", "initiative", "passive", "pb", "saves", "skills", "abilities", "mods"):
            assert key not in record or getattr(block, key) == record[key], (listing.name, key)
        assert list(block.immune) == record.get("immune", [])
        assert len(block.attacks) == len(record.get("attacks", []))
        again = read_string(to_yaml(creature_mapping(block)))
        assert not again.problems
        assert StatBlock.model_validate(again.data) == block
        assert max(map(len, stat_block_lines(block, 60))) <= 60


def test_the_attribution_travels_with_the_figures() -> None:
    assert [line.count("Creative Commons Attribution 4.0") for line in bestiary.attributions()] == [1, 1, 1]


@pytest.mark.parametrize("name", ["Goblin", "goblin", "GOBLIN", " goblin "])
def test_case_and_blanks_do_not_matter(name: str) -> None:
    assert bestiary.lookup("srd-5.1", name).name == "Goblin"


def test_will_o_wisp_is_found_however_it_is_typed() -> None:
    assert bestiary.lookup("srd-5.2", "will o' wisp") is not None
    assert bestiary.lookup("srd-5.1", "Will-o’-Wisp").name == "Will-o'-Wisp"
    assert bestiary.lookup("srd-5.1", "svirfneblin").name == "Deep Gnome (Svirfneblin)"


def test_a_slip_of_the_pen_is_answered_with_the_right_name() -> None:
    with pytest.raises(UnknownCreature, match="did you mean 'Goblin'"):
        bestiary.lookup("srd-5.1", "gobln")
    with pytest.raises(UnknownCreature, match=r"'Goblin Warrior'\?; srd-5.1 and black-flag have it"):
        bestiary.lookup("srd-5.2", "Goblin")


def test_the_search_puts_the_nearest_first(creatures: Creatures) -> None:
    def first(query: str, type: str | None = None) -> str:
        return creatures.search(query, "srd-5.1", type)[0].name

    assert first("gobl") == "Goblin"
    assert first("red dragon young") == "Young Red Dragon"
    assert first("ygd").startswith("Young G")
    assert first("owlbaer") == "Owlbear"
    assert first("dragon cr 17") == "Dragon Turtle"
    assert first("", type="ooze") == "Black Pudding"
    assert {one.edition for one in creatures.search("goblin")} >= {"srd-5.1", "black-flag"}
    assert creatures.search("zzzzqqq") == []


def test_the_gms_own_creatures_win_and_the_listing_is_kept(tmp_path: Path) -> None:
    own, cache = tmp_path / "own", tmp_path / "cache"
    (own / "deep").mkdir(parents=True)
    (own / "goblin.yaml").write_text('# mine\nname: "Goblin"\nac: 18\nhp: 9 (2d8)\n')
    (own / "deep" / "many.yaml").write_text(
        "creatures:\n- {name: Grell, ac: 12, hp: 55}\n- {name: Odd, edition: srd-5.2}\n"
    )
    (own / "notes.yaml").write_text("encounter: x\ncombatants: []\n")
    creatures = Creatures(own, cache)
    assert creatures.lookup("srd-5.1", "goblin").ac == 18
    assert creatures.lookup("black-flag", "grell").hp == 55
    with pytest.raises(UnknownCreature):
        creatures.lookup("srd-5.1", "Odd")
    assert [one.origin for one in creatures.search("goblin", "srd-5.1") if one.name == "Goblin"] == [
        str(own / "goblin.yaml")
    ]
    (own / "goblin.yaml").write_text("name: Goblin King\nac: 19\n")
    again = Creatures(own, cache)
    assert again.lookup("srd-5.1", "Goblin").ac == 15 and again.lookup("srd-5.1", "goblin king").ac == 19


def test_a_damaged_cache_is_as_good_as_none(tmp_path: Path) -> None:
    own, cache = tmp_path / "own", tmp_path / "cache"
    own.mkdir()
    (own / "a.yaml").write_text("name: Grell\n")
    Creatures(own, cache)
    for file in cache.iterdir():
        file.write_text("{broken")
    assert Creatures(own, cache).lookup("srd-5.1", "Grell").ac == 10


@pytest.mark.parametrize("edition", EDITIONS)
def test_everything_named_in_a_stat_block_is_told_in_a_line(edition: str) -> None:
    for listing in bestiary.book(edition).listings:
        block = bestiary.lookup(edition, listing.name)
        legendary = block.legendary.actions if block.legendary else ()
        named = [("trait", name) for name in block.traits]
        named += [("reaction", action.name) for action in block.reactions]
        named += [("bonus", action.name) for action in block.bonus]
        named += [("legendary", action.name) for action in legendary]
        assert [(kind, name) for kind, name in named if describe(edition, name, kind) is None] == []


def test_one_name_may_mean_different_things() -> None:
    assert "prone" in str(describe("srd-5.1", "Pounce", "trait"))
    assert "Rend" in str(describe("srd-5.2", "Pounce", "legendary"))
    assert describe("srd-5.1", "Sunlight Sensitivity") != describe("srd-5.2", "Sunlight Sensitivity")
    assert describe("srd-5.2", "Legendary Resistance (3/Day, or 4/Day in Lair)", "trait") is not None


def test_descriptions_are_short_and_name_things_that_exist() -> None:
    lines = json.loads((files("tracker.library") / "data" / "descriptions.json").read_text("utf-8"))
    flat = [text for line in lines.values() for text in (line.values() if isinstance(line, dict) else [line])]
    assert all(5 < len(text) <= 200 and text.strip() == text for text in flat)
    assert {key for line in lines.values() if isinstance(line, dict) for key in line} <= {
        *EDITIONS,
        "trait",
        "reaction",
        "legendary",
        "bonus",
        "any",
        *(f"{edition} {kind}" for edition in EDITIONS for kind in ("trait", "reaction", "legendary", "bonus")),
    }
    assert describe("srd-5.1", "No such trait") is None
