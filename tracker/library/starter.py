"""The commented file that `tracker new` writes for a GM to fill in."""

_EXAMPLES = {
    "srd-5.1": ("Goblin", "Bugbear", "Wolf"),
    "srd-5.2": ("Goblin Warrior", "Goblin Boss", "Wolf"),
    "black-flag": ("Goblin", "Bugbear", "Wolf"),
}


def starter_encounter(name: str, edition: str = "srd-5.2") -> str:
    """An encounter file of that name that runs as it is, each line explained. Raises KeyError for no edition."""
    from tracker.library.writing import to_yaml

    pack, leader, reserve = _EXAMPLES[edition]
    title = to_yaml({"encounter": name}).strip()
    return f"""\
# Check it:  tracker check FILE      Run it:  tracker FILE
# For completion in your editor: tracker schema > encounter.schema.json, and as the first line of this file
#   yaml-language-server: $schema=encounter.schema.json   (with a # before it)
{title}
edition: {edition}            # srd-5.1 (2014), srd-5.2 (2024) or black-flag

party:                      # here, or in a file of its own: party: party.yaml
  - name: Mira
    ac: 16
    hp: 27                  # 19/27 when she comes wounded
    initiative_bonus: 1
    passive: 14             # passive Perception
    saves: {{con: 2, wis: 5}}
  - name: Tor
    ac: 18
    hp: 31
    initiative_bonus: 0
    passive: 11
    # absent: true          # sits out until he joins

combatants:
  - monster: {pack}
    count: 3
    group: true             # one roll and one turn for all three
    hp: roll                # average (when left out), roll, max, a number, or 5/7
  - monster: {leader}
    name: Grakk             # your own name for it
    hidden: true            # until you show it to the players
  - monster: {reserve}
    count: 2
    wave: Reserve           # waits at the edge of the map
    joins: round 3          # and comes in by itself; without this, when you say so
  - name: Hired guard       # from nothing: AC 10 and 1 hit point unless you say otherwise
    side: ally              # foe (when left out), ally or neutral
    ac: 12
    hp: 11
    attacks:
      - {{name: Spear, to_hit: 3, reach: 5, range: 20/60, damage: [1d6+1 piercing]}}

# lair: {{owner: Grakk, actions: [Dust falls from the roof]}}
# scene: [dark]             # underwater, gale, rain, snow, dark, dim, sunlight
notes: What the room looks like, and what must not be forgotten.
"""
