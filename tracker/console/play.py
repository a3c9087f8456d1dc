"""`tracker play`: a fight without a screen, from a script or line by line at a prompt."""

import json
import re
import sys
import time
from collections.abc import Iterable
from itertools import chain, count
from pathlib import Path

from tracker.console.context import Context
from tracker.console.errors import ConsoleError
from tracker.console.parsing import parse
from tracker.console.subcommands.base import FAILED, USAGE, complain
from tracker.console.tokens import is_blank
from tracker.encounter.errors import EncounterError
from tracker.encounter.fights import SUFFIX, unfinished
from tracker.encounter.history import Entry
from tracker.encounter.log import log_text
from tracker.encounter.state import Encounter
from tracker.encounter.store import Store
from tracker.frozen import Frozen
from tracker.library.creatures import Creatures
from tracker.library.encounter_plan import EncounterPlan
from tracker.library.plans import load_encounter
from tracker.library.problems import LibraryError
from tracker.library.settings import Settings, fights_folder
from tracker.library.visible import visible
from tracker.rules.dice import Dice, FedDice, RandomDice
from tracker.rules.errors import RulesError

_LONGEST_SCRIPT = 8 * 1024 * 1024


class Play(Frozen):
    """What `tracker play` was asked for."""

    file: Path
    script: str | None = None
    """A file, or `-` for standard input; None asks at a prompt."""
    seed: int | None = None
    faces: tuple[int, ...] | None = None
    """Exactly these faces, in this order."""
    strict: bool = False
    journal: Path | None = None
    dump: Path | None = None
    log: Path | None = None
    edition: str | None = None

    @property
    def dice(self) -> Dice:
        """The dice it is played with."""
        return FedDice(self.faces) if self.faces is not None else RandomDice(self.seed)


class UnreadableScriptError(Exception):
    """A script that cannot be had; the message says why."""


def play(request: Play, settings: Settings) -> int:
    """Plays and returns the exit code: 0; 2 after an error or for a file that cannot run; 64 without the script."""
    creatures = Creatures(settings.folder("creatures"))
    try:
        script = None if request.script is None else _script(request.script)
        store = _opened(request, settings, creatures)
    except UnreadableScriptError as error:
        return complain(str(error), USAGE)
    except (EncounterError, RulesError, LibraryError) as error:
        return complain(f"{request.file}: {error}")
    except (EOFError, KeyboardInterrupt):
        return 0
    if store is None:
        return FAILED
    log = [log_text(store.entries)]
    try:
        if script is not None:
            code = _through(script, store, creatures, log)
        else:
            from tracker.console.prompt import Prompt

            code = Prompt(store, creatures, sys.stdin, sys.stdout, log).run()
        code = max(code, _written(request, store, log))
        unsaved = store.rescue()
        return complain(unsaved, max(code, FAILED)) if unsaved else code
    finally:
        store.close()


def context_for(state: Encounter, creatures: Creatures) -> Context:
    """What lines are read against: the edition's bestiary, the GM's own creatures, and those of this fight."""
    from tracker.library.models import StatBlock

    def lookup(name: str) -> StatBlock | None:
        try:
            return creatures.lookup(state.edition, name)
        except LibraryError:
            met = (block for block in state.blocks.values() if block.name.casefold() == name.casefold())
            return next(met, None)

    def near(name: str) -> list[str]:
        return list(creatures.unknown(state.edition, name).near)

    return Context(lookup, near)


def _script(name: str) -> list[str]:
    try:
        if name == "-":
            text = sys.stdin.read(_LONGEST_SCRIPT + 1)
        else:
            with Path(name).open(encoding="utf-8-sig") as file:
                text = file.read(_LONGEST_SCRIPT + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise UnreadableScriptError(f"the script {name} cannot be read: {reason}") from None
    if len(text) > _LONGEST_SCRIPT:
        raise UnreadableScriptError(f"the script {name} has more than the {_LONGEST_SCRIPT:,} letters that are read")
    return text.replace("\r\n", "\n").split("\n")


def _opened(request: Play, settings: Settings, creatures: Creatures) -> Store | None:
    """The fight of the file; None, with the reasons told, when it cannot be run."""
    loaded = load_encounter(request.file, request.edition or settings.edition, creatures)
    for problem in loaded.problems:
        complain(problem)
    if loaded.plan is None:
        return None
    if request.script is not None:
        return Store.open_plan(loaded.plan, request.dice, journal=request.journal, strict=request.strict)
    return _opened_for_long(request, loaded.plan, settings)


def _opened_for_long(request: Play, plan: EncounterPlan, settings: Settings) -> Store:
    """A fight at the prompt: kept in a journal, and taken up where it was left if the GM likes."""
    folder = fights_folder(settings)
    source = str(request.file.absolute())
    left = next((fight for fight in unfinished(folder) if fight.source == source and not fight.is_open), None)
    if left is not None and request.journal is None and sys.stdin.isatty():
        where = f"round {left.round}" if left.round else left.phase
        if input(f"This fight was left in {where}. Enter resumes it, n starts anew: ").strip().casefold() != "n":
            return Store.resume(left.path, request.dice, strict=request.strict)
    journal = request.journal
    if journal is None:
        journal = new_journal(folder, plan.name)
    return Store.open_plan(with_settings(plan, settings), request.dice, journal=journal, strict=request.strict)


def new_journal(folder: Path, title: str) -> Path:
    """A name for a journal that is not taken yet: the time, and the fight's title."""
    slug = re.sub(r"\W+", "-", title.casefold()).strip("-")[:40] or "fight"
    begin = f"{time.strftime('%Y%m%d-%H%M%S')}-{slug}"
    names = chain([begin], (f"{begin}-{number}" for number in count(1)))
    return next(path for name in names if not (path := folder / f"{name}{SUFFIX}").exists())


def with_settings(plan: EncounterPlan, settings: Settings) -> EncounterPlan:
    """The plan with the GM's switches beneath its own. Scripts do without, so that they run alike everywhere."""
    return plan.model_copy(
        update={"automation": settings.automations | plan.automation, "rules": settings.rules | plan.rules}
    )


def _through(script: Iterable[str], store: Store, creatures: Creatures, log: list[str]) -> int:
    """Does line after line, up to the first that cannot be done; returns the exit code."""
    for number, line in enumerate(script, start=1):
        if is_blank(line):
            continue
        try:
            log.append(log_text((do(store, line, creatures),)))
        except (ConsoleError, EncounterError, RulesError) as error:
            return complain(f"line {number}: {line.strip()}\n  {error}")
    return 0


def _written(request: Play, store: Store, log: list[str]) -> int:
    """Writes the log and the dump; 2 when one of them cannot be."""
    if store.trouble:
        complain(store.trouble)
    try:
        if request.log is not None:
            _write(request.log, "".join(log))
        elif request.script is not None:
            sys.stdout.writelines(log)
        if request.dump is not None:
            _write(request.dump, dumped(store.state))
    except BrokenPipeError:
        raise
    except OSError as error:
        return complain(f"{error.filename} cannot be written: {error.strerror}")
    return 0


def do(store: Store, line: str, creatures: Creatures) -> Entry:
    """Does what a line asks for. Raises ConsoleError, EncounterError or RulesError, the fight being unchanged."""
    return store.do(parse(line, store.state, context_for(store.state, creatures)))


def dumped(state: Encounter) -> str:
    """The state as the stable JSON of `--dump`."""
    from tracker.encounter.dump import dump

    return visible(json.dumps(dump(state), ensure_ascii=False, indent=1)) + "\n"


def _write(path: Path, text: str) -> None:
    if str(path) == "-":
        sys.stdout.write(text)
    else:
        path.write_text(text, "utf-8", newline="\n")
