"""The menus of the bar: other actions, with the reason where one cannot be done; legendary actions; the palette."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tracker.encounter.commands import Act, Command, Lair, Legend, Redo, Resist, Undo, Why, Wish
from tracker.encounter.state import Id
from tracker.tui.lines import Line
from tracker.tui.openings import command
from tracker.tui.questions.act import ActQuestion
from tracker.tui.questions.base import Question, names
from tracker.tui.questions.listed import Choice, Hit, ListQuestion, MenuQuestion
from tracker.tui.sight import Reading, Sight, picked_targets, signs

if TYPE_CHECKING:
    from tracker.encounter.decide.actions import ActionChoice
    from tracker.tui.table import Table

# Console lines; one that ends in a space wants more words and opens the command line.
_DEEDS = (
    ("Ready", 'ready {who} "'),
    ("Delay: act later", "delay {who}"),
    ("Mount", "mount {who} "),
    ("Dismount", "dismount {who}"),
)
_FATES = (
    ("Death save", "death {who}"),
    ("Stable at 0", "stabilize {who}"),
    ("Knock out instead of kill", "knockout {who}"),
    ("Kill", "kill {who}"),
    ("Revive with 1 hp", "revive {who}"),
    ("Flee", "flee {who}"),
    ("Legendary resistance", "resist {who}"),
)
_TABLE = (
    ("Ongoing damage", "ongoing {who} "),
    ("Amend the last amount", "amend "),
    ("Maximum hit points", "maxhp {who} "),
    ("Hazard", "hazard "),
    ("Scene", "scene "),
    ("Tag", "tag {who} "),
    ("Counter", "count {who} "),
    ("Reminder", "remind "),
    ("Luck", "luck {who} "),
    ("Inspiration", "inspiration {who} "),
    ("Short rest", "rest short"),
    ("Long rest", "rest long"),
    ("Automation", "auto "),
    ("House rule", "rule "),
    ("Split the group", "split {group}"),
    ("Roll dice", "roll "),
    ("Undo the whole turn", "undo turn"),
)


def other_actions(table: "Table") -> Question | None:
    """`o`: the actions there are, then what becomes of somebody, then whatever else the table can do."""
    sight = table.sight()
    who = sight.under or sight.actor
    if who is None:
        alone = [_line(table, text, template) for text, template in _TABLE if "{" not in template]
        return MenuQuestion("other", "OTHER", alone)
    actions = table.services.actions(sight.state, who)
    choices = [_deed(table, who, choice) for choice in actions if choice.name not in ("Attack", "Ready")]
    one = sight.state.combatants[who]
    for text, template in (*_DEEDS, *_FATES, *_TABLE):
        if "{group}" in template and one.group is None:
            continue
        choices.append(_line(table, text, template, who))
    choices.sort(key=lambda choice: bool(choice.reason))
    return MenuQuestion(f"{one.name}", f"OTHER ACTIONS OF {one.name}", choices)


def _deed(table: "Table", who: Id, choice: "ActionChoice") -> Choice:
    note = f"{choice.cost}: {choice.line}" if choice.line else choice.cost
    return Choice(choice.name, lambda: _act(table, who, choice.name.casefold()), note, reason=choice.why_not or "")


def _act(table: "Table", who: Id, name: str) -> Wish | Question:
    wish = Act(who=who, action=name)
    return ActQuestion(who, name) if table.services.reason(table.state, wish) else wish


def _line(table: "Table", text: str, template: str, who: Id | None = None) -> Choice:
    one = table.state.combatants.get(who) if who else None
    line = template.format(who=who, group=one.group if one and one.group else "")
    if line[-1] in ' "':
        return Choice(text, lambda: command(table, line), note=f": {line}")
    return Choice(text, lambda: _parsed(table, line), note=f": {line}", reason=reason_against(table, line))


def _parsed(table: "Table", line: str) -> Wish | Question:
    try:
        return table.services.parse(line, table.state)
    except ValueError:
        return command(table, line)


def reason_against(table: "Table", line: str) -> str:
    """Why a console line could not be done now, in the words its error would have; empty when it could."""
    try:
        wish = table.services.parse(line, table.state)
    except ValueError as error:
        return str(error)
    return "" if isinstance(wish, (Undo, Redo, Why)) else table.services.reason(table.state, wish)


class LegendQuestion(ListQuestion):
    """`l`: a number chooses the action, letters its targets."""

    label = "legendary"
    keeps_words = True
    hint = "number, then the letters of its targets"
    letters = "small"

    def __init__(self, options: list[tuple[Id, str, str, str]]) -> None:
        super().__init__()
        self._options = options
        """Whose, `legend` or `lair`, its name, and a note."""

    def read(self, sight: Sight) -> Reading:
        text = self.field.text.strip()
        digits = text[: len(text) - len(text.lstrip("0123456789"))]
        index = int(digits) - 1 if digits else self.index
        lines = self._drawn(index)
        if not 0 <= index < len(self._options):
            return Reading(problem=f"1 to {len(self._options)}", lines=lines, title="LEGENDARY")
        picked, unknown = picked_targets(text[len(digits) :], sight)
        if unknown:
            return Reading(problem=f"no row has the letter {unknown}", lines=lines, title="LEGENDARY")
        targets = (*picked, *self.extra.values())
        who, kind, name, _ = self._options[index]
        wish: Command = (
            Legend(who=who, option=name, targets=targets)
            if kind == "legend"
            else Lair(who=who, action=name, targets=targets)
            if kind == "lair"
            else Resist(who=who)
        )
        on = f" on {names(sight, tuple(target.who for target in targets))}" if targets else ""
        return Reading(wish, f"{sight.name(who)}: {name}{on}", picked=signs(targets), lines=lines, title="LEGENDARY")

    def _drawn(self, index: int) -> tuple[Line, ...]:
        hits = [Hit(name, note, key=str(at)) for at, (_, _, name, note) in enumerate(self._options, 1)]
        return self.drawn(hits, index)


def legendary_actions(table: "Table") -> Question | None:
    """`l`: every legendary and lair action that somebody in the fight has, and resistances to a save just failed."""
    state = table.state
    options: list[tuple[Id, str, str, str]] = []
    for failed in state.last_failed:
        if state.block_of(failed.who).legendary_resistance:
            options.append((failed.who, "resist", "Legendary Resistance", state.combatants[failed.who].name))
    for one in state.present():
        if one.status != "up" or one.block not in state.blocks:
            continue
        block = state.block_of(one.id)
        if block.legendary:
            left = block.legendary.uses - one.spent.get("legendary", 0)
            for entry in block.legendary.actions:
                note = f"{one.name}, {left} left" + (f", costs {entry.cost}" if entry.cost > 1 else "")
                options.append((one.id, "legend", entry.name, note))
        if one.kind == "lair":
            options += [(one.id, "lair", entry.name or entry.text or "", one.name) for entry in block.lair]
    if not options:
        from tracker.tui.view import Notice

        table.notice = Notice("nobody here has legendary or lair actions", "warn")
        return None
    return LegendQuestion(options)


def palette(table: "Table") -> Question:
    """Every key's action, what `o` offers for whom the cursor stands on, and every command word."""
    from tracker.console.rows import ROWS

    who = table.sight().under
    choices = [
        Choice(key.help, _runner(table, key.id), key.words, table.keymap.key_of(key.id)) for key in table.keymap.table
    ]
    lines = ((text, template) for text, template in (*_DEEDS, *_FATES, *_TABLE) if who or "{" not in template)
    choices += [_line(table, text, template, who) for text, template in lines if "{group}" not in template]
    choices += [Choice(row.word, _typed(table, row.word), row.does, ":") for row in ROWS]
    return MenuQuestion("palette", "EVERYTHING", choices)


def _runner(table: "Table", id_: str) -> Callable[[], None]:
    return lambda: table.run(id_)


def _typed(table: "Table", word: str) -> Callable[[], Question]:
    return lambda: command(table, f"{word} ")
