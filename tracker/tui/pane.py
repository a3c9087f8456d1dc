"""The one widget of the screen: lines drawn by the Line API, of which only those that changed are painted again."""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tracker.tui.inks import Palette
from tracker.tui.lines import EMPTY, Line, clipped

_CACHE = 250


class Pane(Widget):
    """Shows as many lines as it has rows; it neither scrolls nor takes the focus, its owner says what is in view."""

    DEFAULT_CSS = "Pane { overflow: hidden; }"
    can_focus = False

    def __init__(self, palette: Palette, *, left_rule: str = "", id: str | None = None) -> None:
        super().__init__(id=id)
        self._palette = palette
        self._lines: Sequence[Line] = ()
        self._left_rule = left_rule
        self._strips: dict[tuple[Line, int], Strip] = {}

    def show(self, lines: Sequence[Line]) -> None:
        """Takes the lines now in view and repaints the cells that differ."""
        before, self._lines = self._lines, lines
        if before is lines:
            return
        width = self.size.width
        changed = []
        for y in range(max(len(before), len(lines))):
            old = before[y] if y < len(before) else EMPTY
            new = lines[y] if y < len(lines) else EMPTY
            if old != new:
                # Textual writes a row from its left edge up to the last cell that is to be painted.
                same = common_end(self._strip_of(old, width), self._strip_of(new, width))
                changed.append(Region(0, y, width - same, 1))
        if changed:
            self.refresh(*changed)

    def take(self, lines: Sequence[Line]) -> list[tuple[Region, Strip]]:
        """Takes the lines now in view and gives the cells that differ instead of painting them."""
        before, self._lines = self._lines, lines
        width, cells = self.size.width, []
        for y, (old, new) in enumerate(zip(before, lines, strict=False)):
            strip = self._strip_of(new, width)
            left, right = difference(self._strip_of(old, width), strip)
            if left + right < width:
                cells.append((Region(left, y, width - left - right, 1), strip.crop(left, width - right)))
        return cells

    def restyle(self, palette: Palette, left_rule: str = "") -> None:
        """Changes every colour at once."""
        self._palette = palette
        self._left_rule = left_rule
        self._strips.clear()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """The strip of one row, from the cache when the same line was drawn at the same width before."""
        return self._strip_of(self._lines[y] if y < len(self._lines) else EMPTY, self.size.width)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The strips of a region as they are. A pane has neither border nor padding for Textual to look after."""
        strips = [self.render_line(y) for y in crop.line_range]
        if crop.x or crop.width < self.size.width:
            return [strip.crop(crop.x, crop.right) for strip in strips]
        return strips

    def _strip_of(self, line: Line, width: int) -> Strip:
        strip = self._strips.get((line, width))
        if strip is None:
            if len(self._strips) > _CACHE:
                self._strips.clear()
            strip = self._strips[line, width] = self._strip(line, width)
        return strip

    def _strip(self, line: Line, width: int) -> Strip:
        style = self._palette.style
        rule = self._left_rule
        shown = clipped(line, width - len(rule))
        pieces = [(rule, style("rule", "ground"))] if rule else []
        pieces += [(text, style(ink, line.ground)) for text, ink in shown.spans]
        pieces.append((" " * (width - len(rule) - shown.width), style("text", line.ground)))
        strip = Strip(_joined(pieces)).crop_extend(0, width, None)
        for each in self.get_line_filters():
            strip = strip.apply_filter(each, self.background_colors[1])
        return strip


def _joined(pieces: Iterable[tuple[str, Style]]) -> list[Segment]:
    """As few segments as look the same: blanks have no ink, so they go with what stands before or after them."""
    segments: list[Segment] = []
    for text, style in pieces:
        if not text:
            continue
        last, look = segments[-1] if segments else Segment(""), style
        alike = last.style is not None and (last.style == style or _is_same_ground(last.style, style))
        if alike and (last.style == style or text.isspace() or last.text.isspace()):
            look = style if last.text.isspace() else last.style or style
            text = segments.pop().text + text
        segments.append(Segment(text, look))
    return segments


def _is_same_ground(one: Style, other: Style) -> bool:
    marked = any(style.reverse or style.underline or style.strike for style in (one, other))
    return one.bgcolor == other.bgcolor and not marked


def difference(old: Strip, new: Strip) -> tuple[int, int]:
    """How many cells two strips of one width have in common at the left, and how many of the rest at the right."""
    left = 0
    for one, other in zip(old, new, strict=False):
        if one != other:
            if one.style == other.style and one.text.isascii() and other.text.isascii():
                letters = zip(one.text, other.text, strict=False)
                left += sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], letters))
            break
        left += other.cell_length
    return left, min(common_end(old, new), new.cell_length - left)


def common_end(old: Strip, new: Strip) -> int:
    """How many cells two strips of one width have in common at the right, by whole pieces."""
    cells = 0
    for one, other in zip(reversed(list(old)), reversed(list(new)), strict=False):
        if one != other:
            break
        cells += other.cell_length
    return cells
