"""An action that needs to know more: whom it is aimed at, and what it leaves open."""

import re

from tracker.encounter.commands import Act
from tracker.encounter.state import Id
from tracker.tui.questions.base import Question
from tracker.tui.sight import Reading, Sight, picked_targets


class ActQuestion(Question):
    """A letter for the target, then a space and a choice such as `prone` or `push` where the action leaves one."""

    hint = "the target's letter, then a space and a choice such as prone"
    letters = "small"
    keeps_words = True

    def __init__(self, who: Id, action: str) -> None:
        super().__init__()
        self.label, self._who, self._action = action, who, action

    def read(self, sight: Sight) -> Reading:
        match = re.fullmatch(r"\s*([A-Za-z]?)(?:\s+(.*?))?\s*(!?)", self.field.text)
        if match is None:
            return Reading(problem=self.hint)
        picked, unknown = picked_targets(match[1].lower(), sight)
        if unknown:
            return Reading(problem=f"no row has the letter {unknown}")
        chosen = [target.who for target in picked] or list(self.extra)
        target = chosen[0] if chosen else sight.target_for(self._who)
        wish = Act(who=self._who, action=self._action, target=target, choice=match[2] or "", force=bool(match[3]))
        return Reading(wish, sight.name(target), picked={target: "full"} if target else {})
