"""Sizes, the space creatures take up, and moving through or ending in somebody else's (R-007, R-038, R-039)."""

from __future__ import annotations

from collections.abc import Collection

from tracker.frozen import Frozen
from tracker.rules._data import name_in, row
from tracker.rules.conditions import effects
from tracker.rules.editions import Edition
from tracker.rules.errors import RulesError
from tracker.rules.verdict import Verdict

_RELATIONS = ("ally", "neutral", "hostile")


class Size(Frozen):
    """A size category."""

    name: str
    order: int
    """0 for Tiny to 5 for Gargantuan: the difference is how many sizes lie between two creatures."""
    side: float
    """The side of its space in feet."""
    squares: float
    """How many 5-ft squares it takes up; four Tiny creatures share one."""
    or_larger: bool = False
    """Whether the side is only the least it can be."""


def size(edition: Edition, name: str) -> Size:
    """The size category called `name` (R-007); raises RulesError naming the nearest."""
    name = name_in(edition, "sizes", name, "size")
    facts = row(edition, "sizes", name, "size")
    return Size(name, facts["order"], facts["side_ft"], facts["squares"], facts.get("or_larger", False))


def check_relation(relation: str) -> str:
    """`ally`, `neutral` or `hostile` as given; raises RulesError for anything else."""
    if relation not in _RELATIONS:
        raise RulesError.unknown("relation", relation, _RELATIONS)
    return relation


def may_pass(
    edition: Edition, mover_size: str, other_size: str, relation: str, other_conditions: Collection[str] = ()
) -> Verdict:
    """Whether a creature may move through the space of another that stands to it in `relation` (R-038)."""
    mover, other = size(edition, mover_size), size(edition, other_size)
    check_relation(relation)
    if abs(mover.order - other.order) >= 2:
        return Verdict(True, ("two sizes apart (R-038)",))
    if edition.nonhostile_lets_pass:
        return Verdict(relation != "hostile", (f"{relation}, less than two sizes apart (R-038)",))
    if relation == "ally" or other.name == "tiny" or effects(edition, other_conditions).incapacitated:
        return Verdict(True, ("an ally, Tiny or incapacitated (R-038)",))
    return Verdict(False, ("neither an ally, incapacitated, Tiny nor two sizes apart (R-038)",))


def falls_prone_sharing(edition: Edition, own_size: str, other_size: str) -> bool:
    """Whether a creature that ends its turn in another's space falls prone (R-039)."""
    own, other = size(edition, own_size), size(edition, other_size)
    return edition.sharing_a_space_knocks_prone and own.name != "tiny" and own.order <= other.order
