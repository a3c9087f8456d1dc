"""What a run of faults came to."""

from __future__ import annotations

from dataclasses import dataclass, field

_SHOWN = 20


@dataclass(slots=True)
class Tally:
    """How many trials held, which did not, and the figures measured on the way."""

    passed: int = 0
    failures: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)

    def check(self, holds: bool, otherwise: str) -> bool:
        """Counts one trial; `otherwise` says how to see its failure again."""
        if holds:
            self.passed += 1
        else:
            self.failures.append(otherwise)
        return holds

    def __str__(self) -> str:
        more = len(self.failures) - _SHOWN
        lines = [*self.figures, *(f"FAILED {text}" for text in self.failures[:_SHOWN])]
        lines += [f"and {more} failures more"] if more > 0 else []
        return "\n".join([*lines, f"{self.passed} passed, {len(self.failures)} failed"])
