"""The journal: what was done is on disk, and what is on disk comes back."""

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.encounter.ambush import EVERYTHING, Table, ambush
from tracker.encounter import lines
from tracker.encounter.commands import Note
from tracker.encounter.errors import EncounterError
from tracker.encounter.journal import JournalError
from tracker.encounter.state import Encounter, Id

FIGHT = (
    "start",
    "damage go1 3 slashing",
    "attack go2 with sword vs mira",
    "cond tor +poisoned until end of mi's next turn",
    "next",
    "damage mira 12 fire",
    "undo",
    "note mira holds the key",
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "fight.jsonl"


@pytest.fixture
def states(path: Path) -> list[Encounter]:
    """The state after each line of the journal of a short fight, the loading first."""
    table = Table.open(path)
    states = [table.state]
    for line in FIGHT:
        table.say(line)
        states.append(table.state)
    table.store.close()
    return states


def _resumed(path: Path) -> tuple[Encounter, str]:
    table = Table.resume(path)
    table.store.close()
    assert table.store.journal is not None
    return table.state, " ".join(table.store.journal.messages)


def test_a_fight_comes_back_as_it_was_left(path: Path, states: list[Encounter]) -> None:
    table = Table.resume(path)
    assert table.state == states[-1]
    assert (table.store.undoable, table.store.redoable) == (6, 0)
    table.say("undo 2")
    assert table.state == states[4]
    assert table.store.journal is not None
    assert table.store.journal.plan == ambush()


def test_every_kind_of_command_comes_back_as_it_was(path: Path) -> None:
    table = Table.open(path)
    table.say(*EVERYTHING)
    table.store.close()
    resumed = Table.resume(path)
    assert resumed.state == table.state
    assert [entry.wish for entry in resumed.store.entries] == [entry.wish for entry in table.store.entries]
    assert [entry.events for entry in resumed.store.entries] == [entry.events for entry in table.store.entries]


def test_undone_commands_can_be_redone_after_the_resume(path: Path) -> None:
    table = Table.open(path)
    table.say(*FIGHT[:4])
    before = table.state
    table.say("undo 3")
    table.store.close()
    resumed = Table.resume(path)
    resumed.say("redo 3")
    assert resumed.state == before


def test_only_the_user_may_read_it(path: Path, states: list[Encounter]) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_each_line_is_on_disk_before_the_command_returns(path: Path) -> None:
    table = Table.open(path)
    for number, line in enumerate(FIGHT, 3):
        table.say(line)
        written = path.read_bytes()
        assert written.endswith(b"\n") and written.count(b"\n") == number


def test_cut_anywhere_in_its_last_line_it_loses_that_line_and_says_so(path: Path, states: list[Encounter]) -> None:
    whole = path.read_bytes()
    last = whole.rindex(b"\n", 0, -1) + 1
    torn = path.with_name("fight.jsonl.torn")
    for end in range(last + 1, len(whole)):
        path.write_bytes(whole[:end])
        state, message = _resumed(path)
        assert state == states[-2], end
        assert "is lost" in message and str(torn) in message
        assert torn.read_bytes() == whole[last:end]
        assert _resumed(path) == (states[-2], ""), "mended for good"
        torn.unlink()


def test_damaged_anywhere_near_its_end_it_stops_before_the_damage_and_says_so(
    path: Path, states: list[Encounter]
) -> None:
    whole = path.read_bytes()
    starts = [0, *(at + 1 for at, byte in enumerate(whole[:-1]) if byte == 10)]
    for at in range(starts[-4], len(whole), 3):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x15]) + whole[at + 1 :])
        state, message = _resumed(path)
        hit = max(number for number, start in enumerate(starts) if start <= at)
        assert state == states[hit - 2], at
        assert "is damaged" in message or "is lost" in message
        kept = [file for file in path.parent.iterdir() if file != path]
        assert len(kept) == 1, "what could not be used is kept aside"
        kept[0].unlink()


def test_a_damaged_line_in_the_middle_keeps_the_whole_file(path: Path, states: list[Encounter]) -> None:
    damaged = path.read_bytes().replace(b'"dice":"3"', b'"dice":"9"')
    path.write_bytes(damaged)
    table = Table.resume(path)
    assert table.state == states[1]
    assert table.store.journal is not None
    assert "command 3 is damaged" in table.store.journal.messages[0]
    table.say("damage go1 1")
    table.store.close()
    assert path.with_name("fight.jsonl.damaged").read_bytes() == damaged
    assert _resumed(path) == (table.state, "")


def _long_fight(path: Path, commands: int = 1100) -> list[Encounter]:
    table = Table.open(path)
    table.say("start")
    states = [table.state]
    for number in range(commands):
        table.say(f"note mira {number}")
        states.append(table.state)
    table.store.close()
    return states


def test_a_long_fight_opens_from_its_last_checkpoint_and_undoes_past_it(path: Path) -> None:
    states = _long_fight(path)
    table = Table.resume(path)
    assert len(table.store.entries) == 1101
    assert table.state == states[-1]
    for back in (1, 200, 300, 598):
        table.say(f"undo {back}")
    assert table.state == states[1]
    table.say("redo 1099")
    assert table.state == states[-1]


def test_a_creature_added_before_the_last_checkpoint_is_no_wall_for_undo(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tracker.encounter.store.CHECKPOINT_EVERY", 5)
    table = Table.open(path)
    start = table.state
    table.say("start", "next", 'add "Rat" hp 3 ac 10 init 4', "next", "next", "next", "next", "next")
    table.store.close()
    resumed = Table.resume(path)
    resumed.say("undo 8")
    assert resumed.state == start


def test_going_back_reads_no_further_than_to_the_checkpoint_before(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _long_fight(path, 1600)
    read: list[bytes] = []
    whole = lines.from_line

    def counted(line: bytes) -> Any:
        read.append(line)
        return whole(line)

    monkeypatch.setattr(lines, "from_line", counted)
    table = Table.resume(path)
    assert len(read) < 500, "opening"
    read.clear()
    table.say("undo 700")
    assert len(read) < 500, "undoing into what a checkpoint before begins"


def test_damage_before_the_last_checkpoint_costs_only_what_lies_behind_it(path: Path) -> None:
    states = _long_fight(path)
    path.write_bytes(path.read_bytes().replace(b'"text":"700"', b'"text":"7!!"'))
    table = Table.resume(path)
    assert table.state == states[-1]
    table.say("undo 100")
    assert table.state == states[-101]
    with pytest.raises(EncounterError, match="command 703 is damaged"):
        table.say("undo 300")
    assert table.state == states[-101]


def test_a_damaged_checkpoint_costs_nothing(path: Path) -> None:
    states = _long_fight(path)
    whole = path.read_bytes()
    at = whole.rindex(b'{"checkpoint"') + 40
    path.write_bytes(whole[:at] + b"!" + whole[at + 1 :])
    state, message = _resumed(path)
    assert state == states[-1]
    assert message == ""


_PLAYER = """
import sys
from itertools import count
from pathlib import Path
from tests.encounter.ambush import Table

table = Table.open(Path(sys.argv[1]))
for number in count():
    table.say(f"note mira {number}")
    print(number, flush=True)
"""


def test_a_killed_tracker_leaves_what_it_last_showed_and_no_lock(path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", _PLAYER, str(path)], stdout=subprocess.PIPE, text=True) as player:
        assert player.stdout is not None
        for _ in range(40):
            player.stdout.readline()
        player.kill()
        *_, shown = player.stdout.read().split() or ["39"]
    table = Table.resume(path)
    assert table.state.combatants[Id("mi")].note in (shown, str(int(shown) + 1))


def test_two_trackers_cannot_write_one_fight(path: Path, states: list[Encounter]) -> None:
    first = Table.resume(path)
    with pytest.raises(JournalError, match="open in another tracker"):
        Table.resume(path)
    first.store.close()
    Table.resume(path)


def test_a_later_version_is_named(path: Path, states: list[Encounter]) -> None:
    path.write_bytes(path.read_bytes().replace(b'"format":1', b'"format":2', 1))
    with pytest.raises(
        JournalError, match=r"later version of the tracker \(journal format 2, this one reads up to 1\)"
    ):
        Table.resume(path)


@pytest.mark.parametrize(
    "body",
    [
        b'"command":{"type":"teleport","far":1},"t":1.0,"phase":"running","round":1,"events":[]',
        b'"command":{"type":"next","far":1},"t":1.0,"phase":"running","round":1,"events":[]',
        b'"command":{"type":"next"},"t":1.0,"phase":"running","round":1,"events":[{"type":"warped"}]',
        b'"command":{"type":"next"},"t":1.0,"phase":"running","round":1,"events":[{"type":"nobody","far":1}]',
        b'"command":{"type":"next"},"t":1.0,"phase":"parley","round":1,"events":[]',
    ],
)
def test_what_only_a_later_version_knows_is_no_damage(path: Path, states: list[Encounter], body: bytes) -> None:
    whole = path.read_bytes().splitlines(keepends=True)
    n = len(states)
    for kept, number in (([*whole[:-1]], n), ([whole[0]], 1)):
        told = b"".join(kept) + lines.seal(b'{"n":%d,"on":%d,%b' % (number, number - 1, body))
        path.write_bytes(told)
        with pytest.raises(JournalError, match=rf"command {number} holds what this version .* does not know.*update"):
            Table.resume(path)
        assert path.read_bytes() == told and list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"\n", b"{}\n", b"\0\xff" * 5000, b"encounter: Goblins\n", b'{"format":1}'),
        *(
            lines.seal(b'{"format":1,"plan":{}'),
            lines.seal(b'{"format":1,"name":[],"edition":"srd-5.1","plan":{}'),
            lines.seal(b"[1"),
        ),
        lines.seal(b'{"format":1,"name":"A","edition":"srd-5.1","started":"now","plan":{}'),
    ],
)
def test_a_file_that_is_no_journal_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(JournalError, match=r"fight\.jsonl"):
        Table.resume(path)
    assert path.read_bytes() == content


def test_no_file_and_a_folder_are_refused(path: Path) -> None:
    for wrong in (path, Path("/")):
        with pytest.raises(JournalError, match="cannot be opened"):
            Table.resume(wrong)


def test_a_journal_is_never_overwritten(path: Path, states: list[Encounter]) -> None:
    with pytest.raises(JournalError, match="is there already"):
        Table.open(path)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Makes one call of the operating system fail until it is mended by calling without a name."""

    def break_(name: str = "", number: int = errno.ENOSPC, before: Callable[..., Any] = lambda *args: None) -> None:
        monkeypatch.undo()
        if name:
            real = getattr(os, name)

            def fail(*args: Any, **more: Any) -> Any:
                before(real, *args)
                raise OSError(number, os.strerror(number))

            monkeypatch.setattr("tracker.encounter.journal._sync" if name == "fdatasync" else f"os.{name}", fail)

    yield break_
    monkeypatch.undo()


def _half(write: Callable[[int, bytes], int], fd: int, data: bytes) -> None:
    write(fd, bytes(data)[: len(data) // 2])


@pytest.mark.parametrize(
    ("call", "number", "before"),
    [
        ("write", errno.ENOSPC, lambda *args: None),
        ("write", errno.ENOSPC, _half),
        ("fdatasync", errno.EIO, lambda *args: None),
        ("fstat", errno.EIO, lambda *args: None),
    ],
)
def test_on_a_disk_that_refuses_the_fight_goes_on_and_is_saved_later(
    path: Path, broken: Callable[..., None], call: str, number: int, before: Callable[..., Any]
) -> None:
    table = Table.open(path)
    table.say(*FIGHT[:2])
    saved = path.read_bytes()
    broken(call, number, before)
    table.say(*FIGHT[2:5])
    assert os.strerror(number) in table.store.trouble and "NOT SAVED" in table.store.trouble
    assert path.read_bytes() == saved, "nothing half written stays behind"
    table.say("undo 2")
    broken()
    table.say("redo")
    assert table.store.trouble == ""
    table.store.close()
    assert _resumed(path) == (table.state, "")


def test_a_state_folder_that_is_read_only_costs_only_the_saving(path: Path, broken: Callable[..., None]) -> None:
    broken("open", errno.EROFS)
    table = Table.open(path)
    table.say(*FIGHT)
    assert "Read-only file system" in table.store.trouble
    broken()
    table.say("next")
    table.store.close()
    assert _resumed(path) == (table.state, "")


def test_a_read_only_journal_can_be_played_on(
    path: Path, states: list[Encounter], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.open

    def only_reading(name: Any, flags: int, *rest: Any, **more: Any) -> int:
        if flags & (os.O_RDWR | os.O_WRONLY):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return real(name, flags, *rest, **more)

    monkeypatch.setattr("os.open", only_reading)
    table = Table.resume(path)
    assert table.state == states[-1]
    table.say("damage go2 1")
    assert "Read-only" in table.store.trouble
    monkeypatch.undo()
    table.say("damage go2 1")
    assert table.store.trouble == ""
    table.store.close()
    assert _resumed(path) == (table.state, "")


def test_a_journal_deleted_during_the_fight_is_written_again(path: Path) -> None:
    table = Table.open(path)
    table.say(*FIGHT[:3])
    path.unlink()
    table.say(*FIGHT[3:])
    table.store.close()
    assert _resumed(path) == (table.state, "")


def test_text_that_is_no_unicode_is_refused_before_anything_is_written(path: Path) -> None:
    table = Table.open(path)
    with pytest.raises(EncounterError, match="no Unicode"):
        table.store.do(Note(who=Id("mi"), text="\udcff"))
    assert table.store.undoable == 0


@pytest.mark.parametrize("edition", ["srd-5.1", "srd-5.2", "black-flag"])
def test_a_state_survives_being_written_down(edition: str) -> None:
    table = Table.open(edition=edition)
    table.say(*FIGHT, "conc mira bless", 'ready mira "the door" "attack"', "remind round 4 help", "hide go1")
    assert lines.read_state(lines.state_json(table.state)) == table.state
