"""What `>`, `<`, `H` and `I` do: how many of a creature, how its hit points are settled, how initiative comes about."""

from typing import TYPE_CHECKING

from tracker.encounter.commands import Copies, HitPoints, SetInitiative
from tracker.encounter.decide.preparing import copies_of
from tracker.encounter.state import Id
from tracker.tui.menus import reason_against
from tracker.tui.questions.base import Question, names
from tracker.tui.questions.listed import Choice, MenuQuestion
from tracker.tui.questions.simple import CountQuestion

if TYPE_CHECKING:
    from tracker.tui.table import Table


def change_copies(table: "Table", step: int) -> None:
    """One more, or one fewer, of the creature under the cursor, which stays with its kind."""
    under, here = table.sight().under, table.list.cursor
    if under is None:
        table.warn("move the cursor to a creature first")
        return
    before = [one.id for one in copies_of(table.state, under)]
    if table.do(Copies(who=under, number=step, relative=True)):
        keys = {row.key for row in table.rows}
        stays = next((key for key in (here, *reversed(before)) if key in keys), None)
        table.list.cursor = stays or table.list.cursor
        table.list.scroll(table.state)


def settle_hit_points(table: "Table") -> Question:
    """By the stat block, rolled, or as many as there can be: for the marked, else for every foe with hit dice.

    Without marks a number that the encounter gives stays.
    """
    state, sight = table.state, table.sight()
    foes = [one for one in state.combatants.values() if one.side == "foe" and one.kind == "creature"]
    diced = tuple(one.id for one in foes if state.block_of(one.id).hp_dice and not one.is_hp_given)
    who = tuple(sight.marked) or diced
    others = tuple(one.id for one in foes if one.id not in diced)
    whose = names(sight, who) if sight.marked else "all foes" + (f" but {names(sight, others)}" if others else "")
    none = "" if who else "no foe here has hit dice"

    def choice(text: str, wish: HitPoints) -> Choice:
        return Choice(f"{text} for {whose}", lambda: wish, reason=none)

    choices = (
        choice("Rolled", HitPoints(who=who, mode="roll")),
        choice("Average", HitPoints(who=who)),
        choice("Maximum", HitPoints(who=who, mode="max")),
    )
    return MenuQuestion("hit points", "HIT POINTS", choices, "r rolled, a average, m maximum, then Enter")


def initiative_mode(table: "Table") -> Question:
    """Rolled for all, typed one after the other with a roll ready, the party's typed and the rest rolled, or fixed."""
    state = table.state
    everybody = tuple(one.id for one in state.present() if one.kind == "creature")
    others = tuple(who for who in everybody if state.combatants[who].side != "party")
    none = "" if everybody else "nobody is here yet"

    def typed(rolled: tuple[Id, ...]) -> CountQuestion:
        if rolled:
            table.do(SetInitiative(who=rolled))
        table.follow()
        return CountQuestion("", table.offers.count_face)

    choices = (
        Choice("Rolled for everybody", lambda: SetInitiative(who=everybody), reason=none),
        Choice("Players type theirs, the rest is rolled", lambda: typed(others), reason=none),
        Choice("Typed one after the other, a roll ready for each", lambda: typed(()), reason=none),
        Choice(
            "Fixed scores instead of dice",
            lambda: SetInitiative(who=everybody, fixed=True),
            reason=none or reason_against(table, f"init {everybody[0]} fixed"),
        ),
    )
    return MenuQuestion("initiative", "INITIATIVE", choices, "r rolled, p players, t typed, f fixed, then Enter")
