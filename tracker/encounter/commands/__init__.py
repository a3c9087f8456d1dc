"""What a GM can ask for. Every key and every line of text becomes one of these.

Handles are resolved before a command is made; `decide` turns it into events or raises.
"""

from typing import Annotated

from pydantic import Field

from tracker.encounter.commands.blows import (
    Amend,
    Attack,
    Concentrate,
    Condition,
    Damage,
    Death,
    Fate,
    Heal,
    MaxHp,
    Ongoing,
    Resist,
    Save,
    Set,
    TempHp,
    Use,
)
from tracker.encounter.commands.deeds import Act, Hazard, Lair, Legend, Luck, Mount, Move, React, Ready, Rest, Stand
from tracker.encounter.commands.parts import Amount, Ending, Face, Inflicted, RollMode, Share, Target
from tracker.encounter.commands.table import (
    Add,
    Auto,
    Copies,
    Count,
    Hide,
    HitPoints,
    Join,
    Note,
    Remind,
    Roll,
    Rule,
    Scene,
    Swap,
    Tag,
)
from tracker.encounter.commands.turns import (
    Answer,
    Begin,
    Delay,
    End,
    Load,
    Next,
    Order,
    Redo,
    Reopen,
    SetInitiative,
    Skip,
    Split,
    Start,
    Surprise,
    Undo,
    Why,
)

__all__ = [
    "Act",
    "Add",
    "Amend",
    "Amount",
    "Answer",
    "AnyCommand",
    "Attack",
    "Auto",
    "Begin",
    "Command",
    "Concentrate",
    "Condition",
    "Copies",
    "Count",
    "Damage",
    "Death",
    "Delay",
    "End",
    "Ending",
    "Face",
    "Fate",
    "Hazard",
    "Heal",
    "Hide",
    "HitPoints",
    "Inflicted",
    "Join",
    "Lair",
    "Legend",
    "Load",
    "Luck",
    "MaxHp",
    "Mount",
    "Move",
    "Next",
    "Note",
    "Ongoing",
    "Order",
    "React",
    "Ready",
    "Redo",
    "Remind",
    "Reopen",
    "Resist",
    "Rest",
    "Roll",
    "RollMode",
    "Rule",
    "Save",
    "Scene",
    "Set",
    "SetInitiative",
    "Share",
    "Skip",
    "Split",
    "Stand",
    "Start",
    "Surprise",
    "Swap",
    "Tag",
    "Target",
    "TempHp",
    "Undo",
    "Use",
    "Why",
    "Wish",
]

Command = (
    Load | Start | Begin | SetInitiative | Surprise | Next | Order | Split | Delay | Damage | Heal | TempHp | MaxHp
    | Set | Amend | Attack | Use | Save | Condition | Ongoing | Concentrate | React | Ready | Act | Move | Stand | Mount
    | Legend | Resist | Lair | Death | Fate | Add | Copies | Swap | HitPoints | Join | Hide | Note | Tag | Count
    | Remind | Scene | Hazard | Rest | Luck | Auto | Rule | Answer | Skip | Roll | End | Reopen
)  # fmt: skip
"""What `decide` understands."""

Wish = Command | Undo | Redo | Why
"""What a line or a key can ask for: a command, or a step along the fight's history."""

AnyCommand = Annotated[Command, Field(discriminator="type")]
