"""How the view talks to its page. Whoever reaches the page can send anything, so nothing is taken as it comes."""

from typing import Any

from textual.drivers.web_driver import WebDriver

MOST_COLUMNS, MOST_ROWS = 500, 200


class PageDriver(WebDriver):
    """Draws no larger than any real screen."""

    def on_meta(self, packet_type: str, payload: dict[str, Any]) -> None:
        """A new size is brought within bounds; one that is no size is passed over."""
        if packet_type == "resize":
            width, height = payload.get("width"), payload.get("height")
            if not (isinstance(width, int) and isinstance(height, int)):
                return
            payload = {
                **payload,
                "width": min(max(width, 1), MOST_COLUMNS),
                "height": min(max(height, 1), MOST_ROWS),
            }
        super().on_meta(packet_type, payload)
