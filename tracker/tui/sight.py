"""What a question can see of the table, and what it makes of the text typed so far."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from tracker.encounter.commands import Share, Target, Wish
from tracker.encounter.state import Combatant, Encounter, Id
from tracker.tui.lines import Line
from tracker.tui.options import has_attack_left


class Sight(NamedTuple):
    """The table at the moment of a key."""

    state: Encounter
    under: Id | None = None
    """The combatant under the cursor; for a folded group its worst hurt standing member."""
    defaults: tuple[Id, ...] = ()
    """Whom a command means when no letter is typed: the marked ones, else whom the cursor stands on."""
    letters: Mapping[str, tuple[Id, ...]] = MappingProxyType({})
    """Pick letters of the visible rows, all small."""
    last_target: Mapping[Id, Id] = MappingProxyType({})
    """Whom each attacker attacked last."""
    marked: frozenset[Id] = frozenset()

    @property
    def actor(self) -> Id | None:
        """Whose turn it is: the cursor's choice among a group that acts together, else the next with an action left."""
        acting = self.state.acting
        fresh = [who for who in acting if has_attack_left(self.state.block_of(who), self.state.combatants[who])]
        if self.under in fresh or (self.under in acting and not fresh):
            return self.under
        return next(iter(fresh or acting), self.under)

    def opponents(self, who: Id) -> tuple[Combatant, ...]:
        """Everybody standing on the other side, in the order of the list."""
        ours = _camp(self.state.combatants[who])
        order = [one for place in self.state.places for one in place.members] or list(self.state.combatants)
        others = (self.state.combatants[one] for one in order)
        return tuple(
            o for o in others if o.kind == "creature" and o.waiting is None and o.is_standing and _camp(o) != ours
        )

    def striker(self, targets: Iterable[Id]) -> Id | None:
        """Who is credited with damage by hand: the creature whose turn it is, when all struck are its opponents."""
        if self.state.phase != "running" or self.state.active is None or self.actor is None:
            return None
        by = self.state.combatants[self.actor]
        struck = [self.state.combatants[who] for who in targets]
        return by.id if by.kind == "creature" and struck and all(_camp(one) != _camp(by) for one in struck) else None

    def target_for(self, who: Id) -> Id | None:
        """Whom an attack by `who` means when none is named."""
        if self.under not in (None, who, *self.state.acting):
            return self.under
        opponents = [one.id for one in self.opponents(who)]
        last = self.last_target.get(who)
        if last in opponents:
            return last
        marked = [one for one in opponents if one in self.marked]
        return next(iter(marked or opponents), None)

    def name(self, who: Id | None) -> str:
        """A combatant's name, or nothing."""
        one = self.state.combatants.get(who) if who is not None else None
        return one.name if one is not None else ""


def _camp(one: Combatant) -> str:
    return "party" if one.side in ("party", "ally") else one.side


class Reading(NamedTuple):
    """What the text typed so far means."""

    wish: Wish | None = None
    """What Enter will do; None while something is missing."""
    words: str = ""
    """How the text was understood, for the bar."""
    problem: str = ""
    """What is missing or wrong, in the GM's words."""
    picked: Mapping[Id, str] = MappingProxyType({})
    """The share (`full`, `half`) of each picked row."""
    foresee: bool = True
    """Whether the outcome is worth working out while it is typed."""
    at_once: bool = False
    """Nothing more can be meant: it is done without Enter."""
    lines: tuple[Line, ...] | None = None
    """What the detail pane shows meanwhile; None leaves it."""
    title: str = ""
    """The detail pane's heading meanwhile."""


def picked_targets(text: str, sight: Sight) -> tuple[tuple[Target, ...], str]:
    """Targets of a run of pick letters: small is full, capital half, a letter again takes it back.

    Returns the targets and the first letter that no row has.
    """
    chosen: dict[Id, Target] = {}
    for char in text:
        ids = sight.letters.get(char.lower())
        if ids is None:
            return tuple(chosen.values()), char
        share: Share = "half" if char.isupper() else "full"
        for who in ids:
            if who in chosen and chosen[who].share == share:
                del chosen[who]
            else:
                chosen[who] = Target(who=who, share=share)
    return tuple(chosen.values()), ""


def signs(targets: tuple[Target, ...]) -> dict[Id, str]:
    """The share of each picked target, as its row shows it."""
    return {target.who: target.share for target in targets}
