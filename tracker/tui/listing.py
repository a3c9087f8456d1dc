"""The cursor in the order, the marks, and which groups stand open, all remembered by key and never by position."""

from itertools import chain

from tracker.encounter.state import Encounter, Id
from tracker.tui.options import has_attack_left
from tracker.tui.rows import LETTERS, OrderRow, Rows


class Listing:
    """The order pane's memory. The fight itself comes in with every call."""

    def __init__(self) -> None:
        self.cursor = ""
        """Key of the row under the cursor."""
        self.top = 0
        self.height = 20
        """Rows in view."""
        self.marks: set[Id] = set()
        self.unfolded: set[str] = set()
        self._rows = Rows()

    def rows(self, state: Encounter) -> tuple[OrderRow, ...]:
        """Every row, from top to bottom."""
        return self._rows.of(state, self.unfolded)

    def row(self, state: Encounter) -> OrderRow | None:
        """The row under the cursor."""
        return next((row for row in self.rows(state) if row.key == self.cursor and row.kind != "section"), None)

    def follow(self, state: Encounter) -> None:
        """Puts the cursor on whoever is active; while setting up, on the first without a count."""
        rows = [row for row in self.rows(state) if row.kind in ("creature", "group", "member")]
        active = state.active_id
        likely = chain(
            (row for row in rows if row.active and active in row.ids),
            (row for row in rows if row.active),
            (row for row in rows if row.count == "?"),
            rows,
        )
        self.cursor = next((row.key for row in likely), "")
        self.scroll(state, ahead=True)

    def follow_group(self, state: Encounter) -> None:
        """While a group acts: from a member that has made its attacks on to the next that has not."""
        acting = state.acting
        if self.cursor not in acting or len(acting) < 2:
            return
        waiting = [who for who in acting if has_attack_left(state.block_of(who), state.combatants[who])]
        if self.cursor not in waiting and waiting:
            self.cursor = waiting[0]
            self.scroll(state)

    def stand_on_newest(self, state: Encounter) -> None:
        """Puts the cursor on the first of the newcomers that entered last, their group open if there is room."""
        self.resize(state, self.height)
        newest = next(reversed(tuple(state.combatants.values())), None)
        mates = [one for one in state.combatants.values() if newest and one.block == newest.block]
        likely = [row.key for row in self.rows(state) if mates and mates[0].id in row.ids]
        self.cursor = next(iter(likely), self.cursor)
        self.scroll(state)

    def move(self, state: Encounter, step: int) -> None:
        """Moves the cursor by rows, over headings."""
        keys = [row.key for row in self.rows(state) if row.kind != "section"]
        here = keys.index(self.cursor) if self.cursor in keys else -step
        if keys:
            self.cursor = keys[max(0, min(len(keys) - 1, here + step))]
        self.scroll(state)

    def mark(self, state: Encounter) -> None:
        """Marks the row under the cursor, or takes its mark off, and goes on to the next."""
        row = self.row(state)
        if row is None or row.kind == "wave":
            return
        if self.marks.issuperset(row.ids):
            self.marks.difference_update(row.ids)
        else:
            self.marks.update(row.ids)
        self.move(state, 1)

    def fold(self, state: Encounter) -> bool:
        """Folds or unfolds the group under the cursor; False when there is none."""
        row = self.row(state)
        group = state.combatants[row.ids[0]].group if row is not None and row.ids else None
        if row is None or group is None:
            return False
        key = f"@{group}"
        if key in self.unfolded:
            self.unfolded.discard(key)
            self.cursor = key
        else:
            self.unfolded.add(key)
            self.cursor = row.ids[0]
        self.scroll(state)
        return True

    def resize(self, state: Encounter, height: int) -> None:
        """Takes a new height. Groups stand open when everybody fits and has a letter, and are folded when not."""
        self.height = max(1, height)
        groups = {f"@{one.group}" for one in state.present() if one.group}
        everybody = sum(1 for row in self._rows.of(state, groups) if row.kind != "section")
        self.unfolded = groups if everybody <= min(self.height, len(LETTERS)) else set()
        if self.cursor not in {row.key for row in self.rows(state)}:
            self.follow(state)
        self.scroll(state)

    def scroll(self, state: Encounter, *, ahead: bool = False) -> None:
        """Brings the cursor into view, with a row beyond it where there is one.

        With `ahead` a list that must move down moves so far that those who come next are seen, and then stands still.
        """
        keys = [row.key for row in self.rows(state)]
        at = keys.index(self.cursor) if self.cursor in keys else 0
        last = max(0, len(keys) - self.height)
        beyond = 1 if self.height > 2 else 0
        top = self.top
        if at - beyond < top:
            top = at - beyond
        elif at + beyond >= top + self.height:
            top = at - self.height // 4 if ahead else at + beyond - self.height + 1
        self.top = max(0, min(top, last))
