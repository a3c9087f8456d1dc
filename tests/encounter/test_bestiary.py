"""Creatures of the bestiary use everything their stat blocks hold, and nothing of it is an error."""

import pytest

from tests.encounter.scripted import Fed
from tracker.encounter import commands as c
from tracker.encounter.plan import open_plan
from tracker.encounter.state import Id
from tracker.encounter.store import Store
from tracker.library.bestiary import book, lookup
from tracker.library.encounter_plan import EncounterPlan, PlanEntry
from tracker.library.models import StatBlock, creature_from_nothing

MIRA, TOR = Id("mi"), Id("to")


class Bout:
    """One creature against two who can take much, in sunlight."""

    def __init__(self, edition: str, block: StatBlock) -> None:
        sturdy = (creature_from_nothing(name, hp=500, ac=12) for name in ("Mira", "Tor"))
        party = tuple(PlanEntry(block=one, side="party", initiative=5) for one in sturdy)
        foe = PlanEntry(block=block, name="Foe", initiative=20)
        plan = EncounterPlan(edition=edition, party=party, combatants=(foe,), scene=("sunlight",))
        self.store = Store(open_plan(plan, Fed()).state, Fed())
        self.foe = next(x.id for x in self.store.state.combatants.values() if x.name == "Foe")
        self.do(c.Start())

    def do(self, command: c.Command) -> None:
        self.store.do(command)
        for _ in range(40):
            waiting = [n for n, p in enumerate(self.store.state.prompts, 1) if p.kind != "end_combat"]
            if not waiting:
                return
            kind = self.store.state.prompts[waiting[0] - 1].kind
            targets = (c.Target(who=MIRA),) if kind in ("legendary", "trait", "lair") else ()
            self.store.do(c.Answer(n=waiting[0], word="yes", targets=targets))
        raise AssertionError(f"questions without end: {self.store.state.prompts}")

    def hurt(self, amount: int, kind: str) -> None:
        self.do(c.Damage(targets=(c.Target(who=self.foe),), amounts=(c.Amount(dice=str(amount), type=kind),), by=MIRA))


@pytest.mark.parametrize("edition", ["srd-5.1", "srd-5.2", "black-flag"])
def test_every_seventh_creature_uses_all_it_has(edition: str) -> None:
    both = (c.Target(who=MIRA), c.Target(who=TOR))
    for listing in book(edition).listings[::7]:
        block = lookup(edition, listing.name)
        bout = Bout(edition, block)
        for attack in block.attacks:
            bout.do(c.Attack(who=bout.foe, attack=attack.name, targets=(MIRA,), face=c.Face(value=19), charge=True))
        for ability in (*block.actions, *block.bonus, *block.trait_rolls):
            bout.do(c.Use(who=bout.foe, ability=ability.name, targets=both))
        for casting in block.spellcasting:
            for spells in casting.spells.values():
                bout.do(c.Use(who=bout.foe, ability=spells[0], targets=both[:1]))
        for reaction in block.reactions:
            bout.do(c.React(who=bout.foe, what=reaction.name, target=MIRA))
        bout.do(c.Next())
        for option in block.legendary.actions if block.legendary else ():
            bout.do(c.Legend(who=bout.foe, option=option.name, targets=both))
        for kind in ("fire", "cold", "lightning", "slashing"):
            bout.hurt(6, kind)
        for _ in range(3):
            bout.do(c.Next())
        bout.hurt(4000, "force")
        assert bout.store.state.combatants[bout.foe].status in ("dead", "stable", "fled", "up"), listing.name
        bout.do(c.Next())
