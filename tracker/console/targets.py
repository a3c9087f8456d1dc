"""Targets in a line: one, an owner (`go1's`), or several with their shares and typed saves."""

import re
from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple

from tracker.console.amounts import is_amount
from tracker.console.errors import ConsoleError
from tracker.console.tokens import MINUS, Word
from tracker.console.words import Words
from tracker.encounter.commands import Face, Share, Target
from tracker.encounter.state import Combatant, Id
from tracker.regex import regex

Among = Literal["standing", "fallen", "anybody"]
"""Whom `all`, `party`, `foes` and `@group` mean: those who could still act, those who could not, or both."""

SETS = {"all": None, "party": "party", "foes": "foe", "allies": "ally", "neutrals": "neutral"}
"""Words for all creatures, or all of one side."""

NEXT_OF = "next@"
"""Before a group's name: the first of it that still stands."""

_SHARES: dict[str, Share] = {"/": "half", "-": "none", "+": "double", "": "full"}
_SUFFIX = regex(rf"(.+?)(?:([/+\-{MINUS}])|=\s*([tT]?)(\d{{1,4}}))", re.DOTALL)
_AFTER_QUOTE = regex(rf"([/+\-{MINUS}])|=([tT]?)(\d{{1,4}})")
_MOST_NAMED = 8


class Chosen(NamedTuple):
    """What one word of a line picks out."""

    who: tuple[Id, ...]
    share: Share | None = None
    save: Face | None = None


def one(words: Words, what: str) -> Id:
    """One combatant. Raises ConsoleError when the word means nobody or several."""
    word = words.peek()
    if word is None:
        words.want("target")
        raise words.missing(what)
    chosen = _chosen(words, word, "anybody")
    if chosen is None:
        words.want("target")
        raise words.unknown()
    if len(chosen.who) != 1 or chosen.share or chosen.save:
        raise ConsoleError(f"'{word.raw}' is more than a name; {what} is one combatant", word.at)
    words.take(what, "target")
    return chosen.who[0]


def owner(words: Words, what: str) -> Id:
    """One combatant in the possessive: `go1's`, `"Goblin 1"'s`; without the `'s` it is understood too."""
    words.want("owner")
    word = words.peek()
    if word is None:
        raise words.missing(what)
    text, tail = (word.text, word.after) if word.quoted else _without_possessive(word.text)
    bare = Word(text, word.at, word.quoted)
    chosen = _chosen(words, bare, "anybody") or _chosen(words, word, "anybody")
    if chosen is None or tail not in ("", "'s", "\N{RIGHT SINGLE QUOTATION MARK}s"):
        words.want("target")
        raise words.unknown()
    if len(chosen.who) != 1:
        raise ConsoleError(f"'{word.raw}' is several; {what} is one combatant", word.at)
    words.advance()
    return chosen.who[0]


def _without_possessive(text: str) -> tuple[str, str]:
    for tail in ("'s", "\N{RIGHT SINGLE QUOTATION MARK}s"):
        if len(text) > 2 and text.endswith(tail):
            return text[:-2], tail
    return text, ""


def many(
    words: Words,
    *,
    stop: Collection[str] = (),
    amounts: bool = False,
    signed: bool = False,
    among: Among = "standing",
    needed: bool = True,
) -> tuple[Target, ...]:
    """Targets up to a word of `stop`, an amount (with `amounts`), `+word` or `-word` (with `signed`) or no target.

    Somebody named twice is one target: what the later word adds, a share or a typed save, counts.
    """
    targets: dict[Id, Target] = {}
    while True:
        if signed and targets:
            words.want("condition")
        words.want("target")
        if amounts and targets:
            words.want("amount")
        word = words.peek()
        if word is None or word.plain in stop or (signed and _is_signed(word)):
            break
        if amounts and _reads_as_amount(words, word, bool(targets)):
            break
        chosen = _chosen(words, word, among)
        if chosen is None:
            break
        words.advance()
        for who in chosen.who:
            before = targets.get(who, Target(who=who))
            targets[who] = Target(who=who, share=chosen.share or before.share, save=chosen.save or before.save)
    if not targets and needed:
        if words.peek() is None:
            raise words.missing("a target")
        raise words.unknown()
    return tuple(targets.values())


def ids(targets: Iterable[Target], words: Words) -> tuple[Id, ...]:
    """Just who they are. Raises ConsoleError for a share or a typed save, which would be lost."""
    found = []
    for target in targets:
        if target.share != "full" or target.save is not None:
            raise ConsoleError(f"shares and typed saves mean nothing here: {words.syntax}")
        found.append(target.who)
    return tuple(found)


def several(words: Words, *, stop: Collection[str] = (), among: Among = "standing") -> tuple[Id, ...]:
    """Combatants without shares, up to a word of `stop` or the first word that is no target."""
    return ids(many(words, stop=stop, among=among), words)


def _is_signed(word: Word) -> bool:
    return (word.before in ("+", "-") and word.quoted) or (not word.quoted and word.plain[:1] in ("+", "-"))


def _reads_as_amount(words: Words, word: Word, has_targets: bool) -> bool:
    """A number is an amount, unless somebody is called so and another amount follows."""
    if not is_amount(word):
        return False
    if not words.roster.exactly(word.text):
        return True
    ahead = 1
    while (later := words.peek(ahead)) is not None:
        if is_amount(later):
            return False
        ahead += 1
    return has_targets


def _chosen(words: Words, word: Word, among: Among) -> Chosen | None:
    """Whom a word means, None if it means nobody. Raises ConsoleError when it could be several or an empty set."""
    if word.quoted:
        return _quoted(words, word, among)
    suffix = _SUFFIX.fullmatch(word.text)
    _, at, group = word.text.partition("@")
    is_group_with_suffix = suffix and at and words.roster.group(group) is None
    if not is_group_with_suffix and (chosen := _set(words, word, word.text, among)) is not None:
        return chosen
    if exact := words.roster.exactly(word.text):
        return Chosen(_single(words, word, exact))
    if suffix:
        share, save = _suffix(suffix[2], suffix[3], suffix[4])
        if (chosen := _set(words, word, suffix[1], among)) is not None:
            return Chosen(chosen.who, share, save)
        found = words.roster.exactly(suffix[1]) or words.roster.beginning(suffix[1])
        if found:
            return Chosen(_single(words, word, found), share, save)
    if found := words.roster.beginning(word.text):
        return Chosen(_single(words, word, found))
    return None


def _quoted(words: Words, word: Word, among: Among) -> Chosen | None:
    suffix = _AFTER_QUOTE.fullmatch(word.after) if word.after else None
    if word.after and suffix is None:
        return None
    share, save = _suffix(suffix[1], suffix[2], suffix[3]) if suffix else (None, None)
    if word.before:
        chosen = _set(words, word, f"@{word.text}", among) if word.before == "@" else None
        return chosen and Chosen(chosen.who, share, save)
    found = words.roster.exactly(word.text) or words.roster.beginning(word.text)
    return Chosen(_single(words, word, found), share, save) if found else None


def _suffix(share: str | None, total: str | None, number: str | None) -> tuple[Share | None, Face | None]:
    if number is not None:
        return None, Face(value=int(number), total=bool(total))
    return _SHARES[(share or "").replace(MINUS, "-")], None


def _single(words: Words, word: Word, found: list[Id]) -> tuple[Id, ...]:
    if len(found) == 1:
        return (found[0],)
    shown = [f"{words.state.combatants[who].name} ({who})" for who in found[:_MOST_NAMED]]
    more = f" and {len(found) - _MOST_NAMED} more" if len(found) > _MOST_NAMED else ""
    raise ConsoleError(f"'{word.raw}' could be {', '.join(shown)}{more}", word.at)


def _set(words: Words, word: Word, text: str, among: Among) -> Chosen | None:
    """The combatants behind `.`, `*`, `@group`, `all`, `party` and the like; None when it is none of these."""
    state = words.state
    if text == ".":
        if state.active_id is None:
            raise ConsoleError("'.' is the active combatant, and nobody is active", word.at)
        return Chosen((state.active_id,))
    if text == "*":
        marked = tuple(who for who in words.context.marked if who in state.combatants)
        if not marked:
            raise ConsoleError("'*' is everybody marked, and nobody is", word.at)
        return Chosen(marked)
    if text.casefold().startswith(NEXT_OF) and len(text) > len(NEXT_OF):
        members = [x for x in _group(words, word, text[len(NEXT_OF) :]) if x.status == "up"][:1]
    elif text.startswith("@") and len(text) > 1:
        members = _group(words, word, text[1:])
    elif (key := text.casefold()) in SETS:
        members = [x for x in state.combatants.values() if x.kind == "creature" and SETS[key] in (None, x.side)]
    else:
        return None
    found = tuple(combatant.id for combatant in members if _is_among(combatant, among))
    if not found:
        raise ConsoleError(f"there is nobody in '{text}' for that", word.at)
    return Chosen(found)


def _group(words: Words, word: Word, text: str) -> list[Combatant]:
    name = words.roster.group(text)
    if name is not None:
        return words.roster.members(name)
    from tracker.rules.errors import nearest

    groups = sorted(words.roster.groups.values())
    likely = nearest(text, groups)
    said = f"; did you mean '@{likely}'?" if likely else f"; groups: {', '.join(groups)}" if groups else ""
    raise ConsoleError(f"there is no group '{text}'{said}", word.at)


def _is_among(combatant: Combatant, among: Among) -> bool:
    if among == "anybody":
        return True
    if combatant.waiting is not None:
        return False
    return combatant.is_out != (among == "standing")
