"""From one line of an encounter to a plan entry: the creature looked up, overrides laid on, gaps named."""

from collections.abc import Mapping
from typing import Any, Protocol

from tracker.library import bestiary
from tracker.library.bestiary import UnknownCreature
from tracker.library.coercion import nearest
from tracker.library.encounter_plan import PlanEntry, Side, Trap
from tracker.library.entry_lines import EntryLine, hit_points
from tracker.library.models import OTHER_WORDS, StatBlock
from tracker.library.validation import Steps, build, keys_of
from tracker.library.yaml_reader import Document

_LINE_KEYS = frozenset(keys_of(EntryLine))
_BLOCK_KEYS = (*keys_of(StatBlock), *OTHER_WORDS)
_MERGED = ("abilities", "mods", "saves", "skills", "senses", "speed", "texts", "slots")
_NOTHING = "give it monster: NAME, name: NAME or trap: NAME"


class Finder(Protocol):
    """Where creatures are found for an encounter."""

    edition: str

    def record(self, name: str, document: Document, steps: Steps) -> dict[str, Any] | None:
        """The creature as a mapping, or None with the reason reported, or raises UnknownCreature."""

    def template(self, name: str) -> Mapping[str, Any] | None:
        """A template of the encounter by name."""

    def template_names(self) -> list[str]:
        """All templates of the encounter."""


def entry_from(document: Document, steps: Steps, data: Any, side: Side, finder: Finder) -> PlanEntry | None:
    """The plan entry for the value at `steps`, or None; whatever is wrong is reported there and left out."""
    if isinstance(data, str):
        data = {"monster" if side == "foe" else "name": data}
    if not isinstance(data, dict):
        document.report(steps, "an entry must be a mapping such as monster: Goblin", "put key: value lines under the -")
        return None
    data = _with_templates(document, steps, data, finder)

    def report(inner: Steps, message: str, remedy: str, key: bool) -> None:
        document.report(steps + inner, message, remedy, key=key)

    said = {key: value for key, value in data.items() if key in _LINE_KEYS and value is not None}
    line = build(EntryLine, said, report) or EntryLine()
    if not (line.monster or line.name or line.trap):
        near = next((nearest(key, ("monster", "name", "trap")) for key in data if key not in _BLOCK_KEYS), "")
        document.report(steps, f"an entry without a name{near}", _NOTHING)
        return None
    overrides = {key: value for key, value in data.items() if key not in _LINE_KEYS}
    hp = _hit_points(document, steps, overrides, line)
    block = _block(document, steps, line, overrides, finder, report)
    if block is None:
        return None
    return _entry(document, steps, line, block, hp, side)


def _with_templates(document: Document, steps: Steps, data: dict[str, Any], finder: Finder) -> dict[str, Any]:
    names = data.get("extends")
    if not names:
        return data
    merged: dict[str, Any] = {}
    seen: list[str] = []
    waiting = list(names) if isinstance(names, list) else [names]
    chain = []
    while waiting:
        name = str(waiting.pop(0))
        template = finder.template(name)
        if template is None:
            near = nearest(name, finder.template_names())
            document.report((*steps, "extends"), f"no template '{name}'{near}", "templates stand under templates:")
        elif name not in seen:
            seen.append(name)
            chain.append(template)
            further = template.get("extends")
            waiting[:0] = further if isinstance(further, list) else [further] if further else []
    for template in [*reversed(chain), data]:
        merged = laid_over(merged, template)
    merged.pop("extends", None)
    return merged


def laid_over(base: Mapping[str, Any], upper: Mapping[str, Any]) -> dict[str, Any]:
    """One creature mapping over another: figures by name are merged, everything else is replaced."""
    result = dict(base)
    for key, value in upper.items():
        below = result.get(key)
        if key == "speed" and isinstance(value, int) and isinstance(below, dict):
            value = {"walk": value}
        if key in _MERGED and isinstance(value, dict) and isinstance(below, dict):
            result[key] = {**below, **value}
        else:
            result[key] = value
    return result


def _hit_points(
    document: Document, steps: Steps, overrides: dict[str, Any], line: EntryLine
) -> tuple[str, int | None, int | None]:
    """What the entry says of its hit points; `hp` leaves the overrides unless it speaks of hit dice."""
    try:
        said = hit_points(overrides.get("hp"))
    except ValueError as error:
        document.report((*steps, "hp"), f"hp {error}", "left at the average")
        overrides.pop("hp")
        return "average", None, None
    if said is None:
        return ("given", line.max_hp, line.max_hp) if line.max_hp is not None else ("average", None, None)
    overrides.pop("hp")
    mode, now, most = said
    if line.max_hp is not None and now is not None:
        most = max(line.max_hp, now)
    return mode, now, most


def _block(
    document: Document, steps: Steps, line: EntryLine, overrides: dict[str, Any], finder: Finder, report: Any
) -> StatBlock | None:
    base: dict[str, Any] | None = None
    if line.monster:
        try:
            base = finder.record(line.monster, document, (*steps, "monster"))
        except UnknownCreature as error:
            remedy = error.hint.removeprefix(": ") or "give it ac: and hp: under name: to make it from nothing"
            document.report((*steps, "monster"), f"no creature called '{line.monster}' in {error.edition}", remedy)
            return None
        if base is None:
            return None
        if not overrides and line.initiative_bonus is None and "source" not in base:
            return bestiary.lookup(finder.edition, str(base["name"]))
        data = overridden(base, overrides)
    else:
        data = {"name": line.trap or line.name, **overrides}
        if line.trap:
            _trap_rolls(data)
    data.setdefault("edition", finder.edition)
    if line.initiative_bonus is not None:
        data["initiative"] = line.initiative_bonus
    return build(StatBlock, data, report, _LINE_KEYS, OTHER_WORDS, base)


def overridden(base: dict[str, Any], overrides: dict[str, Any]) -> dict[str, Any]:
    """A creature mapping with the GM's overrides: a new AC drops its note, a new Dexterity moves the initiative."""
    data = laid_over(base, overrides)
    if "ac" in overrides and "ac_note" not in overrides:
        data.pop("ac_note", None)
    scores = base.get("abilities")
    dexterity = scores.get("dex") if isinstance(scores, dict) else None
    if "abilities" in overrides and isinstance(dexterity, int) and base.get("initiative") == (dexterity - 10) // 2:
        data.pop("initiative", None)
    return data


def _trap_rolls(data: dict[str, Any]) -> None:
    """`attack:` and `save:` of a trap become an attack and an action under the trap's name."""
    attack = data.pop("attack", None)
    if isinstance(attack, dict):
        data["attacks"] = [{"name": data["name"], **attack}]
    elif attack is not None:
        data["attacks"] = attack
    save = data.pop("save", None)
    if save is not None:
        loose = {key: data.pop(key) for key in ("dc", "damage", "half", "inflicts", "area", "ongoing") if key in data}
        inner = save if isinstance(save, dict) else {"save": save}
        data["actions"] = [{"name": data["name"], **loose, **inner}]


def _entry(
    document: Document,
    steps: Steps,
    line: EntryLine,
    block: StatBlock,
    hp: tuple[str, int | None, int | None],
    side: Side,
) -> PlanEntry:
    mode, now, most = hp
    if line.absent and (line.wave is not None or line.joins is not None):
        message = f"'{line.name or block.name}' is absent, and so waits for `join`, whatever wave: and joins: say"
        document.report((*steps, "absent"), message, "take absent: out, or the other two", "warning")
    if mode in ("roll", "max") and not block.hp_dice:
        message = f"'{block.name}' has no hit dice; the average of {block.hp} is taken"
        document.report((*steps, "hp"), message, "give it hp_dice: 2d8+2", "note")
        mode = "average"
    if mode == "given" and not line.monster:
        block = block.model_copy(update={"hp": most})
    trap = None
    if line.trap:
        trap = Trap(
            each_turn=line.each_turn,
            counter=line.counter,
            detect_dc=line.detect_dc,
            disarm_dc=line.disarm_dc,
            disarm=line.disarm,
        )
    return PlanEntry.model_validate(
        {
            "block": block,
            "name": line.name if line.name and (line.monster or line.trap) else None,
            "count": line.count,
            "group": line.group,
            "hp_mode": mode,
            "hp": now,
            "max_hp": most,
            "initiative": line.initiative,
            "side": line.side or ("neutral" if line.trap else side),
            "hidden": line.hidden,
            "surprised": line.surprised,
            "wave": line.wave,
            "joins": line.joins,
            "absent": line.absent,
            "kind": "trap" if line.trap else "creature",
            "trap": trap,
            "carried": line.carried,
            "tags": line.tags,
            "notes": line.notes,
        }
    )
