"""What answering a proposal or failing a save brings, by what the prompt is about."""

from collections.abc import Callable

from tracker.encounter import commands as c
from tracker.encounter.decide import hits, mounts, movement
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.effects import change_exhaustion, gain
from tracker.encounter.decide.saves import rolled_damage
from tracker.encounter.decide.tokens import OVERFLOW, settle_overflow
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import immune_to_condition
from tracker.encounter.state import Id, Prompt
from tracker.rules.checks import NO_SOURCES, Sources

WIND = "gale winds"
ALOFT = "gale winds, in the air"


def chosen(d: Deciding, prompt: Prompt, command: c.Answer) -> bool:
    """Does what a proposal of this floor's own asks; False when it is none of these."""
    does = _CHOSEN.get(prompt.subject)
    if does is None or prompt.who is None:
        return False
    d.close(prompt)
    does(d, prompt, command)
    return True


def skipped(d: Deciding, prompt: Prompt) -> None:
    """What happens all the same when a proposal is passed over."""
    if prompt.subject == mounts.FALLEN_MOUNT and prompt.who is not None:
        mounts.fallen_mount(d, prompt.who, use_reaction=False)


def failed(d: Deciding, prompt: Prompt) -> None:
    """What failing the save of a prompt brings, where it is about a hazard or a seat."""
    does = _FAILED.get(prompt.subject)
    if does is not None and prompt.who is not None:
        does(d, prompt.who, prompt)


def bending(prompt: Prompt) -> Sources:
    """What bends the save of a prompt beside its maker's own condition."""
    return Sources(disadvantage=prompt.worse) if prompt.worse else NO_SOURCES


def _fall(d: Deciding, prompt: Prompt, command: c.Answer) -> None:
    assert prompt.who is not None
    if command.face is not None and command.face.value < 0:
        raise EncounterError("damage is 0 or more")
    typed = None if command.face is None else str(command.face.value)
    parts, faces = rolled_damage(d, (prompt.dice,), typed)
    taken = hits.deal(d, prompt.who, parts, source="the fall", faces=faces)
    movement.land_prone(d, prompt.who, taken)


def _land_on_feet(d: Deciding, prompt: Prompt, _command: c.Answer) -> None:
    assert prompt.who is not None
    mounts.fallen_mount(d, prompt.who, use_reaction=True)


def _exhausted(d: Deciding, who: Id, _prompt: Prompt) -> None:
    change_exhaustion(d, who, 1)


def _blown_over(d: Deciding, who: Id, _prompt: Prompt) -> None:
    reason = immune_to_condition(d.state, who, "prone")
    if reason:
        d.say(f"{d.name(who)} does not fall prone: {reason}", who)
    elif "prone" not in d.combatant(who).conditions:
        gain(d, who, "prone", why=("strong wind (R-169)",))


def _drops(d: Deciding, who: Id, prompt: Prompt) -> None:
    movement.fall(d, who, prompt.amount)


def _thrown(d: Deciding, who: Id, _prompt: Prompt) -> None:
    mounts.lose_seat(d, who)


_CHOSEN: dict[str, Callable[[Deciding, Prompt, c.Answer], None]] = {
    "the fall": _fall,
    mounts.FALLEN_MOUNT: _land_on_feet,
    OVERFLOW: settle_overflow,
}

_FAILED: dict[str, Callable[[Deciding, Id, Prompt], None]] = {
    "extreme cold": _exhausted,
    "extreme heat": _exhausted,
    WIND: _blown_over,
    ALOFT: _drops,
    mounts.SEAT: _thrown,
}
