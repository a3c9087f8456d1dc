"""A fight at a plain prompt: the same commands, lines instead of panes. Screen readers can follow it."""

from collections.abc import Iterator
from contextlib import suppress
from typing import TextIO

from tracker.console.errors import ConsoleError
from tracker.console.play import do
from tracker.console.rows import by_word, help_lines
from tracker.console.tokens import is_blank
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import max_hp
from tracker.encounter.history import Entry
from tracker.encounter.log import log_lines, log_text
from tracker.encounter.state import Combatant, Encounter
from tracker.encounter.store import Store
from tracker.library.creatures import Creatures
from tracker.library.visible import one_line
from tracker.rules.errors import RulesError, nearest

_OWN_WORDS = {
    "help": "help [COMMAND]: the commands, or how one is written",
    "status": "status: the order, and how everybody stands",
    "asked": "asked: what is waiting for an answer",
    "quit": "quit, or ctrl+d: leave",
}


class Prompt:
    """Asks for a line, does it, says what came of it, and asks again until the input ends."""

    def __init__(
        self, store: Store, creatures: Creatures, source: TextIO, target: TextIO, log: list[str] | None = None
    ) -> None:
        """`log` takes what the log says, as text."""
        self._log = [] if log is None else log
        self._store = store
        self._creatures = creatures
        self._source = source
        self._target = target
        self._announced: frozenset[int] = frozenset()
        self._trouble = ""

    def run(self) -> int:
        """Until `quit`, ctrl+c, ctrl+d or the end of the input. Always 0: mistakes are told and nothing is lost."""
        state = self._store.state
        self._say(f"{state.name}, {state.edition}. `help` lists the commands, `status` the order, `quit` leaves.")
        for entry in self._store.entries:
            self._log.append(log_text((entry,)))
        self._tell(entry)
        self._announce()
        with suppress(KeyboardInterrupt, EOFError):
            for line in self._lines():
                if not is_blank(line) and not self._heard(line):
                    break
        self._say("", *([self._kept()] if self._store.journal else []))
        return 0

    def _kept(self) -> str:
        return self._store.trouble or f"The fight is kept in {self._store.journal.path if self._store.journal else ''}"

    def _lines(self) -> Iterator[str]:
        if not self._source.isatty():
            yield from (line.rstrip("\r\n") for line in self._source)
            return
        with suppress(ImportError):
            import readline  # noqa: F401 - its presence gives input() a history
        while True:
            yield input(f"{one_line(_where(self._store.state))}> ")

    def _heard(self, line: str) -> bool:
        """Does a line; False when it asks to leave."""
        words = line.split()
        match words[0].casefold():
            case "quit" | "exit":
                return False
            case "help" | "?":
                self._say(*self._help(words[1:]))
            case "status":
                self._say(*status_lines(self._store.state))
            case "asked":
                self._say(*(asked_lines(self._store.state) or ["Nothing is waiting for an answer."]))
            case _:
                self._do(line)
        return True

    def _do(self, line: str) -> None:
        try:
            entry = do(self._store, line, self._creatures)
        except (ConsoleError, EncounterError, RulesError) as error:
            self._say(f"Not done: {error}")
            return
        self._log.append(log_text((entry,)))
        self._tell(entry)
        self._announce()

    def _tell(self, entry: Entry) -> None:
        """The log of an entry; what is asked is announced with its number instead."""
        self._say(*(line.text for line in log_lines(entry) if line.tone != "prompt"))

    def _announce(self) -> None:
        """Tells prompts that were not told before, and a disk that has begun to refuse."""
        state = self._store.state
        lines = asked_lines(state)
        asked = zip(state.prompts, lines, strict=True)
        self._say(*(line for prompt, line in asked if prompt.id not in self._announced))
        self._announced = frozenset(prompt.id for prompt in state.prompts)
        if self._store.trouble != self._trouble:
            self._trouble = self._store.trouble
            self._say(self._trouble or "The fight is being saved again.")

    def _help(self, words: list[str]) -> list[str]:
        if not words:
            return [*help_lines(), "", *_OWN_WORDS.values()]
        try:
            return help_lines(words[0])
        except KeyError:
            close = nearest(words[0], by_word())
            return [f"There is no command '{words[0]}'" + (f"; did you mean '{close}'?" if close else ".")]

    def _say(self, *lines: str) -> None:
        self._target.writelines(f"{one_line(line)}\n" for line in lines)
        self._target.flush()


def _where(state: Encounter) -> str:
    if state.phase != "running":
        return state.phase
    active = state.combatants.get(state.active_id) if state.active_id else None
    return f"round {state.round}, {active.name}" if active else f"round {state.round}"


def asked_lines(state: Encounter) -> list[str]:
    """What waits for an answer, numbered as `answer 2: 14` counts."""
    lines = []
    for number, prompt in enumerate(state.prompts, start=1):
        what = prompt.text or f"{prompt.kind.replace('_', ' ')} {prompt.subject}".strip()
        options = f" ({', '.join(prompt.options)})" if prompt.options else ""
        lines.append(f"Asked {number}: {what}{options}. `answer {number}: ...` or `skip {number}`")
    return lines


def status_lines(state: Encounter) -> list[str]:
    """The order, one place a line, then who waits."""
    lines = [f"{state.name}, {state.phase}" + (f", round {state.round}" if state.round else "")]
    placed = [who for place in state.places for who in place.members]
    for who in [*placed, *(one for one in state.combatants if one not in placed)]:
        mark = "> " if who in state.acting else "  "
        lines.append(mark + _standing(state, state.combatants[who]))
    return lines


def _standing(state: Encounter, one: Combatant) -> str:
    count = "no count" if one.initiative is None else str(one.initiative)
    parts = [f"{count}, {one.name} ({one.id})"]
    if one.kind == "creature":
        temporary = f" and {one.temp_hp} temporary" if one.temp_hp else ""
        parts.append(f"{one.hp} of {max_hp(state, one.id)} hit points{temporary}")
    parts += [one.status] if one.status != "up" else []
    parts += sorted(one.conditions)
    parts += [f"exhaustion {one.exhaustion}"] if one.exhaustion else []
    parts += [f"concentrating on {one.concentration.name}"] if one.concentration else []
    parts += [f"waiting: {one.waiting}"] if one.waiting else []
    parts += ["hidden from players"] if one.hidden else []
    return ", ".join(parts)
