"""Improved Initiative: a library file with stat blocks, saved encounters and characters, as its import takes it."""

import hashlib
import json
from typing import Any

from tracker.library.encounter_plan import PlanEntry
from tracker.library.exporters import sentences
from tracker.library.exporters.exporting import Content
from tracker.library.models import ActionEntry, StatBlock

VERSION = "3.14.1"
_EMPTY: tuple[ActionEntry, ...] = ()


def improved_initiative(content: Content) -> str:
    """The content as one JSON file: items under `Creatures.ID`, `SavedEncounters.ID` and so on, and their indexes."""
    items: dict[str, dict[str, Any]] = {"Creatures": {}, "SavedEncounters": {}, "PersistentCharacters": {}}
    for block in content.creatures:
        made = stat_block(block)
        items["Creatures"][made["Id"]] = made
    if content.plan is not None:
        encounter = _encounter(content)
        if encounter["Combatants"]:
            items["SavedEncounters"][encounter["Id"]] = encounter
        for entry in content.plan.party:
            character = _persistent(entry)
            items["PersistentCharacters"][character["Id"]] = character
    data: dict[str, Any] = {}
    for name, rows in items.items():
        if rows:
            data[name] = list(rows)
            data |= {f"{name}.{key}": row for key, row in rows.items()}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _id(*words: str) -> str:
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:8]


def stat_block(block: StatBlock, player: bool = False) -> dict[str, Any]:
    """One stat block; initiative is what comes on top of the Dexterity modifier."""
    size = f"{block.size.capitalize()} " if "size" in block.model_fields_set else ""
    kind = f"{size}{block.type or ''}".strip() + (f", {block.alignment}" if block.alignment else "")
    level = f"{block.character_class or ''}".strip() or (str(block.level) if block.level is not None else "")
    return {
        "Id": _id(block.name, block.edition or ""),
        "Name": block.name,
        "Path": "",
        "Version": VERSION,
        "Source": block.source or "",
        "Type": kind,
        "HP": {"Value": block.hp, "Notes": f"({block.hp_dice})" if block.hp_dice else ""},
        "AC": {"Value": block.ac, "Notes": f"({block.ac_note})" if block.ac_note else ""},
        "InitiativeModifier": block.initiative - block.ability_modifier("dex"),
        "InitiativeAdvantage": False,
        "Speed": [part.strip() for part in sentences.speed(block).split(",")],
        "Abilities": {key.capitalize(): _score(block, key) for key in sentences.ABILITIES},
        "DamageVulnerabilities": sentences.defence(block.vulnerable),
        "DamageResistances": sentences.defence(block.resist),
        "DamageImmunities": sentences.defence(block.immune),
        "ConditionImmunities": list(block.condition_immune),
        "Saves": [{"Name": key.capitalize(), "Modifier": bonus} for key, bonus in block.saves.items()],
        "Skills": [{"Name": name.title(), "Modifier": bonus} for name, bonus in block.skills.items()],
        "Senses": sentences.senses(block),
        "Languages": [block.languages] if block.languages else [],
        "Challenge": level if player else block.cr or "",
        "Traits": _traits(block),
        "Actions": _actions(block),
        "BonusActions": _entries(block.bonus, block),
        "Reactions": _entries(block.reactions, block),
        "LegendaryActions": _legendary(block),
        "MythicActions": _entries(block.mythic.actions if block.mythic else _EMPTY, block),
        "Description": block.description or "",
        "Player": "player" if player else "",
        "ImageURL": "",
    }


def _score(block: StatBlock, key: str) -> int:
    return block.abilities.get(key, 10 + 2 * block.mods[key] if key in block.mods else 10)


def _traits(block: StatBlock) -> list[dict[str, str]]:
    rolls = {entry.name: sentences.action(entry, block.edition) for entry in block.trait_rolls}
    made = []
    lists = {entry.name: sentences.spells(entry) for entry in block.spellcasting}
    for name in block.traits:
        bare = name.split(" (")[0]
        healing = sentences.regeneration(block) if "regener" in bare.lower() else ""
        text = block.texts.get(name) or lists.get(bare) or healing or rolls.get(bare) or ""
        made.append({"Name": name, "Content": text, "Usage": ""})
    if block.regeneration and not any("regener" in name.lower() for name in block.traits):
        made.append({"Name": "Regeneration", "Content": sentences.regeneration(block), "Usage": ""})
    return made


def _actions(block: StatBlock) -> list[dict[str, str]]:
    made = []
    if sentence := sentences.multiattack(block):
        made.append({"Name": "Multiattack", "Content": sentence, "Usage": ""})
    made += [
        {"Name": sentences.title(entry), "Content": sentences.attack(entry, block.edition), "Usage": ""}
        for entry in block.attacks
    ]
    named = {name.split(" (")[0] for name in block.traits}
    for entry in block.spellcasting:
        if entry.name not in named:
            recharge = f" (Recharge {entry.recharge})" if entry.recharge else ""
            made.append({"Name": entry.name + recharge, "Content": sentences.spells(entry), "Usage": ""})
    return made + _entries(block.actions, block)


def _entries(entries: tuple[ActionEntry, ...], block: StatBlock) -> list[dict[str, str]]:
    return [
        {"Name": sentences.title(entry), "Content": sentences.action(entry, block.edition), "Usage": ""}
        for entry in entries
    ]


def _legendary(block: StatBlock) -> list[dict[str, str]]:
    if block.legendary is None:
        return []
    lair = f" ({block.legendary.uses_lair} in lair)" if block.legendary.uses_lair else ""
    intro = {"Name": "", "Content": f"Legendary Action Uses: {block.legendary.uses}{lair}", "Usage": ""}
    return [intro, *_entries(block.legendary.actions, block)]


def _persistent(entry: PlanEntry) -> dict[str, Any]:
    block = stat_block(entry.block, player=True)
    current = entry.hp if entry.hp is not None else entry.block.hp
    return {
        "Id": block["Id"],
        "Version": VERSION,
        "Name": entry.label,
        "Path": "",
        "CurrentHP": current,
        "StatBlock": block,
        "Notes": entry.notes or "",
    }


def _encounter(content: Content) -> dict[str, Any]:
    assert content.plan is not None
    plan = content.plan
    combatants: list[dict[str, Any]] = []
    for entry in plan.everyone:
        if entry.kind == "creature":
            combatants += _combatants(entry, plan.name, player=entry in plan.party)
    return {"Id": _id(plan.name), "Name": plan.name, "Path": "", "Version": VERSION, "Combatants": combatants}


def _combatants(entry: PlanEntry, encounter: str, player: bool) -> list[dict[str, Any]]:
    block = entry.block if entry.max_hp is None else entry.block.model_copy(update={"hp": entry.max_hp})
    base = stat_block(block, player)
    alias = entry.name if entry.name is not None and entry.name != block.name else ""
    made = []
    for number in range(1, entry.count + 1):
        key = _id(encounter, entry.label, str(number), str(entry.initiative))
        row: dict[str, Any] = {
            "Id": key,
            "StatBlock": base,
            "CurrentHP": entry.hp if entry.hp is not None else block.hp,
        }
        row |= {"TemporaryHP": entry.carried.temp_hp, "Initiative": entry.initiative or 0}
        row |= {
            "Alias": f"{alias} {number}" if alias and entry.count > 1 else alias,
            "IndexLabel": number if entry.count > 1 else None,
        }
        row["Tags"] = [
            {"Text": text, "DurationRemaining": 0, "DurationTiming": None, "DurationCombatantId": "", "Hidden": False}
            for text in (*entry.carried.conditions, *entry.tags)
        ]
        row |= {
            "Hidden": entry.hidden,
            "RevealedAC": False,
            "CurrentNotes": entry.notes or "",
            "InterfaceVersion": VERSION,
        }
        if entry.group_name:
            row["InitiativeGroup"] = _id(encounter, entry.group_name)
        if player:
            row["PersistentCharacterId"] = base["Id"]
        made.append(row)
    return made
