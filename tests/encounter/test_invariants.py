"""The nine invariants of a fight, held against random fights in every edition."""

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tracker.encounter import commands as c
from tracker.encounter.decide import Resolution, resolve
from tracker.encounter.errors import EncounterError
from tracker.encounter.events import PlacePassed, TurnStarted
from tracker.encounter.evolve import evolve
from tracker.encounter.figures import max_hp
from tracker.encounter.plan import open_plan
from tracker.encounter.players import visible
from tracker.encounter.state import Encounter, Id
from tracker.library.encounter_plan import EncounterPlan, PlanEntry
from tracker.library.models import StatBlock, creature_from_nothing
from tracker.rules.dice import RandomDice

EDITIONS = ("srd-5.1", "srd-5.2", "black-flag")
CONDITIONS = ("poisoned", "prone", "stunned", "unconscious", "grappled", "frightened", "invisible", "paralyzed")


def _fight(edition: str, seed: int) -> tuple[Encounter, RandomDice]:
    def entry(name: str, **more: Any) -> PlanEntry:
        side = more.pop("side", "foe")
        return PlanEntry(block=_brute(name), side=side, **more)

    plan = EncounterPlan(
        edition=edition,
        party=(entry("Mira", side="party"), entry("Tor", side="party")),
        combatants=(
            entry("Goblin", count=3, group=True),
            entry("Ogre"),
            entry("Lurker", hidden=True, count=2),
            entry("Wolf", wave="Wolves", joins=3),
        ),
    )
    dice = RandomDice(seed)
    return open_plan(plan, dice).state, dice


def _brute(name: str) -> StatBlock:
    attack = {"name": "Blow", "to_hit": 4, "damage": ["1d6+2 slashing"]}
    return creature_from_nothing(name, hp=14, ac=12, attacks=[attack], legendary_resistance=1)


class Fight(RuleBasedStateMachine):
    """A GM who presses anything."""

    @initialize(edition=st.sampled_from(EDITIONS), seed=st.integers(0, 2**16))
    def open(self, edition: str, seed: int) -> None:
        self.state, self.dice = _fight(edition, seed)
        self.done: list[Encounter] = []
        self.undone: list[Encounter] = []
        self.names = {who: x.name for who, x in self.state.combatants.items()}
        self.do(c.Start())

    def do(self, command: c.Command) -> Resolution | None:
        before = self.state
        try:
            result = resolve(before, command, self.dice)
        except EncounterError as error:
            assert str(error)
            return None
        replayed = before
        for event in result.events:
            replayed = evolve(replayed, event)
        assert replayed == result.state, "replaying the events gives the live state"
        self.done.append(before)
        self.undone.clear()
        self._turn_stays(before, result, command)
        self._once_a_round(before, result)
        self.state = result.state
        return result

    def _turn_stays(self, before: Encounter, result: Resolution, command: c.Command) -> None:
        leaves = isinstance(command, c.Copies | c.Swap) or (
            isinstance(command, c.Fate) and command.what in ("remove", "flee")
        )
        if before.active is None or leaves or isinstance(command, c.Next | c.Delay | c.Start | c.Begin):
            return
        assert result.state.active == before.active, f"{command} moved the turn"
        assert result.state.round == before.round

    def _once_a_round(self, before: Encounter, result: Resolution) -> None:
        """Each place comes up once a round, whatever was moved where."""
        state = before
        for event in result.events:
            if isinstance(event, TurnStarted | PlacePassed) and not getattr(event, "resumed", False):
                place = next(p for p in state.places if p.id == event.place)
                assert place.acted < state.round, "a second turn in one round"
            state = evolve(state, event)

    def someone(self, data: st.DataObject) -> Id:
        return data.draw(st.sampled_from(sorted(self.state.combatants)))

    @property
    def has_anybody(self) -> bool:
        return bool(self.state.combatants)

    @rule()
    def next_turn(self) -> None:
        result = self.do(c.Next())
        if result is not None and result.state.active is not None and self.done[-1].active is not None:
            assert result.state.round in (self.done[-1].round, self.done[-1].round + 1)

    @precondition(lambda self: self.has_anybody)
    @rule(data=st.data(), amount=st.integers(0, 30), share=st.sampled_from(["full", "half", "none", "double"]))
    def hurt(self, data: st.DataObject, amount: int, share: Any) -> None:
        self.do(
            c.Damage(targets=(c.Target(who=self.someone(data), share=share),), amounts=(c.Amount(dice=str(amount)),))
        )

    @precondition(lambda self: self.has_anybody)
    @rule(data=st.data(), amount=st.integers(0, 20))
    def heal(self, data: st.DataObject, amount: int) -> None:
        self.do(c.Heal(targets=(self.someone(data),), dice=str(amount)))

    @precondition(lambda self: self.has_anybody)
    @rule(data=st.data(), amount=st.integers(-20, 12))
    def set_figures(self, data: st.DataObject, amount: int) -> None:
        who = self.someone(data)
        self.do(c.TempHp(targets=(who,), dice=str(abs(amount))))
        self.do(c.MaxHp(targets=(who,), amount=amount))
        self.do(c.Amend(dice=str(abs(amount))))

    @precondition(lambda self: len(self.state.combatants) > 1)
    @rule(data=st.data())
    def attack(self, data: st.DataObject) -> None:
        self.do(c.Attack(who=self.someone(data), attack="", targets=(self.someone(data),)))

    @precondition(lambda self: self.has_anybody)
    @rule(data=st.data(), what=st.sampled_from(["kill", "revive", "flee", "remove", "stabilize", "knockout"]))
    def fate(self, data: st.DataObject, what: Any) -> None:
        self.do(c.Fate(what=what, who=(self.someone(data),)))

    @precondition(lambda self: self.has_anybody)
    @rule(
        data=st.data(), name=st.sampled_from(CONDITIONS), moment=st.sampled_from(["start", "end"]), later=st.booleans()
    )
    def condition_until(self, data: st.DataObject, name: str, moment: Any, later: bool) -> None:
        ending = c.Ending(moment=moment, who=self.someone(data), is_next=later)
        self.do(c.Condition(targets=(self.someone(data),), add=(c.Inflicted(name=name, ending=ending),)))

    @precondition(lambda self: self.has_anybody)
    @rule(data=st.data(), rounds=st.integers(1, 3), levels=st.integers(-2, 2))
    def condition_for_rounds(self, data: st.DataObject, rounds: int, levels: int) -> None:
        who = self.someone(data)
        ending = c.Ending(rounds=rounds, save_ability="con", save_dc=12)
        self.do(c.Condition(targets=(who,), add=(c.Inflicted(name="poisoned", ending=ending),), exhaustion=levels))
        self.do(c.Concentrate(who=who, what="bless"))
        self.do(c.Ongoing(targets=(who,), damage="1d4 fire", ending=ending))

    @precondition(lambda self: self.has_anybody)
    @rule(data=st.data(), count=st.integers(-5, 25))
    def reorder(self, data: st.DataObject, count: int) -> None:
        who, other = self.someone(data), self.someone(data)
        self.do(c.SetInitiative(who=(who,), count=count))
        self.do(c.Order(who=who, where="before" if count % 2 else "after", other=other))

    @precondition(lambda self: self.has_anybody)
    @rule(data=st.data())
    def delay(self, data: st.DataObject) -> None:
        if self.state.active_id is not None:
            self.do(c.Delay(who=self.state.active_id))
        self.do(c.React(who=self.someone(data), what="shield"))

    @rule(
        count=st.integers(1, 3), init=st.none() | st.integers(-2, 22), name=st.sampled_from(["Goblin", "Rat", "Mira"])
    )
    def add(self, count: int, init: int | None, name: str) -> None:
        group = "pack" if count == 3 and not any(x.group == "pack" for x in self.state.combatants.values()) else None
        self.do(c.Add(name=name, block=_brute(name), count=count, initiative=init, group=group))

    @precondition(lambda self: self.has_anybody)
    @rule(data=st.data(), number=st.integers(-1, 2), name=st.sampled_from(["Rat", "Ogre"]))
    def refit(self, data: st.DataObject, number: int, name: str) -> None:
        self.do(c.Copies(who=self.someone(data), number=number, relative=True))
        self.do(c.HitPoints(who=(self.someone(data),), mode="given", hp=7, max_hp=9))
        who = self.someone(data)
        if number == 2 and not self.state.combatants[who].hidden:
            self.do(c.Swap(who=(who,), block=_brute(name)))

    @rule()
    def split(self) -> None:
        self.do(c.Split(group="goblins"))

    @rule(n=st.integers(1, 3), face=st.integers(0, 21), skip=st.booleans())
    def answer(self, n: int, face: int, skip: bool) -> None:
        self.do(c.Skip(n=n) if skip else c.Answer(n=n, face=c.Face(value=face)))

    @rule()
    def end_and_reopen(self) -> None:
        self.do(c.End())
        assert not self.state.prompts
        self.do(c.Reopen())

    @rule(steps=st.integers(1, 4))
    def undo_and_redo(self, steps: int) -> None:
        live = self.state
        for _ in range(min(steps, len(self.done))):
            self.undone.append(self.state)
            self.state = self.done.pop()
        while self.undone:
            self.done.append(self.state)
            self.state = self.undone.pop()
        assert self.state == live

    @invariant()
    def numbers_stay_in_bounds(self) -> None:
        for who, x in self.state.combatants.items():
            assert 0 <= x.hp <= max(0, max_hp(self.state, who)), (x.name, x.hp)
            assert x.temp_hp >= 0 and 0 <= x.exhaustion <= 6
            assert 0 <= x.successes <= 3 and 0 <= x.failures <= 3
            assert (
                x.status != "up"
                or x.hp > 0
                or any(p.who == who for p in self.state.prompts)
                or max_hp(self.state, who) == 0
            )

    @invariant()
    def everybody_has_one_place(self) -> None:
        if self.state.phase != "running":
            return
        members = [who for place in self.state.places for who in place.members]
        assert len(members) == len(set(members))
        assert set(members) == {x.id for x in self.state.present()}
        assert self.state.round >= 1
        if self.state.active is not None:
            assert self.state.active_place is not None and self.state.active_place.members

    @invariant()
    def groups_share_a_place(self) -> None:
        for place in self.state.places:
            groups = {self.state.combatants[who].group for who in place.members}
            assert len(place.members) <= 1 or len(groups) == 1

    @invariant()
    def prompts_have_owners(self) -> None:
        for prompt in self.state.prompts:
            assert prompt.who is None or prompt.who in self.state.combatants
            if prompt.effect is not None and prompt.who is not None:
                assert any(x.id == prompt.effect for x in self.state.combatants[prompt.who].effects)

    @invariant()
    def names_never_change(self) -> None:
        for who, x in self.state.combatants.items():
            assert self.names.setdefault(who, x.name) == x.name
        assert len({x.name for x in self.state.combatants.values()}) == len(self.state.combatants)

    @invariant()
    def what_is_hidden_stays_hidden(self) -> None:
        seen = repr(visible(self.state))
        for x in self.state.combatants.values():
            if x.hidden or x.waiting:
                assert x.name not in seen


TestFight = Fight.TestCase
TestFight.settings = settings(
    max_examples=60, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck)
)
