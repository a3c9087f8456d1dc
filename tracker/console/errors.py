"""The one family of errors of this floor, worded for the GM."""


class ConsoleError(ValueError):
    """A line that cannot be understood: which word, and what would be right. Nothing was done."""

    def __init__(self, message: str, at: int | None = None) -> None:
        super().__init__(message)
        self.at = at
        """Where in the line it went wrong, counted from 0; None when the line is too short."""
