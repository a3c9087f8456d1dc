"""`python -m tests.benchmarks`: the figures of speed and memory, measured on the installed program through a real pty.

With `--quick` it takes about two minutes and its figures are rough. Nothing else should run beside it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from tests.benchmarks import screen, work
from tests.benchmarks.report import Curve, Figure, machine, plot, save, table
from tests.benchmarks.screen import Effort

QUICK = Effort(keys=20, starts=3, commands=2000, growth=1500, idle=4, curve=(1, 1000, 5000))
WHOLE = Effort(keys=80, starts=15, commands=10_000, growth=10_000, idle=20, curve=(1, 1000, 10_000, 100_000))


def main() -> int:
    """Measures, prints the table, the curves and the dearest imports, and writes it all as JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two minutes instead of twenty")
    parser.add_argument("--only", choices=["keys", "starts", "idle", "work", "curves"], help="only these figures")
    parser.add_argument("--json", type=Path, default=Path("benchmarks.json"), help="where the JSON is written")
    asked = parser.parse_args()
    effort = QUICK if asked.quick else WHOLE
    rounds = 2 if asked.quick else 3
    parts: dict[str, Callable[[], list[Figure]]] = {
        "keys": lambda: screen.keys(effort),
        "starts": lambda: screen.starts(effort),
        "idle": lambda: screen.idling(effort),
        "work": lambda: work.playing(effort.commands, rounds) + work.checking(rounds * 3),
    }
    figures: list[Figure] = []
    for name, measure in parts.items():
        if asked.only in (None, name):
            print(f"measuring {name} …", file=sys.stderr, flush=True)
            figures += measure()
    drawn: list[Curve] = screen.curves(effort) if asked.only in (None, "curves") else []
    print(", ".join(f"{name} {value}" for name, value in machine().items()), table(figures), sep="\n\n")
    for curve in drawn:
        print("", plot(curve), sep="\n")
    if asked.only in (None, "work"):
        print("\nthe dearest imports of a start", work.imports(), sep="\n")
    save(asked.json, figures, drawn)
    return 0


if __name__ == "__main__":
    sys.exit(main())
