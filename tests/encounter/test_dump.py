"""The dump: what scripts and tests look at."""

import json

import pytest

from tests.encounter.ambush import Table
from tracker.encounter.dump import dump


@pytest.fixture
def table() -> Table:
    table = Table.open()
    table.say("start")
    return table


def test_its_keys_are_stable(table: Table) -> None:
    whole = dump(table.state)
    assert list(whole) == ["edition", "phase", "round", "active", "acting", "order", "waiting", "prompts", "combatants"]
    assert list(whole["combatants"]["mi"]) == [
        *("name", "initiative", "hp", "max_hp", "temp_hp", "ac", "alive", "status", "conditions", "concentration"),
        *("reaction", "action", "bonus", "movement_left", "death_saves", "exhaustion", "hidden", "surprised", "side"),
        "group",
    ]
    assert json.loads(json.dumps(whole)) == whole


def test_before_the_fight_nobody_is_active(table: Table) -> None:
    table.say("undo")
    whole = dump(table.state)
    assert (whole["phase"], whole["round"], whole["active"], whole["acting"]) == ("setup", 0, None, [])


def test_order_and_waiting(table: Table) -> None:
    whole = dump(table.state)
    assert whole["order"] == ["mi", "go1", "go2", "lu", "bo", "to"]
    assert whole["waiting"] == ["wo"]
    assert whole["combatants"]["wo"]["initiative"] is None


def test_a_group_acts_together_and_without_its_dead(table: Table) -> None:
    table.say("next")
    assert (dump(table.state)["active"], dump(table.state)["acting"]) == ("go1", ["go1", "go2"])
    table.say("kill go1")
    assert (dump(table.state)["active"], dump(table.state)["acting"]) == ("go2", ["go2"])


def test_one_that_dies_on_its_own_turn_is_still_acting(table: Table) -> None:
    table.say("next", "next", "kill lu")
    assert (dump(table.state)["active"], dump(table.state)["acting"]) == ("lu", ["lu"])
    assert not table.one("lu")["alive"]


def test_what_can_be_spent_is_what_the_turn_allows(table: Table) -> None:
    def spendable(who: str) -> tuple[bool, bool, bool, int]:
        one = table.one(who)
        return one["action"], one["bonus"], one["reaction"], one["movement_left"]

    assert spendable("mi") == (True, True, True, 30)
    assert spendable("to") == (False, False, True, 0)
    table.say("attack mira with sword vs bo roll 2", "move mira 20", "react tor shield")
    assert spendable("mi") == (False, True, True, 10)
    assert spendable("to") == (False, False, False, 0)
    table.say("cond mira +stunned")
    assert spendable("mi") == (False, False, False, 0)


def test_conditions_are_those_put_on_and_prone_with_unconscious(table: Table) -> None:
    table.say("damage mira 30", "cond tor +paralyzed until end of mi's next turn", "cond tor +exhaustion 4")
    assert [condition["name"] for condition in table.one("mi")["conditions"]] == ["unconscious", "prone"]
    assert table.one("to")["conditions"] == [{"name": "paralyzed", "until": "end of mi's next turn", "level": None}]
    assert (table.one("to")["exhaustion"], table.one("to")["max_hp"]) == (4, 15)


def test_a_prompt_has_its_place_in_the_queue(table: Table) -> None:
    table.say("conc mira bless", "damage mira 23")
    (prompt,) = dump(table.state)["prompts"]
    assert (prompt["n"], prompt["kind"], prompt["who"], prompt["dc"]) == (1, "concentration", "mi", 11)
