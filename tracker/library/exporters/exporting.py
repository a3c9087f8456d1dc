"""One door for exports: creatures and perhaps an encounter in, the text of a file out."""

from collections.abc import Callable
from pathlib import Path

from tracker.frozen import Frozen
from tracker.library.encounter_plan import EncounterPlan
from tracker.library.models import StatBlock
from tracker.library.problems import LibraryError, Problem
from tracker.library.visible import visible


class Content(Frozen):
    """What is exported: an encounter with everybody in it, or creatures alone."""

    plan: EncounterPlan | None = None
    blocks: tuple[StatBlock, ...] = ()

    @property
    def creatures(self) -> tuple[StatBlock, ...]:
        """Every stat block once: the given ones, then those of the encounter's combatants."""
        found: dict[str, StatBlock] = {block.name: block for block in self.blocks}
        for entry in self.plan.combatants if self.plan else ():
            if entry.kind == "creature":
                found.setdefault(entry.block.name, entry.block)
        return tuple(found.values())


def load_content(path: Path, edition: str = "srd-5.2") -> tuple[Content, tuple[Problem, ...]]:
    """An encounter or creature file of ours as content, with its problems. Raises LibraryError when it is neither."""
    from tracker.library.creature_file import load_creatures
    from tracker.library.plans import load_encounter
    from tracker.library.yaml_reader import read_file

    data = read_file(path).data
    if isinstance(data, dict) and {"encounter", "combatants", "party"} & data.keys():
        loaded = load_encounter(path, edition)
        if loaded.plan is not None:
            return Content(loaded.plan), loaded.problems
        problems: tuple[Problem, ...] = loaded.problems
    else:
        creatures = load_creatures(path)
        if creatures.blocks:
            return Content(blocks=creatures.blocks), creatures.problems
        problems = creatures.problems
    raise LibraryError("\n".join(map(str, problems)) or f"{path} holds neither an encounter nor a creature")


def _yaml(content: Content) -> str:
    from tracker.library.writing import creature_mapping, encounter_mapping, to_yaml

    if content.plan is not None:
        return to_yaml(encounter_mapping(content.plan))
    mappings = [
        ({"edition": block.edition} if block.edition else {}) | creature_mapping(block) for block in content.blocks
    ]
    mappings = [{"name": each["name"], **each} for each in mappings]
    return to_yaml(mappings[0] if len(mappings) == 1 else mappings)


def _improved_initiative(content: Content) -> str:
    from tracker.library.exporters.improved_initiative import improved_initiative

    return improved_initiative(content)


def _obsidian(content: Content) -> str:
    from tracker.library.exporters.obsidian import obsidian

    return obsidian(content)


FORMATS: dict[str, Callable[[Content], str]] = {
    "yaml": _yaml,
    "improved-initiative": _improved_initiative,
    "obsidian": _obsidian,
}
"""Names of formats as the command line gives them, and what makes them."""


def export(content: Content, format_name: str) -> str:
    """The text of a file in that format. Raises LibraryError with the formats there are."""
    if format_name not in FORMATS:
        raise LibraryError(f"there is no export format '{format_name}'; there are {', '.join(FORMATS)}")
    return visible(FORMATS[format_name](content))
