"""How the view talks to its page. Whoever reaches the page can send anything, so nothing is taken as it comes."""

from typing import Any

from textual.drivers.web_driver import WebDriver

MOST_COLUMNS, MOST_ROWS = 500, 200


def bounded(width: int, height: int) -> tuple[int, int]:
    """A size as no real screen's is exceeded by it."""
    return min(max(width, 1), MOST_COLUMNS), min(max(height, 1), MOST_ROWS)


class PageDriver(WebDriver):
    """Draws no larger than any real screen."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """As `WebDriver`; the size that the page has asked for is brought within bounds."""
        super().__init__(*given, **named)
        self._size = bounded(*(self._size or (80, 24)))

    def on_meta(self, packet_type: str, payload: dict[str, Any]) -> None:
        """A new size is brought within bounds; one that is no size is passed over."""
        if packet_type == "resize":
            width, height = payload.get("width"), payload.get("height")
            if not (isinstance(width, int) and isinstance(height, int)):
                return
            columns, rows = bounded(width, height)
            payload = {**payload, "width": columns, "height": rows}
        super().on_meta(packet_type, payload)
