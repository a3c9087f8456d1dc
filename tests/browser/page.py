"""A page of the players' view in Chromium: what it was sent, what it shows, and when."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from pathlib import Path

import pyte
from playwright.sync_api import Page

DEADLINE = 30.0
_LISTEN = """
window.sent = [];
window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...asked) {
    super(...asked);
    window.sockets.push(this);
    this.addEventListener("message", event => {
      if (typeof event.data === "string") return;
      const came = Date.now();
      const bytes = String.fromCharCode(...new Uint8Array(event.data));
      requestAnimationFrame(() => requestAnimationFrame(() =>
        window.sent.push({came, painted: Date.now(), data: btoa(bytes)})));
    });
  }
};
"""


class ViewPage:
    """One browser that looks on."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.raw = bytearray()
        """Every byte the view has sent."""
        self.requests: list[str] = []
        """Every address the page has asked for."""
        self.came, self.painted = 0.0, 0.0
        """When the last of it came, and when it was on the screen; seconds since 1970."""
        self._screen = pyte.Screen(400, 150)
        self._stream = pyte.ByteStream(self._screen)
        page.on("request", lambda request: self.requests.append(request.url))
        page.add_init_script(_LISTEN)

    @property
    def text(self) -> str:
        """What stands on the screen, drawn from what was sent."""
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip()

    def open(self, address: str) -> None:
        """Loads the view."""
        self.page.goto(address)

    def wait_for(self, *texts: str) -> None:
        """Until all these texts are shown."""
        self.wait(lambda: all(text in self.text for text in texts), repr(texts))

    def wait(self, condition: Callable[[], bool], what: str) -> None:
        """Until the condition holds."""
        deadline = time.monotonic() + DEADLINE
        while not condition():
            assert time.monotonic() < deadline, f"{what} was not shown; the page shows\n{self.text}"
            self._take_in()

    def picture(self, path: Path) -> bytes:
        """Saves what the browser has painted."""
        path.parent.mkdir(parents=True, exist_ok=True)
        taken: bytes = self.page.screenshot(path=path)
        return taken

    def _take_in(self) -> None:
        for one in self.page.evaluate("() => window.sent.splice(0)"):
            data = base64.b64decode(one["data"])
            self.raw += data
            self._stream.feed(data.replace(b"\x1b[?2026$p", b""))
            self.came, self.painted = one["came"] / 1000, one["painted"] / 1000
