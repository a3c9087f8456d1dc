"""The jobs that a fight is made of, in the order in which one fight brings them, and the keys each may take.

`tests/e2e/test_key_budget.py` plays them through the installed program on a real terminal; the README shows them.
The cursor is never moved first: each job starts from where the command before it left the screen.
"""

from typing import NamedTuple

from tests.terminal import KEYS


class Job(NamedTuple):
    """One way of doing one job."""

    name: str
    most: int
    """Keys it may take, from the one that starts it to the one that ends it."""
    keys: str
    """Names of keys and text to type, between blanks."""
    seen: tuple[str, ...]
    """What stands on the screen afterwards."""
    before: str = ""
    """What happens in the fight between the job before and this one; not counted."""
    gone: str = ""
    """What no longer stands on the screen afterwards."""

    @property
    def pressed(self) -> int:
        """How many keys it takes."""
        return sum(1 if word in KEYS else len(word) for word in self.keys.split())

    @property
    def shown(self) -> str:
        """The keys as Markdown."""
        return " ".join(f"`{word}`" for word in self.keys.replace("enter", "⏎").split())


JOBS = (
    Job("the next turn", 1, "n", ("turn 2 of 7", "next: Tor")),
    Job("12 damage to whose turn it is", 4, "d 12 enter", ("28/40",)),
    Job("12 damage to another", 5, "d a 12 enter", ("19/38",)),
    Job("28 fire to four: two save, one resists", 9, "d A c D e 28 f enter", ("5/38", "2/30", "83/90")),
    Job("8 healing to whose turn it is", 3, "h 8 enter", ("36/40",)),
    Job("8 healing to another", 4, "h a 8 enter", ("13/38",)),
    Job("a condition for two rounds", 6, "c C po 2 enter", ("Tor poisoned",)),
    Job("an attack, rolled and applied", 4, "a 1 d enter", ("vs AC 15",)),
    Job(
        "a concentration save by a real die",
        3,
        "19 enter",
        ("conc bless",),
        "C A space bless enter d a 1 enter",
        "type a die",
    ),
    Job("a concentration save by the app", 1, "enter", ("concentration on bless",), "d a 1 enter", "type a die"),
    Job("a death save by a real die", 3, "12 enter", ("Tor ✓",), "d c 20 enter n", "type a die"),
    Job("taking anything back", 1, "u", ("type a die", "Undo: Tor")),
    Job("a death save by the app", 1, "enter", ("turn 3 of 7",), "", "type a die"),
    Job("a reaction used", 2, "r b", ("○",)),
    Job("three more goblins, rolled in", 8, "+ 3 gob enter", ("Goblin 4", "Goblin 5", "Goblin 6", "of 10")),
)


def table() -> str:
    """The budget as Markdown."""
    rows = [f"| {job.name} | {job.shown} | {job.pressed} |" for job in JOBS]
    return "\n".join(["| job | press | keys |", "|---|---|---|", *rows])
