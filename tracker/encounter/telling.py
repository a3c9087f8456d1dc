"""One event in words. Names stay as the GM wrote them; bookkeeping is told by an empty text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, assert_never

from tracker.encounter import events as e
from tracker.encounter.state import Combatant, Encounter, Id
from tracker.regex import regex

if TYPE_CHECKING:
    from tracker.encounter.history import Entry

_RULE = regex(r" ?\(R-\d+\)| → \d+")
_MARKER_FIGURES = regex(r"^(AC|speed|resists|once_a_turn)\b")
_OWNER = regex(r"(\S+)'s(?= (?:next )?turn\b| concentration\b)")
_STATUS = {
    "up": "is up again",
    "dying": "falls unconscious and is dying",
    "stable": "is stable",
    "unconscious": "is knocked out",
    "dead": "dies",
    "fled": "flees",
}


class Names:
    """What everybody is called, those who leave or enter on the way included."""

    def __init__(self, entry: Entry) -> None:
        self.before: Encounter = entry.before
        self.after: Encounter = entry.after
        self._entering = {event.combatant.id: event.combatant for event in entry.events if isinstance(event, e.Joined)}

    def find(self, who: Id | None) -> Combatant | None:
        """The combatant of that handle, before, after or in between."""
        if who is None:
            return None
        found = self.before.combatants.get(who) or self.after.combatants.get(who)
        return found or self._entering.get(who)

    def of(self, who: Id | None) -> str:
        """A name; the handle where there is none."""
        found = self.find(who)
        return found.name if found else str(who or "nobody")

    def all(self, who: Sequence[Id]) -> str:
        """Several names in a row; a whole group by its own name."""
        groups = {combatant.group for one in who if (combatant := self.find(one))}
        if len(who) > 1 and len(groups) == 1 and (group := groups.pop()):
            return group[:1].upper() + group[1:]
        return joined(self.of(one) for one in who)

    def spoken(self, words: str | None) -> str:
        """An ending with names for its handles."""
        return _OWNER.sub(lambda found: f"{self.of(Id(found[1]))}'s", words or "")


def joined(words: Iterable[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    *most, last = list(words) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def describe(event: e.Event, names: Names) -> str:
    """What happened, without its round; empty for bookkeeping."""
    match event:
        case e.Attacked() | e.Saved() | e.Checked() | e.DeathSaved() | e.InitiativeSet() | e.Rolled():
            return _rolls(event, names)
        case e.Damaged() | e.Healed() | e.TempHpGained() | e.MaxHpChanged() | e.StatusChanged() | e.DeathCountSet():
            return _hit_points(event, names)
        case e.EffectAdded() | e.EffectChanged() | e.EffectEnded() | e.ExhaustionChanged() | e.ConcentrationChanged():
            return _effects(event, names)
        case e.Joined() | e.Arrived() | e.Left() | e.FieldSet() | e.SpeedSet() | e.Restored() | e.HiddenSet():
            return _roster(event, names)
        case e.RoundStarted() | e.TurnStarted() | e.NobodyActs() | e.PhaseChanged() | e.Ordered() | e.Placed():
            return _turns(event, names)
        case e.TurnUsed() | e.ReactionsChanged() | e.ReadiedChanged() | e.UsesChanged() | e.TokensChanged():
            return _spending(event, names)
        case (
            e.TurnEnded() | e.PlacePassed() | e.Unplaced() | e.InterruptPushed() | e.InterruptPopped() | e.BlowStruck()
            | e.BlowLanded() | e.Struck() | e.SavesFailed() | e.SideOut()
        ):  # fmt: skip
            return ""
        case _:
            return _table(event, names)


def hit_point_parts(event: e.Damaged) -> str:
    """`8 slashing`, or `7 of 28 fire (half, resists fire)`: what each component came to and why."""
    told = []
    for number, part in enumerate(event.parts):
        kind = f" {part.damage_type}" if part.damage_type else ""
        if part.taken == part.dealt:
            told.append(f"{part.taken}{kind}")
            continue
        line = event.why[number] if number < len(event.why) else ""
        steps = [_RULE.sub("", step).strip() for step in line.split(", ")[1:]]
        told.append(f"{part.taken} of {part.dealt}{kind}" + (f" ({', '.join(steps)})" if steps else ""))
    return " + ".join(told) or "0"


def d20(faces: tuple[e.Face, ...], bonus: int, total: int, mode: str) -> str:
    """`13+5 = 18`, or with advantage `(13, 4)+5 = 18 with advantage`; a typed total stands alone."""
    if not faces:
        return f"{total}"
    thrown = ", ".join(str(face) for _, face, _ in faces)
    shown = f"({thrown})" if len(faces) > 1 else thrown
    how = f" with {mode}" if mode in ("advantage", "disadvantage") else ""
    return f"{shown}{bonus:+d} = {total}{how}" if bonus else f"{shown} = {total}{how}" if len(faces) > 1 else f"{total}"


def dice(faces: tuple[e.Face, ...]) -> str:
    """` [4 2]`: the dice thrown, those that do not count in brackets of their own; empty without dice."""
    return f" [{' '.join(str(face) if kept else f'({face})' for _, face, kept in faces)}]" if faces else ""


def _rolls(event: e.Attacked | e.Saved | e.Checked | e.DeathSaved | e.InitiativeSet | e.Rolled, names: Names) -> str:
    match event:
        case e.Attacked(who=who, target=target, attack=attack):
            verb = "critically hits" if event.critical else "hits" if event.hit else "misses"
            by = f" with {attack}" if attack else ""
            if event.mode in ("misses", "fails"):
                return f"{names.of(who)} {verb} {names.of(target)}{by}" + _because(event.why, names)
            roll = d20(event.faces, event.bonus, event.total, event.mode)
            return f"{names.of(who)} {verb} {names.of(target)}{by}: {roll} vs AC {event.ac}"
        case e.Saved(who=who, ability=ability, dc=dc):
            verb = "saves" if event.success else "fails"
            against = f" against {event.against}" if event.against else ""
            if event.mode == "fails":
                return f"{names.of(who)} fails the {ability.upper()} save{against}" + _because(event.why, names)
            roll = d20(event.faces, event.bonus, event.total, event.mode)
            return f"{names.of(who)} {verb}{against}: {ability.upper()} {roll} vs DC {dc}"
        case e.Checked(who=who, what=what):
            roll = f"{names.of(who)}: {what} {d20(event.faces, event.bonus, event.total, event.mode)}"
            if event.against is not None:
                roll += f" vs {event.against}"
            return roll if event.success is None else f"{roll}, {'success' if event.success else 'failure'}"
        case e.DeathSaved(who=who, faces=faces, total=total):
            tally = (
                f"{_count(event.successes, 'success', 'successes')}, {_count(event.failures, 'failure', 'failures')}"
            )
            return f"{names.of(who)} rolls a death save: {d20(faces, 0, total, 'normal')} · {tally}"
        case e.InitiativeSet(who=who, count=count, how=how):
            if how == "rolled":
                mode = "advantage" if any(word.startswith("advantage") for word in event.why) else "normal"
                mode = "disadvantage" if any(word.startswith("disadvantage") for word in event.why) else mode
                mode = mode if len(event.faces) > 1 else "normal"
                verb = "rolls" if len(who) == 1 else "roll"
                return f"{names.all(who)} {verb} initiative: {d20(event.faces, event.modifier, count, mode)}"
            return f"{names.all(who)}: initiative {d20(event.faces, event.modifier, count, 'normal')}"
        case e.Rolled(text=text, total=total):
            return f"Roll {text}" if str(total) in text.partition("=")[2] else f"Roll {text} = {total}"
        case _:
            assert_never(event)


def _hit_points(
    event: e.Damaged | e.Healed | e.TempHpGained | e.MaxHpChanged | e.StatusChanged | e.DeathCountSet, names: Names
) -> str:
    who = names.of(event.who)
    match event:
        case e.Damaged(source=source, by=by):
            origin = f"{names.of(by)}'s {source}" if by and source else source or (names.of(by) if by else "")
            origin = f" from {origin}" if origin else ""
            crit = "critical, " if event.critical else ""
            return f"{who} takes {crit}{hit_point_parts(event)}{dice(event.faces)}{origin} · {change(event)}"
        case e.Healed(amount=amount, was=was, hp=hp, source=source):
            origin = f" from {source}" if source else ""
            return f"{who} regains {amount} hp{dice(event.faces)}{origin} · {was} → {hp}"
        case e.TempHpGained(offered=offered, temp_hp=left):
            more = f" ({offered} offered)" if offered != left else ""
            return f"{who} has {left} temporary hp{dice(event.faces)}{more}"
        case e.MaxHpChanged(max_hp=base, shift=shift):
            return f"{who}'s hit point maximum is {base + shift}" + (f" ({base} {shift:+d})" if shift else "")
        case e.StatusChanged(status=status):
            return f"{who} {_STATUS[status]}{_because(event.why, names) if status == 'dead' else ''}"
        case e.DeathCountSet(successes=0, failures=0):
            return ""
        case e.DeathCountSet(successes=successes, failures=failures):
            tally = f"{_count(successes, 'success', 'successes')}, {_count(failures, 'failure', 'failures')}"
            return f"{who}'s death saves: {tally}"
        case _:
            assert_never(event)


def change(event: e.Damaged) -> str:
    """`35 → 27`, with temporary hit points where some are left."""
    left = f" (+{event.temp_hp} temporary)" if event.temp_hp else ""
    return f"{event.was} → {event.hp}{left}"


def _effects(
    event: e.EffectAdded | e.EffectChanged | e.EffectEnded | e.ExhaustionChanged | e.ConcentrationChanged, names: Names
) -> str:
    who = names.of(event.who)
    match event:
        case e.EffectAdded(effect=effect):
            words = ending(effect.words, names)
            if effect.kind == "ongoing":
                return f"{who} takes {effect.damage} at the {effect.moment} of each turn{words}"
            if effect.kind == "marker" and _MARKER_FIGURES.match(effect.name):
                return ""
            return f"{who} is {effect.name}{words}"
        case e.EffectEnded(name=name):
            if _MARKER_FIGURES.match(name):
                return ""
            return f"{who} is no longer {name}{_because(event.why, names)}"
        case e.ExhaustionChanged(level=level):
            return f"{who}'s exhaustion is {level}"
        case e.ConcentrationChanged(concentration=None, ended=ended):
            return f"{who} stops concentrating on {ended}{_because(event.why, names)}"
        case e.ConcentrationChanged(concentration=concentration):
            return f"{who} concentrates on {concentration.name}" if concentration else ""
        case e.EffectChanged():
            return ""
        case _:
            assert_never(event)


def ending(words: str | None, names: Names) -> str:
    """How long an effect lasts, as it is read on in a sentence: ` for 3 rounds`, ` until end of Grakk's next turn`."""
    told = ""
    for part in names.spoken(words).split(", ") if words else ():
        told += f" for {part}" if part[:1].isdigit() else f" ({part})" if part.startswith("save ") else f" until {part}"
    return told


def _roster(
    event: e.Joined | e.Arrived | e.Left | e.FieldSet | e.SpeedSet | e.Restored | e.HiddenSet, names: Names
) -> str:
    match event:
        case e.Joined(combatant=combatant, faces=faces):
            if combatant.waiting is not None:
                return f"{combatant.name} waits ({combatant.waiting})"
            return f"{combatant.name} enters" + (f" with {combatant.hp} hp{dice(faces)}" if faces else "")
        case e.Arrived(who=who):
            return f"{names.of(who)} joins the fight"
        case e.Left(name=name):
            return f"{name} is taken out of the fight"
        case e.FieldSet():
            return _field(event, names)
        case e.SpeedSet(who=who, speed=speed):
            return f"{names.of(who)}'s speed is {', '.join(f'{mode} {feet} ft.' for mode, feet in speed.items())}"
        case e.Restored(combatant=combatant):
            return f"{combatant.name} stands as before: {combatant.hp} hp"
        case e.HiddenSet(who=who, hidden=hidden):
            verb = "hidden from" if hidden else "shown to"
            return f"{names.all(who)}: {verb} the players"
        case _:
            assert_never(event)


def _field(event: e.FieldSet, names: Names) -> str:
    who = names.of(event.who)
    match event.field:
        case "ac":
            return f"{who}'s AC is {event.value}"
        case "name":
            return f"{who} is called {event.value} now"
        case "side":
            return f"{who}'s side is {event.value} now"
        case "note":
            return f"Note on {who}: {event.value}" if event.value else f"{who}'s note is taken off"
        case "tag":
            return f"{who} is tagged {event.value}" if event.value else f"{who}'s tag is taken off"
        case "mount":
            return f"{who} mounts {names.of(Id(str(event.value)))}" if event.value else f"{who} dismounts"
        case "death_saves" | "controlled" | "group" | "hp":
            return ""
        case _:
            assert_never(event.field)


def _turns(
    event: e.RoundStarted | e.TurnStarted | e.NobodyActs | e.PhaseChanged | e.Ordered | e.Placed, names: Names
) -> str:
    match event:
        case e.RoundStarted(round=number):
            return f"Round {number}"
        case e.TurnStarted(who=who, resumed=resumed):
            whose = f"{names.all(who)}: {'turn' if len(who) < 2 else 'their turn'}"
            return f"{whose} goes on" if resumed else whose
        case e.NobodyActs():
            return "Nobody is left whose turn it could be"
        case e.PhaseChanged(phase=phase):
            again = names.before.phase == "ended"
            running = "The fight is taken up again" if again else "The fight begins"
            return {"running": running, "ended": "The fight is over", "initiative": "", "setup": ""}[phase]
        case e.Ordered(places=places):
            return "Order: " + ", ".join(f"{names.all(place.members)} {place.count}" for place in places)
        case e.Placed(place=place, how=how):
            verb = {"moved": "moves in the order", "delayed": "delays", "split": "acts alone from now on"}.get(how)
            return f"{names.all(place.members)} {verb}" if verb and place.members else ""
        case _:
            assert_never(event)


def _spending(
    event: e.TurnUsed | e.ReactionsChanged | e.ReadiedChanged | e.UsesChanged | e.TokensChanged, names: Names
) -> str:
    match event:
        case e.TurnUsed(who=who, what=what):
            return f"{names.of(who)} {what}" if what else ""
        case e.ReactionsChanged(who=who, spent=spent, what=what):
            return f"{names.of(who)} reacts: {what}" if spent and what else ""
        case e.ReadiedChanged(who=who, readied=readied):
            return f"{names.of(who)} readies {readied.action}: {readied.trigger}" if readied else ""
        case e.UsesChanged(who=who, ability=ability, spent=spent, faces=faces):
            if faces:
                verb = "does not recharge" if spent else "recharges"
                return f"{names.of(who)}'s {ability} {verb}{dice(faces)}"
            return (
                f"{names.of(who)} spends a legendary resistance" if ability == "legendary resistance" and spent else ""
            )
        case e.TokensChanged(who=None, token=token, held=held):
            return f"{token.capitalize()}: {held}"
        case e.TokensChanged(who=who, token=token, held=held):
            return f"{names.of(who)} has {held} {token}"
        case _:
            assert_never(event)


def _table(
    event: e.Opened
    | e.SurpriseSet
    | e.CounterSet
    | e.PromptRaised
    | e.PromptClosed
    | e.SceneChanged
    | e.SwitchSet
    | e.ReminderSet
    | e.Said,
    names: Names,
) -> str:
    match event:
        case e.Opened(name=name, edition=edition):
            return f"{name} · {edition}"
        case e.SurpriseSet(who=()):
            were = any(combatant.surprised for combatant in names.before.combatants.values())
            return "Nobody is surprised any more" if were else ""
        case e.SurpriseSet(who=who):
            return f"Surprised: {joined(names.of(one) for one in who)}"
        case e.CounterSet(who=who, counter=counter, value=value):
            return (
                f"{names.of(who)}: {counter} {'taken off' if value is None else _counted(names, who, counter, value)}"
            )
        case e.PromptRaised(prompt=prompt):
            return f"? {prompt.text or prompt.kind.replace('_', ' ')}"
        case e.PromptClosed(how="skipped", kind=kind, who=who):
            return f"Skipped: {kind.replace('_', ' ')}" + (f" of {names.of(who)}" if who else "")
        case e.PromptClosed():
            return ""
        case e.SceneChanged(word=word, on=on):
            return f"Scene: {word}" if on else f"Scene: no longer {word}"
        case e.SwitchSet(kind=kind, name=name, on=on):
            return f"{kind.capitalize()} {name}: {'on' if on else 'off'}"
        case e.ReminderSet(reminder=reminder, on=True):
            when = f"round {reminder.round}" if reminder.round is not None else f"{names.of(reminder.who)}'s turn"
            return f"Reminder for {when}: {reminder.text}"
        case e.ReminderSet():
            return ""
        case e.Said(text=text):
            return text
        case _:
            assert_never(event)


def _because(why: tuple[str, ...], names: Names) -> str:
    """The first reason, without its rule number; the rest is for `why`."""
    return f" ({names.spoken(_RULE.sub('', why[0]).strip())})" if why else ""


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _counted(names: Names, who: Id, counter: str, value: int) -> str:
    """`3`, or `3 of 8` where a trap's counter has an end."""
    trap = found.trap if (found := names.find(who)) else None
    if trap is None or trap.counter is None or trap.counter.name != counter or trap.counter.maximum is None:
        return f"{value}"
    return f"{value} of {trap.counter.maximum}"
