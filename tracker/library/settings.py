"""The GM's settings: one TOML file, read and hardly ever written. What is wrong in it never stops a fight."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from tracker.frozen import Frozen
from tracker.library.problems import LibraryError, Problem
from tracker.library.regular import open_regular
from tracker.regex import regex
from tracker.rules.errors import nearest

MOST_BYTES = 1_000_000

_AT = regex(r" \(at (?:line (\d+), column (\d+)|end of document)\)")
_HEADER = regex(r"\s*\[\s*([^\[\]]+?)\s*\]")
_KEY = regex(r"\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*=")


def _keys(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Dice(_Part):
    """Who rolls what."""

    players_type_initiative: bool = Field(False, description="start waits until every player's count is typed")
    answer_for_monsters: bool = Field(False, description="roll what monsters are asked for at once, without a prompt")
    prefilled: bool = Field(True, description="a prompt comes with a rolled die that Enter takes")


class Clock(_Part):
    """Real time at the table."""

    shown: bool = Field(True, description="show how long the turn and the fight have lasted")
    turn_limit: Annotated[int, Field(ge=0, le=86_400)] = Field(0, description="seconds a turn may last; 0 is no limit")


class Folders(_Part):
    """Where files are sought and written; `~` is your home. Empty: the usual place of your system."""

    creatures: str = Field("", description="your own creatures")
    encounters: str = Field("", description="encounters that `tracker list` shows")
    fights: str = Field("", description="journals of fights")


class Players(_Part):
    """The players' view."""

    names: bool = Field(True, description="show foes by name")
    host: str = Field("127.0.0.1", description="the address `tracker players --web` listens on; this one is you alone")
    port: Annotated[int, Field(ge=1, le=65_535)] = Field(8000, description="and its port")


class Settings(_Part):
    """Everything the GM can settle for good. Keys, automations and house rules are checked where they are used."""

    edition: Literal["srd-5.1", "srd-5.2", "black-flag"] = Field(
        "srd-5.2", description="rules of an empty table and of `tracker show`: srd-5.1, srd-5.2 or black-flag"
    )
    theme: str = Field("tracker-dark", description="colours of the screen")
    ascii: bool = Field(False, description="draw with plain letters only")
    mouse: bool = Field(True, description="let the mouse work too")
    dice: Dice = Dice()
    clock: Clock = Clock()
    folders: Folders = Folders()
    players: Players = Players()
    automation: dict[str, bool] = {}
    """What the app does by itself, by name: only what differs from its usual way."""
    rules: dict[str, bool] = {}
    """House rules by name."""
    keys: dict[str, Annotated[tuple[str, ...], BeforeValidator(_keys)]] = {}
    """Keys by the action they do: one, or a list."""

    @property
    def automations(self) -> dict[str, bool]:
        """Switches for a fight: `automation`, with what `dice` says beneath it."""
        asked = {
            "players_type_initiative": self.dice.players_type_initiative,
            "answer_for_monsters": self.dice.answer_for_monsters,
        }
        return {name: True for name, is_on in asked.items() if is_on} | self.automation

    def folder(self, name: Literal["creatures", "encounters", "fights"]) -> Path | None:
        """The folder set under that name with `~` spelled out, or None for the usual place."""
        said: str = getattr(self.folders, name)
        return Path(said).expanduser() if said else None


def fights_folder(settings: Settings) -> Path:
    """Where journals are kept: as set, else `fights` in the user's state folder of the tracker. It need not exist."""
    from platformdirs import user_state_path

    return settings.folder("fights") or user_state_path("tracker", appauthor=False) / "fights"


_SWITCH = "NAME = true or false"
_OPEN = {"automation": _SWITCH, "rules": _SWITCH, "keys": 'ACTION = "key" or a list of keys'}
"""Sections whose keys are the GM's own, and how they are written."""


class SettingsFile(Frozen):
    """The settings in force, where they come from, and what was wrong there."""

    settings: Settings
    path: Path
    exists: bool
    problems: tuple[Problem, ...] = ()


def settings_path() -> Path:
    """`config.toml` in the user's configuration folder of the tracker."""
    from platformdirs import user_config_path

    return user_config_path("tracker", appauthor=False) / "config.toml"


def load_settings(path: Path | None = None) -> SettingsFile:
    """Reads the settings. Never raises: what cannot be read stands at its default and is named in `problems`."""
    path = path or settings_path()
    try:
        with os.fdopen(open_regular(path), "rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return SettingsFile(Settings(), path, False)
    except OSError as error:
        return _broken(path, f"cannot be read: {error.strerror}")
    if len(raw) > MOST_BYTES:
        return _broken(path, f"has more than the {MOST_BYTES:,} bytes that are read")
    import tomllib

    try:
        text = raw.decode("utf-8-sig")
        data = tomllib.loads(text.replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        return _broken(path, f"is not UTF-8 text (byte {error.start + 1})")
    except tomllib.TOMLDecodeError as error:
        return _unreadable(path, text, str(error))
    except RecursionError:
        return _broken(path, "is nested too deep")
    problems: list[Problem] = []
    settings = _understood(data, path, text.splitlines(), problems)
    return SettingsFile(settings, path, True, tuple(problems))


def _broken(path: Path, message: str) -> SettingsFile:
    problem = Problem(str(path), None, None, message, remedy="the defaults hold until it is put right")
    return SettingsFile(Settings(), path, True, (problem,))


def _unreadable(path: Path, text: str, message: str) -> SettingsFile:
    lines = text.splitlines() or [""]
    found = _AT.search(message)
    line, column = (int(found[1]), int(found[2])) if found and found[1] else (len(lines), len(lines[-1]) + 1)
    said = _AT.sub("", message)
    source = lines[line - 1] if line <= len(lines) else ""
    remedy = "TOML wants KEY = VALUE, texts in quotes, sections as [name]; the defaults hold until it is put right"
    return SettingsFile(Settings(), path, True, (Problem(str(path), line, column, said, remedy, source=source),))


def _understood(data: dict[str, Any], path: Path, lines: list[str], problems: list[Problem]) -> Settings:
    """The settings with everything wrong taken out, each thing named."""
    while True:
        try:
            return Settings.model_validate(data)
        except ValidationError as error:
            for one in error.errors(include_url=False):
                steps = tuple(str(step) for step in one["loc"])[:2]
                if not _drop(data, steps):
                    continue
                line, column = _place(lines, steps)
                message, remedy = _said(steps, one["type"], one.get("ctx", {}), one["input"])
                source = lines[line - 1] if line else ""
                problems.append(Problem(str(path), line, column, message, remedy, "warning", source))


def _drop(data: dict[str, Any], steps: tuple[str, ...]) -> bool:
    """Takes the value at `steps` out; False when it is out already."""
    for step in steps[:-1]:
        if not isinstance(data.get(step), dict):
            return data.pop(step, None) is not None
        data = data[step]
    return data.pop(steps[-1], None) is not None


def _said(steps: tuple[str, ...], kind: str, context: dict[str, Any], value: Any) -> tuple[str, str]:
    """What is wrong with a key, and what would be right."""
    name = ".".join(steps)
    if kind == "extra_forbidden":
        known = _known(steps[:-1])
        close = nearest(steps[-1], known)
        return f"there is no setting '{name}'", f"did you mean '{close}'?" if close else f"there is {', '.join(known)}"
    if len(steps) == 2 and steps[0] in _OPEN:
        return f"'{name}' cannot be {value!r}", f"write {_OPEN[steps[0]]}"
    wanted = {
        "literal_error": f"one of {context.get('expected', '')}",
        "bool_type": "true or false",
        "bool_parsing": "true or false",
        "int_type": "a whole number",
        "int_parsing": "a whole number",
        "int_from_float": "a whole number",
        "string_type": 'a text in quotes: "..."',
        "greater_than_equal": f"{context.get('ge')} or more",
        "less_than_equal": f"{context.get('le')} or less",
    }.get(kind, "a section of its own: [" + steps[0] + "]")
    return f"'{name}' cannot be {value!r}", f"it is {wanted}; the default holds until then"


def _known(section: tuple[str, ...]) -> list[str]:
    part: Any = Settings
    for step in section:
        part = part.model_fields[step].annotation
    return list(part.model_fields)


def _place(lines: list[str], steps: tuple[str, ...]) -> tuple[int | None, int | None]:
    """Line and column of a key, or of the nearest section it stands in."""
    section: tuple[str, ...] = ()
    best: tuple[int | None, int | None] = (None, None)
    for number, line in enumerate(lines, start=1):
        header, key = _HEADER.match(line), _KEY.match(line)
        if header:
            section = _steps(header[1])
            here, column = section, header.start(1) + 1
        elif key:
            here, column = section + _steps(key[1]), key.start(1) + 1
        else:
            continue
        if here == steps:
            return number, column
        if best[0] is None and (here == steps[: len(here)] or steps == here[: len(steps)]):
            best = (number, column)
    return best


def _steps(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))


def fault_at(found: SettingsFile, steps: tuple[str, ...], message: str) -> Problem:
    """A fault with a key of the GM's own, at its line and column of the settings file."""
    try:
        lines = found.path.read_text("utf-8-sig", errors="replace").splitlines()
    except OSError:
        lines = []
    line, column = _place(lines, steps)
    source = lines[line - 1] if line else ""
    return Problem(str(found.path), line, column, message, "it is left aside", "warning", source)


def in_force(settings: Settings) -> str:
    """The settings as TOML, every one of them."""
    return "\n".join(_lines(settings, commented=False)) + "\n"


def starter() -> str:
    """A settings file in which every setting stands at its default behind a `#`, with what it does."""
    head = "# Settings of the tracker. Take the # away from a line to change it.\n\n"
    return head + "\n".join(_lines(Settings(), commented=True)) + "\n"


def write_starter(path: Path | None = None) -> Path:
    """Writes `starter()` where settings are read from. Raises LibraryError if a file is there or the disk refuses."""
    from tracker.library.atomic import private_folder, write_text

    path = path or settings_path()
    if path.exists():
        raise LibraryError(f"{path} is there already and stays as it is; edit it, or move it away first")
    try:
        private_folder(path.parent)
        write_text(path, starter())
    except OSError as error:
        raise LibraryError(f"{path} cannot be written: {error.strerror}") from None
    return path


def _lines(part: _Part, *, commented: bool) -> Iterator[str]:
    mark = "# " if commented else ""
    sections = []
    for name, field in type(part).model_fields.items():
        value = getattr(part, name)
        if isinstance(value, _Part | dict):
            sections.append((name, value))
        else:
            if commented and field.description:
                yield f"# {field.description}"
            yield f"{mark}{name} = {_toml(value)}"
    for name, value in sections:
        yield from ("", f"{mark}[{name}]")
        if isinstance(value, _Part):
            yield from _lines(value, commented=commented)
        elif commented:
            yield f"# {_OPEN[name]}"
        else:
            yield from (f"{_bare(key)} = {_toml(one)}" for key, one in value.items())


def _bare(key: str) -> str:
    return key if re.fullmatch(r"[\w-]+", key, re.ASCII) else _toml(key)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(_toml(one) for one in value)}]"
    if isinstance(value, str):
        escaped = "".join(c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}" for c in value)
        return f'"{escaped}"'
    return str(value)
