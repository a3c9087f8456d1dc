"""What moving costs and what is left of it: surcharges, standing up, mounting, jumping, falling (R-028 to R-043)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from tracker.frozen import Frozen
from tracker.rules.checks import modifier
from tracker.rules.conditions import Effects
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError
from tracker.rules.verdict import Verdict

_OWN_SPEED = {"climb": "walk", "swim": "walk", "crawl": "walk", "walk": "walk", "jump": "walk"}
_MODES = (*_OWN_SPEED, "fly", "burrow")
_SLOW_MODES = {"climb": "climbing", "swim": "swimming", "crawl": "crawling"}
_SPACES = ("empty", "ally", "tiny", "creature")


class Drag(Frozen):
    """Somebody dragged along (R-146)."""

    sizes_smaller: int = 0
    """How many sizes smaller than the one who drags."""
    tiny: bool = False


class Segment(Frozen):
    """A stretch of a move in one manner."""

    feet: int
    mode: str = "walk"
    """walk, crawl, climb, swim, fly, burrow or jump."""
    difficult: bool = False
    squeezing: bool = False
    through: Literal["empty", "ally", "tiny", "creature"] = "empty"
    """Whose space it leads through."""
    drag: Drag | None = None


class Move(Frozen):
    """What a move costs, whether there is enough, and what is left."""

    allowed: bool
    cost: int
    remaining: int
    """Feet left in the mode last used; unchanged when the move is not allowed."""
    left: Mapping[str, int] = MappingProxyType({})
    """Feet left with each speed the creature has (R-031)."""
    why: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.allowed


def speeds_now(edition: Edition, speeds: Mapping[str, int], effects: Effects) -> dict[str, int]:
    """Each speed as conditions leave it; what touches Speed touches them all (R-043). `walk` is always there."""
    base = {"walk": 0, **speeds}
    return {
        mode: effects.speed(feet) if edition.all_speeds_change or mode == "walk" else feet
        for mode, feet in base.items()
    }


def plan_move(
    edition: Edition,
    speeds: Mapping[str, int],
    effects: Effects,
    segments: Sequence[Segment],
    *,
    moved: int = 0,
    dashes: int = 0,
) -> Move:
    """Adds up a move's segments and sets them against the speeds (R-028 to R-040).

    `moved`: feet already paid for this turn; each of `dashes` gives every speed once more. Raises RulesError for an
    unknown mode.
    """
    now = speeds_now(edition, speeds, effects)
    budgets = {mode: feet * (1 + dashes) for mode, feet in now.items()}
    paid, budget, why = moved, budgets["walk"], []
    for segment in segments:
        cost, speed, reasons = _cost(edition, speeds, segment)
        refusal = _barred(effects, segment, speed, now)
        paid, budget = paid + cost, budgets.get(speed, 0)
        why += reasons
        if refusal or paid > budget:
            refusal = refusal or f"needs {paid} ft of {budget} (R-028)"
            before = {mode: max(0, feet - moved) for mode, feet in budgets.items()}
            remaining = max(0, budget - moved)
            return Move(allowed=False, cost=paid - moved, remaining=remaining, left=before, why=(*why, refusal))
    left = {mode: max(0, feet - paid) for mode, feet in budgets.items()}
    return Move(allowed=True, cost=paid - moved, remaining=budget - paid, left=left, why=tuple(why))


def _barred(effects: Effects, segment: Segment, speed: str, now: Mapping[str, int]) -> str | None:
    if "move" in effects.cannot:
        return "its conditions do not let it move (R-026)"
    if effects.modes and segment.mode not in effects.modes:
        return f"it can only {' or '.join(effects.modes)} (R-133)"
    if speed not in now:
        return f"it has no {speed} speed (R-031)"
    return None


def _cost(edition: Edition, speeds: Mapping[str, int], segment: Segment) -> tuple[int, str, list[str]]:
    """The feet a segment costs, the speed it uses, and why it costs more than its length."""
    if segment.mode not in _MODES:
        raise RulesError.unknown("way of moving", segment.mode, _MODES)
    if segment.through not in _SPACES:
        raise RulesError.unknown("kind of space", segment.through, _SPACES)
    has_speed = segment.mode in speeds and speeds[segment.mode] > 0
    speed = segment.mode if has_speed else _OWN_SPEED.get(segment.mode, segment.mode)
    reasons = []
    if segment.mode in _SLOW_MODES and not has_speed:
        reasons.append(f"{_SLOW_MODES[segment.mode]} (R-033)")
    squeezed = segment.squeezing and edition.squeezing != "difficult terrain"
    if _is_difficult(edition, segment):
        reasons.append("difficult terrain (R-032)")
    if squeezed:
        reasons.append("squeezing (R-037)")
    dragging = segment.drag is not None and not _drags_free(edition, segment.drag)
    if dragging and not edition.dragging_doubles:
        reasons.append("dragging (R-146)")
    cost = segment.feet * (1 + len(reasons))
    if dragging and edition.dragging_doubles:
        cost *= 2
        reasons.append("dragging doubles it (R-146)")
    return cost, speed, reasons


def _is_difficult(edition: Edition, segment: Segment) -> bool:
    """Difficult terrain counts once, however many causes it has (R-032)."""
    occupied = segment.through != "empty" if edition.every_space_is_difficult else segment.through == "creature"
    squeezed = segment.squeezing and edition.squeezing == "difficult terrain"
    return segment.difficult or occupied or squeezed


def _drags_free(edition: Edition, drag: Drag) -> bool:
    return drag.sizes_smaller >= 2 or (drag.tiny and edition.tiny_drags_free)


def stand_up(edition: Edition, speed: int, effects: Effects, *, moved: int = 0, dashes: int = 0) -> Move:
    """Getting up from prone costs half the speed as it is now, rounded down; not at Speed 0 (R-036)."""
    return _half_speed("standing up (R-036)", speed, effects, moved, dashes)


def change_mount(
    edition: Edition,
    speed: int,
    effects: Effects,
    *,
    moved: int = 0,
    dashes: int = 0,
    changed_this_move: bool = False,
) -> Move:
    """Mounting or dismounting costs half the speed, rounded down; once a move where the edition says so (R-160)."""
    move = _half_speed("mounting or dismounting (R-160)", speed, effects, moved, dashes)
    if changed_this_move and edition.mounting_once_per_move:
        why = ("once a move (R-160)",)
        return Move(allowed=False, cost=move.cost, remaining=_left(speed, effects, moved, dashes), why=why)
    return move


def _left(speed: int, effects: Effects, moved: int, dashes: int) -> int:
    return max(0, effects.speed(speed) * (1 + dashes) - moved)


def _half_speed(what: str, speed: int, effects: Effects, moved: int, dashes: int) -> Move:
    left, cost = _left(speed, effects, moved, dashes), effects.speed(speed) // 2
    if not effects.can_move(speed):
        return Move(allowed=False, cost=cost, remaining=left, why=(f"{what} needs a speed above 0",))
    if cost > left:
        return Move(allowed=False, cost=cost, remaining=left, why=(f"{what} takes {cost} ft, {left} left",))
    return Move(
        allowed=True, cost=cost, remaining=left - cost, why=(f"{what} takes half of {effects.speed(speed)} ft",)
    )


def can_drop_prone(edition: Edition, speed: int) -> Verdict:
    """Whether a creature whose speed is now `speed` may drop prone, which costs nothing (R-035)."""
    if edition.dropping_prone_needs_speed and speed <= 0:
        return Verdict(False, ("not at Speed 0 (R-035)",))
    return Verdict(True, ("costs no movement (R-035)",))


class SquareMove(Frozen):
    """A move counted in squares of 5 ft."""

    squares: int
    """What the speed comes to."""
    spent: int
    allowed: bool


def plan_squares(edition: Edition, speed: int, path: Sequence[str]) -> SquareMove:
    """Walks squares that are `clear` (1) or `difficult` (2) while there are enough left to enter the next (R-010)."""
    squares, spent = speed // 5, 0
    for square in path:
        if square not in ("clear", "difficult"):
            raise RulesError.unknown("kind of square", square, ("clear", "difficult"))
        cost = 2 if square == "difficult" else 1
        if spent + cost > squares:
            return SquareMove(squares, spent, allowed=False)
        spent += cost
    return SquareMove(squares, spent, allowed=True)


def long_jump(edition: Edition, strength: int, speed: int, *, run_up: bool) -> int:
    """Feet of a long jump with a 10-ft run, half of that standing, rounded down; each costs a foot (R-041)."""
    if edition.long_jump_from_strength:
        return strength if run_up else strength // 2
    return speed // 2 if run_up else speed // 4


def high_jump(strength: int, *, run_up: bool) -> int:
    """Feet of a high jump: 3 + Strength modifier, half standing, rounded down, never below 0 (R-041)."""
    feet = max(0, 3 + modifier(strength))
    return feet if run_up else feet // 2


def falling_dice(feet: int) -> int:
    """How many d6 a fall does, bludgeoning: one per full 10 ft, at most 20; any damage leaves it prone (R-042)."""
    return min(20, max(0, feet) // 10)
