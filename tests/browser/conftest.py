"""Chromium, a served view, and a fight beside it."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.page import ViewPage
from tests.terminal import Terminal
from tests.web_view import WebView

FIGHT = """
encounter: Ambush at the ford
edition: srd-5.1
party:
  - {name: Mira, hp: 31/38, ac: 15, initiative: 18}
  - {name: Tor, hp: 12/30, ac: 17, initiative: 11}
combatants:
  - {monster: Bugbear, name: Grakk, hp: 4001, initiative: 15}
  - {name: Lurker, hp: 4003, ac: 15, initiative: 13, hidden: true}
  - {monster: Goblin, count: 3, group: true, hp: 30, initiative: 7}
  - {monster: Wolf, count: 2, wave: Wolves, joins: round 3}
"""


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Headless, and without a way out to any other machine."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert path, "these tests need Chromium: apt-get install chromium"
    rules = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", rules])
        yield browser
        browser.close()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "ford.yaml").write_text(FIGHT, "utf-8")
    return tmp_path


@pytest.fixture
def table(home: Path) -> Iterator[Callable[[], Terminal]]:
    """Opens the fight in a tracker of its own."""
    opened: list[Terminal] = []

    def open_table() -> Terminal:
        opened.append(Terminal("ford.yaml", home=home))
        opened[-1].wait(lambda: "help" in opened[-1].lines[-1], what="the hint line")
        return opened[-1]

    yield open_table
    for terminal in opened:
        terminal.kill()
        terminal.hang_up()


class Served(WebView):
    """One whose onlookers can be counted."""

    def onlookers(self) -> list[int]:
        """Process ids of the views it has started."""
        return [
            int(one.name)
            for one in Path("/proc").iterdir()
            if one.name.isdigit()
            and _command(one)[1:] == ["-P", "-m", "tracker", "players"]
            and _home(one) == _home(self._proc)
        ]

    @property
    def _proc(self) -> Path:
        return Path(f"/proc/{self.process.pid}")


def _command(process: Path) -> list[str]:
    try:
        return (process / "cmdline").read_text().rstrip("\0").split("\0")
    except OSError:
        return []


def _home(process: Path) -> str:
    try:
        return next(one for one in (process / "environ").read_text().split("\0") if one.startswith("XDG_STATE_HOME="))
    except (OSError, StopIteration):
        return str(process)


@pytest.fixture
def served(home: Path) -> Iterator[Served]:
    server = Served(home)
    yield server
    if server.process.poll() is None:
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(20) == 0


@pytest.fixture
def view(chromium: Browser) -> Iterator[ViewPage]:
    page = chromium.new_page(viewport={"width": 1280, "height": 720})
    yield ViewPage(page)
    page.close()


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Where screenshots go: the folder that `SCREENSHOTS` names, else the test's own."""
    return Path(os.environ.get("SCREENSHOTS", tmp_path)).absolute()
