"""Figures against what is to be reached, as a table, as curves drawn in text, and as JSON."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing measured."""

    name: str
    value: float
    unit: str
    limit: float
    """What is to be reached, in the same unit; at most that, or at least that where `least`."""
    note: str = ""
    """The raw figures behind a ratio."""
    least: bool = False

    @property
    def is_reached(self) -> bool:
        """Whether it is as good as it is to be."""
        return self.value >= self.limit if self.least else self.value <= self.limit


@dataclass(frozen=True, slots=True)
class Curve:
    """How something grows."""

    name: str
    along: str
    """What the points are counts of."""
    unit: str
    points: tuple[tuple[int, float], ...]


def table(figures: Sequence[Figure]) -> str:
    """The figures as a Markdown table."""
    rows = ["| figure | measured | to reach | | behind it |", "|---|---|---|---|---|"]
    for one in figures:
        sign = "≥" if one.least else "≤"
        verdict = "yes" if one.is_reached else "NO"
        limit = f"{sign} {one.limit:,g} {one.unit}"
        rows.append(f"| {one.name} | {shown(one.value)} {one.unit} | {limit} | {verdict} | {one.note} |")
    return "\n".join(rows)


def plot(curve: Curve, width: int = 40) -> str:
    """A bar a point; flat is good."""
    most = max((value for _, value in curve.points), default=0) or 1
    rows = [f"{curve.name}, by {curve.along}"]
    for count, value in curve.points:
        bar = "█" * max(1, round(value / most * width))
        rows.append(f"  {count:>7,} {bar:<{width}} {shown(value)} {curve.unit}")
    return "\n".join(rows)


def machine() -> dict[str, object]:
    """What the figures were measured on."""
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": [round(value, 2) for value in os.getloadavg()],
    }


def save(path: Path, figures: Sequence[Figure], curves: Sequence[Curve]) -> None:
    """Everything as JSON."""
    told = [asdict(one) | {"reached": one.is_reached} for one in figures]
    whole = {"machine": machine(), "figures": told, "curves": [asdict(curve) for curve in curves]}
    path.write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n", "utf-8")


def shown(value: float) -> str:
    """A figure with as many digits as mean something."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
