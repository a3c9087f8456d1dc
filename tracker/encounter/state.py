"""What a fight is at one moment: frozen records that share whatever did not change.

Nothing here decides or rolls. `evolve` alone makes a new `Encounter` out of an old one and an event.
"""

from collections.abc import Iterator, Mapping
from typing import Literal, NewType

from tracker.encounter.combatant import (
    Combatant,
    Concentration,
    Effect,
    EffectKind,
    Id,
    Kind,
    Moment,
    Readied,
    SaveEnds,
    Side,
    Status,
    Tally,
    Turn,
    Until,
)
from tracker.frozen import Frozen, field
from tracker.library.models import StatBlock

__all__ = [
    "Blow",
    "Combatant",
    "Concentration",
    "Effect",
    "EffectKind",
    "Encounter",
    "FailedSave",
    "Id",
    "Interrupt",
    "Kind",
    "Moment",
    "Phase",
    "Place",
    "PlaceId",
    "Prompt",
    "PromptKind",
    "Readied",
    "Reminder",
    "SaveEnds",
    "Side",
    "Span",
    "Status",
    "Strike",
    "Tally",
    "Turn",
    "Until",
]

PlaceId = NewType("PlaceId", int)

Phase = Literal["setup", "initiative", "running", "ended"]
PromptKind = Literal[
    "death_save",
    "concentration",
    "recharge",
    "regeneration",
    "ongoing_damage",
    "end_save",
    "legendary",
    "lair",
    "opportunity",
    "readied",
    "trait",
    "choice",
    "reminder",
    "end_combat",
]


class Place(Frozen):
    """One place in the order: a creature, or a group that takes one turn."""

    id: PlaceId
    members: tuple[Id, ...]
    count: int
    """Initiative count it came in with; hand order leaves it as it is."""
    acted: int = 0
    """The last round in which its turn came, or in which it was passed over."""
    resuming: bool = False
    """Delayed: when its place comes its turn goes on without a second start."""
    gone: tuple[Id, ...] = ()
    """Removed members. A place of these alone only marks where effects anchored to them end."""


class Prompt(Frozen):
    """Something the rules ask for now. It never blocks: it is answered, skipped or withdrawn."""

    id: int
    kind: PromptKind
    who: Id | None
    text: str = ""
    """What is asked, in a few words."""
    dc: int | None = None
    ability: str | None = None
    """Ability of the saving throw asked for."""
    subject: str = ""
    """Name of the ability, trait, spell or reminder it is about."""
    effect: int | None = None
    """Id of the effect a save may end, or that deals the damage."""
    amount: int = 0
    """Damage or hit points at stake."""
    dice: str = ""
    """Dice to throw, as `1d6 fire`."""
    options: tuple[str, ...] = ()
    worse: tuple[str, ...] = ()
    """What gives the save disadvantage beside its maker's own condition."""
    target: Id | None = None
    targets: tuple[Id, ...] = ()
    """Whom a choice concerns, where there are several."""
    purpose: str = ""
    """What a yes does, where prompts of its kind differ: `parry`, `burst`, `near`, ..."""


class Reminder(Frozen):
    """A pinned text that comes up once at the start of a round, or of a combatant's turn."""

    text: str
    round: int | None = None
    who: Id | None = None


class Span(Frozen):
    """What a stretch of a decision changed, so that just this can be taken back later."""

    changes: tuple[tuple[Combatant, Combatant], ...] = ()
    """Everybody it changed, as they were before and after."""
    raised: tuple[int, ...] = ()
    """Ids of the prompts it raised."""
    withdrawn: tuple[Prompt, ...] = ()
    """Prompts it withdrew."""


class Blow(Frozen):
    """The last amount applied, so that it can be amended or turned into a knock-out."""

    kind: Literal["damage", "heal"]
    amount: int
    targets: tuple[Id, ...]
    command: str
    """The command as JSON."""
    melee: bool = True
    before: tuple[Combatant, ...] = ()
    """The targets as they were."""
    span: Span = Span()
    """What it changed."""


class Strike(Frozen):
    """An attack roll of the turn that runs, and what its hit did: a reaction may still turn it into a miss."""

    who: Id
    target: Id
    attack: str
    kept: int
    total: int
    ac: int
    hit: bool
    melee: bool = True
    critical: bool = False
    parts: tuple[tuple[int, str | None], ...] = ()
    """Amount and type of each component of its damage."""
    span: Span = Span()


class FailedSave(Frozen):
    """A save just failed that a legendary resistance may still turn, and what a success would have left."""

    who: Id
    before: Combatant
    parts: tuple[tuple[int, str | None], ...] = ()
    """Amount and type of each component of the damage, before anything came off it."""
    on_success: Literal["half", "none"] = "none"
    by: Id | None = None
    source: str = ""
    span: Span = Span()
    ends: int | None = None
    """The effect that a success would have ended."""
    harm: Span = Span()
    """What its damage changed: a part of the span, and of what the last amount changed."""


class Interrupt(Frozen):
    """A reaction under way: whose, and what it answers. The turn waits below the stack."""

    who: Id
    what: str


class Encounter(Frozen):
    """The whole fight."""

    name: str = "Fight"
    edition: str = "srd-5.2"
    phase: Phase = "setup"
    round: int = 0
    places: tuple[Place, ...] = ()
    active: PlaceId | None = None
    combatants: Mapping[Id, Combatant] = field(default_factory=dict)
    blocks: Mapping[str, StatBlock] = field(default_factory=dict)
    prompts: tuple[Prompt, ...] = ()
    set_aside: tuple[Prompt, ...] = ()
    """What was still asked when the fight ended: asked again if it is taken up where that has sense."""
    interrupts: tuple[Interrupt, ...] = ()
    scene: frozenset[str] = frozenset()
    automation_off: frozenset[str] = frozenset()
    house_rules: Mapping[str, bool] = field(default_factory=dict)
    """House rules set for this fight; a rule not named here stands at its edition's default."""
    names_used: frozenset[str] = frozenset()
    handles_used: frozenset[str] = frozenset()
    reminders: tuple[Reminder, ...] = ()
    last_blow: Blow | None = None
    last_failed: tuple[FailedSave, ...] = ()
    last_strikes: tuple[Strike, ...] = ()
    """Attack rolls of the last command that made any, until the next turn starts."""
    sides_lost: frozenset[str] = frozenset()
    """Sides for which ending the fight was already proposed and skipped."""
    sides_seen: frozenset[str] = frozenset()
    """Sides that have had a creature in this fight, removed ones included."""
    next_id: int = 1
    """Next number for an effect, a prompt, a place or an entry."""
    notes: str = ""
    doom: int = 0

    def combatant(self, who: Id) -> Combatant:
        """The combatant of that handle. Raises KeyError when there is none."""
        return self.combatants[who]

    def block_of(self, who: Id) -> StatBlock:
        """The stat block behind a combatant."""
        return self.blocks[self.combatants[who].block]

    def place_of(self, who: Id) -> Place | None:
        """The place a combatant stands in, or stood in before it was removed."""
        for place in self.places:
            if who in place.members or who in place.gone:
                return place
        return None

    @property
    def active_place(self) -> Place | None:
        """The place whose turn it is."""
        if self.active is None:
            return None
        return next((place for place in self.places if place.id == self.active), None)

    @property
    def acting(self) -> tuple[Id, ...]:
        """Members of the active place that are neither dead nor fled."""
        place = self.active_place
        if place is None:
            return ()
        return tuple(who for who in place.members if not self.combatants[who].is_out)

    @property
    def active_id(self) -> Id | None:
        """The active combatant; for a group its first member neither dead nor fled, else its first."""
        place = self.active_place
        if place is None or not place.members:
            return None
        return next(iter(self.acting), place.members[0])

    def present(self) -> Iterator[Combatant]:
        """Everybody who has entered, the dead and the fled included."""
        return (combatant for combatant in self.combatants.values() if combatant.waiting is None)

    def is_on(self, automation: str) -> bool:
        """Whether the app does that by itself in this fight."""
        return automation not in self.automation_off
