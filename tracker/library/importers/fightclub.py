"""FightClub 5e and Game Master 5 compendiums: XML, read without entities, with limits."""

import re
from typing import Any
from xml.parsers import expat

from tracker.library.importers import figures, words
from tracker.library.importers.assemble import put_together, set_armour, set_defences, set_hit_points
from tracker.library.importers.edition import edition_of_entries
from tracker.library.importers.entries import Entry
from tracker.library.importers.fields import saves, senses, skills, speeds
from tracker.library.importers.markup import one_line, prose
from tracker.library.importers.result import Imported

_DEEPEST = 40
_PAGES = ("html", "div", "p", "body")
"""Roots of web pages, whose text may hold a printed stat block."""
_SECTIONS = {
    "trait": "traits",
    "action": "actions",
    "bonus": "bonus",
    "bonusaction": "bonus",
    "reaction": "reactions",
    "legendary": "legendary",
} | {
    "mythic": "mythic",
    "lair": "lair",
}
_SPELL_SPLIT = re.compile(r"\s*,\s*")


class _RefusedError(Exception):
    pass


class _Node:
    __slots__ = ("children", "tag", "text")

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.text = ""
        self.children: list[_Node] = []

    def all(self, tag: str) -> list[str]:
        return [child.text.strip() for child in self.children if child.tag == tag]

    def first(self, tag: str) -> str:
        return next(iter(self.all(tag)), "")


def read(text: str, found: Imported) -> None:
    """Every monster of a compendium. A document type with entities is refused, damaged XML read up to the damage."""
    monsters, others, root = _parsed(text, found)
    if root.lower() in _PAGES:
        from tracker.library.importers import pasted
        from tracker.library.importers.recognise import is_stat_block_text

        words_ = prose(text)
        if is_stat_block_text(words_):
            pasted.read(words_, found)
            return
    for number, node in enumerate(monsters, 1):
        if node.first("name"):
            found.add(_monster(node, found))
        else:
            found.problem(f"monster {number}", "no name: left out")
    if others:
        found.note(
            "besides creatures the file holds "
            + ", ".join(f"{amount} of <{tag}>" for tag, amount in sorted(others.items()))
            + ": they stay behind"
        )
    if not monsters and not found.problems:
        found.problem(found.file, f"XML without <monster> entries (it begins with <{root or '?'}>): nothing to read")


class _Gatherer:
    """Takes the parser's events and keeps monsters; whatever else the file holds is counted."""

    def __init__(self) -> None:
        self.monsters: list[_Node] = []
        self.others: dict[str, int] = {}
        self.stack: list[_Node] = []
        self.root = ""

    def start(self, tag: str, _attributes: dict[str, str]) -> None:
        self.root = self.root or tag
        if len(self.stack) >= _DEEPEST:
            raise _RefusedError
        self.stack.append(_Node(tag.lower()))

    def end(self, _tag: str) -> None:
        node = self.stack.pop()
        if node.tag == "monster":
            self.monsters.append(node)
        elif len(self.stack) == 1:
            self.others[node.tag] = self.others.get(node.tag, 0) + 1
        elif self.stack:
            self.stack[-1].children.append(node)

    def data(self, chunk: str) -> None:
        if self.stack:
            self.stack[-1].text += chunk

    def refuse(self, *_: Any) -> int:
        raise _RefusedError

    def refuse_entity(self, *_: Any) -> None:
        raise _RefusedError


def _parsed(text: str, found: Imported) -> tuple[list[_Node], dict[str, int], str]:
    gathered = _Gatherer()
    parser = expat.ParserCreate(namespace_separator=None)
    parser.buffer_text = True
    parser.buffer_size = 2**16
    parser.StartElementHandler, parser.EndElementHandler = gathered.start, gathered.end
    parser.CharacterDataHandler = gathered.data
    parser.EntityDeclHandler = gathered.refuse_entity
    parser.ExternalEntityRefHandler = gathered.refuse
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    try:
        parser.Parse(re.sub(r"^\s*<\?xml[^>]*\?>", "", text, count=1).encode("utf-8", "replace"), True)
    except _RefusedError:
        why = "this XML declares entities of its own or is nested too deeply: it is not read"
        found.problem(found.file, f"{why}; save it without a DOCTYPE")
        return [], {}, gathered.root
    except expat.ExpatError as error:
        if gathered.root.lower() not in _PAGES:
            read = len(gathered.monsters)
            kept = f"; the {read} creatures before it were read" if read else ""
            where = f"{found.file}:{error.lineno}:{error.offset + 1}"
            found.problem(where, f"not valid XML: {expat.errors.messages[error.code]}{kept}")
    return gathered.monsters, gathered.others, gathered.root


def _monster(node: _Node, found: Imported) -> dict[str, Any]:
    creature: dict[str, Any] = {"name": one_line(node.first("name")), "size": words.size(node.first("size"))}
    sections: dict[str, list[Entry]] = {}
    for child in node.children:
        if section := _SECTIONS.get(child.tag):
            sections.setdefault(section, []).append(_entry(child))
    creature["edition"] = edition_of_entries(sections)
    kind = one_line(node.first("type"))
    creature["type"] = re.sub(r",.*$", "", kind).lower() if not node.first("alignment") else kind.lower()
    creature["alignment"] = one_line(node.first("alignment")).lower()
    set_armour(creature, node.first("ac"), "", found)
    set_hit_points(creature, node.first("hp"), None, found)
    creature["speed"], creature["speed_note"] = speeds(node.first("speed"))
    creature["abilities"] = {
        key: score for key in words.ABILITIES if (score := figures.whole(node.first(key))) is not None
    }
    creature["initiative"] = figures.whole(node.first("init") or node.first("initiative"))
    creature["saves"] = saves(", ".join(node.all("save")))
    creature["skills"] = skills(", ".join(node.all("skill")))
    creature["senses"], passive = senses(", ".join(node.all("senses")))
    creature["passive"] = figures.whole(node.first("passive")) or passive
    set_defences(creature, *("; ".join(node.all(tag)) for tag in ("resist", "immune", "vulnerable", "conditionimmune")))
    creature["languages"] = "" if figures.is_empty(node.first("languages")) else one_line(node.first("languages"))
    creature["cr"] = figures.challenge(node.first("cr"))
    creature["description"] = prose(node.first("description"))
    made = put_together(creature, sections)
    _spells(node, made)
    return made


def _entry(node: _Node) -> Entry:
    text = "\n".join(filter(None, node.all("text")))
    facts: dict[str, Any] = {}
    recharge = node.first("recharge").upper()
    if hit := re.match(r"D(\d)", recharge):
        facts["recharge"] = f"{hit[1]}-6" if int(hit[1]) < 6 else "6"
    elif hit := re.match(r"(\d+)/DAY", recharge):
        facts["uses"] = f"{hit[1]}/day"
    elif recharge in ("SHORT", "LONG"):
        facts["recharge"] = f"{recharge.lower()} rest"
    attack = [*node.first("attack").split("|"), "", "", ""][:3]
    if (bonus := figures.whole(attack[1])) is not None and not text:
        facts["to_hit"] = bonus
        if rolled := figures.dice(attack[2]):
            facts["damage"] = [f"{rolled} any"]
    return Entry(node.first("name"), text, facts)


def _spells(node: _Node, creature: dict[str, Any]) -> None:
    """`slots` are three for first level and so on; `spells` is one list, used when no text sorts it."""
    amounts = [figures.whole(part) for part in node.first("slots").split(",")] if node.first("slots") else []
    slots = {level: amount for level, amount in enumerate(amounts[-9:] if len(amounts) > 9 else amounts, 1) if amount}
    listed = [name.lower() for name in _SPELL_SPLIT.split(", ".join(node.all("spells"))) if name]
    lists = creature.get("spellcasting")
    if lists and slots and "slots" not in lists[0]:
        lists[0]["slots"] = slots
    elif not lists and listed:
        creature["spellcasting"] = [
            {"name": "Spellcasting", "spells": {"at will": listed}} | ({"slots": slots} if slots else {})
        ]
