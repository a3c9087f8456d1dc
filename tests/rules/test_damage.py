"""The damage pipeline over all the hits it may meet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.rules.conditions import effects
from tracker.rules.damage import Damage, Defenses, defense_applies, take_damage
from tracker.rules.dice import DAMAGE_TYPES
from tracker.rules.editions import EDITIONS, Edition, edition
from tracker.rules.errors import RulesError
from tracker.rules.house_rules import with_house_rule

SRD = edition("srd-5.1")
_KINDS = st.sampled_from([*DAMAGE_TYPES, "all"])
_SOME = st.lists(_KINDS, max_size=4).map(tuple)
_PARTS = st.lists(
    st.builds(Damage, st.integers(0, 200), st.sampled_from([*DAMAGE_TYPES, None])), min_size=1, max_size=4
)
_EDITIONS = st.sampled_from(list(EDITIONS.values()))


@given(_EDITIONS, _PARTS, _SOME, st.sampled_from(["half", "none", "full"]))
def test_nothing_that_protects_ever_makes_a_hit_worse(
    edition: Edition, parts: list[Damage], kinds: tuple[str, ...], share: str
) -> None:
    def total(**defenses: object) -> int:
        return take_damage(edition, parts, Defenses(**defenses), share=share).total  # type: ignore[arg-type]

    unprotected = total()
    assert 0 <= total(immune=kinds) <= total(resist=kinds) <= unprotected <= total(vulnerable=kinds)
    assert total(flat=-7) <= unprotected
    assert total(resist=kinds) == total(resist=(*kinds, *kinds))
    assert total(threshold=10) in (0, unprotected)


@given(_PARTS, st.integers(-60, 0))
def test_a_flat_reduction_is_spent_once_over_all_parts(parts: list[Damage], flat: int) -> None:
    rolled = sum(part.amount for part in parts)
    assert take_damage(SRD, parts, Defenses(flat=flat)).total == max(0, rolled + flat)


@given(st.integers(0, 300))
def test_underwater_fire_is_halved_once(amount: int) -> None:
    hit = take_damage(SRD, [Damage(amount, "fire")], Defenses(resist=("fire",)), underwater=True)
    assert hit.total == amount // 2


def test_a_hit_tells_what_happened_to_each_part() -> None:
    defenses = Defenses(resist=("all",), vulnerable=("fire",), immune=("poison",), flat=-5)
    hit = take_damage(SRD, [Damage(28, "fire"), Damage(6, "poison")], defenses)
    assert hit.parts == (22, 0)
    assert hit.why == (
        "28 fire, -5 (R-090) → 23, resists all (R-086) → 11, vulnerable to fire (R-087) → 22",
        "6 poison, immune to poison (R-088) → 0",
    )


def test_a_table_may_take_the_reduction_after_the_save() -> None:
    hit, shield = [Damage(28, "fire")], Defenses(flat=-5)
    assert take_damage(SRD, hit, shield, share="half").total == 11
    assert take_damage(with_house_rule(SRD, "flat_before_save", False), hit, shield, share="half").total == 9


def test_an_unknown_share_is_told() -> None:
    with pytest.raises(RulesError, match="did you mean 'half'"):
        take_damage(SRD, [Damage(1)], Defenses(), share="halv")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("entry", "damage_type", "tags", "applies"),
    [
        ("fire", "fire", set(), True),
        ("fire", "cold", set(), False),
        ("all", None, set(), True),
        ("fire", None, set(), False),
        ("slashing (nonmagical)", "slashing", set(), True),
        ("slashing (nonmagical)", "slashing", {"magical"}, False),
        ("bludgeoning (nonmagical, not silvered)", "bludgeoning", {"silvered"}, False),
        ("bludgeoning (nonmagical, not silvered)", "bludgeoning", {"adamantine"}, True),
        ("piercing (nonmagical, not adamantine)", "piercing", {"adamantine"}, False),
        ("piercing (magical)", "piercing", set(), False),
        ("piercing (magical, wielder good)", "piercing", {"magical"}, True),
        ("slashing (nonmagical, while stoneskin lasts)", "slashing", set(), True),
        ("ballistic", "piercing", {"ballistic"}, True),
    ],
)
def test_brackets_ask_about_the_attack(entry: str, damage_type: str | None, tags: set[str], applies: bool) -> None:
    assert defense_applies(entry, damage_type, tags) is applies


def test_stone_stops_poison_where_the_text_says_so() -> None:
    poison = [Damage(20, "poison")]
    taken = {
        edition.id: take_damage(edition, poison, Defenses(), effects=effects(edition, ["petrified"])).total
        for edition in EDITIONS.values()
    }
    assert taken == {"srd-5.1": 0, "srd-5.2": 10, "black-flag": 0}
