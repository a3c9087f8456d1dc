"""A GM who types anything: random lines of every command, mostly possible, and the damage a keyboard can do to text."""

from __future__ import annotations

import re
from random import Random

from tests.encounter.ambush import ambush
from tests.faults.corpus import EDITIONS, story_lines
from tests.faults.frames import ANSWERS, EVERY, OFTEN
from tests.faults.slips import slipped
from tracker.console.completion import complete, word
from tracker.console.context import Context
from tracker.console.own_names import names_of
from tracker.console.parsing import parse
from tracker.console.play import context_for
from tracker.console.words import Hint, conditions
from tracker.encounter.automation import AUTOMATIONS
from tracker.encounter.commands import Undo
from tracker.encounter.decide.actions import action_names
from tracker.encounter.decide.hazards import hazard_names
from tracker.encounter.decide.table import SCENE_WORDS
from tracker.encounter.history import Entry
from tracker.encounter.state import Encounter, Id
from tracker.encounter.store import Store
from tracker.library import bestiary
from tracker.library.creatures import Creatures
from tracker.library.encounter_plan import EncounterPlan, PlanEntry
from tracker.library.problems import LibraryError
from tracker.rules.house_rules import HOUSE_RULES

_WORDS: dict[str, tuple[str, ...]] = {
    "type": ("fire", "cold", "slashing", "poison", "force", "radiant", "necrotic", ""),
    "side": ("foe", "ally", "party", "neutral"),
    "abil": ("str", "dex", "con", "int", "wis", "cha"),
    "dice": ("1d6", "2d8+3", "1d4", "10d10", "d20-1"),
    "mode": (
        "",
        "adv",
        "dis",
        "cover half",
        "far 30",
        "far 400",
        "two-handed",
        "thrown",
        "sneak",
        "unseen",
        "reaction",
        "!",
    ),
    "mark": ("near", "bound", "flying", "grappled", "in another's space", "reckless", "berserk", "concealed"),
    "weapon": ("dagger", "longsword", "light crossbow", "net", "musket", "automatic pistol", "lance", "unarmed strike"),
    "choice": ("prone", "push", "longsword", '"bless 1"', '"long ward"', "medicine", '"chain mail and shield"', "wolf"),
    "auto": tuple(AUTOMATIONS),
    "rule": tuple(rule.name for rule in HOUSE_RULES),
    "scene": SCENE_WORDS,
}
_OWN: dict[str, Hint] = {
    "attack": "attack",
    "ability": "ability",
    "reaction": "reaction",
    "legend": "legendary",
    "lair": "lair",
}
"""Slots filled from the stat block of whoever the line began with."""
_ELSEWHERE = {
    "attack": "sword",
    "ability": "web",
    "reaction": '"shield"',
    "legend": '"tail attack"',
    "lair": '"tremor"',
}
_SLOT = re.compile(r"<(\w+)>")


def fight(edition: str, chance: Random | None = None) -> EncounterPlan:
    """The ambush, with whatever of the edition's own bestiary has most to it, or with any four creatures of it."""
    creatures, found = Creatures(), []
    names = ["Troll", "Adult Red Dragon", "Lich", "Mage", "Zombie"]
    if chance is not None:
        names = [one.name for one in chance.choices(bestiary.book(edition).listings, k=4)]
    for name in names:
        try:
            found.append(PlanEntry(block=creatures.lookup(edition, name)))
        except LibraryError:
            continue
    plan = ambush(edition)
    return plan.model_copy(update={"combatants": (*plan.combatants, *found)})


class Talker:
    """Lines by chance, the same for the same seed."""

    def __init__(self, seed: int | str) -> None:
        self.random = Random(seed)
        self._context: Context | None = None
        self._speaker: Id | None = None
        """Whoever the line is about."""
        self._has_undone = False

    def line(self, state: Encounter) -> str:
        """A line that could be meant in that fight."""
        begun = {"setup": "start", "initiative": "begin", "ended": "reopen"}
        kind, self._speaker = self.random.random(), None
        if state.phase in begun and self.random.random() < 0.15:
            return begun[state.phase]
        if kind < 0.003:
            return self.random.choice(("undo 40", "redo 40"))
        if self._has_undone and kind < 0.4:
            return self.random.choice(("redo", "redo 2"))
        if kind < 0.02:
            return self._led(state)
        frame = self._frame(kind, state)
        self._speaker = self._likely(frame, state)
        return _SLOT.sub(lambda slot: self._word(slot[1], state), frame).rstrip()

    def _frame(self, kind: float, state: Encounter) -> str:
        if kind < 0.1 and state.prompts:
            return self.random.choice(ANSWERS)
        frames = OFTEN if kind < 0.4 else story_lines() if kind < 0.6 else EVERY
        frame = self.random.choice(frames)
        if frame.startswith(("answer", "skip")) and not state.prompts and self.random.random() < 0.9:
            frame = self.random.choice(frames)
        return frame

    def say(self, store: Store, line: str) -> Entry:
        """Does the line as the plain prompt would, and raises what that would tell."""
        entry = store.do(parse(line, store.state, self.context(store.state)))
        self._has_undone = isinstance(entry.wish, Undo)
        return entry

    def context(self, state: Encounter) -> Context:
        """What lines are read against."""
        if self._context is None:
            self._context = context_for(state, Creatures())
        return self._context

    def mangled(self, text: str, times: int = 3) -> str:
        """The text after up to so many slips."""
        return slipped(text, self.random, times)

    def _led(self, state: Encounter) -> str:
        """A line made of what the bar offers for the next word, and of numbers where it offers nothing."""
        line = ""
        for _ in range(self.random.randint(2, 8)):
            offered = complete(line, state, self.context(state))
            chosen = self.random.choice([one.text for one in offered] or ["12", "2d6+3", "7", "roll", ""])
            line = f"{line}{chosen} "
        return line.rstrip()

    def _word(self, slot: str, state: Encounter) -> str:
        pick = self.random.choice
        if slot in _OWN:
            names = names_of(state, self._speaker, _OWN[slot])
            return word(pick(names)) if names and self.random.random() < 0.9 else _ELSEWHERE[slot]
        if slot in _WORDS:
            return pick(_WORDS[slot])
        match slot:
            case "who":
                self._speaker = self._speaker or self._anybody(state)
                return self._speaker
            case "whom":
                return self._anybody(state)
            case "n":
                return str(pick((0, 1, 3, 5, 8, 12, 15, 30, 60)))
            case "small":
                return str(self.random.randint(1, 4))
            case "face":
                return str(self.random.randint(1, 20))
            case "creature":
                return word(pick(bestiary.book(state.edition).listings).name)
            case _:
                found = self._of_the_fight(slot, state)
                return word(pick(found)) if found else "wolf"

    def _likely(self, frame: str, state: Encounter) -> Id | None:
        """Somebody who has what the line is about, now and then; else None."""
        if self.random.random() < 0.2:
            return None
        people: list[Id] = []
        if hint := next((_OWN[slot] for slot in _SLOT.findall(frame) if slot in _OWN), None):
            people = [one.id for one in state.combatants.values() if not one.is_out and names_of(state, one.id, hint)]
        elif frame.startswith(("death", "stabilize", "revive", "knockout")):
            people = [one.id for one in state.combatants.values() if one.status != "up"]
        acting = [who for who in people if who in state.acting]
        return self.random.choice(acting or people) if people else None

    def _anybody(self, state: Encounter) -> Id:
        people = list(state.acting) if self.random.random() < 0.4 else []
        if not people and self.random.random() < 0.9:
            people = [one.id for one in state.combatants.values() if not one.is_out]
        return self.random.choice(people or list(state.combatants) or [Id("nobody")])

    def _of_the_fight(self, slot: str, state: Encounter) -> list[str]:
        people = state.combatants.values()
        match slot:
            case "option":
                offered = [option for prompt in state.prompts for option in prompt.options]
                return [*offered, *(str(target) for prompt in state.prompts for target in prompt.targets), "yes"]
            case "action":
                mine = state.combatants.get(self._speaker) if self._speaker else None
                return list(action_names(state, mine.id)) if mine else ["dodge"]
            case "cond":
                return conditions(state)
            case "held":
                mine = state.combatants.get(self._speaker) if self._speaker else None
                return [effect.name for effect in mine.effects] if mine else []
            case "group":
                return [one.group for one in people if one.group]
            case "wave":
                return [one.waiting for one in people if one.waiting]
            case "counter":
                return [name for one in people for name in one.counters]
            case _:
                return list(hazard_names(state))


__all__ = ["EDITIONS", "Talker", "fight"]
