"""The players' page from outside: whatever a browser or a stranger's page sends, the fight goes on untouched."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from signal import SIGINT

import aiohttp
import pytest

from tests.web_view import WebView
from tracker.console.context import Context
from tracker.console.parsing import parse
from tracker.encounter.store import Store
from tracker.library.plans import load_encounter_text
from tracker.rules.dice import RandomDice

FIGHT = """
encounter: Lurker in the dark
edition: srd-5.1
party:
  - {name: Mira, hp: 31/38, ac: 15, initiative: 18, notes: a traitor}
combatants:
  - {monster: Bugbear, name: Grakk, hp: 4001, initiative: 15, notes: holds the key, tags: [red]}
  - {name: Lurker, hp: 4003, ac: 15, initiative: 13, hidden: true}
  - {name: Lurker, hp: 4003, ac: 15, initiative: 12, hidden: true}
  - {monster: Wolf, count: 2, wave: Wolves, joins: round 7}
lair: {owner: Lurker, actions: [Dust falls]}
notes: Nobody leaves alive.
reminders: [{round: 1, text: the river rises}]
"""
SECRETS = (b"urker", b"olves", b"Wolf", b"4001", b"4003", b"traitor", b"the key", b"Dust", b"alive", b"river", b"red")

Play = Callable[[aiohttp.ClientSession, str], Awaitable[None]]


class Table:
    """A GM's fight, kept where the view looks for it."""

    def __init__(self, home: Path) -> None:
        loaded = load_encounter_text(FIGHT)
        assert loaded.plan is not None and not loaded.problems
        self.journal = home / "state" / "tracker" / "fights" / "fight.jsonl"
        self.store = Store.open_plan(loaded.plan, RandomDice(1), journal=self.journal)

    def say(self, *lines: str) -> None:
        for line in lines:
            self.store.do(parse(line, self.store.state, Context()))


class Served(WebView):
    """One beside that fight, heard without a browser."""

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        assert "on this machine alone" in self.says
        while not self._is_up() and self.process.poll() is None:
            continue

    def _is_up(self) -> bool:
        with socket.socket() as tried:
            return tried.connect_ex(("127.0.0.1", self.port)) == 0

    def looked_on(self, play: Play) -> None:
        """Runs one side of a conversation."""

        async def run() -> None:
            async with aiohttp.ClientSession() as session:
                await asyncio.wait_for(play(session, self.address), 60)

        asyncio.run(run())


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    table.say("start", "next")
    yield table
    table.store.close()


@pytest.fixture
def served(tmp_path: Path, table: Table) -> Iterator[Served]:
    served = Served(tmp_path)
    yield served
    served.process.send_signal(SIGINT)
    assert served.process.wait(20) == 0


class Onlooker:
    """One websocket, and every byte it was sent."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.raw = b""

    async def until(self, piece: bytes) -> None:
        """Reads until that has been sent."""
        before = len(self.raw)
        while piece not in self.raw[before:]:
            await self._take(30)

    async def quiet(self, seconds: float) -> bytes:
        """What comes until nothing has for so long."""
        before = len(self.raw)
        while True:
            try:
                await self._take(seconds)
            except TimeoutError:
                return self.raw[before:]

    async def _take(self, seconds: float) -> None:
        got = await self.socket.receive(seconds)
        assert got.type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT), got
        self.raw += got.data if isinstance(got.data, bytes) else got.data.encode()


def test_strangers_pages_get_nothing(served: Served) -> None:
    async def play(session: aiohttp.ClientSession, page: str) -> None:
        own, port = page, served.port
        for headers in (
            {},
            {"Origin": "http://evil.example"},
            {"Origin": f"http://evil.example:{port}", "Host": f"evil.example:{port}"},
            {"Origin": "null"},
            {"Origin": own, "Host": f"evil.example:{port}"},
            {"Origin": f"http://127.0.0.1:{port}.evil.example"},
            {"Origin": f"http://127.0.0.1:{port}@evil.example"},
        ):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await session.ws_connect(f"{page}/ws", headers=headers)
            assert refused.value.status == 403
        for path in ("download/x", "static/../../../etc/passwd", "static/%2e%2e/%2e%2e/server.py", "config", "ws"):
            async with session.get(f"{page}/{path}", headers={"Origin": "http://evil.example"}) as answer:
                assert answer.status in (400, 403, 404)
        async with session.get(page) as answer:
            text = await answer.read()
            assert not [secret for secret in (*SECRETS[:-1], b"Mira", b"Grakk") if secret in text]

    served.looked_on(play)


def test_nothing_that_is_sent_changes_the_fight_or_shows_more(served: Served, table: Table) -> None:
    before = table.journal.read_bytes(), table.journal.stat().st_mtime_ns
    keys = [chr(code) for code in range(1, 127) if chr(code) not in "\x11T"]
    keys += [
        "\x1b[A",
        "\x1bOP",
        "\x1b[200~n\n:kill gr\n\x1b[201~",
        ":damage gr 9\r",
        "\x1b[<0;3;3M\x1b[<0;3;3m",
        "\x10",
    ]
    sizes = ({"width": 10**9, "height": 10**9}, {"width": "x", "height": []}, {"width": 90, "height": 30})
    odd = ("[]", "[1]", '["stdin"]', '["stdin", 5]', "null", "{}", "x", '["resize", null]', '["resize", {}]')

    async def play(session: aiohttp.ClientSession, page: str) -> None:
        whole = b""
        for query in ("", "?width=999999999&height=999999999", "?width=x&height=-5"):
            async with session.ws_connect(f"{page}/ws{query}", headers={"Origin": page}) as socket:
                seen = Onlooker(socket)
                await seen.until(b"\x1b[")
                await seen.quiet(1.0)
                for size in sizes:
                    await socket.send_json(["resize", size])
                await seen.until(b"Mira")
                for key in keys:
                    await socket.send_json(["stdin", key])
                await socket.send_json(["stdin", "T"])
                await seen.until(b"48;2;247;243;234")
                whole += await seen.quiet(0.5) + seen.raw
        for text in odd:
            async with session.ws_connect(f"{page}/ws", headers={"Origin": page}) as socket:
                await Onlooker(socket).until(b"Mira")
                await socket.send_str(text)
        async with session.ws_connect(f"{page}/ws", headers={"Origin": page}) as socket:
            await Onlooker(socket).until(b"Mira")
        assert len(whole) < 6_000_000 and b"Grakk" in whole
        assert not [secret for secret in SECRETS[:-1] if secret in whole]

    served.looked_on(play)
    assert (table.journal.read_bytes(), table.journal.stat().st_mtime_ns) == before
    assert table.store.state.phase == "running"


def test_what_the_unseen_do_sends_not_one_byte(served: Served, table: Table) -> None:
    async def play(session: aiohttp.ClientSession, page: str) -> None:
        async with session.ws_connect(f"{page}/ws", headers={"Origin": page}) as socket:
            seen = Onlooker(socket)
            await seen.until(b"Grakk")
            table.say("next")
            await seen.until(b"next: ")
            await seen.quiet(1.0)
            for lines in (
                ("next",),
                ("damage lu1 9", "cond lu1 +prone", "note lu1 x", "temp lu2 5", "remove lu2", "undo"),
                ("note gr gone", "tag gr blue", "count gr arrows 3", "set gr ac 3", "auto regeneration off"),
                ("init lu2 14",),
            ):
                table.say(*lines)
                started = time.monotonic()
                sent = await seen.quiet(1.2)
                assert sent == b"", (lines, sent)
                assert time.monotonic() - started > 1
            table.say("damage gr 4000")
            await seen.until(b"near death")
            assert not [secret for secret in SECRETS if secret in seen.raw]

    served.looked_on(play)
