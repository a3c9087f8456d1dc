"""What a run of faults came to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

_SHOWN = 20
_LONGEST = 3000
"""Letters of a failure that are shown."""


@dataclass(slots=True)
class Tally:
    """How many trials held, which did not, and the figures measured on the way."""

    passed: int = 0
    failures: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)
    sums: Counter[str] = field(default_factory=Counter)
    """Figures of which those of several runs add up."""
    peaks: dict[str, float] = field(default_factory=dict)
    """Figures of which the greatest of several runs counts."""

    def check(self, holds: bool, otherwise: str) -> bool:
        """Counts one trial; `otherwise` says how to see its failure again."""
        if holds:
            self.passed += 1
        else:
            self.failures.append(otherwise)
        return holds

    def peak(self, name: str, value: float) -> None:
        """Takes in one value of which the greatest counts."""
        self.peaks[name] = max(value, self.peaks.get(name, value))

    def add(self, other: Tally) -> None:
        """Takes in what another run came to."""
        self.passed += other.passed
        self.failures += other.failures
        self.figures += other.figures
        self.sums += other.sums
        for name, value in other.peaks.items():
            self.peak(name, value)

    def __str__(self) -> str:
        more = len(self.failures) - _SHOWN
        lines = [*self.figures, *(f"FAILED {text[:_LONGEST]}" for text in self.failures[:_SHOWN])]
        lines += [f"and {more} failures more"] if more > 0 else []
        return "\n".join([*lines, f"{self.passed} passed, {len(self.failures)} failed"])
