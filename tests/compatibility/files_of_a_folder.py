"""A folder of files in which every key that a file can have stands at least once."""

BEAST = """\
name: Grave Warden
edition: srd-5.1
size: large
size_note: or Huge
type: undead (giant)
alignment: lawful evil
ac: 17
ac_note: natural armor
hp: 136
hp_dice: 16d10+48
speed: {walk: 30, fly: 60, hover: true}
speed_note: walks on water
initiative: 3
abilities: {str: 18, dex: 12, con: 16, int: 11, wis: 14, cha: 16}
mods: {dex: 2}
saves: {con: 7, wis: 6}
skills: {perception: 6, stealth: 5}
senses: {darkvision: 120, blindsight: 30, blind_beyond: true}
passive: 16
perception: 6
stealth: 5
stealth_note: disadvantage in sunlight
languages: understands Giant
resist: [cold, bludgeoning (nonmagical)]
immune: [poison]
vulnerable: [radiant]
condition_immune: [poisoned]
condition_resist: [charmed]
condition_vulnerable: [frightened]
gear: [greataxe, chain mail]
cr: 11
xp: 7200
xp_lair: 8400
pb: 4
traits: [Undead Fortitude, Sunlight Sensitivity]
trait_rolls: [{name: Rotting Presence, save: con, dc: 15, damage: [2d6 necrotic], half: true}]
texts: {Rotting Presence: Whoever begins its turn near it smells the grave.}
multiattack: [2 Greataxe, 1 Grasp]
multiattack_or: [[2 Bone Dart]]
multiattack_swap: [Grasp for Dread Gaze]
attacks:
  - {name: Greataxe, kind: melee, to_hit: 8, reach: 10, damage: [2d12+4 slashing], two_handed: [3d12+4 slashing]}
  - {name: Bone Dart, to_hit: 6, range: 30/120, damage: [1d8+2 piercing], recharge: 5-6, uses: 3/day, when: aloft}
  - name: Grasp
    to_hit: 8
    damage: [1d10+4 bludgeoning]
    save: [{save: str, dc: 15, inflicts: [restrained]}]
    extra: [{if: advantage, damage: [1d6 necrotic]}]
    alt: [{if: in darkness, damage: [2d10+4 bludgeoning]}]
    bloodied: [1d4+4 bludgeoning]
    ongoing: [1d6 necrotic]
    inflicts: [grappled]
    escape: 14
    spell: true
    text: It holds on.
actions:
  - name: Dread Gaze
    text: A look out of empty sockets.
    recharge: 5-6
    uses: 1/day
    cost: 2
    once: true
    area: 30-ft. cone
    save: wis
    dc: 15
    damage: [3d6 psychic]
    half: true
    inflicts: [frightened]
    ongoing: [1d6 psychic]
    then: [{save: con, dc: 12, inflicts: [poisoned]}]
    escape: 13
    group: gazes
    when: it sees
  - {name: Devour, heals: 2d8, to_hit: 7, spell_dc: 14, extra_damage: [1d6 necrotic], threshold: 50, loses_hp: 4d8}
bonus: [{name: Grave Step, text: It moves 20 ft.}]
reactions: [{name: Parry, ac_bonus: 3}]
legendary: {uses: 3, uses_lair: 4, actions: [{name: Stamp, cost: 1, damage: [1d8 thunder]}]}
mythic: {uses: 1, actions: [{name: Rise}]}
legendary_resistance: 3
legendary_resistance_lair: 4
lair: [{name: Dust, text: The lamps go dim.}]
lair_initiative: 20
regeneration: {amount: 10, stopped_by: [radiant], needs_hp: 1}
spellcasting:
  - name: Spellcasting
    ability: cha
    dc: 15
    attack: 7
    level: 9
    slots: {1: 4, 2: 3}
    spells: {cantrips: [chill touch], "1": [bane], "3/day": [darkness]}
    recharge: short rest
    text: It needs no components.
variant_of: Warden
death_saves: false
description: A guard that nobody relieved.
notes: Speaks only in questions.
source: the GM's own
"""

PARTY = """\
- name: Mira
  player: Anna
  class: wizard 5
  level: 5
  hp: 22/31
  ac: 14
  initiative: 17
  abilities: {dex: 14, con: 12, int: 17}
  spell_dc: 14
  spell_attack: 6
  slots: {1: 4, 2: 3, 3: 2}
  slots_spent: {1: 2}
  luck: 2
  exhaustion: 1
  temp_hp: 5
  conditions: [poisoned for 3 rounds]
  concentration: bless
  spent: {Arcane Recovery: 1}
  tags: [blue]
  notes: owes Tor a horse
- {name: Tor, class: fighter 5, hp: 44, ac: 18, level: 5, absent: true, death_saves: true}
"""

FIGHT = """\
encounter: The drowned keep
edition: srd-5.1
extends: base.yaml
templates: templates.yaml
party: party.yaml
combatants:
  - {monster: beasts/warden.yaml, name: The Warden, max_hp: 150, hidden: true, notes: behind the door}
  - {monster: Sister of the Warden, side: ally, initiative: 9, surprised: true}
  - {monster: Goblin, count: 3, group: rabble, extends: tough, initiative_bonus: 4, tags: [red]}
  - {monster: Wolf, count: 2, wave: Wolves, joins: round 3}
  - {name: Bystander, side: neutral, hp: roll, hp_dice: 2d8}
  - trap: Flooding room
    initiative: 20
    each_turn: [Water rises 1 ft.]
    counter: {name: feet of water, start: 1, step: 1, max: 6, when_full: Everybody swims.}
    detect_dc: 13
    disarm_dc: 15
    disarm: close the sluice
lair: {owner: The Warden, initiative: 20, actions: [{name: Cold, text: Breath freezes.}]}
scene: [dim, underwater]
reminders: [{round: 2, text: the bell tolls}]
notes: The sluice is behind the statue.
automation: {answer_for_monsters: on}
rules: {enemies_only_provoke: on}
"""

FILES = {
    "beasts/warden.yaml": BEAST,
    "sister.yaml": "name: Sister of the Warden\nac: 12\nhp: 30\nsource: the GM's own\n",
    "party.yaml": PARTY,
    "templates.yaml": "tough: {hp: max, resist: [fire]}\n",
    "base.yaml": "encounter: Keep\nedition: srd-5.1\nscene: [dark]\nnotes: Old stones.\n",
    "fight.yaml": FIGHT,
}
