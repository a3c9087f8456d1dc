"""A fight whose every text is an attack on the terminal it is shown in."""

from __future__ import annotations

import json
import re

ORDERS = "\x1b]0;title\x07\x1b]52;c;ZXZpbA==\x07\x1b[2J\x1b[5;5H\x9b31m\u202e\u2066[bold]X[/]\r\nR9 Mira dies\x85\x0b"
"""Sets the title and the clipboard, clears, moves, colours, turns about, opens markup and begins a line of its own."""

NAME = f"Go{ORDERS}lin"

_TEXT = json.dumps(NAME)

ENCOUNTER = f"""
encounter: {_TEXT}
edition: srd-5.1
{_TEXT}: 3
party:
  - {{name: {_TEXT}, hp: 31/38, ac: 15, initiative: 18, {_TEXT}: 3, notes: {_TEXT}, level: {_TEXT}}}
  - {_TEXT}
  - {{name: Mira, hp: 20, initiative: 12, concentration: {_TEXT}}}
combatants:
  - {{monster: Goblin, name: {_TEXT}, initiative: 15, tags: [{_TEXT}], notes: {_TEXT}, attacks: [
      {{name: {_TEXT}, to_hit: 5, damage: ["1d6 piercing"], text: {_TEXT}}}]}}
  - {{monster: {_TEXT}}}
  - {{monster: Wolf, wave: {_TEXT}, joins: 3}}
  - {{monster: Ogre, group: {_TEXT}, count: 2}}
  - {{trap: {_TEXT}, initiative: 20, each_turn: {_TEXT}}}
lair: {{owner: {_TEXT}, actions: [{_TEXT}]}}
scene: [{_TEXT}]
notes: {_TEXT}
reminders: [{{round: 1, text: {_TEXT}}}]
automation: {{{_TEXT}: on}}
templates: {_TEXT}
"""

_RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def orders_in(text: str) -> list[str]:
    """Every letter of a text that a terminal would obey."""
    return _RAW.findall(text)
