"""Conditions and exhaustion: what each does, and what all that a creature suffers from adds up to (R-122 to R-143)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from tracker.frozen import Frozen
from tracker.rules._data import Row, name_in, rows
from tracker.rules.checks import ABILITIES, Sources
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError

MAX_EXHAUSTION = 6


class Effects(Frozen):
    """What a creature's conditions and exhaustion come to, each part with its reasons."""

    incapacitated: bool
    dies: bool
    cannot: frozenset[str]
    """What is ruled out: act, bonus, react, move, speak, see, hear, notice, attack source, approach source, ..."""
    speed_zero: bool
    speed_halved: bool
    slower_by: int
    modes: tuple[str, ...]
    """The only ways of moving left, such as crawl and stand; empty when all are."""
    attacks: Sources
    """On the creature's own attacks, whoever the target."""
    attacks_on_others: Sources
    """On its attacks on anyone but the one who grapples it."""
    against_near: Sources
    """On attacks against it from within 5 ft."""
    against_far: Sources
    """On attacks against it from farther away."""
    checks: Sources
    initiative: Sources
    """On its initiative roll; being an ability check, that holds all of `checks`."""
    hiding: Sources
    """On Stealth checks to hide, beside `checks`."""
    saves: tuple[tuple[str, Sources], ...]
    fail_saves: tuple[str, ...]
    fail_checks: tuple[str, ...]
    """Senses (sight, hearing) without which a check that needs them fails."""
    critical_near: tuple[str, ...]
    """Why a hit from within 5 ft is a critical; empty when it is not (R-081)."""
    unseen: bool
    resist: tuple[str, ...]
    immune_damage: tuple[str, ...]
    immune_conditions: tuple[str, ...]
    halves_maximum: bool

    @property
    def can_act(self) -> bool:
        """Whether actions are possible (R-026)."""
        return "act" not in self.cannot

    @property
    def can_bonus(self) -> bool:
        """Whether bonus actions are possible (R-020)."""
        return "bonus" not in self.cannot

    @property
    def can_react(self) -> bool:
        """Whether reactions are possible (R-026)."""
        return "react" not in self.cannot

    @property
    def keeps_concentration(self) -> bool:
        """Whether concentration survives these conditions (R-119)."""
        return not (self.incapacitated or self.dies)

    def speed(self, base: int) -> int:
        """What is left of a speed of `base` feet: steps off, then halved, rounded down; 0 if nothing is."""
        if self.speed_zero:
            return 0
        slowed = max(0, base - self.slower_by)
        return slowed // 2 if self.speed_halved else slowed

    def can_move(self, base: int) -> bool:
        """Whether a creature with a speed of `base` feet can move at all."""
        return "move" not in self.cannot and self.speed(base) > 0

    def save(self, ability: str) -> Sources:
        """What bends its saving throws with an ability, or its death saves (`death`)."""
        return dict(self.saves).get(ability, Sources())


def condition_names(edition: Edition) -> tuple[str, ...]:
    """The edition's conditions, exhaustion among them (R-122): 15, in Black Flag 16."""
    return tuple(sorted((*rows(edition, "conditions"), "exhaustion")))


def check_condition(edition: Edition, name: str) -> str:
    """The condition's name as the edition spells it; raises RulesError naming the nearest."""
    if name.casefold() == "exhaustion":
        return "exhaustion"
    return name_in(edition, "conditions", name, "condition")


def describe_condition(edition: Edition, name: str, level: int = 0) -> str:
    """What a condition does, in one line; for exhaustion, what all levels up to `level` do."""
    name = check_condition(edition, name)
    if name != "exhaustion":
        return str(rows(edition, "conditions")[name]["text"])
    _check_exhaustion(level)
    texts = [str(row["text"]) for row in rows(edition, "exhaustion").values()][:level]
    cumulative = level > 1 and texts[1].startswith("and ")
    if level == MAX_EXHAUSTION or not cumulative:
        return texts[-1] if texts else "not exhausted"
    return ", ".join((texts[0], *(text.removeprefix("and ") for text in texts[1:])))


def _check_exhaustion(level: int) -> int:
    """The level itself; raises RulesError outside 0 to 6."""
    if not 0 <= level <= MAX_EXHAUSTION:
        raise RulesError(f"exhaustion runs from 0 to {MAX_EXHAUSTION}, not {level}")
    return level


def effects(
    edition: Edition, conditions: Collection[str], exhaustion: int = 0, *, fear_in_sight: bool = True
) -> Effects:
    """All that the conditions (R-122) and the exhaustion level (R-140, R-141) do together, each thing once.

    `fear_in_sight`: whether a frightened creature sees what it fears (R-126). Raises RulesError for a condition the
    edition lacks.
    """
    return _effects(edition, tuple(conditions), exhaustion, fear_in_sight)


@lru_cache(maxsize=4096)
def _effects(edition: Edition, conditions: tuple[str, ...], exhaustion: int, fear_in_sight: bool) -> Effects:
    found = list(_rows_in_force(edition, conditions, exhaustion, fear_in_sight))
    d20 = [(_reason(name, row), row["d20"]) for name, row in found if "d20" in row]
    flat = ((d20[-1][0], sum(number for _, number in d20)),) if d20 else ()

    def bent(*keys: str, flat: tuple[tuple[str, int], ...] = ()) -> Sources:
        given = [(row[key], _reason(name, row)) for key in keys for name, row in found if key in row]
        return Sources(
            tuple(reason for mode, reason in given if mode == "advantage"),
            tuple(reason for mode, reason in given if mode == "disadvantage"),
            flat,
        )

    def collected(key: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(item for _, row in found for item in row.get(key, ())))

    def whichever(key: str) -> tuple[str, ...]:
        return tuple(_reason(name, row) for name, row in found if row.get(key))

    return Effects(
        incapacitated=any(name == "incapacitated" for name, _ in found),
        dies=bool(whichever("dies")),
        cannot=frozenset(collected("cannot")),
        speed_zero=bool(whichever("speed_zero")),
        speed_halved=bool(whichever("halves_speed")),
        slower_by=sum(row.get("slower_by", 0) for _, row in found),
        modes=collected("modes"),
        attacks=bent("attacks", flat=flat),
        attacks_on_others=bent("attacks_on_others"),
        against_near=bent("against", "against_near"),
        against_far=bent("against", "against_far"),
        checks=bent("checks", flat=flat),
        initiative=bent("checks", "initiative", flat=flat),
        hiding=bent("hiding"),
        saves=tuple((ability, _save(found, ability, flat)) for ability in (*ABILITIES, "death")),
        fail_saves=collected("fail_saves"),
        fail_checks=collected("fail_checks"),
        critical_near=whichever("critical_near"),
        unseen=bool(whichever("unseen")),
        resist=collected("resist"),
        immune_damage=("poison",) if edition.stone_ignores_poison and whichever("is_stone") else (),
        immune_conditions=collected("immune_conditions"),
        halves_maximum=bool(whichever("halves_maximum")),
    )


def _reason(name: str, row: Row) -> str:
    return f"{name} ({row['rule']})"


def _save(found: list[tuple[str, Row]], ability: str, flat: tuple[tuple[str, int], ...]) -> Sources:
    hampered = tuple(_reason(name, row) for name, row in found if ability in row.get("hamper_saves", ()))
    return Sources(disadvantage=hampered, flat=flat)


def _rows_in_force(
    edition: Edition, conditions: Collection[str], exhaustion: int, fear_in_sight: bool
) -> Iterator[tuple[str, Row]]:
    table = rows(edition, "conditions")
    pending = [name_in(edition, "conditions", name, "condition") for name in conditions]
    seen: set[str] = set()
    while pending:
        name = pending.pop(0)
        if name in seen:
            continue
        seen.add(name)
        pending.extend(table[name].get("includes", ()))
        yield name, table[name]
        if fear_in_sight and (hampered := table[name].get("while_source_in_sight")):
            yield name, {"rule": table[name]["rule"], **hampered}
    for level, row in list(rows(edition, "exhaustion").items())[: _check_exhaustion(exhaustion)]:
        yield f"exhaustion {level}", row


class Gain(Frozen):
    """What happens when a creature gains a condition."""

    names: tuple[str, ...]
    """The instances to add: the condition and what outlives it (prone beside unconscious, R-136); none if refused."""
    refused: str | None = None
    """Why it does not take hold (R-088)."""
    ends_concentration: bool = False
    ends_dodge: bool = False
    ends_grapples_held: bool = False
    ends_rage: bool = False
    drops_held: bool = False


def gain_condition(
    edition: Edition, name: str, held: Collection[str] = (), immune: Collection[str] = (), *, speed: int = 30
) -> Gain:
    """What gaining the condition `name` brings and ends (R-122, R-143), or why an immunity refuses it (R-088).

    `held`: the conditions already there; `speed`: the creature's speed in feet, which Dodge needs (R-048).
    """
    name = name_in(edition, "conditions", name, "condition")
    before = effects(edition, held)
    if name in before.immune_conditions or name in {word.casefold() for word in immune}:
        return Gain((), refused=f"immune to {name} (R-088)")
    adds = (name, *rows(edition, "conditions")[name].get("adds", ()))
    after = effects(edition, (*held, *adds))
    return Gain(
        names=adds,
        ends_concentration=after.incapacitated,
        ends_dodge=after.incapacitated or not after.can_move(speed),
        ends_grapples_held=after.incapacitated,
        ends_rage=name == "unconscious" or (edition.rage_is_extended and after.incapacitated),
        drops_held=bool(rows(edition, "conditions")[name].get("drops_held")),
    )
