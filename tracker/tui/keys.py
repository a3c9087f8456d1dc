"""The one table of keys: bindings, the hint line, `?` help, the palette and the README's table are made from it."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Literal, NamedTuple

When = Literal["setup", "turn", "anytime"]


class Key(NamedTuple):
    """One thing a key does."""

    id: str
    keys: tuple[str, ...]
    """As in the settings: a character, or a name such as `space`, `enter`, `up`, `ctrl+p`."""
    label: str
    """One or two words for the hint line."""
    help: str
    when: When
    words: str = ""
    """The console command it stands for; empty where there is none."""
    section: str = "The fight"

    @property
    def display(self) -> str:
        """Its first key as it is written on the screen."""
        return self.keys[0] if self.keys else ""


def _key(
    id_: str, keys: str, label: str, help_: str, when: When = "anytime", words: str = "", section: str = ""
) -> Key:
    return Key(id_, tuple(keys.split()), label, help_, when, words, section or "The fight")


_BLOWS = "Blows and wounds"
_DEEDS = "Deeds and states"
_LIST = "The list"
_SCREEN = "The screen"

KEYS: tuple[Key, ...] = (
    _key("next", "n space", "next", "Start the fight, begin it, or end the turn", words="next"),
    _key("undo", "u", "undo", "Take the last thing back, whatever it was", words="undo"),
    _key("redo", "U", "redo", "Do it again after all", words="redo"),
    _key("why", "w", "why", "How the last result came about", words="why"),
    _key("end", "E", "end", "End the fight, or reopen it", words="end"),
    _key("summary", "M", "summary", "What the fight came to; once more to save it as Markdown"),
    _key("carry", "B", "carry back", "Carry the party's wounds and what it spent back to its file"),
    _key("damage", "d", "damage", "Damage: targets, amount, type", words="damage", section=_BLOWS),
    _key("heal", "h", "heal", "Heal: targets, amount", words="heal", section=_BLOWS),
    _key("temp", "t", "temp hp", "Temporary hit points: targets, amount", words="temp", section=_BLOWS),
    _key("attack", "a", "attack", "Attack: its number, then the target's letter", "turn", "attack", _BLOWS),
    _key("save", "s", "save", "A saving throw for many, with damage or a condition", words="save", section=_BLOWS),
    _key("condition", "c", "condition", "Put a condition on, or take it off", words="cond", section=_DEEDS),
    _key("concentrate", "C", "conc", "Concentrate on something, or stop", words="conc", section=_DEEDS),
    _key("react", "r", "reaction", "Use a reaction", "turn", "react", _DEEDS),
    _key("legend", "l", "legendary", "A legendary or lair action", "turn", "legend", _DEEDS),
    _key("other", "o", "other", "Any other action: dodge, grapple, death save, delay …", words="act", section=_DEEDS),
    _key("move", "m", "move", "Movement in feet", "turn", "move", _DEEDS),
    _key("initiative", "i", "initiative", "An initiative count, typed or rolled", words="init", section=_LIST),
    _key("surprise", "S", "surprise", "Who is surprised", words="surprise", section=_LIST),
    _key("earlier", "K", "earlier", "Move up in the order", words="order", section=_LIST),
    _key("later", "J", "later", "Move down in the order", words="order", section=_LIST),
    _key("add", "+", "add", "Add creatures, or let a wave join", words="add", section=_LIST),
    _key("remove", "-", "remove", "Take out of the fight", words="remove", section=_LIST),
    _key("more", ">", "one more", "One more of the creature under the cursor", words="copies", section=_LIST),
    _key("fewer", "<", "one less", "One fewer of it", words="copies", section=_LIST),
    _key("swap", "=", "swap", "Another creature in its place", words="swap", section=_LIST),
    _key("hp", "H", "hit points", "Hit points rolled, average or maximum", words="hp", section=_LIST),
    _key("mode", "I", "init mode", "Initiative rolled, typed or fixed, for everybody", words="init", section=_LIST),
    _key("hide", "v", "hide", "Hide from the players' view, or show", words="hide", section=_LIST),
    _key("edit", "e", "edit", "Hit points, AC, name, side, speed", words="set", section=_LIST),
    _key("note", "N", "note", "A note on a creature", words="note", section=_LIST),
    _key("remind", "R", "remind", "A reminder for a round, or for somebody's turn", words="remind", section=_LIST),
    _key("mark", "x", "mark", "Mark for the next command", section=_LIST),
    _key("fold", "g", "fold", "Fold or unfold a group", section=_LIST),
    _key("up", "up k", "up", "Cursor up", section=_LIST),
    _key("down", "down j", "down", "Cursor down", section=_LIST),
    _key("active", "home", "active", "Cursor back to whoever is active", section=_LIST),
    _key("lookup", "/", "look up", "Look up a creature or a rule", section=_SCREEN),
    _key("command", ":", "command", "Any command in words", section=_SCREEN),
    _key("palette", "ctrl+p", "palette", "Every command and its key", section=_SCREEN),
    _key("help", "? f1", "help", "The keys that do something here", section=_SCREEN),
    _key("log_up", "pageup", "log up", "Scroll the log, or a long text, back", section=_SCREEN),
    _key("log_down", "pagedown", "log down", "And forward", section=_SCREEN),
    _key("detail_up", "ctrl+up", "text up", "Scroll the creature's text back", section=_SCREEN),
    _key("detail_down", "ctrl+down", "text down", "And forward", section=_SCREEN),
    _key("copy", "y", "copy", "Copy the creature, or what is looked up, to the clipboard", section=_SCREEN),
    _key("copy_all", "Y", "copy all", "Copy the log or a stat block, to the clipboard or a file", section=_SCREEN),
    _key("clock", "p", "pause", "Pause the turn clock", section=_SCREEN),
    _key("theme", "T", "theme", "The next theme", section=_SCREEN),
    _key("suspend", "ctrl+z", "suspend", "Back to the shell; `fg` returns", section=_SCREEN),
    _key("quit", "ctrl+q", "leave", "Leave: the fight is on disk and goes on where it is", section=_SCREEN),
)

# What a waiting prompt takes for itself, and so nothing else may sit on.
RESERVED = {"enter", "escape", "tab", "backspace", *"0123456789"}
_NAMED = {
    "space", "up", "down", "left", "right", "home", "end", "pageup", "pagedown", "insert", "delete",
    *(f"f{number}" for number in range(1, 13)),
}  # fmt: skip


class Keymap:
    """The keys in force: the defaults with the GM's own laid over them.

    `clashes` says, in the GM's words, what of the settings could not be done; the defaults stand there.
    """

    def __init__(self, remapped: Mapping[str, str | Iterable[str]] | None = None) -> None:
        self.clashes: list[str] = []
        own = {id_: self._checked(id_, keys) for id_, keys in (remapped or {}).items()}
        self.table = tuple(key._replace(keys=own[key.id]) if own.get(key.id) else key for key in KEYS)
        self._by_key: dict[str, Key] = {}
        for key in sorted(self.table, key=lambda key: not own.get(key.id)):
            for name in key.keys:
                if name not in self._by_key:
                    self._by_key[name] = key
                elif self._by_key[name].id in own and own[self._by_key[name].id]:
                    self.clashes.append(f"key {name!r} is {self._by_key[name].id}; it no longer does {key.id}")
        self._by_id = {key.id: key for key in self.table}

    def find(self, name: str) -> Key | None:
        """What the key of that name does."""
        return self._by_key.get(name)

    def key_of(self, id_: str) -> str:
        """The key to press for something, as shown; empty when nothing is left for it."""
        key = self._by_id[id_]
        return next((name for name in key.keys if self._by_key.get(name) is key), "")

    def named(self, id_: str) -> Key:
        """The row of the table with that id. Raises KeyError when there is none."""
        return self._by_id[id_]

    def _checked(self, id_: str, keys: str | Iterable[str]) -> tuple[str, ...]:
        names = [keys] if isinstance(keys, str) else list(keys)
        if id_ not in {key.id for key in KEYS}:
            near = get_close_matches(id_, [key.id for key in KEYS], 1)
            self.clashes.append(f"no such action {id_!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
            return ()
        good = []
        for name in names:
            if name in RESERVED:
                self.clashes.append(f"key {name!r} for {id_}: it answers prompts and cannot be given away")
            elif not _is_key(name):
                self.clashes.append(f"key {name!r} for {id_}: not a key; write a character, `space`, `f2` or `ctrl+k`")
            else:
                good.append(name)
        return tuple(good)


def _is_key(name: str) -> bool:
    base = name
    while "+" in base[:-1] and base.split("+", 1)[0] in ("ctrl", "alt", "shift"):
        base = base.split("+", 1)[1]
    return len(base) == 1 or base in _NAMED


def markdown_table() -> str:
    """The default keys as a Markdown table, for the README."""
    rows = ["| key | does | command |", "|---|---|---|"]
    for key in KEYS:
        keys = " ".join("`" + name.replace("|", "\\|") + "`" for name in key.keys)
        rows.append(f"| {keys} | {key.help} | {f'`{key.words}`' if key.words else ''} |")
    return "\n".join(rows)
