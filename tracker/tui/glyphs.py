"""The signs on the screen, in Unicode and in plain ASCII; every one is a single cell wide in every terminal."""

from typing import NamedTuple


class Glyphs(NamedTuple):
    """One set of signs."""

    active: str = "▶"
    acting: str = "▷"
    """Active, with the cursor elsewhere: on another of its group, or away."""
    cursor: str = "›"
    mark: str = "✓"
    ready: str = "●"
    spent: str = "○"
    full: str = "▆"
    empty: str = "▁"
    temp: str = "▅"
    rule: str = "─"
    upright: str = "│"
    tee_down: str = "┬"
    tee_up: str = "┴"
    ellipsis: str = "…"
    arrow: str = "→"
    dot: str = "·"
    times: str = "×"
    enter: str = "⏎"
    caret: str = "▏"
    up: str = "▴"
    down: str = "▾"
    minus: str = "−"
    success: str = "✓"
    failure: str = "✗"
    group: str = "▸"
    open_group: str = "▾"
    flag: str = "⚑"


UNICODE = Glyphs()
ASCII = Glyphs(
    active=">",
    acting=")",
    cursor="-",
    mark="x",
    ready="*",
    spent="o",
    full="#",
    empty=".",
    temp="+",
    rule="-",
    upright="|",
    tee_down="+",
    tee_up="+",
    ellipsis="~",
    arrow="->",
    dot="-",
    times="x",
    enter="Enter",
    caret="_",
    up="^",
    down="v",
    minus="-",
    success="v",
    failure="x",
    group="+",
    open_group="-",
    flag="*",
)


def plain(text: str) -> str:
    """The text without the typographic signs that ASCII lacks, cell for cell."""
    return text if text.isascii() else text.translate(_PLAIN)


_PLAIN = str.maketrans("→·×−…–’✓✗½•⏎", ">-x-~-'+x/*>")
