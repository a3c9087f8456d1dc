"""Every public name of the rules is used by the floors above, or is the answer that such a name gives."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tracker import rules

RULES = Path(rules.__file__).parent
ABOVE = ("encounter", "library")
GIVEN = {"FedDice", "RandomDice"}
"""Dice come in as arguments, so only the command line names them."""


def test_every_public_name_of_the_rules_is_reached() -> None:
    known = {name: node for module in _modules(RULES) for name, node in _public(module) if name not in GIVEN}
    reached = {word for floor in ABOVE for module in _modules(RULES.parent / floor) for word in _words(module)}
    waiting = [name for name in known if name in reached]
    found = set(waiting)
    while waiting:
        for word in _signature_words(known[waiting.pop()]):
            if word in known and word not in found:
                found.add(word)
                waiting.append(word)
    found |= {name for name, node in known.items() if _is_kind_of_error(node)}
    assert sorted(known.keys() - found) == []


@cache
def _modules(folder: Path) -> tuple[ast.Module, ...]:
    files = (file for file in sorted(folder.rglob("*.py")) if folder != RULES or not file.name.startswith("_"))
    return tuple(ast.parse(file.read_text("utf-8")) for file in files)


def _public(module: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """What a module defines for others: functions, classes and constants."""
    for node in module.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names = [name]
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                names = [name]
            case _:
                names = []
        yield from ((name, node) for name in names if not name.startswith("_"))


def _words(module: ast.Module) -> Iterator[str]:
    """Names taken from the rules, and attributes asked of their modules."""
    for node in ast.walk(module):
        match node:
            case ast.ImportFrom(module=str(source), names=names) if source.startswith("tracker.rules"):
                yield from (alias.name for alias in names)
            case ast.Attribute(attr=attr):
                yield attr


def _is_kind_of_error(node: ast.stmt) -> bool:
    """Kinds of the one error that is caught above."""
    return isinstance(node, ast.ClassDef) and any(isinstance(x, ast.Name) and x.id == "RulesError" for x in node.bases)


def _signature_words(node: ast.stmt) -> Iterator[str]:
    """Types that a used function takes and gives, and that a used class is made of."""
    match node:
        case ast.FunctionDef(args=arguments, returns=returns):
            parts: list[ast.AST | None] = [argument.annotation for argument in (*arguments.args, *arguments.kwonlyargs)]
            parts.append(returns)
        case ast.ClassDef():
            parts = [inner.annotation for inner in node.body if isinstance(inner, ast.AnnAssign)]
            parts += node.bases
        case _:
            parts = []
    for part in filter(None, parts):
        yield from (inner.id for inner in ast.walk(part) if isinstance(inner, ast.Name))
