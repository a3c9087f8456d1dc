"""What every question has: a label, a line being typed, and a reading of it."""

from collections.abc import Mapping
from typing import Literal

from tracker.encounter.commands import Target, Wish
from tracker.encounter.state import Id
from tracker.tui.field import Field
from tracker.tui.sight import Reading, Sight

Letters = Literal["small", "capital", ""]


class Question:
    """One question in the bar. Esc leaves it, Enter does what its reading says."""

    label: str = ""
    hint: str = ""
    """What can be typed, in a few words, shown while nothing is typed."""
    keeps_words: bool = False
    """Whether its words say what the preview leaves out, and stand before it even where room is short."""
    keys: tuple[tuple[str, str], ...] = ()
    """Signs that mean something here, each with what it does, for `?`."""
    types_words: bool = False
    """Whether free text is typed, in which `?` is a sign like any other."""
    letters: Letters = ""
    """How the rows show their pick letters meanwhile."""

    def __init__(self, text: str = "") -> None:
        self.field = Field.holding(text)
        self.extra: dict[Id, Target] = {}
        """Targets picked with Tab rather than by letter."""

    def read(self, sight: Sight) -> Reading:
        """What the text means now."""
        raise LookupError(f"{type(self).__name__} reads nothing")

    def press(self, key: str, sight: Sight) -> bool:
        """A key that means something to this question alone; False for any other."""
        return False

    def done(self, wish: Wish) -> "Question | None":
        """The question that follows once `wish` was done; None ends it."""
        return None

    def pick(self, who: tuple[Id, ...], share: Literal["full", "half"]) -> None:
        """Picks the row under the cursor, or takes it back."""
        for one in who:
            if one in self.extra:
                del self.extra[one]
            else:
                self.extra[one] = Target(who=one, share=share)

    def targets(self, picked: tuple[Target, ...], sight: Sight) -> tuple[Target, ...]:
        """Those picked by letter or Tab, else the marked ones, else whom the cursor stands on."""
        merged: Mapping[Id, Target] = {**self.extra, **{target.who: target for target in picked}}
        return tuple(merged.values()) or tuple(Target(who=who) for who in sight.defaults)


def names(sight: Sight, who: tuple[Id, ...], limit: int = 3) -> str:
    """Names joined with commas, the rest as a number."""
    shown = ", ".join(sight.name(one) for one in who[:limit])
    return f"{shown} and {len(who) - limit} more" if len(who) > limit else shown
