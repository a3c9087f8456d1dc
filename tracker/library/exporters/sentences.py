"""Figures said as the lines of a stat block, so that a person and every importer can read them again."""

import re
from collections.abc import Iterable

from tracker.library import coercion
from tracker.library.models import ActionEntry, AttackEntry, Spellcasting, StatBlock

ABILITIES = {
    "str": "Strength",
    "dex": "Dexterity",
    "con": "Constitution",
    "int": "Intelligence",
    "wis": "Wisdom",
    "cha": "Charisma",
}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_RESTS = {"short rest": "Recharges after a Short or Long Rest", "long rest": "Recharges after a Long Rest"}
_MOVED = re.compile(r"moved (\d+)\+ ft\. straight first")


def title(entry: ActionEntry | AttackEntry) -> str:
    """The name with its limits in brackets: `Fire Breath (Recharge 5-6)`."""
    limits = []
    if entry.recharge:
        limits.append(_RESTS.get(entry.recharge, f"Recharge {entry.recharge}"))
    if entry.uses:
        limits.append(re.sub(r"/(\w)", lambda hit: "/" + hit[1].upper(), entry.uses))
    if isinstance(entry, ActionEntry) and entry.cost > 1:
        limits.append(f"Costs {entry.cost} Actions")
    if entry.when:
        limits.append(entry.when)
    return f"{entry.name} ({'; '.join(limits)})" if limits else entry.name


def amount(part: str) -> str:
    """`2d6+4 slashing` as `11 (2d6 + 4) slashing damage`."""
    dice, _, kind = part.partition(" ")
    kinds = "" if kind == "any" else " or ".join(kind.split("|"))
    shown = re.sub(r"([+-])", r" \1 ", dice)
    number = dice if "d" not in dice else f"{coercion.average(dice)} ({shown})"
    return f"{number} {kinds} damage".replace("  ", " ")


def amounts(parts: Iterable[str]) -> str:
    """Several amounts joined by "plus"."""
    return " plus ".join(amount(part) for part in parts)


def attack(entry: AttackEntry, edition: str | None) -> str:
    """An attack in the wording of the edition; the GM's own text where there is one."""
    if entry.text:
        return entry.text
    kind = {"both": "Melee or Ranged"}.get(entry.kind, entry.kind.capitalize())
    if edition == "srd-5.2" and not entry.spell:
        head = f"{kind} Attack Roll: {entry.to_hit:+d}"
    else:
        head = f"{kind} {'Spell' if entry.spell else 'Weapon'} Attack: {entry.to_hit:+d} to hit"
    far = [
        f"reach {entry.reach} ft." if entry.reach is not None else "",
        f"range {entry.range} ft." if entry.range else "",
    ]
    hit = [_hit(entry)]
    hit += [_afflicted(entry.inflicts, entry.escape)] if entry.inflicts or entry.escape else []
    hit += [f"The target takes {amounts(entry.ongoing)} at the start of each of its turns."] if entry.ongoing else []
    hit += [_save(save, edition) for save in entry.save]
    return f"{head}, {' or '.join(filter(None, far))} Hit: {' '.join(filter(None, hit))}".replace(",  ", ", ")


def _hit(entry: AttackEntry) -> str:
    if not entry.damage:
        return ""
    first, *rest = entry.damage
    others = [(entry.two_handed, "if used with two hands")] if entry.two_handed else []
    others += [(entry.bloodied, "if the swarm has half of its hit points or fewer")] if entry.bloodied else []
    others += [(case.damage, _reason(case.case)) for case in entry.alt]
    shared = bool(rest) and len(others) == 1 and list(others[0][0][1:]) == rest
    line = amount(first) if shared else amounts(entry.damage)
    for damage, reason in others:
        line += f", or {amount(damage[0]) if shared else amounts(damage)} {reason}"
    if shared:
        line += "".join(f", plus {amount(part)}" for part in rest)
    for case in entry.extra:
        line += f", plus {amounts(case.damage)} {_reason(case.case)}"
    return f"{line}."


def _reason(case: str) -> str:
    if case == "advantage":
        return "if the attack roll had Advantage"
    if moved := _MOVED.fullmatch(case):
        return f"if it moved {moved[1]}+ feet straight toward the target first"
    return case if re.match(r"(?:at|in|with)\s", case) else f"if {case}"


def _afflicted(conditions: tuple[str, ...], escape: int | None) -> str:
    names = " and ".join(", ".join(map(str.capitalize, conditions)).rsplit(", ", 1))
    said = (
        f"The target has the {names} condition{'s' if len(conditions) > 1 else ''}"
        if conditions
        else "The target is held"
    )
    return f"{said} (escape DC {escape})." if escape is not None else f"{said}."


def _save(save: ActionEntry, edition: str | None) -> str:
    """A saving throw with what failure and success do."""
    if save.save is None:
        return ""
    dc = save.dc if save.dc is not None else 10
    names = save.save.split(" or ")
    if edition == "srd-5.2":
        head = f"{' or '.join(ABILITIES[name] for name in names)} Saving Throw: DC {dc}."
    elif edition == "black-flag":
        head = f"DC {dc} {' or '.join(name.upper() for name in names)} save."
    else:
        head = f"DC {dc} {' or '.join(ABILITIES[name] for name in names)} saving throw."
    failure = [
        f"The target takes {amounts(save.damage)}." if save.damage else "",
        _afflicted(save.inflicts, None) if save.inflicts else "",
    ]
    failure += [f"The target takes {amounts(save.ongoing)} at the start of each of its turns." if save.ongoing else ""]
    text = f"{head} Failure: {' '.join(filter(None, failure))}" if any(failure) else head
    return f"{text} Success: Half damage." if save.half else text


def action(entry: ActionEntry, edition: str | None) -> str:
    """Any other entry: area, saving throws, damage, healing; the GM's own text where there is one."""
    if entry.text:
        return entry.text
    said: list[str] = []
    if entry.to_hit is not None:
        said.append(
            f"Melee Weapon Attack: {entry.to_hit:+d} to hit. Hit: {amounts(entry.damage)}." if entry.damage else ""
        )
    if entry.area:
        said.append(_area(entry.area))
    if entry.save:
        said.append(_save(entry, edition))
    elif entry.to_hit is None:
        said.append(f"The target takes {amounts(entry.damage)}." if entry.damage else "")
        said.append(
            f"The target takes {amounts(entry.ongoing)} at the start of each of its turns." if entry.ongoing else ""
        )
        said.append(_afflicted(entry.inflicts, None) if entry.inflicts else "")
    said += [_save(save, edition) for save in entry.then]
    said.append(f"The grapple ends on an escape (escape DC {entry.escape})." if entry.escape is not None else "")
    said.append(
        f"It regains {coercion.average(entry.heals)} ({entry.heals}) hit points."
        if entry.heals and "d" in entry.heals
        else ""
    )
    said.append(f"It adds {entry.ac_bonus} to its AC against one attack that would hit it." if entry.ac_bonus else "")
    said.append(f"The spell save DC {entry.spell_dc} holds." if entry.spell_dc and not entry.save else "")
    said.append("It can't take this action again until the start of its next turn." if entry.once else "")
    return " ".join(filter(None, said))


def _area(area: str) -> str:
    if area.startswith("within"):
        return f"Each target {area.replace(' ft.', ' feet')}:"
    found = re.fullmatch(r"(\d+) ft\. (\w+)(?:, (\d+) ft\. wide)?", area)
    if not found:
        return f"{area}:"
    wide = f" that is {found[3]} feet wide" if found[3] else ""
    radius = "-radius" if found[2].lower() == "sphere" else ""
    return f"Each creature in a {found[1]}-foot{radius} {found[2]}{wide}:"


def multiattack(block: StatBlock) -> str:
    """The multiattack sentence; the GM's own where there is one."""
    own = next((text for name, text in block.texts.items() if name.lower().startswith("multiattack")), None)
    if own or not block.multiattack:
        return own or ""
    said = [f"It makes {_attacks(block.multiattack)}."]
    said += [f"Or it makes {_attacks(other)}." for other in block.multiattack_or]
    if block.multiattack_swap:
        said.append(f"It can replace one attack with {' or '.join(block.multiattack_swap)}.")
    return " ".join(said)


def _attacks(parts: tuple[str, ...]) -> str:
    said = []
    for part in parts:
        counted = re.match(r"(\d+)x (.*)", part)
        number, name = (int(counted[1]), counted[2]) if counted else (1, part)
        word = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
        said.append(f"{word} {name} attack{'s' if number > 1 else ''}")
    return " and ".join(", ".join(said).rsplit(", ", 1))


def spells(entry: Spellcasting) -> str:
    """A spell list: the sentence about ability and DC, then a line each."""
    if entry.text:
        return entry.text
    level = f"It is a {entry.level}{_ordinal(entry.level)}-level spellcaster. " if entry.level else ""
    ability = (
        f"Its spellcasting ability is {ABILITIES[entry.ability]}" if entry.ability in ABILITIES else "It casts spells"
    )
    figures = [
        f"spell save DC {entry.dc}" if entry.dc is not None else "",
        f"{entry.attack:+d} to hit with spell attacks" if entry.attack is not None else "",
    ]
    shown = ", ".join(filter(None, figures))
    lines = [f"{level}{ability}{f' ({shown})' if shown else ''}:"]
    for key, names in entry.spells.items():
        if key.isdigit():
            slots = entry.slots.get(int(key))
            key = f"{key}{_ordinal(int(key))} level" + (f" ({slots} slot{'s' if slots != 1 else ''})" if slots else "")
        elif key == "cantrips":
            key = "Cantrips (at will)"
        elif key.endswith("/day"):
            key = key.replace("/day", "/Day")
        else:
            key = key.capitalize()
        lines.append(f"{key}: {', '.join(names)}")
    return "\n".join(lines)


def regeneration(block: StatBlock) -> str:
    """What its regeneration does, as a sentence."""
    if block.regeneration is None:
        return ""
    least = f" if it has at least {block.regeneration.needs_hp} hit point" if block.regeneration.needs_hp else ""
    said = f"It regains {block.regeneration.amount} hit points at the start of its turn{least}."
    stopped = " or ".join(block.regeneration.stopped_by)
    return f"{said} If it takes {stopped} damage, this does not happen at its next turn." if stopped else said


def _ordinal(number: int) -> str:
    return {1: "st", 2: "nd", 3: "rd"}.get(number, "th")


def speed(block: StatBlock) -> str:
    """`30 ft., fly 60 ft. (hover)`."""
    parts = [f"{feet} ft." if way == "walk" else f"{way} {feet} ft." for way, feet in block.speed.items()]
    return ", ".join(parts) + (" (hover)" if block.hover else "")


def senses(block: StatBlock) -> list[str]:
    """Special senses, one each."""
    beyond = " (blind beyond this radius)" if block.blind_beyond else ""
    return [
        f"{name} {feet} ft.{beyond if name == 'blindsight' or len(block.senses) == 1 else ''}"
        for name, feet in block.senses.items()
    ]


def defence(parts: Iterable[str]) -> list[str]:
    """Damage kinds as books say them: `bludgeoning (nonmagical)` is from nonmagical attacks."""
    plain: list[str] = []
    qualified: dict[str, list[str]] = {}
    for part in parts:
        found = re.fullmatch(r"(\w+) \((.+)\)", part)
        if found:
            qualified.setdefault(found[2], []).append(found[1])
        else:
            plain.append(part)
    for qualifier, kinds in qualified.items():
        metal = re.fullmatch(r"nonmagical(?:, not (silvered|adamantine))?", qualifier)
        names = " and ".join(", ".join(kinds).rsplit(", ", 1))
        if metal:
            plain.append(
                f"{names} from nonmagical attacks" + (f" not made with {metal[1]} weapons" if metal[1] else "")
            )
        else:
            plain.append(f"{names} ({qualifier})")
    return plain
