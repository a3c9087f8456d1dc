"""Every rule by its number: the command or key that reaches it, and the story that plays it.

The stories of this folder are those of `tests.encounter.fights` with three words more: `reach: {R-047: the way}`, and
steps that look something up (`look`, `of`, `says`) or open the action menu (`menu`, `offers`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.encounter.fights import Json, Story, stories
from tracker.encounter.decide.actions import available_actions
from tracker.encounter.figures import rules_of
from tracker.encounter.reference import look_up
from tracker.encounter.store import Store
from tracker.library.creatures import Creatures
from tracker.rules.editions import EDITIONS
from tracker.rules.reference import search_reference

HERE = Path(__file__).parent
LOOK_UP = "look-up (/) by number or word"
LOOKED_UP = "test_every_rule_is_looked_up"
RULES = tuple(one.number for one in search_reference(EDITIONS["srd-5.1"], ""))
"""The numbers of all rules, in order."""

REFERENCE_ONLY = frozenset({
    "R-008", "R-009", "R-111", "R-114", "R-115", "R-155", "R-157", "R-158", "R-174", "R-190", "R-196",
})  # fmt: skip
"""Rules that are text to look up and nothing else."""


@dataclass(frozen=True)
class ReachStory(Story):
    """A story that may look things up between its commands."""

    @property
    def ways(self) -> dict[str, str]:
        """The rules it plays, with the command or key that reaches each."""
        ways: dict[str, str] = self.told["reach"]
        return ways

    def _play(self, store: Store, creatures: Creatures, step: Json) -> Iterator[str]:
        if "look" in step:
            yield from _look(store, step)
        elif "menu" in step:
            yield from _menu(store, step)
        else:
            yield from super()._play(store, creatures, step)


def reach_stories() -> Iterator[tuple[str, ReachStory]]:
    """Every story of this folder with the name of its file."""
    for file in sorted(HERE.glob("*.yaml")):
        for story in stories(file):
            yield file.stem, ReachStory(story.name, story.edition, story.told)


def table_text() -> str:
    """The table of rules, ways and tests, as Markdown."""
    rows: dict[str, tuple[list[str], list[str]]] = {number: ([], []) for number in RULES}
    for file, story in reach_stories():
        for number, way in story.ways.items():
            ways, played = rows[number]
            ways += [way] if way not in ways else []
            played += [told] if (told := f"{file}: {story.name}") not in played else []
    lines = [
        "# Every rule, how a GM reaches it, and the test that plays it",
        "",
        "Made by `python -m tests.encounter.reach`; every rule is also looked up by its number (`/`).",
        "",
        "| Rule | Command or key | Played by |",
        "|---|---|---|",
    ]
    for number, (ways, played) in rows.items():
        if number in REFERENCE_ONLY and not played:
            ways, played = [LOOK_UP], [LOOKED_UP]
        lines.append(f"| {number} | {'; '.join(ways)} | {'; '.join(played)} |".replace("  |", " |"))
    return "\n".join(lines) + "\n"


def _look(store: Store, step: Json) -> Iterator[str]:
    who = next((one.id for one in store.state.combatants.values() if one.name == step.get("of")), None)
    found = look_up(step["look"], rules_of(store.state), store.state, who)
    told = "\n".join(line for one in found[:5] for line in (one.name, *one.lines))
    wanted = step["says"] if isinstance(step["says"], list) else [step["says"]]
    yield from (f"{piece!r} is not among:\n{told}" for piece in wanted if piece not in told)


def _menu(store: Store, step: Json) -> Iterator[str]:
    who = next(one.id for one in store.state.combatants.values() if one.name == step["menu"])
    choices = {choice.name: choice.why_not for choice in available_actions(store.state, who)}
    for name, wanted in step["offers"].items():
        got = choices.get(name, "absent")
        if got != wanted and not (wanted and got and wanted in got):
            yield f"{name}: expected {wanted!r}, got {got!r}"
