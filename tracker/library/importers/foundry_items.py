"""Items of a Foundry dnd5e actor of any version: weapons as attacks with computed figures, saves, limits."""

from dataclasses import dataclass, field
from typing import Any

from tracker.library.importers import foundry_formula as formula
from tracker.library.importers import words
from tracker.library.importers.figures import is_empty, whole
from tracker.library.importers.markup import one_line
from tracker.library.importers.shapes import rows, table

_OLD_ATTACKS = {
    "mwak": ("melee", "weapon"),
    "rwak": ("ranged", "weapon"),
    "msak": ("melee", "spell"),
    "rsak": ("ranged", "spell"),
}
_SHAPES = {
    "sphere": "sphere",
    "radius": "radius",
    "cone": "cone",
    "cube": "cube",
    "cylinder": "cylinder",
    "circle": "radius",
    "emanation": "emanation",
} | {
    "square": "cube",
    "rect": "cube",
}


@dataclass(slots=True)
class Actor:
    """What formulas need to know of the actor."""

    name: str
    mods: dict[str, int]
    pb: int
    spellcasting: str = "int"
    bonuses: dict[str, Any] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)
    items: dict[str, str] = field(default_factory=dict)
    """Names of items by id, for texts that point to them."""

    def with_mod(self, ability: str | None) -> dict[str, int]:
        """The values formulas may name, `@mod` being that of one ability."""
        return self.values | {"mod": self.mods.get(ability or "", 0)}


def activities(item: dict[str, Any]) -> list[dict[str, Any]]:
    """An item's activities; from dnd5e before version 4 one is made of the item's own fields."""
    system = item_data(item)
    given = system.get("activities")
    found = list(given.values()) if isinstance(given, dict) else rows(given)
    found = [each | table(each.get("system")) for each in found if isinstance(each, dict)]
    if found or "activities" in system:
        return found
    return _old_activity(system)


def item_data(item: dict[str, Any]) -> dict[str, Any]:
    """`system`, or `data` in exports of dnd5e 1.x."""
    return table(item.get("system")) or table(item.get("data"))


def _old_activity(system: dict[str, Any]) -> list[dict[str, Any]]:
    activation = table(system.get("activation"))
    base: dict[str, Any] = {"activation": {"type": activation.get("type"), "value": activation.get("cost")}}
    base |= {"range": system.get("range"), "target": _old_target(system.get("target")), "uses": {}, "old": True}
    kind = str(system.get("actionType") or "")
    parts = [
        {"formula": part[0], "types": part[1:2]}
        for part in rows(table(system.get("damage")).get("parts"))
        if isinstance(part, list) and part
    ]
    save = table(system.get("save"))
    made: list[dict[str, Any]] = []
    if kind in _OLD_ATTACKS:
        value, classification = _OLD_ATTACKS[kind]
        attack = {
            "type": {"value": value, "classification": classification},
            "ability": system.get("ability"),
            "bonus": system.get("attackBonus", table(system.get("attack")).get("bonus")),
        }
        made.append(base | {"type": "attack", "attack": attack, "damage": {"includeBase": False, "parts": parts}})
    if not is_empty(save.get("ability")) and (
        whole(save.get("dc")) is not None or save.get("scaling") not in (None, "", "flat")
    ):
        scaling = save.get("scaling")
        dc = {
            "calculation": "" if scaling == "flat" else "spellcasting" if scaling == "spell" else scaling,
            "formula": save.get("dc") if scaling in ("flat", None, "") else "",
        }
        own = [] if made else parts
        made.append(
            base
            | {
                "type": "save",
                "save": {"ability": save["ability"], "dc": dc},
                "damage": {"parts": own, "onSave": "half"},
            }
        )
    if not made and activation.get("type"):
        made.append(base | {"type": "utility"} | ({"damage": {"parts": parts}} if parts else {}))
    return made


def _old_target(value: Any) -> dict[str, Any]:
    target = table(value)
    return {"template": {"type": target.get("type"), "size": target.get("value"), "width": target.get("width")}}


def ability_of(activity: dict[str, Any], system: dict[str, Any], actor: Actor) -> str:
    """The ability an attack is made with: the one named, else by kind of weapon."""
    attack = table(activity.get("attack"))
    named = attack.get("ability") or system.get("ability")
    if named == "spellcasting" or (is_empty(named) and table(attack.get("type")).get("classification") == "spell"):
        return actor.spellcasting
    if key := words.ability(named):
        return key
    properties = properties_of(system)
    if "fin" in properties:
        return max(("str", "dex"), key=lambda key: actor.mods.get(key, 0))
    return "dex" if kind_of(activity, system) == "ranged" else "str"


def properties_of(system: dict[str, Any]) -> set[str]:
    """Weapon properties from a list, or from the older table of yes and no."""
    given = system.get("properties")
    if isinstance(given, dict):
        return {key for key, value in given.items() if value is True}
    return {str(part) for part in rows(given)}


def kind_of(activity: dict[str, Any], system: dict[str, Any]) -> str:
    """`melee` or `ranged`."""
    value = table(table(activity.get("attack")).get("type")).get("value")
    if value in ("melee", "ranged"):
        return str(value)
    kind = table(system.get("type")).get("value") or system.get("weaponType")
    return "ranged" if str(kind or "").endswith("R") else "melee"


def to_hit(activity: dict[str, Any], system: dict[str, Any], actor: Actor) -> int:
    """The attack bonus: everything when the file says it is flat, else ability, proficiency and what is added."""
    attack = table(activity.get("attack"))
    ability = ability_of(activity, system, actor)
    extra = formula.number(attack.get("bonus") or 0, actor.with_mod(ability)) or 0
    if attack.get("flat") is True:
        return extra
    is_spell = table(attack.get("type")).get("classification") == "spell"
    key = ("m" if kind_of(activity, system) == "melee" else "r") + ("sak" if is_spell else "wak")
    general = formula.number(table(actor.bonuses.get(key)).get("attack") or 0, actor.with_mod(ability)) or 0
    proficient = system.get("proficient") not in (0, False)
    magic = whole(system.get("magicalBonus")) or 0
    return actor.mods.get(ability, 0) + (actor.pb if proficient else 0) + extra + general + magic


def damage_parts(activity: dict[str, Any], system: dict[str, Any], actor: Actor) -> list[str]:
    """Damage as we write it: the weapon's own with the ability modifier, then the activity's parts."""
    damage = table(activity.get("damage"))
    ability = ability_of(activity, system, actor) if activity.get("type") == "attack" else None
    found: list[str] = []
    base = table(table(system.get("damage")).get("base"))
    if damage.get("includeBase") and base:
        found += _part(
            base, actor, ability, actor.mods.get(ability or "", 0) + (whole(system.get("magicalBonus")) or 0)
        )
    for part in rows(damage.get("parts")):
        if isinstance(part, dict):
            found += _part(part, actor, ability, 0)
        elif isinstance(part, list) and part:
            found += _part({"formula": part[0], "types": part[1:2]}, actor, ability, 0)
    return found


def _part(part: dict[str, Any], actor: Actor, ability: str | None, extra: int) -> list[str]:
    custom = table(part.get("custom"))
    if "formula" in part or (custom.get("enabled") and custom.get("formula")):
        text = formula.damage(part.get("formula") or custom.get("formula"), actor.with_mod(ability))
    else:
        number, sides = whole(part.get("number")), whole(part.get("denomination"))
        dice = f"{number}d{sides}" if number and sides else ""
        bonus = f" + {part['bonus']}" if part.get("bonus") else ""
        text = formula.damage(f"{dice or 0}{bonus}", actor.with_mod(ability), extra) if dice or bonus else None
    given = [
        *rows(part.get("types")),
        *([part["type"]] if part.get("type") else []),
        *rows(part.get("additionalTypes")),
    ]
    kinds = [kind for kind in map(words.damage_type, given) if kind]
    return [f"{text} {'|'.join(dict.fromkeys(kinds)) or 'any'}"] if text else []


def save_figures(activity: dict[str, Any], item: dict[str, Any], actor: Actor) -> dict[str, Any]:
    """Save, DC, damage, half, area and conditions of a save activity."""
    save = table(activity.get("save"))
    named = save.get("ability")
    abilities = [key for key in map(words.ability, named if isinstance(named, list) else [named]) if key]
    found: dict[str, Any] = {}
    if abilities:
        found["save"] = " or ".join(abilities)
        found["dc"] = _difficulty(table(save.get("dc")), actor)
    if damage := damage_parts(activity, item_data(item), actor):
        found["damage"] = damage
        found["half"] = bool(abilities) and table(activity.get("damage")).get("onSave", "half") == "half"
    if span := area_of(activity):
        found["area"] = span
    if inflicted := _statuses(activity, item):
        found["inflicts"] = inflicted
    return {key: value for key, value in found.items() if value is not None}


def _difficulty(dc: dict[str, Any], actor: Actor) -> int | None:
    fixed = dc.get("formula")
    if not is_empty(fixed) or whole(dc.get("value")) is not None:
        value = formula.number(fixed if not is_empty(fixed) else dc.get("value"), actor.values)
        if value:
            return value
    by = dc.get("calculation")
    key = actor.spellcasting if by in ("spellcasting", "spell") else words.ability(by)
    return 8 + actor.pb + actor.mods.get(key, 0) if key else None


def area_of(activity: dict[str, Any]) -> str | None:
    """The template of an activity as we write areas."""
    template = table(table(activity.get("target")).get("template"))
    size, kind = whole(template.get("size")), str(template.get("type") or "")
    if not size:
        return None
    if kind in ("line", "wall"):
        width = whole(template.get("width"))
        return f"{size} ft. line" + (f", {width} ft. wide" if width else "")
    return f"{size} ft. {_SHAPES[kind]}" if kind in _SHAPES else None


def _statuses(activity: dict[str, Any], item: dict[str, Any]) -> list[str]:
    wanted = {str(each.get("_id")) for each in rows(activity.get("effects")) if isinstance(each, dict)}
    named: list[str] = []
    for effect in rows(item.get("effects")):
        if isinstance(effect, dict) and str(effect.get("_id")) in wanted:
            named += [status for status in map(words.condition, rows(effect.get("statuses"))) if status]
    return list(dict.fromkeys(named))


def limits_of(item: dict[str, Any], activity: dict[str, Any], actor: Actor) -> dict[str, Any]:
    """Recharge, uses and legendary cost, wherever this version keeps them."""
    found: dict[str, Any] = {}
    system = item_data(item)
    for uses in (table(activity.get("uses")), table(system.get("uses"))):
        amount = formula.number(uses.get("max") or 0, actor.values) or 0
        for recovery in rows(uses.get("recovery")):
            period = str(table(recovery).get("period") or "")
            if period == "recharge":
                low = whole(table(recovery).get("formula")) or 6
                found.setdefault("recharge", f"{low}-6" if low < 6 else "6")
            elif period in ("day", "lr", "longRest", "dawn", "dusk") and amount:
                found.setdefault("uses", f"{amount}/day")
            elif period in ("sr", "shortRest") and amount:
                found.setdefault("recharge", "short rest")
        if uses.get("per") and amount and "recovery" not in uses:
            found |= {"recharge": "short rest"} if uses["per"] in ("sr", "charges") else {"uses": f"{amount}/day"}
    old = whole(table(system.get("recharge")).get("value"))
    if old:
        found.setdefault("recharge", f"{old}-6" if old < 6 else "6")
    activation = table(activity.get("activation"))
    if activation.get("type") in ("legendary", "mythic") and (whole(activation.get("value")) or 1) > 1:
        found["cost"] = whole(activation.get("value"))
    return found


def attack_of(item: dict[str, Any], attacks: list[dict[str, Any]], actor: Actor) -> dict[str, Any]:
    """One attack of an item, its further attack activities as variants of the first."""
    system = item_data(item)
    first = attacks[0]
    kind = kind_of(first, system)
    span = table(system.get("range"))
    far = table(first.get("range"))
    properties = properties_of(system)
    found: dict[str, Any] = {"name": one_line(item.get("name")), "kind": kind, "to_hit": to_hit(first, system, actor)}
    normal, long = whole(span.get("value")), whole(span.get("long"))
    reach = whole(span.get("reach")) or (
        None if "thr" in properties or kind == "ranged" else whole(far.get("value")) or normal
    )
    thrown = kind == "melee" and "thr" in properties and normal
    if kind == "melee":
        found["reach"] = reach if reach and reach > 0 else (10 if "rch" in properties else 5)
    if kind == "ranged" or thrown:
        distance = normal or whole(far.get("value"))
        if distance and distance > 0:
            found["range"] = f"{distance}/{long}" if long and long > 0 else str(distance)
        found["kind"] = "both" if thrown else "ranged"
    if damage := damage_parts(first, system, actor):
        found["damage"] = damage
    if both := _two_handed(system, first, actor, damage):
        found["two_handed"] = both
    if table(table(first.get("attack")).get("type")).get("classification") == "spell":
        found["spell"] = True
    for other in attacks[1:]:
        _variant(found, other, system, actor)
    return found


def _variant(found: dict[str, Any], other: dict[str, Any], system: dict[str, Any], actor: Actor) -> None:
    label = one_line(other.get("name"))
    damage = damage_parts(other, system, actor)
    more = (
        damage[len(found.get("damage", [])) :]
        if damage[: len(found.get("damage", []))] == found.get("damage", [])
        else []
    )
    if more:
        found.setdefault("extra", []).append(
            {"if": "advantage" if "advantage" in label.lower() else label or "variant", "damage": more}
        )
    elif damage and damage != found.get("damage"):
        found.setdefault("alt", []).append({"if": label or "variant", "damage": damage})
    elif kind_of(other, system) != found["kind"] and found["kind"] != "both":
        distance = whole(table(other.get("range")).get("value")) or whole(table(system.get("range")).get("value"))
        if distance and distance > 0 and kind_of(other, system) == "ranged":
            found |= {"kind": "both", "range": str(distance)}


def _two_handed(system: dict[str, Any], activity: dict[str, Any], actor: Actor, damage: list[str]) -> list[str]:
    versatile = table(system.get("damage")).get("versatile")
    ability = ability_of(activity, system, actor)
    if isinstance(versatile, str) and versatile.strip() and damage:
        text = formula.damage(versatile, actor.with_mod(ability))
        return [f"{text} {damage[0].split(' ', 1)[1]}", *damage[1:]] if text else []
    base = table(table(system.get("damage")).get("base"))
    if "ver" not in properties_of(system) or not damage or not base:
        return []
    sides = whole(table(versatile).get("denomination")) or (whole(base.get("denomination")) or 0) + 2
    number = whole(table(versatile).get("number")) or whole(base.get("number"))
    made = _part(base | {"number": number, "denomination": sides}, actor, ability, actor.mods.get(ability, 0))
    return made + damage[1:]
