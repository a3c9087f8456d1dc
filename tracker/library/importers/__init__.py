"""What a GM already has, read: one door, one module per family of formats, loaded when a file asks for it."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tracker.library.importers.entry import import_file, import_paths, import_text
    from tracker.library.importers.result import Imported, exit_code, to_json
    from tracker.library.importers.writing import write_imported

__all__ = ["Imported", "exit_code", "import_file", "import_paths", "import_text", "to_json", "write_imported"]

_HOMES = {
    "import_file": "entry",
    "import_paths": "entry",
    "import_text": "entry",
    "Imported": "result",
    "exit_code": "result",
    "to_json": "result",
    "write_imported": "writing",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
