"""The preview: what a command would come to, without doing it."""

import pytest

from tests.encounter.ambush import Table
from tracker.console.context import Context
from tracker.console.parsing import parse
from tracker.encounter.preview import preview


@pytest.fixture
def table() -> Table:
    table = Table.open(dice=())
    table.say("start")
    return table


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("damage go1 go2/ mira tor- 12 fire", ("Goblin 1 6 (resists fire) → 1", "Goblin 2 3 (saved, resists fire) → 4",
                                               "Mira 12 → 18", "Tor 0 (nothing on a save) → 30")),
        ("damage go1 7", ("Goblin 1 7 → dead",)),
        ("damage mira 31", ("Mira 31 → drops to 0",)),
        ("damage mira 2d6+3", ("Mira ≈10 → 20",)),
        ("heal mira 5", ("Mira +0 → 30",)),
        ("cond mira +prone for 2 rounds", ("Mira prone for 2 rounds",)),
        ("attack mira with sword vs go1", ("Goblin 1 hit on 7+: ≈4 → 3",)),
        ("save mira tor=19 dex 15 20 fire half", ("Mira saves on 15+: 10 → 20, else 20 → 10", "Tor saved: 10 → 20")),
        ("roll 1d20", ("the dice decide",)),
    ],
)  # fmt: skip
def test_each_target_is_told_what_it_would_come_to(table: Table, line: str, told: tuple[str, ...]) -> None:
    before = table.state
    assert preview(table.state, parse(line, table.state, Context())) == told  # type: ignore[arg-type]
    assert table.state is before


def test_refusals_and_mistakes_are_told_too(table: Table) -> None:
    def told(line: str) -> str:
        return " ".join(preview(table.state, parse(line, table.state, Context())))  # type: ignore[arg-type]

    assert "is immune to charmed" in told("cond bo +charmed") and "forces it" in told("cond bo +charmed")
    table.say("kill go1")
    assert "only `revive`" in told("heal go1 3")
    table.say("conc mira bless")
    assert told("damage mira 8") == "Mira 8 → 22, concentration DC 10"
