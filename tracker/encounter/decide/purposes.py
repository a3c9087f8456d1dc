"""What a yes does where prompts of one kind differ: by the purpose they were raised for."""

from collections.abc import Callable

from tracker.encounter import commands as c
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.effects import gain, lose
from tracker.encounter.decide.traits import auras, dying, striking, wounded
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import immune_to_condition
from tracker.encounter.state import Prompt

Does = Callable[[Deciding, Prompt, c.Answer, c.Face | None], None]


def answer(d: Deciding, prompt: Prompt, command: c.Answer, face: c.Face | None) -> bool:
    """Does what the prompt was raised for; False when it has no purpose of its own."""
    does = _PURPOSES.get(prompt.purpose)
    if does is None:
        return False
    for target in command.targets:
        d.combatant(target.who)
    does(d, prompt, command, face)
    return True


def skipped(d: Deciding, prompt: Prompt) -> None:
    """A skipped aura means that nobody stands near any more."""
    if prompt.purpose == "near" and prompt.who is not None:
        for effect in d.combatant(prompt.who).effects:
            if effect.id == prompt.effect:
                lose(d, prompt.who, effect, "no longer near")


def _typed(face: c.Face | None) -> str | None:
    if face is None:
        return None
    if face.value < 0:
        raise EncounterError("damage is 0 or more")
    return str(face.value)


def _parry(d: Deciding, prompt: Prompt, _command: c.Answer, _face: c.Face | None) -> None:
    from tracker.encounter.decide.reactions import decide_react

    assert prompt.who is not None
    d.close(prompt)
    decide_react(d, c.React(who=prompt.who, what=prompt.subject))


def _burst(d: Deciding, prompt: Prompt, command: c.Answer, _face: c.Face | None) -> None:
    d.close(prompt)
    dying.burst(d, prompt, command.targets)


def _rampage(d: Deciding, prompt: Prompt, command: c.Answer, _face: c.Face | None) -> None:
    d.close(prompt)
    dying.rampage(d, prompt, command.targets)


def _mark_near(d: Deciding, prompt: Prompt, command: c.Answer, _face: c.Face | None) -> None:
    assert prompt.who is not None
    if not command.targets:
        d.say(f"nobody stands near {d.name(prompt.who)}", prompt.who)
    auras.mark_near(d, prompt.who, command.targets)


def _petrify(d: Deciding, prompt: Prompt, _command: c.Answer, _face: c.Face | None) -> None:
    """Restrained, with a save at the end of the next turn that decides: free, or stone."""
    assert prompt.dc is not None
    for who in prompt.targets:
        if who not in d.state.combatants or d.combatant(who).is_out:
            continue
        if reason := immune_to_condition(d.state, who, "petrified"):
            d.say(f"{d.name(who)} is immune to petrified: {reason}", who)
            continue
        ending = c.Ending(save_ability=prompt.ability or "con", save_dc=prompt.dc)
        gain(d, who, "restrained", source=prompt.who, ending=ending, worsens="petrified")


def _split(d: Deciding, prompt: Prompt, _command: c.Answer, _face: c.Face | None) -> None:
    d.close(prompt)
    wounded.split(d, prompt)


def _reflect(d: Deciding, prompt: Prompt, _command: c.Answer, face: c.Face | None) -> None:
    from tracker.encounter.decide.using import reflect

    assert prompt.who is not None
    reflect(d, prompt.who, face)


_PURPOSES: dict[str, Does] = {
    "parry": _parry,
    "burst": _burst,
    "rampage": _rampage,
    "mark near": _mark_near,
    "petrify": _petrify,
    "split": _split,
    "reflect": _reflect,
    "near": lambda d, prompt, _command, face: auras.suffer_near(d, prompt, face),
    "aura": lambda d, prompt, command, _face: auras.aura(d, prompt, command.targets),
    "berserk": lambda d, prompt, _command, face: auras.berserk(d, prompt, face),
    "scorch": lambda d, prompt, _command, face: striking.scorch(d, prompt, _typed(face)),
    "extra": lambda d, prompt, _command, face: striking.extra(d, prompt, _typed(face)),
}
