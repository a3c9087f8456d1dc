"""Who is surprised, what is rolled for initiative, and the order that comes of it (R-002 to R-018)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Literal

from tracker.frozen import Frozen
from tracker.rules.checks import Sources, passive_shift
from tracker.rules.conditions import effects
from tracker.rules.dice import D20Roll, Dice, roll_d20
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError


class Surprise(Frozen):
    """Who is proposed as surprised; the GM has the last word (R-003)."""

    names: tuple[str, ...]
    why: tuple[str, ...]


def propose_surprise(
    edition: Edition,
    hiders: Mapping[str, int],
    observers: Mapping[str, int],
    visible_foes: Collection[str] = (),
) -> Surprise:
    """Sets Stealth totals against passive Perception scores: whoever notices no foe at all is surprised (R-003).

    An edition that leaves it to the GM gets nobody proposed.
    """
    if not edition.surprise_settled_before_initiative:
        return Surprise((), ("the GM says who did not expect a fight (R-003)",))
    if not hiders:
        return Surprise((), ("nobody sneaks (R-003)",))
    if visible_foes and edition.noticing_one_is_enough:
        return Surprise((), (f"{', '.join(visible_foes)} in plain view (R-003)",))
    surprised, why = [], []
    for name, passive in observers.items():
        noticed = [hider for hider, stealth in hiders.items() if _notices(edition, passive, stealth)]
        enough = 1 if edition.noticing_one_is_enough else len(hiders)
        if len(noticed) < enough:
            surprised.append(name)
        what = f"notices {', '.join(noticed)}" if noticed else "notices nobody"
        why.append(f"{name}, passive {passive}, {what} (R-003)")
    return Surprise(tuple(surprised), tuple(why))


def _notices(edition: Edition, passive: int, stealth: int) -> bool:
    return passive > stealth or (passive == stealth and not edition.ties_to_sneaker)


def first_step(edition: Edition) -> Literal["determine surprise", "establish positions"]:
    """What comes first when a fight begins (R-002)."""
    return "determine surprise" if edition.surprise_settled_before_initiative else "establish positions"


def initiative_sources(
    edition: Edition,
    conditions: Collection[str] = (),
    exhaustion: int = 0,
    *,
    surprised: bool = False,
    fear_in_sight: bool = True,
) -> Sources:
    """What bends an initiative roll (R-004, R-016)."""
    sources = effects(edition, conditions, exhaustion, fear_in_sight=fear_in_sight).initiative
    if surprised and not edition.surprise_costs_first_turn:
        sources |= Sources(disadvantage=("surprised (R-004)",))
    return sources


class Initiative(Frozen):
    """An initiative count and how it came about."""

    count: int
    d20: D20Roll
    why: tuple[str, ...]


def roll_initiative(dice: Dice, bonus: int, sources: Sources) -> Initiative:
    """The d20 that `sources` ask for + `bonus` + their flat numbers (R-012); may be 0 or less."""
    d20 = roll_d20(dice, sources.mode)
    return Initiative(d20.kept + bonus + sources.modifier, d20, sources.why)


def initiative_score(edition: Edition, bonus: int, sources: Sources) -> int:
    """10 + `bonus`, 5 more with advantage, 5 less with disadvantage (R-017); raises RulesError where there is none."""
    if not edition.initiative_scores:
        raise RulesError(f"{edition.title} has no fixed initiative scores; roll (R-017)")
    return 10 + bonus + passive_shift(sources.mode) + sources.modifier


def split_group(edition: Edition, members: Mapping[str, Sources]) -> tuple[tuple[str, ...], ...]:
    """The members of a group of identical creatures by who rolls together (R-013).

    One roll for all, except where members whose roll is bent differently make their own.
    """
    if not edition.odd_members_roll_apart:
        return (tuple(members),)
    together: dict[tuple[object, int], list[str]] = {}
    for name, sources in members.items():
        together.setdefault((sources.mode, sources.modifier), []).append(name)
    return tuple(tuple(names) for names in sorted(together.values(), key=len, reverse=True))


class Entrant(Frozen):
    """Somebody in the order: a name, its count, and who decides for it."""

    name: str
    count: int
    side: Literal["pc", "gm"]


class Tie(Frozen):
    """Names with the same count and who orders them (R-015)."""

    names: tuple[str, ...]
    decider: Literal["players", "gm"]


class Order(Frozen):
    """The order of turns, with the ties that somebody still has to decide."""

    names: tuple[str, ...]
    ties: tuple[Tie, ...]


def initiative_order(edition: Edition, entrants: Sequence[Entrant], rolloff: Mapping[str, int] | None = None) -> Order:
    """Highest count first; ties stand in order of entry until decided, or by the `rolloff` faces (R-014, R-015).

    Raises RulesError for a roll-off where the edition has none.
    """
    if rolloff and not edition.initiative_rolloff:
        raise RulesError(f"{edition.title} has no roll-off; the GM and the players order ties (R-015)")
    faces = rolloff or {}

    def standing(entrant: Entrant) -> tuple[int, int]:
        return entrant.count, faces.get(entrant.name, 0)

    ordered = sorted(entrants, key=standing, reverse=True)
    tied = [list(group) for _, group in groupby(ordered, key=standing)]
    return Order(tuple(entrant.name for entrant in ordered), tuple(_tie(group) for group in tied if len(group) > 1))


def _tie(group: Sequence[Entrant]) -> Tie:
    only_players = all(entrant.side == "pc" for entrant in group)
    return Tie(tuple(entrant.name for entrant in group), "players" if only_players else "gm")


class LateEntry(Frozen):
    """Where a newcomer stands (0 is first) and whether its count is still to come this round."""

    place: int
    acts_this_round: bool


def late_entry(counts: Sequence[int], active: int, count: int) -> LateEntry:
    """Places a newcomer behind all with as high a count, in an order of `counts` where place `active` acts (R-018)."""
    place = next((i for i, present in enumerate(counts) if present < count), len(counts))
    return LateEntry(place, acts_this_round=place > active)
