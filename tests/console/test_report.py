"""`tracker report`: enough to find a fault by, and not a name from the table."""

from pathlib import Path

import pytest

from tracker.cli import main
from tracker.library.settings import Settings, fights_folder

Captured = pytest.CaptureFixture[str]

FAULT = f"""\
2026-01-02 03:04:05
Traceback (most recent call last):
  File "{Path.home()}/venv/lib/python3.11/site-packages/tracker/tui/app.py", line 12, in _safely
    act()
  File "/opt/x/tracker/tui/table.py", line 3, in press
    return self.names[key]
KeyError: 'Mira the Unlucky'
Secret note of the GM: Grakk betrays them
"""


pytestmark = pytest.mark.usefixtures("own_home")


def test_without_a_fault_it_tells_the_versions(capsys: Captured) -> None:
    assert main(["report"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("tracker ") and "Textual" in out and "no fault was written down" in out


def test_a_fault_is_told_without_what_was_quoted(capsys: Captured) -> None:
    folder = fights_folder(Settings())
    folder.mkdir(parents=True)
    (folder / "errors.log").write_text(FAULT)
    assert main(["report", "-o", "bug.txt"]) == 0
    text = Path("bug.txt").read_text()
    assert 'site-packages/tracker/tui/app.py", line 12' in text and 'File "tracker/tui/table.py"' in text
    assert "KeyError: …" in text and "return self.names[key]" in text
    assert not [word for word in ("Mira", "Grakk", "Secret note", str(Path.home()) + "/") if word in text]
    assert main(["report", "-o", "bug.txt"]) == 2
    assert "stays as it is" in capsys.readouterr().err


def test_a_journal_goes_in_only_when_it_is_asked_for(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "fight.jsonl").write_text('{"name": "Mira"}\n')
    assert main(["report"]) == 0
    assert "Mira" not in capsys.readouterr().out
    assert main(["report", "--journal", "fight.jsonl"]) == 0
    assert 'journal fight.jsonl:\n{"name": "Mira"}' in capsys.readouterr().out
    assert main(["report", "--journal", "gone.jsonl"]) == 2
    assert "gone.jsonl" in capsys.readouterr().err
