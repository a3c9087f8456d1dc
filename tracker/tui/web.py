"""The players' view in a browser: a page, and an onlooker of its own for each browser that opens it."""

import logging
import shlex
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp_jinja2
from aiohttp import web
from aiohttp.web_runner import GracefulExit
from textual_serve.server import Server

from tracker.console.subcommands.base import tell
from tracker.tui.inks import DEFAULT_THEME, own_themes

MOST_ONLOOKERS = 24
"""Browsers that may look on at the same time."""


class PlayersServer(Server):
    """Serves the view and nothing else. It says what it does on standard output."""

    def __init__(self, command: Sequence[str], host: str, port: int, theme: str) -> None:
        """`command` is what runs for each browser; `theme` gives the page the colours around the view."""
        page = Path(__file__).parent / "page"
        super().__init__(shlex.join(command), host=host, port=port, title="The fight", templates_path=page)
        themes = {one.name: one for one in own_themes()}
        self._theme = themes.get(theme, themes[DEFAULT_THEME])
        self._onlookers = 0

    def initialize_logging(self) -> None:
        """None: what a stranger's browser sends is not worth a line at the table."""
        logging.basicConfig(level=logging.CRITICAL)

    async def on_startup(self, app: web.Application) -> None:
        """Where it is, and what that means."""
        tell(announcement(self.host, self.port))
        sys.stdout.flush()

    @aiohttp_jinja2.template("app_index.html")
    async def handle_index(self, request: web.Request) -> dict[str, object]:
        """The page; everything it loads comes from here."""
        return {
            "application": {"name": self.title},
            "ground": self._theme.background,
            "ink": self._theme.foreground,
        }

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """One more onlooker, if its page is ours: a page from elsewhere in the same browser gets nothing."""
        if not is_own_page(request.headers.get("Origin", ""), request.host, self.host):
            raise web.HTTPForbidden(text="this page may not look on")
        if self._onlookers >= MOST_ONLOOKERS:
            raise web.HTTPServiceUnavailable(text=f"{MOST_ONLOOKERS} browsers look on already")
        self._onlookers += 1
        try:
            return await super().handle_websocket(request)
        finally:
            self._onlookers -= 1


def is_own_page(origin: str, asked: str, bound: str) -> bool:
    """Whether a page of that origin was loaded from the host `asked` for, and that is a name for what is `bound`.

    A name is this machine's own or an address; a stranger's may be made to lead here behind the browser's back.
    """
    try:
        if urlsplit(origin).netloc.casefold() != asked.casefold():
            return False
        name = urlsplit(f"//{asked}").hostname or ""
    except ValueError:
        return False
    if is_loopback(bound) or is_loopback(name):
        return is_loopback(name)
    own = socket.gethostname().partition(".")[0].casefold()
    return _is_address(name) or name == bound.casefold() or name.partition(".")[0] == own


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether nothing but this machine reaches that address."""
    if host.casefold() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def announcement(host: str, port: int) -> str:
    """Where the view is to be seen, and by whom."""
    here = f"[{host}]" if ":" in host else host
    if is_loopback(host):
        return f"The players' view is at http://{here}:{port}/ for browsers on this machine alone. Ctrl+C closes it."
    at = "this machine's address" if host in ("0.0.0.0", "::") else here
    return (
        f"The players' view is at http://{at}:{port}/ for everybody who can reach this machine there.\n"
        "There is no password and no encryption: whoever opens it sees what the players see, never what is hidden\n"
        "from them, and cannot change the fight. Ctrl+C closes it."
    )


def serve(file: Path | None, *, host: str, port: int, theme: str) -> int:
    """Serves the view until it is interrupted; returns the exit code. Raises OSError if the port cannot be had."""
    _bind(host, port)
    command = [sys.executable, "-P", "-m", "tracker", "players", *(["--", str(file)] if file else [])]
    with suppress(GracefulExit):
        PlayersServer(command, host, port, theme).serve()
    return 0


def _bind(host: str, port: int) -> None:
    """Tries the address, so that nothing is announced that cannot be kept."""
    for family, kind, number, _, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        with socket.socket(family, kind, number) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(address)
