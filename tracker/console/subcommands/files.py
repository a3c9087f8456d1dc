"""Subcommands about files: check, show, new, schema, list."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.console.subcommands.base import Subcommand, complain, edition_argument, settings_in_force, tell

if TYPE_CHECKING:
    from tracker.encounter.fights import Fight


def _check_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", type=Path, metavar="FILE|FOLDER", help="what to check")
    edition_argument(parser, "of files that name none")


def _check(asked: Namespace) -> int:
    from tracker.library.checking import check_files, exit_code
    from tracker.library.creatures import Creatures
    from tracker.library.weighing import weigh

    settings = settings_in_force()
    creatures = Creatures(settings.folder("creatures"))
    checked = []
    for path in asked.paths:
        for one in check_files(path, asked.edition or settings.edition, creatures):
            checked.append(one)
            for problem in one.problems:
                tell(problem)
            if not one.problems:
                tell(f"{one.file}: fine")
            if one.plan is not None and one.plan.combatants:
                tell(*(f"  {line}" for line in weigh(one.plan).lines()))
    return exit_code(checked)


def _show_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", nargs="+", metavar="NAME", help="a creature")
    edition_argument(parser, "it is taken from")


def _show(asked: Namespace) -> int:
    from tracker.library.creatures import Creatures
    from tracker.library.models import EDITIONS
    from tracker.library.problems import LibraryError
    from tracker.library.showing import stat_block_lines

    settings = settings_in_force()
    creatures, name = Creatures(settings.folder("creatures")), " ".join(asked.name)
    wanted = asked.edition or settings.edition
    try:
        block = creatures.lookup(wanted, name)
    except LibraryError:
        others = () if asked.edition else (one for one in EDITIONS if creatures.record(one, name) is not None)
        found = next(iter(others), None)
        if found is None:
            raise
        complain(f"{wanted} has no {name}; this is {found}'s")
        block = creatures.lookup(found, name)
    tell(*stat_block_lines(block))
    return 0


def _schema_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("sort", nargs="?", default="encounter", choices=("encounter", "party", "creature"))


def _schema(asked: Namespace) -> int:
    import json

    from tracker.library.schema import schema_for

    tell(json.dumps(schema_for(asked.sort), indent=2, ensure_ascii=False))
    return 0


def _new_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to write; .yaml is added where nothing is")
    edition_argument(parser, "of the encounter")


def _new(asked: Namespace) -> int:
    from tracker.library.atomic import write_text
    from tracker.library.starter import starter_encounter

    file: Path = asked.file if asked.file.suffix else asked.file.with_suffix(".yaml")
    if file.exists():
        return complain(f"tracker: {file} is there already and stays as it is")
    name = file.stem.replace("-", " ").replace("_", " ").strip() or "Encounter"
    text = starter_encounter(name[:1].upper() + name[1:], asked.edition or settings_in_force().edition)
    try:
        write_text(file, text, private=False)
    except OSError as error:
        return complain(f"tracker: {file} cannot be written: {error.strerror}")
    tell(f"{file} is written. Change it in any editor; `tracker {file}` opens it.")
    return 0


def _list_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="else as in the settings")


def _list(asked: Namespace) -> int:
    from tracker.encounter.fights import unfinished
    from tracker.library.checking import check_files
    from tracker.library.settings import fights_folder

    settings = settings_in_force()
    folder = asked.folder or settings.folder("encounters") or Path()
    if not folder.is_dir():
        return complain(f"tracker: {folder} is no folder")
    tell(f"Encounters in {folder.resolve()}:")
    found = [one for one in check_files(folder, settings.edition) if one.kind == "encounter"]
    for one in found:
        about = f"{one.plan.name} ({one.plan.edition})" if one.plan else "cannot be run; `tracker check` says why"
        tell(f"  {one.file}  {about}")
    if not found:
        tell("  none; `tracker new NAME` writes one to start from")
    fights = [f"  {fight_line(fight)}" for fight in unfinished(fights_folder(settings))]
    tell("Unfinished fights:", *(fights or ["  none"]))
    return 0


def fight_line(fight: "Fight") -> str:
    import time

    saved = time.strftime("%Y-%m-%d %H:%M", time.localtime(fight.saved))
    where = f"round {fight.round}" if fight.round else fight.phase
    is_open = ", open in another tracker" if fight.is_open else ""
    return f"{saved}  {fight.name} ({fight.edition}), {where}{is_open}  {fight.path}"


FILES: tuple[Subcommand, ...] = (
    Subcommand("list", "list encounters and unfinished fights", _list_arguments, _list),
    Subcommand("check", "say everything that is wrong with files", _check_arguments, _check),
    Subcommand("show", "print a creature's stat block", _show_arguments, _show),
    Subcommand("new", "write an encounter file to start from", _new_arguments, _new),
    Subcommand("schema", "print the JSON schema of a kind of file, for your editor", _schema_arguments, _schema),
)
