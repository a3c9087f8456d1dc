"""The door of all importers: a path in, creatures and encounters out, with a word about everything left out."""

import json
import os
import re
import stat
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

from tracker.library.decoding import UnreadableFileError, read_text
from tracker.library.importers import recognise
from tracker.library.importers.result import MOST_PROBLEMS, Imported

FORMATS = {
    "improved_initiative": "Improved Initiative stat block",
    "improved_initiative_library": "Improved Initiative backup or library export",
    "improved_initiative_encounter": "Improved Initiative encounter",
    "obsidian": "Obsidian note",
    "five_tools": "5etools JSON",
    "open5e": "Open5e",
    "fived_database": "5e-database",
    "foundry": "Foundry VTT dnd5e actor",
    "black_flag_actor": "Foundry VTT Black Flag actor",
    "lists": "list",
    "pasted": "stat block text",
    "fightclub": "FightClub XML",
    "tetracube": "TetraCube",
    "critterdb": "CritterDB",
    "bestiary_builder": "Bestiary Builder",
    "battle_tracker": "dnd-battle-tracker save",
    "own": "own YAML",
}
MOST_FILES = 50_000
_SUFFIXES = {
    ".md",
    ".markdown",
    ".txt",
    ".json",
    ".yaml",
    ".yml",
    ".xml",
    ".csv",
    ".tsv",
    ".monster",
    ".db",
    ".jsonl",
    ".ndjson",
}


def import_file(path: str | Path) -> Imported:
    """Read one file of any known format. Never raises for what stands in it. Folders are for `import_paths`."""
    found = _one_file(Path(path))
    _settle([found])
    return found


def _one_file(path: Path) -> Imported:
    found = Imported(str(path))
    try:
        text, remarks = read_text(path)
    except UnreadableFileError as error:
        found.problem(str(path), str(error))
        return found
    for remark in remarks:
        found.note(remark)
    _read(text, found)
    return _closed(found)


def import_text(text: str, name: str = "pasted text") -> Imported:
    """Read text that is no file, such as the clipboard."""
    found = Imported(name)
    _read(text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff"), found)
    _closed(found)
    _settle([found])
    return found


def import_paths(paths: Iterable[str | Path]) -> list[Imported]:
    """Read files and whole folders (vaults). A folder gives one result per file that holds something, and a summary."""
    results: list[Imported] = []
    for path in map(Path, paths):
        results += _folder(path) if _is_folder(path) else [_one_file(path)]
    _settle(results)
    return results


def _settle(results: list[Imported]) -> None:
    """Complete creatures that build on others, once everything is read."""
    if any("extends" in creature for each in results for creature in each.creatures):
        from tracker.library.importers.obsidian import settle_bases

        settle_bases(results)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _closed(found: Imported) -> Imported:
    found.drop_nameless()
    found.drop_impossible()
    found.mend_text()
    if found.is_empty and not found.problems:
        found.problem(found.file, "nothing that can be read here: no stat block, no encounter, no list of combatants")
    if len(found.problems) > MOST_PROBLEMS:
        rest = len(found.problems) - MOST_PROBLEMS
        found.problems = [*found.problems[:MOST_PROBLEMS], (found.file, f"{rest} more problems of this kind")]
    return found


def _read(text: str, found: Imported) -> None:
    start = text.lstrip()[:1]
    if not start:
        found.problem(found.file, "the file is empty")
    elif start == "<" and re.match(r"\s*<(?:\?xml|!|compendium|monster|\w+[\s>])", text):
        _hand_over("fightclub", text, found)
    elif start in "{[" and _read_json(text, found):
        return
    else:
        _read_plain(text, found)


def _read_json(text: str, found: Imported) -> bool:
    """Whether the text was JSON, or meant to be: then everything about it has been said."""
    try:
        data = json.loads(text, parse_constant=lambda _: None)
    except json.JSONDecodeError as error:
        lines = _json_lines(text) if error.msg == "Extra data" else None
        if lines is None:
            return _not_json(text, error, found)
        data = lines
    except (RecursionError, ValueError):
        found.problem(found.file, "this JSON is nested too deeply, or holds a number too long, to be read")
        return True
    kind = recognise.document_format(data)
    if kind is None:
        found.problem(found.file, f"JSON of a kind that is not known here{_hint(data)}")
        return True
    _hand_over(kind, data, found)
    return True


def _json_lines(text: str) -> list[Any] | None:
    """One JSON document a line, as Foundry's `.db` files have it."""
    try:
        return [json.loads(line) for line in text.split("\n") if line.strip()]
    except (ValueError, RecursionError):
        return None


def _not_json(text: str, error: json.JSONDecodeError, found: Imported) -> bool:
    if not re.match(r'\s*[\[{]\s*["\[{\d\-\]}]', text) or text.lstrip().startswith("[["):
        return False
    cut = error.pos >= len(text.rstrip()) - 1 or "Unterminated" in error.msg
    why = (
        "the file breaks off: it was not saved or downloaded completely"
        if cut
        else f"not valid JSON: {error.msg.lower()}"
    )
    found.problem(f"{found.file}:{error.lineno}:{error.colno}", f"{why}; nothing was read")
    return True


def _hint(data: Any) -> str:
    if isinstance(data, dict) and data:
        return f" (it has the keys {', '.join(sorted(map(str, data))[:6])})"
    return " (an empty list)" if data == [] else ""


def _read_plain(text: str, found: Imported) -> None:
    if recognise.has_note_blocks(text):
        _hand_over("obsidian", text, found)
    elif recognise.is_own_yaml(text):
        _hand_over("own", text, found)
    elif recognise.is_stat_block_text(text):
        _hand_over("pasted", text, found)
    else:
        _hand_over("lists", text, found)


def _hand_over(kind: str, data: Any, found: Imported) -> None:
    found.format = FORMATS[kind]
    module = "improved_initiative" if kind.startswith("improved_initiative") else kind
    try:
        import_module(f"tracker.library.importers.{module}").read(data, found)
    except RecursionError:
        found.problem(found.file, "nested too deeply to be read completely")


def _folder(folder: Path) -> list[Imported]:
    results: list[Imported] = []
    summary = Imported(str(folder), "folder")
    looked = skipped = 0
    for path in _files(folder, summary):
        if path.suffix.lower() not in _SUFFIXES:
            skipped += 1
            continue
        looked += 1
        each = _read_in_folder(path)
        if each is None:
            skipped += 1
        else:
            results.append(each)
    summary.note(
        f"{looked} files looked at, {len(results)} with something in them"
        + (f"; {skipped} others hold nothing of the kind" if skipped else "")
    )
    if not results:
        summary.problem(str(folder), f"none of {looked} files in this folder holds a stat block or an encounter")
    return [*results, summary]


def _files(folder: Path, summary: Imported) -> Iterable[Path]:
    """Regular files below a folder in order; hidden folders left out, links followed only inside the folder."""
    root = folder.resolve()
    seen = 0

    def refused(error: OSError) -> None:
        summary.problem(str(error.filename or folder), f"the system refuses to read it: {error.strerror or error}")

    for parent, folders, names in os.walk(folder, onerror=refused):
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and name not in ("node_modules", "__pycache__")
        )
        for name in sorted(names):
            path = Path(parent, name)
            if name.startswith(".") or not _is_inside(path, root, summary):
                continue
            seen += 1
            if seen > MOST_FILES:
                summary.problem(str(folder), f"more than {MOST_FILES:,} files: the rest was not looked at")
                return
            yield path


def _is_inside(path: Path, root: Path, summary: Imported) -> bool:
    try:
        if not path.is_symlink():
            return stat.S_ISREG(path.lstat().st_mode)
        target = path.resolve(strict=True)
    except (OSError, RuntimeError):
        summary.problem(str(path), "a link that leads nowhere")
        return False
    if root not in target.parents:
        summary.problem(str(path), "a link out of the folder, not followed; give that file itself")
        return False
    return target.is_file()


def _read_in_folder(path: Path) -> Imported | None:
    """A file met on the way: None when it is plainly no business of ours."""
    found = Imported(str(path))
    try:
        text, remarks = read_text(path)
    except UnreadableFileError as error:
        found.problem(str(path), str(error))
        return found
    if path.suffix.lower() in (".md", ".markdown", ".txt") and not (
        recognise.has_note_blocks(text) or recognise.is_stat_block_text(text)
    ):
        return None
    _read(text, found)
    if (
        found.is_empty
        and (not found.problems or found.format in ("unknown", FORMATS["lists"]))
        and not _is_broken(found)
    ):
        return None
    for remark in remarks:
        found.note(remark)
    return _closed(found)


def _is_broken(found: Imported) -> bool:
    return any("breaks off" in message or "not valid JSON" in message for _, message in found.problems)
