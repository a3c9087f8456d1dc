"""What a death sets off: bursts, a killer's frenzy, and the promise of a return."""

from tracker.encounter import commands as c
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.traits.base import has_trait, remind, roll_of
from tracker.encounter.figures import is_its_turn
from tracker.encounter.state import Id, Prompt

_RETURNS = ("Rejuvenation", "Demonic Restoration", "Diabolical Restoration", "Undead Restoration", "Spirit Jar")
_BURSTS = ("Death Burst", "Death Throes")


def on_death(d: Deciding, who: Id, by: Id | None) -> None:
    """A burst is offered for those near; a return is noted; who kills may be driven on."""
    if not d.state.is_on("traits"):
        return
    block = d.block(who)
    for name in _BURSTS:
        burst = roll_of(block, name)
        if burst is not None:
            what = f"{burst.save.upper()} save DC {burst.dc}" if burst.save else "no save"
            text = f"{d.name(who)}: {name}, {what} ({burst.area or 'near it'}); name who is caught"
            d.ask("trait", who, text, subject=name, purpose="burst")
    for name in _RETURNS:
        if has_trait(block, name):
            remind(d, who, name)
    if by is not None and by in d.state.combatants and by != who:
        _rampage(d, by)


def burst(d: Deciding, prompt: Prompt, targets: tuple[c.Target, ...]) -> None:
    """The burst reaches those named, and nobody when nobody is."""
    from tracker.encounter.decide.using import run_ability

    assert prompt.who is not None
    entry = roll_of(d.block(prompt.who), prompt.subject)
    if entry is not None and targets:
        run_ability(d, prompt.who, entry, targets)
    else:
        d.say(f"{prompt.subject} catches nobody", prompt.who)


def _rampage(d: Deciding, who: Id) -> None:
    block, killer = d.block(who), d.combatant(who)
    if killer.status != "up":
        return
    as_reaction = any(x.name == "Rampage" for x in block.reactions)
    if as_reaction or (has_trait(block, "Rampage") and is_its_turn(d.state, who) and not killer.turn.bonus):
        cost = "reaction" if as_reaction else "bonus action"
        d.withdraw(p for p in d.waiting("trait", who=who) if p.purpose == "rampage")
        text = f"{killer.name}: Rampage, half its speed and a bite as a {cost}"
        d.ask("trait", who, text, subject="Rampage", purpose="rampage", options=(cost,))


def rampage(d: Deciding, prompt: Prompt, targets: tuple[c.Target, ...]) -> None:
    """Pays for the frenzy, and bites whoever is named."""
    from tracker.encounter.decide.abilities import spend_reaction, spend_slot
    from tracker.encounter.decide.attacks import free_attack

    assert prompt.who is not None
    if prompt.options == ("reaction",):
        spend_reaction(d, prompt.who, "rampages")
    else:
        spend_slot(d, prompt.who, "bonus", "rampages")
    bite = next((x for x in d.block(prompt.who).attacks if x.name == "Bite"), None)
    if bite is not None:
        free_attack(d, prompt.who, bite, tuple(target.who for target in targets))
