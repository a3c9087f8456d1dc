"""What a fight came to: rounds, time, damage, kills, experience, as data, as text and as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tracker.encounter import events as e
from tracker.encounter.figures import rules_of
from tracker.encounter.history import Entry
from tracker.encounter.log import log_lines
from tracker.encounter.state import Combatant, Encounter, Side, Status, Tally
from tracker.library.models import StatBlock
from tracker.library.visible import one_line
from tracker.regex import regex
from tracker.rules.editions import Edition
from tracker.rules.tables import table

_BEATEN: tuple[Status, ...] = ("dead", "dying", "stable", "unconscious")
_MARKDOWN = regex(r"([\\`*_{}\[\]<>()#+\-.!|~])")


class PartPlayed(NamedTuple):
    """What one combatant did and suffered."""

    name: str
    side: Side
    status: Status
    tally: Tally

    @property
    def seconds_a_turn(self) -> float:
        """Real time of its turns on average; 0 without any."""
        return self.tally.seconds / self.tally.turns if self.tally.turns else 0.0


class Summary(NamedTuple):
    """A whole fight in figures."""

    name: str
    edition: str
    rounds: int
    seconds: float
    """Real time of all turns."""
    parts: tuple[PartPlayed, ...]
    """Everybody who stood in the fight, those taken out of it included."""
    beaten: tuple[str, ...]
    """Names of the foes that were killed or brought down."""
    xp: int
    """Experience for them, as the stat blocks give it, in their lair where the fight was there."""
    heads: int
    """Characters who share it."""
    without_xp: tuple[str, ...]
    """Foes brought down whose stat block gives neither experience nor a challenge rating."""

    @property
    def xp_each(self) -> int:
        """Experience a head, rounded down."""
        return self.xp // self.heads if self.heads else 0


def summarize(state: Encounter, steps: Iterable[Entry] = ()) -> Summary:
    """The summary of a fight; `steps` (see `Store.steps`) bring in those who were removed from it."""
    everybody = [*state.present(), *_removed(steps)]
    in_lair = any(one.kind == "lair" for one in everybody)
    beaten = [one for one in everybody if one.side == "foe" and one.kind == "creature" and one.status in _BEATEN]
    worth = [experience(state.blocks[one.block], rules_of(state), in_lair=in_lair) for one in beaten]
    return Summary(
        name=state.name,
        edition=state.edition,
        rounds=state.round,
        seconds=sum(one.tally.seconds for one in everybody),
        parts=tuple(
            PartPlayed(one.name, one.side, one.status, one.tally) for one in everybody if one.kind == "creature"
        ),
        beaten=tuple(one.name for one in beaten),
        xp=sum(points or 0 for points in worth),
        heads=sum(one.side == "party" for one in everybody),
        without_xp=tuple(one.name for one, points in zip(beaten, worth, strict=True) if points is None),
    )


def experience(block: StatBlock, rules: Edition, *, in_lair: bool = False) -> int | None:
    """Experience for a creature: its own figure, else that of its challenge rating; None with neither."""
    if in_lair and block.xp_lair is not None:
        return block.xp_lair
    if block.xp is not None or block.cr is None:
        return block.xp
    row = table(rules, "experience by challenge rating").get(block.cr)
    return int(row["xp"]) if row else None


def to_lines(summary: Summary) -> Iterator[str]:
    """The summary as text."""
    yield f"{summary.name} · {summary.edition} · {_number(summary.rounds, 'round')} · {_time(summary.seconds)}"
    for part in summary.parts:
        yield f"  {part.name} ({part.status}): {_deeds(part)}"
    yield f"Brought down: {', '.join(summary.beaten) or 'nobody'}"
    yield _experience(summary)


def to_markdown(summary: Summary) -> str:
    """The summary as a Markdown page with a table."""
    rows = [f"| {' | '.join(_cells(part))} |" for part in summary.parts]
    return "\n".join(
        (
            f"# {_plain(summary.name)}",
            "",
            f"{summary.edition}, {_number(summary.rounds, 'round')}, {_time(summary.seconds)}.",
            "",
            "| Name | Status | Dealt | Taken | Healed | Kills | Criticals | Turns | Time a turn |",
            "|---|---|--:|--:|--:|--:|--:|--:|--:|",
            *rows,
            "",
            f"Brought down: {', '.join(map(_plain, summary.beaten)) or 'nobody'}.",
            "",
            f"{_plain(_experience(summary))}.",
            "",
        )
    )


def log_to_markdown(name: str, entries: Iterable[Entry]) -> str:
    """A log as a Markdown page: a heading a round, a point a line."""
    told, number = [f"# {_plain(name)}", ""], 0
    for line in (line for entry in entries for line in log_lines(entry)):
        if line.round != number:
            number = line.round
            told += ["", f"## Round {number}", ""]
        if line.tone == "turn":
            told.append(f"- **{_plain(line.text)}**")
        elif line.tone != "round":
            told.append(f"- {_plain(line.text)}")
    return "\n".join((*told, ""))


def _cells(part: PartPlayed) -> tuple[str, ...]:
    tally = part.tally
    counts = (tally.dealt, tally.taken, tally.healed, tally.kills, tally.crits, tally.turns)
    return (_plain(part.name), part.status, *map(str, counts), _time(part.seconds_a_turn))


def _removed(steps: Iterable[Entry]) -> Iterator[Combatant]:
    for step in steps:
        for event in step.events:
            if isinstance(event, e.Left) and event.who in step.before.combatants:
                yield step.before.combatants[event.who]


def _deeds(part: PartPlayed) -> str:
    tally = part.tally
    told = [f"dealt {tally.dealt}", f"took {tally.taken}"]
    told += [f"healed {tally.healed}"] if tally.healed else []
    told += [_number(tally.kills, "kill")] if tally.kills else []
    told += [_number(tally.crits, "critical")] if tally.crits else []
    told += [f"{_number(tally.turns, 'turn')} of {_time(part.seconds_a_turn)}"] if tally.seconds else []
    return ", ".join(told)


def _experience(summary: Summary) -> str:
    told = f"Experience: {summary.xp}"
    if summary.heads:
        told += f", {summary.xp_each} for each of {summary.heads}"
    return told + (f" (not counted: {', '.join(summary.without_xp)})" if summary.without_xp else "")


def _number(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _plain(text: str) -> str:
    """Text that Markdown shows as it is, whatever the GM put into a name."""
    return _MARKDOWN.sub(r"\\\1", one_line(text))
