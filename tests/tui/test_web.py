"""Who may open the players' view in a browser, and what is said about it."""

import pytest

from tracker.tui.web import announcement, is_own_page


@pytest.mark.parametrize(
    ("origin", "asked", "bound", "own"),
    [
        ("http://127.0.0.1:8000", "127.0.0.1:8000", "127.0.0.1", True),
        ("http://localhost:8000", "localhost:8000", "127.0.0.1", True),
        ("http://[::1]:8000", "[::1]:8000", "::1", True),
        ("http://192.168.1.7:8000", "192.168.1.7:8000", "0.0.0.0", True),
        ("http://gm.local:8000", "GM.local:8000", "0.0.0.0", True),
        ("http://gm.home.lan:8000", "gm.home.lan:8000", "0.0.0.0", True),
        ("http://table.example:8000", "table.example:8000", "table.example", True),
        ("http://localhost:8000", "localhost:8000", "0.0.0.0", True),
        ("http://evil.example:8000", "evil.example:8000", "0.0.0.0", False),
        ("http://gm.local:8000", "gm.local:8000", "127.0.0.1", False),
        ("http://192.168.1.7:8000", "192.168.1.7:8000", "127.0.0.1", False),
        ("http://[:8000", "[:8000", "0.0.0.0", False),
        ("null", "192.168.1.7:8000", "0.0.0.0", False),
        ("http://evil.example", "127.0.0.1:8000", "127.0.0.1", False),
        ("http://evil.example:8000", "evil.example:8000", "127.0.0.1", False),
        ("", "127.0.0.1:8000", "127.0.0.1", False),
    ],
)
def test_only_its_own_page_may_look_on(
    origin: str, asked: str, bound: str, own: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "GM")
    assert is_own_page(origin, asked, bound) is own


def test_it_says_what_another_address_means() -> None:
    assert "on this machine alone" in announcement("127.0.0.1", 8000)
    assert "no password" not in announcement("localhost", 8000)
    for host in ("0.0.0.0", "::", "192.168.1.7"):
        told = announcement(host, 8000)
        assert "no password" in told and "everybody who can reach" in told and "never what is hidden" in told
    assert "http://[fe80::1]:8000/" in announcement("fe80::1", 8000)
