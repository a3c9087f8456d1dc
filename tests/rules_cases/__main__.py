"""`python -m tests.rules_cases FILE` runs a file of cases and says which the rules get wrong."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.rules_cases.registry import failures, load


def main(arguments: list[str]) -> int:
    """Prints each failure and the sums; 0 when every case passes."""
    path = Path(arguments[0]) if arguments else Path(__file__).parent / "cases.yaml"
    passed = failed = 0
    for case in load(path):
        if wrong := failures(case):
            failed += 1
            print(f"{case.name} {case.kind}: {'; '.join(wrong)}")
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
