"""The fixed words of the command language beside the command words: a handle that reads as one is put in quotes."""

from tracker.console.endings import ABILITY_WORDS
from tracker.console.targets import SETS

KEYWORDS = frozenset(
    {
        *("adv", "advantage", "after", "against", "and", "at", "before", "blindly", "bonus", "burrow"),
        *("by", "charge", "choose", "climb", "cover", "crawl", "crit", "dice", "difficult", "dis"),
        *("disadvantage", "dmg", "do", "dragging", "else", "faces", "fall", "far", "fixed", "fly", "for"),
        *("forced", "from", "half", "height", "into", "jump", "magical", "named", "near", "none"),
        *("nonmagical", "off", "on", "ranged", "reaction", "roll", "round", "save", "sneak", "swim"),
        *("teleport", "through", "thrown", "two-handed", "unfed", "unseen", "until", "vs", "walk", "with"),
        *SETS,
        *ABILITY_WORDS,
    }
)
