"""Reactions to a hit: Parry, Shield and their kin check it again, and take its damage back when it misses after all."""

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.effects import gain
from tracker.encounter.decide.mending import share_anew, take_back
from tracker.encounter.figures import can_react
from tracker.encounter.state import Encounter, Id, Span, Strike
from tracker.frozen import Frozen, replace
from tracker.rules.damage import Damage

_SHIELD = 5
_WARDEN_SHIELD = 2


class Guard(Frozen):
    """A reaction that answers a hit."""

    name: str
    bonus: int = 0
    """Added to the armor class against it."""
    lasts: bool = False
    """Until its own next turn starts, as Shield does, rather than against this hit alone."""
    halves: bool = False
    """It halves the damage instead."""
    melee_only: bool = False


def guards(state: Encounter, who: Id) -> tuple[Guard, ...]:
    """The reactions of its stat block that answer a hit by themselves, with uses left."""
    block, spent = state.block_of(who), state.combatants[who].spent
    found = [
        Guard(x.name, x.ac_bonus, melee_only=x.name in ("Parry", "Riposte")) for x in block.reactions if x.ac_bonus
    ]
    protective = next((x for x in block.reactions if x.name == "Protective Magic"), None)
    if protective is not None:
        uses = (protective.uses or "").partition("/")[0]
        if not uses.isdigit() or spent.get(protective.name, 0) < int(uses):
            found.append(Guard(protective.name, _SHIELD, lasts=True))
    return tuple(found)


def guard_named(d: Deciding, who: Id, word: str) -> Guard | None:
    """The guard that `react` names: of the stat block, the Shield spell, or Uncanny Dodge."""
    name = word.casefold()
    own = next((x for x in guards(d.state, who) if x.name.casefold() == name), None)
    if own is not None:
        return own
    if name == "shield" and not any(x.name == "Shield" for x in d.block(who).reactions):
        return Guard("Shield", _SHIELD, lasts=True)
    if name == "shield":
        return Guard("Shield", _WARDEN_SHIELD)
    return Guard("Uncanny Dodge", halves=True) if name == "uncanny dodge" else None


def trigger_of(d: Deciding, strike: Strike) -> str:
    """What a reaction to this hit answers, for editions where one reaction answers one trigger (R-021)."""
    made = d.combatant(strike.who).turn.attacks if strike.who in d.state.combatants else 0
    return f"round {d.state.round}, place {d.state.active}: {strike.who} {strike.attack} {made} on {strike.target}"


def offer_to_turn(d: Deciding, strike: Strike) -> None:
    """Asks once for a reaction of the stat block that would turn this hit into a miss."""
    if not d.state.is_on("reactions") or strike.kept == 20 or strike.who == strike.target:
        return
    owner = d.combatant(strike.target) if strike.target in d.state.combatants else None
    before = next((was for was, _ in strike.span.changes if was.id == strike.target), owner)
    if owner is None or before is None or before.status != "up" or owner.reactions_spent != before.reactions_spent:
        return
    fit = owner.status == "up" and can_react(d.state, owner.id, "parry")
    fell = owner.status != "up" and before.hp > 0 and owner.reactions_spent == 0
    for guard in guards(d.state, owner.id):
        turns = strike.total < strike.ac + guard.bonus and (strike.melee or not guard.melee_only)
        if turns and (fit or fell):
            text = f"{owner.name}: {guard.name}, AC {strike.ac + guard.bonus} turns the {strike.total} into a miss"
            prompt = d.ask("choice", owner.id, text, subject=guard.name, purpose="parry", options=(guard.name,))
            if prompt is not None:
                _forget_on_return(d, prompt.id)
            return


def _forget_on_return(d: Deciding, prompt: int) -> None:
    """The offer goes with the hit when that is taken back."""
    last = d.strikes[-1]
    d.strikes[-1] = replace(last, span=replace(last.span, raised=(*last.span.raised, prompt)))
    d.emit(e.Struck(strikes=tuple(d.strikes)))


def answer_hit(d: Deciding, who: Id, guard: Guard, ward: Id) -> None:
    """Checks the last hit on `ward` again. The reaction of `who` is paid for already."""
    if guard.lasts:
        ending = c.Ending(moment="start", who=who, is_next=True)
        gain(d, who, f"AC +{guard.bonus}", kind="marker", source=who, value=guard.bonus, ending=ending)
    strike = next((x for x in reversed(d.state.last_strikes) if x.target == ward and x.hit), None)
    if strike is None:
        if not guard.lasts:
            d.say(f"{d.name(ward)} was not hit just now", who)
        return
    rest = tuple(replace(x, hit=False) if x is strike else x for x in d.state.last_strikes)
    if guard.halves:
        _halve(d, strike)
    elif strike.kept == 20 or strike.total >= strike.ac + guard.bonus:
        d.say(f"{strike.attack} still hits {d.name(ward)}: {strike.total} against AC {strike.ac + guard.bonus}", ward)
        return
    else:
        take_back(d, strike.span)
        _leave_nothing(d, strike)
        d.say(f"{strike.attack} misses {d.name(ward)}: {strike.total} against AC {strike.ac + guard.bonus}", ward)
    d.emit(e.Struck(strikes=rest))


def _leave_nothing(d: Deciding, strike: Strike) -> None:
    """What a hit that became a miss would have done stays undone when the amount is amended."""
    blow, who = d.state.last_blow, strike.target
    was = next((before for before, _ in strike.span.changes if before.id == who), None)
    if blow is not None and was is not None and any(before == was for before, _ in blow.span.changes):
        share_anew(d, who, "none", blow.span, Span())


def _halve(d: Deciding, strike: Strike) -> None:
    from tracker.encounter.decide.hits import deal

    take_back(d, strike.span)
    parts = [Damage(amount, kind) for amount, kind in strike.parts]
    deal(d, strike.target, parts, share="half", by=strike.who, source=strike.attack, critical=strike.critical)
