"""A stat block as lines of text, compact, in the order in which it is needed at the table."""

from collections.abc import Iterable
from textwrap import wrap

from tracker.library.coercion import ABILITIES
from tracker.library.descriptions import describe
from tracker.library.entries import ActionEntry, AttackEntry, Legendary, Spellcasting
from tracker.library.models import StatBlock

_WIDTH = 80


def stat_block_lines(block: StatBlock, width: int = _WIDTH) -> list[str]:
    """The stat block, in lines of at most `width` letters; attacks carry the number that picks them."""
    lines = [block.name, _kind(block), "", *_defences(block), "", _abilities(block), *_proficiencies(block)]
    lines += _traits(block)
    lines += _section("Attacks", [attack_line(number, attack) for number, attack in enumerate(block.attacks, 1)])
    lines += _section("Multiattack", multiattack_lines(block))
    lines += _section("Actions", _actions(block, block.actions, "action"))
    lines += _section("Spells", [line for spells in block.spellcasting for line in spell_lines(spells)])
    lines += _section("Bonus actions", _actions(block, block.bonus, "bonus"))
    lines += _section("Reactions", _actions(block, block.reactions, "reaction"))
    if block.legendary:
        lines += _section(_legendary_title(block.legendary), _actions(block, block.legendary.actions, "legendary"))
    if block.mythic:
        lines += _section("Mythic actions", _actions(block, block.mythic.actions, "legendary"))
    lines += _section("Lair actions", _actions(block, block.lair, "lair"))
    lines += [text for text in ("", block.description, block.notes) if text is not None] if _has_words(block) else []
    return [part for line in lines for part in _wrapped(line, width)]


def _has_words(block: StatBlock) -> bool:
    return bool(block.description or block.notes)


def _wrapped(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False) or [""]


def signed(figure: int) -> str:
    """`+3`, `-1`, `+0`."""
    return f"{figure:+d}"


def _kind(block: StatBlock) -> str:
    words = (block.size_note or block.size).capitalize()
    parts = [f"{words} {block.type}" if block.type else words, block.alignment, block.edition]
    if block.character_class or block.level:
        parts.insert(1, f"{block.character_class or 'level'} {block.level or ''}".strip())
    return ", ".join(part for part in parts if part)


def _defences(block: StatBlock) -> list[str]:
    note = f" ({block.ac_note.strip('() ')})" if block.ac_note else ""
    dice = f" ({block.hp_dice})" if block.hp_dice else ""
    parts = [f"AC {block.ac}{note}", f"HP {block.hp}{dice}", f"Initiative {signed(block.initiative)}"]
    lines = ["   ".join(parts), f"Speed {speed_text(block)}"]
    lists = {
        "Vulnerable": block.vulnerable,
        "Resistant": block.resist,
        "Immune": block.immune,
        "Immune to conditions": block.condition_immune,
        "Resists conditions": block.condition_resist,
        "Vulnerable to conditions": block.condition_vulnerable,
    }
    lines += [f"{title}: {', '.join(words)}" for title, words in lists.items() if words]
    if block.regeneration:
        regained = block.regeneration
        stopped = f", not after {' or '.join(regained.stopped_by)}" if regained.stopped_by else ""
        lines.append(f"Regenerates {regained.amount} at the start of its turn{stopped}")
    if block.legendary_resistance:
        lair = block.legendary_resistance_lair
        lines.append(
            f"Legendary resistance {block.legendary_resistance}/day" + (f", {lair} in its lair" if lair else "")
        )
    return lines


def speed_text(block: StatBlock) -> str:
    """`40 ft., fly 80 ft. (hover)`."""
    ways = [f"{feet} ft." if way == "walk" else f"{way} {feet} ft." for way, feet in block.speed.items()]
    hover = " (hover)" if block.hover else ""
    note = f" [{block.speed_note}]" if block.speed_note else ""
    return ", ".join(ways) + hover + note


def _abilities(block: StatBlock) -> str:
    """Modifiers, and the saving throw where it differs."""
    parts = []
    for ability in ABILITIES:
        modifier, save = block.ability_modifier(ability), block.save_bonus(ability)
        score = block.abilities.get(ability)
        figures = signed(modifier) if score is None else f"{score} ({signed(modifier)})"
        kept = f" save {signed(save)}" if save != modifier else ""
        parts.append(f"{ability.upper()} {figures}{kept}")
    return "  ".join(parts)


def _proficiencies(block: StatBlock) -> list[str]:
    lines = []
    if block.skills:
        lines.append("Skills: " + ", ".join(f"{name} {signed(bonus)}" for name, bonus in block.skills.items()))
    senses = [f"{name} {feet} ft." for name, feet in block.senses.items()]
    if block.blind_beyond:
        senses.append("blind beyond")
    if block.perception is not None:
        senses.append(f"Perception {block.perception}")
    else:
        senses.append(f"passive Perception {block.passive}")
    if block.stealth is not None:
        senses.append(f"Stealth {block.stealth}" + (f" ({block.stealth_note})" if block.stealth_note else ""))
    lines.append("Senses: " + ", ".join(senses))
    if block.languages:
        lines.append(f"Languages: {block.languages}")
    if block.gear:
        lines.append(f"Gear: {', '.join(block.gear)}")
    if block.cr is not None:
        xp = f", {block.xp:,} XP" if block.xp is not None else ""
        lair = f" ({block.xp_lair:,} in its lair)" if block.xp_lair else ""
        lines.append(f"CR {block.cr}{xp}{lair}, PB +{block.pb}")
    if block.spell_dc is not None:
        attack = f", spell attack {signed(block.spell_attack)}" if block.spell_attack is not None else ""
        lines.append(f"Spell save DC {block.spell_dc}{attack}")
    return lines


def _section(title: str, rows: list[str]) -> list[str]:
    return ["", title, *(f"  {row}" for row in rows)] if rows else []


def _traits(block: StatBlock) -> list[str]:
    rolls = {roll.name: roll for roll in block.trait_rolls}
    rows = []
    for name in block.traits:
        figures = action_figures(rolls.pop(name)) if name in rolls else ""
        line = block.texts.get(name) or describe(block.edition or "", name, "trait") or ""
        rows.append(_entry(name, figures, line))
    rows += [_entry(name, action_figures(roll), "") for name, roll in rolls.items()]
    return _section("Traits", rows)


def _actions(block: StatBlock, actions: Iterable[ActionEntry], kind: str) -> list[str]:
    rows = []
    for action in actions:
        line = action.text or describe(block.edition or "", action.name, kind) or ""
        rows.append(_entry(action.name, action_figures(action), line))
    return rows


def _entry(name: str, figures: str, line: str) -> str:
    head = f"{name}: {figures}" if figures else name
    return f"{head}. {line}" if line and figures else f"{head}: {line}" if line else head


def attack_line(number: int, attack: AttackEntry) -> str:
    """`1 Scimitar +4, reach 5 ft., 1d6+2 slashing`."""
    parts = [f"{number} {attack.name} {signed(attack.to_hit)}"]
    if attack.kind != "ranged" and attack.reach is not None:
        parts.append(f"reach {attack.reach} ft.")
    if attack.range:
        parts.append(f"range {attack.range} ft.")
    parts.append(" + ".join(attack.damage) or "no damage")
    if attack.two_handed:
        parts.append(f"two-handed {' + '.join(attack.two_handed)}")
    if attack.bloodied:
        parts.append(f"at half hit points {' + '.join(attack.bloodied)}")
    parts += [f"plus {' + '.join(case.damage)} if {case.case}" for case in attack.extra]
    parts += [f"or {' + '.join(case.damage)} if {case.case}" for case in attack.alt]
    parts += _effects(attack.inflicts, attack.ongoing, attack.escape)
    parts += [f"then {action_figures(save)}" for save in attack.save]
    parts += _limits(attack.recharge, attack.uses, attack.when)
    return ", ".join(parts) + (f". {attack.text}" if attack.text else "")


def action_figures(action: ActionEntry) -> str:
    """The figures of an action on one line: `recharge 5-6, DEX save DC 18, 12d8 acid, half on a success`."""
    parts = _limits(action.recharge, action.uses, action.when)
    if action.cost > 1:
        parts.append(f"costs {action.cost}")
    if action.once:
        parts.append("once between its turns")
    if action.to_hit is not None:
        parts.append(f"{signed(action.to_hit)} to hit")
    if action.area:
        parts.append(action.area)
    if action.save:
        parts.append(f"{action.save.upper().replace(' OR ', ' or ')} save" + (f" DC {action.dc}" if action.dc else ""))
    elif action.dc is not None:
        parts.append(f"DC {action.dc}")
    if action.damage:
        parts.append(" + ".join(action.damage) + (", half on a success" if action.half else ""))
    if action.extra_damage:
        parts.append(f"plus {' + '.join(action.extra_damage)}")
    parts += _effects(action.inflicts, action.ongoing, action.escape)
    parts += [f"heals {action.heals}"] if action.heals else []
    parts += [f"loses {action.loses_hp} hit points"] if action.loses_hp else []
    parts += [f"AC {signed(action.ac_bonus)}"] if action.ac_bonus is not None else []
    parts += [f"up to {action.threshold} damage"] if action.threshold is not None else []
    parts += [f"spell save DC {action.spell_dc}"] if action.spell_dc is not None else []
    return ", ".join(parts + [f"then {action_figures(further)}" for further in action.then])


def _effects(inflicts: tuple[str, ...], ongoing: tuple[str, ...], escape: int | None) -> list[str]:
    parts = [" and ".join(inflicts)] if inflicts else []
    parts += [f"{' + '.join(ongoing)} each turn"] if ongoing else []
    return parts + ([f"escape DC {escape}"] if escape is not None else [])


def _limits(recharge: str | None, uses: str | None, when: str | None) -> list[str]:
    parts = [f"recharge {recharge}"] if recharge else []
    return parts + [words for words in (uses, when) if words]


def multiattack_lines(block: StatBlock) -> list[str]:
    """What it may do with one action: `2x Claw, Bite`, and the choices."""
    lines = [", ".join(block.multiattack)] if block.multiattack else []
    lines += [f"or {', '.join(choice)}" for choice in block.multiattack_or]
    return lines + ([f"one may be {' or '.join(block.multiattack_swap)}"] if block.multiattack_swap else [])


def spell_lines(spells: Spellcasting) -> list[str]:
    """The head of a spell list and a line for each level or number of uses."""
    parts = [spells.name]
    if spells.ability:
        parts.append(spells.ability.upper())
    if spells.dc is not None:
        parts.append(f"DC {spells.dc}")
    if spells.attack is not None:
        parts.append(f"{signed(spells.attack)} to hit")
    parts += _limits(spells.recharge, None, None)
    lines = [", ".join(parts)]
    for key, names in spells.spells.items():
        slots = spells.slots.get(int(key)) if key.isdigit() else None
        title = f"level {key}" + (f" ({slots} slots)" if slots else "") if key.isdigit() else key
        lines.append(f"  {title}: {', '.join(names)}")
    return lines


def _legendary_title(legendary: Legendary) -> str:
    lair = f", {legendary.uses_lair} in its lair" if legendary.uses_lair else ""
    return f"Legendary actions ({legendary.uses} between its turns{lair})"
