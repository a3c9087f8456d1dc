"""The GM's settings file: what it says holds, what is wrong with it is named, and the fight goes on."""

import tomllib
from pathlib import Path

import pytest

from tracker.library.problems import LibraryError
from tracker.library.settings import Settings, SettingsFile, in_force, load_settings, starter, write_starter


def _written(folder: Path, text: str | bytes) -> SettingsFile:
    file = folder / "config.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_settings(file)


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    found = load_settings(tmp_path / "nowhere" / "config.toml")
    assert found.settings == Settings()
    assert not found.exists
    assert found.problems == ()


def test_what_the_file_says_holds(tmp_path: Path) -> None:
    found = _written(
        tmp_path,
        """\
edition = "black-flag"
[dice]
answer_for_monsters = true
[automation]
recharge = false
[rules]
"dragging is slow" = true
[keys]
next = "space"
damage = ["d", "f2"]
[folders]
creatures = "~/monsters"
""",
    )
    assert found.problems == ()
    settings = found.settings
    assert settings.edition == "black-flag"
    assert settings.automations == {"answer_for_monsters": True, "recharge": False}
    assert settings.rules == {"dragging is slow": True}
    assert settings.keys == {"next": ("space",), "damage": ("d", "f2")}
    assert settings.folder("creatures") == Path.home() / "monsters"
    assert settings.folder("fights") is None


def test_a_slip_of_syntax_leaves_the_defaults_and_says_where(tmp_path: Path) -> None:
    found = _written(tmp_path, 'theme = "light"\nedition = srd-5.1\n')
    assert found.settings == Settings()
    (problem,) = found.problems
    assert (problem.line, problem.column) == (2, 11)
    assert "edition = srd-5.1" in str(problem)
    (problem,) = _written(tmp_path, "theme = [").problems
    assert problem.line == 1


@pytest.mark.parametrize(
    ("text", "line", "column", "said"),
    [
        ('thme = "light"', 1, 1, "did you mean 'theme'?"),
        ('ascii = true\nedition = "srd-5"', 2, 1, "'srd-5.1', 'srd-5.2'"),
        ('[dice]\n  prefiled = true', 2, 3, "did you mean 'prefilled'?"),
        ('[clock]\nturn_limit = "long"', 2, 1, "a whole number"),
        ("[clock]\nturn_limit = -1", 2, 1, "0 or more"),
        ("clock = 3", 1, 1, "a section of its own: [clock]"),
        ("dice.prefilled = 3.5", 1, 1, "true or false"),
        ("[automation]\nrecharge = 2", 2, 1, "NAME = true or false"),
        ("[keys]\nnext = [1]", 2, 1, "a list of keys"),
        ("keys = []", 1, 1, "[keys]"),
    ],
)  # fmt: skip
def test_one_wrong_setting_falls_back_alone(tmp_path: Path, text: str, line: int, column: int, said: str) -> None:
    found = _written(tmp_path, f"{text}\n[players]\nnames = false\n")
    (problem,) = found.problems
    assert (problem.line, problem.column) == (line, column)
    assert said in str(problem)
    assert not found.settings.players.names


@pytest.mark.parametrize("raw", [b"\xff\xfe\x00", b"\x00", b"# " + b"x" * 1_100_000, b"a = " + b"[" * 5000])
def test_nothing_in_the_file_can_stop_the_program(tmp_path: Path, raw: bytes) -> None:
    found = _written(tmp_path, raw)
    assert found.settings == Settings()
    assert found.problems


def test_a_folder_in_its_place_is_named(tmp_path: Path) -> None:
    assert "cannot be read" in str(load_settings(tmp_path).problems[0])


def test_the_starter_changes_nothing_and_shows_everything(tmp_path: Path) -> None:
    file = tmp_path / "new" / "config.toml"
    assert write_starter(file) == file
    assert load_settings(file) == SettingsFile(Settings(), file, True)
    awake = "\n".join(line.removeprefix("# ") for line in starter().splitlines() if " = " in line or "[" in line)
    shown = [line for line in awake.splitlines() if not line.startswith(("NAME", "ACTION"))]
    assert tomllib.loads("\n".join(shown)) == tomllib.loads(in_force(Settings()))
    with pytest.raises(LibraryError, match="is there already"):
        write_starter(file)


def test_what_is_in_force_reads_back_the_same(tmp_path: Path) -> None:
    told = Settings(keys={"a b": ("x", '"')}, automation={"recharge": False}, theme="odd \\ \t theme")
    assert _written(tmp_path, in_force(told)).settings == told
