"""An Obsidian note: an `encounter` block of the Initiative Tracker and a `statblock` block for each creature."""

from typing import Any

from tracker.library.encounter_plan import PlanEntry
from tracker.library.exporters import sentences
from tracker.library.exporters.exporting import Content
from tracker.library.models import ActionEntry, StatBlock
from tracker.library.writing import to_yaml


def obsidian(content: Content) -> str:
    """The content as the text of a note."""
    parts = []
    if content.plan is not None:
        parts += [f"# {content.plan.name}", _fence("encounter", encounter(content))]
        if content.plan.notes:
            parts.append(content.plan.notes)
    parts += [_fence("statblock", statblock(block)) for block in content.creatures]
    return "\n\n".join(parts) + "\n"


def _fence(kind: str, data: dict[str, Any]) -> str:
    text = to_yaml(data).rstrip("\n")
    longest = max((len(run) for line in text.split("\n") for run in [line.strip()] if set(run) == {"`"}), default=0)
    mark = "`" * max(3, longest + 1)
    return f"{mark}{kind}\n{text}\n{mark}"


def encounter(content: Content) -> dict[str, Any]:
    """The keys of an encounter block."""
    assert content.plan is not None
    plan = content.plan
    data: dict[str, Any] = {"name": plan.name}
    data["players"] = [entry.label for entry in plan.party] or "none"
    rolls = [entry.hp_mode == "roll" for entry in plan.combatants]
    if any(rolls):
        data["rollHP"] = True
    data["creatures"] = [{str(entry.count): _creature(entry)} for entry in plan.combatants if entry.kind == "creature"]
    return data


def _creature(entry: PlanEntry) -> dict[str, Any]:
    row: dict[str, Any] = {"creature": entry.block.name}
    if entry.name is not None and entry.name != entry.block.name:
        row["name"] = entry.name
    if entry.hp_mode != "roll":
        row["hp"] = entry.hp if entry.hp is not None else entry.block.hp
    row |= {"ac": entry.block.ac, "mod": entry.block.initiative}
    if entry.block.xp is not None:
        row["xp"] = entry.block.xp
    if entry.hidden:
        row["hidden"] = True
    if entry.side in ("ally", "party"):
        row["friend"] = True
    return row


def statblock(block: StatBlock) -> dict[str, Any]:
    """The keys of a statblock block, in the layout of the edition."""
    is_black_flag = block.edition == "black-flag"
    data: dict[str, Any] = {"layout": "Basic ToV Layout"} if is_black_flag else {}
    data |= {"name": block.name, "size": block.size.capitalize(), "type": block.type, "alignment": block.alignment}
    data |= {
        "ac": block.ac,
        "ac_class": block.ac_note,
        "hp": block.hp,
        "hit_dice": block.hp_dice,
        "modifier": block.initiative,
    }
    if is_black_flag:
        data["stats"] = [f"{block.ability_modifier(key):+d}" for key in sentences.ABILITIES]
    else:
        data["stats"] = [block.abilities.get(key, 10 + 2 * block.ability_modifier(key)) for key in sentences.ABILITIES]
    data["speed"] = sentences.speed(block)
    data["saves"] = [{sentences.ABILITIES[key].lower(): bonus} for key, bonus in block.saves.items()]
    data["skillsaves"] = [{name: bonus} for name, bonus in block.skills.items()]
    data |= {"perception": block.perception, "stealth": block.stealth}
    passive = [] if is_black_flag else [f"passive Perception {block.passive}"]
    data["senses"] = ", ".join([*sentences.senses(block), *passive])
    data |= _defences(block, is_black_flag)
    data |= {"languages": block.languages, "cr": block.cr, "source": block.source}
    data |= _sections(block)
    data |= {"description": block.description, "note": block.notes}
    return {key: value for key, value in data.items() if value not in (None, "", [], ())}


def _defences(block: StatBlock, is_black_flag: bool) -> dict[str, str]:
    kinds = {"resist": block.resist, "immune": block.immune, "vulnerable": block.vulnerable}
    if is_black_flag:
        conditions = {
            "resist": block.condition_resist,
            "immune": block.condition_immune,
            "vulnerable": block.condition_vulnerable,
        }
        keys = {"resist": "resistant", "immune": "immune", "vulnerable": "vulnerable"}
        return {keys[key]: " | ".join([*sentences.defence(parts), *conditions[key]]) for key, parts in kinds.items()}
    keys = {"resist": "damage_resistances", "immune": "damage_immunities", "vulnerable": "damage_vulnerabilities"}
    found = {keys[key]: "; ".join(sentences.defence(parts)) for key, parts in kinds.items()}
    return found | {"condition_immunities": ", ".join(block.condition_immune)}


def _sections(block: StatBlock) -> dict[str, list[dict[str, str]]]:
    from tracker.library.exporters.improved_initiative import _actions, _traits

    def renamed(rows: list[dict[str, str]]) -> list[dict[str, str]]:
        return [{"name": row["Name"], "desc": row["Content"]} for row in rows]

    def entries(found: tuple[ActionEntry, ...]) -> list[dict[str, str]]:
        return [{"name": sentences.title(entry), "desc": sentences.action(entry, block.edition)} for entry in found]

    made = {"traits": renamed(_traits(block)), "actions": renamed(_actions(block))}
    made |= {
        "bonus_actions": entries(block.bonus),
        "reactions": entries(block.reactions),
        "lair_actions": entries(block.lair),
    }
    if block.legendary:
        lair = f" ({block.legendary.uses_lair} in lair)" if block.legendary.uses_lair else ""
        intro = {"name": "", "desc": f"Legendary Action Uses: {block.legendary.uses}{lair}"}
        made["legendary_actions"] = [intro, *entries(block.legendary.actions)]
    if block.mythic:
        made["mythic_actions"] = entries(block.mythic.actions)
    return made
