"""What a fight leaves behind: the party's wounds and what it spent, and the whole encounter as it stands."""

from collections.abc import Mapping
from typing import Any

from tracker.encounter.decide.abilities import abilities
from tracker.encounter.decide.magic import slot_key
from tracker.encounter.decide.rests import HIT_DICE, hit_dice
from tracker.encounter.state import Combatant, Encounter
from tracker.library.encounter_plan import Carried, EncounterPlan, PlanEntry, PlanReminder

_SLOTS = {slot_key(level): level for level in range(1, 10)}


def party_carries(state: Encounter) -> dict[str, Mapping[str, Any]]:
    """By the name of each of the party, the keys of its entry and their values after the fight."""
    party = (one for one in state.combatants.values() if one.side == "party" and one.kind == "creature")
    return {one.name: _keys(state, one) for one in party}


def _keys(state: Encounter, one: Combatant) -> dict[str, Any]:
    hp = min(one.hp, one.max_hp)
    carried, block = _carried(state, one), state.blocks[one.block]
    keys: dict[str, Any] = {
        "hp": hp if hp == one.max_hp else f"{hp}/{one.max_hp}",
        "exhaustion": carried.exhaustion,
        "spent": dict(carried.spent),
        "slots_spent": {str(level): number for level, number in carried.slots_spent.items()},
    }
    luck = one.tokens.get("luck")
    return keys | ({"luck": luck} if luck is not None and block.luck is not None else {})


def _carried(state: Encounter, one: Combatant) -> Carried:
    """Exhaustion and uses that only a rest brings back; what recharges or comes back each turn is left behind."""
    entries = [found.entry for found in abilities(state.blocks[one.block])]
    fleeting = {entry.name for entry in entries if _is_fleeting(entry.uses, entry.recharge)}
    lasting = {name: number for name, number in one.spent.items() if name not in {*_SLOTS, *fleeting, "legendary"}}
    total, left = hit_dice(state, one.id)
    if left < total:
        lasting[HIT_DICE] = total - left
    slots = {_SLOTS[name]: number for name, number in one.spent.items() if name in _SLOTS}
    return Carried(exhaustion=one.exhaustion, spent=lasting, slots_spent=slots)


def _is_fleeting(uses: str | None, recharge: str | None) -> bool:
    return bool(recharge and recharge[:1].isdigit()) or (uses or "").partition("/")[2].strip() in ("turn", "round")


def plan_of(state: Encounter) -> EncounterPlan:
    """The encounter as it stands, for another sitting: everybody with hit points now, counts, waves and what is spent.

    Those who died are left out, and what hangs on somebody for a few rounds.
    """
    everybody = [x for x in state.combatants.values() if x.kind != "lair" and not (x.is_out and x.side != "party")]
    entries = [(one.side, _entry(state, one)) for one in everybody]
    return EncounterPlan(
        name=state.name,
        edition=state.edition,
        party=tuple(entry for side, entry in entries if side == "party"),
        combatants=tuple(entry for side, entry in entries if side != "party"),
        scene=tuple(sorted(state.scene)),
        notes=state.notes or None,
        reminders=tuple(PlanReminder(round=r.round, text=r.text) for r in state.reminders if r.round is not None),
        rules=dict(state.house_rules),
    )


def _entry(state: Encounter, one: Combatant) -> PlanEntry:
    block = state.blocks[one.block]
    hp = min(one.hp, one.max_hp)
    is_creature = one.kind == "creature"
    return PlanEntry(
        block=block if block.ac == one.ac else block.model_copy(update={"ac": one.ac, "ac_note": None}),
        name=None if one.name == block.name else one.name,
        group=one.group or False,
        hp_mode="given" if is_creature else "average",
        hp=hp if is_creature else None,
        max_hp=one.max_hp if is_creature else None,
        initiative=one.initiative,
        side=one.side,
        hidden=one.hidden,
        wave=None if one.waiting in ("absent", f"round {one.joins}") else one.waiting,
        joins=one.joins,
        absent=one.waiting == "absent",
        kind="trap" if one.kind == "trap" else "creature",
        trap=one.trap,
        carried=_carried(state, one) if is_creature else Carried(),
        tags=(one.tag,) if one.tag else (),
        notes=one.note or None,
    )
