"""`+`: creatures from the bestiary, waves and the absent; a number before or after the name adds so many."""

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tracker.encounter.commands import Add, Join, Swap
from tracker.encounter.decide.preparing import copies_of
from tracker.encounter.state import Encounter
from tracker.library.models import StatBlock, creature_from_nothing
from tracker.regex import regex
from tracker.tui.lines import Line, line
from tracker.tui.questions.base import names
from tracker.tui.questions.listed import Hit, ListQuestion, ranked
from tracker.tui.sight import Reading, Sight
from tracker.tui.stat_block import block_lines

if TYPE_CHECKING:
    from tracker.library.bestiary import Listing

_NUMBER = regex(r"^\s*(\d+)\s*(?!\d)|\s+x?(\d+)\s*$")


class AddQuestion(ListQuestion):
    """The hits are those already met in this fight first, then the bestiary's."""

    label = "add"
    hint = "3 gob: three goblins; a new name with hp 11 ac 12 makes one from nothing"
    title = "ADD"

    def __init__(
        self,
        search: Callable[[Encounter, str], "Sequence[Listing]"],
        find: Callable[[Encounter, str], StatBlock | None],
        name: str = "",
    ) -> None:
        """`name` is typed already, ready for a number before Enter."""
        super().__init__(name)
        self._search = search
        self._find = find

    def read(self, sight: Sight) -> Reading:
        text, count = _count(self.field.text)
        words = re.split(r"\s+(?=(?:hp|ac|init|party|ally|neutral|foe|hidden|group)\b)", text, maxsplit=1)
        name, options = words[0].strip(), words[1] if len(words) > 1 else ""
        hits = self._hits(name, sight.state)
        index = self.chosen(len(hits))
        lines = self.drawn(hits, index, 8 if name else 30)
        if not name:
            return Reading(words="whom?", lines=lines, title=self.title)
        if hits and hits[index].note.startswith("waits"):
            joins = Join(what=hits[index].text)
            return Reading(joins, f"{joins.what} joins", foresee=False, lines=lines, title=self.title)
        return self._add(sight.state, name, options, count, hits[index].text if hits else "", lines)

    def _hits(self, name: str, state: Encounter) -> list[Hit]:
        waves = _waves(state)
        waiting = [Hit(*waves[at]) for at in ranked(name, [title for title, _ in waves])]
        here = [
            (block.name, "in this fight")
            for block in state.blocks.values()
            if block.player is None and block.level is None
        ]
        met = [Hit(*here[at]) for at in ranked(name, [title for title, _ in here])]
        found = [Hit(one.name, f"{one.type} · CR {one.cr} · {one.hp} hp") for one in self._search(state, name)]
        hits: dict[str, Hit] = {}
        for hit in (*waiting, *(met if name else ()), *found):
            hits.setdefault(hit.text.casefold(), hit)
        return list(hits.values())

    def _add(
        self, state: Encounter, name: str, options: str, count: int, found: str, lines: tuple[Line, ...]
    ) -> Reading:
        extra = _options(options)
        is_new = "hp" in extra and not self.index and found.casefold() != name.casefold()
        block = self._find(state, found) if found and not is_new else None
        if block is None:
            if "hp" not in extra:
                return Reading(problem=f"no creature '{name}'; add hp 11 to make one", lines=lines, title=self.title)
            block = creature_from_nothing(name, hp=extra["hp"], ac=extra.get("ac", 10))
            found = name
        wish = Add(name=found, block=block, count=count, **extra)
        times = f"{count} × " if count > 1 else ""
        sheet = (*lines, line(), *block_lines(block))
        rolled = "" if wish.initiative is not None or state.phase == "setup" else ", initiative rolled"
        words = f"{times}{found}, {wish.side}{rolled}"
        return Reading(wish, words, foresee=False, lines=sheet, title=self.title)


class SwapQuestion(AddQuestion):
    """`=`: another creature in the place of the marked, else of all copies of the one under the cursor."""

    label = "swap"
    hint = "a few letters of the creature that takes their place"
    title = "SWAP"

    def read(self, sight: Sight) -> Reading:
        under = sight.under
        copies = tuple(one.id for one in copies_of(sight.state, under)) if under else ()
        who = tuple(sight.marked) or copies
        name = self.field.text.strip()
        hits = self._hits(name, sight.state)
        index = self.chosen(len(hits))
        lines = self.drawn(hits, index, 8 if name else 30)
        if not who:
            return Reading(problem="whom? move the cursor to a creature", title=self.title)
        block = self._find(sight.state, hits[index].text) if hits and name else None
        if block is None:
            said = f"no creature '{name}'" if name else ""
            return Reading(words=f"{names(sight, who)} for whom?", problem=said, lines=lines, title=self.title)
        sheet = (*lines, line(), *block_lines(block))
        wish = Swap(who=who, block=block)
        words = f"{block.name} for {names(sight, who)}"
        return Reading(wish, words, foresee=False, picked=dict.fromkeys(who, "full"), lines=sheet, title=self.title)


def _count(text: str) -> tuple[str, int]:
    match = _NUMBER.search(text)
    if not match or re.search(r"\b(?:hp|ac|init)\s*$", text[: match.start()]):
        return text.strip(), 1
    number = int(match[1] or match[2])
    return (text[: match.start()] + text[match.end() :]).strip(), max(1, min(number, 100))


def _options(text: str) -> dict[str, Any]:
    options: dict[str, Any] = {}
    words = iter(text.split())
    for word in words:
        match word:
            case "hp" | "ac" | "init":
                value = next(words, "")
                if re.fullmatch(r"-?\d+", value):
                    options["initiative" if word == "init" else word] = int(value)
                elif word == "hp" and value in ("roll", "max", "average"):
                    options["hp_mode"] = value
            case "party" | "ally" | "neutral" | "foe":
                options["side"] = word
            case "hidden":
                options["hidden"] = True
            case "group":
                options["group"] = next(words, "")
    return options


def _waves(state: Encounter) -> list[tuple[str, str]]:
    waves: dict[str, int] = {}
    for one in state.combatants.values():
        if one.waiting is not None:
            title = one.name if one.waiting == "absent" else one.waiting
            waves[title] = waves.get(title, 0) + 1
    return [(title, f"waits, {number}" if number > 1 else "waits") for title, number in waves.items()]
