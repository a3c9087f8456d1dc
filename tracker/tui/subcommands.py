"""Subcommands that open a screen of their own: the players' view and the tutorial."""

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.console.subcommands.base import FAILED, USAGE, Subcommand, complain, settings_in_force

if TYPE_CHECKING:
    from tracker.library.settings import Settings


def _players_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file",
        nargs="?",
        type=Path,
        metavar="JOURNAL|FILE",
        help="a fight's journal, or an encounter whose newest fight is shown; else whichever fight is under way",
    )
    parser.add_argument("--web", action="store_true", help="show it in a browser; opens a port")
    parser.add_argument("--host", metavar="H", help="the address --web listens on; without it this machine alone")
    parser.add_argument("--port", type=int, metavar="P", help="and the port")


def _players(asked: Namespace) -> int:
    file: Path | None = asked.file
    if not asked.web and (asked.host is not None or asked.port is not None):
        return complain("tracker players: --host and --port belong to --web", USAGE)
    if file is not None and not file.exists() and file.suffix != ".jsonl":
        return complain(f"tracker players: there is no {file}; name a journal or an encounter file, or nothing")
    if file is not None and _is_rubbish(file):
        return complain(f"tracker players: {file} is no journal that this version can read")
    settings = settings_in_force()
    if asked.web:
        return _in_browser(file, settings, asked.host or settings.players.host, asked.port)
    if not (sys.stdin.isatty() and sys.stdout.isatty()) and "TEXTUAL_DRIVER" not in os.environ:
        return complain("tracker players: this view needs a terminal; --web shows it in a browser")
    from tracker.library.settings import fights_folder
    from tracker.tui.players import run

    return run(file, settings=settings, folder=fights_folder(settings))


def _is_rubbish(file: Path) -> bool:
    """Whether it is called a journal and holds something else; one that is still empty may become a journal."""
    from tracker.encounter.fights import SUFFIX, glance

    return file.suffix == SUFFIX and file.exists() and file.stat().st_size > 0 and glance(file) is None


def _in_browser(file: Path | None, settings: "Settings", host: str, port: int | None) -> int:
    port = settings.players.port if port is None else port
    if not 1 <= port <= 65_535:
        return complain(f"tracker players: {port} is no port; ports are 1 to 65535", USAGE)
    from tracker.tui.web import serve

    try:
        return serve(file, host=host, port=port, theme=settings.theme)
    except OSError as error:
        reason = f"{host} port {port} cannot be had: {error.strerror or error}"
        return complain(f"tracker players: {reason}; name another with --host or --port", FAILED)


def _tutorial_arguments(parser: ArgumentParser) -> None:
    """It takes none."""


def _tutorial(asked: Namespace) -> int:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return complain("tracker tutorial: the tutorial needs a terminal")
    from tracker.tui.tutorial import run

    return run(settings_in_force())


TUTORIAL = Subcommand(
    "tutorial", "play a first fight in two minutes, with a line of guidance", _tutorial_arguments, _tutorial
)
PLAYERS = Subcommand(
    "players", "show the fight as players may see it, in another terminal or a browser", _players_arguments, _players
)
