"""What leaves for another program comes back with the same figures."""

import json
from functools import cache
from typing import Any

import pytest

from tests.library.importers import lurker
from tracker.library import bestiary
from tracker.library.exporters import FORMATS, Content, export, load_content
from tracker.library.exporters.markdown import escaped, table
from tracker.library.importers import import_text
from tracker.library.importers.result import Imported
from tracker.library.models import EDITIONS, StatBlock
from tracker.library.plans import load_encounter_text
from tracker.library.problems import LibraryError

FIGURES = ("ac", "hp", "hp_dice", "speed", "initiative", "saves", "skills", "senses", "cr", "size", "alignment")
LISTS = ("attacks", "actions", "bonus", "reactions")
ENTRY = (
    "kind",
    "to_hit",
    "reach",
    "range",
    "two_handed",
    "extra",
    "recharge",
    "cost",
    "area",
    "dc",
    "heals",
    "ac_bonus",
    "escape",
)


@cache
def blocks(edition: str) -> tuple[StatBlock, ...]:
    book = bestiary.book(edition)
    return tuple(StatBlock.model_validate(book.record(listing.name)) for listing in book.listings)


def back(content: Content, program: str) -> Imported:
    return import_text(export(content, program), "note.md")


def figures(block: StatBlock) -> dict[str, Any]:
    data = block.model_dump(mode="json")
    found = {key: data[key] for key in FIGURES}
    for key in LISTS:
        found[key] = [_entry(entry) for entry in data[key]]
    return found


def _entry(entry: dict[str, Any]) -> dict[str, Any]:
    """Lists of conditions may change their order, the word for a shape its case."""
    data = {name: entry.get(name) for name in ENTRY} | {
        "damage": entry["damage"],
        "inflicts": sorted(entry["inflicts"]),
    }
    return data | {"area": data["area"].lower() if data["area"] else None}


@pytest.mark.parametrize("program", ["improved-initiative", "obsidian", "yaml"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_built_in_creature_survives_the_trip(edition: str, program: str) -> None:
    result = back(Content(blocks=blocks(edition)), program)
    assert result.problems == []
    returned = {creature["name"]: StatBlock.model_validate(creature) for creature in result.creatures}
    odd = [block.name for block in blocks(edition) if figures(returned[block.name]) != figures(block)]
    assert odd == []


@pytest.mark.parametrize("program", FORMATS)
def test_the_words_of_the_gm_survive_too(program: str) -> None:
    [first] = import_text(lurker.FILES["stat block text"]).creatures
    [second] = back(Content(blocks=(StatBlock.model_validate(first),)), program).creatures
    assert second["texts"] == first["texts"]
    assert [entry["text"] for entry in second["attacks"]] == [entry["text"] for entry in first["attacks"]]
    assert second["actions"][0] == first["actions"][0]


FIGHT = """encounter: Mill
edition: srd-5.1
party:
  - {name: Mira, hp: 31/38, ac: 16, class: Rogue, level: 5, initiative: 18}
combatants:
  - {monster: Goblin, count: 2, hp: 3/7, hidden: true, initiative: 12, group: true}
  - {monster: Ogre, name: Brug, hp: 80, conditions: [prone], notes: has the key}
  - {name: Hired Blade, side: ally, hp: 11, ac: 12}
notes: The wheel turns.
"""


def content() -> Content:
    loaded = load_encounter_text(FIGHT)
    assert loaded.plan is not None and loaded.problems == ()
    return Content(loaded.plan)


def test_a_fight_goes_to_improved_initiative_and_back() -> None:
    result = back(content(), "improved-initiative")
    assert result.problems == []
    fight = next(each for each in result.encounters if each["encounter"] == "Mill")
    rows = {row["name"]: row for row in fight["combatants"]}
    assert list(rows) == ["Goblin 1", "Goblin 2", "Brug", "Hired Blade"]
    assert (rows["Goblin 1"]["hp"], rows["Goblin 1"]["hidden"], rows["Goblin 1"]["initiative"]) == ("3/7", True, 12)
    assert (rows["Brug"]["hp"], rows["Brug"]["conditions"], rows["Brug"]["notes"]) == (80, ["prone"], "has the key")
    assert [(row["name"], row["hp"], row["initiative"]) for row in fight["party"]] == [("Mira", "31/38", 18)]
    assert json.loads(export(content(), "improved-initiative"))["SavedEncounters"]


def test_a_fight_goes_to_obsidian_and_back() -> None:
    result = back(content(), "obsidian")
    [fight] = result.encounters
    rows = fight["combatants"]
    assert (result.problems, fight["encounter"], fight["party"]) == ([], "Mill", [{"name": "Mira"}])
    assert [(row["monster"], row.get("name"), row.get("count", 1), row["hp"]) for row in rows] == [
        ("Goblin", None, 2, 3),
        ("Ogre", "Brug", 1, 80),
        ("Hired Blade", None, 1, 11),
    ]
    assert (rows[0]["hidden"], rows[2]["side"]) == (True, "ally")
    assert {creature["name"] for creature in result.creatures} == {"Goblin", "Ogre", "Hired Blade"}


def test_a_fight_as_yaml_is_the_same_fight() -> None:
    loaded = load_encounter_text(export(content(), "yaml"))
    assert loaded.problems == ()
    assert loaded.plan == content().plan


def test_files_of_ours_are_opened_for_export(tmp_path: Any) -> None:
    (tmp_path / "fight.yaml").write_text(FIGHT)
    (tmp_path / "imp.yaml").write_text("name: Imp\nac: 13\nhp: 10\n")
    (tmp_path / "bad.yaml").write_text("hello\n")
    assert load_content(tmp_path / "fight.yaml")[0].plan is not None
    assert load_content(tmp_path / "imp.yaml")[0].creatures[0].name == "Imp"
    with pytest.raises(LibraryError):
        load_content(tmp_path / "bad.yaml")
    with pytest.raises(LibraryError, match="improved-initiative"):
        export(Content(), "pdf")


def test_markdown_shows_letters_as_they_are() -> None:
    assert escaped("a*b_[c]|\nd") == r"a\*b\_\[c\]\| d"
    assert table(["who", "hp"], [["A|B", None], ["C", 3]]) == "| who | hp |\n| --- | --- |\n| A\\|B |  |\n| C | 3 |"
