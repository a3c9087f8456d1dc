"""What `tracker check` finds: a file that cannot be used is never without a reason."""

from pathlib import Path

import pytest

from tracker.library.checking import check_files
from tracker.library.creatures import Creatures


@pytest.mark.parametrize(
    "text", ["", "party: []", "party:", "[]", "combatants:", "party: {}", "party: [[], []]", "a: 1", "---"]
)
def test_a_file_that_cannot_be_used_says_why(tmp_path: Path, text: str) -> None:
    file = tmp_path / "file.yaml"
    file.write_text(text)
    [checked] = check_files(file, creatures=Creatures(tmp_path / "own", tmp_path / "cache"))
    assert checked.runnable or any(str(problem) for problem in checked.problems)
