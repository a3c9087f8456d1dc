"""The key table: every default of the design, remapping, and clashes told."""

from tests.tui.at_table import At
from tracker.tui.keys import KEYS, Keymap, markdown_table

DESIGNED = {*"ndhtascCrlomiSKJ+-veNx/wgEuU:?", "space", "ctrl+p", "ctrl+q"}


def test_every_key_of_the_design_is_in_the_table_once() -> None:
    names = [name for key in KEYS for name in key.keys]
    assert not DESIGNED - set(names)
    assert len(names) == len(set(names))


def test_a_remapped_key_does_its_new_job_and_the_hints_follow() -> None:
    keymap = Keymap({"next": ["f5"], "damage": "D"})
    at = At(keymap=keymap, begun=False)
    at._press("f5", None)
    assert at.state.phase == "running"
    at.keys("D 4 enter")
    assert at.of("mi").hp == 27
    assert "f5 next" in at.pane("hint")
    assert not keymap.clashes


def test_clashes_and_mistakes_are_told_with_what_would_be_right() -> None:
    keymap = Keymap({"undo": "d", "damge": "x", "heal": "enter", "temp": "kk"})
    told = " / ".join(keymap.clashes)
    assert "'d' is undo; it no longer does damage" in told
    assert "did you mean 'damage'" in told
    assert "'enter' for heal" in told
    assert "'kk' for temp: not a key" in told
    assert keymap.find("d") is not None and keymap.find("d").id == "undo"  # type: ignore[union-attr]
    assert keymap.key_of("heal") == "h"


def test_help_lists_every_key_that_does_something() -> None:
    at = At(size=(120, 160))
    at.keys("?")
    text = at.pane("detail")
    assert all(key.help.split(":")[0][:20] in text for key in KEYS)


def test_the_table_for_the_readme_names_every_action() -> None:
    assert markdown_table().count("\n") == len(KEYS) + 1


def test_the_palette_runs_what_it_finds() -> None:
    at = At()
    at.keys("ctrl+p").type("end the turn").keys("enter")
    assert at.state.active_id == "gr"
    at.keys("ctrl+p").type("long rest")
    assert "Long rest  : rest long" in at.pane("detail")
    at.keys("escape ctrl+p").type("amend").keys("enter")
    assert at.bar.startswith(" : amend")
