"""`tracker config`, and what is wrong with settings that only the floors above the library know by name."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tracker.console.subcommands.base import Subcommand, complain, tell

if TYPE_CHECKING:
    from tracker.library.problems import Problem
    from tracker.library.settings import SettingsFile


def faults(found: "SettingsFile") -> "tuple[Problem, ...]":
    """Everything wrong with a settings file: what could not be read, then names and keys that mean nothing."""
    return (*found.problems, *_unknown_theme(found), *_unknown_names(found), *_clashes(found))


def fault_in_short() -> str:
    """What is wrong with the GM's settings, short enough for the bar; empty when nothing is."""
    from tracker.library.settings import load_settings

    wrong = faults(load_settings())
    if len(wrong) > 1:
        return f"config.toml: {len(wrong)} faults, the first on line {wrong[0].line or 1}; `tracker config` tells them"
    return next((f"config.toml line {one.line or 1}: {one.message}" for one in wrong), "")


def _unknown_theme(found: "SettingsFile") -> "Iterator[Problem]":
    from tracker.library.settings import fault_at
    from tracker.tui.inks import DEFAULT_THEME

    name = found.settings.theme
    if name == DEFAULT_THEME:
        return
    from textual.theme import BUILTIN_THEMES

    from tracker.rules.errors import RulesError
    from tracker.tui.inks import own_themes

    known = (*(theme.name for theme in own_themes()), *BUILTIN_THEMES)
    if name not in known:
        yield fault_at(found, ("theme",), str(RulesError.unknown("theme", name, known)))


def _unknown_names(found: "SettingsFile") -> "Iterator[Problem]":
    from tracker.encounter.automation import AUTOMATIONS
    from tracker.library.settings import fault_at
    from tracker.rules.errors import RulesError
    from tracker.rules.house_rules import house_rule

    for name in found.settings.automation:
        if name not in AUTOMATIONS:
            yield fault_at(found, ("automation", name), str(RulesError.unknown("automation", name, AUTOMATIONS)))
    for name in found.settings.rules:
        try:
            house_rule(name)
        except RulesError as error:
            yield fault_at(found, ("rules", name), str(error))


def _clashes(found: "SettingsFile") -> "Iterator[Problem]":
    from tracker.library.settings import fault_at
    from tracker.tui.keys import Keymap

    keys = found.settings.keys
    for clash in Keymap(keys).clashes:
        # A clash names its action in one of three ways; without one it stands for the whole section.
        told = (id_ for id_ in keys if f"{id_!r}" in clash or f"for {id_}:" in clash or f" is {id_};" in clash)
        action = next(told, "")
        yield fault_at(found, ("keys", action), clash)


def _config_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--init", action="store_true", help="write a file with every setting, explained")


def _config(asked: Namespace) -> int:
    from tracker.library.settings import in_force, load_settings, write_starter

    if asked.init:
        tell(f"{write_starter()} is written; take the # away from what you change.")
        return 0
    found = load_settings()
    wrong = faults(found)
    for fault in wrong:
        complain(fault)
    there = "" if found.exists else " (not there; `tracker config --init` writes one)"
    tell(f"# {found.path}{there}", in_force(found.settings).rstrip("\n"))
    return 1 if wrong else 0


CONFIG = Subcommand("config", "where the settings are, and what is in force", _config_arguments, _config)
