"""The answer to "may it?": yes or no, and why."""

from __future__ import annotations

from tracker.frozen import Frozen


class Verdict(Frozen):
    """True in a condition when the rules allow it; `why` says what speaks against it, or what it rests on."""

    allowed: bool
    why: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.allowed
