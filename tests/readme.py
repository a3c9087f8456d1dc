"""What of the README is made from the program: `python -m tests.readme` writes its tables and pictures anew."""

from pathlib import Path

from tests import budget, pictures
from tracker.tui.keys import markdown_table

README = Path(__file__).parent.parent / "README.md"
_NOTE = "made by `python -m tests.readme`; do not edit by hand -->"


def made_anew(text: str) -> str:
    """The README with its tables as the program has them now."""
    for name, table in (("keys", markdown_table()), ("budget", budget.table())):
        begin, end = f"<!-- {name}: {_NOTE}", f"<!-- {name} end -->"
        before, _, rest = text.partition(begin)
        _, _, after = rest.partition(end)
        text = f"{before}{begin}\n{table}\n{end}{after}"
    return text


if __name__ == "__main__":
    README.write_text(made_anew(README.read_text("utf-8")), "utf-8")
    pictures.draw_all()
