"""`a`: the number of an attack or action, then the letters of its targets; Enter takes what is left out."""

import re
from typing import Any, Literal

from tracker.encounter.commands import Attack, Face, Target, Use
from tracker.encounter.state import Id
from tracker.regex import regex
from tracker.tui.options import Option, attack_options, default_option
from tracker.tui.questions.base import Question
from tracker.tui.sight import Reading, Sight, picked_targets, signs

_SHAPE = regex(
    r"\s*(?P<number>\d*)\s*(?P<letters>[A-Za-z]*)\s*(?P<mode>[+\-]*)(?P<cover>/{0,3})(?:@(?P<far>\d+))?"
    r"(?:\s+(?P<how>[a-z]+))?\s*(?P<face>\d*)(?:[ ,]+(?P<damage>\d+))?\s*(?P<force>!?)\s*"
)
_COVER: tuple[Literal["none", "half", "three_quarters", "total"], ...] = ("none", "half", "three_quarters", "total")
_HOW = {
    "u": ("unseen", "unseen by the target"),
    "b": ("blindly", "at a target it cannot see"),
    "n": ("near", "with a foe within 5 feet"),
    "s": ("sneak", "with Sneak Attack"),
    "w": ("two_handed", "with two hands"),
    "t": ("thrown", "thrown"),
    "c": ("charge", "after a charge"),
    "r": ("as_reaction", "as a reaction"),
}
"""Letters after a blank: what of the command each sets, and how it is said."""


class AttackQuestion(Question):
    """An attack of the creature whose turn it is, or a save action of its stat block."""

    label = "attack"
    keeps_words = True
    hint = "number, letter; + adv, - dis, / cover, @60 far, blank u unseen n near; 15 the die ,7 damage; ? more"
    keys = (
        ("2 b", "attack 2 at the row b; nothing typed takes the next one and the likeliest target"),
        ("+ -", "advantage, disadvantage"),
        ("/ //", "half cover, three-quarters cover"),
        ("@60", "60 feet away"),
        *((f"blank {letter}", said) for letter, (_, said) in _HOW.items()),
        ("15 ,7", "the real die shows 15, the damage is 7"),
        ("!", "at the end does what the rules refuse"),
    )
    letters = "small"

    def read(self, sight: Sight) -> Reading:
        actor = sight.actor
        if actor is None or sight.state.combatants[actor].kind == "lair":
            return Reading(problem="nobody is active; the key for the next turn starts the fight")
        block = sight.state.block_of(actor)
        options = attack_options(block)
        if not options:
            return Reading(problem=f"{sight.name(actor)} has no attack in its stat block; `d` takes the damage by hand")
        match = _SHAPE.fullmatch(self.field.text)
        if match is None:
            return Reading(problem=f"not understood: {self.field.text}", words=sight.name(actor))
        option = self._option(match["number"], options, sight, actor)
        if option is None:
            return Reading(problem=f"{sight.name(actor)} has no number {match['number']}; it has 1 to {len(options)}")
        picked, unknown = picked_targets(match["letters"], sight)
        if unknown:
            return Reading(problem=f"no row has the letter {unknown}", picked=signs(picked))
        return self._aim(sight, actor, option, picked, match)

    def _option(self, number: str, options: tuple[Option, ...], sight: Sight, actor: Id) -> Option | None:
        if not number:
            return default_option(sight.state.block_of(actor), sight.state.combatants[actor])
        return next((option for option in options if option.number == int(number)), None)

    def _aim(
        self, sight: Sight, actor: Id, option: Option, picked: tuple[Target, ...], match: "re.Match[str]"
    ) -> Reading:
        targets = tuple({**self.extra, **{target.who: target for target in picked}}.values())
        if not targets:
            chosen = sight.target_for(actor)
            marked = tuple(Target(who=who) for who in sight.defaults if who in sight.marked)
            targets = marked or ((Target(who=chosen),) if chosen else ())
        if not targets:
            return Reading(
                problem="against whom? type the letter of a row", words=f"{sight.name(actor)}: {option.name}"
            )
        who = tuple(target.who for target in targets)
        words = option.name if len(sight.state.acting) < 2 else f"{sight.name(actor)}: {option.name}"
        force = bool(match["force"])
        how = match["how"] or ""
        unknown = next((letter for letter in how if letter not in _HOW), "")
        if unknown:
            return Reading(problem=f"after a blank {', '.join(_HOW)}; not {unknown}", picked=signs(targets))
        words = ", ".join((words, *(_HOW[letter][1] for letter in how)))
        if option.kind == "use":
            use = Use(who=actor, ability=option.name, targets=targets, damage=match["damage"], force=force)
            return Reading(wish=use, words=words, picked=signs(targets))
        ways: dict[str, Any] = {_HOW[letter][0]: True for letter in how if letter != "n"}
        attack = Attack(
            who=actor,
            attack=option.name,
            targets=who,
            advantage="+" in match["mode"],
            disadvantage="-" in match["mode"],
            cover=_COVER[len(match["cover"])],
            distance=int(match["far"]) if match["far"] else None,
            face=Face(value=int(match["face"])) if match["face"] else None,
            damage=match["damage"],
            force=force,
            near=tuple(one.id for one in sight.opponents(actor)) if "n" in how else (),
            **ways,
        )
        return Reading(wish=attack, words=words, picked=signs(targets))
