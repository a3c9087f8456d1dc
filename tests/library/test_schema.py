"""The published schema offers exactly the keys that the loaders understand."""

import json

import pytest

from tracker.library.entries import ActionEntry, AttackEntry, Legendary, Spellcasting
from tracker.library.entry_lines import EntryLine
from tracker.library.models import StatBlock
from tracker.library.plans import PLAN_KEYS
from tracker.library.schema import FileSort, schema_for
from tracker.library.validation import keys_of


def test_no_key_is_missing_and_none_is_invented() -> None:
    definitions = schema_for()["definitions"]
    assert set(definitions["creature"]["properties"]) == set(keys_of(StatBlock))
    assert set(definitions["attack"]["properties"]) == set(keys_of(AttackEntry))
    assert set(definitions["action"]["anyOf"][0]["properties"]) == set(keys_of(ActionEntry))
    assert set(definitions["legendary"]["properties"]) == set(keys_of(Legendary))
    assert set(definitions["spells"]["properties"]) == set(keys_of(Spellcasting))
    assert set(definitions["entry"]["anyOf"][0]["properties"]) >= set(keys_of(StatBlock)) | set(keys_of(EntryLine))
    assert set(schema_for()["properties"]) == set(PLAN_KEYS)


@pytest.mark.parametrize("sort", ["encounter", "party", "creature"])
def test_every_reference_in_a_schema_leads_somewhere(sort: FileSort) -> None:
    schema = schema_for(sort)
    names = {part.split('"')[0] for part in json.dumps(schema).split("#/definitions/")[1:]}
    assert names <= schema["definitions"].keys()
