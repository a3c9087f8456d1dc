"""Hit points and what happens at 0: damage, healing, dying, being stable, being knocked out, death (R-092 to R-108)."""

from __future__ import annotations

from typing import Literal

from tracker.frozen import KeywordFrozen, replace
from tracker.rules.conditions import MAX_EXHAUSTION, effects
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError

Status = Literal["up", "dying", "stable", "unconscious", "dead"]
"""`unconscious` is knocked out above 0; dying and stable creatures are at 0."""

FIRST_AID_DC = 10
"""The Wisdom (Medicine) check that stabilises (R-103) and wakes the knocked out (R-105)."""
_SAVE_DC = 10


class Health(KeywordFrozen):
    """A creature's hit points and how near it is to death."""

    hp: int
    max_hp: int
    """The maximum before exhaustion; see `maximum`."""
    temp_hp: int = 0
    status: Status = "up"
    successes: int = 0
    failures: int = 0
    exhaustion: int = 0
    dies_at_zero: bool = False
    """Whether it dies at once at 0 instead of making death saves (R-095)."""


class HealthChange(KeywordFrozen):
    """A creature's health after something, and what follows from it."""

    health: Health
    why: tuple[str, ...]
    gains: tuple[str, ...] = ()
    """Conditions to add."""
    loses: tuple[str, ...] = ()
    """Conditions to take away."""
    amount: int = 0
    """Hit points gained or lost."""
    refused: bool = False
    """Whether nothing happened because the rules forbid it."""


_FALLS = ("unconscious", "prone")


def maximum(edition: Edition, health: Health) -> int:
    """The hit point maximum in force: exhaustion may halve it, rounded down but not to 0 (R-140)."""
    if effects(edition, (), health.exhaustion).halves_maximum:
        return max(min(1, health.max_hp), health.max_hp // 2)
    return health.max_hp


def is_bloodied(edition: Edition, health: Health) -> bool:
    """Whether half the maximum or less is left (R-093)."""
    return health.hp * 2 <= maximum(edition, health)


def lose_hit_points(edition: Edition, health: Health, damage: int, *, critical: bool = False) -> HealthChange:
    """Takes a hit of `damage`, all reductions done: temporary hit points first (R-092), then what follows at 0.

    Massive damage kills (R-096); at 0 a hit is a death save failure, two if critical (R-102); monsters die (R-095).
    """
    if health.status == "dead" or damage <= 0:
        return HealthChange(health=health, why=("no damage",))
    soaked = min(health.temp_hp, damage)
    through = damage - soaked
    why = (f"{soaked} soaked up by temporary hit points (R-092)",) if soaked else ()
    after = replace(health, temp_hp=health.temp_hp - soaked)
    if through == 0 and (health.hp > 0 or edition.temporary_soak_failures):
        return HealthChange(health=after, why=why)
    if health.hp == 0:
        return _hit_at_zero(edition, after, max(through, 1), critical, why)
    if through < health.hp:
        return HealthChange(health=replace(after, hp=health.hp - through), why=why, amount=through)
    return _drop(edition, after, through - health.hp, health.hp, why)


def _drop(edition: Edition, health: Health, rest: int, lost: int, why: tuple[str, ...]) -> HealthChange:
    if health.dies_at_zero:
        return HealthChange(health=_dead(health), why=(*why, "dies at 0 hit points (R-095)"), amount=lost)
    if rest >= maximum(edition, health):
        why = (*why, f"massive damage: {rest} beyond 0 (R-096)")
        return HealthChange(health=_dead(health), why=why, amount=lost)
    fallen = replace(health, hp=0, status="dying", successes=0, failures=0)
    return HealthChange(health=fallen, why=(*why, "falls unconscious at 0 (R-098)"), gains=_FALLS, amount=lost)


def _hit_at_zero(edition: Edition, health: Health, damage: int, critical: bool, why: tuple[str, ...]) -> HealthChange:
    if health.dies_at_zero:
        return HealthChange(health=_dead(health), why=(*why, "makes no death saves (R-095)"))
    if damage >= maximum(edition, health):
        return HealthChange(health=_dead(health), why=(*why, f"{damage} at 0 is massive damage (R-102)"))
    return _fail(health, 2 if critical else 1, (*why, "hit at 0 hit points (R-102)"))


def _fail(health: Health, failures: int, why: tuple[str, ...]) -> HealthChange:
    count = min(3, health.failures + failures)
    why = (*why, f"death save failures: {count} of 3")
    if count == 3:
        return HealthChange(health=replace(_dead(health), successes=health.successes, failures=3), why=why)
    return HealthChange(health=replace(health, status="dying", failures=count), why=why)


def _dead(health: Health) -> Health:
    return replace(health, hp=0, temp_hp=0, status="dead")


def death_save(health: Health, face: int, modifier: int = 0) -> HealthChange:
    """A death saving throw of a dying creature with `face` on the kept die (R-099, R-100).

    `modifier`: exhaustion, Luck and the like; a 1 and a 20 are read off the die. Raises RulesError for one not dying.
    """
    if health.status != "dying":
        raise RulesError(f"only the dying make death saves; this one is {health.status} (R-099)")
    if face == 20:
        woken = replace(health, hp=1, status="up", successes=0, failures=0)
        return HealthChange(
            health=woken, why=("a 20: back with 1 hit point (R-100)",), loses=("unconscious",), amount=1
        )
    total = face + modifier
    if face == 1 or total < _SAVE_DC:
        return _fail(health, 2 if face == 1 else 1, (f"death save {total}" + (", a 1 (R-100)" if face == 1 else ""),))
    if health.successes < 2:
        return HealthChange(
            health=replace(health, successes=health.successes + 1),
            why=(f"death save {total}, successes: {health.successes + 1} of 3",),
        )
    return HealthChange(health=_stable(health), why=(f"death save {total}, third success: stable (R-099)",))


def _stable(health: Health) -> Health:
    return replace(health, hp=0, status="stable", successes=0, failures=0)


def heal(edition: Edition, health: Health, amount: int) -> HealthChange:
    """Gives hit points up to the maximum in force, from 0 if it was down (R-107, R-108); refused by death (R-106)."""
    if health.status == "dead":
        return HealthChange(health=health, why=("the dead regain no hit points (R-106)",), refused=True)
    gained = max(0, min(amount, maximum(edition, health) - health.hp))
    if amount <= 0:
        return HealthChange(health=health, why=("no healing",))
    down = health.status != "up"
    return HealthChange(
        health=replace(health, hp=health.hp + gained, status="up", successes=0, failures=0),
        why=(f"regains {gained}" + (", wakes, still prone (R-108)" if down else " (R-107)"),),
        loses=("unconscious",) if down else (),
        amount=gained,
    )


def gain_temporary(health: Health, amount: int, keep: Literal["larger", "old", "new"] = "larger") -> HealthChange:
    """Temporary hit points never add up: the larger stays unless one is chosen; they wake nobody (R-092)."""
    kept = {"larger": max(health.temp_hp, amount), "old": health.temp_hp, "new": amount}[keep]
    why = (
        f"{kept} temporary hit points, not {health.temp_hp} + {amount} (R-092)" if health.temp_hp else f"{kept} (R-092)"
    )
    return HealthChange(health=replace(health, temp_hp=max(0, kept)), why=(why,))


def stabilize(health: Health) -> HealthChange:
    """Makes a dying creature stable: no more death saves, still unconscious at 0 (R-103, R-104)."""
    if health.status != "dying":
        return HealthChange(
            health=health, why=(f"only the dying need it; this one is {health.status} (R-103)",), refused=True
        )
    return HealthChange(health=_stable(health), why=("stable (R-104)",))


def first_aid(health: Health, total: int) -> HealthChange:
    """A Wisdom (Medicine) total against DC 10: steadies the dying (R-103), wakes the knocked out (R-105)."""
    if total < FIRST_AID_DC:
        return HealthChange(health=health, why=(f"{total} is below DC {FIRST_AID_DC} (R-103)",))
    return wake(health) if health.status == "unconscious" else stabilize(health)


def wake(health: Health) -> HealthChange:
    """Ends being knocked out above 0 hit points, as a short rest does (R-105); refused otherwise."""
    if health.status != "unconscious":
        return HealthChange(health=health, why=(f"not knocked out but {health.status} (R-105)",), refused=True)
    return HealthChange(health=replace(health, status="up"), why=("wakes (R-105)",), loses=("unconscious",))


def hours_pass(health: Health, hours: int, rolled: int) -> HealthChange:
    """A stable creature wakes with 1 hit point after 1d4 hours, `rolled` (R-104)."""
    if health.status != "stable" or hours < rolled:
        return HealthChange(health=health, why=(f"stable ones wake after {rolled} hours (R-104)",))
    woken = replace(health, hp=1, status="up")
    return HealthChange(
        health=woken, why=(f"1 hit point after {rolled} hours (R-104)",), loses=("unconscious",), amount=1
    )


def knock_out(edition: Edition, health: Health, *, melee: bool = True) -> HealthChange:
    """Turns the blow that just took a creature to 0 into a knock-out, if it was a melee attack (R-105).

    Stable at 0, or unconscious at 1, as the edition has it; refused where it has neither.
    """
    refusal = ""
    if edition.knock_out == "none":
        refusal = f"{edition.title} has no knocking out, unless the table plays it (R-105)"
    elif not melee:
        refusal = "only a melee attack can knock out (R-105)"
    elif health.hp > 0 or health.status == "stable" or health.max_hp == 0:
        refusal = "only a creature that a blow has just taken to 0 (R-105)"
    if refusal:
        return HealthChange(health=health, why=(refusal,), refused=True)
    if edition.knock_out == "stable at 0":
        return HealthChange(health=_stable(health), why=("knocked out: stable at 0 (R-105)",), gains=_FALLS)
    spared = replace(health, hp=1, status="unconscious", successes=0, failures=0)
    return HealthChange(health=spared, why=("knocked out: unconscious at 1 (R-105)",), gains=_FALLS)


def change_maximum(edition: Edition, health: Health, by: int) -> HealthChange:
    """Raises or lowers the hit point maximum; hit points above it are lost, a maximum of 0 is death (R-097)."""
    changed = replace(health, max_hp=max(0, health.max_hp + by))
    if changed.max_hp == 0:
        return HealthChange(health=_dead(changed), why=("a maximum of 0 is death (R-097)",), amount=health.hp)
    top = maximum(edition, changed)
    kept = min(health.hp, top)
    return HealthChange(health=replace(changed, hp=kept), why=(f"maximum {top}",), amount=health.hp - kept)


def change_exhaustion(edition: Edition, health: Health, by: int) -> HealthChange:
    """Adds or takes off levels, staying within 0 to 6; hit points above the new maximum are lost (R-140 to R-142)."""
    level = min(MAX_EXHAUSTION, max(0, health.exhaustion + by))
    changed = replace(health, exhaustion=level)
    if effects(edition, (), level).dies:
        return HealthChange(health=_dead(changed), why=(f"exhaustion {level} is death (R-140)",), amount=health.hp)
    kept = min(health.hp, maximum(edition, changed))
    return HealthChange(health=replace(changed, hp=kept), why=(f"exhaustion {level} (R-142)",), amount=health.hp - kept)


def revive(edition: Edition, health: Health) -> HealthChange:
    """Brings the dead back with 1 hit point and, where the edition says so, a level of exhaustion less (R-106)."""
    if health.status != "dead" or health.max_hp == 0:
        reason = "its maximum is 0 (R-097)" if health.max_hp == 0 else f"not dead but {health.status} (R-106)"
        return HealthChange(health=health, why=(reason,), refused=True)
    eased = max(0, health.exhaustion - 1) if edition.raising_eases_exhaustion else health.exhaustion
    back = replace(health, hp=1, status="up", successes=0, failures=0, exhaustion=eased)
    return HealthChange(health=back, why=("raised with 1 hit point (R-106)",), loses=("unconscious",), amount=1)
