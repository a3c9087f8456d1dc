"""Initiative: rolling and typing it, surprise, and the steps from set-up to the first turn."""

from collections.abc import Sequence
from itertools import pairwise

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.health import d20_face, kept_faces
from tracker.encounter.decide.order import decide_order, resettle
from tracker.encounter.decide.relations import are_hostile
from tracker.encounter.decide.rolls import check, passive_perception
from tracker.encounter.decide.turns import begin
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import rules_of
from tracker.encounter.state import Combatant, Id
from tracker.rules.checks import Mode, Sources
from tracker.rules.initiative import (
    Entrant,
    initiative_order,
    initiative_score,
    initiative_sources,
    propose_surprise,
    roll_initiative,
    split_group,
)


def decide_start(d: Deciding, command: c.Start) -> None:
    """Rolls every missing count and begins, unless the players type theirs."""
    _must_be_before(d, "start")
    if d.state.phase == "setup":
        d.emit(e.PhaseChanged(phase="initiative"))
    missing = [x.id for x in d.state.present() if x.initiative is None]
    typed_by_players = [
        x for x in missing if d.combatant(x).side == "party" and d.state.is_on("players_type_initiative")
    ]
    roll_missing(d, [x for x in missing if x not in typed_by_players])
    if typed_by_players:
        d.say(f"initiative is still to be typed for {d.names(typed_by_players)}; then `begin`")
        return
    begin(d)


def decide_begin(d: Deciding, command: c.Begin) -> None:
    """Begins once every count is there."""
    _must_be_before(d, "begin")
    missing = [x.id for x in d.state.present() if x.initiative is None]
    if missing:
        raise EncounterError(f"initiative is missing for {d.names(missing)}: type it with `init`, or `start` rolls it")
    begin(d)


def decide_init(d: Deciding, command: c.SetInitiative) -> None:
    """Sets or rolls counts; a group has one, so what is done to a member is done to all."""
    if command.rolloff:
        _roll_off(d, command.who)
        return
    done: set[Id] = set()
    for who in command.who:
        combatant = d.combatant(who)
        team = _team(d, combatant)
        if who in done:
            continue
        done.update(team)
        _set_one(d, team, command)
        place = next((x for x in d.state.places if set(team) & set(x.members)), None)
        count = d.combatant(team[0]).initiative
        if place is not None and count is not None:
            resettle(d, place, count)


def _roll_off(d: Deciding, who: Sequence[Id]) -> None:
    """A plain d20 each, the highest first, where the edition lets ties be settled so (R-015)."""
    tied = [d.combatant(one) for one in who]
    if len(tied) < 2 or len({one.initiative for one in tied}) > 1 or d.state.phase != "running":
        raise EncounterError("a roll-off is between two or more of the same count, once the fight runs (R-015)")
    if not d.edition.initiative_rolloff:
        raise EncounterError(f"{d.edition.title} has no roll-off; `order` settles a tie (R-015)")
    placed = {member for place in d.state.places for member in place.members}
    if absent := [one.id for one in tied if one.id not in placed]:
        raise EncounterError(f"{d.names(absent)} has no place in the order yet; `join` gives one")
    entrants = [Entrant(one.id, one.initiative or 0, "pc" if one.side == "party" else "gm") for one in tied]
    faces: dict[str, int] = {one.id: d.dice.roll(20) for one in tied}
    for one in tied:
        face = faces[one.id]
        d.emit(
            e.Checked(who=one.id, what="Roll-off", faces=((20, face, True),), total=face, why=("a plain d20 (R-015)",))
        )
    first, *rest = (Id(name) for name in initiative_order(d.edition, entrants, faces).names)
    top = next(member for place in d.state.places for member in place.members if member in faces)
    if first != top:
        decide_order(d, c.Order(who=first, where="before", other=top))
    for before, after in pairwise((first, *rest)):
        decide_order(d, c.Order(who=after, where="after", other=before))


def _set_one(d: Deciding, team: tuple[Id, ...], command: c.SetInitiative) -> None:
    if command.count is not None:
        d.emit(e.InitiativeSet(who=team, count=command.count, how="typed"))
        return
    sources = _sources(d, team[0], command)
    bonus = d.combatant(team[0]).initiative_bonus
    if command.face is not None:
        _typed_face(d, team, command.face, bonus, sources)
    elif command.fixed:
        count = initiative_score(rules_of(d.state), bonus, sources)
        d.emit(e.InitiativeSet(who=team, count=count, modifier=bonus, how="fixed", why=sources.why))
    else:
        _roll(d, team, sources)


def _typed_face(d: Deciding, team: tuple[Id, ...], face: c.Face, bonus: int, sources: Sources) -> None:
    if face.total:
        d.emit(e.InitiativeSet(who=team, count=face.value, how="typed"))
        return
    kept = d20_face(face.value)
    modifier = bonus + sources.modifier
    count = kept + modifier
    d.emit(e.InitiativeSet(who=team, count=count, faces=((20, kept, True),), modifier=modifier, how="typed"))


def roll_missing(d: Deciding, who: Sequence[Id]) -> None:
    """Rolls for those without a count: a group with one die, its odd members alone where the edition says so.

    Mounts come last, for they share what their riders have by then.
    """
    done: set[Id] = set()
    for one in sorted(who, key=lambda x: d.combatant(x).controlled):
        if one in done:
            continue
        combatant = d.combatant(one)
        if combatant.initiative is not None:
            continue
        if combatant.kind != "creature":
            d.emit(e.InitiativeSet(who=(one,), count=20, how="fixed"))
            continue
        if (shared := _shared_count(d, combatant)) is not None:
            d.emit(e.InitiativeSet(who=(one,), count=shared, how="shared"))
            continue
        mates = (d.combatant(x) for x in _team(d, combatant) if x in who)
        team = tuple(x.id for x in mates if x.initiative is None and (x.id == one or not x.controlled))
        done.update(team)
        sources: dict[str, Sources] = {member: _sources(d, member) for member in team}
        parts = split_group(rules_of(d.state), sources)
        for index, part in enumerate(parts):
            members = tuple(Id(name) for name in part)
            if index:
                for member in members:
                    d.emit(e.FieldSet(who=member, field="group", value=None))
                    _roll(d, (member,), sources[member])
            else:
                _roll(d, members, sources[members[0]])


def _roll(d: Deciding, team: tuple[Id, ...], sources: Sources) -> None:
    rolled = roll_initiative(d.dice, d.combatant(team[0]).initiative_bonus, sources)
    d.emit(
        e.InitiativeSet(
            who=team,
            count=rolled.count,
            faces=kept_faces(rolled.d20.faces, rolled.d20.kept),
            modifier=rolled.count - rolled.d20.kept,
            why=rolled.why,
        )
    )


def decide_surprise(d: Deciding, command: c.Surprise) -> None:
    """Marks exactly these as surprised (R-003)."""
    for who in command.who:
        d.combatant(who)
    d.emit(e.SurpriseSet(who=_unaware(d, command.sneaking) if command.sneaking else command.who))


def _unaware(d: Deciding, sneaking: tuple[c.Target, ...]) -> tuple[Id, ...]:
    """Whoever notices none of the sneaking: Stealth totals against passive Perception (R-003)."""
    totals = {d.name(one.who): check(d, one.who, "stealth", face=one.save) for one in sneaking}
    first = d.combatant(sneaking[0].who)
    others = [x for x in d.state.present() if x.kind == "creature" and x.name not in totals]
    foes = {x.name: x.id for x in others if are_hostile(first, x)}
    passive = {name: passive_perception(d.state, who) for name, who in foes.items()}
    in_view = [x.name for x in others if x.side == first.side]
    found = propose_surprise(d.edition, totals, passive, visible_foes=in_view)
    for line in found.why:
        d.say(line)
    return tuple(foes[name] for name in found.names)


def _sources(d: Deciding, who: Id, command: c.SetInitiative | None = None) -> Sources:
    combatant = d.combatant(who)
    conditions = tuple(sorted(combatant.conditions))
    sources = initiative_sources(rules_of(d.state), conditions, combatant.exhaustion, surprised=combatant.surprised)
    mode = command.mode if command else Mode.NORMAL
    if mode == "advantage":
        sources |= Sources(advantage=("the GM's word",))
    elif mode == "disadvantage":
        sources |= Sources(disadvantage=("the GM's word",))
    return sources


def _team(d: Deciding, combatant: Combatant) -> tuple[Id, ...]:
    """Everybody who shares its count: its group, or itself; with those that one of these leads as a mount."""
    if combatant.controlled and (rider := next((x for x in d.state.present() if x.mount == combatant.id), None)):
        return _team(d, rider)
    everybody = d.state.combatants.values()
    alike = (x for x in everybody if combatant.group and x.group == combatant.group and x.waiting == combatant.waiting)
    team = {x.id: x for x in alike} or {combatant.id: combatant}
    steeds = {x.mount for x in team.values()}
    return (*team, *(x.id for x in everybody if x.id in steeds and x.controlled and x.id not in team))


def _shared_count(d: Deciding, combatant: Combatant) -> int | None:
    """The count of its group, where one of it has one, or of its rider."""
    mates = (d.combatant(who).initiative for who in _team(d, combatant))
    if combatant.group is not None and (count := next((x for x in mates if x is not None), None)) is not None:
        return count
    if not combatant.controlled:
        return None
    rider = next((x for x in d.state.present() if x.mount == combatant.id), None)
    return rider.initiative if rider else None


def _must_be_before(d: Deciding, word: str) -> None:
    if d.state.phase == "running":
        raise EncounterError(f"the fight is running already (round {d.state.round}); `next` ends a turn")
    if d.state.phase == "ended":
        raise EncounterError(f"the fight is over; `reopen` takes it up again before `{word}`")
