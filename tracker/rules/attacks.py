"""The attack roll: what bends it, what rules it out, and what it comes to (R-060 to R-074)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from tracker.frozen import Frozen
from tracker.rules._data import plain, row
from tracker.rules.checks import NO_SOURCES, Mode, Sources
from tracker.rules.conditions import Effects, effects
from tracker.rules.dice import D20Roll
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError
from tracker.rules.saves import cover_bonus

_KINDS = ("melee", "ranged", "spell_melee", "spell_ranged")
_MELEE_WEAPONS_UNDER_WATER = {plain(w) for w in ("dagger", "javelin", "shortsword", "spear", "trident")}
_RANGED_WEAPONS_UNDER_WATER = {
    plain(w)
    for w in ("crossbow hand", "crossbow heavy", "crossbow light", "dart", "javelin", "net", "spear", "trident")
}


class Fighter(Frozen):
    """One side of an attack, as far as the roll cares."""

    conditions: tuple[str, ...] = ()
    exhaustion: int = 0
    sees: bool | None = None
    """Whether it sees the other side; None: told by the conditions of both."""
    sees_invisible: bool = False
    speed: int = 30
    swim_speed: int = 0
    size: str = "medium"
    strength: int = 10
    dexterity: int = 10
    dodging: bool = False
    squeezing: bool = False
    heavily_encumbered: bool = False
    fear_in_sight: bool = True
    """For an attacker that is frightened: whether it sees what it fears (R-126)."""
    target_is_grappler: bool = False
    """For an attacker that is grappled: whether the target is the one who grapples it (R-127)."""
    target_is_charmer: bool = False


class Attack(Frozen):
    """An attack on one target; distances in feet."""

    kind: Literal["melee", "ranged", "spell_melee", "spell_ranged"] = "melee"
    distance: int = 5
    reach: int = 5
    normal: int | None = None
    """The normal or only range."""
    long: int | None = None
    minimum: int = 0
    """What is nearer than this cannot be hit at all (R-204)."""
    weapon: str | None = None
    damage_type: str | None = None
    heavy: bool = False

    @property
    def is_ranged(self) -> bool:
        """Ranged, with a weapon or a spell."""
        return self.kind in ("ranged", "spell_ranged")

    @property
    def is_spell(self) -> bool:
        """A spell's attack, melee or ranged."""
        return self.kind in ("spell_melee", "spell_ranged")


class Bystander(Frozen):
    """A creature hostile to the attacker and within 5 ft of it (R-071)."""

    sees: bool = True
    conditions: tuple[str, ...] = ()


class Scene(Frozen):
    """What surrounds an attack."""

    underwater: bool = False
    gale: bool = False
    helped: bool = False
    """An ally's Help holds for this roll (R-049)."""
    inspired: bool = False
    """Inspiration is spent for advantage (R-077)."""
    foes_within_5: tuple[Bystander, ...] = ()
    others: Sources = NO_SOURCES
    """Whatever else bends the roll, by the GM's word or a trait."""


_PLAIN_SCENE = Scene()


class AttackPlan(Frozen):
    """How an attack is to be rolled, or why it cannot be."""

    sources: Sources
    impossible: str | None = None
    """Why the attack cannot be made."""
    misses: str | None = None
    """Why it misses whatever is rolled."""
    critical_on_hit: tuple[str, ...] = ()
    """Why any hit is a critical; empty when it is not (R-081)."""

    @property
    def mode(self) -> Mode:
        """How many d20s, and which is kept."""
        return self.sources.mode

    @property
    def why(self) -> tuple[str, ...]:
        """Every reason, one a line."""
        stops = (("impossible", self.impossible), ("misses", self.misses))
        stopped = (f"{kind}: {reason}" for kind, reason in stops if reason)
        return (*stopped, *self.sources.why, *(f"a hit is critical: {why}" for why in self.critical_on_hit))


def attack_sources(
    edition: Edition, attacker: Fighter, target: Fighter, attack: Attack, scene: Scene = _PLAIN_SCENE
) -> AttackPlan:
    """What bends the roll, what makes it impossible or a miss, and whether a hit is critical (R-064 to R-081).

    Raises RulesError for a kind of attack, a size or a condition that does not exist.
    """
    if attack.kind not in _KINDS:
        raise RulesError.unknown("kind of attack", attack.kind, _KINDS)
    mine = effects(edition, attacker.conditions, attacker.exhaustion, fear_in_sight=attacker.fear_in_sight)
    theirs = effects(edition, target.conditions, target.exhaustion)
    near = attack.distance <= 5
    sources = (
        _own(edition, attacker, mine, target, theirs)
        | _against(edition, attacker, mine, target, theirs, near)
        | _weapon(edition, attacker, attack)
        | _surroundings(edition, attacker, attack, scene)
        | scene.others
    )
    return AttackPlan(
        sources,
        impossible=_impossible(edition, attacker, attack),
        misses=_misses(attack, scene),
        critical_on_hit=theirs.critical_near if near else (),
    )


def range_band(
    distance: int, normal: int, long: int | None = None, minimum: int = 0
) -> Literal["normal", "long", "out"]:
    """Where a distance in feet falls: a single range is a hard limit, nearer than `minimum` is out (R-070, R-204)."""
    if distance < minimum or distance > (long or normal):
        return "out"
    return "normal" if distance <= normal else "long"


def _sees(viewer: Fighter, sight: Effects, other: Effects) -> bool:
    if viewer.sees is not None:
        return viewer.sees
    return "see" not in sight.cannot and (viewer.sees_invisible or not other.unseen)


def _own(edition: Edition, attacker: Fighter, mine: Effects, target: Fighter, theirs: Effects) -> Sources:
    """What the attacker brings along."""
    is_seen = _sees(target, theirs, mine)
    sources = mine.attacks
    if edition.invisible_unless_seen and is_seen:
        sources = _without(sources, "invisible")
    if not attacker.target_is_grappler:
        sources |= mine.attacks_on_others
    if not is_seen:
        sources |= Sources(advantage=("the target does not see the attacker (R-068)",))
    if attacker.squeezing and edition.squeezing == "slows and hampers":
        sources |= Sources(disadvantage=("squeezing (R-037)",))
    if attacker.heavily_encumbered and edition.heavy_load_hampers:
        sources |= Sources(disadvantage=("heavily encumbered (R-139)",))
    return sources


def _against(
    edition: Edition, attacker: Fighter, mine: Effects, target: Fighter, theirs: Effects, near: bool
) -> Sources:
    """What the target brings along."""
    sees_target = _sees(attacker, mine, theirs)
    sources = theirs.against_near if near else theirs.against_far
    if edition.invisible_unless_seen and sees_target:
        sources = _without(sources, "invisible")
    if not sees_target:
        sources |= Sources(disadvantage=("the attacker does not see the target (R-068)",))
    can_dodge = not theirs.incapacitated and theirs.speed(target.speed) > 0
    if target.dodging and can_dodge and _sees(target, theirs, mine):
        sources |= Sources(disadvantage=("the target dodges (R-048)",))
    if target.squeezing and edition.squeezing == "slows and hampers":
        sources |= Sources(advantage=("the target squeezes (R-037)",))
    return sources


def _without(sources: Sources, name: str) -> Sources:
    return Sources(
        tuple(reason for reason in sources.advantage if not reason.startswith(name)),
        tuple(reason for reason in sources.disadvantage if not reason.startswith(name)),
        sources.flat,
    )


def _weapon(edition: Edition, attacker: Fighter, attack: Attack) -> Sources:
    reasons = []
    if attack.heavy and (reason := _heavy(edition, attacker, attack)):
        reasons.append(reason)
    if edition.lance_needs_room and attack.weapon and plain(attack.weapon) == "lance" and attack.distance <= 5:
        reasons.append("a lance within 5 ft (R-196)")
    if attack.is_ranged and attack.normal is not None and attack.distance > attack.normal:
        reasons.append("long range (R-070)")
    return Sources(disadvantage=tuple(reasons))


def _heavy(edition: Edition, attacker: Fighter, attack: Attack) -> str | None:
    if edition.heavy_weapons == "need a score of 13":
        name, score = ("Dexterity", attacker.dexterity) if attack.is_ranged else ("Strength", attacker.strength)
        return f"heavy weapon, {name} {score} (R-194)" if score < 13 else None
    return "heavy weapon, too small (R-194)" if _order(edition, attacker.size) <= _order(edition, "small") else None


def _order(edition: Edition, size: str) -> int:
    return int(row(edition, "sizes", size, "size")["order"])


def _surroundings(edition: Edition, attacker: Fighter, attack: Attack, scene: Scene) -> Sources:
    good, bad = [], []
    if scene.helped:
        good.append("helped (R-049)")
    if scene.inspired and edition.token == "inspiration":
        good.append("inspiration (R-077)")
    if attack.is_ranged and any(_threatens(edition, foe) for foe in scene.foes_within_5):
        bad.append("a foe within 5 ft (R-071)")
    if scene.gale and edition.gale_spares_spells is not None:
        hampered = attack.kind == "ranged" or (attack.is_ranged and not edition.gale_spares_spells)
        bad += ["strong wind (R-169)"] if hampered else []
    if scene.underwater and _hampered_under_water(edition, attacker, attack):
        bad.append("under water (R-073)")
    return Sources(tuple(good), tuple(bad))


def _threatens(edition: Edition, foe: Bystander) -> bool:
    state = effects(edition, foe.conditions)
    return foe.sees and "see" not in state.cannot and not state.incapacitated


def _hampered_under_water(edition: Edition, attacker: Fighter, attack: Attack) -> bool:
    weapon = plain(attack.weapon or "")
    if attack.is_spell:
        return False
    if attack.is_ranged:
        return edition.underwater == "piercing only" or weapon not in _RANGED_WEAPONS_UNDER_WATER
    if attacker.swim_speed > 0:
        return False
    if edition.underwater == "piercing only":
        return attack.damage_type != "piercing" and weapon != plain("unarmed strike")
    return weapon not in _MELEE_WEAPONS_UNDER_WATER


def _impossible(edition: Edition, attacker: Fighter, attack: Attack) -> str | None:
    if attacker.target_is_charmer and "charmed" in attacker.conditions:
        return "the attacker is charmed by the target (R-124)"
    if attack.heavy and edition.heavy_weapons.endswith("not for the tiny") and _order(edition, attacker.size) == 0:
        return "a Tiny creature cannot wield a heavy weapon (R-194)"
    if not attack.is_ranged:
        return (
            f"out of reach: {attack.distance} ft, reach {attack.reach} (R-072)"
            if attack.distance > attack.reach
            else None
        )
    if attack.normal is None:
        return None
    if range_band(attack.distance, attack.normal, attack.long, attack.minimum) == "out":
        return f"out of range at {attack.distance} ft (R-070)"
    return None


def _misses(attack: Attack, scene: Scene) -> str | None:
    beyond = attack.kind == "ranged" and attack.normal is not None and attack.distance > attack.normal
    return "beyond normal range under water (R-073)" if beyond and scene.underwater else None


class AttackResult(Frozen):
    """What an attack roll came to."""

    kept: int
    total: int
    ac: int
    """The armor class in force, cover included."""
    hit: bool
    critical: bool
    why: tuple[str, ...]


def resolve(
    edition: Edition,
    d20: D20Roll,
    plan: AttackPlan,
    *,
    bonus: int,
    ac: int,
    cover: Iterable[str] = (),
    critical_from: int = 20,
) -> AttackResult:
    """Hit or miss, critical or not (R-060, R-061, R-067, R-081, R-082): the kept die + `bonus` against `ac` and cover.

    A kept 20 hits and is critical, a kept 1 misses. From `critical_from` on a hit is critical, but no face below 20
    hits by itself. Behind total cover nothing is hit.
    """
    shield = cover_bonus(edition, cover)
    total = d20.kept + bonus + plan.sources.modifier
    against = ac + (shield or 0)
    stopped = plan.impossible or plan.misses or ("total cover (R-067)" if shield is None else None)
    if stopped:
        return AttackResult(d20.kept, total, against, hit=False, critical=False, why=(*plan.sources.why, stopped))
    hit = d20.kept == 20 or (d20.kept != 1 and total >= against)
    reasons = (f"{d20.kept} on the die (R-082)",) if d20.kept >= critical_from else plan.critical_on_hit
    verdict = f"{total} against AC {against}" + (f" with cover +{shield} (R-067)" if shield else "")
    if d20.kept in (1, 20):
        verdict += f", a {d20.kept} on the die (R-061)"
    return AttackResult(
        d20.kept, total, against, hit, hit and bool(reasons), (*plan.sources.why, verdict, *(reasons if hit else ()))
    )
