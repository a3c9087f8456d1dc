"""What is written is read back as it was, and a file is whole or absent."""

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.library.atomic import write_text
from tracker.library.writing import to_yaml, write_yaml
from tracker.library.yaml_reader import read_file, read_string

texts = st.text(st.characters(codec="utf-8"), max_size=30) | st.sampled_from(
    [
        "yes",
        "null",
        "~",
        "013",
        "5-6",
        "1/4",
        "- x",
        "a: b",
        "#",
        "a #b",
        "'",
        '"',
        "\\",
        "two\nlines",
        " x",
        "x ",
        "<<",
        "*a",
        "&b",
    ]
)
keys = texts.map(lambda key: f"k{key}") | st.sampled_from(["long " * 300, 'k"' * 900])
scalars = st.none() | st.booleans() | st.integers(-999_999, 999_999) | texts
data = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=12,
)


@given(data)
def test_any_data_is_read_back_as_it_was(value: Any) -> None:
    written = to_yaml({"kept": value}, "made by a test")
    document = read_string(written)
    assert not document.problems, written
    assert document.data == {"kept": value}, written


def test_long_texts_stand_line_by_line_and_short_lists_on_one() -> None:
    written = to_yaml(
        {"notes": "First line\n\nThird: line", "scene": ["dim"], "dice": "2d6+3 fire", "who": "Bob: the 2nd"}
    )
    assert written == 'notes: |-\n  First line\n\n  Third: line\nscene: [dim]\ndice: 2d6+3 fire\nwho: "Bob: the 2nd"\n'


def test_a_comment_heads_the_file(tmp_path: Path) -> None:
    write_yaml(tmp_path / "a.yaml", {"name": "Grell"}, "From old.json\n\non a rainy day")
    assert (tmp_path / "a.yaml").read_text() == "# From old.json\n#\n# on a rainy day\nname: Grell\n"
    assert read_file(tmp_path / "a.yaml").data == {"name": "Grell"}


def test_a_failed_write_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "party.yaml"
    target.write_text("old")

    def refuse(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="No space"):
        write_text(target, "new")
    assert target.read_text() == "old" and [path.name for path in tmp_path.iterdir()] == ["party.yaml"]


def test_a_link_is_written_through_and_modes_are_kept(tmp_path: Path) -> None:
    real, link = tmp_path / "real.yaml", tmp_path / "link.yaml"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    write_text(link, "new", private=False)
    assert link.is_symlink() and real.read_text() == "new" and real.stat().st_mode & 0o777 == 0o640
    write_text(real, "newer")
    assert real.stat().st_mode & 0o777 == 0o600
