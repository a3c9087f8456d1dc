"""What `/` finds: creatures, everything in the rules, and the figures of the creature under the cursor."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from tracker.encounter.state import Encounter, Id
from tracker.tui.lines import Line, Span, line
from tracker.tui.questions.listed import Article
from tracker.tui.services import Services
from tracker.tui.stat_block import block_lines, heading

if TYPE_CHECKING:
    from tracker.encounter.reference import Found


def find_articles(services: Services, state: Encounter, query: str, who: Id | None = None) -> list[Article]:
    """Articles for a search word, the best first; for none, what this fight has at hand. `who` adds its own figures."""
    if not query.strip():
        return at_hand(services, state)
    from tracker.encounter.figures import rules_of
    from tracker.encounter.reference import look_up

    found = look_up(query, rules_of(state), state, who, creatures=services.creatures)
    return [
        _creature(services, state, one.name, " ".join(one.lines)) if one.kind == "creature" else _rule(one)
        for one in found
    ]


def at_hand(services: Services, state: Encounter) -> list[Article]:
    """The conditions that somebody in this fight has, and its creatures."""
    from tracker.encounter.figures import rules_of
    from tracker.encounter.reference import look_up

    here = [state.blocks[one.block] for one in state.present() if one.block in state.blocks]
    creatures = {block.name: _creature(services, state, block.name, heading(block)) for block in here if block.cr}
    effects = [effect.name for one in state.present() for effect in one.effects if effect.kind == "condition"]
    told = [found for name in dict.fromkeys(effects) for found in look_up(name, rules_of(state), limit=1)]
    return [*map(_rule, told), *creatures.values()]


def _creature(services: Services, state: Encounter, name: str, note: str) -> Article:
    return Article(name, note, "creature", partial(_sheet, services, state, name))


def _sheet(services: Services, state: Encounter, name: str) -> Sequence[Line]:
    block = services.find(state, name)
    if block is None:
        return [line(Span(f"{name} cannot be read", "warn"))]
    dice = f" ({block.hp_dice})" if block.hp_dice else ""
    title = line(Span(block.name, "active"), f"  AC {block.ac} · {block.hp} hp{dice}")
    return [title, line(Span(heading(block), "dim")), *block_lines(block)]


def _rule(found: "Found") -> Article:
    return Article(found.name, f"{found.kind}  {found.rule}".rstrip(), "rule", partial(_told, found))


def _told(found: "Found") -> Sequence[Line]:
    return [line(Span(found.name, "active"), Span(f"  {found.rule}", "dim")), *map(line, found.lines)]
