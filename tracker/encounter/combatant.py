"""One creature, trap or lair of a fight, and all that hangs on it: frozen records like the state they stand in."""

from collections.abc import Mapping
from typing import Literal, NewType

from tracker.frozen import Frozen, field
from tracker.library.encounter_plan import Trap

Id = NewType("Id", str)
"""A combatant's handle: given at entry, never changed, never given again in the same fight."""

Status = Literal["up", "dying", "stable", "unconscious", "dead", "fled"]
Side = Literal["party", "ally", "foe", "neutral"]
Kind = Literal["creature", "trap", "lair"]
Moment = Literal["start", "end"]
EffectKind = Literal["condition", "ongoing", "marker"]


class Until(Frozen):
    """The moment at which an effect ends: a start or an end of the turn of `anchor`'s place."""

    moment: Moment
    anchor: Id | None
    """Whose place is waited for; None, before the fight begins, is the first place of round 1."""
    from_round: int
    """The first round in which that moment ends the effect."""


class SaveEnds(Frozen):
    """A saving throw that ends an effect."""

    ability: str
    dc: int
    moment: Moment = "end"


class Effect(Frozen):
    """Something that hangs on a combatant: a condition, damage each turn, or a marker such as `dodging`."""

    id: int
    name: str
    kind: EffectKind = "condition"
    source: Id | None = None
    """Who caused it."""
    until: Until | None = None
    save: SaveEnds | None = None
    held_by: Id | None = None
    """Whose concentration holds it: it ends with that concentration."""
    words: str | None = None
    """When it ends, in the command's own words with handles; None when nothing ends it."""
    damage: str | None = None
    """Ongoing damage, as `1d6 fire`."""
    moment: Moment = "start"
    """When ongoing damage is dealt."""
    value: int = 0
    """A figure that belongs to the marker: the Stealth total of `hiding`, the DC of a grapple."""
    worsens: str | None = None
    """The condition it turns into when the save that would end it fails, as petrifying does."""


class Concentration(Frozen):
    """The one effect a combatant concentrates on."""

    name: str
    since_round: int
    kind: Literal["spell", "readied", "casting"] = "spell"


class Readied(Frozen):
    """An action held back for its trigger, until its owner's next start of turn."""

    trigger: str
    action: str
    is_spell: bool = False


class Turn(Frozen):
    """What a combatant has used of its current turn; distances in feet."""

    action: bool = False
    bonus: bool = False
    free_interaction: bool = False
    moved: int = 0
    dashes: int = 0
    attacks: int = 0
    """Attacks made with the Attack action."""
    extra_actions: int = 0
    """Actions granted on top of the first."""
    log: tuple[str, ...] = ()
    """Names of what was done, in order: attacks of a multiattack, spells, once-a-turn features."""
    damage_taken: int = 0
    damage_types: tuple[str, ...] = ()
    """Types of damage taken since its last start of turn."""
    hurt_at_end: int = 0
    """Damage taken by the time its turn ended."""
    hurt_between: int = 0
    """Damage taken between the end of its last turn and the start of this one."""
    hurt_before: tuple[str, ...] = ()
    """Types of damage taken between the start of turn before this one and this one."""


class Tally(Frozen):
    """What the after-fight summary counts; `seconds` of real time on its turns."""

    dealt: int = 0
    taken: int = 0
    healed: int = 0
    kills: int = 0
    crits: int = 0
    turns: int = 0
    seconds: float = 0.0


class Combatant(Frozen):
    """One creature, trap or lair of the fight."""

    id: Id
    name: str
    side: Side = "foe"
    kind: Kind = "creature"
    block: str = ""
    """Key of its stat block in `Encounter.blocks`."""
    group: str | None = None
    entry: int = 0
    """Order of entry, which settles ties until they are ordered by hand."""
    initiative: int | None = None
    initiative_bonus: int = 0
    hp: int = 1
    max_hp: int = 1
    """Maximum before exhaustion and drains."""
    max_hp_shift: int = 0
    is_hp_given: bool = False
    """Whether the encounter gave its hit points as a number, in spite of any hit dice."""
    """What drains and aids add to the maximum."""
    temp_hp: int = 0
    ac: int = 10
    speed: Mapping[str, int] = field(default_factory=dict)
    """Speeds in feet by mode, before conditions."""
    death_saves: bool = False
    """Falls unconscious at 0 and makes death saving throws, instead of dying."""
    status: Status = "up"
    successes: int = 0
    failures: int = 0
    exhaustion: int = 0
    effects: tuple[Effect, ...] = ()
    concentration: Concentration | None = None
    readied: Readied | None = None
    surprised: bool = False
    hidden: bool = False
    """Hidden from the players' view; the Hide action is the marker `hiding`."""
    turn: Turn = Turn()
    reactions_spent: int = 0
    plain_reactions_spent: int = 0
    """Of those, the ones that were not what its further reactions are kept for."""
    turns_taken: int = 0
    waiting: str | None = None
    """Name of the wave it waits in, or `absent`; None once it stands in the fight."""
    joins: int | None = None
    """Round whose first turn it enters before."""
    spent: Mapping[str, int] = field(default_factory=dict)
    """Uses spent, by the ability's name; `legendary` and `legendary resistance` among them."""
    counters: Mapping[str, int] = field(default_factory=dict)
    tokens: Mapping[str, int] = field(default_factory=dict)
    """Luck, inspiration, hit dice and other tokens a character holds."""
    mount: Id | None = None
    """What it rides."""
    controlled: bool = False
    """A mount that acts in its rider's turn."""
    owner: Id | None = None
    """Whose lair it is."""
    trap: Trap | None = None
    """What a trap does on its count."""
    answered: tuple[str, ...] = ()
    """Triggers answered with reactions since its last start of turn."""
    hurt_this_turn: int = 0
    """Damage taken during the turn that runs, whosever it is."""
    note: str = ""
    tag: str = ""
    tally: Tally = Tally()

    @property
    def is_out(self) -> bool:
        """Dead or fled: passed over in the order."""
        return self.status in ("dead", "fled")

    @property
    def is_standing(self) -> bool:
        """Up, or down but not yet lost: what keeps a side in the fight."""
        return self.status in ("up", "dying")

    def has(self, name: str) -> bool:
        """Whether an effect of that name hangs on it."""
        return any(effect.name == name for effect in self.effects)

    @property
    def conditions(self) -> frozenset[str]:
        """Names of the conditions put on it, implied ones left out."""
        return frozenset(effect.name for effect in self.effects if effect.kind == "condition")
