"""`s`: letters pick who saves, then the DC and the ability, then what a failure costs."""

import re

from tracker.encounter.commands import Inflicted, Save
from tracker.regex import regex
from tracker.tui.questions.amounts import AmountError, read_amount
from tracker.tui.questions.base import Question, names
from tracker.tui.questions.condition import condition_words, matching, read_ending
from tracker.tui.sight import Reading, Sight, picked_targets, signs

_SHAPE = regex(r"\s*(?P<letters>[A-Za-z]*?)\s*(?P<dc>\d+)?\s*(?P<ability>[sdciwh])?(?P<rest>(?<=[sdciwh])[ +/].*)?\s*")
_ABILITIES = {"s": "str", "d": "dex", "c": "con", "i": "int", "w": "wis", "h": "cha"}


class SaveQuestion(Question):
    """A saving throw for many, with damage, a condition, or both."""

    label = "save"
    hint = "letters pick, DC and s d c i w h (cha): 15d, then 28f/ (half) or +po3 (a condition)"
    letters = "small"

    def read(self, sight: Sight) -> Reading:
        match = _SHAPE.fullmatch(self.field.text)
        if match is None:
            return Reading(problem=f"not understood: {self.field.text}; abd 15d 28f/ is")
        picked, unknown = picked_targets(match["letters"].lower(), sight)
        targets = self.targets(picked, sight)
        shown = signs(targets)
        who = names(sight, tuple(target.who for target in targets))
        if unknown:
            return Reading(problem=f"no row has the letter {unknown}", picked=shown)
        if not targets:
            return Reading(problem="who saves? type the letters of the rows")
        if not match["dc"]:
            return Reading(words=f"{who}: which DC?", picked=shown)
        if not match["ability"]:
            return Reading(words=f"{who}: DC {match['dc']}, which ability? s d c i w h", picked=shown)
        ability, dc = _ABILITIES[match["ability"]], int(match["dc"])
        try:
            damage, _, condition = (match["rest"] or "").partition(" +")
            half = damage.rstrip().endswith("/")
            amounts = read_amount(damage.rstrip().rstrip("/")).parts
            inflicts, said = _inflicted(condition, sight)
        except AmountError as problem:
            return Reading(problem=str(problem), picked=shown)
        wish = Save(targets=targets, ability=ability, dc=dc, amounts=amounts, half=half, inflicts=inflicts)
        cost = " + ".join(f"{part.dice} {part.type or ''}".strip() for part in amounts)
        words = [
            f"{who}: {ability.upper()} save, DC {dc}",
            cost and f"{cost}{', half on a success' if half else ''}",
            said,
        ]
        return Reading(wish=wish, words=", ".join(word for word in words if word), picked=shown)


def _inflicted(text: str, sight: Sight) -> tuple[tuple[Inflicted, ...], str]:
    text = text.strip()
    if not text:
        return (), ""
    word = re.match(r"[a-z]*", text)
    assert word is not None
    found = matching(word[0], condition_words(sight.state)) if word[0] else ()
    if not found:
        raise AmountError(f"no condition '{text}'")
    ending, words = read_ending(text[word.end() :].strip(), found[0], sight)
    if ending is None:
        raise AmountError(words)
    source = sight.actor
    return (Inflicted(name=found[0], ending=ending, source=source),), f"else {found[0]} {words}"
