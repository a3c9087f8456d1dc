"""What `/` finds: creatures, everything in the rules, and the figures of the creature under the cursor."""

from collections.abc import Sequence

from tracker.encounter.state import Encounter, Id
from tracker.tui.lines import Line, Span, line
from tracker.tui.questions.listed import Article
from tracker.tui.services import Services
from tracker.tui.stat_block import block_lines, heading


def find_articles(services: Services, state: Encounter, query: str, who: Id | None = None) -> list[Article]:
    """Articles for a search word, the best first; for none, what this fight has at hand. `who` adds its own figures."""
    if not query.strip():
        return at_hand(services, state)
    from tracker.encounter.figures import rules_of
    from tracker.encounter.reference import look_up

    found = look_up(query, rules_of(state), state, who, creatures=services.creatures)
    return [
        _creature(services, state, one.name, " ".join(one.lines))
        if one.kind == "creature"
        else Article(one.name, f"{one.kind}  {one.rule}".rstrip(), "rule", _text(one.name, one.rule, one.lines))
        for one in found
    ]


def at_hand(services: Services, state: Encounter) -> list[Article]:
    """The creatures of this fight, and the conditions that somebody in it has."""
    from tracker.encounter.figures import rules_of
    from tracker.encounter.reference import look_up

    blocks = {
        state.blocks[one.block].name: state.blocks[one.block] for one in state.present() if one.block in state.blocks
    }
    creatures = [_creature(services, state, name, heading(block)) for name, block in blocks.items() if block.cr]
    names = dict.fromkeys(
        effect.name for one in state.present() for effect in one.effects if effect.kind == "condition"
    )
    told = [found[0] for name in names if (found := look_up(name, rules_of(state), limit=1))]
    return [
        *(Article(one.name, f"{one.kind}  {one.rule}", "rule", _text(one.name, one.rule, one.lines)) for one in told),
        *creatures,
    ]


class _Sheet:
    def __init__(self, services: Services, state: Encounter, name: str) -> None:
        self._services, self._state, self._name = services, state, name

    def __call__(self) -> Sequence[Line]:
        block = self._services.find(self._state, self._name)
        if block is None:
            return [line(Span(f"{self._name} cannot be read", "warn"))]
        title = line(
            Span(block.name, "active"),
            f"  AC {block.ac} · {block.hp} hp",
            f" ({block.hp_dice})" if block.hp_dice else "",
        )
        return [title, line(Span(heading(block), "dim")), *block_lines(block)]


def _creature(services: Services, state: Encounter, name: str, note: str) -> Article:
    return Article(name, note, "creature", _Sheet(services, state, name))


class _text:  # noqa: N801 (called like the function it stands for)
    def __init__(self, name: str, rule: str, lines: Sequence[str]) -> None:
        self._name, self._rule, self._lines = name, rule, lines

    def __call__(self) -> Sequence[Line]:
        title = line(Span(self._name, "active"), Span(f"  {self._rule}", "dim") if self._rule else "")
        return [title, *(line(text) for text in self._lines)]
