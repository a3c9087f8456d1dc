"""Values written back into a GM's own file: the values change, and not another letter."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.library.carrying import carried_back, patched, write
from tracker.library.problems import LibraryError
from tracker.library.yaml_reader import read_string

BLOCK = """\
# The Thursday group
party:
  - name: Mira      # Ann
    hp: 24          # with Tough
    spent:
      Channel Divinity: 1   # since the crypt
  - {name: Tor, hp: 28, ac: 17}   # Ben
  - name: Ilka
"""


def test_values_are_set_in_place_and_comments_stay() -> None:
    after = patched(
        BLOCK,
        {
            ("party", 0): {"hp": "13/24", "exhaustion": 1, "spent": {"Channel Divinity": 2, "Bless": 1}},
            ("party", 1): {"hp": "0/28", "spent": {"Second Wind": 1}},
            ("party", 2): {"slots_spent": {"1": 3}},
        },
    )
    assert (
        after
        == """\
# The Thursday group
party:
  - name: Mira      # Ann
    hp: 13/24          # with Tough
    exhaustion: 1
    spent:
      Channel Divinity: 2   # since the crypt
      Bless: 1
  - {name: Tor, hp: 0/28, spent: {Second Wind: 1}, ac: 17}   # Ben
  - name: Ilka
    slots_spent: {1: 3}
"""
    )


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_a_byte_order_mark_stay(newline: str, mark: str) -> None:
    text = mark + BLOCK.replace("\n", newline)
    after = patched(text, {("party", 0): {"hp": 1, "exhaustion": 2}})
    assert after == text.replace("hp: 24 ", "hp: 1 ").replace("# with Tough", f"# with Tough{newline}    exhaustion: 2")


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("- {name: Mira, hp: &top 24}\n- {name: Tor, hp: *top}\n", (0,)),
        ("- {name: Mira, hp: &top 24}\n- {name: Tor, hp: *top}\n", (1,)),
        ("- name: Mira\n  hp: [24]\n", (0,)),
        ("- just a word\n", (0,)),
    ],
)
def test_what_others_share_is_left_alone_with_a_word(text: str, steps: tuple[int, ...]) -> None:
    with pytest.raises(LibraryError):
        patched(text, {steps: {"hp": 3}})


def test_what_is_merged_in_is_overlaid() -> None:
    text = "x-base: &base {ac: 15, hp: 24}\nparty:\n  - <<: *base\n    name: Mira\n"
    assert patched(text, {("party", 0): {"hp": 3}}).endswith("    name: Mira\n    hp: 3\n")


def test_the_characters_are_found_through_the_files_that_name_them(tmp_path: Path) -> None:
    (tmp_path / "party.yaml").write_text("- {name: Mira, hp: 24}\n- {name: Tor, hp: 20/28, exhaustion: 2}\n")
    fight = tmp_path / "fight.yaml"
    fight.write_text("encounter: x\nparty:\n  - party.yaml\n  - {name: Guest, hp: 9}\ncombatants: []\n")
    wanted: dict[str, dict[str, Any]] = {
        "mira": {"hp": 24, "exhaustion": 0, "spent": {}},
        "Tor": {"hp": 28, "exhaustion": 1, "spent": {}},
        "Guest": {"hp": "4/9"},
        "Stray": {"hp": 1},
    }
    carrying = carried_back(fight, wanted)
    assert [change.told for change in carrying.changes] == [
        ("Guest: hp 9 → 4/9",),
        ("Tor: hp 20/28 → 28, exhaustion 2 → 1",),
    ]
    assert carrying.missing == ("Stray",)
    for change in carrying.changes:
        write(change)
    assert (tmp_path / "party.yaml").read_text() == "- {name: Mira, hp: 24}\n- {name: Tor, hp: 28, exhaustion: 1}\n"
    assert not carried_back(fight, wanted).changes
    with pytest.raises(LibraryError, match="changed meanwhile"):
        write(carrying.changes[0])


def test_what_came_back_with_a_rest_is_0_again(tmp_path: Path) -> None:
    party = tmp_path / "party.yaml"
    party.write_text("- name: Tor\n  hp: 28\n  spent: {Second Wind: 1}\n  slots_spent: {1: 2, 2: 1}\n")
    carrying = carried_back(party, {"Tor": {"hp": 28, "spent": {}, "slots_spent": {"2": 1}}})
    assert carrying.changes[0].after.endswith("  spent: {Second Wind: 0}\n  slots_spent: {1: 0, 2: 1}\n")


@pytest.mark.parametrize("text", ["", "party: nowhere.yaml\n", "party: ../party.yaml\n", "\x00", "- {name: Mira"])
def test_a_file_that_cannot_be_followed_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.yaml").write_text(text)
    try:
        assert carried_back(tmp_path / "x.yaml", {"Mira": {"hp": 1}}).missing == ("Mira",)
    except LibraryError as error:
        assert str(error)


_names = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=8)
_flat = st.dictionaries(_names, st.integers(0, 99) | _names, max_size=4)
_keys = st.sampled_from(["hp", "exhaustion", "spent", "slots_spent", "note"])


@settings(max_examples=200, deadline=None)
@given(
    record=_flat, wanted=st.dictionaries(_keys, st.integers(0, 99) | st.just("3/9"), min_size=1), is_flow=st.booleans()
)
def test_whatever_stands_there_only_what_is_wanted_changes(
    record: dict[str, Any], wanted: dict[str, Any], is_flow: bool
) -> None:
    from tracker.library.writing import to_yaml

    record = {"name": "Mira", **record}
    block = "\n".join(to_yaml([record]).splitlines()) + "  # a remark\n"
    flow = f"- {{{', '.join(line.strip() for line in to_yaml(record).splitlines())}}}\n"
    text = flow if is_flow else block
    before = read_string(text)
    if before.problems or not isinstance(before.data, list):
        return
    after = read_string(patched(text, {(0,): wanted}))
    assert after.data == [{**before.data[0], **wanted}]
