"""What every subcommand is made of: its parser, its way of complaining, the settings it starts from."""

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from tracker.frozen import Frozen
from tracker.library.visible import visible

if TYPE_CHECKING:
    from tracker.library.settings import Settings

FAILED = 2
"""Exit code when something asked for could not be done."""
USAGE = 64
"""Exit code of a command line that makes no sense."""

_EDITIONS = ("srd-5.1", "srd-5.2", "black-flag")


class Parser(ArgumentParser):
    """Wrong words end with code 64 and a few lines of help, never with a traceback."""

    def __init__(self, prog: str, description: str, epilog: str = "") -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            allow_abbrev=False,
            formatter_class=RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        """Says what is wrong, and leaves."""
        complain(f"{self.prog}: {message}\n{self.format_usage()}".rstrip())
        raise SystemExit(USAGE)


class Subcommand(Frozen):
    """One word after `tracker`."""

    name: str
    does: str
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]


def tell(*lines: object) -> None:
    """Says lines on standard output. What files and names put into them cannot give the terminal an order."""
    for line in lines:
        print(visible(str(line)))


def complain(message: object, code: int = FAILED) -> int:
    """Says something on the error stream, as `tell` does, and gives the code back."""
    print(visible(str(message)), file=sys.stderr)
    return code


def settings_in_force() -> "Settings":
    """The GM's settings; what is wrong in them is told, and the defaults stand there."""
    from tracker.library.settings import load_settings

    found = load_settings()
    for problem in found.problems:
        complain(problem)
    return found.settings


def edition_argument(parser: ArgumentParser, what: str) -> None:
    """Adds `--edition`."""
    parser.add_argument("--edition", choices=_EDITIONS, help=f"the rules {what}; else those of the settings")
