"""What a command would come to, before it is given: the same decision, made on average dice and thrown away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.commands import Command
from tracker.encounter.decide import resolve
from tracker.encounter.errors import EncounterError
from tracker.encounter.history import Entry
from tracker.encounter.log import log_lines
from tracker.encounter.state import Encounter, Id
from tracker.encounter.telling import Names, ending
from tracker.regex import regex

_RULE = regex(r" ?\(R-\d+\)| → \d+")
_FORESEEABLE = (c.Damage, c.Heal, c.TempHp, c.Save, c.Use, c.Attack, c.Amend, c.Ongoing, c.Add, c.Legend, c.Lair)


class Outlook(NamedTuple):
    """What would come of a command for one target."""

    who: Id | None
    """None for what concerns nobody in particular."""
    text: str
    """Without its name: `14 (resists fire) → 17`, `28 → dead`."""


class AverageDice:
    """Dice that show their average, halves rounded down and up in turn; d20s show what they are told."""

    def __init__(self, d20: int) -> None:
        self.thrown = 0
        self.d20s = 0
        self._d20 = d20
        self._up = False

    def roll(self, sides: int) -> int:
        """A face from 1 to `sides`."""
        self.thrown += 1
        if sides == 20:
            self.d20s += 1
            return self._d20
        self._up = not self._up
        return (sides + 1) // 2 if self._up or sides % 2 else sides // 2 + 1


def preview(state: Encounter, command: Command) -> tuple[str, ...]:
    """One line a target, `Goblin 1 28 → dead`; an error or a refusal is told instead. Nothing is changed or rolled."""
    return tuple(
        f"{state.combatants[one.who].name} {one.text}" if one.who and one.who in state.combatants else one.text
        for one in outlook(state, command)
    )


def outlook(state: Encounter, command: Command) -> tuple[Outlook, ...]:
    """The same as `preview`, with each target's handle beside its text."""
    low = AverageDice(1)
    try:
        failed = _entry(state, command, low)
        if not low.thrown:
            return _told(failed, "")
        if not isinstance(command, _FORESEEABLE):
            return (Outlook(None, "the dice decide"),)
        if not low.d20s:
            return _told(failed, "≈")
        high = AverageDice(19)
        made = _entry(state, command, high)
        return _both(failed, made, "≈" if high.thrown > high.d20s else "")
    except EncounterError as error:
        return (Outlook(None, str(error)),)


def _entry(state: Encounter, command: Command, dice: AverageDice) -> Entry:
    resolution = resolve(state, command, dice, foresees=True)
    return Entry(0, command, tuple(resolution.events), state, resolution.state)


def _both(low: Entry, high: Entry, about: str) -> tuple[Outlook, ...]:
    """Where a d20 decides: what it must show, and what comes of either side."""
    worst = {one.who: one.text for one in _told(low, about)}
    best = {one.who: one.text for one in _told(high, about)}
    rolled = {event.who: event.kept for event in low.events if isinstance(event, e.Saved)}
    told = []
    for event in high.events:
        if isinstance(event, e.Saved):
            bad = worst.pop(event.who, "nothing")
            good = best.pop(event.who, "nothing").replace(" (saved)", "")
            if event.faces and rolled.get(event.who) != event.kept:
                told.append(Outlook(event.who, f"saves on {_need(event.dc - event.bonus)}: {good}, else {bad}"))
            else:
                told.append(Outlook(event.who, f"saved: {good}" if event.success else f"fails: {bad}"))
        elif isinstance(event, e.Attacked) and event.mode not in ("misses", "fails"):
            text = best.pop(event.target, "nothing")
            told.append(Outlook(event.target, f"hit on {_need(event.ac - event.bonus)}: {text}"))
            worst.pop(event.target, None)
    rest = {**worst, **best}
    return (*told, *(Outlook(who, text) for who, text in rest.items() if who is not None or not told))


def _need(face: int) -> str:
    return f"{max(2, min(face, 20))}+" if face < 20 else "20"


def _told(entry: Entry, about: str) -> tuple[Outlook, ...]:
    names, texts = Names(entry), dict[Id | None, list[str]]()
    for event in entry.events:
        who, text = _short(event, names, about)
        if text:
            texts.setdefault(who, []).append(text)
    if not texts:
        return tuple(Outlook(None, line.text) for line in log_lines(entry))[:4]
    return tuple(Outlook(who, _sentence(parts)) for who, parts in texts.items())


def _sentence(parts: Iterable[str]) -> str:
    return ", ".join(parts).replace(", →", " →").replace(", (saved)", " (saved)")


def _short(event: e.Event, names: Names, about: str) -> tuple[Id | None, str]:
    match event:
        case e.Damaged(who=who):
            return who, f"{about}{event.taken}{_bent(event)} → {_left(event, names)}"
        case e.Healed(who=who, amount=amount, hp=hp):
            return who, f"+{about}{amount} → {hp}"
        case e.TempHpGained(who=who, temp_hp=temp_hp):
            return who, f"{about}{temp_hp} temporary hp"
        case e.EffectAdded(who=who, effect=effect) if effect.kind == "condition":
            fallen = names.after.combatants[who].status != names.before.combatants[who].status
            return who, "" if fallen else f"{effect.name}{ending(effect.words, names)}"
        case e.ExhaustionChanged(who=who, level=level):
            return who, f"exhaustion {level}"
        case e.EffectEnded(who=who, name=name):
            return who, f"no longer {name}"
        case e.PromptRaised(prompt=prompt) if prompt.kind in ("concentration", "trait") and prompt.dc:
            what = "concentration" if prompt.kind == "concentration" else prompt.subject
            return prompt.who, f"{what} DC {prompt.dc}"
        case e.ConcentrationChanged(who=who, concentration=None, ended=ended):
            return who, f"loses {ended}"
        case e.Said(tone="refusal", text=text):
            return None, f"{text} (`!` at the end forces it)"
        case e.Said(tone="warning", text=text):
            return None, f"but {text}"
        case _:
            return None, ""


def _bent(event: e.Damaged) -> str:
    """` (half, resists fire)`: what made it another figure than was dealt."""
    steps = [step for line in event.why[: len(event.parts)] for step in line.split(", ")[1:]]
    words = dict.fromkeys(_RULE.sub("", step).strip() for step in steps)
    return f" ({', '.join('saved' if word == 'half' else word for word in words)})" if words else ""


def _left(event: e.Damaged, names: Names) -> str:
    status = names.after.combatants[event.who].status if event.who in names.after.combatants else "up"
    if status == "dead":
        return "dead"
    if event.hp == 0:
        return "drops to 0" if event.was else "0"
    return f"{event.hp}" + (f" (+{event.temp_hp} temporary)" if event.temp_hp else "")
