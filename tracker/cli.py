"""The command line: which part of the house a word opens. Everything heavy is loaded by the command that needs it."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path

from tracker.console.subcommands.base import Parser, Subcommand, complain, edition_argument, settings_in_force, tell
from tracker.console.subcommands.desk import DESK, PLAY
from tracker.console.subcommands.exchange import EXCHANGE
from tracker.console.subcommands.files import FILES, fight_line
from tracker.tui.config import CONFIG
from tracker.tui.subcommands import PLAYERS, TUTORIAL


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and returns its exit code. Bad input is told in a line, never as a traceback."""
    _forgive_odd_letters()
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
    except BrokenPipeError:
        _silence_stdout()
        return 0
    except KeyboardInterrupt:
        return 130
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 0
    return code


def _run(arguments: list[str]) -> int:
    by_name = {each.name: each for each in SUBCOMMANDS}
    chosen = by_name.get(arguments[0]) if arguments else None
    if chosen is None:
        return _table(arguments)
    parser = Parser(f"tracker {chosen.name}", chosen.does)
    chosen.arguments(parser)
    return _told(lambda: chosen.run(parser.parse_args(arguments[1:])))


def _told(act: Callable[[], int]) -> int:
    """Runs something; what it cannot do is said on the error stream."""
    from tracker.encounter.errors import EncounterError
    from tracker.library.problems import LibraryError
    from tracker.rules.errors import RulesError

    try:
        return act()
    except (LibraryError, EncounterError, RulesError) as error:
        return complain(f"tracker: {error}")


def _forgive_odd_letters() -> None:
    """Letters that the terminal's encoding lacks are shown by number instead of stopping the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _silence_stdout() -> None:
    """Whoever read our output has gone; Python's own last flush must not complain about it."""
    import os

    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _table(arguments: list[str]) -> int:
    parser = Parser("tracker", "Runs a fight at the table.", _overview())
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="an encounter file; without one, an empty table"
    )
    edition_argument(parser, "of an empty table, and of a file that names none")
    parser.add_argument("--version", action="store_true", help="tell the version and leave")
    asked, rest = parser.parse_known_args(arguments)
    if rest:
        parser.error(_not_understood(rest, asked.file))
    if asked.version:
        from importlib.metadata import version

        tell(f"tracker {version('combat-tracker')}")
        return 0
    return _told(lambda: _at_the_table(asked.file, asked.edition, None))


def _not_understood(rest: list[str], file: Path | None) -> str:
    from difflib import get_close_matches

    close = get_close_matches(str(file), [each.name for each in SUBCOMMANDS], n=1)
    hint = f"; did you mean 'tracker {close[0]}'?" if close else ""
    return f"'{rest[0]}' is not understood here{hint}"


def _resume_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("journal", nargs="?", type=Path, metavar="JOURNAL", help="else the newest unfinished fight")
    parser.add_argument("--list", action="store_true", help="list the unfinished fights instead")


def _resume(asked: Namespace) -> int:
    from tracker.encounter.fights import unfinished
    from tracker.library.settings import fights_folder

    settings = settings_in_force()
    folder = fights_folder(settings)
    if asked.list:
        lines = [fight_line(fight) for fight in unfinished(folder)]
        tell(*(lines or [f"no unfinished fight in {folder}"]))
        return 0
    journal = asked.journal or next((fight.path for fight in unfinished(folder) if not fight.is_open), None)
    if journal is None:
        return complain(f"tracker: there is no unfinished fight to resume in {folder}")
    return _at_the_table(None, None, journal)


def _at_the_table(file: Path | None, edition: str | None, journal: Path | None) -> int:
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        return complain("tracker: the table needs a terminal; `tracker play FILE` runs a fight without one")
    import gc

    # What a start loads is there to stay: looking through it for garbage would take a tenth of the start.
    gc.disable()
    from tracker.library.settings import fights_folder
    from tracker.tui.app import run

    settings = settings_in_force()
    return run(
        file,
        settings=settings,
        edition=edition or settings.edition,
        journal_dir=fights_folder(settings),
        resume=journal,
    )


SUBCOMMANDS: tuple[Subcommand, ...] = (
    Subcommand("resume", "go on with an unfinished fight", _resume_arguments, _resume),
    PLAY,
    PLAYERS,
    TUTORIAL,
    *FILES,
    *EXCHANGE,
    CONFIG,
    *DESK,
)


def _overview() -> str:
    lines = [f"  {each.name:<9} {each.does}" for each in SUBCOMMANDS]
    return "\n".join(["commands:", *lines, "", "`tracker COMMAND --help` tells more about each."])
