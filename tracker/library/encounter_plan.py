"""The encounter as it was prepared: who stands where, with stat blocks found and overrides applied, nothing rolled."""

from typing import Annotated, Literal

from pydantic import Field

from tracker.library import coercion
from tracker.library.entries import ActionEntry, Entry, Flag, Sentences, Text, Typed, Whole, Words
from tracker.library.models import StatBlock

Edition = Literal["srd-5.1", "srd-5.2", "black-flag"]
Side = Literal["party", "foe", "ally", "neutral"]
HpMode = Literal["average", "roll", "max", "given"]
Kind = Literal["creature", "trap"]


class Counter(Entry):
    """A number that a trap moves each round, such as the water level in feet."""

    name: Text = "counter"
    start: Whole = 0
    step: Whole = 1
    """Added each time the trap acts."""
    maximum: Whole | None = Field(default=None, alias="max")
    when_full: Text | None = None
    """What happens at the maximum."""


class Trap(Entry):
    """What a trap does on its count. Its attacks and saves stand in the stat block of its entry."""

    each_turn: Sentences = ()
    counter: Counter | None = None
    detect_dc: Whole | None = None
    disarm_dc: Whole | None = None
    disarm: Text | None = None
    """How it is stopped, in the GM's words."""


class Carried(Entry):
    """What a combatant brings along from an earlier fight."""

    exhaustion: Annotated[Whole, Field(ge=0, le=6)] = 0
    temp_hp: Annotated[Whole, Field(ge=0)] = 0
    conditions: Sentences = ()
    """In the command language: `poisoned for 3 rounds`."""
    spent: dict[Text, Whole] = Field(default_factory=dict)
    """Uses gone, by the name of the action, `legendary resistance` and `luck` among them."""
    slots_spent: dict[int, Whole] = Field(default_factory=dict)
    """Spell slots gone, by level."""
    concentration: Text | None = None


class PlanEntry(Entry):
    """One line of an encounter: a creature or trap, or several copies of it."""

    block: StatBlock
    name: Text | None = None
    """The GM's own name for it, byte for byte; None means the stat block's."""
    count: Annotated[Whole, Field(ge=1, le=1000)] = 1
    group: bool | str = False
    """One initiative and one turn for all copies; a text names the group."""
    hp_mode: HpMode = "average"
    """`given` when `hp` and `max_hp` were written; `roll` needs `block.hp_dice`, which is then there."""
    hp: Whole | None = None
    """Hit points now, for `given`."""
    max_hp: Whole | None = None
    initiative: Whole | None = None
    """The count, already rolled."""
    side: Side = "foe"
    hidden: Flag = False
    surprised: Flag = False
    wave: Text | None = None
    joins: Annotated[Whole, Field(ge=1)] | None = None
    """The round in which it enters; None leaves a wave waiting for the word."""
    absent: Flag = False
    kind: Kind = "creature"
    trap: Trap | None = None
    """Set when `kind` is `trap`."""
    carried: Carried = Carried.model_construct()
    tags: Words = ()
    notes: Text | None = None
    source: Text | None = None
    """The file it was written in, where that is not the encounter's own."""

    @property
    def label(self) -> str:
        """The name that combatants made from this entry bear, before copies are numbered."""
        return self.block.name if self.name is None else self.name

    @property
    def group_name(self) -> str | None:
        """`goblins` for `group: true` on goblins, the GM's own word for `group: NAME`, None without a group."""
        if isinstance(self.group, str):
            return self.group
        return f"{self.block.name.lower()}s" if self.group else None


class PlanLair(Entry):
    """The lair's row in the order: count 20, losing ties."""

    owner: Text | None = None
    """The label of the combatant whose lair it is."""
    initiative: Whole = 20
    actions: Annotated[tuple[ActionEntry, ...], Typed(coercion.many)] = ()


class PlanReminder(Entry):
    """A line shown when a round begins."""

    round: Annotated[Whole, Field(ge=1)]
    text: Text


class EncounterPlan(Entry):
    """A whole encounter, ready to be turned into a fight."""

    name: Text = "Encounter"
    edition: Edition = "srd-5.2"
    party: tuple[PlanEntry, ...] = ()
    combatants: tuple[PlanEntry, ...] = ()
    lair: PlanLair | None = None
    scene: Words = ()
    """Scene words such as `underwater`, `dark`, `sunlight`."""
    notes: Text | None = None
    reminders: tuple[PlanReminder, ...] = ()
    automation: dict[str, bool] = Field(default_factory=dict)
    """Automations switched on or off for this fight, by name."""
    rules: dict[str, bool] = Field(default_factory=dict)
    """House rules switched on or off for this fight, by name."""
    source: Text | None = None
    """The file it came from."""

    @property
    def everyone(self) -> tuple[PlanEntry, ...]:
        """The party, then the other combatants, in the order of the file."""
        return self.party + self.combatants
