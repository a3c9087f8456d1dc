"""Prompts over random fights: each is answered, skipped or withdrawn, none is orphaned, and undo restores the queue."""

from typing import Literal

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.encounter.scripted import MIRA, TOR, monster
from tracker.encounter import commands as c
from tracker.encounter.errors import EncounterError
from tracker.encounter.events import PromptClosed, PromptRaised
from tracker.encounter.state import Id, Prompt
from tracker.encounter.store import Store
from tracker.library.plans import load_encounter_text
from tracker.rules.dice import RandomDice

FOES = {
    "srd-5.1": ("Zombie", "Adult Red Dragon", "Troll", "Bandit Captain", "Ghast"),
    "srd-5.2": ("Zombie", "Adult Red Dragon", "Troll", "Mage", "Balor"),
    "black-flag": ("Zombie", "Adult Red Dragon", "Troll", "Magmin", "Hydra"),
}
OUTLIVE_THEIR_OWNER = ("burst", "scorch")
"""What the dead may still ask: a burst, a burning body."""


class Prompts(RuleBasedStateMachine):
    """A GM who asks for much, answers some of it, and goes on."""

    @initialize(edition=st.sampled_from(sorted(FOES)), seed=st.integers(0, 2**16), lazy=st.booleans())
    def open(self, edition: str, seed: int, lazy: bool) -> None:
        import json

        plan = {
            "edition": edition,
            "party": [MIRA, TOR],
            "combatants": [monster(name, 10, hp=30) for name in FOES[edition]],
            "lair": {"actions": ["Tremor", "Smoke"]},
            "automation": {"answer_for_monsters": lazy},
        }
        loaded = load_encounter_text(json.dumps(plan), edition)
        assert loaded.plan is not None
        self.store = Store.open_plan(loaded.plan, RandomDice(seed), clock=lambda: 0.0)
        self.do(c.Start())

    def do(self, command: c.Command) -> None:
        before = self.store.state
        try:
            entry = self.store.do(command)
        except EncounterError:
            assert self.store.state is before
            return
        raised = {event.prompt.id for event in entry.events if isinstance(event, PromptRaised)}
        closed = [event.prompt for event in entry.events if isinstance(event, PromptClosed)]
        waiting = [prompt.id for prompt in before.prompts]
        assert len(closed) == len(set(closed)), "a prompt was closed twice"
        assert set(closed) <= set(waiting) | raised
        assert {p.id for p in self.store.state.prompts} == (set(waiting) | raised) - set(closed)
        after = self.store.state
        if entry.n is not None:
            self.store.undo()
            assert self.store.state.prompts == before.prompts
            self.store.redo()
            assert self.store.state == after

    def anybody(self, data: st.DataObject) -> Id:
        return data.draw(st.sampled_from(sorted(self.store.state.combatants)))

    @rule()
    def next_turn(self) -> None:
        self.do(c.Next())

    @rule(data=st.data(), amount=st.integers(1, 30), kind=st.sampled_from(["fire", "slashing", "radiant", "lightning"]))
    def hurt(self, data: st.DataObject, amount: int, kind: str) -> None:
        target = c.Target(who=self.anybody(data))
        self.do(c.Damage(targets=(target,), amounts=(c.Amount(dice=str(amount), type=kind),)))

    @rule(data=st.data(), face=st.integers(2, 20))
    def attack(self, data: st.DataObject, face: int) -> None:
        who, target = self.anybody(data), self.anybody(data)
        self.do(c.Attack(who=who, attack="", targets=(target,), face=c.Face(value=face), charge=True))

    @rule(data=st.data())
    def afflict(self, data: st.DataObject) -> None:
        who = self.anybody(data)
        ending = c.Ending(save_ability="con", save_dc=14, held_by=self.anybody(data))
        self.do(c.Concentrate(who=who, what="bless"))
        self.do(c.Condition(targets=(who,), add=(c.Inflicted(name="poisoned", ending=ending),)))
        self.do(c.Ongoing(targets=(who,), damage="1d4 fire", moment="end", ending=ending))

    @rule(data=st.data(), is_spell=st.booleans())
    def ready(self, data: st.DataObject, is_spell: bool) -> None:
        self.do(c.Ready(who=self.anybody(data), trigger="the door", action="attack", is_spell=is_spell))

    @rule(data=st.data(), what=st.sampled_from(["opportunity", "shield", "Parry", "readied"]))
    def react(self, data: st.DataObject, what: str) -> None:
        self.do(c.React(who=self.anybody(data), what=what, target=self.anybody(data)))

    @rule(data=st.data())
    def breathe(self, data: st.DataObject) -> None:
        dragon = next((x.id for x in self.store.state.combatants.values() if x.name == "Adult Red Dragon"), None)
        if dragon is not None:
            targets = (c.Target(who=self.anybody(data)),)
            self.do(c.Use(who=dragon, ability="Fire Breath", targets=targets))
            self.do(c.Save(targets=(c.Target(who=dragon),), ability="dex", dc=30, half=True))
            self.do(c.Resist(who=dragon))

    @rule(data=st.data(), what=st.sampled_from(["kill", "revive", "flee", "remove"]))
    def fate(self, data: st.DataObject, what: Literal["kill", "revive", "flee", "remove"]) -> None:
        if len(self.store.state.combatants) > 3:
            self.do(c.Fate(what=what, who=(self.anybody(data),)))

    @precondition(lambda self: self.store.state.prompts)
    @rule(data=st.data(), word=st.sampled_from(["roll", "yes", "no"]), aimed=st.booleans())
    def answer(self, data: st.DataObject, word: str, aimed: bool) -> None:
        number = data.draw(st.integers(1, len(self.store.state.prompts)))
        prompt = self.store.state.prompts[number - 1]
        if prompt.kind == "end_combat" and word != "no":
            return
        targets = (c.Target(who=self.anybody(data)),) if aimed else ()
        before = self.store.state
        self.do(c.Answer(n=number, word=word, targets=targets))
        if self.store.state is not before:
            assert prompt not in self.store.state.prompts

    @precondition(lambda self: self.store.state.prompts)
    @rule(data=st.data())
    def skip(self, data: st.DataObject) -> None:
        number = data.draw(st.integers(1, len(self.store.state.prompts)))
        prompt = self.store.state.prompts[number - 1]
        self.do(c.Skip(n=number))
        assert prompt not in self.store.state.prompts

    @invariant()
    def nobody_is_asked_in_vain(self) -> None:
        for prompt in self.store.state.prompts:
            self._is_alive(prompt)

    def _is_alive(self, prompt: Prompt) -> None:
        people = self.store.state.combatants
        owner = people.get(prompt.who) if prompt.who else None
        assert prompt.who is None or owner is not None, f"{prompt} waits for somebody who left"
        if owner is not None and prompt.kind not in ("reminder", "choice", "lair"):
            assert not owner.is_out or prompt.purpose in OUTLIVE_THEIR_OWNER, f"{prompt} waits for the dead or fled"
        if prompt.effect is not None and owner is not None:
            assert any(effect.id == prompt.effect for effect in owner.effects), (
                f"{prompt} is about an effect that ended"
            )
        if prompt.kind == "concentration" and owner is not None:
            assert owner.concentration is not None
        if prompt.kind == "readied" and owner is not None:
            assert owner.readied is not None
        if prompt.targets:
            assert any(who in people and not people[who].is_out for who in prompt.targets), f"{prompt} has no target"

    @invariant()
    def the_end_is_proposed_last_and_ids_are_unique(self) -> None:
        kinds = [prompt.kind == "end_combat" for prompt in self.store.state.prompts]
        assert kinds == sorted(kinds)
        numbers = [prompt.id for prompt in self.store.state.prompts]
        assert len(numbers) == len(set(numbers))


TestPrompts = Prompts.TestCase
TestPrompts.settings = settings(
    max_examples=40, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
