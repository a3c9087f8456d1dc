"""Taking back what a hit or a failed save did, and nothing beside: for Shield, Parry, amend, legendary resistance."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter import wire
from tracker.encounter.decide.core import Deciding
from tracker.encounter.figures import max_hp
from tracker.encounter.state import Combatant, Effect, Encounter, Id, Span, Tally, Turn
from tracker.frozen import replace
from tracker.rules.damage import Damage
from tracker.rules.saves import Share


def span(before: Encounter, after: Encounter) -> Span:
    """What lies between two states of one decision."""
    changes = tuple(
        (was, after.combatants[who])
        for who, was in before.combatants.items()
        if who in after.combatants and after.combatants[who] is not was
    )
    old = {prompt.id for prompt in before.prompts}
    new = {prompt.id for prompt in after.prompts}
    return Span(
        changes=changes,
        raised=tuple(prompt.id for prompt in after.prompts if prompt.id not in old),
        withdrawn=tuple(prompt for prompt in before.prompts if prompt.id not in new),
    )


def joined(spans: Iterable[Span]) -> Span:
    """Several spans of one decision as one, the last first: so they are taken back."""
    every = tuple(spans)[::-1]
    return Span(
        changes=tuple(change for one in every for change in one.changes),
        raised=tuple(prompt for one in every for prompt in one.raised),
        withdrawn=tuple(prompt for one in every for prompt in one.withdrawn),
    )


def reversed_span(what: Span) -> Span:
    """The way back from a span's end to its beginning, as far as combatants go."""
    return Span(changes=tuple((after, before) for before, after in what.changes))


def dealt(
    targets: Iterable[tuple[Id, Share]], parts: Iterable[Damage], *, by: Id | None, critical: bool = False
) -> c.Damage:
    """The command that deals these parts again, to be amended."""
    parts = tuple(parts)
    return c.Damage(
        targets=tuple(c.Target(who=who, share=share) for who, share in targets),
        amounts=tuple(c.Amount(dice=str(part.amount), type=part.damage_type) for part in parts),
        critical=critical,
        by=by,
        magical=any("magical" in part.tags for part in parts),
        melee=False,
    )


def is_part_of_last_blow(d: Deciding, harm: Span) -> bool:
    """Whether the amount that `amend` would correct is the one that did this harm."""
    blow = d.state.last_blow
    return blow is not None and bool(harm.changes) and all(change in blow.span.changes for change in harm.changes)


def share_anew(d: Deciding, who: Id, share: Share, harm: Span, instead: Span) -> None:
    """The last amount falls on one of its targets by another share from here on, for `amend`."""
    blow = d.state.last_blow
    assert blow is not None
    was = wire.read(c.Damage, blow.command)
    targets = tuple(replace(x, share=share) if x.who == who else x for x in was.targets)
    kept = Span(
        changes=tuple(x for x in blow.span.changes if x not in harm.changes),
        raised=tuple(x for x in blow.span.raised if x not in harm.raised),
        withdrawn=tuple(x for x in blow.span.withdrawn if x not in harm.withdrawn),
    )
    command = wire.written(replace(was, targets=targets)).decode()
    d.emit(e.BlowLanded(span=joined((kept, instead)), command=command))


def take_back(d: Deciding, what: Span) -> None:
    """Puts back what the span changed; whatever else has happened since stays."""
    for before, after in what.changes:
        now = d.state.combatants.get(before.id)
        if now is None:
            continue
        mended = _mended(before, after, now)
        if mended != now:
            d.emit(e.Restored(combatant=mended))
            top = max_hp(d.state, now.id)
            if mended.hp > top:
                d.emit(e.FieldSet(who=now.id, field="hp", value=top))
    d.withdraw(prompt for prompt in d.state.prompts if prompt.id in what.raised)
    if d.state.phase == "ended":
        return
    waiting = {prompt.id for prompt in d.state.prompts}
    for prompt in what.withdrawn:
        if prompt.id not in waiting and (prompt.who is None or prompt.who in d.state.combatants):
            d.emit(e.PromptRaised(prompt=prompt))


def _mended(before: Combatant, after: Combatant, now: Combatant) -> Combatant:
    changes: dict[str, Any] = {}
    if now.status == "dead" and after.status != "dead":
        if after.hp or not before.hp:
            return now
        # It fell by this, and died of it later.
        changes = {"status": before.status, "successes": before.successes, "failures": before.failures}
    for field in fields(Combatant):
        was, became, is_now = (getattr(one, field.name) for one in (before, after, now))
        if was != became and field.name not in changes:
            changes[field.name] = was if is_now == became else _between(was, became, is_now)
    return replace(now, **changes)


def _between(was: Any, became: Any, now: Any) -> Any:
    """The value now without the step from `was` to `became`."""
    match now:
        case bool():
            return now
        case int():
            return max(0, now + was - became)
        case Mapping():
            return {key: _between(was.get(key, 0), became.get(key, 0), value) for key, value in now.items()}
        case Tally():
            names = [field.name for field in fields(Tally)]
            return replace(now, **{n: getattr(now, n) + getattr(was, n) - getattr(became, n) for n in names})
        case Turn():
            return replace(now, damage_taken=max(0, now.damage_taken + was.damage_taken - became.damage_taken))
        case tuple() if all(isinstance(one, Effect) for one in (*was, *became, *now)):
            return _effects(was, became, now)
        case _:
            return now


def _effects(was: tuple[Effect, ...], became: tuple[Effect, ...], now: tuple[Effect, ...]) -> tuple[Effect, ...]:
    before, after = {one.id for one in was}, {one.id for one in became}
    kept = tuple(one for one in now if one.id not in after - before)
    held = {one.id for one in kept}
    return (*kept, *(one for one in was if one.id not in after | held))
