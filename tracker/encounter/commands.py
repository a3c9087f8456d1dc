"""What a GM can ask for. Every key and every line of text becomes one of these.

Handles are resolved before a command is made; `decide` turns it into events or raises.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from tracker.encounter.state import Id, Moment, Side
from tracker.library.models import StatBlock

Share = Literal["full", "half", "none", "double"]
RollMode = Literal["normal", "advantage", "disadvantage"]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Face(_Record):
    """A number typed from a real die; the app adds the modifier unless `total` says it is already in."""

    value: int
    total: bool = False


class Target(_Record):
    """One target with its own share of an amount, and its saving throw if it was typed."""

    who: Id
    share: Share = "full"
    save: Face | None = None


class Amount(_Record):
    """One damage component: dice or figures, and a type (None is untyped)."""

    dice: str
    type: str | None = None


class Ending(_Record):
    """When an effect ends: at a turn, after rounds, on a save, or with somebody's concentration."""

    moment: Moment | None = None
    who: Id | None = None
    is_next: bool = False
    """`X's next turn`, which is never the one running."""
    rounds: int | None = None
    minutes: int | None = None
    """A minute is ten rounds."""
    save_ability: str | None = None
    save_dc: int | None = None
    save_moment: Moment = "end"
    held_by: Id | None = None
    """Ends with this one's concentration."""


class Inflicted(_Record):
    """A condition put on somebody."""

    name: str
    level: int = 1
    """For exhaustion."""
    ending: Ending = Ending()
    source: Id | None = None


class _Command(_Record):
    force: bool = False
    """`!`: done although a refusal would stand against it."""


class Load(_Command):
    """The first command of a journal: everybody of the plan enters. The plan stands in the header."""

    type: Literal["load"] = "load"


class Start(_Command):
    type: Literal["start"] = "start"


class Begin(_Command):
    type: Literal["begin"] = "begin"


class SetInitiative(_Command):
    """A count typed (`count`), a die typed (`face`), or a roll for each."""

    type: Literal["init"] = "init"
    who: tuple[Id, ...]
    count: int | None = None
    face: Face | None = None
    mode: RollMode = "normal"
    fixed: bool = False
    """The 2024 fixed score instead of a roll (R-017)."""


class Surprise(_Command):
    """These and nobody else are surprised; none with an empty list."""

    type: Literal["surprise"] = "surprise"
    who: tuple[Id, ...] = ()
    sneaking: tuple[Target, ...] = ()
    """Who sneaks, with a Stealth die where one was typed: whoever notices none of them is surprised."""


class Next(_Command):
    type: Literal["next"] = "next"
    seconds: float = 0.0
    """Real time the ending turn took, for the summary."""


class Order(_Command):
    type: Literal["order"] = "order"
    who: Id
    where: Literal["before", "after"]
    other: Id


class Split(_Command):
    type: Literal["split"] = "split"
    group: str


class Delay(_Command):
    type: Literal["delay"] = "delay"
    who: Id
    after: Id | None = None


class Damage(_Command):
    type: Literal["damage"] = "damage"
    targets: tuple[Target, ...]
    amounts: tuple[Amount, ...]
    critical: bool = False
    by: Id | None = None
    magical: bool = False
    melee: bool = True


class Heal(_Command):
    type: Literal["heal"] = "heal"
    targets: tuple[Id, ...]
    dice: str
    by: Id | None = None


class TempHp(_Command):
    type: Literal["temp"] = "temp"
    targets: tuple[Id, ...]
    dice: str
    replace: bool = False
    """`=5`: replaces what is there, larger or not."""


class MaxHp(_Command):
    type: Literal["maxhp"] = "maxhp"
    targets: tuple[Id, ...]
    amount: int
    relative: bool = True


class Set(_Command):
    type: Literal["set"] = "set"
    who: Id
    field: Literal["hp", "ac", "name", "side", "speed"]
    value: str


class Amend(_Command):
    type: Literal["amend"] = "amend"
    dice: str


class Attack(_Command):
    """An attack of the stat block, resolved against each target in turn."""

    type: Literal["attack"] = "attack"
    who: Id
    attack: str
    targets: tuple[Id, ...]
    advantage: bool = False
    disadvantage: bool = False
    cover: Literal["none", "half", "three_quarters", "total"] = "none"
    distance: int | None = None
    """Feet to the target (`far 60`)."""
    face: Face | None = None
    damage: str | None = None
    """Typed damage total."""
    two_handed: bool = False
    thrown: bool = False
    charge: bool = False
    as_reaction: bool = False
    near: tuple[Id, ...] = ()
    """Foes within 5 ft. of the attacker (R-071)."""
    unseen: bool = False
    """The target cannot see the attacker (R-068)."""
    blindly: bool = False
    """The attacker cannot see the target (R-068)."""
    sneak: bool = False
    """With Sneak Attack, if it is allowed (R-181)."""


class Use(_Command):
    """A save action of the stat block: breath weapon, spell-like ability."""

    type: Literal["use"] = "use"
    who: Id
    ability: str
    targets: tuple[Target, ...] = ()
    damage: str | None = None
    """Typed damage total."""
    cover: Literal["none", "half", "three_quarters"] = "none"


class Save(_Command):
    """A save for anything: damage, a condition, or both."""

    type: Literal["save"] = "save"
    targets: tuple[Target, ...]
    ability: str
    dc: int
    amounts: tuple[Amount, ...] = ()
    half: bool = False
    inflicts: tuple[Inflicted, ...] = ()
    by: Id | None = None
    magical: bool = True
    cover: Literal["none", "half", "three_quarters"] = "none"


class Condition(_Command):
    type: Literal["cond"] = "cond"
    targets: tuple[Id, ...]
    add: tuple[Inflicted, ...] = ()
    remove: tuple[str, ...] = ()
    exhaustion: int = 0
    """Levels to add, or with a minus to take off."""


class Ongoing(_Command):
    type: Literal["ongoing"] = "ongoing"
    targets: tuple[Id, ...]
    damage: str
    moment: Moment = "start"
    ending: Ending = Ending()
    source: Id | None = None


class Concentrate(_Command):
    """Starts concentrating on `what`; None stops."""

    type: Literal["conc"] = "conc"
    who: Id
    what: str | None


class React(_Command):
    type: Literal["react"] = "react"
    who: Id
    what: str
    target: Id | None = None
    face: Face | None = None
    damage: str | None = None


class Ready(_Command):
    type: Literal["ready"] = "ready"
    who: Id
    trigger: str
    action: str
    is_spell: bool = False


class Act(_Command):
    """An action of the edition's list, or a class feature, by name."""

    type: Literal["act"] = "act"
    who: Id
    action: str
    target: Id | None = None
    others: tuple[Target, ...] = ()
    """Further targets, for what reaches several; a typed die is that one's save."""
    face: Face | None = None
    defender_face: Face | None = None
    choice: str = ""
    """What the action leaves open: `prone` or `push`, the skill, points to spend."""
    as_bonus: bool = False


class Move(_Command):
    type: Literal["move"] = "move"
    who: Id
    feet: int
    mode: Literal["walk", "fly", "swim", "climb", "burrow", "crawl", "jump"] = "walk"
    difficult: bool = False
    dragging: bool = False
    leaving: tuple[Id, ...] = ()
    """Whose reach it leaves."""
    how: Literal["own", "teleport", "forced", "fall"] = "own"
    through: Id | None = None
    """Whose space it leads through."""
    into: Id | None = None
    """Whose space it ends in."""
    height: int | None = None
    """Feet above the ground at its end, for a flyer."""


class Stand(_Command):
    type: Literal["stand"] = "stand"
    who: Id


class Mount(_Command):
    """Mounts; with `mount` None it dismounts."""

    type: Literal["mount"] = "mount"
    who: Id
    mount: Id | None = None
    controlled: bool = True


class Legend(_Command):
    type: Literal["legend"] = "legend"
    who: Id
    option: str
    targets: tuple[Target, ...] = ()


class Resist(_Command):
    """Legendary resistance on the save just failed."""

    type: Literal["resist"] = "resist"
    who: Id


class Lair(_Command):
    type: Literal["lair"] = "lair"
    who: Id
    action: str
    targets: tuple[Target, ...] = ()


class Death(_Command):
    type: Literal["death"] = "death"
    who: Id
    face: Face | None = None


class Fate(_Command):
    """What becomes of somebody, said outright."""

    type: Literal["fate"] = "fate"
    what: Literal["stabilize", "kill", "revive", "flee", "remove", "knockout"]
    who: tuple[Id, ...]


class Add(_Command):
    """Newcomers. The stat block is resolved before; a name made from nothing has one too."""

    type: Literal["add"] = "add"
    name: str
    block: StatBlock
    count: int = 1
    side: Side = "foe"
    hp: int | None = None
    max_hp: int | None = None
    hp_mode: Literal["average", "roll", "max"] = "average"
    ac: int | None = None
    initiative: int | None = None
    group: str | None = None
    hidden: bool = False
    death_saves: bool = False


class Join(_Command):
    """A waiting wave, or somebody absent, enters."""

    type: Literal["join"] = "join"
    what: str


class Hide(_Command):
    """Hides from the players' view, or with `hidden` False shows."""

    type: Literal["hide"] = "hide"
    who: tuple[Id, ...]
    hidden: bool = True


class Note(_Command):
    type: Literal["note"] = "note"
    who: Id
    text: str


class Tag(_Command):
    type: Literal["tag"] = "tag"
    who: tuple[Id, ...]
    tag: str


class Count(_Command):
    type: Literal["count"] = "count"
    who: Id
    counter: str
    amount: int
    relative: bool = True


class Remind(_Command):
    type: Literal["remind"] = "remind"
    text: str
    round: int | None = None
    who: Id | None = None


class Scene(_Command):
    type: Literal["scene"] = "scene"
    word: str
    on: bool = True


class Hazard(_Command):
    type: Literal["hazard"] = "hazard"
    hazard: str
    who: tuple[Id, ...]
    amount: int | None = None
    """Hours of exposure, feet fallen, or a DC."""
    circumstances: tuple[str, ...] = ()
    """What bears on it, such as `wet` or `metal armor`."""


class Rest(_Command):
    type: Literal["rest"] = "rest"
    kind: Literal["short", "long"]
    who: tuple[Id, ...] = ()
    dice: int = 0
    """Hit dice each of them spends in a short rest."""
    faces: tuple[int, ...] = ()
    fed: bool = True


class Luck(_Command):
    """Luck, inspiration or doom: points gained (`points` above 0) or spent."""

    type: Literal["luck"] = "luck"
    who: Id | None
    points: int
    token: Literal["luck", "inspiration", "doom"] = "luck"


class Auto(_Command):
    type: Literal["auto"] = "auto"
    name: str
    on: bool


class Rule(_Command):
    type: Literal["rule"] = "rule"
    name: str
    on: bool


class Answer(_Command):
    """Answers prompt `n` (counted from 1, None for the first that waits)."""

    type: Literal["answer"] = "answer"
    n: int | None = None
    face: Face | None = None
    word: str = ""
    """`roll`, `yes`, `no`, or an option's name."""
    targets: tuple[Target, ...] = ()


class Skip(_Command):
    type: Literal["skip"] = "skip"
    n: int | None = None


class Roll(_Command):
    type: Literal["roll"] = "roll"
    dice: str


class End(_Command):
    type: Literal["end"] = "end"


class Reopen(_Command):
    type: Literal["reopen"] = "reopen"


class Undo(_Record):
    """Takes commands back; `turn` goes to the moment before the last `next`."""

    type: Literal["undo"] = "undo"
    count: int = 1
    turn: bool = False


class Redo(_Record):
    type: Literal["redo"] = "redo"
    count: int = 1


class Why(_Record):
    """Shows how the last result came about; changes nothing."""

    type: Literal["why"] = "why"


Command = (
    Load | Start | Begin | SetInitiative | Surprise | Next | Order | Split | Delay | Damage | Heal | TempHp | MaxHp
    | Set | Amend | Attack | Use | Save | Condition | Ongoing | Concentrate | React | Ready | Act | Move | Stand | Mount
    | Legend | Resist | Lair | Death | Fate | Add | Join | Hide | Note | Tag | Count | Remind | Scene | Hazard | Rest
    | Luck | Auto | Rule | Answer | Skip | Roll | End | Reopen
)  # fmt: skip
"""What `decide` understands."""

Wish = Command | Undo | Redo | Why
"""What a line or a key can ask for: a command, or a step along the fight's history."""

AnyCommand = Annotated[Command, Field(discriminator="type")]
