"""Questions that need little more than a letter: reactions, hiding, removing, surprise, initiative, movement, notes."""

import re
from collections.abc import Callable, Iterable
from typing import Literal

from tracker.encounter.commands import (
    Concentrate,
    End,
    Face,
    Fate,
    Hide,
    Move,
    Note,
    React,
    Remind,
    Reopen,
    RollMode,
    SetInitiative,
    Surprise,
    Wish,
)
from tracker.encounter.state import Encounter, Id
from tracker.tui.questions.base import Question, names
from tracker.tui.sight import Reading, Sight, picked_targets, signs

_MODES: dict[str, RollMode] = {"": "normal", "+": "advantage", "-": "disadvantage"}
Way = Literal["walk", "fly", "swim", "climb", "burrow", "crawl", "jump"]
_WAYS: dict[str, Way] = {
    "f": "fly",
    "s": "swim",
    "c": "climb",
    "b": "burrow",
    "w": "crawl",
    "j": "jump",
}


class LetterQuestion(Question):
    """Letters, then Enter; a creature's letter alone may be enough."""

    letters = "small"
    needs_enter = True

    def read(self, sight: Sight) -> Reading:
        text = self.field.text.strip()
        picked, unknown = picked_targets(text.rstrip("!").lower(), sight)
        targets = self.targets(picked, sight)
        if unknown:
            return Reading(problem=f"no row has the letter {unknown}", picked=signs(targets))
        if not targets:
            return Reading(problem="whom? type the letter of a row")
        who = tuple(target.who for target in targets)
        wish, words = self.wish(who, sight)
        return Reading(wish=wish, words=words, picked=signs(targets), at_once=bool(picked) and not self.needs_enter)

    def wish(self, who: tuple[Id, ...], sight: Sight) -> tuple[Wish, str]:
        """The command for these, and its words."""
        raise LookupError(self.label)


class RemoveQuestion(LetterQuestion):
    """`-`: out of the fight altogether."""

    label = "remove"
    hint = "letters pick; gone from the list, and `u` brings back"

    def wish(self, who: tuple[Id, ...], sight: Sight) -> tuple[Wish, str]:
        return Fate(what="remove", who=who), f"take out {names(sight, who)}"


class HideQuestion(LetterQuestion):
    """`v`: hides those the players see, shows those they do not."""

    label = "hide or show"
    hint = "a letter does it at once"
    needs_enter = False

    def wish(self, who: tuple[Id, ...], sight: Sight) -> tuple[Wish, str]:
        hidden = all(sight.state.combatants[one].hidden for one in who)
        return Hide(who=who, hidden=not hidden), f"{'show' if hidden else 'hide'} {names(sight, who)}"


class SurpriseQuestion(Question):
    """`S`: exactly these are surprised."""

    label = "surprised"
    hint = "letters of all who are surprised; * all foes; nothing for nobody"
    letters = "small"

    def __init__(self, state: Encounter, letters: Iterable[tuple[str, tuple[Id, ...]]]) -> None:
        surprised = {one.id for one in state.present() if one.surprised}
        super().__init__("".join(letter for letter, ids in letters if surprised.issuperset(ids)))

    def read(self, sight: Sight) -> Reading:
        text = self.field.text.strip()
        everybody = tuple(
            one.id for one in sight.state.present() if one.side == "foe" and one.kind == "creature" and "*" in text
        )
        picked, unknown = picked_targets(text.replace("*", "").lower(), sight)
        if unknown:
            return Reading(problem=f"no row has the letter {unknown}", picked=signs(picked))
        who = tuple(dict.fromkeys((*everybody, *(target.who for target in picked), *self.extra)))
        said = f"surprised: {names(sight, who)}" if who else "nobody is surprised"
        return Reading(wish=Surprise(who=who), words=said, picked=dict.fromkeys(who, "full"))


class InitiativeQuestion(Question):
    """`i`: a count typed, or with nothing typed a roll."""

    label = "initiative"
    hint = "letters pick, then the count; nothing rolls; + advantage, - disadvantage"
    letters = "small"

    def read(self, sight: Sight) -> Reading:
        match = re.fullmatch(r"\s*([A-Za-z]*)\s*(?:=?(-?\d+)|([+-]))?\s*", self.field.text)
        if match is None:
            return Reading(problem="a count is a number; nothing rolls the die")
        picked, unknown = picked_targets(match[1].lower(), sight)
        targets = self.targets(picked, sight)
        shown = signs(targets)
        if unknown:
            return Reading(problem=f"no row has the letter {unknown}", picked=shown)
        who = tuple(target.who for target in targets)
        if not who:
            return Reading(problem="whose? type the letter of a row")
        if match[2]:
            return Reading(
                SetInitiative(who=who, count=int(match[2])), f"{names(sight, who)}: {match[2]}", picked=shown
            )
        mode = _MODES[match[3] or ""]
        wish = SetInitiative(who=who, mode=mode)
        words = f"{names(sight, who)}: roll" + (f" with {mode}" if match[3] else "")
        return Reading(wish, words, picked=shown, foresee=False)


class CountQuestion(Question):
    """Setting up: the count of one row after the other. Tab and Enter go on, with nothing typed they take the roll."""

    label = "initiative"
    hint = "or type the count; Tab goes on"

    def __init__(self, text: str, face_for: Callable[[Id], int]) -> None:
        super().__init__(text)
        self._face_for = face_for

    def read(self, sight: Sight) -> Reading:
        who = sight.defaults or (() if sight.under is None else (sight.under,))
        if not who:
            return Reading(problem="nobody is left without a count")
        text = self.field.text.strip()
        name = names(sight, who, 1)
        if re.fullmatch(r"-?\d+", text):
            return Reading(
                SetInitiative(who=who, count=int(text)), f"{name}: {text}", picked=dict.fromkeys(who, "full")
            )
        if text:
            return Reading(problem="a count is a number")
        face, bonus = self._face_for(who[0]), sight.state.combatants[who[0]].initiative_bonus
        if not face:
            rolled = SetInitiative(who=who)
            return Reading(rolled, f"{name}: roll", picked=dict.fromkeys(who, "full"), foresee=False)
        words = f"{name}: {face} {'+' if bonus >= 0 else '-'} {abs(bonus)} = {face + bonus}"
        offered = SetInitiative(who=who, face=Face(value=face))
        return Reading(offered, words, picked=dict.fromkeys(who, "full"), foresee=False)


class MoveQuestion(Question):
    """`m`: feet covered by whoever acts, and letters for how."""

    label = "move"
    hint = "20, 20d difficult, f fly, s swim, c climb, b burrow, w crawl, j jump; letters first: whose reach is left"
    letters = "small"

    def read(self, sight: Sight) -> Reading:
        actor = sight.actor
        if actor is None:
            return Reading(problem="nobody is active")
        match = re.fullmatch(r"\s*([A-Za-z]*)\s*(\d+)\s*([dfscbwj]*)\s*(!?)\s*", self.field.text)
        if match is None:
            left = f"{sight.name(actor)}: how many feet?"
            return Reading(words=left) if not re.search(r"\d", self.field.text) else Reading(problem=self.hint)
        picked, unknown = picked_targets(match[1].lower(), sight)
        if unknown:
            return Reading(problem=f"no row has the letter {unknown}", picked=signs(picked))
        mode: Way = next((_WAYS[char] for char in match[3] if char in _WAYS), "walk")
        leaving = tuple(target.who for target in picked)
        wish = Move(
            who=actor,
            feet=int(match[2]),
            mode=mode,
            difficult="d" in match[3],
            leaving=leaving,
            force=bool(match[4]),
        )
        how = [mode if mode != "walk" else "", "difficult" if wish.difficult else ""]
        words = " ".join([f"{sight.name(actor)}: {match[2]} ft", *filter(None, how)])
        words += f", out of reach of {names(sight, leaving)}" if leaving else ""
        return Reading(wish, words, picked=signs(picked))


class ReactQuestion(Question):
    """`r`: a letter spends that one's reaction at once; `1` before it is an opportunity attack, `2` … what it has."""

    label = "reaction"
    hint = "a letter uses it at once; 1 opportunity attack, 2 … those of the stat block, then the letter"
    letters = "small"

    def read(self, sight: Sight) -> Reading:
        match = re.fullmatch(r"\s*(\d?)\s*([A-Za-z]{0,2})\s*(!?)\s*", self.field.text)
        if match is None:
            return Reading(problem=self.hint)
        picked, unknown = picked_targets(match[2].lower(), sight)
        if unknown:
            return Reading(problem=f"no row has the letter {unknown}")
        chosen = tuple(target.who for target in picked)
        who = chosen[0] if chosen else next(iter(self.extra), self._likely(sight))
        if who is None:
            return Reading(problem="whose? type the letter of a row")
        target = chosen[1] if len(chosen) > 1 else sight.actor if sight.actor != who else None
        known = ("opportunity", *(entry.name for entry in sight.state.block_of(who).reactions if entry.name))
        what, number = "reaction", int(match[1] or 0)
        if number > len(known):
            return Reading(problem=f"{sight.name(who)} has {len(known)}: 1 {', 2 '.join(known[:2])}")
        if number:
            what = known[number - 1]
        wish = React(who=who, what=what, target=target if number else None, force=bool(match[3]))
        others = "  ".join(f"{at} {name}" for at, name in enumerate(known, 1))
        at = f" {sight.name(target)}" if number and target else ""
        words = f"{sight.name(who)}: {what if number else 'reaction used'}{at}   {others if not number else ''}"
        return Reading(wish, words.rstrip(), picked={who: "full"}, at_once=bool(chosen) and not number)

    def _likely(self, sight: Sight) -> Id | None:
        actor = sight.actor
        if sight.under not in (None, actor):
            return sight.under
        if actor is None:
            return None
        last = sight.last_target.get(actor)
        ready = [one.id for one in sight.opponents(actor) if not one.reactions_spent and one.status == "up"]
        return last if last in ready else next(iter(ready), actor)


class WordsQuestion(Question):
    """Free text about one creature: that under the cursor, or one whose CAPITAL letter and a blank stand before it."""

    letters = "capital"
    types_words = True

    def read(self, sight: Sight) -> Reading:
        who, text = self.whom(sight)
        if who is None:
            return Reading(problem="on whom? type the CAPITAL letter of a row, then a blank")
        return self.about(who, text, sight)

    def whom(self, sight: Sight) -> tuple[Id | None, str]:
        """The creature meant, and the text without its letter."""
        text = self.field.text.strip()
        match = re.fullmatch(r"\s*([A-Z])(?: (.*)|)", self.field.text)
        ids = sight.letters.get(match[1].lower()) if match else None
        if match and ids:
            return ids[0], (match[2] or "").strip()
        return next(iter(self.extra or sight.defaults), None), text

    def about(self, who: Id, text: str, sight: Sight) -> Reading:
        """What the text means for that creature."""
        raise LookupError(self.label)


class ConcentrateQuestion(WordsQuestion):
    """`C`: what it concentrates on; with nothing typed it stops."""

    label = "concentrate"
    hint = "on what? nothing ends it; a CAPITAL letter and a blank first: who"

    def about(self, who: Id, text: str, sight: Sight) -> Reading:
        one = sight.state.combatants[who]
        if text:
            return Reading(Concentrate(who=who, what=text), f"{one.name} concentrates on {text}", picked={who: "full"})
        if one.concentration is None:
            return Reading(words=f"{one.name}: on what?", picked={who: "full"})
        return Reading(
            Concentrate(who=who, what=None), f"{one.name} lets go of {one.concentration.name}", picked={who: "full"}
        )


class NoteQuestion(WordsQuestion):
    """`N`: a note on a creature, the old one ready to be changed."""

    label = "note"
    hint = "the note; a CAPITAL letter and a blank first: on whom; nothing takes it off"

    def about(self, who: Id, text: str, sight: Sight) -> Reading:
        return Reading(Note(who=who, text=text), f"on {sight.name(who)}", picked={who: "full"}, foresee=False)


class ReminderQuestion(WordsQuestion):
    """`R`: words that come up when a round begins, or somebody's next turn."""

    label = "remind"
    hint = "a round and the words: 4 the bridge falls; +2 counts from now; a CAPITAL letter: in whose turn"

    def read(self, sight: Sight) -> Reading:
        match = re.fullmatch(r"\s*(\+?)(\d{1,5})\s+(\S.*)", self.field.text)
        if match is None:
            return super().read(sight)
        number = int(match[2]) + (sight.state.round if match[1] else 0)
        return Reading(
            Remind(round=max(1, number), text=match[3].strip()), f"when round {max(1, number)} begins", foresee=False
        )

    def about(self, who: Id, text: str, sight: Sight) -> Reading:
        if not text or text[0] in "+0123456789":
            return Reading(problem=self.hint, picked={who: "full"})
        words = f"when {sight.name(who)}'s next turn begins"
        return Reading(Remind(who=who, text=text), words, picked={who: "full"}, foresee=False)


class EndQuestion(Question):
    """`E`: ends the fight, or reopens one that has ended."""

    label = "end"

    def read(self, sight: Sight) -> Reading:
        if sight.state.phase == "ended":
            return Reading(Reopen(), "reopen the fight where it ended?", foresee=False)
        return Reading(End(), "end the fight? it can be reopened", foresee=False)


class ResumeQuestion(Question):
    """An unfinished fight of the file stands on the screen: go on with it, or begin anew."""

    label = "unfinished"
    hint = "⏎ resume   n new"

    def __init__(self) -> None:
        super().__init__()
        self.wants_new = False

    def read(self, sight: Sight) -> Reading:
        state = sight.state
        where = f"round {state.round}" if state.round else state.phase
        return Reading(words=f"{state.name}, {where}")

    def press(self, key: str, sight: Sight) -> bool:
        """`n` begins anew; every other letter is nothing."""
        self.wants_new = key == "n"
        return True
