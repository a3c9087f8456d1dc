"""Creatures of 5etools that are copies of another entry with changes: `_copy`, `_mod`, `_versions`."""

import copy
import re
from typing import Any

from tracker.library.importers.figures import plain, whole
from tracker.library.importers.result import Imported

_LIST_MODES = (
    "prependArr",
    "appendArr",
    "insertArr",
    "replaceArr",
    "replaceOrAppendArr",
    "appendIfNotExistsArr",
    "removeArr",
)
_LONGEST_CHAIN = 12


def settled(monsters: list[dict[str, Any]], found: Imported) -> list[dict[str, Any]]:
    """Every entry complete: copies resolved inside this file, variants added; what cannot be is named and left out."""
    by_name: dict[str, list[dict[str, Any]]] = {}
    for monster in monsters:
        by_name.setdefault(_key(monster.get("name")), []).append(monster)
    result = []
    for monster in monsters:
        whole_one = _resolved(monster, by_name, found, ())
        if whole_one is not None:
            result.append(whole_one)
            result += _versions(whole_one, found)
    return result


def _key(name: Any) -> str:
    return plain(name).lower()


def _resolved(
    monster: dict[str, Any], by_name: dict[str, list[dict[str, Any]]], found: Imported, chain: tuple[str, ...]
) -> dict[str, Any] | None:
    wish = monster.get("_copy")
    if not isinstance(wish, dict):
        return monster
    name, target, source = plain(monster.get("name")), plain(wish.get("name")), plain(wish.get("source"))
    candidates = [each for each in by_name.get(_key(target), []) if each is not monster]
    same = [each for each in candidates if _key(each.get("source")) == _key(source)]
    base = next(iter(same), candidates[0] if candidates and not source else None)
    label = f"{target} ({source})" if source else target
    if base is None:
        found.problem(
            name, f"based on {label}, which is not in this file: left out; copy its figures in, or add that creature"
        )
        return None
    if _key(target) in chain or len(chain) > _LONGEST_CHAIN:
        found.problem(name, f"based on {label}, which is based on this one again: left out")
        return None
    parent = _resolved(base, by_name, found, (*chain, _key(name)))
    if parent is None:
        found.problem(name, f"based on {label}, which could not be completed itself: left out")
        return None
    made = copy.deepcopy({key: value for key, value in parent.items() if key not in ("_copy", "_versions")})
    for key, value in monster.items():
        if key == "_copy":
            continue
        if value is None:
            made.pop(key, None)
        else:
            made[key] = value
    if wish.get("_templates"):
        found.problem(name, "a template of another book is applied to it here: its changes are not included")
    _apply(made, wish.get("_mod"), name, found)
    return made


def _versions(monster: dict[str, Any], found: Imported) -> list[dict[str, Any]]:
    made = []
    for version in monster.get("_versions") or [] if isinstance(monster.get("_versions"), list) else []:
        if not isinstance(version, dict) or "_abstract" in version or not version.get("name"):
            found.problem(plain(monster.get("name")), "a family of variants made by a pattern: left out")
            continue
        each = copy.deepcopy({key: value for key, value in monster.items() if key != "_versions"})
        for key, value in version.items():
            if key.startswith("_"):
                continue
            if value is None:
                each.pop(key, None)
            else:
                each[key] = value
        _apply(each, version.get("_mod"), plain(version["name"]), found)
        made.append(each)
    return made


def _apply(monster: dict[str, Any], mods: Any, name: str, found: Imported) -> None:
    if not isinstance(mods, dict):
        return
    for prop, changes in mods.items():
        for change in changes if isinstance(changes, list) else [changes]:
            if change == "remove":
                monster.pop(prop, None)
            elif not isinstance(change, dict) or not _change(monster, str(prop), change):
                mode = change.get("mode") if isinstance(change, dict) else change
                found.problem(name, f"the change '{mode}' to '{prop}' of its original is not understood: not made")


def _change(monster: dict[str, Any], prop: str, change: dict[str, Any]) -> bool:
    mode = str(change.get("mode"))
    if mode == "replaceTxt":
        return _replace_text(monster, prop, change)
    if mode in _LIST_MODES:
        return _change_list(monster, prop, mode, change)
    if mode == "appendStr":
        before = monster.get(prop)
        monster[prop] = (
            f"{before}{change.get('joiner', '')}{change.get('str', '')}"
            if isinstance(before, str)
            else change.get("str", "")
        )
        return True
    if mode == "setProp":
        monster[str(change.get("prop") or prop)] = change.get("value")
        return True
    if mode in ("addSkills", "addSaves"):
        return _add_proficient(monster, mode, change)
    if mode == "addSenses":
        extra = change.get("senses")
        listed = [
            f"{sense.get('type')} {sense.get('range')} ft."
            for sense in (extra if isinstance(extra, list) else [extra])
            if isinstance(sense, dict)
        ]
        monster["senses"] = [*(monster.get("senses") or []), *listed]
        return True
    if mode in ("scalarAddProp", "scalarMultProp"):
        return _scale(monster, prop, mode, change)
    if mode in ("scalarAddHit", "scalarAddDc"):
        tag = "hit" if mode == "scalarAddHit" else "dc"
        amount = whole(change.get("scalar")) or 0
        return _rewrite(
            monster,
            prop,
            lambda text: re.sub(rf"\{{@{tag} ([+-]?\d+)\}}", lambda hit: f"{{@{tag} {int(hit[1]) + amount}}}", text),
        )
    return mode in ("maxSize", "addSpells", "removeSpells") and False


def _replace_text(monster: dict[str, Any], prop: str, change: dict[str, Any]) -> bool:
    pattern, new = change.get("replace"), change.get("with", "")
    if not isinstance(pattern, str) or not isinstance(new, str) or len(pattern) > 300:
        return False
    flags = re.I if "i" in str(change.get("flags", "")) else 0
    new = re.sub(r"\$(\d)", r"\\\1", new.replace("\\", "\\\\"))
    try:
        compiled = re.compile(pattern, flags)
    except re.error:
        compiled = re.compile(re.escape(pattern), flags)

    def replaced(text: str) -> str:
        try:
            return compiled.sub(new, text)
        except re.error:
            return text

    return _rewrite(monster, prop, replaced)


def _rewrite(monster: dict[str, Any], prop: str, change: Any) -> bool:
    """Run a change over the texts of one property, or of all lists of the creature for `*`."""
    names = [key for key in monster if key not in ("name", "source")] if prop in ("*", "_") else [prop]
    for key in names:
        if key in monster:
            monster[key] = _walked(monster[key], change, 0)
    return True


def _walked(value: Any, change: Any, depth: int) -> Any:
    if depth > 30:
        return value
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_walked(part, change, depth + 1) for part in value]
    if isinstance(value, dict):
        return {key: _walked(part, change, depth + 1) for key, part in value.items()}
    return value


def _change_list(monster: dict[str, Any], prop: str, mode: str, change: dict[str, Any]) -> bool:
    before = monster.get(prop)
    rows: list[Any] = list(before) if isinstance(before, list) else []
    items = change.get("items")
    items = items if isinstance(items, list) else [] if items is None else [items]
    if mode == "removeArr":
        names = change.get("names", items)
        gone = {_key(name) for name in (names if isinstance(names, list) else [names])}
        monster[prop] = [row for row in rows if _key(row.get("name") if isinstance(row, dict) else row) not in gone]
        return True
    if mode in ("replaceArr", "replaceOrAppendArr"):
        wish = change.get("replace")
        place = _place(rows, wish)
        if place is None and mode == "replaceArr":
            return False
        monster[prop] = rows + items if place is None else [*rows[:place], *items, *rows[place + 1 :]]
        return True
    if mode == "prependArr":
        rows = items + rows
    elif mode == "insertArr":
        index = whole(change.get("index")) or 0
        rows[index:index] = items
    else:
        rows += [item for item in items if mode == "appendArr" or item not in rows]
    monster[prop] = rows
    return True


def _place(rows: list[Any], wish: Any) -> int | None:
    if isinstance(wish, dict):
        index = whole(wish.get("index"))
        return index if index is not None and 0 <= index < len(rows) else None
    return next(
        (i for i, row in enumerate(rows) if _key(row.get("name") if isinstance(row, dict) else row) == _key(wish)), None
    )


def _add_proficient(monster: dict[str, Any], mode: str, change: dict[str, Any]) -> bool:
    from tracker.library.importers.figures import challenge, modifier_of, proficiency_bonus
    from tracker.library.importers.words import SKILL_ABILITY, skill

    field, wishes = ("skill", change.get("skills")) if mode == "addSkills" else ("save", change.get("saves"))
    if not isinstance(wishes, dict):
        return False
    bonus = proficiency_bonus(challenge(monster.get("cr")))
    table = dict(monster.get(field) or {})
    for name, level in wishes.items():
        ability = SKILL_ABILITY.get(skill(name), "str") if field == "skill" else str(name)
        table[name] = f"{modifier_of(whole(monster.get(ability))) + bonus * (whole(level) or 1):+d}"
    monster[field] = table
    return True


def _scale(monster: dict[str, Any], prop: str, mode: str, change: dict[str, Any]) -> bool:
    table, scalar = monster.get(prop), whole(change.get("scalar"))
    if not isinstance(table, dict) or scalar is None:
        return False
    chosen = list(table) if change.get("prop") == "*" else [change.get("prop")]
    for key in chosen:
        value = whole(table.get(key))
        if value is not None:
            table[key] = value + scalar if mode == "scalarAddProp" else value * scalar
    return True
