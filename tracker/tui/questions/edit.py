"""`e`: a CAPITAL letter for whom, a small one for which figure, then its value."""

import re

from tracker.encounter.commands import Count, MaxHp, Set, SetInitiative, Tag, Wish
from tracker.encounter.state import Id
from tracker.tui.lines import Line, Span, line
from tracker.tui.questions.base import Question, names
from tracker.tui.rows import COLOURS
from tracker.tui.sight import Reading, Sight, picked_targets, signs

FIELDS = {
    "h": "hp",
    "m": "maximum hp",
    "a": "ac",
    "n": "name",
    "s": "speed",
    "d": "side",
    "i": "initiative",
    "t": "tag",
    "k": "counter",
}
_SIDES = {"p": "party", "a": "ally", "f": "foe", "n": "neutral"}


class EditQuestion(Question):
    """Sets a figure by hand, with all that follows from it."""

    label = "edit"
    hint = "h hp, m maximum, a AC, n name, s speed, d side, i initiative, t tag, k counter, then the value"
    letters = "capital"
    types_words = True

    def read(self, sight: Sight) -> Reading:
        match = re.fullmatch(r"\s*([A-Z]*)\s*([a-z]?)[a-z]{0,0}\s*(.*?)\s*", self.field.text)
        assert match is not None
        picked, unknown = picked_targets(match[1].lower(), sight)
        targets = self.targets(picked, sight)
        shown = signs(targets)
        who = next((target.who for target in targets), None)
        menu: tuple[Line, ...] = tuple(line(Span(f"{letter} ", "key"), name) for letter, name in FIELDS.items())
        if unknown:
            return Reading(problem=f"no row has the letter {unknown.upper()}", picked=shown)
        if who is None:
            return Reading(problem="whom? type the CAPITAL letter of a row")
        field = FIELDS.get(match[2])
        if field == "tag" and not match[3]:
            menu = (*(line(Span(colour, colour)) for colour in COLOURS), line(Span("or any word; off", "dim")))
        if field is None or not match[3]:
            words = f"{sight.name(who)}: {field or 'what'}?"
            problem = f"no figure '{match[2]}'" if match[2] and field is None else ""
            return Reading(words=words, problem=problem, picked=shown, lines=menu, title="EDIT")
        wish, problem = _wish(field, match[3], who)
        if wish is None:
            return Reading(problem=problem, picked=shown)
        return Reading(wish=wish, words=f"{names(sight, (who,))}: {field} {match[3]}", picked=shown)


def _wish(field: str, value: str, who: Id) -> tuple[Wish | None, str]:
    number = re.fullmatch(r"([+-]?)(\d+)", value)
    match field:
        case "maximum hp" if number:
            signed = int(f"{number[1]}{number[2]}")
            return MaxHp(targets=(who,), amount=signed, relative=bool(number[1])), ""
        case "initiative" if number:
            return SetInitiative(who=(who,), count=int(value)), ""
        case "maximum hp" | "initiative":
            return None, f"{field} is a number, not '{value}'"
        case "tag":
            return Tag(who=(who,), tag="" if value == "off" else value), ""
        case "counter":
            counted = re.fullmatch(r"(.+?)\s+([+-]?)(\d+)", value)
            if not counted:
                return None, "a counter has a name and a number: arrows 20, arrows -1"
            amount = int(f"{counted[2]}{counted[3]}")
            return Count(who=who, counter=counted[1], amount=amount, relative=bool(counted[2])), ""
        case "side":
            side = _SIDES.get(value[:1].lower())
            return (Set(who=who, field="side", value=side), "") if side else (None, "p party, a ally, f foe, n neutral")
        case "hp" | "ac" | "name" | "speed":
            return Set(who=who, field=field, value=value), ""
    raise AssertionError(field)
