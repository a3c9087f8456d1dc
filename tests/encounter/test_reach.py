"""Every rule can be reached from the table, and a story plays it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.encounter.reach import REFERENCE_ONLY, RULES, ReachStory, reach_stories, table_text
from tracker import rules
from tracker.encounter.reference import look_up
from tracker.rules.editions import EDITIONS, Edition


def _all() -> Iterator[Any]:
    for file, story in reach_stories():
        yield pytest.param(story, id=f"{file}: {story.name} [{story.edition}]")


@pytest.mark.parametrize("story", list(_all()))
def test_the_rule_is_played(story: ReachStory, tmp_path: Path) -> None:
    assert story.faults(tmp_path) == []


def test_every_rule_has_its_story() -> None:
    played = {number for _, story in reach_stories() for number in story.ways}
    assert sorted(set(RULES) - played - REFERENCE_ONLY) == []
    assert len(RULES) == 214


@pytest.mark.parametrize("edition", list(EDITIONS.values()), ids=list(EDITIONS))
def test_every_rule_is_looked_up(edition: Edition) -> None:
    for number in RULES:
        (found,) = look_up(number, edition)
        assert found.rule == number
        assert found.lines[0]


@pytest.mark.parametrize("edition", list(EDITIONS.values()), ids=list(EDITIONS))
def test_what_is_looked_up_is_something(edition: Edition) -> None:
    degrees = {found.name for found in look_up("cover", edition) if found.kind == "cover"}
    assert degrees == {"half cover", "three-quarters cover", "total cover"}


def test_the_table_of_rules_is_current() -> None:
    written = Path(rules.__file__).with_name("REACH.md").read_text("utf-8")
    assert written == table_text(), "run `python -m tests.encounter.reach`"
