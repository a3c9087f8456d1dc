"""Our creatures and encounters in the shapes of other programs, and as plain YAML."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tracker.library.exporters.exporting import FORMATS, Content, export, load_content
    from tracker.library.exporters.improved_initiative import improved_initiative
    from tracker.library.exporters.obsidian import obsidian

__all__ = ["FORMATS", "Content", "export", "improved_initiative", "load_content", "obsidian"]

_HOMES = {
    "FORMATS": "exporting",
    "Content": "exporting",
    "export": "exporting",
    "load_content": "exporting",
    "improved_initiative": "improved_initiative",
    "obsidian": "obsidian",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
