"""Subcommands that bring in what the GM already has, and hand out what others read: import, export."""

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.console.subcommands.base import FAILED, Subcommand, complain, edition_argument, settings_in_force, tell
from tracker.library.visible import one_line

if TYPE_CHECKING:
    from tracker.encounter.fights import Fight
    from tracker.encounter.state import Encounter
    from tracker.encounter.store import Store
    from tracker.library.importers import Imported


_MARKDOWN = "markdown"


def _import_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", type=Path, metavar="FILE|FOLDER", help="what another program has written")
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="where to write; else your own creatures")
    parser.add_argument("--json", action="store_true", help="write no file and ask nothing; print what was read")
    parser.add_argument("--force", action="store_true", help="replace files that are there, without asking")


def _import(asked: Namespace) -> int:
    from tracker.library.importers import exit_code, import_paths, to_json

    found = import_paths(asked.paths)
    if asked.json:
        single = len(asked.paths) == 1 and len(found) == 1
        told = to_json(found[0]) if single else [to_json(each) for each in found]
        tell(json.dumps(told, ensure_ascii=False, indent=1))
    else:
        _write_all(found, asked.to, asked.force)
    return exit_code(found)


def _write_all(found: "list[Imported]", folder: Path | None, is_forced: bool) -> None:
    from tracker.library.importers import write_imported
    from tracker.library.user_creatures import default_folder

    folder = folder or settings_in_force().folder("creatures") or default_folder()
    for each in found:
        done = write_imported(each, folder, (lambda _path: True) if is_forced else _may_replace)
        tell(f"{each.file}: {each.format}, {_counted(each)}")
        for path in done.written:
            tell(f"  written: {path}")
        for path in done.kept:
            tell(f"  kept as it was: {path}")
        for path in done.unchanged:
            tell(f"  there already: {path}")
        for where, message in each.problems:
            complain(f"  left out: {where}: {message}" if where != each.file else f"  left out: {message}")
        for note in each.notes:
            tell(f"  note: {note}")


def _counted(each: "Imported") -> str:
    creatures, encounters = len(each.creatures), len(each.encounters)
    parts = [f"{creatures} creature{'' if creatures == 1 else 's'}"]
    parts += [f"{encounters} encounter{'' if encounters == 1 else 's'}"] if encounters else []
    return " and ".join(parts)


def _may_replace(path: Path) -> bool:
    return _agrees(f"{path} is there already. Replace it? [y/N] ")


def _agrees(question: str) -> bool:
    """Asks at a terminal; elsewhere the answer is no."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    try:
        return input(one_line(question)).strip().casefold() in ("y", "yes")
    except EOFError:
        return False


def _export_arguments(parser: ArgumentParser) -> None:
    from tracker.library.exporters import FORMATS

    parser.add_argument("file", type=Path, metavar="FILE", help="an encounter, a creature, or a kept fight")
    parser.add_argument("--as", dest="format", required=True, choices=(*FORMATS, _MARKDOWN), help="the shape to write")
    parser.add_argument("-o", "--output", type=Path, metavar="OUT", help="the file to write; else standard output")
    parser.add_argument("--force", action="store_true", help="replace OUT if it is there")
    edition_argument(parser, "of a file that names none")


def _export(asked: Namespace) -> int:
    from tracker.encounter.carry import plan_of
    from tracker.encounter.fights import glance
    from tracker.library.atomic import write_text
    from tracker.library.exporters import Content, export, load_content

    if asked.output is not None and asked.output.exists() and not asked.force:
        return complain(f"tracker export: {asked.output} is there already; --force replaces it")
    if asked.format == _MARKDOWN:
        text = _fight_as_markdown(asked.file)
    elif (fight := glance(asked.file)) is not None:
        text = export(Content(plan_of(_state_of(fight))), asked.format)
    else:
        content, problems = load_content(asked.file, asked.edition or settings_in_force().edition)
        for problem in problems:
            complain(problem)
        text = export(content, asked.format)
    if asked.output is None:
        sys.stdout.write(text)
        return 0
    try:
        write_text(asked.output, text, private=False)
    except OSError as error:
        return complain(f"tracker export: {asked.output} cannot be written: {error.strerror}", FAILED)
    return 0


def _kept(file: Path | None) -> "Fight | None":
    """The fight of a journal, or the newest of an encounter file; without a file the newest of all."""
    from tracker.encounter.fights import fights, glance
    from tracker.library.settings import fights_folder

    found = glance(file) if file is not None else None
    kept = fights(fights_folder(settings_in_force()))
    return found or next((one for one in kept if file is None or one.source == str(file.absolute())), None)


def _resumed(fight: "Fight") -> "Store":
    from tracker.encounter.store import Store
    from tracker.rules.dice import RandomDice

    return Store.resume(fight.path, RandomDice())


def _state_of(fight: "Fight") -> "Encounter":
    store = _resumed(fight)
    store.close()
    return store.state


def _fight_as_markdown(file: Path) -> str:
    """Summary and log of a journal, or of the newest fight of an encounter file. Raises LibraryError without one."""
    from tracker.encounter.summary import log_to_markdown, summarize, to_markdown
    from tracker.library.problems import LibraryError

    fight = _kept(file)
    if fight is None:
        raise LibraryError(f"Markdown is made of a fight, and none of {file} has been kept")
    store = _resumed(fight)
    try:
        steps = list(store.steps())
        return f"{to_markdown(summarize(store.state, steps))}\n\n{log_to_markdown('The log', steps)}"
    finally:
        store.close()


def _carry_arguments(parser: ArgumentParser) -> None:
    fight = "a journal, or an encounter file; else the fight saved last"
    to = "the party or encounter file to write to, new or there already; else where the fight came from"
    parser.add_argument("fight", nargs="?", type=Path, metavar="FIGHT", help=fight)
    parser.add_argument("--to", type=Path, metavar="FILE", help=to)
    parser.add_argument("--yes", action="store_true", help="write without asking")


def _carry(asked: Namespace) -> int:
    from tracker.encounter.carry import party_carries
    from tracker.library.carrying import carried_back, write

    fight = _kept(asked.fight)
    if fight is None:
        return complain(f"tracker carry: no fight {f'of {asked.fight} ' if asked.fight else ''}has been kept")
    target = asked.to or (Path(fight.source) if fight.source else None)
    if target is None:
        return complain("tracker carry: this fight came from no file; --to names one")
    state = _state_of(fight)
    if asked.to is not None and not target.exists():
        return _party_anew(state, target)
    carrying = carried_back(target, party_carries(state), settings_in_force().folder("creatures"))
    for change in carrying.changes:
        tell(change.path, *(f"  {one_line(line)}" for line in change.told))
    if carrying.missing:
        complain(f"in {target} there is no {', '.join(carrying.missing)}")
    if not carrying.changes:
        tell("there is nothing to carry back")
    elif not (asked.yes or _agrees("Write this? [y/N] ")):
        return complain("nothing is written; --yes writes it", 1)
    for change in carrying.changes:
        write(change)
    return 1 if carrying.missing else 0


def _party_anew(state: "Encounter", target: Path) -> int:
    from tracker.encounter.carry import plan_of
    from tracker.library.writing import party_mapping, write_yaml

    party = [entry.model_copy(update={"initiative": None}) for entry in plan_of(state).party]
    try:
        write_yaml(target, party_mapping(party, state.edition), f"After {state.name}", private=False)
    except OSError as error:
        return complain(f"tracker carry: {target} cannot be written: {error.strerror}")
    tell(f"{target} is written.")
    return 0


EXCHANGE: tuple[Subcommand, ...] = (
    Subcommand("import", "read what other programs wrote into files of your own", _import_arguments, _import),
    Subcommand("carry", "take the party's wounds and what it spent back to its file", _carry_arguments, _carry),
    Subcommand("export", "write an encounter or creature for other programs", _export_arguments, _export),
)
