"""The log: what came of each wish, as lines that can be read aloud. A rendering of events, never a second truth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from tracker.encounter import events as e
from tracker.encounter.commands import Redo, Undo, Why
from tracker.encounter.history import Entry
from tracker.encounter.state import Id
from tracker.encounter.telling import Names, change, describe, dice, ending, hit_point_parts, joined
from tracker.library.visible import one_line

Tone = Literal["event", "round", "turn", "prompt", "note", "warning", "refusal", "undo", "why"]
"""What kind of line it is, so that a screen can set it apart; the words say it too."""

_OUTCOMES = {
    "up": "is up again",
    "dying": "falls unconscious",
    "stable": "is stable",
    "unconscious": "is knocked out",
    "dead": "dies",
    "fled": "flees",
}


class LogLine(NamedTuple):
    """One line of the log."""

    round: int
    """The round it happened in; 0 before the fight began."""
    text: str
    """Plain text, never markup: names stand in it byte for byte."""
    tone: Tone = "event"
    who: Id | None = None
    """Whom it is about, where that is one combatant."""

    def __str__(self) -> str:
        return f"R{self.round} {self.text}" if self.round else f"-- {self.text}"


def log_lines(entry: Entry) -> tuple[LogLine, ...]:
    """The lines of one entry; what belongs together (attack, damage, fall) stands in one."""
    if isinstance(entry.wish, Undo | Redo):
        return (_step(entry, entry.wish),)
    teller = _Teller(entry)
    for event in entry.events:
        teller.tell(event)
    if isinstance(entry.wish, Why):
        return tuple(line._replace(text=f"why: {line.text}", tone="why") for line in teller.lines)
    return tuple(teller.lines)


def log_text(entries: Iterable[Entry]) -> str:
    """The whole log as text, a line each; what stands in names makes no further lines."""
    return "".join(f"{one_line(str(line))}\n" for entry in entries for line in log_lines(entry))


def _step(entry: Entry, wish: Undo | Redo) -> LogLine:
    word = "Undo" if isinstance(wish, Undo) else "Redo"
    what = f"{wish.count} commands" if wish.count != 1 else "one command"
    if wish.count == 1 and entry.of and (told := log_lines(entry.of)):
        what = told[0].text
    return LogLine(entry.after.round, f"{word}: {what}", "undo")


class _Teller:
    """Goes through the events of an entry; later ones are worked into the line they belong to."""

    def __init__(self, entry: Entry) -> None:
        self.lines: list[LogLine] = []
        self._names = Names(entry)
        self._round = entry.before.round
        self._open: dict[Id, int] = {}
        self._awaits: dict[Id, int] = {}
        self._entering: tuple[int, list[str]] = (-1, [])
        self._fallen: set[Id] = set()

    def tell(self, event: e.Event) -> None:
        match event:
            case e.RoundStarted(round=number):
                self._round = number
                self._add(event, "round")
            case e.TurnStarted(who=who):
                self._add(event, "turn", who[0] if len(who) == 1 else None)
            case e.Attacked(target=target, hit=hit):
                self._add(event, who=target)
                if hit:
                    self._awaits[target] = len(self.lines) - 1
            case e.Saved(who=who) | e.DeathSaved(who=who) | e.Healed(who=who):
                self._add(event, who=who)
                self._open[who] = len(self.lines) - 1
                if isinstance(event, e.Saved):
                    self._awaits[who] = len(self.lines) - 1
            case e.Damaged():
                self._damaged(event)
            case e.StatusChanged(who=who, status=status) if who in self._open:
                self._append(who, f", {_OUTCOMES[status]}")
                self._fallen.add(who)
            case e.DeathCountSet(who=who, failures=failures) if failures and who in self._open:
                self._append(who, f", {failures} {'failure' if failures == 1 else 'failures'}")
            case e.EffectAdded(who=who, effect=effect) if effect.kind == "condition":
                self._condition(event)
            case e.EffectEnded(who=who, name="unconscious") if who in self._fallen:
                return
            case e.Joined() if not event.faces and event.combatant.waiting is None:
                self._enter(event.combatant.name)
            case e.PromptRaised(prompt=prompt):
                self._add(event, "prompt", prompt.who)
            case e.Said(tone=tone, text=text, who=who):
                prefix = {"refusal": "Refused: ", "warning": "Warning: ", "note": ""}[tone]
                hint = " (`!` at the end forces it)" if tone == "refusal" else ""
                self.lines.append(LogLine(self._round, f"{prefix}{text}{hint}", tone, who))
            case _:
                self._add(event, who=getattr(event, "who", None))

    def _add(self, event: e.Event, tone: Tone = "event", who: Id | tuple[Id, ...] | None = None) -> None:
        text = describe(event, self._names)
        if text:
            self.lines.append(LogLine(self._round, text, tone, who if isinstance(who, str) else None))

    def _damaged(self, event: e.Damaged) -> None:
        index = self._awaits.pop(event.who, None)
        if index is None:
            self._add(event, who=event.who)
            index = len(self.lines) - 1
        else:
            self._extend(index, f", {hit_point_parts(event)}{dice(event.faces)} · {change(event)}")
        self._open[event.who] = index

    def _condition(self, event: e.EffectAdded) -> None:
        who, effect = event.who, event.effect
        if who in self._fallen and effect.name in ("unconscious", "prone"):
            return
        if who in self._awaits:
            self._extend(self._awaits[who], f", {effect.name}{ending(effect.words, self._names)}")
        else:
            self._add(event, who=who)

    def _enter(self, name: str) -> None:
        index, names = self._entering
        if index != len(self.lines) - 1 or index < 0:
            names = []
            self.lines.append(LogLine(self._round, ""))
            index = len(self.lines) - 1
        names.append(name)
        self._entering = index, names
        text = f"{joined(names)} {'enters' if len(names) == 1 else 'enter'}"
        self.lines[index] = self.lines[index]._replace(text=text)

    def _append(self, who: Id, text: str) -> None:
        self._extend(self._open[who], text)

    def _extend(self, index: int, text: str) -> None:
        self.lines[index] = self.lines[index]._replace(text=self.lines[index].text + text)
