"""After the fight: what could be carried back to the party's file, offered and never done unasked."""

from typing import TYPE_CHECKING

from tracker.encounter.carry import party_carries
from tracker.library.carrying import Carrying, carried_back
from tracker.library.problems import LibraryError
from tracker.tui.questions.carrying import CarryQuestion

if TYPE_CHECKING:
    from tracker.tui.table import Table


def carry_question(table: "Table") -> CarryQuestion | None:
    """Asks whether to write; None, with the reason in the bar, where there is nothing to write or nowhere."""
    if table.services.source is None:
        table.warn("this fight came from no file; `tracker carry --to FILE` writes one")
        return None
    try:
        found = _carrying(table)
    except LibraryError as error:
        table.warn(str(error))
        return None
    if not found.changes:
        missing = f"; in no file: {', '.join(found.missing)}" if found.missing else ""
        table.warn(f"the party stands in its file as it is now{missing}")
        return None
    return CarryQuestion(found.changes, found.missing)


def offer(table: "Table") -> None:
    """Once a fight has ended: says which key carries what back, where there is something to carry."""
    if table.services.source is None:
        return
    try:
        found = _carrying(table)
    except LibraryError:
        return
    if found.changes:
        names = ", ".join(change.path.name for change in found.changes)
        key = table.keymap.key_of("carry")
        table.warn(f"{key} carries the party's hit points and what it spent back to {names}", "key")


def _carrying(table: "Table") -> Carrying:
    assert table.services.source is not None
    return carried_back(table.services.source, party_carries(table.state), table.services.folder)
