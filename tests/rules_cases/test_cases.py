"""Every worked example, in every edition it names."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules_cases.registry import Case, failures, load

CASES = list(load(Path(__file__).parent / "cases.yaml"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_rules_say_what_the_example_says(case: Case) -> None:
    assert failures(case) == []
