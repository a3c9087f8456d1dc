"""Writes the table of rules, ways and tests beside the rules."""

from pathlib import Path

from tests.encounter.reach import table_text
from tracker import rules

if __name__ == "__main__":
    Path(rules.__file__).with_name("REACH.md").write_text(table_text(), "utf-8")
