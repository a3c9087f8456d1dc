"""Our own files, YAML or JSON: creatures, parties and encounters, checked on the way."""

from pathlib import Path
from typing import Any

from tracker.library.creature_file import creatures_of
from tracker.library.importers.result import Imported
from tracker.library.problems import Problem
from tracker.library.writing import creature_mapping, encounter_mapping
from tracker.library.yaml_reader import Document, read_string


def read(data: Any, found: Imported) -> None:
    """Text of a YAML file, or data of a JSON file, in our own shape."""
    document = read_string(data, found.file) if isinstance(data, str) else Document(found.file, data, readable=True)
    if not document.readable:
        _report(document.problems, found)
        return
    content = document.data
    if isinstance(content, dict) and {"encounter", "combatants", "party"} & content.keys():
        _encounter(document, found)
    elif isinstance(content, dict | list) and content:
        for block in creatures_of(document):
            found.add(
                {"edition": block.edition} | creature_mapping(block) if block.edition else creature_mapping(block)
            )
        _report(document.problems, found)
    else:
        found.problem(found.file, "neither a creature nor an encounter")


def _encounter(document: Document, found: Imported) -> None:
    from tracker.library.plans import plan_from

    path = Path(found.file)
    loaded = plan_from(document, path.parent if path.parent.is_dir() else None, path=path)
    _report(loaded.problems, found)
    if loaded.plan is not None:
        found.encounters.append({"party": [], **encounter_mapping(loaded.plan)})


def _report(problems: Any, found: Imported) -> None:
    problem: Problem
    for problem in problems:
        message = f"{problem.message}; {problem.remedy}" if problem.remedy else problem.message
        if problem.severity == "error":
            found.problem(problem.place, message)
        else:
            found.note(f"{problem.place}: {message}")
