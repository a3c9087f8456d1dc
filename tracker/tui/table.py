"""The GM's table without a terminal: the fight, the cursor, the question in the bar, and what each key does to them.

`press` and `paste` are all that comes in; `picture.paint` reads what is to be shown. Nothing here knows Textual.
"""

from collections.abc import Callable
from itertools import islice
from random import Random

from tracker.encounter.commands import Add, Attack, Begin, Next, Order, Redo, Start, Swap, Undo, Use, Why, Wish
from tracker.encounter.errors import EncounterError
from tracker.encounter.events import Said
from tracker.encounter.history import Entry
from tracker.encounter.state import Encounter, Id
from tracker.tui.asking import Asking
from tracker.tui.clock import TurnClock
from tracker.tui.glyphs import UNICODE, Glyphs
from tracker.tui.keys import Keymap
from tracker.tui.listing import Listing
from tracker.tui.prompts import Offers, Shown, types_number
from tracker.tui.questions.base import Question
from tracker.tui.questions.command import AnswerQuestion
from tracker.tui.questions.simple import CountQuestion
from tracker.tui.recalled import Recalled
from tracker.tui.rows import OrderRow
from tracker.tui.services import Services
from tracker.tui.sight import Reading, Sight
from tracker.tui.view import Fight, Notice, View


class Table:
    """One fight and one GM in front of it."""

    def __init__(
        self,
        fight: Fight,
        services: Services,
        *,
        keymap: Keymap | None = None,
        glyphs: Glyphs = UNICODE,
        dice: Random | None = None,
        clock: TurnClock | None = None,
    ) -> None:
        self.fight = fight
        self.services = services
        self.keymap = keymap or Keymap()
        self.glyphs = glyphs
        self.offers = Offers(dice or Random())
        self.clock = clock or TurnClock(lambda: 0.0)
        self.view = View()
        self.list = Listing()
        self.asking = Asking(self)
        self.notice = Notice("; ".join(self.keymap.clashes), "warn")
        self.history = Recalled()
        self.last_target: dict[Id, Id] = {}
        self.wants: list[str] = []
        """What the app is to do about the terminal itself: `quit`, `suspend`, `copy`, `theme`."""
        self._active_seen: object = None
        self.follow()

    def seat(self, fight: Fight) -> None:
        """Another fight at the same table."""
        self.fight = fight
        self.close()
        self.list = Listing()
        self.follow()

    def hush(self) -> None:
        """Takes away what the bar says."""
        self.notice = Notice()

    def warn(self, text: str, ink: str = "warn") -> None:
        """Says something in the bar, beside what it says already."""
        said = self.notice.text
        self.notice = Notice(f"{said}; {text}" if said and ink == "warn" else text, ink)

    # What is to be seen

    @property
    def state(self) -> Encounter:
        """The fight as it is."""
        return self.fight.state

    @property
    def question(self) -> Question | None:
        """What the bar asks."""
        return self.asking.question

    @property
    def rows(self) -> tuple[OrderRow, ...]:
        """The rows of the order."""
        return self.list.rows(self.state)

    @property
    def prompt(self) -> Shown | None:
        """The prompt that the bar shows when no question is open."""
        return self.offers.shown(self.state, self.view.prompt)

    def sight(self) -> Sight:
        """What a question sees now."""
        rows = {row.key: row for row in self.rows}
        row = rows.get(self.list.cursor)
        letters = {letter: rows[key].ids for key, letter in self.asking.letters.items() if key in rows}
        under = self._under(row)
        marked = tuple(who for who in self.state.combatants if who in self.list.marks)
        return Sight(
            state=self.state,
            under=under,
            defaults=marked or (row.ids if row and row.kind == "group" and self._counts else (under,) if under else ()),
            letters=letters,
            last_target=self.last_target,
            marked=frozenset(marked),
        )

    @property
    def _counts(self) -> bool:
        return isinstance(self.question, CountQuestion)

    def _under(self, row: OrderRow | None) -> Id | None:
        if row is None or not row.ids or row.kind in ("wave", "section"):
            return None
        if row.kind != "group":
            return row.ids[0]
        if row.active:
            fresh = [who for who in row.ids if not self.state.combatants[who].turn.action]
            return next(iter(fresh), row.ids[0])
        return min(row.ids, key=lambda who: (self.state.combatants[who].hp <= 0, self.state.combatants[who].hp))

    def reading(self) -> Reading | None:
        """What the open question makes of the text so far."""
        return None if self.question is None else self.question.read(self.sight())

    # Keys

    def press(self, key: str, char: str | None = None) -> None:
        """One key: its name, and the character it types if it types one."""
        if self.question is not None:
            self.asking.press(key, char)
            return
        name = char if char and char != " " else "space" if char == " " else key
        if self._press_prompt(name):
            return
        known = self.keymap.find(name)
        if known is None and name == "escape":
            self._leave()
        elif known is None and name == "ctrl+c":
            self.notice = Notice(f"{self.keymap.key_of('quit')} leaves; the fight is on disk", "key")
        elif known is None and name == "tab" and self.state.phase in ("setup", "initiative"):
            self.ask(CountQuestion("", self.offers.count_face))
        elif known is not None:
            self.notice = Notice()
            if self.explained and known.id in ("up", "down"):
                self._why(1 if known.id == "up" else -1)
                return
            if known.id not in ("log_up", "log_down", "detail_up", "detail_down", "copy", "why"):
                self.view.help, self.view.why_back = False, -1
                self.view.summary = self.view.summary and known.id in ("summary", "undo", "redo")
            self.run(known.id)

    def paste(self, text: str) -> None:
        """Text pasted: it goes into the open question and nowhere else."""
        if self.question is not None:
            self.question.field.insert(text.splitlines()[0] if text.splitlines() else "")
        else:
            self.notice = Notice(f"nothing asks for text: {self.keymap.key_of('command')} first, then paste", "dim")

    def _press_prompt(self, name: str) -> bool:
        shown = self.prompt
        if name.isdigit() and len(name) == 1:
            if shown is not None and types_number(shown.prompt):
                self.ask(AnswerQuestion(name, shown.prompt, shown.number))
            elif self.state.phase in ("setup", "initiative"):
                self.ask(CountQuestion(name, self.offers.count_face))
            return True
        if shown is None or name not in ("enter", "escape", "tab"):
            return False
        if name == "escape" and (self.view.help or self.view.summary or self.view.why_back >= 0):
            return False
        if name == "tab":
            ids = [prompt.id for prompt in self.state.prompts]
            self.view.prompt = ids[(ids.index(shown.prompt.id) + 1) % len(ids)]
            return True
        self.do(shown.answer if name == "enter" else shown.skip)
        return True

    def _leave(self) -> None:
        self.view.help, self.view.why_back, self.view.detail_back, self.view.log_back = False, -1, 0, 0
        self.view.summary = False
        self.notice = Notice()
        self.list.marks.clear()
        self.follow()

    def ask(self, question: Question) -> None:
        """Opens a question."""
        self.asking.open(question)

    def close(self) -> None:
        """Leaves the open question without a trace."""
        self.asking.close()

    # Doing

    def run(self, action: str) -> None:
        """Does what a row of the key table says, by its id."""
        simple: dict[str, Callable[[], object]] = {
            "next": self._next,
            "undo": lambda: self.do(Undo()),
            "redo": lambda: self.do(Redo()),
            "why": self._why,
            "summary": self._summary,
            "earlier": lambda: self._reorder(-1),
            "later": lambda: self._reorder(1),
            "mark": lambda: self.list.mark(self.state),
            "fold": self._fold,
            "up": lambda: self.move_cursor(-1),
            "down": lambda: self.move_cursor(1),
            "active": self.follow,
            "help": lambda: setattr(self.view, "help", True),
            "log_up": lambda: self._page(-1),
            "log_down": lambda: self._page(1),
            "detail_up": lambda: self._scroll_detail(-5),
            "detail_down": lambda: self._scroll_detail(5),
            "clock": self.clock.toggle,
        }
        if action in simple:
            simple[action]()
        elif action in ("quit", "suspend", "copy", "theme"):
            self.wants.append(action)
        else:
            from tracker.tui.openings import open_question

            question = open_question(self, action)
            if question is not None:
                self.ask(question)

    def do(self, wish: Wish) -> bool:
        """Does what is wished; False, with the reason in the bar, when it cannot be done."""
        before = self.state
        try:
            entry = self.fight.do(wish)
        except EncounterError as error:
            self.notice = Notice(str(error), "error")
            return False
        if entry.is_refusal:
            text = next((event.text for event in entry.events if isinstance(event, Said)), "refused")
            self.notice = Notice(f"{text}  (! at the end forces it)", "error")
            return False
        self._after(before, wish, entry)
        return True

    def _after(self, before: Encounter, wish: Wish, entry: Entry) -> None:
        if isinstance(wish, (Attack, Use)) and wish.targets:
            first = wish.targets[0]
            self.last_target[wish.who] = first if isinstance(first, str) else first.who
            self.list.follow_group(self.state)
        if isinstance(wish, (Add, Swap)) and self.state.phase == "setup":
            self.list.stand_on_newest(self.state)
        used = getattr(wish, "targets", None)
        if used:
            self.list.marks.clear()
        self.list.marks.intersection_update(self.state.combatants)
        self.view.first_run = self.view.first_run and len(self.fight.entries) < 8
        self.view.log_back = 0
        if self.state.phase != before.phase:
            self.view.summary = self.state.phase == "ended"
        if isinstance(wish, (Undo, Redo)):
            verb = "taken back" if isinstance(wish, Undo) else "done again"
            self.notice = Notice(f"{verb}: {self.services.words(entry.of or entry, self.state)}", "result")
        if self.state.phase == "ended" != before.phase and not isinstance(wish, (Undo, Redo)):
            from tracker.tui.carrying import offer

            offer(self)
        if (self.state.active, self.state.round) != (before.active, before.round):
            self.clock.restart()
            self.view.detail_back = 0
        if self.state.active != before.active or self.list.cursor not in {row.key for row in self.rows}:
            self.follow()

    def _next(self) -> None:
        match self.state.phase:
            case "setup":
                self.do(Start())
            case "initiative":
                self.do(Begin())
            case "running":
                self.do(Next(seconds=round(self.clock.seconds, 1)))
            case _:
                self.notice = Notice(f"the fight has ended; {self.keymap.key_of('end')} reopens it", "warn")

    def _reorder(self, step: int) -> None:
        sight = self.sight()
        if sight.under is None:
            return
        place = self.state.place_of(sight.under)
        places = [one for one in self.state.places if one.members]
        if place is None or place not in places:
            self.notice = Notice("the order stands once the fight has begun", "warn")
            return
        other = places.index(place) + step
        if 0 <= other < len(places):
            self.do(Order(who=sight.under, where="before" if step < 0 else "after", other=places[other].members[0]))
            self.list.scroll(self.state)

    def _why(self, step: int = 1) -> None:
        self.view.why_back = max(0, min(self.view.why_back + step, len(self._explainable()) - 1))
        self.view.detail_back = 0

    def _summary(self) -> None:
        if self.view.summary:
            from tracker.tui.summing import save_question

            self.ask(save_question(self.fight))
        self.view.summary = True

    def _explainable(self) -> list[Entry]:
        """The newest first, and no more of them than are asked for: the far past is on disk."""
        told = (entry for entry in reversed(self.fight.entries) if not isinstance(entry.wish, (Undo, Redo, Why)))
        return list(islice(told, min(self.view.why_back + 2, 200)))

    @property
    def explained(self) -> Entry | None:
        """What the log cursor stands on while reasons are shown."""
        told = self._explainable() if self.view.why_back >= 0 else []
        return told[self.view.why_back] if 0 <= self.view.why_back < len(told) else None

    def _fold(self) -> None:
        if not self.list.fold(self.state):
            self.notice = Notice("that is no group", "warn")

    def _page(self, step: int) -> None:
        if self.view.help or self.view.summary or self.view.why_back >= 0:
            self._scroll_detail(8 * step)
        else:
            self._scroll_log(-5 * step)

    def _scroll_log(self, step: int) -> None:
        self.view.log_back = max(0, self.view.log_back + step)

    def _scroll_detail(self, step: int) -> None:
        self.view.detail_back = max(0, self.view.detail_back + step)

    def follow(self) -> None:
        """Puts the cursor back on whoever is active."""
        self.list.follow(self.state)

    def move_cursor(self, step: int) -> None:
        """Moves the cursor by rows."""
        self.list.move(self.state, step)
        self.view.detail_back = 0

    def wheel(self, pane: str, step: int) -> None:
        """The mouse wheel over a pane, by lines."""
        if pane == "log":
            self._scroll_log(-step)
        elif pane == "detail":
            self._scroll_detail(step)
        else:
            self.move_cursor(1 if step > 0 else -1)

    def resize(self, height: int) -> None:
        """The order has that many rows now."""
        self.list.resize(self.state, height)
        if self.question is not None:
            self.asking.letter_rows()
