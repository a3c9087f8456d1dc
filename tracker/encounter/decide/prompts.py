"""Answering and skipping what the rules ask."""

from collections.abc import Callable

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide import consequences, hits, offers, purposes, traits
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.effects import end_concentration, gain, inflict, lose
from tracker.encounter.decide.health import decide_death
from tracker.encounter.decide.mending import span
from tracker.encounter.decide.saves import make_save, may_resist, rolled_damage
from tracker.encounter.decide.traits.defending import answer_hold_back
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import immune_to_condition
from tracker.encounter.state import Effect, FailedSave, Id, Prompt, PromptKind
from tracker.frozen import replace
from tracker.rules.errors import nearest

_WITHOUT_DIE: tuple[PromptKind, ...] = ("legendary", "lair", "reminder", "end_combat")


def decide_answer(d: Deciding, command: c.Answer) -> None:
    """Answers the first waiting prompt, or the one of that number."""
    prompt = _meant(d, command)
    if command.word == "no":
        _skip(d, prompt)
        return
    _must_fit(prompt, command)
    _ANSWERS[prompt.kind](d, prompt, command)
    if any(p.id == prompt.id for p in d.state.prompts):
        d.close(prompt)


def _must_fit(prompt: Prompt, command: c.Answer) -> None:
    """Raises EncounterError for a die where nothing is thrown, and for a word where only yes and no mean something."""
    kind = prompt.kind.replace("_", " ")
    offered = f"name one of {', '.join(prompt.options)}, or " if prompt.options else ""
    is_thrown = prompt.kind not in _WITHOUT_DIE and not (prompt.kind == "choice" and not prompt.dice)
    if not is_thrown and (command.face is not None or command.word == "roll"):
        raise EncounterError(f"nothing is thrown for the {kind} prompt: {offered}answer `yes` or `no`")
    if not prompt.options and prompt.kind in (*_WITHOUT_DIE, "choice") and command.word not in ("", "yes", "roll"):
        raise EncounterError(f"'{command.word}' is no answer to the {kind} prompt: answer `yes` or `no`")


def _meant(d: Deciding, command: c.Answer) -> Prompt:
    """The prompt of that number; an option's name without a number means the first prompt that offers it."""
    first = find_prompt(d, command.n)
    if command.n is not None or command.word in ("", "yes", "no", "roll"):
        return first
    word = command.word.casefold()
    offering = (p for p in d.state.prompts if any(option.casefold().startswith(word) for option in p.options))
    return next(offering, first)


def decide_skip(d: Deciding, command: c.Skip) -> None:
    """Passes over the first waiting prompt, or the one of that number."""
    _skip(d, find_prompt(d, command.n))


def find_prompt(d: Deciding, n: int | None) -> Prompt:
    """The prompt meant: by its place in the queue, or the first; the proposal to end the fight comes last."""
    prompts = d.state.prompts
    if not prompts:
        raise EncounterError("nothing is being asked")
    if n is None:
        return next((p for p in prompts if p.kind != "end_combat"), prompts[0])
    if not 1 <= n <= len(prompts):
        raise EncounterError(f"there is no prompt {n}; {len(prompts)} {'waits' if len(prompts) == 1 else 'wait'}")
    return prompts[n - 1]


def _skip(d: Deciding, prompt: Prompt) -> None:
    d.close(prompt, "skipped")
    consequences.skipped(d, prompt)
    purposes.skipped(d, prompt)
    if prompt.who is not None and traits.held_back(d, prompt):
        hits.die(d, prompt.who, why=(f"{prompt.subject} was not used",))
    elif prompt.kind == "readied" and prompt.who is not None:
        offers.lose_readied(d, prompt.who)


def _owner(prompt: Prompt) -> Id:
    assert prompt.who is not None
    return prompt.who


def _answer_death_save(d: Deciding, prompt: Prompt, command: c.Answer) -> None:
    decide_death(d, c.Death(who=_owner(prompt), face=_face(command)))


def _answer_concentration(d: Deciding, prompt: Prompt, command: c.Answer) -> None:
    who = _owner(prompt)
    d.close(prompt)
    against = f"concentration on {prompt.subject}"
    if not make_save(d, who, "con", prompt.dc or 10, face=_face(command), against=against):
        before, was = d.combatant(who), d.state
        end_concentration(d, who, "the save failed (R-117)")
        may_resist(d, FailedSave(who, before, source=against, span=span(was, d.state)))


def _answer_recharge(d: Deciding, prompt: Prompt, command: c.Answer) -> None:
    who, face = _owner(prompt), _face(command)
    if face is None:
        thrown = d.dice.roll(6)
    elif 1 <= face.value <= 6:
        thrown = face.value
    else:
        raise EncounterError(f"a d6 shows 1 to 6, not {face.value}")
    came_back = thrown >= (prompt.dc or 6)
    spent = 0 if came_back else d.combatant(who).spent.get(prompt.subject, 1)
    d.emit(e.UsesChanged(who=who, ability=prompt.subject, spent=spent, faces=((6, thrown, True),)))
    for other in offers.shares_recharge(d, who, prompt.subject) if came_back else ():
        d.emit(e.UsesChanged(who=who, ability=other, spent=0))


def _answer_regeneration(d: Deciding, prompt: Prompt, command: c.Answer) -> None:
    face = _face(command)
    amount = face.value if face else prompt.amount
    if amount < 0:
        raise EncounterError("hit points regained are 0 or more")
    hits.restore(d, _owner(prompt), amount, source=prompt.subject)


def _answer_ongoing(d: Deciding, prompt: Prompt, command: c.Answer) -> None:
    who, face = _owner(prompt), _face(command)
    effect = _effect(d, who, prompt.effect)
    if face is not None and face.value < 0:
        raise EncounterError("damage is 0 or more")
    typed = None if face is None else str(face.value)
    parts, faces = rolled_damage(d, (prompt.dice,), typed)
    d.close(prompt)
    by = effect.source if effect else None
    hits.deal(d, who, parts, by=by, source=prompt.subject, faces=faces)


def _answer_end_save(d: Deciding, prompt: Prompt, command: c.Answer) -> None:
    who = _owner(prompt)
    saved = make_save(
        d,
        who,
        prompt.ability or "con",
        prompt.dc or 10,
        face=_face(command),
        against=prompt.subject,
        extra=consequences.bending(prompt),
    )
    effect, before, was = _effect(d, who, prompt.effect), d.combatant(who), d.state
    d.close(prompt)
    if saved and effect:
        lose(d, who, effect, "the save succeeded")
    elif not saved:
        consequences.failed(d, prompt)
        if effect and effect.worsens:
            _worsen(d, who, effect)
        ends = effect.id if effect else None
        may_resist(d, FailedSave(who, before, source=prompt.subject, span=span(was, d.state), ends=ends))


def _worsen(d: Deciding, who: Id, effect: Effect) -> None:
    """The second step of a gaze that turns to stone."""
    assert effect.worsens is not None
    lose(d, who, effect, "the second save failed")
    if reason := immune_to_condition(d.state, who, effect.worsens):
        d.say(f"{d.name(who)} is immune to {effect.worsens}: {reason}", who)
    else:
        inflict(d, who, c.Inflicted(name=effect.worsens, source=effect.source))


def _answer_trait(d: Deciding, prompt: Prompt, command: c.Answer) -> None:
    if not purposes.answer(d, prompt, command, _face(command)):
        answer_hold_back(d, prompt, _face(command))


def _answer_choice(d: Deciding, prompt: Prompt, command: c.Answer) -> None:
    """`yes` takes everything proposed; an option's name takes that one."""
    if consequences.chosen(d, prompt, command) or purposes.answer(d, prompt, command, command.face):
        return
    wanted = prompt.options
    if command.word not in ("", "yes", "roll"):
        wanted = (_option(prompt, command.word),)
    targets = tuple(x for x in prompt.targets if x in d.state.combatants)
    for target in targets:
        for name in wanted:
            put_on(d, target, name, prompt)
        if prompt.dice:
            name = prompt.subject
            gain(d, target, name, kind="ongoing", source=prompt.who, damage=prompt.dice)


def put_on(d: Deciding, who: Id, name: str, prompt: Prompt) -> None:
    """A condition that was proposed takes hold, unless its target is immune or beyond it by now."""
    combatant = d.combatant(who)
    reason = immune_to_condition(d.state, who, name)
    if combatant.status in ("dead", "fled"):
        d.say(f"{combatant.name} is {combatant.status}", who)
    elif reason:
        d.say(f"{combatant.name} is immune to {name}: {reason}", who)
    elif name == "grappled" and prompt.amount:
        gain(d, who, name, source=prompt.who, value=prompt.amount)
    else:
        inflict(d, who, c.Inflicted(name=name, source=prompt.who))


def _answer_legendary(d: Deciding, prompt: Prompt, command: c.Answer) -> None:
    from tracker.encounter.decide.reactions import decide_legend

    option = _chosen(prompt, command)
    decide_legend(d, c.Legend(who=_owner(prompt), option=option, targets=command.targets))


def _answer_lair(d: Deciding, prompt: Prompt, command: c.Answer) -> None:
    from tracker.encounter.decide.reactions import decide_lair

    decide_lair(d, c.Lair(who=_owner(prompt), action=_chosen(prompt, command), targets=command.targets))


def _answer_readied(d: Deciding, prompt: Prompt, command: c.Answer) -> None:
    from tracker.encounter.decide.reactions import release_readied

    release_readied(d, _owner(prompt), command.targets, command.face)


def _answer_opportunity(d: Deciding, prompt: Prompt, command: c.Answer) -> None:
    from tracker.encounter.decide.reactions import decide_react

    target = prompt.target
    if prompt.options and command.word not in ("", "yes", "roll"):
        target = prompt.targets[prompt.options.index(_option(prompt, command.word))]
        command = replace(command, word="")
    d.close(prompt)
    decide_react(d, c.React(who=_owner(prompt), what="opportunity", target=target, face=_face(command)))


def _answer_reminder(d: Deciding, prompt: Prompt, command: c.Answer) -> None:
    d.say(f"noted: {prompt.subject}", prompt.who)


def _answer_end_combat(d: Deciding, prompt: Prompt, command: c.Answer) -> None:
    from tracker.encounter.decide.table import decide_end

    decide_end(d, c.End())


_ANSWERS: dict[PromptKind, Callable[[Deciding, Prompt, c.Answer], None]] = {
    "death_save": _answer_death_save,
    "concentration": _answer_concentration,
    "recharge": _answer_recharge,
    "regeneration": _answer_regeneration,
    "ongoing_damage": _answer_ongoing,
    "end_save": _answer_end_save,
    "legendary": _answer_legendary,
    "lair": _answer_lair,
    "opportunity": _answer_opportunity,
    "readied": _answer_readied,
    "trait": _answer_trait,
    "choice": _answer_choice,
    "reminder": _answer_reminder,
    "end_combat": _answer_end_combat,
}


def _face(command: c.Answer) -> c.Face | None:
    """The typed face; None rolls, which `yes` and `roll` ask for."""
    if command.face is None and command.word not in ("", "yes", "roll"):
        raise EncounterError(f"'{command.word}' is no answer here: type the die, `roll`, `yes` or `no`")
    return command.face


def _chosen(prompt: Prompt, command: c.Answer) -> str:
    """The option named; `yes` takes the first."""
    word = next(iter(prompt.options), "") if command.word in ("", "yes", "roll") else command.word
    return _option(prompt, word.partition(" (")[0]) if prompt.options else ""


def _option(prompt: Prompt, word: str) -> str:
    folded = word.casefold()
    names = {option.partition(" (")[0].casefold(): option for option in prompt.options}
    found = names.get(folded) or next((names[n] for n in names if n.startswith(folded)), None)
    if found is None:
        close = nearest(word, prompt.options)
        raise EncounterError(
            f"'{word}' is not offered; " + (f"did you mean '{close}'?" if close else ", ".join(prompt.options))
        )
    return found.partition(" (")[0]


def _effect(d: Deciding, who: Id, number: int | None) -> Effect | None:
    return next((x for x in d.combatant(who).effects if x.id == number), None)
