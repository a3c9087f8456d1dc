"""`c`: CAPITAL letters pick whom, small letters spell the condition, what follows says how long."""

import re

from tracker.encounter.commands import Condition, Ending, Inflicted
from tracker.encounter.state import Encounter, Id, Moment
from tracker.regex import regex
from tracker.tui.questions.base import Question, names
from tracker.tui.sight import Reading, Sight, picked_targets, signs

_SHAPE = regex(
    r"\s*(?P<minus>-?)\s*(?P<letters>[A-Z]*)\s*(?P<minus2>-?)\s*(?P<word>[a-z]*)\s*(?P<late>[A-Z]*)\s*(?P<how>.*?)\s*(?P<force>!?)\s*"
)
# The likeliest first where several begin with the same letters.
_COMMON = (
    "prone", "poisoned", "grappled", "restrained", "frightened", "stunned", "blinded", "charmed", "invisible",
    "incapacitated", "unconscious", "exhaustion", "deafened", "paralyzed", "petrified",
)  # fmt: skip
_LASTS = {"prone", "grappled", "unconscious", "petrified", "exhaustion", "surprised", "incapacitated"}
_ABILITIES = {"s": "str", "d": "dex", "c": "con", "i": "int", "w": "wis", "h": "cha"}


def condition_words(state: Encounter) -> tuple[str, ...]:
    """The conditions of the fight's edition, the likeliest first."""
    from tracker.rules.conditions import condition_names
    from tracker.rules.editions import edition

    known = {*condition_names(edition(state.edition)), "exhaustion"}
    return (*(name for name in _COMMON if name in known), *sorted(known - set(_COMMON)))


def matching(word: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """Those that begin with the letters, then those that hold them in order."""
    starts = [name for name in known if name.startswith(word)]
    pattern = re.compile(".*?".join(map(re.escape, word)))
    return (*starts, *(name for name in known if name not in starts and pattern.search(name)))


class ConditionQuestion(Question):
    """Puts a condition on, or with `-` takes it off."""

    label = "condition"
    hint = "CAPITAL letters pick; po poisoned; then 3 rounds, 1m, . end of turn, /15c save; - takes off"
    letters = "capital"

    def read(self, sight: Sight) -> Reading:
        match = _SHAPE.fullmatch(self.field.text)
        assert match is not None
        picked, unknown = picked_targets((match["letters"] + match["late"]).lower(), sight)
        targets = self.targets(picked, sight)
        who = tuple(target.who for target in targets)
        shown = signs(targets)
        if unknown:
            return Reading(problem=f"no row has the letter {unknown.upper()}", picked=shown)
        if not who:
            return Reading(problem="on whom? type the CAPITAL letter of a row")
        if match["minus"] or match["minus2"]:
            return self._removal(match["word"], who, shown, sight)
        known = condition_words(sight.state)
        found = matching(match["word"], known)
        if not match["word"] or not found:
            problem = f"no condition '{match['word']}'" if match["word"] else ""
            return Reading(words=f"{names(sight, who)}: {', '.join(known[:9])} …", problem=problem, picked=shown)
        return self._put(found, who, match["how"], bool(match["force"]), shown, sight)

    def _put(
        self, found: tuple[str, ...], who: tuple[Id, ...], how: str, force: bool, shown: dict[Id, str], sight: Sight
    ) -> Reading:
        name = found[0]
        if name == "exhaustion":
            level = int(how) if how.isdigit() else 1
            wish = Condition(targets=who, exhaustion=level, force=force)
            return Reading(wish=wish, words=f"{names(sight, who)}: exhaustion +{level}", picked=shown)
        ending, words = read_ending(how, name, sight)
        if ending is None:
            return Reading(problem=words, picked=shown)
        source = sight.actor if sight.actor not in who else None
        inflicted = Inflicted(name=name, ending=ending, source=source)
        others = f"  (or {', '.join(found[1:4])})" if len(found) > 1 and found[0] != found[-1] else ""
        said = f"{name} {words}{others}".replace("  (", " (")
        return Reading(wish=Condition(targets=who, add=(inflicted,), force=force), words=said, picked=shown)

    def _removal(self, word: str, who: tuple[Id, ...], shown: dict[Id, str], sight: Sight) -> Reading:
        there = dict.fromkeys(
            effect.name for one in who for effect in sight.state.combatants[one].effects if effect.kind != "marker"
        )
        if any(sight.state.combatants[one].exhaustion for one in who):
            there["exhaustion"] = None
        found = matching(word, tuple(there))
        if not found:
            return Reading(problem=f"{names(sight, who)}: nothing to take off", picked=shown)
        name = found[0]
        wish = Condition(targets=who, exhaustion=-1) if name == "exhaustion" else Condition(targets=who, remove=(name,))
        more = f" (or {', '.join(found[1:4])})" if len(found) > 1 else ""
        return Reading(wish=wish, words=f"{names(sight, who)}: no longer {name}{more}", picked=shown)


def read_ending(how: str, name: str, sight: Sight) -> tuple[Ending | None, str]:
    """The ending typed and its words; an ending of None comes with what was not understood."""
    actor = sight.actor
    if not how:
        if name in _LASTS or sight.state.phase != "running":
            return Ending(), "until taken off"
        return Ending(rounds=10), "for 1 minute"
    if how in (".", ","):
        if actor is None:
            return None, "nobody is active whose turn could end it"
        moment: Moment = "end" if how == "." else "start"
        words = f"until the {moment} of {sight.name(actor)}'s next turn"
        return Ending(moment=moment, who=actor, is_next=True), words
    if how in ("*", "0"):
        return Ending(), "until taken off"
    if match := re.fullmatch(r"(\d+)\s*(r|rounds?|m|minutes?)?", how):
        number, minutes = int(match[1]), (match[2] or "r").startswith("m")
        unit = "minute" if minutes else "round"
        return Ending(rounds=number * (10 if minutes else 1)), f"for {number} {unit}{'' if number == 1 else 's'}"
    if match := re.fullmatch(r"(\d*[rm]?)\s*/\s*(\d+)\s*([sdciwh])", how):
        dc, ability = int(match[2]), _ABILITIES[match[3]]
        rounds = _rounds(match[1])
        words = f"until a {ability.upper()} save, DC {dc}, at the end of a turn"
        return Ending(save_ability=ability, save_dc=dc, rounds=rounds), words
    return None, "how long? 3 rounds, 1m, `.` end of turn, `,` start of turn, /15c a save, 0 for good"


def _rounds(text: str) -> int | None:
    if not text.strip("rm"):
        return None
    return int(text.strip("rm")) * (10 if text.endswith("m") else 1)
