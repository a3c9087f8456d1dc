"""What a line is read against, apart from the fight itself."""

from collections.abc import Callable

from tracker.encounter.state import Id
from tracker.frozen import Frozen
from tracker.library.models import StatBlock


def _no_block(_name: str) -> StatBlock | None:
    return None


def _no_names(_name: str) -> list[str]:
    return []


class Context(Frozen):
    """Who is marked, and where creatures are found by name."""

    lookup: Callable[[str], StatBlock | None] = _no_block
    """The stat block of that name in the edition's bestiary or the GM's own folder, or None."""
    near: Callable[[str], list[str]] = _no_names
    """Names of creatures close to a word, the best first."""
    marked: tuple[Id, ...] = ()
    """What `*` stands for."""
    abbreviate: bool = False
    """Whether command words may be cut to a unique beginning: in the bar, not in scripts."""
