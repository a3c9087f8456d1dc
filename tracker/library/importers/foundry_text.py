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
from tracker.library.importers.shapes import table, words_of

_FULL = {short: long.capitalize() for long, short in words.ABILITY_NAMES.items()}


_ENRICHER = re.compile(r"\[\[(/?\w{1,40})\s*([^\]]{0,400})\]\](?:\{([^{}]{0,400})\})?")


def description(item: dict[str, Any], actor: Actor) -> str:
    """The item's text, with the rolls that Foundry fills in on screen filled in here."""
    value = words_of(table(item_data(item).get("description")).get("value"))
    made = activities(item)
    return prose(_ENRICHER.sub(lambda hit: _filled(hit, item, made, actor), value))


def _filled(hit: re.Match[str], item: dict[str, Any], made: list[dict[str, Any]], actor: Actor) -> str:
    """What one enricher shows: `[[/attack extended]]`, `[[/damage 1d4 acid]]`, `[[lookup @name]]`."""
    command, body, label = hit.groups()
    named = re.search(r"\bactivity=(\w+)", body)
    chosen = next((each for each in made if named and each.get("_id") == named[1]), None)
    if command == "/attack":
        attack = chosen or next((each for each in made if each.get("type") == "attack"), None)
        return _attack_words(item, attack, actor, "extended" in body)
    if command == "/damage":
        return _damage_words(body, item, chosen, made, actor)
    if command in ("/save", "/check", "/concentration"):
        save = chosen or next((each for each in made if each.get("type") == "save"), None)
        figures = save_figures(save, item, actor) if save else {}
        ability = _FULL.get(figures.get("save", ""), "")
        return f"DC {figures['dc']} {ability}".strip() if "dc" in figures else label or ""
    if command == "/item":
        return label or actor.items.get(body.strip().lstrip(".").split(" ")[0], body.strip(" ."))
    if command == "lookup":
        return _looked_up(body, chosen, actor)
    return label or (body if command in ("/r", "/roll") else "")


def _damage_words(
    body: str, item: dict[str, Any], chosen: dict[str, Any] | None, made: list[dict[str, Any]], actor: Actor
) -> str:
    if stated := re.match(r"([\dd+ -]*d[\dd+ -]*\d)\s*(?:type=)?(\w+)?", body):
        kind = words.damage_type(stated[2]) or ""
        return _shown(f"{stated[1].replace(' ', '')} {kind}".strip())
    kinds = ("attack", "save", "damage")
    activity = chosen or next((each for kind in kinds for each in made if each.get("type") == kind), {})
    shown = " plus ".join(_shown(part) for part in damage_parts(activity, item_data(item), actor))
    return f"Hit: {shown} damage" if "extended" in body and shown else shown


def _looked_up(body: str, chosen: dict[str, Any] | None, actor: Actor) -> str:
    path = body.split(" ")[0].lstrip("@")
    if path == "name":
        return actor.name.lower() if "lowercase" in body else actor.name
    if path in actor.values:
        return str(actor.values[path])
    value: Any = chosen or {}
    for step in path.split("."):
        value = table(value).get(step)
    return "foot" if value == "ft" else str(value) if isinstance(value, str | int) else ""


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
    """An item that stands among no attacks, with its computed figures beside its text."""
    attacks = [activity] if activity.get("type") == "attack" else []
    made = attack_of(item, attacks, actor) if attacks else {}
    struck = {key: made[key] for key in ("kind", "to_hit", "damage", "reach", "range") if key in made}
    return Entry(
        one_line(item.get("name")),
        description(item, actor),
        limits_of(item, activity, actor) | save_figures(activity, item, actor) | struck,
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
