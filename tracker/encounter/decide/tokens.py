"""Luck, Inspiration and Doom: gained, spent, and what spending brings (R-075 to R-077)."""

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.deeds import mark, until_turn_ends
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import rules_of
from tracker.encounter.state import Encounter, Id, Prompt
from tracker.rules.tables import table
from tracker.rules.tokens import LUCK_FOR_REROLL, gain_luck, heroic_reroll, spend_luck, starting_doom

OVERFLOW = "Luck above 5"
_GUARD = "once_a_turn luck"


def decide_luck(d: Deciding, command: c.Luck) -> None:
    """Gains or spends what a player or the GM holds."""
    if command.points == 0:
        raise EncounterError("no points at all change nothing: a number above 0 gains, one below 0 spends")
    if command.token == "doom" or command.who is None:
        _doom(d, command.points)
    elif command.token == "luck":
        _luck(d, command.who, command.points)
    else:
        _inspiration(d, command.who, command.points)


def _doom(d: Deciding, points: int) -> None:
    if not table(d.edition, "doom"):
        raise EncounterError(f"{d.edition.title} has no Doom (R-076)")
    if d.state.doom + points < 0:
        raise EncounterError(f"{-points} Doom cannot be spent out of {d.state.doom} (R-076)")
    d.emit(e.TokensChanged(who=None, token="doom", held=d.state.doom + points))


def _luck(d: Deciding, who: Id, points: int) -> None:
    held = d.combatant(who).tokens.get("luck", 0)
    if points > 0:
        give_luck(d, who, points)
        return
    left = spend_luck(d.edition, held, -points)
    d.emit(e.TokensChanged(who=who, token="luck", held=left))
    use = "a reroll of the d20" if -points == LUCK_FOR_REROLL else f"{-points:+d} on the roll just made"
    d.say(f"{d.name(who)} spends {-points} Luck: {use}", who)


def give_luck(d: Deciding, who: Id, points: int) -> None:
    """Luck gained; a sixth point turns what is held into a d4 that is asked for (R-075)."""
    gained = gain_luck(d.edition, d.combatant(who).tokens.get("luck", 0), points)
    if gained.needs_d4:
        d.ask(
            "choice", who, f"{d.name(who)} has more than 5 Luck: a d4 says how many stay", subject=OVERFLOW, dice="1d4"
        )
    else:
        d.emit(e.TokensChanged(who=who, token="luck", held=gained.luck))


def settle_overflow(d: Deciding, prompt: Prompt, command: c.Answer) -> None:
    """The d4 that a sixth point of Luck asks for, typed or thrown."""
    assert prompt.who is not None
    face = command.face.value if command.face else d.dice.roll(4)
    if not 1 <= face <= 4:
        raise EncounterError(f"a d4 shows 1 to 4, not {face}")
    held = d.combatant(prompt.who).tokens.get("luck", 0)
    d.emit(e.TokensChanged(who=prompt.who, token="luck", held=gain_luck(d.edition, held, 6, d4=face).luck))


def luck_of_failure(d: Deciding, who: Id) -> None:
    """A point for a player character that missed or failed a save, once a turn (R-075)."""
    combatant = d.combatant(who)
    if d.edition.token != "luck" or combatant.side != "party" or not d.state.is_on("luck"):
        return
    asked = any(prompt.subject == OVERFLOW for prompt in d.waiting("choice", who=who))
    if asked or combatant.has(_GUARD):
        return
    if d.state.active_id is not None:
        mark(d, who, _GUARD, lasts=until_turn_ends(d.state.active_id))
    give_luck(d, who, 1)


def _inspiration(d: Deciding, who: Id, points: int) -> None:
    token = d.edition.token
    if token == "luck":
        raise EncounterError(f"{d.edition.title} has no inspiration, but luck (R-075)")
    held = d.combatant(who).tokens.get("inspiration", 0)
    if points > 0:
        if held:
            d.warn(f"{d.name(who)} has {token} already; there is one at a time (R-077)", who)
        d.emit(e.TokensChanged(who=who, token="inspiration", held=1))
        return
    if not held:
        raise EncounterError(f"{d.name(who)} has no {token} to spend (R-077)")
    d.emit(e.TokensChanged(who=who, token="inspiration", held=0))
    if token == "inspiration":
        mark(d, who, "inspired", why=("advantage on its next attack roll (R-077)",))
        return
    face = heroic_reroll(d.edition, d.dice.roll(20))
    d.emit(e.Rolled(text="d20 again by Heroic Inspiration", total=face, faces=((20, face, True),)))


def first_doom(state: Encounter, challenge: float) -> int:
    """The Doom that the GM begins a fight of that challenge rating with; 0 where the edition has none."""
    rules = rules_of(state)
    return starting_doom(rules, challenge) if table(rules, "doom") else 0
