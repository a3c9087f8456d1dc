"""First aid: stabilising, healer's kits and potions (R-056, R-103, R-105, R-112, R-113)."""

from collections.abc import Iterator

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.decide import hits
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.deeds import Deed, Objection, Price, listed, of_table, tell
from tracker.encounter.decide.rolls import check
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import health, rules_of
from tracker.encounter.state import Combatant, Encounter
from tracker.rules.dice import parse
from tracker.rules.hitpoints import FIRST_AID_DC, first_aid, stabilize
from tracker.rules.rests import healing_potion, use_healers_kit

KIT = "healer's kit"
_KIT_USES = 10
_HEALER_FEAT = "1d6+4"


def treat(d: Deciding, command: c.Act) -> None:
    """A DC 10 Wisdom (Medicine) check steadies the dying and wakes the knocked out (R-103, R-105)."""
    patient = _patient(d, command, "dying", "unconscious")
    total = check(d, command.who, "medicine", face=command.face, dc=FIRST_AID_DC)
    _follow(d, patient, total)


def _follow(d: Deciding, patient: Combatant, total: int) -> None:
    change = first_aid(health(d.state, patient.id), total)
    if change.health.status != patient.status:
        d.withdraw(d.waiting("death_save", who=patient.id))
        hits.follow(d, patient.id, change)


def _patient(d: Deciding, command: c.Act, *states: str) -> Combatant:
    if command.target is None:
        raise EncounterError(f"say whom: `act {command.who} {command.action} on …`")
    patient = d.combatant(command.target)
    if states and patient.status not in states:
        raise EncounterError(f"{patient.name} is {patient.status}; only the {' or '.join(states)} need it (R-103)")
    return patient


def _kit(d: Deciding, command: c.Act) -> None:
    """A use of the kit stabilises without a check."""
    patient = _patient(d, command, "dying")
    _spend_kit(d, command)
    d.withdraw(d.waiting("death_save", who=patient.id))
    hits.follow(d, patient.id, stabilize(health(d.state, patient.id)))


def _spend_kit(d: Deciding, command: c.Act) -> None:
    left = use_healers_kit(d.combatant(command.who).counters.get(KIT, _KIT_USES))
    d.emit(e.CounterSet(who=command.who, counter=KIT, value=left))


def _feat(d: Deciding, command: c.Act) -> None:
    """With the Healer feat a use of the kit gives back 1d6+4 (R-113)."""
    patient = _patient(d, command)
    _spend_kit(d, command)
    _heal(d, command, patient, _HEALER_FEAT, "healer's kit")


def _potion(d: Deciding, command: c.Act) -> None:
    """Drinks a potion of healing, or gives one to somebody (R-112)."""
    kind = _kind(command)
    drinker = d.combatant(command.target or command.who)
    if drinker.status == "dead":
        raise EncounterError(f"{drinker.name} is dead; no potion helps (R-106)")
    counter = "potion of healing" if kind == "healing" else f"potion of {kind} healing"
    left = d.combatant(command.who).counters.get(counter)
    if left is not None:
        d.emit(e.CounterSet(who=command.who, counter=counter, value=max(0, left - 1)))
    potion = healing_potion(d.edition, kind)
    roll = potion.healing.roll(d.dice) if command.face is None else None
    amount = roll.total if roll else command.face.value  # type: ignore[union-attr]
    hits.restore(d, drinker.id, amount, by=command.who, source=counter, faces=roll.faces if roll else ())


def _kind(command: c.Act) -> str:
    words = [word for word in command.choice.casefold().split() if word not in ("potion", "of", "healing")]
    return words[0] if words else "healing"


def _check_potion(state: Encounter, command: c.Act) -> Iterator[Objection]:
    healing_potion(rules_of(state), _kind(command))
    counter = "potion of healing" if _kind(command) == "healing" else f"potion of {_kind(command)} healing"
    if state.combatants[command.who].counters.get(counter, 1) < 1:
        yield Objection(f"it has no {counter} left")


def _potion_price(state: Encounter, command: c.Act) -> Price:
    kind = healing_potion(rules_of(state), _kind(command)).slot
    return "bonus" if kind == "bonus" else "action"


def _heal(d: Deciding, command: c.Act, patient: Combatant, dice: str, source: str) -> None:
    roll = parse(dice).roll(d.dice)
    hits.restore(d, patient.id, roll.total, by=command.who, source=source, faces=roll.faces)
    tell(d, command.who, f"tends to {patient.name}")


DEEDS = (
    Deed("stabilize", treat, listed("stabilize"), line="Wisdom (Medicine) DC 10 on the dying (R-103)",
         others=("stabilise", "first aid")),
    Deed("use healer's kit", _kit, listed("use healer's kit"), line="stabilises without a check, 10 uses (R-103)",
         others=("healer's kit", "kit")),
    Deed("healer feat", _feat, listed("healer feat"), exists=of_table("activities", "healer feat"),
         offered=lambda state, who: "Healer" in state.block_of(who).traits, line="1d6+4 with the kit (R-113)"),
    Deed("drink potion", _potion, _potion_price, _check_potion,
         line="2d4+2; `choose greater`, `superior` or `supreme`; `on` somebody gives it (R-112)",
         others=("drink potion of healing", "give potion", "give potion of healing", "potion")),
)  # fmt: skip
"""Keeping somebody alive."""
