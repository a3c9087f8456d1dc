"""The attack roll: where its advantage and disadvantage come from, and what it comes to."""

from __future__ import annotations

from itertools import product

import pytest

from tracker.rules.attacks import Attack, Bystander, Fighter, Scene, attack_sources, range_band, resolve
from tracker.rules.checks import Mode, Sources
from tracker.rules.conditions import effects
from tracker.rules.dice import D20Roll
from tracker.rules.editions import EDITIONS, Edition, edition
from tracker.rules.saves import save_plan

SRD, NEW, FLAG = (edition(name) for name in ("srd-5.1", "srd-5.2", "black-flag"))
BOW = Attack(kind="ranged", distance=60, normal=150, long=600)


def test_a_roll_names_every_source() -> None:
    plan = attack_sources(
        SRD,
        Fighter(conditions=("poisoned",)),
        Fighter(conditions=("paralyzed",), dodging=True),
        Attack(),
        Scene(helped=True),
    )
    assert plan.mode is Mode.NORMAL
    assert plan.why == (
        "advantage: paralyzed (R-130)",
        "advantage: helped (R-049)",
        "disadvantage: poisoned (R-132)",
        "a hit is critical: paralyzed (R-130)",
    )


@pytest.mark.parametrize("rules", EDITIONS.values(), ids=lambda rules: rules.id)
def test_every_condition_shows_the_same_on_a_roll_as_in_its_effects(rules: Edition) -> None:
    names = ("blinded", "grappled", "paralyzed", "poisoned", "prone", "restrained", "stunned", "unconscious")
    for mine, theirs in product(names, names):
        attacker = Fighter(conditions=(mine,), sees=True, target_is_grappler=True)
        plan = attack_sources(rules, attacker, Fighter(conditions=(theirs,), sees=True), Attack())
        expected = effects(rules, [mine]).attacks | effects(rules, [theirs]).against_near
        assert plan.mode is expected.mode


def test_sight_is_told_by_conditions_unless_it_is_given() -> None:
    hidden = attack_sources(NEW, Fighter(conditions=("invisible",)), Fighter(), Attack())
    assert hidden.mode is Mode.ADVANTAGE
    seen = attack_sources(NEW, Fighter(conditions=("invisible",)), Fighter(sees_invisible=True), Attack())
    assert seen.mode is Mode.NORMAL
    older = attack_sources(SRD, Fighter(conditions=("invisible",)), Fighter(sees_invisible=True), Attack())
    assert older.mode is Mode.ADVANTAGE


@pytest.mark.parametrize(
    ("rules", "size", "strength", "mode", "impossible"),
    [
        (SRD, "small", 18, Mode.DISADVANTAGE, False),
        (SRD, "medium", 8, Mode.NORMAL, False),
        (NEW, "small", 13, Mode.NORMAL, False),
        (NEW, "medium", 12, Mode.DISADVANTAGE, False),
        (FLAG, "tiny", 18, Mode.DISADVANTAGE, True),
    ],
)
def test_heavy_weapons(rules: Edition, size: str, strength: int, mode: Mode, impossible: bool) -> None:
    plan = attack_sources(rules, Fighter(size=size, strength=strength), Fighter(), Attack(heavy=True))
    assert (plan.mode, plan.impossible is not None) == (mode, impossible)


@pytest.mark.parametrize(
    ("foe", "mode"),
    [
        (Bystander(), Mode.DISADVANTAGE),
        (Bystander(sees=False), Mode.NORMAL),
        (Bystander(conditions=("blinded",)), Mode.NORMAL),
        (Bystander(conditions=("stunned",)), Mode.NORMAL),
        (Bystander(conditions=("prone",)), Mode.DISADVANTAGE),
    ],
)
def test_a_foe_beside_the_archer_hampers_while_it_sees_and_acts(foe: Bystander, mode: Mode) -> None:
    assert attack_sources(SRD, Fighter(), Fighter(), BOW, Scene(foes_within_5=(foe,))).mode is mode


def test_under_water_beyond_normal_range_everything_misses() -> None:
    far = Attack(kind="ranged", distance=200, normal=150, long=600)
    plan = attack_sources(SRD, Fighter(), Fighter(), far, Scene(underwater=True))
    assert plan.misses == "beyond normal range under water (R-073)"
    assert not resolve(SRD, D20Roll(20, (20,), Mode.NORMAL), plan, bonus=20, ac=5).hit


def test_the_charmed_do_not_attack_their_charmer() -> None:
    plan = attack_sources(SRD, Fighter(conditions=("charmed",), target_is_charmer=True), Fighter(), Attack())
    assert plan.impossible == "the attacker is charmed by the target (R-124)"


def test_wind_spares_spells_where_the_text_says_weapons() -> None:
    spell = Attack(kind="spell_ranged", normal=120)
    modes = {
        rules.id: attack_sources(rules, Fighter(), Fighter(), spell, Scene(gale=True)).mode for rules in (NEW, FLAG)
    }
    assert modes == {"srd-5.2": Mode.NORMAL, "black-flag": Mode.DISADVANTAGE}


@pytest.mark.parametrize(
    ("face", "bonus", "ac", "hit", "critical"),
    [(20, -5, 99, True, True), (1, 99, 5, False, False), (19, 5, 24, True, True), (19, 4, 24, False, False)],
)
def test_the_die_decides_at_its_ends_only(face: int, bonus: int, ac: int, hit: bool, critical: bool) -> None:
    plan = attack_sources(SRD, Fighter(), Fighter(), Attack())
    result = resolve(SRD, D20Roll(face, (face,), Mode.NORMAL), plan, bonus=bonus, ac=ac, critical_from=19)
    assert (result.hit, result.critical) == (hit, critical)


def test_cover_is_part_of_the_armor_class_in_force() -> None:
    plan = attack_sources(SRD, Fighter(), Fighter(), Attack())
    result = resolve(SRD, D20Roll(13, (13,), Mode.NORMAL), plan, bonus=5, ac=15, cover=["half", "three-quarters"])
    assert (result.ac, result.hit, result.why) == (20, False, ("18 against AC 20 with cover +5 (R-067)",))


def test_range_bands() -> None:
    assert [range_band(feet, 30, 120) for feet in (30, 31, 120, 121)] == ["normal", "long", "long", "out"]
    assert [range_band(feet, 120) for feet in (120, 121)] == ["normal", "out"]
    assert range_band(59, 200, 800, minimum=60) == "out"


def test_dodge_cover_and_conditions_meet_in_a_save() -> None:
    plan = save_plan(SRD, "dex", effects(SRD, ["restrained"]), dodging=True, cover=["half"])
    assert plan.sources == Sources(disadvantage=("restrained (R-134)",), flat=(("cover (R-067)", 2),))
    assert save_plan(SRD, "str", effects(SRD, ["stunned"])).fails
    assert save_plan(SRD, "dex", effects(SRD, []), spell="Sacred Flame", cover=["half"]).sources.modifier == 0
