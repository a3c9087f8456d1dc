"""Fights in the command language, with what must hold after each step: the stories of `fights/*.yaml`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.encounter.fights import Story, stories

FIGHTS = Path(__file__).parent / "fights"


def _all() -> Iterator[Any]:
    for file in sorted(FIGHTS.glob("*.yaml")):
        for story in stories(file):
            yield pytest.param(story, id=f"{file.stem}: {story.name} [{story.edition}]")


@pytest.mark.parametrize("story", list(_all()))
def test_the_fight_goes_as_told(story: Story, tmp_path: Path) -> None:
    assert story.faults(tmp_path) == []
