"""`tracker report`: what a bug report needs, and nothing of the table unless it is asked for."""

import os
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from tracker.console.subcommands.base import Subcommand, complain, tell
from tracker.library.regular import open_regular
from tracker.library.visible import visible
from tracker.regex import regex

_TERMINAL = ("TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "LANG", "LC_ALL", "NO_COLOR", "TMUX")
_MOST_LINES = 200
# The lines of a traceback that quote the program itself; any other quotes what went wrong, names and all.
_CODE = regex(r"  File |    |Traceback |\d{4}-\d\d-\d\d |$")
_KIND = regex(r"[\w.]+(?=:|$)")


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("-o", "--output", type=Path, metavar="OUT", help="a new file to write; else standard output")
    parser.add_argument("--journal", type=Path, metavar="JOURNAL", help="put this fight in too, with all its names")


def _report(asked: Namespace) -> int:
    from tracker.library.atomic import write_text

    if asked.output is not None and asked.output.exists():
        return complain(f"tracker report: {asked.output} is there already and stays as it is")
    try:
        text = visible("\n".join((*_versions(), "", *_faults(), *_fight(asked.journal))))
        if asked.output is None:
            tell(text)
        else:
            write_text(asked.output, f"{text}\n")
            tell(f"{asked.output} is written; read it before you send it.")
    except OSError as error:
        return complain(f"tracker report: {error.filename or asked.output}: {error.strerror}")
    return 0


def _versions() -> Iterator[str]:
    import platform
    from importlib.metadata import version

    yield f"tracker {version('combat-tracker')}, Python {platform.python_version()}, Textual {version('textual')}"
    yield f"{platform.system()} {platform.release()} {platform.machine()}"
    yield "terminal: " + ", ".join(f"{name}={os.environ[name]}" for name in _TERMINAL if name in os.environ)


def _faults() -> Iterator[str]:
    """The end of the file of faults, without the texts and names that were quoted there."""
    from tracker.console.subcommands.base import settings_in_force
    from tracker.library.settings import fights_folder

    file = fights_folder(settings_in_force()) / "errors.log"
    if not file.is_file():
        yield "no fault was written down"
        return
    for line in file.read_text("utf-8", errors="replace").splitlines()[-_MOST_LINES:]:
        yield _discreet(line)


def _discreet(line: str) -> str:
    if _CODE.match(line):
        return re.sub(r'File "[^"]*?((?:site-packages|tracker|lib)/[^"]*)"', r'File "\1"', line)
    kind = _KIND.match(line)
    return f"{kind[0] if kind else ''}: …"


def _fight(journal: Path | None) -> Iterator[str]:
    if journal is not None:
        yield from ("", f"journal {journal.name}:", _whole(journal).rstrip("\n"))


def _whole(file: Path) -> str:
    with os.fdopen(open_regular(file), encoding="utf-8", errors="replace") as journal:
        return journal.read()


REPORT = Subcommand("report", "gather what a bug report needs, nothing of the table unasked", _arguments, _report)
