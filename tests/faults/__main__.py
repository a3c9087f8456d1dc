"""Runs one kind of fault and prints what came of it; the exit code is 1 when anything failed."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

RUNS = {"undo": 300, "kill": 40, "cut": 1, "disk": 300, "fuzz": 50_000, "soak": 3000, "terminal": 60}
"""What one is: a fight in each edition, a process killed, a journal, a fight, a line typed, a command, a session."""


def main() -> int:
    """The figures of one kind."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("kind", choices=RUNS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, help=f"how many; {', '.join(f'{kind} {n}' for kind, n in RUNS.items())}")
    asked = parser.parse_args()
    tally = import_module(f"tests.faults.{asked.kind}").run(asked.seed, asked.runs or RUNS[asked.kind])
    print(str(tally).encode("utf-8", "backslashreplace").decode("utf-8"))
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
