"""A GM who types anything: random lines of every command, mostly possible, and the damage a keyboard can do to text."""

from __future__ import annotations

import re
from random import Random

from tests.encounter.ambush import ambush
from tracker.console.context import Context
from tracker.console.parsing import parse
from tracker.console.play import context_for
from tracker.console.rows import ROWS
from tracker.encounter.history import Entry
from tracker.encounter.state import Encounter
from tracker.encounter.store import Store
from tracker.library import bestiary
from tracker.library.creatures import Creatures
from tracker.library.encounter_plan import EncounterPlan, PlanEntry
from tracker.library.problems import LibraryError

EDITIONS = ("srd-5.1", "srd-5.2", "black-flag")

_OFTEN = (
    "next",
    "next",
    "damage <who> <n> <type>",
    "attack <who> with <attack> vs <who>",
    "heal <who> <n>",
    "answer roll",
    "skip",
)
_FRAMES = (
    *(
        "begin",
        "next",
        "amend <n>",
        "end",
        "reopen",
        "why",
        "undo <small>",
        "redo <small>",
        "undo turn",
        "split goblin",
    ),
    *("init <who> <n>", "init <who> roll adv", "surprise <who>", "surprise none", "order <who> before <who>"),
    *(
        "delay <who>",
        "delay <who> after <who>",
        "damage <who> <dice> <type> crit from <who>",
        "damage <who> <n> <type>",
    ),
    *("damage <who> <who>/ <n> <type> + <n> <type>", "heal <who> <who> <dice>", "temp <who> <n>", "temp <who> =<n>"),
    *("maxhp <who> -<n>", "maxhp <who> <n>", "set <who> hp <n>", "set <who> ac <n>", "set <who> side <side>"),
    *(
        "attack <who> vs <who> adv",
        "attack <who> with <attack> vs <who> dis cover half",
        "attack <who> vs <who> dmg <n>",
    ),
    *("attack <who> with <attack> vs <who> <who> roll <face>", "damage all <n> <type>"),
    *("save <who> <who> <ability> <n> <n> <type> half", "save <who> <ability> <n> else +<cond> for 1 minute"),
    *("cond <who> +<cond>", "cond <who> +<cond> until end of <who>'s next turn", "cond <who> -<cond>"),
    *("cond <who> +<cond> for <small> rounds save <ability> <n>", "cond <who> +exhaustion <small>"),
    *("ongoing <who> <dice> <type> at start", "ongoing <who> <dice> <type> at end save <ability> <n>"),
    *("conc <who> bless", "conc <who> off", 'react <who> "shield"', 'ready <who> "the door" "attack"'),
    *("act <who> dash", "act <who> dodge", "act <who> disengage", "act <who> hide", "act <who> help vs <who>"),
    *("act <who> grapple vs <who>", "act <who> shove vs <who>", "move <who> <n>", "move <who> <n> fall", "stand <who>"),
    *("mount <who> <who>", "dismount <who>", "resist <who>", "death <who> <face>", "stabilize <who>", "kill <who>"),
    *("revive <who>", "flee <who>", "remove <who>", "knockout <who>", "add Rat hp 3 ac 10 init <face>"),
    *(
        "add 2 Goblin group",
        "add Ogre hidden",
        "copies <who> +1",
        "swap <who> with Ogre",
        "hp <who> roll",
        "hp <who> 5",
    ),
    *("join Wolves", "hide <who>", "show <who>", 'note <who> "a key"', "tag <who> red", "count <who> arrows +<small>"),
    *('remind round <small> "help"', "scene dark", "scene underwater off", "luck <who> +1", "inspiration <who>"),
    *("rest short", "rest long", "auto recharge off", "auto recharge on", "roll <dice>+<n>", "answer <face>"),
    *("answer <small>: yes", "answer no", "skip <small>", "next!", "hazard falling <who> <n>", "doom +1"),
    *('use <who> "fire breath" vs <who> <who>', 'legend <who> "tail attack" vs <who>', 'lair <who> "tremor" vs <who>'),
)
"""Each command in a few shapes; what is not possible just now is refused, which is a case too."""

_WORDS = {
    "type": ("fire", "cold", "slashing", "poison", "force", "radiant", ""),
    "attack": ("sword", "sword", "bite", "claw", "tail", "slam", "rend"),
    "side": ("foe", "ally", "party", "neutral"),
    "ability": ("str", "dex", "con", "int", "wis", "cha"),
    "dice": ("1d6", "2d8+3", "1d4", "10d10", "d20-1"),
    "cond": ("poisoned", "prone", "stunned", "unconscious", "grappled", "frightened", "invisible", "charmed"),
}
_ODD = (
    "",
    " ",
    "\t",
    "\n",
    "\0",
    "'",
    '"',
    "!",
    "-",
    "+",
    "/",
    "=",
    "@",
    "#",
    "…",
    "é",
    "\u202e",
    "𝟗",
    "\ud800",
    "[/]",
)
_ODD_WORDS = (
    "99999999999999999999",
    "-1",
    "1e9",
    "0",
    "1d0",
    "999d999",
    "d",
    "nan",
    "~",
    "*a",
    "&a [*a]",
    "!!x y",
    "{}",
)
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

    def line(self, state: Encounter) -> str:
        """A line that could be meant in that fight."""
        pick = self.random.choice
        frame = pick(_OFTEN) if self.random.random() < 0.4 else pick(_FRAMES)
        if self.random.random() < 0.1:
            frame = pick(pick(ROWS).examples)
        if self.random.random() < 0.003:
            frame = pick(("undo 40", "redo 40"))
        return _SLOT.sub(lambda slot: self._word(slot[1], state), frame)

    def say(self, store: Store, line: str) -> Entry:
        """Does the line as the plain prompt would, and raises what that would tell."""
        if self._context is None:
            self._context = context_for(store.state, Creatures())
        return store.do(parse(line, store.state, self._context))

    def mangled(self, text: str, times: int = 3) -> str:
        """The text after up to so many slips: letters and lines lost, doubled, swapped, replaced by odd ones."""
        for _ in range(self.random.randint(1, times)):
            text = self._slip(text)
        return text

    def _slip(self, text: str) -> str:
        chance, at = self.random, self.random.randint(0, len(text))
        end = min(len(text), at + chance.randint(1, 12))
        match chance.randrange(8):
            case 0:
                return text[:at] + text[end:]
            case 1:
                return text[:at] + text[at:end] * chance.choice((2, 3, 60)) + text[end:]
            case 2:
                return text[:at] + chance.choice(_ODD) + text[at + chance.randint(0, 1) :]
            case 3:
                return self._one(r"[\w.+-]+", text, chance.choice((*_ODD_WORDS, *_ODD)))
            case 4:
                return self._one(r"\d+", text, chance.choice(_ODD_WORDS))
            case 5:
                return self._one(r"(?m)^.*\n", text, "")
            case 6:
                words = text.split(" ")
                chance.shuffle(words) if len(words) < 12 else words.reverse()
                return " ".join(words)
            case _:
                return text[:at]

    def _one(self, pattern: str, text: str, instead: str) -> str:
        found = list(re.finditer(pattern, text))
        if not found:
            return text + instead
        one = self.random.choice(found)
        return text[: one.start()] + instead + text[one.end() :]

    def _word(self, slot: str, state: Encounter) -> str:
        match slot:
            case "who":
                return self.random.choice(list(state.combatants) or ["nobody"])
            case "n":
                return str(self.random.choice((0, 1, 3, 5, 8, 12, 15, 30, 60)))
            case "small":
                return str(self.random.randint(1, 4))
            case "attack" if state.blocks and self.random.random() < 0.7:
                block = self.random.choice(list(state.blocks.values()))
                return f'"{self.random.choice(block.attacks).name}"' if block.attacks else "bite"
            case "face":
                return str(self.random.randint(1, 20))
            case _:
                return self.random.choice(_WORDS[slot])
