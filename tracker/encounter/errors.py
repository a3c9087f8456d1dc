"""The one family of errors of this floor, worded for the GM."""


class EncounterError(ValueError):
    """A wish that cannot be done: what was wrong and what would be right. The state is unchanged."""
