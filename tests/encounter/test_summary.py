"""After the fight: what it came to."""

import pytest

from tests.encounter.ambush import Table
from tracker.encounter.summary import log_to_markdown, summarize, to_lines, to_markdown


@pytest.fixture
def table() -> Table:
    table = Table.open()
    table.say(
        "start", "attack mira with sword vs go1 roll 20 dmg 9", "next", "attack go2 with sword vs mira roll 15 dmg 6"
    )
    table.say("damage go2 9", "damage bo 70", "remove go2", "heal mira 4", "end")
    return table


def test_figures_count_those_who_were_taken_out(table: Table) -> None:
    summary = summarize(table.state, table.store.steps())
    assert (summary.rounds, summary.beaten) == (1, ("Goblin 1", "[bold]Ogre[/]", "Goblin 2"))
    assert (summary.xp, summary.heads, summary.xp_each) == (50 + 450 + 50, 2, 275)
    mira = next(part for part in summary.parts if part.name == "Mira")
    assert (mira.tally.kills, mira.tally.crits, mira.tally.taken) == (1, 1, 6)
    assert summary.without_xp == ()


def test_as_text_and_as_markdown(table: Table) -> None:
    summary = summarize(table.state, table.store.steps())
    told = list(to_lines(summary))
    assert told[0] == "Ambush · srd-5.1 · 1 round · 0 s"
    assert told[-1] == "Experience: 550, 275 for each of 2"
    page = to_markdown(summary)
    assert r"| \[bold\]Ogre\[/\] | dead |" in page and "<" not in page


def test_a_log_as_markdown(table: Table) -> None:
    page = log_to_markdown("Ambush", table.store.entries)
    assert "## Round 1" in page and "- **Mira: turn**" in page
