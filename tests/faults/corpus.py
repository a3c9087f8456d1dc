"""What the project's own tests and samples hold: lines, encounters, other programs' files."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any
from unittest.mock import patch

import yaml

from tests.encounter.fights import stories
from tests.library.importers import test_bad_input as bad
from tests.library.importers import test_fuzz as samples
from tracker.console.rows import ROWS
from tracker.encounter.store import Store
from tracker.library import bestiary
from tracker.library.exporters import FORMATS, Content, export
from tracker.library.importers import Imported, import_text
from tracker.library.settings import starter
from tracker.library.showing import stat_block_lines
from tracker.rules.dice import RandomDice

TESTS = Path(__file__).parents[1]
SAMPLES = TESTS.parent / "sample_encounters"
EDITIONS = ("srd-5.1", "srd-5.2", "black-flag")

_HANDLES = ("mira", "tor", "go1", "go2", "dragon", "horse", "Goblin 1", "Goblin 2")
_LEAST, _MOST = 40, 20_000
"""Letters that make a text a sample."""


@cache
def story_lines() -> tuple[str, ...]:
    """Every line that a story or an example types, `<who>` in place of each name."""
    told = list(_stories())
    names = {name for story in told for name in (*story.get("who", {}), *_names(story.get("plan", "")))}
    sought = "|".join(sorted(map(re.escape, {*names, *_HANDLES}), key=len, reverse=True))
    pattern = re.compile(rf"\"(?:{sought})(?: \d)?\"|(?<![\w\"'])(?:{sought})(?: \d)?(?![\w\"])")
    lines = [line for story in told for step in story["steps"] for line in step.get("do", [])]
    lines += [example for row in ROWS for example in row.examples]
    return tuple(dict.fromkeys(pattern.sub("<who>", line) for line in lines if "<" not in line))


@cache
def entries() -> tuple[tuple[dict[str, Any], ...], tuple[dict[str, Any], ...]]:
    """Characters, then other combatants, of every story and sample, as their files have them."""
    found: tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]] = ({}, {})
    for text in encounters():
        data = yaml.load(text, yaml.CSafeLoader)  # noqa: TID251
        for rows, key in zip(found, ("party", "combatants"), strict=True):
            listed = data.get(key)
            rows |= {repr(row): row for row in (listed if isinstance(listed, list) else ()) if isinstance(row, dict)}
    return tuple(found[0].values()), tuple(found[1].values())


@cache
def encounters() -> tuple[str, ...]:
    """The encounter of every story and sample that is a mapping."""
    texts = [file.read_text("utf-8") for file in sorted(SAMPLES.glob("*.yaml"))]
    texts += [
        story["plan"].replace("EDITION", edition) for story in _stories() for edition in EDITIONS if "plan" in story
    ]
    return tuple(dict.fromkeys(texts))


@cache
def settings() -> tuple[str, ...]:
    """The file of settings as it is first written, and with more and more of it in force."""
    return starter(), *(starter().replace("# ", "", n) for n in (40, 200))


@cache
def programs() -> tuple[str, ...]:
    """A file of every program that is read."""
    return tuple(samples.TEXTS.values())


@cache
def imports() -> tuple[str, ...]:
    """More of what is read: what the tests hold, and our own creatures as others write them."""
    written = []
    for edition in EDITIONS:
        book = bestiary.book(edition)
        for listing in book.listings[::45]:
            block = bestiary.lookup(edition, listing.name)
            written += [export(Content(blocks=(block,)), name) for name in FORMATS]
            written.append("\n".join(stat_block_lines(block)))
    inline = [text for file in sorted((TESTS / "library" / "importers").glob("*.py")) for text in _texts(file)]
    return tuple(dict.fromkeys((*_fed(), *inline, *written)))


@cache
def journals() -> tuple[str, ...]:
    """Short fights as they are kept, one an edition."""
    from tempfile import TemporaryDirectory

    from tests.encounter.ambush import EVERYTHING, Table, ambush

    kept = []
    for edition in EDITIONS:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "fight.jsonl"
            store = Store.open_plan(ambush(edition), RandomDice(1), journal=path, clock=lambda: 0.0)
            Table(store).say(*EVERYTHING)
            store.close()
            kept.append(path.read_text("utf-8"))
    return tuple(kept)


def _stories() -> Iterator[dict[str, Any]]:
    for file in sorted((TESTS / "encounter").glob("*/*.yaml")):
        seen = set()
        for story in stories(file):
            if story.name not in seen:
                seen.add(story.name)
                yield story.told


def _names(plan: str) -> Iterator[str]:
    data = yaml.load(plan, yaml.CSafeLoader) or {}  # noqa: TID251
    for key in ("party", "combatants"):
        for row in data.get(key) or ():
            if isinstance(row, dict):
                yield from (str(row[word]) for word in ("name", "monster", "trap") if word in row)


def _fed() -> Iterator[str]:
    """What the tests of the importers make and give them, but for what is bad input or long."""
    fed: list[str] = []
    for file in sorted((TESTS / "library" / "importers").glob("test_*.py")):
        module = import_module(f"tests.library.importers.{file.stem}")
        if module in (samples, bad) or not hasattr(module, "import_text"):
            continue

        def recorded(text: str, name: str = "file") -> Imported:
            fed.append(text)
            return import_text(text, name)

        with patch.object(module, "import_text", recorded):
            for name, test in vars(module).items():
                if name.startswith("test_") and not signature(test).parameters:
                    test()
    yield from (text for text in fed if len(text) <= _MOST)


def _texts(file: Path) -> Iterator[str]:
    """Every longer text that stands in a test, and every mapping of values alone as JSON."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) >= _LEAST:
            yield node.value
        elif isinstance(node, ast.Dict):
            try:
                text = json.dumps(ast.literal_eval(node))
            except (ValueError, TypeError):
                continue
            yield from [text] if len(text) >= _LEAST else []
