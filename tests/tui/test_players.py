"""What players are shown: that nothing hidden reaches the screen in any fight, and that the screen is a good one."""

import re
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.encounter.ambush import SWORD, Table
from tracker.console.errors import ConsoleError
from tracker.encounter.errors import EncounterError
from tracker.encounter.players import anonymous, visible
from tracker.encounter.state import Combatant, Effect, Encounter, Id, Place, PlaceId
from tracker.encounter.store import Store
from tracker.encounter.watching import STALE, Watch
from tracker.frozen import replace
from tracker.library.encounter_plan import EncounterPlan, PlanEntry
from tracker.library.models import creature_from_nothing
from tracker.rules.dice import RandomDice
from tracker.tui.big_type import full_size, half_size
from tracker.tui.glyphs import ASCII, UNICODE
from tracker.tui.players_picture import OPENING, OVER, WAITING, view_lines

SIZES = ((120, 40), (80, 24), (40, 12))


def drawn(state: Encounter, size: tuple[int, int] = (120, 40)) -> str:
    return "\n".join(one.text for one in view_lines(visible(state), *size, UNICODE))


def ambush(edition: str) -> EncounterPlan:
    """Foes with hit points that nothing else on the screen could be mistaken for, half of them out of sight."""

    def entry(name: str, hp: int, **more: object) -> PlanEntry:
        block = creature_from_nothing(name, hp=hp, ac=12, attacks=[SWORD], legendary_resistance=1)
        return PlanEntry.model_validate({"block": block, **more})

    return EncounterPlan.model_validate(
        {
            "name": "Lurker and Skulks",
            "edition": edition,
            "party": (entry("Mira", 30, side="party"), entry("Tor", 28, side="party")),
            "combatants": (
                entry("Goblin", 4001, count=3, group=True),
                entry("Brute", 4003),
                entry("Lurker", 4007, hidden=True),
                entry("Skulk", 4013, count=2, group=True, hidden=True),
                entry("Wolf", 4019, count=2, wave="Wolves", joins=3),
                entry("Guard", 4021, side="ally"),
            ),
            "lair": {"owner": "Lurker", "actions": ["Dust falls"]},
        }
    )


COMMANDS = (
    "next", "next", "next", "undo", "undo 2", "undo turn", "redo", "join Wolves", "end", "reopen", "answer roll",
    'add 2 "Sneak" hp 4027 ac 12', "start", "hide {a}", "show {a}", "hide {a}", "show {a}", "damage {a} {n}",
    "damage {a} {n}000", "heal {a} {n}", "temp {a} {n}", "maxhp {a} -{n}", "cond {a} +poisoned until end of {b}'s turn",
    "cond {a} +prone", "cond {a} +exhaustion 1", "conc {a} bless", "kill {a}", "revive {a}", "flee {a}", "remove {a}",
    "init {a} {n}", "order {a} before {b}", "delay {a}", "split {a}", "attack {a} with sword vs {b}",
    "ongoing {a} 1d6 fire at start", "set {a} side foe", "skip",
)  # fmt: skip


class Onlooker:
    """A GM's store with a journal, and a view that knows nothing but the journal."""

    def __init__(self, folder: Path, edition: str, seed: int) -> None:
        journal = folder / "fight.jsonl"
        self.table = Table(Store.open_plan(ambush(edition), RandomDice(seed), journal=journal))
        self.watch = Watch(None, folder, time.time)

    def say(self, command: str) -> None:
        try:
            self.table.say(command)
        except (ConsoleError, EncounterError):
            return

    @property
    def state(self) -> Encounter:
        self.watch.poll()
        assert self.watch.state == self.table.state
        return self.table.state


def unseen(state: Encounter) -> list[Combatant]:
    return [one for one in state.combatants.values() if one.hidden or one.waiting is not None]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_nothing_hidden_is_ever_drawn(data: st.DataObject) -> None:
    edition = data.draw(st.sampled_from(["srd-5.1", "srd-5.2", "black-flag"]))
    with TemporaryDirectory() as folder:
        looking = Onlooker(Path(folder), edition, data.draw(st.integers(0, 99)))
        size = data.draw(st.sampled_from(SIZES))
        looking.say(data.draw(st.sampled_from(["start", "start", "start", "roll 1d20"])))
        for _ in range(data.draw(st.integers(3, 35))):
            handles = st.sampled_from(sorted(looking.table.state.combatants) or [Id("nobody")])
            command = data.draw(st.sampled_from(COMMANDS)).format(
                a=data.draw(handles), b=data.draw(handles), n=data.draw(st.integers(1, 30))
            )
            before = looking.state
            looking.say(command)
            state = looking.state
            no_name_is_drawn(state, size)
            no_foes_figures_are_drawn(state, size)
            nothing_depends_on_the_unseen(state, size)
            if command == "next":
                an_unseen_turn_shows_nothing(before, state)
        looking.watch.close()
        looking.table.store.close()


def no_name_is_drawn(state: Encounter, size: tuple[int, int]) -> None:
    """Neither the unseen ones' names, nor the fight's own; with names switched off no foe's at all."""
    secrets = {one.name for one in unseen(state)} | {state.name}
    foes = {one.name for one in state.combatants.values() if one.side == "foe" and one.kind != "trap"}
    for shown, names in ((state, secrets), (anonymous(state), secrets | foes)):
        text = drawn(shown, size)
        for name in names:
            assert not re.search(rf"\b{re.escape(name)}\b", text), f"{name} in\n{text}"
            for large in (full_size(name), half_size(name)):
                assert large is None or not all(row in text for row in large), f"{name} in large letters"


def no_foes_figures_are_drawn(state: Encounter, size: tuple[int, int]) -> None:
    text = drawn(state, size)
    for one in state.combatants.values():
        if one.side != "party" or one.hidden:
            for figure in (one.hp, one.max_hp, one.max_hp + one.max_hp_shift, one.hp + one.temp_hp):
                assert figure < 100 or str(figure) not in text, f"{one.name} has {figure} in\n{text}"


def nothing_depends_on_the_unseen(state: Encounter, size: tuple[int, int]) -> None:
    """The same picture, to the cell, if the unseen are worse off, twice as many, or (off their turn) gone."""
    secret = {one.id for one in unseen(state)}
    for other in (worse_off(state, secret), twice_as_many(state, secret), gone(state, secret)):
        assert drawn(other, size) == drawn(state, size)


def worse_off(state: Encounter, secret: set[Id]) -> Encounter:
    prone = (Effect(900, "prone"),)
    changed = {
        who: replace(one, hp=1, max_hp=99, temp_hp=77, effects=prone, exhaustion=2, group=None, tag="red", note="!")
        for who, one in state.combatants.items()
        if who in secret
    }
    return replace(state, combatants={**state.combatants, **changed})


def twice_as_many(state: Encounter, secret: set[Id]) -> Encounter:
    doubles = {Id(f"{who}x"): replace(state.combatants[who], id=Id(f"{who}x")) for who in secret}
    places: list[Place] = []
    for place in state.places:
        here = tuple(Id(f"{who}x") for who in place.members if who in secret)
        places += [place, *([replace(place, id=PlaceId(place.id + 5000), members=here)] if here else [])]
    return replace(state, combatants={**state.combatants, **doubles}, places=tuple(places))


def gone(state: Encounter, secret: set[Id]) -> Encounter:
    """Without those whose turn it is not; a lair's owner stays, since its name is what keeps the lair unnamed."""
    active = state.active_place
    kept = {one.owner for one in state.combatants.values()} | set(active.members if active else ())
    kept |= {one.id for one in state.combatants.values() if one.name == "Lurker"}
    lost = secret - kept
    rest = {who: one for who, one in state.combatants.items() if who not in lost}
    places = (replace(place, members=tuple(who for who in place.members if who not in lost)) for place in state.places)
    return replace(state, combatants=rest, places=tuple(place for place in places if place.members or place.gone))


def an_unseen_turn_shows_nothing(before: Encounter, after: Encounter) -> None:
    place = after.active_place
    if place is None or before.active is None or len(unseen(before)) != len(unseen(after)):
        return
    members = [after.combatants[who] for who in place.members]
    if members and all(one in unseen(after) and not one.is_out for one in members):
        assert visible(after)[2:5] == visible(before)[2:5], "round, active and next stay where they were"


# What it looks like


@pytest.fixture
def table() -> Table:
    table = Table.open()
    table.say(
        "start", "damage mira 16", "temp mira 3", "cond mira +poisoned", "conc mira bless", "damage go1 4", "next"
    )
    return table


def test_the_turn_stands_in_large_letters_above_the_order(table: Table) -> None:
    lines = drawn(table.state).splitlines()
    assert "Round 1" in lines[0] and lines[0].rstrip().endswith("next: [bold]Ogre[/]")
    assert [one.strip() for one in lines[2:7]] == [one.strip() for one in full_size("Goblins") or ()]
    row = next(one for one in lines if "Mira" in one)
    assert "14/30 +3" in row and "poisoned · concentrating on bless" in row and "▆" in row
    assert next(one for one in lines if "Goblin 1" in one).split() == ["Goblin", "1", "bloodied"]


def test_before_the_fight_foes_are_nobodys_business(table: Table) -> None:
    text = drawn(Table.open().state)
    assert WAITING in text and "Mira" in text and "Goblin" not in text
    assert WAITING in "\n".join(one.text for one in view_lines(None, 80, 24, UNICODE))


def test_a_hidden_one_at_the_top_looks_like_the_moment_before() -> None:
    table = Table.open()
    table.say("init lu 25", "start")
    assert OPENING in drawn(table.state) and "Round" not in drawn(table.state)


def test_after_the_fight_nobody_is_active(table: Table) -> None:
    table.say("end")
    assert OVER in drawn(table.state) and "▶" not in drawn(table.state)


@pytest.mark.parametrize("size", [(200, 60), (120, 40), (80, 24), (60, 20), (40, 10), (20, 5), (3, 2), (1, 1), (0, 0)])
def test_it_fits_any_size(table: Table, size: tuple[int, int]) -> None:
    table.say('add 12 "Bandit with a long and winding name" hp 9 ac 12 group', "cond mira +prone +grappled +frightened")
    for glyphs in (UNICODE, ASCII):
        lines = view_lines(visible(table.state), *size, glyphs, trouble="old", hint="q leaves")
        assert len(lines) <= size[1] and all(one.width <= size[0] for one in lines)
        assert glyphs is UNICODE or all(one.text.isascii() for one in lines)


def test_foes_can_go_without_their_names(table: Table) -> None:
    text = drawn(anonymous(table.state))
    assert "Foes 1–2 ×2" in text and "next: Foe 3" in text and "Mira" in text


# Which fight it follows


def test_it_follows_whichever_fight_was_written_last(tmp_path: Path) -> None:
    clock = [time.time()]
    watch = Watch(None, tmp_path, lambda: clock[0])
    assert not watch.poll() and watch.state is None
    first = Table.open(tmp_path / "a.jsonl")
    assert watch.poll() and watch.state == first.state
    first.say("start", "end")
    assert watch.poll() and watch.state == first.state, "a fight that ends stays until the next"
    second = Table.open(tmp_path / "b.jsonl")
    second.say("start")
    clock[0] += 1
    assert watch.poll() and watch.state == second.state
    for command in ("damage mira 3", "undo"):
        second.say(command)
        assert watch.poll() and watch.state == second.state
    second.store.close()
    assert not watch.poll(), "and so does one that was left"


def test_it_does_not_bring_up_an_old_fight(tmp_path: Path) -> None:
    Table.open(tmp_path / "over.jsonl").say("start", "end")
    assert not Watch(None, tmp_path, time.time).poll()
    Table.open(tmp_path / "left.jsonl").say("start")
    assert not Watch(None, tmp_path, lambda: time.time() + STALE + 1).poll()
    assert Watch(None, tmp_path, time.time).poll()


def test_an_encounter_file_names_its_newest_fight(tmp_path: Path) -> None:
    file = tmp_path / "ford.yaml"
    file.write_text("encounter: Ford\n", encoding="utf-8")
    watch = Watch(file, tmp_path, time.time)
    Table.open(tmp_path / "other.jsonl")
    assert not watch.poll()
    plan = EncounterPlan(name="Ford", edition="srd-5.1", source=str(file))
    mine = Store.open_plan(plan, RandomDice(1), journal=tmp_path / "mine.jsonl")
    assert watch.poll() and watch.state == mine.state


def test_looking_on_holds_nothing_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "fight.jsonl"
    table = Table.open(path)
    table.say("start")
    table.store.close()
    before = path.read_bytes(), path.stat().st_mtime_ns
    watch = Watch(path, tmp_path, time.time)
    assert watch.poll()
    resumed = Table.resume(path)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before and list(tmp_path.iterdir()) == [path]
    resumed.say("damage mira 3")
    assert watch.poll() and watch.state == resumed.state
