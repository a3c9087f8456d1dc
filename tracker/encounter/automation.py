"""What the app does by itself: every item is named and can be switched off for a fight or for good."""

AUTOMATIONS: dict[str, str] = {
    "answer_for_monsters": "answers at once, with a roll, what is asked of creatures that are not the party's",
    "players_type_initiative": "waits for the party's initiative to be typed instead of rolling it",
    "concentration": "asks for the save when a concentrating creature is hurt (R-117)",
    "death_saves": "asks for the death save at the start of a dying creature's turn (R-099)",
    "ongoing_damage": "asks for damage that comes with each turn",
    "regeneration": "asks for hit points that come back each turn",
    "recharge": "asks for the recharge die of a spent ability",
    "repeat_saves": "asks for the save that may end an effect",
    "legendary": "offers legendary actions after other creatures' turns",
    "lair": "offers lair actions on their count",
    "opportunity": "offers opportunity attacks when somebody leaves a reach",
    "falling": "has a flyer fall that is knocked prone or can no longer move (R-042)",
    "luck": "gives a character Luck after a miss or a failed save, where the rule set has it (R-075)",
    "weather": "asks for the saves of gale winds around a turn (R-169)",
    "traits": "asks for traits such as Undead Fortitude when they matter",
    "reactions": "asks for Parry and the like when they would turn a hit into a miss",
    "end_combat": "proposes to end the fight when a side is out",
}
"""Every automation with what it does, in words for the GM."""

OFF_AT_FIRST = frozenset({"answer_for_monsters", "players_type_initiative"})
"""Automations that are off until somebody switches them on."""
