"""A stat block as lines: what the detail pane shows of a creature, in the fight or out of it."""

from collections.abc import Iterable, Iterator

from tracker.encounter.state import Combatant
from tracker.library.descriptions import describe
from tracker.library.models import EDITIONS, ActionEntry, AttackEntry, StatBlock
from tracker.tui.lines import GLUE, Line, Span, line
from tracker.tui.options import attack_options, uses_left

ABILITIES = ("str", "dex", "con", "int", "wis", "cha")


def signed(number: int) -> str:
    """`+3`, `+0`, `-1`."""
    return f"+{number}" if number >= 0 else str(number)


def block_lines(block: StatBlock, one: Combatant | None = None) -> Iterator[Line]:
    """The figures of a stat block, one subject a line; `one` adds what this combatant has spent."""
    yield from _figures(block)
    yield from deed_lines(block, one)


def deed_lines(block: StatBlock, one: Combatant | None = None) -> Iterator[Line]:
    """What it can do alone: all there is to a trap or a lair."""
    yield from _actions(block, one)
    yield from _more(block, one)


def heading(block: StatBlock) -> str:
    """Size, type and challenge in a few words."""
    words = [block.size, block.type or "", block.character_class or ""]
    if block.level:
        words.append(f"level {block.level}")
    text = " ".join(word for word in words if word)
    return f"{text} · CR {block.cr}" if block.cr else text


def _figures(block: StatBlock) -> Iterator[Line]:
    speed = ", ".join(f"{feet}" if mode == "walk" else f"{mode} {feet}" for mode, feet in block.speed.items())
    senses = ", ".join(f"{name}{GLUE}{feet}" for name, feet in block.senses.items())
    sees = [Span("  senses ", "dim"), Span(senses)] if senses else []
    yield line(Span("speed ", "dim"), speed or "0", Span("  passive ", "dim"), str(block.passive), *sees)
    abilities: list[Span] = []
    for ability in ABILITIES:
        modifier, save = block.ability_modifier(ability), block.save_bonus(ability)
        abilities.append(Span(f"{' ' if abilities else ''}{ability.upper()}{GLUE}", "dim"))
        abilities.append(Span(signed(modifier) if save == modifier else f"{signed(modifier)}/{signed(save)}"))
    yield line(*abilities)
    for label, words in (
        ("resists", block.resist),
        ("immune", (*block.immune, *block.condition_immune)),
        ("vulnerable", block.vulnerable),
    ):
        if words:
            yield line(Span(f"{label} ", "dim"), ", ".join(words))


def _actions(block: StatBlock, one: Combatant | None) -> Iterator[Line]:
    if block.multiattack:
        swap = f" or {', '.join(block.multiattack_swap)}" if block.multiattack_swap else ""
        yield line(Span("multiattack ", "dim"), ", ".join(block.multiattack) + swap)
    numbered = attack_options(block)
    for option in numbered:
        cost = "" if option.cost == "action" else "bonus action"
        yield _entry(str(option.number), option.entry, one, cost)
    known = {option.name for option in numbered}
    groups = (
        ("action", block.actions, None),
        ("bonus action", block.bonus, "bonus"),
        ("reaction", block.reactions, "reaction"),
    )
    for label, entries, kind in groups:
        for entry in entries:
            if entry.name not in known:
                yield _entry("·", entry, one, label, _described(block, entry.name, kind))


def _described(block: StatBlock, name: str, kind: str | None) -> str | None:
    """What a bestiary's creature does by that name; a character's feature of the same name is another thing."""
    return describe(block.edition or EDITIONS[-2], name, kind) if block.cr is not None else None


def _entry(
    sign: str,
    entry: AttackEntry | ActionEntry,
    one: Combatant | None,
    label: str = "",
    described: str | None = None,
) -> Line:
    printed = (entry.uses, entry.recharge and f"recharge {entry.recharge}")
    uses = uses_left(one, entry) if one else " · ".join(filter(None, printed))
    notes = ", ".join(word for word in (label, uses) if word)
    body = (attack_words(entry) if isinstance(entry, AttackEntry) else action_words(entry)) or described or ""
    parts: list[Span | str] = [Span(f"{sign} ", "key" if sign.isdigit() else "dim"), Span(entry.name, "strong")]
    if notes:
        parts.append(Span(f" ({notes})", "dim"))
    return line(*parts, f"  {body}" if body else "")


def attack_words(attack: AttackEntry) -> str:
    """Bonus, damage and distances of an attack: `+4  1d6+2 slashing · reach 5`."""
    words = [signed(attack.to_hit), " + ".join(attack.damage) or "no damage"]
    if attack.two_handed:
        words.append(f"(two hands {' + '.join(attack.two_handed)})")
    distance = [f"reach {attack.reach}" if attack.reach and attack.kind != "ranged" and attack.reach != 5 else ""]
    distance.append(f"range {attack.range}" if attack.range else "")
    words += [f"· {text}" for text in distance if text]
    if attack.inflicts:
        words.append("· " + ", ".join(attack.inflicts))
    words += [f"· {action_words(save)}" for save in attack.save]
    words += [f"· {case.case}: {' + '.join(case.damage)}" for case in (*attack.extra, *attack.alt)]
    if attack.text:
        words.append(f"· {attack.text}")
    return " ".join(words)


def action_words(entry: ActionEntry) -> str:
    """What an action does, in figures: `DEX save DC 15, 12d6 fire, half · 60 ft. cone`."""
    words: list[str] = []
    if entry.save:
        words.append(f"{entry.save.upper()} save" + (f" DC {entry.dc}" if entry.dc else ""))
    if entry.damage:
        words.append(" + ".join(entry.damage) + (", half on a success" if entry.half else ""))
    if entry.inflicts:
        words.append(", ".join(entry.inflicts))
    bonus = f"AC {signed(entry.ac_bonus)}" if entry.ac_bonus else None
    for text in (bonus, entry.area, f"heals {entry.heals}" if entry.heals else None, entry.text):
        if text:
            words.append(text)
    return " · ".join(words)


def _more(block: StatBlock, one: Combatant | None) -> Iterator[Line]:
    if block.skills:
        skills = ", ".join(f"{name}{GLUE}{signed(bonus)}" for name, bonus in block.skills.items())
        yield line(Span("skills ", "dim"), skills)
    if block.legendary:
        spent = one.spent.get("legendary", 0) if one else 0
        yield line(
            Span("legendary ", "dim"),
            Span(f"{max(0, block.legendary.uses - spent)} of {block.legendary.uses} left", "number"),
        )
        for entry in block.legendary.actions:
            cost = f"costs {entry.cost}" if entry.cost > 1 else ""
            yield _entry("·", entry, one, cost, _described(block, entry.name, "legendary"))
    if block.legendary_resistance:
        spent = one.spent.get("legendary resistance", 0) if one else 0
        left = f"{max(0, block.legendary_resistance - spent)} of {block.legendary_resistance} left"
        yield line(Span("legendary resistance ", "dim"), left)
    for entry in block.lair:
        yield _entry("·", entry, one, "lair")
    for name in block.traits:
        text = block.texts.get(name) or _described(block, name, "trait") or ""
        yield line(Span("trait ", "dim"), Span(name, "strong"), f"  {text}" if text else "")
    for casting in block.spellcasting:
        dc = f" DC {casting.dc}" if casting.dc else ""
        hit = f", {signed(casting.attack)} to hit" if casting.attack is not None else ""
        yield line(Span(f"{casting.name.lower()} ", "dim"), f"{(casting.ability or '').upper()}{dc}{hit}")
        for level, spells in casting.spells.items():
            slots = casting.slots.get(int(level)) if level.isdigit() else None
            label = f"level {level}" if level.isdigit() else level
            yield line(Span(f"  {label}{f' ({slots} slots)' if slots else ''} ", "dim"), ", ".join(spells))
    yield from _texts((block.description, block.notes))


def _texts(texts: Iterable[str | None]) -> Iterator[Line]:
    for text in texts:
        for paragraph in (text or "").splitlines():
            if paragraph.strip():
                yield line(Span(paragraph, "dim"))
