"""The edition's actions and what other things cost (R-044 to R-056)."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.frozen import Frozen
from tracker.rules._data import name_in, row, rows
from tracker.rules.editions import Edition


class Action(Frozen):
    """Something a creature can do on its turn."""

    name: str
    slot: str
    """What it costs: action, bonus, reaction, interaction, attack (one of the Attack action's), half speed or free."""
    text: str
    rule: str


def actions(edition: Edition) -> tuple[Action, ...]:
    """The actions of the edition in alphabetical order (R-044 to R-054)."""
    return tuple(
        Action(name, facts["slot"], facts["text"], facts["rule"]) for name, facts in rows(edition, "actions").items()
    )


def action(edition: Edition, name: str) -> Action:
    """The action called `name`; raises RulesError naming the nearest."""
    name = name_in(edition, "actions", name, "action")
    return next(one for one in actions(edition) if one.name == name)


def activity_cost(edition: Edition, activity: str) -> str:
    """What one of the many smaller things costs, such as `drink potion of healing` (R-056, R-112, R-186)."""
    facts = row(edition, "activities", activity, "activity")
    if facts["rule"] == "R-112":
        return edition.healing_potion
    return str(facts["slot"])


def mount_actions(edition: Edition, *, controlled: bool) -> Sequence[str]:
    """The names of the actions a mount can take: a controlled one only three (R-163, R-164)."""
    return ("Dash", "Disengage", "Dodge") if controlled else tuple(rows(edition, "actions"))
