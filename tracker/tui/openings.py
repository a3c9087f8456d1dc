"""Which key opens which question."""

from typing import TYPE_CHECKING

from tracker.tui.questions.adding import AddQuestion, SwapQuestion
from tracker.tui.questions.amounts import DamageQuestion, HealQuestion, TempQuestion
from tracker.tui.questions.attack import AttackQuestion
from tracker.tui.questions.base import Question
from tracker.tui.questions.command import CommandQuestion
from tracker.tui.questions.condition import ConditionQuestion
from tracker.tui.questions.edit import EditQuestion
from tracker.tui.questions.listed import LookupQuestion
from tracker.tui.questions.saves import SaveQuestion
from tracker.tui.questions.simple import (
    ConcentrateQuestion,
    EndQuestion,
    HideQuestion,
    InitiativeQuestion,
    MoveQuestion,
    NoteQuestion,
    ReactQuestion,
    ReminderQuestion,
    RemoveQuestion,
    SurpriseQuestion,
)

if TYPE_CHECKING:
    from tracker.tui.table import Table

_PLAIN: dict[str, type[Question]] = {
    "damage": DamageQuestion,
    "heal": HealQuestion,
    "temp": TempQuestion,
    "attack": AttackQuestion,
    "save": SaveQuestion,
    "condition": ConditionQuestion,
    "concentrate": ConcentrateQuestion,
    "react": ReactQuestion,
    "move": MoveQuestion,
    "initiative": InitiativeQuestion,
    "remove": RemoveQuestion,
    "hide": HideQuestion,
    "edit": EditQuestion,
    "remind": ReminderQuestion,
    "end": EndQuestion,
}


def open_question(table: "Table", action: str) -> Question | None:
    """The question for a row of the key table, by its id; None for one that asks nothing."""
    if action in _PLAIN:
        return _PLAIN[action]()
    services = table.services
    match action:
        case "add":
            return AddQuestion(services.search, services.find)
        case "swap":
            return SwapQuestion(services.search, services.find)
        case "copy_all":
            from tracker.tui.copying import copy_menu

            return copy_menu(table)
        case "carry":
            from tracker.tui.carrying import carry_question

            return carry_question(table)
        case "more" | "fewer" | "hp" | "mode":
            return _prepare(table, action)
        case "lookup":
            from tracker.tui.articles import find_articles

            under = table.sight().under
            return LookupQuestion(
                lambda state, query: find_articles(services, state, query, under),
                lambda name: AddQuestion(services.search, services.find, name),
            )
        case "surprise":
            table.asking.letter_rows()
            return SurpriseQuestion(table.state, tuple(table.sight().letters.items()))
        case "note":
            under = table.sight().under
            return NoteQuestion(table.state.combatants[under].note if under else "")
        case "command":
            return command(table)
        case "palette":
            from tracker.tui.menus import palette

            return palette(table)
        case "other":
            from tracker.tui.menus import other_actions

            return other_actions(table)
        case "legend":
            from tracker.tui.menus import legendary_actions

            return legendary_actions(table)
        case _:
            return None


def _prepare(table: "Table", action: str) -> Question | None:
    from tracker.tui import preparing

    match action:
        case "hp":
            return preparing.settle_hit_points(table)
        case "mode":
            return preparing.initiative_mode(table)
        case _:
            preparing.change_copies(table, 1 if action == "more" else -1)
            return None


def command(table: "Table", text: str = "") -> CommandQuestion:
    """The command line, with `text` already in it."""
    return CommandQuestion(text, table.services.parse, table.services.complete, table.history.read())
