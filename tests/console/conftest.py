"""A small fight in its first round, and ways to talk to it."""

from collections.abc import Callable
from typing import Any

import pytest

from tracker.console.context import Context
from tracker.console.errors import ConsoleError
from tracker.console.parsing import parse
from tracker.encounter.commands import Wish
from tracker.encounter.state import Combatant, Effect, Encounter, Id, Place, PlaceId
from tracker.library.models import StatBlock, creature_from_nothing

GOBLIN = StatBlock.model_validate(
    {
        "name": "Goblin",
        "hp": "7 (2d6)",
        "attacks": [
            {"name": "Scimitar", "to_hit": 4, "damage": ["1d6+2 slashing"]},
            {"name": "Shortbow", "to_hit": 4, "range": "80/320", "damage": ["1d6+2 piercing"]},
        ],
    }
)
DRAGON = StatBlock.model_validate(
    {
        "name": "Young Dragon",
        "attacks": [{"name": "Bite", "to_hit": 7, "damage": ["2d10+4 piercing"]}],
        "actions": [{"name": "Fire Breath", "save": "dex", "dc": 15, "damage": ["8d6 fire"], "half": True}],
        "reactions": ["Parry"],
        "legendary": {"actions": ["Tail Attack"]},
        "lair": ["Falling Rocks"],
    }
)
OGRE = creature_from_nothing("Ogre", hp=59, ac=11)
CREATURES = {"goblin": GOBLIN, "young dragon": DRAGON, "ogre": OGRE}


def _combatant(who: str, name: str, **fields: Any) -> Combatant:
    return Combatant(id=Id(who), name=name, **fields)


@pytest.fixture(scope="session")
def fight() -> Encounter:
    """Mira is active; two of three goblins stand; wolves wait; a lair has its row."""
    people = (
        _combatant("mi", "Mira", side="party", effects=(Effect(1, "poisoned"), Effect(2, "Viper's Kiss", "marker"))),
        _combatant("to", "Tor", side="party"),
        _combatant("go1", "Goblin 1", group="goblins", block="goblin"),
        _combatant("go2", "Goblin 2", group="goblins", block="goblin"),
        _combatant("go3", "Goblin 3", group="goblins", block="goblin", status="dead"),
        _combatant("yd", "Young Dragon", block="dragon"),
        _combatant("ho", "Horse", side="party"),
        _combatant("la", "Lair", kind="lair", block="dragon"),
        _combatant("wo1", "Wolf 1", waiting="Wolves"),
        _combatant("kt2", "K'thriss: the 2nd"),
        _combatant("gr", "[bold]Grub[/]"),
        _combatant("c1", "龍 🐉"),
        _combatant("dis", "Disa"),
    )
    return Encounter(
        phase="running",
        round=1,
        combatants={one.id: one for one in people},
        blocks={"goblin": GOBLIN, "dragon": DRAGON},
        places=(Place(PlaceId(1), (Id("mi"),), 12), Place(PlaceId(2), (Id("to"),), 10)),
        active=PlaceId(1),
    )


@pytest.fixture(scope="session")
def context() -> Context:
    """A bestiary of two, with both goblins marked."""
    return Context(
        lookup=lambda name: CREATURES.get(name.casefold()),
        near=lambda name: [block.name for key, block in CREATURES.items() if key[:2] == name.casefold()[:2]],
        marked=(Id("go1"), Id("go2")),
    )


Say = Callable[[str], Wish]


@pytest.fixture(scope="session")
def say(fight: Encounter, context: Context) -> Say:
    """Reads a line against the fight."""
    return lambda line: parse(line, fight, context)


@pytest.fixture(scope="session")
def complaint(say: Say) -> Callable[[str], str]:
    """The message a line is turned down with."""

    def turned_down(line: str) -> str:
        with pytest.raises(ConsoleError) as caught:
            say(line)
        return str(caught.value)

    return turned_down
