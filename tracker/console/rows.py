"""The table of commands. Help, completion and the printed overview are made from it."""

from collections.abc import Callable
from functools import cache

from tracker.console.grammar import hurt, order, people, preparing, table, turns
from tracker.console.words import Words
from tracker.encounter.commands import Wish
from tracker.frozen import Frozen


class Row(Frozen):
    """One command word: how it is written, what it does, how it is read."""

    word: str
    syntax: str
    does: str
    """One line for the GM."""
    read: Callable[[Words], Wish]
    examples: tuple[str, ...]
    takes_text: bool = False
    """Whether it ends in free text, in which a `!` is a letter."""


ROWS: tuple[Row, ...] = (
    Row("start", "start", "roll every missing initiative and begin", order.start, ("start",)),
    Row("begin", "begin", "begin once all counts are there", order.begin, ("begin",)),
    Row("init", "init WHO… COUNT | roll [adv|dis] [DIE] | fixed | rolloff", "set or roll initiative", order.initiative,
        ("init go1 17", "init all roll", "init mira roll adv", "init mira tor rolloff")),
    Row("surprise", "surprise WHO… | none | by SNEAKERS…", "who is surprised, or whom they sneak up on", order.surprise,
        ("surprise go1 go2", "surprise none", "surprise by go1 go2=14")),
    Row("next", "next", "end this turn and start the next", order.next_turn, ("next",)),
    Row("order", "order WHO before|after WHOM", "move a place in the order", order.order, ("order mira before go1",)),
    Row("split", "split GROUP", "give each of a group its own place", order.split, ("split goblins",)),
    Row("delay", "delay [WHO] [after WHOM]", "act later: behind the next place, or behind another", order.delay,
        ("delay mira", "delay mira after go1")),
    Row("damage", "damage WHO… AMOUNT [TYPE] [+ AMOUNT TYPE…] [crit] [magical] [ranged] [from WHO]",
        "deal damage, through resistances and all", hurt.damage,
        ("damage go1 go2/ 28 fire", "damage go1 9 slashing + 7 fire", "damage mira 2d6+3 crit")),
    Row("amend", "amend AMOUNT", "correct the last amount", hurt.amend, ("amend 18",)),
    Row("heal", "heal WHO… AMOUNT [from WHO]", "restore hit points", hurt.heal, ("heal mira tor 8",)),
    Row("temp", "temp WHO… AMOUNT | =AMOUNT", "temporary hit points: the larger stays, = replaces", hurt.temporary,
        ("temp mira 5", "temp mira =5")),
    Row("maxhp", "maxhp WHO… NUMBER | ±NUMBER", "set the hit point maximum, or with a sign change it", hurt.maximum,
        ("maxhp mira -5", "maxhp mira 40")),
    Row("set", "set WHO hp|ac|name|side|speed VALUE", "set a figure by hand", hurt.set_figure,
        ("set go1 hp 12", 'set go1 name "Snot"', "set go1 side ally", "set go1 speed fly 60")),
    Row("attack", "attack WHO [with ATTACK] vs WHOM… [adv] [dis] [cover KIND] [far FEET] [roll DIE] [dmg AMOUNT]"
        " [near FOES…] [unseen] [blindly] [two-handed] [thrown] [charge] [sneak] [reaction]",
        "attack from the stat block", turns.attack,
        ("attack go1 with scimitar vs mira", "attack go1 with scimitar vs mira adv cover half far 60 roll 15 dmg 7")),
    Row("use", "use WHO ABILITY [vs WHOM…] [dmg AMOUNT]", "use an action with a save; WHOM=14 types a die", turns.use,
        ('use go1 "fire breath" vs mira tor mira=14',)),
    Row("save", "save WHO… ABILITY DC [AMOUNT TYPE…] [half] [else +CONDITION…] [cover KIND] [from WHO] [nonmagical]",
        "a saving throw with damage, a condition, or both", hurt.save,
        ("save mira tor dex 15 28 fire half", "save mira tor wis 15 else +frightened for 1 minute")),
    Row("cond", "cond WHO… +CONDITION|-CONDITION… [until start|end of WHO's [next] turn] [for N rounds|minutes]"
        " [save ABILITY DC [at start|end]] [from WHO]", "put conditions on and take them off", hurt.put_condition,
        ("cond mira +poisoned until end of go1's next turn", "cond mira -poisoned", "cond mira +exhaustion 2",
         "cond mira +restrained save con 12 at end from go1")),
    Row("ongoing", "ongoing WHO… DICE TYPE [at start|end] [save ABILITY DC [at end]] [for N rounds]",
        "damage each turn", hurt.ongoing, ("ongoing mira 1d6 fire at start", "ongoing mira 5 acid save dex 13 at end")),
    Row("conc", "conc WHO SPELL | off", "start or stop concentrating", hurt.concentrate,
        ("conc mira bless", "conc mira off")),
    Row("react", 'react WHO "WHAT" [vs WHOM] [roll DIE] [dmg AMOUNT]', "use a reaction, on anyone's turn", turns.react,
        ('react mira "shield"', "react go1 opportunity vs mira")),
    Row("ready", 'ready WHO "TRIGGER" "ACTION" [spell]', "hold an action back for its trigger", turns.ready,
        ('ready mira "when the door opens" "attack"',)),
    Row("act", "act WHO ACTION [vs WHOM…] [choose OPTION] [roll DIE] [against DIE] [bonus]", "take any other action",
        turns.act, ("act mira dodge", "act go1 shove vs mira choose prone roll 12 against 9")),
    Row("move", "move WHO FEET [MODE] [difficult] [dragging] [teleport|forced|fall] [through WHOM] [into WHOM]"
        " [height FEET] [from WHOM…]", "move, leaving somebody's reach with 'from'", turns.move,
        ("move mira 20 difficult", "move mira 20 from go1")),
    Row("stand", "stand WHO", "stand up", turns.stand, ("stand mira",)),
    Row("mount", "mount WHO STEED [independent]", "mount a willing creature", turns.mount, ("mount tor horse",)),
    Row("dismount", "dismount WHO", "get down from the mount", turns.dismount, ("dismount tor",)),
    Row("legend", "legend WHO ACTION [vs WHOM…]", "take a legendary action", turns.legend,
        ('legend dragon "tail attack"',)),
    Row("resist", "resist WHO", "legendary resistance on the save just failed", turns.resist, ("resist dragon",)),
    Row("lair", "lair WHO ACTION [vs WHOM…]", "take a lair action", turns.lair, ('lair dragon "falling rocks"',)),
    Row("death", "death WHO [DIE]", "a death saving throw", hurt.death_save, ("death mira 12",)),
    Row("stabilize", "stabilize WHO…", "stop the dying", hurt.fate("stabilize"), ("stabilize mira",)),
    Row("kill", "kill WHO…", "dead at once", hurt.fate("kill"), ("kill go1",)),
    Row("revive", "revive WHO…", "up again with 1 hit point", hurt.fate("revive"), ("revive go1",)),
    Row("flee", "flee WHO…", "out of the fight, alive", hurt.fate("flee"), ("flee go1",)),
    Row("remove", "remove WHO…", "off the list altogether", hurt.fate("remove"), ("remove go1",)),
    Row("knockout", "knockout WHO…", "the blow that just dropped it was not meant to kill", hurt.fate("knockout"),
        ("knockout go1",)),
    Row("add", "add [COUNT] CREATURE [hp N|roll|max] [ac N] [init N] [party|ally|foe|neutral] [group] [hidden]"
        ' [named "NAME"] [death-saves] [object SIZE SUBSTANCE [fragile]]', "bring newcomers in", people.add,
        ("add 3 goblin", 'add "Hired guard" hp 11 ac 12 init 9', 'add "Tor" hp 30 party',
         'add "Oak chest" object small wood')),
    Row("copies", "copies WHO NUMBER | ±NUMBER", "how many of a creature there are", preparing.copies,
        ("copies go1 6", "copies go1 +1")),
    Row("swap", "swap WHO… with CREATURE", "another creature in their place", preparing.swap,
        ("swap go1 go2 with ogre",)),
    Row("hp", "hp WHO… average | roll | max | N | N/MAX", "settle full hit points", preparing.settle_hit_points,
        ("hp go1 roll", "hp foes max", "hp mira 31/38")),
    Row("join", "join WAVE|WHO", "a waiting wave, or somebody absent, enters", people.join, ('join "Wolves"',)),
    Row("hide", "hide WHO…", "hide from the players' view", people.hide, ("hide go1",)),
    Row("show", "show WHO…", "show in the players' view", people.show, ("show go1",)),
    Row("note", 'note WHO "TEXT"', "keep a note", people.note, ('note go1 "holds the key"',), takes_text=True),
    Row("tag", "tag WHO… WORD | off", "mark with a colour or a word", people.tag, ("tag go1 red",)),
    Row("count", "count WHO COUNTER N | ±N", "a counter: arrows, charges", people.counter, ("count go1 arrows -1",)),
    Row("remind", 'remind round N|WHO "TEXT"', "say something when that round or turn comes", people.remind,
        ('remind round 4 "reinforcements"',), takes_text=True),
    Row("scene", "scene WORD [on|off]", "what holds for the whole scene", table.scene, ("scene underwater on",)),
    Row("hazard", "hazard NAME WHO… [HOURS|FEET|DC] [with CIRCUMSTANCE…]", "cold, heat, a fall and the like",
        turns.hazard, ('hazard "extreme cold" mira tor',)),
    Row("rest", "rest short|long [WHO…] [dice N] [faces N…] [unfed]", "take a rest", table.rest, ("rest short",)),
    Row("luck", "luck WHO [±N]", "gain or spend luck", table.luck, ("luck mira 2",)),
    Row("inspiration", "inspiration WHO [±1]", "gain or spend inspiration", table.inspiration, ("inspiration mira",)),
    Row("doom", "doom [±N]", "gain or spend doom", table.doom, ("doom 1",)),
    Row("auto", "auto NAME on|off", "something the app does by itself", table.automation,
        ("auto answer_for_monsters on",)),
    Row("rule", "rule NAME on|off", "a house rule", table.house_rule, ("rule ties_to_sneaker off",)),
    Row("answer", "answer [N:] DIE|tTOTAL|roll|yes|no|OPTION [vs WHOM…]", "answer what is asked", table.answer,
        ("answer 14", "answer roll", "answer yes", "answer 2: 14", "answer t17")),
    Row("skip", "skip [N]", "leave a prompt unanswered", table.skip, ("skip",)),
    Row("undo", "undo [N|turn]", "take commands back", table.undo, ("undo", "undo 3", "undo turn")),
    Row("redo", "redo [N]", "do again what was taken back", table.redo, ("redo",)),
    Row("roll", "roll DICE", "roll freely", table.roll, ("roll 2d6+3",)),
    Row("why", "why", "how the last result came about", table.why, ("why",)),
    Row("end", "end", "end the fight", table.end, ("end",)),
    Row("reopen", "reopen", "go on after the end", table.reopen, ("reopen",)),
)  # fmt: skip

_OTHER_WORDS = {"stabilise": "stabilize", "condition": "cond", "initiative": "init", "concentrate": "conc"}


@cache
def by_word() -> dict[str, Row]:
    """Rows by command word, second spellings among them."""
    rows = {row.word: row for row in ROWS}
    return rows | {other: rows[word] for other, word in _OTHER_WORDS.items()}


@cache
def beginning(text: str) -> tuple[Row, ...]:
    """The rows whose word begins so."""
    return tuple(row for row in ROWS if row.word.startswith(text))


def help_lines(word: str | None = None) -> list[str]:
    """The whole table, or how one command is written. Raises KeyError for no command."""
    if word is None:
        return [f"{row.word:<12} {row.does}" for row in ROWS]
    row = by_word()[word.casefold()]
    return [row.syntax, f"  {row.does}", *(f"  {example}" for example in row.examples)]
