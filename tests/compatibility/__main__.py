"""Keeps what this version writes: fights, a folder of files and what they came to. What is kept already stays.

A change that adds a command, an event, a field of one or a key of a file adds files under the next number here, since
the tests ask for each of them among what is kept.
"""

from __future__ import annotations

import json
import sys
import tarfile
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.compatibility.files_of_a_folder import FILES
from tests.compatibility.test_compatibility import FOLDER, SUMS, opened
from tests.encounter.fights import Json, stories
from tests.encounter.reach import reach_stories
from tracker.console.context import Context
from tracker.console.parsing import parse
from tracker.encounter.dump import dump
from tracker.encounter.store import Store
from tracker.library.plans import load_encounter_text
from tracker.rules.dice import RandomDice

EDITIONS = ("srd-5.1", "srd-5.2", "black-flag")
STORIES = Path(__file__).parents[1] / "encounter" / "fights"
LINES = (
    "start", "next", "damage mira 6 fire", "attack tor with axe vs tr roll 15 dmg 9", "cond tor +prone",
    "cond mira +poisoned for 2 rounds save con 12", "conc mira bless", "undo 2", "redo", "next", 'note tor "the key"',
    "ongoing tor 1d4 fire at start", "save mira tor dex 14 9 cold half", 'ready mira "the door" "attack"', "temp tor 5",
    "add Rat hp 3 ac 10 init 4", "hide og1", "kill og2", "damage tor 60", "undo turn", "next", "act tr dodge",
    'remind round 3 "the bridge falls"', "join Wolves", "next", "next", "heal tor 4", "scene dark on", "undo",
)  # fmt: skip
LONG = (*LINES, *(f'note mira "{number}"' for number in range(500)), "undo 3", "redo 2", "next", "damage tor 3 fire")
"""Beyond the first checkpoint."""
TYPED = (
    "auto players_type_initiative on",
    "start",
    "init all 12",
    "begin",
    "lair Lair Rockfall",
    "next",
    "undo",
    "redo",
    "end",
)
"""What no story says."""


def encounter(edition: str) -> str:
    """An encounter file with most of what one can hold."""
    return f"""encounter: The old bridge
edition: {edition}
party:
  - {{name: Mira, hp: 31/38, ac: 15, initiative: 18, level: 3, abilities: {{con: 14}}}}
  - {{name: Tor, hp: 30, ac: 17, level: 3, attacks: [{{name: Axe, to_hit: 5, damage: [1d8+3 slashing]}}]}}
combatants:
  - {{monster: Ogre, count: 3, group: true}}
  - {{monster: Troll, initiative: 9, conditions: [prone]}}
  - {{name: Shade, hp: 22, ac: 12, resist: [cold], hidden: true, notes: under the bridge}}
  - {{monster: Wolf, count: 2, wave: Wolves, joins: 3}}
lair: {{actions: [{{name: Rockfall, text: Stones come down.}}]}}
reminders: [{{round: 2, text: the river rises}}]
scene: [dim]
notes: Nobody crosses without the toll.
"""


def main() -> int:
    """Writes what is not there yet, and notes the sums of what is new."""
    FOLDER.mkdir(exist_ok=True)
    for edition in EDITIONS:
        _fight(edition, FOLDER / f"{edition}-1.yaml")
    _folder(FOLDER / "folder-1")
    if not (FOLDER / "stories-1.tar.xz").exists():
        _stories(FOLDER / "stories-1.tar.xz")
    noted = SUMS.read_text("utf-8") if SUMS.exists() else ""
    new = [
        file for file in sorted(FOLDER.rglob("*")) if file.is_file() and f"  {file.relative_to(FOLDER)}\n" not in noted
    ]
    lines = (f"{sha256(file.read_bytes()).hexdigest()}  {file.relative_to(FOLDER)}\n" for file in new if file != SUMS)
    SUMS.write_text(noted + "".join(lines), "utf-8")
    return 0


def _fight(edition: str, begin: Path) -> None:
    if begin.exists():
        return
    begin.write_text(encounter(edition), "utf-8")
    begin.with_suffix(".json").write_text(_told(_played(edition, LINES, begin.with_suffix(".jsonl"))), "utf-8")


def _played(edition: str, lines: tuple[str, ...], journal: Path) -> Json:
    loaded = load_encounter_text(encounter(edition))
    assert loaded.plan is not None and not loaded.problems, loaded.problems
    store = Store.open_plan(loaded.plan, RandomDice(7), journal=journal, clock=lambda: 1000.0)
    dumps = {"opened": dump(store.state)}
    for line in lines:
        store.do(parse(line, store.state, Context()))
    store.close()
    return dumps | {"left": dump(store.state)}


def _folder(folder: Path) -> None:
    if folder.exists():
        return
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    for file in sorted(folder.glob("fight*.yaml")):
        file.with_suffix(".json").write_text(_told(opened(file)), "utf-8")


def _stories(archive: Path) -> None:
    """Every fight that the tests tell, the long one, and the one with typed initiative."""
    with TemporaryDirectory() as name, tarfile.open(archive, "x:xz") as kept:
        for number, (edition, told) in enumerate(_each_story(Path(name))):
            journal, left = told
            _put(kept, f"{number:03}-{edition}.jsonl", journal.read_bytes())
            _put(kept, f"{number:03}-{edition}.json", _told({"left": left}).encode())


def _put(kept: tarfile.TarFile, name: str, content: bytes) -> None:
    about = tarfile.TarInfo(name)
    about.size = len(content)
    kept.addfile(about, BytesIO(content))


def _each_story(home: Path) -> Iterator[tuple[str, tuple[Path, Json]]]:
    told = [one for file in sorted(STORIES.glob("*.yaml")) for one in stories(file)]
    told += [one for _, one in reach_stories()]
    for number, story in enumerate(told):
        folder = home / str(number)
        folder.mkdir()
        yield story.edition, (folder / "a.jsonl", story.kept(folder, folder / "a.jsonl"))
    for edition in EDITIONS:
        for name, lines in (("long", LONG), ("typed", TYPED)):
            journal = home / f"{edition}-{name}.jsonl"
            yield edition, (journal, _played(edition, lines, journal)["left"])


def _told(what: Json) -> str:
    return json.dumps(what, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.exit(main())
