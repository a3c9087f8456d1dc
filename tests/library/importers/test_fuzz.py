"""Damaged files of every kind: no reader ever raises, what it gives fits our shape, and the exit code is honest."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.library.importers import lurker
from tracker.library.creature_file import block_from
from tracker.library.importers import Imported, exit_code, import_text, to_json
from tracker.library.importers.figures import challenge, dice, whole
from tracker.library.plans import load_encounter_text
from tracker.library.writing import to_yaml
from tracker.library.yaml_reader import Document

ENCOUNTER = """```encounter
name: Mill
players: [Ann, Bob]
creatures:
  - 3: Goblin
  - Ogre, 50, 12, -1, 450, hidden
  - 2: {creature: Bandit, name: Thug, hp: 11, friend: true}
```
"""
FIGHT = json.dumps(
    {
        "Name": "Mire",
        "Combatants": [
            {
                "StatBlock": lurker.improved_initiative(),
                "CurrentHP": 3,
                "Initiative": 12,
                "Alias": "",
                "IndexLabel": 1,
                "Tags": [{"Text": "Prone"}],
                "InitiativeGroup": "g",
            }
        ]
        * 2,
    }
)
BATTLE = json.dumps(
    {
        "battleTrackerVersion": "5",
        "round": 1,
        "creatures": [
            {
                "name": "Goblin #1",
                "initiative": 3,
                "healthPoints": 3,
                "maxHealthPoints": 7,
                "conditions": [{"text": "prone"}],
            }
        ],
    }
)
LIST = "name,init,hp,ac,conditions\nAnn,15,24,16,\nGoblin 1,12,3/7,15,prone\nOgre x2,3,59,11,\n"
LINES = "Players:\n- Ann 18\nGoblin x3 (7 hp, AC 15) 12\nOgre (59) @3\nlair action 20\n"
TEXTS = lurker.FILES | {"encounter block": ENCOUNTER, "fight": FIGHT, "battle": BATTLE, "table": LIST, "lines": LINES}
SCRAPS = [
    "",
    "\n",
    "\t",
    ": ",
    "---\n",
    "```\n",
    "[[",
    "]]",
    "{@hit ",
    "DC 12 ",
    "(",
    ")",
    "'",
    '"',
    "\u2212",
    "\u00bd",
    "1d4: ",
    "AC 15\n",
    "<monster>",
    "&a;",
    "@prof",
    "|",
    "9" * 30,
    "*",
    "\x00",
]
JUNK: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**12), 10**12),
    st.floats(allow_nan=False),
    st.sampled_from(
        [*SCRAPS, "None", "15 (hide)", "2d6+3", "twice as many", "+5 to hit, 1d8 cold", "2d6 + @mod", "13/27"]
    ),
    st.sampled_from([[], {}, [[]], [None], {"a": [1]}, ["x", {"name": None}], {"value": {"value": "x"}}]),
)


def _honest(text: str) -> None:
    hold_to_our_shape(import_text(text, "file.md"))


def hold_to_our_shape(result: Imported) -> None:
    """What was read is written and read again as creatures and encounters of ours, and what was not is named."""
    json.dumps(to_json(result))
    assert bool(exit_code([result])) == bool(result.problems)
    for creature in result.creatures:
        document = Document("file", creature, readable=True)
        assert block_from(document, (), creature) is not None
        assert document.problems == []
    for encounter in result.encounters:
        loaded = load_encounter_text(to_yaml(encounter))
        faults = [problem.message for problem in loaded.problems if problem.severity == "error"]
        unknown = ("no creature called", "there are more problems than these")
        assert [message for message in faults if not message.startswith(unknown)] == []


@pytest.mark.parametrize("program", TEXTS)
@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(
    cuts=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 40), st.sampled_from(SCRAPS)), min_size=1, max_size=8),
    end=st.floats(0.05, 1),
)
def test_damaged_text(program: str, cuts: list[tuple[float, int, str]], end: float) -> None:
    text = TEXTS[program]
    for place, length, scrap in cuts:
        start = int(place * len(text))
        text = text[:start] + scrap + text[start + length :]
    _honest(text[: max(1, int(end * len(text)))])
    _honest(text)


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    return [path, *(each for key, part in inner for each in _paths(part, (*path, key)))]


def _replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value) if isinstance(value, list) else value
    size = len(copy) if isinstance(copy, list) else 0
    is_there = path[0] in copy if isinstance(copy, dict) else isinstance(path[0], int) and path[0] < size
    if isinstance(copy, dict | list) and is_there:
        copy[path[0]] = _replaced(copy[path[0]], path[1:], new)
    return copy


@pytest.mark.parametrize("program", [program for program, text in TEXTS.items() if text[:1] in "{["])
@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(changes=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), JUNK), min_size=1, max_size=6))
def test_values_of_the_wrong_kind(program: str, changes: list[tuple[float, Any]]) -> None:
    data = json.loads(TEXTS[program])
    paths = _paths(data)[1:]
    for place, junk in changes:
        data = _replaced(data, paths[int(place * len(paths))], junk)
    _honest(json.dumps(data))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.text(max_size=300))
def test_any_text_at_all(text: str) -> None:
    _honest(text)
    assert whole(text) is None or isinstance(whole(text), int)
    assert dice(text) is None or "d" in str(dice(text))
    challenge(text)
