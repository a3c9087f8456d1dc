"""What holds of every rule set: names, switches, house rules, the reference, and that asking is cheap."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tracker.rules._data import raw_tables
from tracker.rules.actions import action, activity_cost
from tracker.rules.attacks import Attack, Fighter, attack_sources
from tracker.rules.conditions import check_condition, condition_names, describe_condition, effects, gain_condition
from tracker.rules.editions import EDITIONS, Edition, edition
from tracker.rules.errors import RulesError
from tracker.rules.house_rules import HOUSE_RULES, house_rule, with_house_rule
from tracker.rules.reference import reference, search_reference
from tracker.rules.space import size
from tracker.rules.spells import cantrip
from tracker.rules.tables import table, table_names
from tracker.rules.weapons import weapon

ALL = list(EDITIONS.values())
MELE = Attack(kind="mele")  # type: ignore[arg-type]
every_edition = pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.id)


@every_edition
def test_conditions_have_one_line_each(rules: Edition) -> None:
    names = condition_names(rules)
    assert len(names) == (16 if rules.surprise_is_condition else 15)
    for name in names:
        levels = range(7) if name == "exhaustion" else (0,)
        assert all(describe_condition(rules, name, level) for level in levels)


@every_edition
def test_exhaustion_reads_as_it_counts(rules: Edition) -> None:
    third = describe_condition(rules, "exhaustion", 3)
    assert ("-6" in third) == bool(effects(rules, [], 3).checks.flat)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: edition("srd5.1"), "did you mean 'srd-5.1'"),
        (lambda: check_condition(ALL[0], "poisond"), "did you mean 'poisoned'"),
        (lambda: check_condition(ALL[0], "surprised"), "SRD 5.1 has no condition 'surprised'"),
        (lambda: size(ALL[0], "hgue"), "did you mean 'huge'"),
        (lambda: weapon(ALL[0], "longsord"), "did you mean 'longsword'"),
        (lambda: weapon(ALL[1], "net"), "in SRD 5.2.1 there is no weapon 'net'"),
        (lambda: cantrip(ALL[1], "thorn whip", 1), "SRD 5.2.1 has no cantrip 'thorn whip'"),
        (lambda: action(ALL[1], "Use an Object"), "SRD 5.2.1 has no action 'Use an Object'"),
        (lambda: activity_cost(ALL[0], "drink poton of healing"), "did you mean 'drink potion of healing'"),
        (lambda: table(ALL[0], "weapon"), "did you mean 'weapons'"),
        (lambda: house_rule("tie_to_sneaker"), "did you mean 'ties_to_sneaker'"),
        (lambda: reference(ALL[0], "R-215"), "did you mean"),
        (lambda: attack_sources(ALL[0], Fighter(), Fighter(), MELE), "did you mean 'melee'"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(ask: object, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        ask()  # type: ignore[operator]


@every_edition
def test_every_rule_can_be_looked_up(rules: Edition) -> None:
    found = search_reference(rules, "")
    assert [one.number for one in found] == [f"R-{n:03d}" for n in range(1, 215)]
    assert all(one.title and one.text for one in found)
    assert search_reference(rules, "concentration")[0].title == "One concentration"


@every_edition
def test_a_house_rule_turned_on_and_off_leaves_the_rules_as_they_were(rules: Edition) -> None:
    for rule in HOUSE_RULES:
        was = rule.is_on(rules)
        assert rule.is_on(with_house_rule(rules, rule.name, True))
        assert not rule.is_on(with_house_rule(rules, rule.name, False))
        assert with_house_rule(with_house_rule(rules, rule.name, not was), rule.name, was) == rules


@every_edition
def test_every_table_row_is_a_row_of_the_edition(rules: Edition) -> None:
    for name in table_names(rules):
        assert table(rules, name)
    assert set(table_names(rules)) <= set(raw_tables())


def test_what_a_gained_condition_ends() -> None:
    srd, new = edition("srd-5.1"), edition("srd-5.2")
    gain = gain_condition(srd, "unconscious")
    assert gain.names == ("unconscious", "prone")
    assert gain.ends_concentration
    assert gain.drops_held
    assert not gain_condition(srd, "stunned").ends_rage
    assert gain_condition(new, "stunned").ends_rage
    assert gain_condition(srd, "grappled").ends_dodge
    assert gain_condition(srd, "poisoned", ["petrified"]).refused == "immune to poisoned (R-088)"
    assert gain_condition(srd, "charmed", immune=["Charmed"]).refused


def test_asking_the_rules_loads_no_tables_and_nothing_heavy() -> None:
    code = """
import sys, tracker.rules.attacks, tracker.rules.hitpoints, tracker.rules._data as data
print(data.raw_tables.cache_info().currsize, *{"json", "random", "difflib", "yaml"} & set(sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0"
