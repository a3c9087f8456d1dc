"""The lair's row in the order: made for an encounter's lair, and for creatures whose stat block brings one."""

from tracker.encounter import events as e
from tracker.encounter.decide.core import Deciding
from tracker.encounter.names import handles
from tracker.encounter.state import Combatant, Id
from tracker.library.models import StatBlock

LAIR_COUNT = 20


def enter_lair(d: Deciding, name: str, block: StatBlock, owner: Id | None, count: int) -> Id:
    """Puts a lair in the list, on its count; returns its handle."""
    from tracker.encounter.decide.roster import block_key

    taken = {x.name.casefold() for x in d.state.combatants.values()}
    (who,) = handles((name,), name, d.state.handles_used, taken)
    row = Combatant(
        id=who,
        name=name,
        kind="lair",
        side=d.combatant(owner).side if owner else "neutral",
        owner=owner,
        block=block_key(d, block),
        entry=d.state.next_id,
        initiative=count,
        hp=0,
        max_hp=0,
    )
    d.emit(e.Joined(combatant=row, base_name=name, blocks={row.block: block}))
    return who


def enter_own_lair(d: Deciding, owner: Id) -> Id | None:
    """The lair that a creature's stat block brings, once for all of its kind; None where it brings none."""
    block = d.block(owner)
    if not block.lair or any(x.kind == "lair" and d.block(x.id).lair == block.lair for x in d.state.present()):
        return None
    name = f"{d.name(owner)}'s lair"
    own = StatBlock(name=name, lair=block.lair)
    return enter_lair(d, name, own, owner, block.lair_initiative or LAIR_COUNT)
