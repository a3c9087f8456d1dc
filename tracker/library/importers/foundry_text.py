"""Descriptions of Foundry items, with the rolls that Foundry fills in on screen filled in."""

import re
from typing import Any

from tracker.library.importers import foundry_formula as formula
from tracker.library.importers import words
from tracker.library.importers.attack_text import hit_effects
from tracker.library.importers.entries import Entry
from tracker.library.importers.foundry_items import (
    Actor,
    activities,
    attack_of,
    damage_parts,
    item_data,
    limits_of,
    save_figures,
)
from tracker.library.importers.markup import one_line, prose
from tracker.library.importers.shapes import table

_FULL = {short: long.capitalize() for long, short in words.ABILITY_NAMES.items()}


def description(item: dict[str, Any], actor: Actor) -> str:
    """The item's text, with the rolls that Foundry fills in on screen filled in here."""
    value = table(item_data(item).get("description")).get("value")
    if not isinstance(value, str):
        return ""
    made = activities(item)
    attack = next((each for each in made if each.get("type") == "attack"), None)
    save = next((each for each in made if each.get("type") == "save"), None)
    text = re.sub(
        r"\[\[/attack[^\]]*\]\](?:\{[^{}]*\})?",
        lambda hit: _attack_words(item, attack, actor, "extended" in hit.group()),
        value,
    )
    shown = " plus ".join(_shown(part) for part in damage_parts(attack or save or {}, item_data(item), actor))
    text = re.sub(
        r"\[\[/damage\s+([\dd+ -]+)\s*(?:type=)?(\w+)?[^\]]*\]\](?:\{[^{}]*\})?",
        lambda hit: _shown(f"{hit[1].replace(' ', '')} {hit[2] or ''}".strip()),
        text,
    )
    text = re.sub(
        r"\[\[/damage[^\]]*\]\](?:\{[^{}]*\})?",
        lambda hit: f"Hit: {shown} damage" if "extended" in hit.group() else shown,
        text,
    )
    figures = save_figures(save, item, actor) if save else {}
    dc = (
        f"DC {figures['dc']} {_FULL.get(figures['save'], figures['save'])}"
        if "dc" in figures and "save" in figures
        else ""
    )
    text = re.sub(r"\[\[/(?:save|check)[^\]]*\]\](?:\{[^{}]*\})?", dc, text)
    text = re.sub(r"\[\[lookup @name[^\]]*\]\](?:\{[^{}]*\})?", actor.name.lower(), text)
    text = re.sub(r"\[\[(?:/r(?:oll)?\s+)([^\]]*)\]\](?:\{([^{}]*)\})?", lambda hit: hit[2] or hit[1], text)
    return prose(text)


def _shown(part: str) -> str:
    amount, _, kind = part.partition(" ")
    return f"{formula.shown(amount)} {kind}".strip()


def _attack_words(item: dict[str, Any], activity: dict[str, Any] | None, actor: Actor, in_full: bool) -> str:
    if activity is None:
        return ""
    made = attack_of(item, [activity], actor)
    if not in_full:
        return f"{made['to_hit']:+d} to hit"
    kind = {"both": "Melee or Ranged"}.get(made["kind"], made["kind"].capitalize())
    far = [
        f"reach {made['reach']} ft." if "reach" in made else "",
        f"range {made['range']} ft." if "range" in made else "",
    ]
    tool = "Spell" if made.get("spell") else "Weapon"
    return f"{kind} {tool} Attack: {made['to_hit']:+d} to hit, {' or '.join(filter(None, far))}".rstrip(", .")


def entry_of(item: dict[str, Any], activity: dict[str, Any], actor: Actor) -> Entry:
    """An item that is no attack, with its computed figures beside its text."""
    return Entry(
        one_line(item.get("name")),
        description(item, actor),
        limits_of(item, activity, actor) | save_figures(activity, item, actor),
    )


def attack_entry(item: dict[str, Any], made: list[dict[str, Any]], actor: Actor) -> dict[str, Any]:
    """An item with an attack among its activities `made`, as one attack with its save, conditions and text."""
    attacks = [each for each in made if each.get("type") == "attack"]
    limits = {key: value for key, value in limits_of(item, attacks[0], actor).items() if key != "cost"}
    attack = attack_of(item, attacks, actor) | limits
    saves = [save_figures(each, item, actor) for each in made if each.get("type") == "save"]
    saves = [{key: value for key, value in save.items() if key != "area"} for save in saves if "save" in save]
    if saves:
        attack["save"] = saves[0] if len(saves) == 1 else saves
    text = description(item, actor)
    said = hit_effects(text)
    for key in ("inflicts", "escape"):
        if key in said and key not in attack:
            attack[key] = said[key]
    if isinstance(attack.get("save"), dict) and isinstance(said.get("save"), dict):
        attack["save"] = said["save"] | {key: value for key, value in attack["save"].items() if value}
    return attack | ({"text": text} if text else {})
