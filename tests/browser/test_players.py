"""The players' view in a real browser, beside a fight that another process plays."""

import signal
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from tests.browser.conftest import Served
from tests.browser.page import DEADLINE, ViewPage
from tests.journals import journal
from tests.terminal import Terminal

FOLLOWS = 0.5
"""Seconds from the journal's line to the browser."""
PAINTS = 0.5
"""Seconds that the browser may take to paint."""


def test_the_page_follows_the_fight_and_shows_nothing_hidden(
    served: Served, view: ViewPage, table: Callable[[], Terminal], home: Path, pictures: Path
) -> None:
    assert "on this machine alone" in served.says
    view.open(served.address)
    view.wait_for("Waiting for the fight")
    blank = view.picture(pictures / "players-waiting.png")
    gm = table()
    gm.keys("n")
    view.wait_for("Round 1", "next: Grakk", "31/38")
    for upcoming in ("Tor", "Goblins", "Mira", "Grakk"):
        if upcoming == "Goblins":
            gm.keys("n")  # the hidden one's turn, which nobody sees
        gm.keys("n")
        view.wait_for(f"next: {upcoming}")
        written = journal(home).stat().st_mtime
        assert view.came - written < FOLLOWS and view.painted - view.came < PAINTS
    gm.keys("c B")
    gm.keys("po enter")
    view.wait_for("poisoned")
    assert view.picture(pictures / "players.png") != blank
    for secret in (b"Lurker", b"Wol", b"ford", b"4001", b"4003"):
        assert secret not in view.raw


def test_a_narrow_page_and_a_light_one(
    served: Served, view: ViewPage, table: Callable[[], Terminal], pictures: Path
) -> None:
    view.page.set_viewport_size({"width": 390, "height": 800})
    table().keys("n")
    view.open(served.address)
    view.wait_for("Round 1", "Goblin 3")
    dark = view.picture(pictures / "players-narrow.png")
    view.page.keyboard.type("qT")
    view.wait(lambda: b"48;2;247;243;234" in view.raw, "the light theme")
    assert view.picture(pictures / "players-narrow-light.png") != dark


def test_everything_comes_from_the_page_itself(served: Served, view: ViewPage) -> None:
    view.open(served.address)
    view.wait_for("Waiting for the fight")
    assert {urlsplit(one).netloc for one in view.requests} == {f"127.0.0.1:{served.port}"}
    assert any(one.endswith(".ttf") for one in view.requests)


def test_a_view_goes_with_its_browser_and_with_its_server(served: Served, view: ViewPage) -> None:
    view.open(served.address)
    view.wait_for("Waiting for the fight")
    assert len(served.onlookers()) == 1
    view.page.goto("about:blank")
    none_is_left(served)
    view.open(served.address)
    view.wait(lambda: bool(served.onlookers()), "a view")
    served.process.send_signal(signal.SIGKILL)
    none_is_left(served)


def test_a_page_that_asks_for_a_monstrous_screen_gets_a_large_one(served: Served, view: ViewPage) -> None:
    view.open(served.address)
    view.wait_for("Waiting for the fight")
    sizes = ({"width": 10**9, "height": 10**9}, {"width": "many", "height": None}, {"width": -1, "height": 0})
    view.page.evaluate("sizes => sizes.forEach(one => window.sockets[0].send(JSON.stringify(['resize', one])))", sizes)
    view.page.set_viewport_size({"width": 700, "height": 400})
    view.page.keyboard.type("T")
    view.wait(lambda: b"48;2;247;243;234" in view.raw, "a view that still draws")
    assert len(view.raw) < 2_000_000


def none_is_left(served: Served) -> None:
    deadline = time.monotonic() + DEADLINE
    while served.onlookers():
        assert time.monotonic() < deadline, "a view is left behind"
