"""What events are made of."""

from pydantic import BaseModel, ConfigDict

Face = tuple[int, int, bool]
"""A die thrown: sides, face, and whether it was kept."""


class BaseEvent(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    why: tuple[str, ...] = ()
    """Reasons in reading order: sources, steps of the arithmetic, rule numbers."""
