"""`Y`: the log or a stat block, whole, to the clipboard of the terminal or to a file."""

import re
from typing import TYPE_CHECKING

from tracker.encounter.log import log_text
from tracker.library.models import StatBlock
from tracker.library.showing import stat_block_lines
from tracker.library.visible import visible
from tracker.tui.questions.base import Question
from tracker.tui.questions.listed import Choice, MenuQuestion
from tracker.tui.questions.saving import SaveQuestion
from tracker.tui.summing import steps_of

if TYPE_CHECKING:
    from tracker.tui.table import Table
    from tracker.tui.view import Fight


def copy_menu(table: "Table") -> Question:
    """The log first, then the creature under the cursor; each to the clipboard or to a file."""
    name, fight = table.state.name, table.fight
    choices = [
        Choice("Log to the clipboard", lambda: _clip(table, whole_log(fight))),
        Choice("Log to a file", lambda: SaveQuestion(_file(name, "-log.txt"), lambda: whole_log(fight))),
    ]
    under = table.sight().under
    block = table.state.block_of(under) if under is not None else None
    if block is not None:
        sheet = _sheet(block)
        choices += [
            Choice(f"{block.name} to the clipboard", lambda: _clip(table, sheet)),
            Choice(f"{block.name} to a file", lambda: SaveQuestion(_file(block.name, ".txt"), lambda: sheet)),
        ]
    return MenuQuestion("copy", "COPY", choices)


def whole_log(fight: "Fight") -> str:
    """The log of a fight from its beginning, a line each."""
    return log_text(steps_of(fight))


def _sheet(block: StatBlock) -> str:
    return visible("\n".join(stat_block_lines(block)) + "\n")


def _clip(table: "Table", text: str) -> None:
    table.view.clip = text
    table.wants.append("copy")


def _file(name: str, ending: str) -> str:
    return (re.sub(r"[^\w]+", "-", name.casefold()).strip("-")[:40] or "fight") + ending
