"""What `/` finds: the creatures of this fight and of the bestiary, and the rules of conditions."""

from collections.abc import Sequence

from tracker.encounter.state import Encounter
from tracker.tui.lines import Line, Span, line
from tracker.tui.questions.listed import Article
from tracker.tui.services import Services
from tracker.tui.stat_block import block_lines, heading


def find_articles(services: Services, state: Encounter, query: str) -> list[Article]:
    """Articles for a search word, the best first; conditions whose name begins so come before creatures."""
    rules = [article for article in rule_articles(state) if query and article.name.startswith(query.casefold().strip())]
    found = [
        Article(listing.name, f"{listing.type} · CR {listing.cr}", "creature", _sheet(services, state, listing.name))
        for listing in services.search(state, query)
    ]
    return [*rules, *found]


def rule_articles(state: Encounter) -> list[Article]:
    """One article for each condition of the fight's edition, and one for each level of exhaustion together."""
    from tracker.encounter.figures import rules_of
    from tracker.rules.conditions import condition_names

    names = [*condition_names(rules_of(state)), "exhaustion"]
    return [Article(name, "condition", "rule", _rule(state, name)) for name in dict.fromkeys(names)]


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


def _sheet(services: Services, state: Encounter, name: str) -> _Sheet:
    return _Sheet(services, state, name)


class _Rule:
    def __init__(self, state: Encounter, name: str) -> None:
        self._state, self._name = state, name

    def __call__(self) -> Sequence[Line]:
        from tracker.encounter.figures import rules_of
        from tracker.rules.conditions import MAX_EXHAUSTION, describe_condition

        rules = rules_of(self._state)
        if self._name != "exhaustion":
            return [line(Span(self._name, "condition"), f": {describe_condition(rules, self._name)}")]
        return [
            line(Span(f"exhaustion {level}", "condition"), f": {describe_condition(rules, 'exhaustion', level)}")
            for level in range(1, MAX_EXHAUSTION + 1)
        ]


def _rule(state: Encounter, name: str) -> _Rule:
    return _Rule(state, name)
