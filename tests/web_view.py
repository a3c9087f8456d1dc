"""The players' view served to browsers, as `tracker players --web` does."""

from __future__ import annotations

import socket
import subprocess
from pathlib import Path

from tests.terminal import TRACKER, isolated


class WebView:
    """A `tracker players --web` of that home, on a port of its own."""

    def __init__(self, home: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        command = [TRACKER, "players", "--web", "--port", str(self.port)]
        self.process = subprocess.Popen(command, cwd=home, env=isolated(home), stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.says = self.process.stdout.readline()

    @property
    def address(self) -> str:
        """The page's, without a slash at its end."""
        return f"http://127.0.0.1:{self.port}"
