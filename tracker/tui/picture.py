"""The whole screen as lines: what the table knows, put into the frame of a size."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tracker.encounter.commands import Redo, Undo, Why
from tracker.encounter.state import Id
from tracker.frozen import replace
from tracker.tui.bars import header_line, hint_line, idle_line, prompt_line, question_line
from tracker.tui.detail import Sheets, creature_lines, empty_lines, group_lines
from tracker.tui.foresight import question_help
from tracker.tui.frame import Frame, Picture, frame
from tracker.tui.glyphs import ASCII, plain
from tracker.tui.help import help_lines
from tracker.tui.lines import EMPTY, Line, Span, clipped, held, line, wrap
from tracker.tui.log_pane import LogTail
from tracker.tui.order_pane import Columns, RowLook, handle_cells, hp_cells, order_line, title_line
from tracker.tui.prompts import types_number
from tracker.tui.rows import OrderRow
from tracker.tui.sight import Reading
from tracker.tui.table import Table

if TYPE_CHECKING:
    from tracker.encounter.preview import Outlook
    from tracker.encounter.summary import Summary
    from tracker.library.weighing import Weighed
    from tracker.tui.tutorial import Guide


def in_ascii(picture: Picture) -> Picture:
    """The picture with every typographic sign in ASCII."""
    panes = (
        [Line(tuple(Span(plain(text), ink) for text, ink in one.spans), one.ground) for one in pane]
        for pane in (picture.header, picture.order, picture.detail, picture.log, picture.bar, picture.hint)
    )
    return Picture(*panes)


_MOST_DRAWN = 500
"""Rows of the order kept as they were drawn, with and without a pick letter."""


class Painter:
    """Paints a table into the frame of a size."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.frame: Frame = frame(80, 24)
        self.warning = ""
        """What the header says loudly, such as a disk that refuses."""
        self.shows_clock = True
        self.turn_limit = 0
        """Seconds after which the clock stands out; 0 is never."""
        self.guide: Guide | None = None
        """What the tutorial says in place of the keys."""
        self._weighed: tuple[object, Weighed | None] = (None, None)
        self._log = LogTail(table.services.log)
        self._summed: tuple[object, Summary | None] = (None, None)
        self._outlook: tuple[object, tuple[Outlook, ...]] = (None, ())
        self._hinted: tuple[object, Line] = (None, EMPTY)
        self._drawn: dict[tuple[str, RowLook], tuple[tuple[OrderRow, Columns], Line]] = {}
        self._detail: tuple[object, list[Line]] = (None, [])
        self._sheets = Sheets()

    def resize(self, width: int, height: int) -> None:
        """Takes a new size of the terminal."""
        self.frame = frame(width, height)
        self.table.resize(self._order_rows)

    @property
    def _order_rows(self) -> int:
        height = self.frame.order.height
        return height - 1 if height > 3 else height

    @property
    def ticks(self) -> bool:
        """Whether the clock on the screen is running."""
        return self.shows_clock and not self.table.clock.paused and self.table.state.phase == "running"

    def paint(self) -> Picture:
        """The picture of this moment."""
        table = self.table
        trouble: str = getattr(table.fight, "trouble", "")
        self.warning = trouble.split(":")[0]
        picture = self._painted()
        return picture if table.glyphs is not ASCII else in_ascii(picture)

    def _painted(self) -> Picture:
        table, boxes = self.table, self.frame
        reading = table.reading()
        clock = table.clock.text if self.shows_clock and table.state.phase == "running" else ""
        is_late = 0 < self.turn_limit <= table.clock.seconds
        return Picture(
            header=[header_line(table.state, clock, boxes.header.width, table.glyphs, self.warning, is_late)],
            order=self._order(reading),
            detail=self._details(reading),
            log=self._log_lines(),
            bar=[self._bar(reading)],
            hint=[self._hint()],
        )

    def _hint(self) -> Line:
        table, room = self.table, self.frame.hint.width
        if self.guide is not None:
            self.guide.look(table)
        told = self.guide.line(table, room) if self.guide is not None else None
        key = (table.state.phase, table.keymap, room, table.glyphs)
        if told is None and self._hinted[0] != key:
            self._hinted = (key, hint_line(table.state, table.keymap, room, table.glyphs))
        return told or self._hinted[1]

    def click(self, y: int) -> None:
        """Puts the cursor on the row drawn at line `y` of the order pane."""
        at = self.table.list.top + y - (self.frame.order.height - self._order_rows)
        rows = self.table.rows
        if not 0 <= at < len(rows) or rows[at].kind == "section":
            return
        if self.table.question is not None and rows[at].kind != "wave":
            self.table.question.pick(rows[at].ids, "full")
        else:
            self.table.list.cursor = rows[at].key

    def copied(self) -> str:
        """What is to be copied: a text laid ready once, else the detail pane's."""
        ready, self.table.view.clip = self.table.view.clip, ""
        if ready:
            return ready
        _, lines = self._detail_lines(self.table.reading(), 100)
        return "\n".join(one.text.rstrip() for one in lines).strip() + "\n"

    def _order(self, reading: Reading | None) -> list[Line]:
        table, box = self.table, self.frame.order
        rows, top = table.rows, table.list.top
        lines = []
        if box.height > 3:
            lines.append(title_line(self._order_title(), box.width, table.glyphs, self._beyond(rows)))
        columns = Columns(box.width, handle_cells(rows), hp_cells(rows))
        for row in rows[top : top + self._order_rows]:
            row = self._headed(row) if row.kind == "section" else row
            look = self._look(row, reading)
            drawn = self._drawn.get((row.key, look))
            if drawn is None or drawn[0] != (row, columns):
                drawn = self._drawn[row.key, look] = ((row, columns), order_line(row, look, columns, table.glyphs))
            lines.append(drawn[1])
        if len(self._drawn) > _MOST_DRAWN:
            self._drawn.clear()
        return lines

    def _order_title(self) -> str:
        marks = len(self.table.list.marks)
        title = "INITIATIVE" if self.table.state.phase in ("running", "ended") else "SETTING UP"
        return f"{title} {self.table.glyphs.dot} {marks} marked" if marks else title

    def _beyond(self, rows: Sequence[OrderRow]) -> str:
        glyphs, top = self.table.glyphs, self.table.list.top
        below = len(rows) - top - self._order_rows
        parts = [f"{glyphs.up}{top}" if top else "", f"{glyphs.down}{below}" if below > 0 else ""]
        if self.table.state.phase in ("setup", "initiative"):
            parts.append(self._difficulty.difficulty.grade or "" if self._difficulty.levels else "")
        return " ".join(part for part in parts if part)

    @property
    def _difficulty(self) -> "Weighed":
        state = self.table.state
        if self._weighed[0] is not state.combatants or self._weighed[1] is None:
            self._weighed = (state.combatants, self.table.services.weighed(state))
        weighed = self._weighed[1]
        assert weighed is not None
        return weighed

    def _headed(self, row: OrderRow) -> OrderRow:
        """The heading of a side with what it brings to the fight."""
        room = self.frame.order.width - len(row.name) - 5
        short = self._difficulty.foes_in_short if row.key == "=foes" else self._difficulty.party_in_short(room)
        return replace(row, suffix=short.replace("·", self.table.glyphs.dot))

    def _look(self, row: OrderRow, reading: Reading | None) -> RowLook:
        table = self.table
        letter = table.asking.letters.get(row.key, "")
        picked = ""
        if reading is not None and row.ids and row.kind != "wave":
            shares = [reading.picked.get(who, "") for who in row.ids]
            picked = next((share for share in shares if share), "") if all(shares) else ""
        question = table.question
        if question is None or not question.letters:
            letter = ""
        elif question.letters == "capital":
            letter = letter.upper()
        sign = {"": "", "half": "/"}.get(picked, table.glyphs.mark)
        marked = bool(row.ids) and table.list.marks.issuperset(row.ids) and row.kind != "wave"
        outcomes = [one.text for one in self._foreseen(reading) if one.who in row.ids] if picked else []
        outcome = outcomes[0] if len(outcomes) == 1 else ""
        return RowLook(row.key == table.list.cursor, marked, letter, sign, outcome)

    def _details(self, reading: Reading | None) -> list[Line]:
        table, box = self.table, self.frame.detail
        if box.height == 0:
            return []
        room = max(1, box.width - 3)
        title, lines = self._detail_lines(reading, room)
        rows = box.height - 1
        back = table.view.detail_back = max(0, min(table.view.detail_back, len(lines) - rows))
        glyphs = table.glyphs
        more = len(lines) - back - rows
        note = " ".join(
            part for part in (f"{glyphs.up}{back}" if back else "", f"{glyphs.down}{more}" if more > 0 else "") if part
        )
        body = [Line((Span(" "), *one.spans), one.ground) for one in lines[back : back + rows]]
        return [title_line(title, box.width - 1, glyphs, note), *body]

    def _detail_lines(self, reading: Reading | None, room: int) -> tuple[str, list[Line]]:
        table = self.table
        if reading is not None and table.question is not None and table.view.question_help:
            return "WHAT CAN BE TYPED", question_help(table.question, reading, table.state, room)
        if reading is not None and reading.lines is not None:
            wrapped = [
                part
                for one in reading.lines
                for part in (wrap(one, room, 2) if one.ground == "ground" else [clipped(one, room)])
            ]
            return reading.title or "LIST", self._in_view(wrapped)
        if table.view.help:
            return "KEYS", help_lines(table, room, self.frame.detail.height - 1)
        entry = table.explained
        if entry is not None:
            return "WHY", [part for text in table.services.why(entry) for part in wrap(line(held(text)), room, 4)]
        if table.view.summary:
            return "SUMMARY", self._summary(room)
        row = table.list.row(table.state)
        key = (table.state, row, room, table.glyphs)
        if self._detail[0] != key:
            self._detail = (key, self._of_row(row, room))
        return self._title(row), [*self._prompt_options(), *self._detail[1]]

    def _summary(self, room: int) -> list[Line]:
        from tracker.tui.summing import summarized, summary_lines

        table = self.table
        known, summary = self._summed
        if summary is None or known is not table.state:
            summary = summarized(table.fight)
            self._summed = (table.state, summary)
        save = line(Span(table.keymap.key_of("summary"), "key"), Span(" saves it as Markdown, with the log", "dim"))
        return [*summary_lines(summary, room, table.glyphs), line(), save]

    def _in_view(self, lines: list[Line]) -> list[Line]:
        """The lines from where the chosen one is in view."""
        rows = self.frame.detail.height - 1
        chosen = next((at for at, one in enumerate(lines) if one.ground == "chosen"), 0)
        return lines[max(0, chosen - rows + 2) :] if chosen >= rows - 1 else lines

    def _prompt_options(self) -> list[Line]:
        """What a waiting prompt lets one choose among, above the creature."""
        shown = self.table.prompt
        if shown is None or len(shown.prompt.options) < 2:
            return []
        options = enumerate(shown.prompt.options, 1)
        return [line(Span(f"{at} ", "key"), Span(name, "strong"), ground="prompt") for at, name in options] + [line()]

    def _title(self, row: OrderRow | None) -> str:
        if row is None:
            return "TABLE"
        return "ACTIVE" if row.active else "CREATURE" if row.kind != "wave" else "WAITING"

    def _of_row(self, row: OrderRow | None, room: int) -> list[Line]:
        table = self.table
        if row is not None and row.kind == "wave" and not row.ids:
            return wrap(line(Span("reminder for ", "dim"), row.name), room, 2)
        if row is None or not row.ids:
            keys = {id_: table.keymap.key_of(id_) for id_ in ("add", "command", "help")}
            return empty_lines(keys, room)
        if row.kind == "group":
            return group_lines(table.state, row, room, table.glyphs, self._sheets)
        return creature_lines(table.state, Id(row.ids[0]), room, table.glyphs, self._sheets)

    def _log_lines(self) -> list[Line]:
        table, box = self.table, self.frame.log
        if box.height < 2:
            return []
        view = table.view
        rows, room = box.height - 1, box.width - (1 if box.x else 0)
        lines, view.log_back = self._log.visible(
            table.fight.entries, room, rows, view.log_back, table.glyphs, table.explained
        )
        note = f"{table.glyphs.down}{view.log_back} newer" if view.log_back else ""
        shown = [title_line("LOG", room, table.glyphs, note), *lines]
        if not box.x:
            return shown
        upright = Span(table.glyphs.upright, "rule")
        return [Line((upright, *one.spans), one.ground) for one in (*shown, *[EMPTY] * (rows - len(lines)))]

    def _bar(self, reading: Reading | None) -> Line:
        table, room = self.table, self.frame.bar.width
        question, notice = table.question, table.notice
        if question is not None and reading is not None:
            text = notice.text if notice.ink in ("error", "warn") else ""
            return question_line(question, reading, self._previewed(reading), room, table.glyphs, text)
        if notice.text and notice.ink == "error":
            return idle_line(notice.text, "error", room)
        shown = table.prompt
        if shown is not None:
            return prompt_line(shown, room, table.glyphs, types_number(shown.prompt))
        return idle_line(notice.text or self._standing(), notice.ink, room)

    def _standing(self) -> str:
        table = self.table
        if table.view.first_run:
            keys = {id_: table.keymap.key_of(id_) for id_ in ("next", "damage", "undo", "help")}
            if table.state.phase in ("setup", "initiative"):
                return f"type the counts you have, or just press {keys['next']}: the rest is rolled"
            says = (
                ("next", "ends a turn"),
                ("damage", "damages"),
                ("undo", "takes anything back"),
                ("help", "shows the keys"),
            )
            return ", ".join(f"{keys[id_]} {what}" for id_, what in says)
        return ""

    def _foreseen(self, reading: Reading | None) -> "tuple[Outlook, ...]":
        """What Enter would do, worked out once for a state and a wish."""
        wish = reading.wish if reading is not None else None
        if reading is None or not reading.foresee or wish is None or isinstance(wish, (Undo, Redo, Why)):
            return ()
        key = (self.table.state, wish)
        if self._outlook[0] != key:
            self._outlook = (key, self.table.services.outlook(self.table.state, wish))
        return self._outlook[1]

    def _previewed(self, reading: Reading) -> str:
        combatants, glyphs = self.table.state.combatants, self.table.glyphs
        parts = []
        for one in self._foreseen(reading):
            name = combatants[one.who].name if one.who is not None and one.who in combatants else ""
            parts.append(f"{name} {one.text}".strip())
        return f" {glyphs.dot} ".join(parts).replace("→", glyphs.arrow)
