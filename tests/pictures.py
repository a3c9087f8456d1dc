"""Pictures of the screen as SVG, drawn from the same lines and colours that the terminal gets.

`python -m tests.readme` draws those of the README anew into `.docs/pictures`. They need no font but the viewer's own.
"""

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from rich.style import Style

from tests.tui.at_table import At
from tracker.tui import cells
from tracker.tui.inks import Palette, own_themes, palette_of
from tracker.tui.lines import Line

FOLDER = Path(__file__).parent.parent / ".docs" / "pictures"
WIDE, HIGH = 8.4, 18.0
"""A cell in pixels."""

SAMPLES = FOLDER.parents[1] / "sample_encounters"


class Shot(NamedTuple):
    """A picture of the README."""

    name: str
    title: str
    fight: str
    """A file of the sample encounters."""
    keys: str
    theme: str = "tracker-dark"
    size: tuple[int, int] = (104, 28)


SHOTS = (
    Shot(
        "turn",
        "A turn, with all that belongs to it",
        "goblin-ambush.yaml",
        "n d e 5 p enter n n C bless enter d b 12 enter c D pr enter t c 4 enter n a 1 c enter a 1 c enter",
    ),
    Shot("preview", "What Enter will do, for each target", "goblin-ambush.yaml", "n d d E f I 14 f"),
    Shot("prompt", "Nothing forgotten", "dragon-lair.yaml", "n n", "tracker-light"),
    Shot("look-up", "Every rule, by name or number", "big-battle.yaml", "n / cover"),
)

_FONTS = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace"


def palette(theme: str = "tracker-dark") -> Palette:
    """The colours of one of the tracker's own themes."""
    return palette_of(next(one for one in own_themes() if one.name == theme))


def svg(rows: Sequence[Sequence[Line]], colours: Palette, title: str) -> str:
    """A drawing of a whole screen."""
    columns = max(sum(part.width for part in row) for row in rows)
    wide, high = columns * WIDE + 2 * WIDE, (len(rows) + 1) * HIGH
    back = colours.ground_colour("ground").hex
    classes: dict[str, str] = {}
    body = "\n".join(part for y, row in enumerate(rows) for part in _row(row, y, colours, classes))
    styles = "\n".join(f".{name} {{ {rule} }}" for rule, name in classes.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" width="{wide:.0f}" role="img">\n'
        f"<title>{escape(title)}</title>\n<style>\n"
        f"text {{ font: 14px {_FONTS}; white-space: pre; }}\n{styles}\n</style>\n"
        f'<rect width="100%" height="100%" rx="8" fill="{back}"/>\n{body}\n</svg>\n'
    )


def _row(row: Sequence[Line], y: int, colours: Palette, classes: dict[str, str]) -> Iterator[str]:
    top = (y + 0.5) * HIGH
    x = 1
    back = colours.ground_colour("ground").hex
    texts = []
    for text, style in ((text, colours.style(ink, part.ground)) for part in row for text, ink in part.spans):
        wide = cells.width(text)
        fill = _fill(style)
        if fill != back and wide:
            at = f'x="{x * WIDE:.1f}" y="{top:.0f}"'
            yield f'<rect {at} width="{wide * WIDE:.1f}" height="{HIGH:.0f}" fill="{fill}"/>'
        stripped = text.strip(" ")
        if stripped:
            start = x + len(text) - len(text.lstrip(" "))
            name = classes.setdefault(_rule(style), f"s{len(classes)}")
            texts.append(
                f'<text class="{name}" x="{start * WIDE:.1f}" y="{top + 13:.0f}" '
                f'textLength="{cells.width(stripped) * WIDE:.1f}">{escape(stripped, quote=False)}</text>'
            )
        x += wide
    yield from texts


def _fill(style: Style) -> str:
    colour = style.color if style.reverse else style.bgcolor
    return colour.get_truecolor().hex if colour else "none"


def _rule(style: Style) -> str:
    colour = style.bgcolor if style.reverse else style.color
    rules = [f"fill: {colour.get_truecolor().hex if colour else '#888'}"]
    rules += ["font-weight: bold"] if style.bold else []
    rules += ["font-style: italic"] if style.italic else []
    rules += ["text-decoration: line-through"] if style.strike else []
    return "; ".join(rules)


def drawing(shot: Shot) -> str:
    """A picture of the README as SVG."""
    at = At(SAMPLES / shot.fight, size=shot.size, begun=False).keys(shot.keys)
    return svg(at.screen_rows(), palette(shot.theme), shot.title)


def draw_all() -> None:
    """Draws those of the README into their folder."""
    FOLDER.mkdir(exist_ok=True)
    for shot in SHOTS:
        (FOLDER / f"{shot.name}.svg").write_text(drawing(shot), "utf-8")
