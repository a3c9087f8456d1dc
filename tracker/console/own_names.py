"""Names out of a combatant's stat block: attacks, actions, reactions, spells, matched without regard to case."""

from collections.abc import Callable, Collection, Iterable, Iterator

from tracker.console.words import Hint, Words
from tracker.encounter.state import Encounter, Id
from tracker.library.models import StatBlock


def _attacks(block: StatBlock) -> Iterator[str]:
    yield from (attack.name for attack in block.attacks)


def _abilities(block: StatBlock) -> Iterator[str]:
    for entries in (block.actions, block.bonus, block.trait_rolls):
        yield from (entry.name for entry in entries)
    yield from _spells(block)


def _spells(block: StatBlock) -> Iterator[str]:
    for casting in block.spellcasting:
        for spells in casting.spells.values():
            yield from spells


def _reactions(block: StatBlock) -> Iterator[str]:
    yield from (entry.name for entry in block.reactions)


def _legendary(block: StatBlock) -> Iterator[str]:
    for legend in (block.legendary, block.mythic):
        if legend is not None:
            yield from (entry.name for entry in legend.actions)


def _lair(block: StatBlock) -> Iterator[str]:
    yield from (entry.name for entry in block.lair)


def _all(block: StatBlock) -> Iterator[str]:
    for names in (_attacks, _abilities, _reactions):
        yield from names(block)


_BY_HINT: dict[Hint, Callable[[StatBlock], Iterator[str]]] = {
    "attack": _attacks,
    "ability": _abilities,
    "reaction": _reactions,
    "legendary": _legendary,
    "lair": _lair,
    "text": _all,
}


def names_of(state: Encounter, who: Id | None, hint: Hint) -> list[str]:
    """What somebody's stat block has of that kind; nothing without a stat block."""
    combatant = state.combatants.get(who) if who is not None else None
    block = state.blocks.get(combatant.block) if combatant is not None else None
    listed = _BY_HINT.get(hint)
    return list(dict.fromkeys(listed(block))) if block is not None and listed is not None else []


def matching(text: str, names: Iterable[str], *, whole: bool = False) -> str:
    """The one of `names` that `text` is, or (unless `whole`) the only one it begins; else the text as it stands."""
    key = text.casefold()
    begun = []
    for name in names:
        if name.casefold() == key:
            return name
        if name.casefold().startswith(key):
            begun.append(name)
    return begun[0] if len(begun) == 1 and not whole else text


def phrase(words: Words, what: str, hint: Hint, who: Id | None = None, stop: Collection[str] = ()) -> str:
    """A quoted text, or bare words up to one of `stop`; spelled as the stat block spells it where it has that name."""
    first = words.peek()
    words.options += stop
    if first is not None and first.quoted and not first.before and not first.after:
        words.take(what, hint, who)
        return matching(first.text, names_of(words.state, who, hint), whole=True)
    text = running(words, what, hint, who, stop)
    return matching(text, names_of(words.state, who, hint))


def running(words: Words, what: str, hint: Hint = "text", who: Id | None = None, stop: Collection[str] = ()) -> str:
    """Bare words up to one of `stop` or the end, at least one."""
    taken: list[str] = []
    while (word := words.peek()) is not None and word.plain not in stop:
        words.take(what, hint, who)
        taken.append(word.text if word.quoted else word.raw)
    if not taken:
        words.want(hint, who)
        if words.peek() is None:
            raise words.missing(what)
        raise words.unknown()
    return " ".join(taken)
