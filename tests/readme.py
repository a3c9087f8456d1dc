"""The parts of the README that are made from the program: `python -m tests.readme` writes them anew."""

from pathlib import Path

from tracker.tui.keys import markdown_table

README = Path(__file__).parent.parent / "README.md"
_BEGIN, _END = "<!-- keys: made by `python -m tests.readme`; do not edit by hand -->", "<!-- keys end -->"


def made_anew(text: str) -> str:
    """The README with its key table as the program has it now."""
    before, _, rest = text.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return f"{before}{_BEGIN}\n{markdown_table()}\n{_END}{after}"


if __name__ == "__main__":
    README.write_text(made_anew(README.read_text("utf-8")), "utf-8")
