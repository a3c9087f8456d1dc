"""A table for tests: a fight from a text, keys written as words, and the picture as text."""

from pathlib import Path
from random import Random

from tracker.encounter.state import Combatant, Encounter, Id
from tracker.encounter.store import Store
from tracker.library.plans import load_encounter, load_encounter_text
from tracker.rules.dice import Dice, FedDice, RandomDice
from tracker.tui.clock import TurnClock
from tracker.tui.frame import Frame
from tracker.tui.glyphs import UNICODE, Glyphs
from tracker.tui.keys import Keymap
from tracker.tui.lines import Line, Span, filled
from tracker.tui.picture import Painter
from tracker.tui.services import Services
from tracker.tui.table import Table

AMBUSH = """
encounter: Ambush at the ford
edition: srd-5.1
party:
  - {name: Mira, hp: 31/38, ac: 15, initiative: 18, level: 3, abilities: {con: 14}}
  - {name: Tor, hp: 30, ac: 17, initiative: 11, level: 3, attacks: [{name: Axe, to_hit: 5, damage: [1d8+3 slashing]}]}
combatants:
  - {monster: Bugbear, name: Grakk, hp: 40, initiative: 15}
  - {name: Salamander, hp: 90, ac: 15, resist: [fire], initiative: 9}
  - {monster: Goblin, count: 3, initiative: 7}
  - {monster: Wolf, count: 2, wave: Wolves, joins: round 3}
"""


class At:
    """A table, its painter, and how many keys were pressed."""

    def __init__(
        self,
        fight: str | Path = AMBUSH,
        *,
        begun: bool = True,
        size: tuple[int, int] = (120, 40),
        dice: Dice | None = None,
        glyphs: Glyphs = UNICODE,
        keymap: Keymap | None = None,
    ) -> None:
        loaded = load_encounter(fight, "srd-5.1") if isinstance(fight, Path) else load_encounter_text(fight)
        plan = loaded.plan
        assert plan is not None
        self.store = Store.open_plan(plan, dice or RandomDice(7))
        services = Services()
        self.table = Table(
            self.store, services, keymap=keymap, glyphs=glyphs, dice=Random(3), clock=TurnClock(lambda: 0)
        )
        services.marked = lambda: tuple(self.table.list.marks)
        self.painter = Painter(self.table)
        self.painter.resize(*size)
        self.pressed = 0
        if begun:
            self.keys("n")
        self.pressed = 0

    @property
    def state(self) -> Encounter:
        return self.table.state

    def of(self, who: str) -> Combatant:
        return self.state.combatants[Id(who)]

    def keys(self, text: str) -> "At":
        """Presses keys by name where a word is the name of one; any other word is typed letter by letter."""
        for word in text.split(" "):
            if word in NAMED:
                self._press(word, " " if word == "space" else None)
            else:
                for char in word:
                    self._press(char, char)
        return self

    def type(self, text: str) -> "At":
        """Types a text as it stands, spaces and all."""
        for char in text:
            self._press("space" if char == " " else char, char)
        return self

    def _press(self, key: str, char: str | None) -> None:
        self.table.press(key, char)
        self.pressed += 1

    @property
    def bar(self) -> str:
        return self.painter.paint().bar[0].text.rstrip()

    def pane(self, name: str) -> str:
        lines: list[Line] = list(getattr(self.painter.paint(), name))
        return "\n".join(line.text.rstrip() for line in lines)

    def screen(self) -> str:
        return "\n".join(line.text.rstrip() for line in self.screen_lines())

    def screen_lines(self) -> list[Line]:
        """The whole screen, row by row, as the terminal would show it."""
        return [Line(tuple(span for part in parts for span in part.spans)) for parts in self.screen_rows()]

    def screen_rows(self) -> list[list[Line]]:
        """The same in the pieces of its panes, each with its ground."""
        picture, boxes = self.painter.paint(), self.painter.frame
        rows: dict[int, list[Line]] = {}
        for name in Frame._fields:
            box = getattr(boxes, name)
            lines = getattr(picture, name)
            for y in range(box.height):
                line = lines[y] if y < len(lines) else Line()
                if name == "detail":
                    rows.setdefault(box.y + y, []).append(Line((Span(self.table.glyphs.upright, "rule"),)))
                rows.setdefault(box.y + y, []).append(filled(line, box.width - (name == "detail")))
        return [rows[y] for y in sorted(rows)]


NAMED = {"enter", "escape", "space", "tab", "shift+tab", "backspace", "up", "down", "left", "right", "home", "end",
         "pageup", "pagedown", "ctrl+p", "ctrl+y", "ctrl+c", "ctrl+q"}  # fmt: skip


def fed(*faces: int) -> Dice:
    return FedDice(faces)
