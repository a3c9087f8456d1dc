"""What is answered without asking: rolls of creatures that are not the party's, where the GM left them to the app."""

from tracker.encounter import commands as c
from tracker.encounter.decide.core import Deciding
from tracker.encounter.state import Encounter, Prompt

_ROLLS = ("death_save", "concentration", "recharge", "regeneration", "ongoing_damage", "end_save")
_TRAITS = ("", "near", "scorch", "berserk", "reflect")
"""Purposes of trait prompts that a die, and nobody's judgement, answers."""
_MOST = 500


def answer_for_monsters(d: Deciding) -> None:
    """Rolls for every prompt of a creature that is not the party's and that only a die decides."""
    from tracker.encounter.decide.prompts import decide_answer

    if not d.state.is_on("answer_for_monsters"):
        return
    for _ in range(_MOST):
        waiting = next((n for n, p in enumerate(d.state.prompts, 1) if is_answerable(d.state, p)), None)
        if waiting is None:
            return
        decide_answer(d, c.Answer(n=waiting, word="roll"))


def is_answerable(state: Encounter, prompt: Prompt) -> bool:
    """Whether a prompt is a monster's, and a roll is all that it asks for."""
    owner = state.combatants.get(prompt.who) if prompt.who else None
    if owner is None or owner.side == "party" or owner.kind != "creature":
        return False
    return prompt.kind in _ROLLS or (prompt.kind == "trait" and prompt.purpose in _TRAITS)
