"""Obsidian notes: stat blocks and encounters in fences, stat blocks in frontmatter, encounters inline."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tracker.frozen import Frozen
from tracker.library.importers import known, loose_yaml
from tracker.library.importers.encounter_note import read_encounters, read_inline, read_toolkit
from tracker.library.importers.result import Imported
from tracker.library.importers.statblock_note import merged, read_statblock

_FENCE = re.compile(r"^(?P<lead>[ \t]*(?:>[ \t]*)*)(?P<mark>`{3,}|~{3,})[ \t]*(?P<info>[^`]*)$")
_INLINE = re.compile(r"`encounter:\s*([^`\n]+)`")
_KINDS = ("statblock", "encounter", "encounter-table", "initiative")


class Block(Frozen):
    """A fenced block: its kind, its text, the line that begins at, whether a longer fence shows it as an example."""

    kind: str
    text: str
    line: int
    is_example: bool
    is_closed: bool


def read(text: str, found: Imported) -> None:
    """Everything in one note. A block that cannot be read is named with its line, and the next one is read."""
    lines = text.split("\n")
    _frontmatter(lines, found)
    blocks = list(_blocks(lines))
    real = [block for block in blocks if not block.is_example]
    if blocks and not real and found.is_empty:
        found.note("the blocks of this note stand in longer fences, as examples: they were read all the same")
    for block in real or (blocks if found.is_empty else []):
        _block(block, found)
    for index, line in enumerate(lines, 1):
        for hit in _INLINE.finditer(line):
            read_inline(hit[1], f"{Path(found.file).stem}, line {index}", found)
    _finish(found)


def _blocks(lines: list[str]) -> Iterator[Block]:
    index, outer = 0, ""
    while index < len(lines):
        opening = _FENCE.match(lines[index])
        index += 1
        if not opening:
            continue
        mark, info = opening["mark"], opening["info"].strip().lower().split(" ")[0].strip("{}.")
        if outer and mark[0] == outer[0] and len(mark) >= len(outer) and not info:
            outer = ""
            continue
        if info in _KINDS:
            start = index
            end = _closing(lines, index, mark)
            depth = opening["lead"].count(">")
            body = "\n".join(_unquoted(line, depth) for line in lines[start:end])
            yield Block(info, body, start + 1, bool(outer), end < len(lines))
            index = end + 1
        elif len(mark) > 3 and not outer:
            outer = mark
        elif not outer:
            index = _closing(lines, index, mark) + 1


def _closing(lines: list[str], index: int, mark: str) -> int:
    pattern = re.compile(rf"^[ \t>]*{re.escape(mark[0])}{{{len(mark)},}}[ \t]*$")
    return next((i for i in range(index, len(lines)) if pattern.match(lines[i])), len(lines))


def _unquoted(line: str, depth: int) -> str:
    for _ in range(depth):
        line = re.sub(r"^[ \t]*>[ ]?", "", line)
    return line


def _frontmatter(lines: list[str], found: Imported) -> None:
    start = next((i for i, line in enumerate(lines) if line.strip()), 0)
    if start >= len(lines) or lines[start].strip() != "---":
        return
    end = next((i for i in range(start + 1, len(lines)) if lines[i].strip() in ("---", "...")), None)
    if end is None or not any(re.match(r"[\"']?statblock[\"']?\s*:", line) for line in lines[start:end]):
        return
    loaded = loose_yaml.load("\n".join(lines[start + 1 : end]))
    where = f"{found.file}:{start + 1 + loaded.line}"
    if loaded.error:
        if any(re.match(r"[\"']?statblock[\"']?\s*:\s*[\"']?(?:true|yes)", line, re.I) for line in lines[start:end]):
            found.problem(where, f"the frontmatter is not valid YAML ({loaded.error}): its stat block is left out")
    elif isinstance(loaded.data, dict) and str(loaded.data.get("statblock")).lower() in ("true", "yes"):
        _take(loaded.data, f"{found.file}:{start + 2}", found, Path(found.file).stem)


def _block(block: Block, found: Imported) -> None:
    where = f"{found.file}:{block.line}"
    if not block.is_closed:
        found.note(
            f"the {block.kind} block at line {block.line} is never closed: the rest of the note was read as part of it"
        )
    if block.kind in ("encounter", "encounter-table"):
        read_encounters(block.text, block.line, found)
        return
    loaded = loose_yaml.load(block.text)
    for line, message in loaded.remarks:
        found.problem(f"{found.file}:{block.line + line - 1}", message)
    if loaded.error:
        found.problem(
            f"{found.file}:{block.line + loaded.line - 1}",
            f"this {block.kind} block is not valid YAML: {loaded.error}; left out",
        )
    elif block.kind == "initiative":
        read_toolkit(loaded.data, where, found)
    elif isinstance(loaded.data, dict):
        _take(loaded.data, where, found, "")
    elif loaded.data is not None:
        found.problem(where, "a statblock block must be keys and values: left out")


def _take(data: dict[str, Any], where: str, found: Imported, fallback: str) -> None:
    creature = read_statblock(data, where, found, fallback)
    if creature is not None:
        found.add(creature)


def _finish(found: Imported) -> None:
    own = {creature["name"].lower() for creature in found.creatures}
    for encounter in found.encounters:
        encounter["edition"] = known.likely_edition(encounter["combatants"], found.creatures)
        for remark in known.remark_unknown(encounter["combatants"], encounter["edition"], own):
            found.note(remark)


def settle_bases(results: list[Imported]) -> None:
    """Complete creatures that build on another one: of the same files, or built in. What has no base is named."""
    by_name = {creature["name"].lower(): creature for each in results for creature in each.creatures}
    for each in results:
        for index, creature in enumerate(each.creatures):
            if "extends" in creature:
                each.creatures[index] = _with_bases(creature, by_name, each, set())
        each.problems[:] = list(dict.fromkeys(each.problems))
    for each in results:
        for creature in each.creatures:
            creature.pop("_added", None)


def _with_bases(
    creature: dict[str, Any], by_name: dict[str, dict[str, Any]], found: Imported, chain: set[str]
) -> dict[str, Any]:
    creature = dict(creature)
    names = creature.pop("extends", [])
    base: dict[str, Any] = {}
    for name in names:
        own = by_name.get(name.lower())
        if own is creature or name.lower() in chain:
            found.problem(
                creature["name"], f"based on '{name}', which is based on this one again: its own figures are kept"
            )
            continue
        if own is not None and own["name"] != creature["name"]:
            below = _with_bases(own, by_name, found, chain | {creature["name"].lower()}) if "extends" in own else own
        else:
            below = known.record(name, creature.get("edition", "srd-5.1")) or known.record(name, "srd-5.1") or {}
        if not below:
            found.problem(
                creature["name"],
                f"based on '{name}', which is neither in these files nor built in: only its own figures are kept",
            )
        base = merged(base, below)
    return merged(base, creature) if base else {key: value for key, value in creature.items() if key != "_added"}
