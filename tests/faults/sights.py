"""Everything that shows a fight, so that whatever was typed before, it can be looked at."""

from __future__ import annotations

from collections.abc import Callable

from tests.faults.talk import Talker
from tracker.console.completion import complete
from tracker.console.errors import ConsoleError
from tracker.console.parsing import parse
from tracker.console.prompt import asked_lines, status_lines
from tracker.console.spelling import to_text
from tracker.encounter.carry import party_carries, plan_of
from tracker.encounter.commands import Load, Redo, Undo, Why
from tracker.encounter.decide.actions import available_actions
from tracker.encounter.dump import dump
from tracker.encounter.figures import max_hp, rules_of
from tracker.encounter.log import log_lines
from tracker.encounter.players import visible
from tracker.encounter.preview import preview
from tracker.encounter.reference import look_up
from tracker.encounter.state import Id
from tracker.encounter.store import Store
from tracker.encounter.summary import summarize, to_lines, to_markdown
from tracker.encounter.worked import figures_of
from tracker.library.showing import stat_block_lines
from tracker.library.writing import encounter_mapping, to_yaml


def _dumped(store: Store, talker: Talker, line: str) -> None:
    dump(store.state)


def _seen(store: Store, talker: Talker, line: str) -> None:
    """Nobody sees who is hidden, unless somebody seen has a name that holds theirs."""
    secret = {one.name for one in store.state.combatants.values() if one.hidden or one.waiting}
    open_ = " ".join(one.name for one in store.state.combatants.values() if one.name not in secret)
    view = visible(store.state)
    shown = [view.name, view.active or "", view.next or "", *(place.name for place in view.places)]
    told = " ".join([*shown, *(one.name for place in view.places for one in place.members)])
    for name in secret:
        assert len(name) < 4 or name in open_ or name not in told, f"{name} is seen"


def _sound(store: Store, talker: Talker, line: str) -> None:
    """What holds in any fight."""
    state = store.state
    for who, one in state.combatants.items():
        assert 0 <= one.hp <= max(0, max_hp(state, who)), f"{one.name} has {one.hp} of {max_hp(state, who)} hit points"
        assert one.temp_hp >= 0 and 0 <= one.exhaustion <= 6, one.name
        assert 0 <= one.successes <= 3 and 0 <= one.failures <= 3, one.name
    assert len({one.name for one in state.combatants.values()}) == len(state.combatants), "two of one name"
    for prompt in state.prompts:
        assert prompt.who is None or prompt.who in state.combatants, prompt
    if state.phase == "running":
        members = [who for place in state.places for who in place.members]
        assert sorted(members) == sorted(one.id for one in state.present()), "not everybody has one place"


def _foretold(store: Store, talker: Talker, line: str) -> None:
    """What the bar would say to the line before it is entered."""
    state = store.state
    try:
        wish = parse(line, state, talker.context(state))
    except ConsoleError:
        return
    if isinstance(wish, Undo | Redo | Why | Load):
        return
    preview(state, wish)
    assert parse(to_text(wish, state), state, talker.context(state)) == wish, to_text(wish, state)


def _offered(store: Store, talker: Talker, line: str) -> None:
    complete(line[: talker.random.randint(0, len(line))], store.state, talker.context(store.state))


def _written(store: Store, talker: Talker, line: str) -> None:
    assert asked_lines(store.state) or not store.state.prompts
    assert status_lines(store.state)


def _one(store: Store, talker: Talker, line: str) -> None:
    """The pane of somebody: the figures, where they come from, the actions, the stat block."""
    state = store.state
    if not state.combatants:
        return
    who: Id = talker.random.choice(list(state.combatants))
    match talker.random.randrange(20):
        case 0:
            look_up(talker.random.choice(line.split() or ["57"]), rules_of(state), state, who)
        case 1 | 2:
            stat_block_lines(state.block_of(who))
        case 3 | 4 | 5:
            figures_of(state, who)
        case 6 | 7:
            available_actions(state, who)


def _summed(store: Store, talker: Talker, line: str) -> None:
    if talker.random.random() < 0.05:
        summary = summarize(store.state, store.steps())
        list(to_lines(summary))
        to_markdown(summary)


def _kept(store: Store, talker: Talker, line: str) -> None:
    """What is carried on from this fight to the next."""
    if talker.random.random() < 0.05:
        party_carries(store.state)
        to_yaml(encounter_mapping(plan_of(store.state)))


def _logged(store: Store, talker: Talker, line: str) -> None:
    if store.entries:
        log_lines(store.entries[-1])


SIGHTS: tuple[Callable[[Store, Talker, str], None], ...] = (
    *(_dumped, _seen, _sound, _foretold, _offered, _written, _one, _summed, _kept, _logged),
)
