"""The turn clock: real time since the turn began, with pauses left out. Time comes in as an argument."""

from collections.abc import Callable


class TurnClock:
    """Counts seconds of the turn that is running."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._since = now()
        self._kept = 0.0
        self.paused = False

    def restart(self) -> None:
        """A turn begins."""
        self._since, self._kept = self._now(), 0.0

    def toggle(self) -> None:
        """Pauses, or goes on."""
        if self.paused:
            self._since = self._now()
        else:
            self._kept = self.seconds
        self.paused = not self.paused

    @property
    def seconds(self) -> float:
        """Seconds of this turn so far."""
        return self._kept if self.paused else self._kept + self._now() - self._since

    @property
    def text(self) -> str:
        """`0:42`, in brackets while it is paused."""
        minutes, seconds = divmod(int(self.seconds), 60)
        shown = f"{minutes}:{seconds:02}"
        return f"({shown})" if self.paused else shown
