"""Subcommands that need no screen: play, roll, report."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path

from tracker.console.subcommands.base import USAGE, Subcommand, complain, edition_argument, settings_in_force, tell
from tracker.console.subcommands.report import REPORT


def _play_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the encounter file")
    parser.add_argument("--script", metavar="S.txt", help="commands, one a line; - reads standard input")
    dice = parser.add_mutually_exclusive_group()
    dice.add_argument("--seed", type=int, metavar="N", help="the same dice each time")
    dice.add_argument("--dice", type=_faces, metavar="15,3,20", help="exactly these faces, in this order")
    parser.add_argument("--strict", action="store_true", help="refusals and warnings are errors")
    parser.add_argument("--journal", type=Path, metavar="FILE", help="keep the fight in this new file")
    parser.add_argument(
        "--dump", type=Path, metavar="state.json", help="write the state at the end; - is standard output"
    )
    parser.add_argument("--log", type=Path, metavar="log.txt", help="write the log there instead of standard output")
    edition_argument(parser, "of a file that names none")


def _faces(text: str) -> tuple[int, ...]:
    """Faces of dice from `15,3,20`; none from an empty text."""
    parts = [part.strip() for part in text.split(",")] if text.strip() else []
    for part in parts:
        if not (part.isdecimal() and len(part) < 7 and int(part)):
            raise ArgumentTypeError(f"'{part}' is no face of a die; write faces such as 15,3,20")
    return tuple(map(int, parts))


def _play(asked: Namespace) -> int:
    from tracker.console.play import Play, play

    request = Play(
        file=asked.file,
        script=asked.script,
        seed=asked.seed,
        faces=asked.dice,
        strict=asked.strict,
        journal=asked.journal,
        dump=asked.dump,
        log=asked.log,
        edition=asked.edition,
    )
    return play(request, settings_in_force())


def _roll_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("dice", nargs="+", metavar="DICE", help="such as 2d6+3, 4d6kh3 or '2d6+3 slashing + 1d6 fire'")
    parser.add_argument("--seed", type=int, metavar="N", help="the same dice each time")


def _roll(asked: Namespace) -> int:
    from tracker.rules.dice import DiceError, RandomDice, parse_damage

    dice = RandomDice(asked.seed)
    try:
        parts = parse_damage(" ".join(asked.dice))
    except DiceError as error:
        return complain(f"tracker roll: {error}", USAGE)
    total = 0
    for part in parts:
        roll = part.expression.roll(dice)
        total += roll.total
        tell(f"{roll.text} {' or '.join(part.types)}".rstrip())
    if len(parts) > 1:
        tell(f"= {total}")
    return 0


PLAY = Subcommand("play", "run a fight without a screen, from a script or at a plain prompt", _play_arguments, _play)
DESK: tuple[Subcommand, ...] = (Subcommand("roll", "roll dice", _roll_arguments, _roll), REPORT)
