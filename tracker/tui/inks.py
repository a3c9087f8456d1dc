"""Colours: the themes that come with the tracker, and the ink and ground styles drawn from whichever theme is on.

State is never told by colour alone: every ink here goes with a sign, a word or a place. Whatever the theme, an ink is
moved towards black or white until it stands at 4.5 to 1 against its ground.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.style import Style
from textual.color import Color

if TYPE_CHECKING:
    from textual.theme import Theme

CONTRAST = 4.5

# ink: (theme variables tried in order, text attributes)
INKS: dict[str, tuple[tuple[str, ...], str]] = {
    "text": (("foreground",), ""),
    "strong": (("foreground",), "bold"),
    "dim": (("tracker-dim", "foreground 62%"), ""),
    "rule": (("tracker-rule", "foreground 32%"), ""),
    "title": (("tracker-title", "secondary"), "bold"),
    "key": (("accent",), "bold"),
    "active": (("accent",), "bold"),
    "party": (("tracker-party", "primary"), "bold"),
    "ally": (("tracker-ally", "success"), ""),
    "foe": (("tracker-foe", "error"), ""),
    "neutral": (("tracker-neutral", "foreground 80%"), ""),
    "good": (("success",), ""),
    "hurt": (("warning",), ""),
    "down": (("error",), "bold"),
    "dead": (("tracker-dim", "foreground 50%"), "strike"),
    "bar-empty": (("tracker-bar", "foreground 48%"), ""),
    "condition": (("tracker-condition", "warning"), ""),
    "focus": (("tracker-focus", "secondary"), ""),
    "number": (("foreground",), "bold"),
    "typed": (("foreground",), "bold"),
    "caret": (("foreground",), "reverse"),
    "ghost": (("tracker-dim", "foreground 55%"), "italic"),
    "pick": (("accent",), "bold reverse"),
    "picked": (("success",), "bold reverse"),
    "warn": (("warning",), "bold"),
    "error": (("error",), "bold"),
    "result": (("tracker-party", "primary"), "bold"),
    "red": (("#d93a3a",), "bold"),
    "orange": (("#e0812f",), "bold"),
    "yellow": (("#d8bf2f",), "bold"),
    "green": (("#3fa34d",), "bold"),
    "blue": (("#4a83d8",), "bold"),
    "purple": (("#9a5fd0",), "bold"),
    "pink": (("#e070b0",), "bold"),
    "white": (("#f4f4f4",), "bold"),
    "black": (("#101010",), "bold"),
}

# ground: (theme variables tried in order, how much of them is laid over the background, attributes in ANSI themes)
GROUNDS: dict[str, tuple[tuple[str, ...], float, str]] = {
    "ground": ((), 0.0, ""),
    "active": (("tracker-active", "accent"), 0.20, "reverse"),
    "cursor": (("tracker-cursor", "foreground"), 0.09, "underline"),
    "header": (("tracker-header", "primary"), 0.30, "reverse"),
    "bar": (("tracker-bar-ground", "primary"), 0.07, ""),
    "asking": (("tracker-asking", "primary"), 0.26, ""),
    "prompt": (("tracker-prompt", "warning"), 0.20, "bold"),
    "chosen": (("tracker-chosen", "primary"), 0.30, "reverse"),
    "hint": ((), 0.0, ""),
    "list": ((), 0.0, ""),
}

# Rules and empty cells of a bar carry nothing that is not also said in words.
_DECORATION = {"rule", "bar-empty"}


@dataclass(slots=True)
class Palette:
    """Rich styles for every ink on every ground under one theme, made when first asked for."""

    variables: Mapping[str, str]
    ansi: bool = False
    depth: str = "truecolor"
    """How many colours the terminal has, as Rich calls it."""
    _styles: dict[tuple[str, str], Style] = field(default_factory=dict)

    def style(self, ink: str, ground: str) -> Style:
        """The style of an ink on a ground; both names must stand in `INKS` and `GROUNDS`."""
        style = self._styles.get((ink, ground))
        if style is None:
            style = self._styles[ink, ground] = self._mix(ink, ground)
        return style

    def _mix(self, ink: str, ground: str) -> Style:
        names, attributes = INKS[ink]
        if self.ansi:
            return self._ansi_style(names, attributes, GROUNDS[ground][2])
        # What is shown reversed stands on a ground of its own, and is read against the plain one.
        below = self.ground_colour("ground" if "reverse" in attributes else ground)
        colour = self._variable(names, below)
        if ink not in _DECORATION:
            colour = legible(colour, below, self.depth)
        return Style.from_color(colour.rich_color, below.rich_color) + Style.parse(attributes or "none")

    def _ansi_style(self, names: tuple[str, ...], attributes: str, ground: str) -> Style:
        """Nothing on a reversed ground has a colour, which would be its ground there."""
        words = Style.parse(f"{attributes} {ground}".strip() or "none")
        if ground == "reverse":
            return Style.parse(attributes.replace("reverse", "") or "none") if "reverse" in attributes else words
        if names[-1].startswith("foreground"):
            return words + Style(dim="%" in names[-1])
        return words + Style(color=self._variable(names, Color(0, 0, 0)).rich_color)

    def ground_colour(self, ground: str) -> Color:
        """The colour of a ground."""
        base = Color.parse(self.variables.get("background", "#000000"))
        names, share, _ = GROUNDS[ground]
        own = self.variables.get(names[0]) if names else None
        mixed = Color.parse(own) if own else base.blend(self._variable(names[1:], base), share) if names else base
        return nearest_of_256(mixed) if self.depth == "256" else mixed

    def _variable(self, names: tuple[str, ...], below: Color) -> Color:
        for name in names:
            word, _, share = name.partition(" ")
            value = word if word.startswith("#") else self.variables.get(word)
            if value is None:
                continue
            colour = Color.parse(value)
            if share and not self.ansi:
                return below.blend(colour, int(share.rstrip("%")) / 100)
            return colour if colour.ansi is not None else below + colour
        return below.inverse


def palette_of(theme: "Theme", depth: str | None = "truecolor") -> Palette:
    """The styles of a theme, its own variables before those that Textual derives; `depth` is Rich's colour system."""
    variables = {**theme.to_color_system().generate(), **theme.variables}
    return Palette(variables, ansi=theme.ansi, depth=depth or "truecolor")


def nearest_of_256(colour: Color) -> Color:
    """The colour of a 256-colour terminal that is nearest to the eye; a dark tint becomes a grey, not a full hue."""
    levels = (0, 95, 135, 175, 215, 255)
    grey = min(range(8, 239, 10), key=lambda level: _distance(colour, Color(level, level, level)))
    red, green, blue = (min(levels, key=lambda level: abs(level - part)) for part in colour.rgb)
    return min(Color(red, green, blue), Color(grey, grey, grey), key=lambda one: _distance(colour, one))


def _distance(one: Color, other: Color) -> int:
    return sum((a - b) ** 2 for a, b in zip(one.rgb, other.rgb, strict=True))


def legible(colour: Color, below: Color, depth: str = "truecolor") -> Color:
    """`colour`, moved towards black or white as far as it must to be read on `below`."""
    towards = Color(255, 255, 255) if below.brightness < 0.5 else Color(0, 0, 0)
    for step in range(21):
        moved = colour.blend(towards, step / 20)
        moved = nearest_of_256(moved) if depth == "256" else moved
        if contrast(moved, below) >= CONTRAST:
            return moved
    return towards


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Color) -> float:
    parts = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in colour.normalized]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


DEFAULT_THEME = "tracker-dark"


def own_themes() -> "list[Theme]":
    """The tracker's own themes: `tracker-dark`, `tracker-light` and `tracker-clear` (for colour-blind eyes)."""
    from textual.theme import Theme

    dark = Theme(
        "tracker-dark",
        primary="#7aa7c7",
        secondary="#c9a86a",
        accent="#f0c060",
        warning="#e0a458",
        error="#e5736b",
        success="#86b97a",
        foreground="#dcd8cf",
        background="#15171b",
        surface="#1b1e23",
        panel="#21252b",
        variables={
            "tracker-dim": "#9a978f",
            "tracker-rule": "#3d4149",
            "tracker-party": "#86b8dc",
            "tracker-ally": "#8fc7a1",
            "tracker-foe": "#e39a86",
            "tracker-condition": "#d8a0c8",
            "tracker-focus": "#b7a4ec",
            "tracker-active": "#3a3220",
            "tracker-cursor": "#23282f",
            "tracker-header": "#263340",
            "tracker-prompt": "#43331c",
        },
    )
    light = Theme(
        "tracker-light",
        primary="#2f5d80",
        secondary="#7a5a1e",
        accent="#8a5200",
        warning="#8f5600",
        error="#a8312a",
        success="#2f6b36",
        foreground="#2a2722",
        background="#f7f3ea",
        surface="#efe9dc",
        panel="#e8e0cf",
        dark=False,
        variables={
            "tracker-dim": "#69645a",
            "tracker-rule": "#c9c0ae",
            "tracker-party": "#20597f",
            "tracker-ally": "#2f6b45",
            "tracker-foe": "#9a3a24",
            "tracker-condition": "#7d2f6c",
            "tracker-focus": "#553a9c",
            "tracker-active": "#f6e2b0",
            "tracker-cursor": "#e9e2d2",
            "tracker-header": "#d5dfe6",
            "tracker-prompt": "#f5d9b0",
        },
    )
    clear = Theme(
        "tracker-clear",
        primary="#56b4e9",
        secondary="#cc79a7",
        accent="#f0e442",
        warning="#e69f00",
        error="#ff8c4a",
        success="#56b4e9",
        foreground="#f2f2f2",
        background="#101114",
        surface="#181a1e",
        panel="#202329",
        variables={
            "tracker-dim": "#a8abb2",
            "tracker-rule": "#44484f",
            "tracker-party": "#7cc8f2",
            "tracker-ally": "#cfd6dd",
            "tracker-foe": "#f2a65a",
            "tracker-condition": "#dda0c4",
            "tracker-focus": "#f0e442",
            "tracker-active": "#3b3a16",
            "tracker-cursor": "#262a31",
            "tracker-header": "#163448",
            "tracker-prompt": "#4a3000",
        },
    )
    return [dark, light, clear]
