"""The reader on what GMs really type: nothing surprises, nothing crashes, every slip has a place."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.library import yaml_syntax
from tracker.library.yaml_reader import MOST_VALUES, Document, read_file, read_string

MEANINGS = [
    ("013", 13),
    ("08", 8),
    ("+7", 7),
    ("-2", -2),
    ("0.25", 0.25),
    ("yes", "yes"),
    ("off", "off"),
    ("true", True),
    ("12:30", "12:30"),
    ("1e3", "1e3"),
    ("1_000", "1_000"),
    ("0x10", "0x10"),
    ("2024-01-05", "2024-01-05"),
    ("5-6", "5-6"),
    ("1/4", "1/4"),
    ("−2", "−2"),
    ('!!int "18"', 18),
    ("'5'", "5"),
    ("~", None),
    ("", None),
    ('""', ""),
    ("[[Goblin]]", [["Goblin"]]),
    ("9" * 4000, "9" * 4000),
]


@pytest.fixture(params=["quick", "pure"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both parsers must give the same answers."""
    if request.param == "pure":
        monkeypatch.setattr(yaml_syntax, "_QuickParser", None)
    return str(request.param)


@pytest.mark.parametrize(("written", "meant"), MEANINGS)
def test_a_value_means_what_it_looks_like(parser: str, written: str, meant: object) -> None:
    data = read_string(f"value: {written}\n").data
    assert data == {"value": meant} and type(data["value"]) is type(meant)


def test_names_and_keys_stay_as_written(parser: str) -> None:
    assert read_string("name: 007\non: 1\n1: a\n").data == {"name": "007", "on": 1, "1": "a"}


SLIPS = [
    ("hp: 7\nac: 3\nhp: 9\n", (3, 1), "duplicate key 'hp'", "first seen at line 1"),
    ("a:\n\tb: 1\n", (2, 1), "a tab", "spaces"),
    ("name: Bob: the great\n", (1, 10), "inside a value", "quotes"),
    ("- name: x\n   ac: 3\n", (2, 6), "does not fit", "indentation"),
    ("a:1\nb: 2\n", (2, 2), "no space after its colon", "key: value"),
    ("a: [1, 2\nb: 3\n", (1, 4), "never closed", "]"),
    ('a: "foo\nb: 3\n', (1, 4), "never closed", "close it"),
    ("a: 'it's ok'\n", (1, 8), "quoted text ends", "''"),
    ("a: @dm\n", (1, 4), "cannot begin", "quotes"),
    ("a: *goblin\n", (1, 4), "no anchor 'goblin'", "&name"),
    ("[[x]]: 3\n", (1, 1), "a key must be a word", "quotes"),
    ("a: x\x07y\n", (1, 5), "U+0007", "delete"),
    ("a: 1\n---\nb: 2\n", (3, 1), "second document", "only the first"),
    ("a: &a [1, *a]\n", (1, 4), "holds itself", "anchor"),
    ("a: 013\n", (1, 4), "013 is read as 13", "write 13"),
]


@pytest.mark.parametrize(("text", "place", "message", "remedy"), SLIPS)
def test_a_slip_is_named_where_it_is(parser: str, text: str, place: tuple[int, int], message: str, remedy: str) -> None:
    problem = read_string(text).problems[0]
    assert (problem.line, problem.column) == place
    assert message in problem.message and remedy in problem.remedy


def test_a_problem_prints_its_line_with_a_caret_under_the_column() -> None:
    shown = str(read_string("ok: 1\n龍: 1\n龍: 2\n", "lair.yaml").problems[0])
    assert shown.splitlines() == [
        "lair.yaml:3:1: duplicate key '龍'",
        "     3 | 龍: 2",
        "       | ^",
        "       first seen at line 2; keep one of them",
    ]


def test_several_slips_are_named_at_once() -> None:
    text = "a:\n  - monster: Goblin: big\n    count: 4\n  - name: 'it's'\n    hp: [1, 2\n    ac: 3\n"
    assert [problem.line for problem in read_string(text).problems] == [2, 4, 5]


def test_merge_keys_give_way_to_what_stands_beside_them(parser: str) -> None:
    text = "t: &t {ac: 3, hp: 4}\nu: &u {ac: 9, speed: 30}\nx:\n  <<: [*t, *u]\n  hp: 9\n"
    document = read_string(text)
    assert document.data["x"] == {"ac": 3, "speed": 30, "hp": 9}
    assert document.place(("x", "ac")) == (1, 12) and document.is_anchor(("t",))


def bomb(levels: int) -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 10)}]" for level in range(1, levels)]
    return "\n".join(lines)


@pytest.mark.parametrize("text", [bomb(9), "[" * 20_000, "a: " + "[" * 70 + "]" * 70])
def test_bombs_and_wells_are_refused_at_once(parser: str, text: str) -> None:
    document = read_string(text)
    assert not document.readable and len(document.problems) == 1
    assert f"{MOST_VALUES:,}" in document.problems[0].message or "deep" in document.problems[0].message


@pytest.mark.parametrize(
    "raw",
    [
        "name: Ørsted 龍\n".encode("utf-8-sig"),
        "name: Ørsted 龍\n".encode("utf-16"),
        "name: Ørsted 龍\n".encode("utf-16-le"),
        "name: Ørsted 龍\r\n".encode(),
        "name: Ørsted 龍\r".encode(),
    ],
)
def test_encodings_and_line_ends_do_not_matter(tmp_path: Path, raw: bytes) -> None:
    file = tmp_path / "x.yaml"
    file.write_bytes(raw)
    assert read_file(file).data == {"name": "Ørsted 龍"}


def test_what_is_no_text_file_is_said_to_be_none(tmp_path: Path) -> None:
    def only_problem(path: Path) -> str:
        document = read_file(path)
        assert not document.readable
        return document.problems[0].message

    binary, huge = tmp_path / "b.yaml", tmp_path / "h.yaml"
    binary.write_bytes(bytes(range(256)) * 4)
    huge.write_bytes(b"#" * 9_000_000)
    assert "binary" in only_problem(binary)
    assert "MB" in only_problem(huge)
    assert "no such file" in only_problem(tmp_path / "missing.yaml")
    assert "regular file" in only_problem(tmp_path)
    assert "regular file" in only_problem(Path("/dev/null"))


@given(st.text(max_size=200) | st.text(alphabet="ab:-[]{}&*!|>'\"%@`#,?\n\t \\0129", max_size=80))
def test_no_text_whatever_makes_the_reader_fail(text: str) -> None:
    document = read_string(text)
    for problem in document.problems:
        assert str(problem)
    _walk(document, document.data, ())


def _walk(document: Document, value: object, path: tuple[str | int, ...]) -> None:
    document.place(path)
    if isinstance(value, dict):
        for key, inner in value.items():
            assert isinstance(key, str)
            _walk(document, inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            _walk(document, inner, (*path, index))
