"""What events are made of."""

from tracker.frozen import KeywordFrozen

Face = tuple[int, int, bool]
"""A die thrown: sides, face, and whether it was kept."""


class BaseEvent(KeywordFrozen):
    why: tuple[str, ...] = ()
    """Reasons in reading order: sources, steps of the arithmetic, rule numbers."""
