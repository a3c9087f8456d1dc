"""Every ink can be read on every ground, under every theme."""

import pytest
from rich.color import ColorSystem
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from tracker.tui.inks import _DECORATION, CONTRAST, GROUNDS, INKS, contrast, own_themes, palette_of

THEMES = {theme.name: theme for theme in (*own_themes(), *BUILTIN_THEMES.values())}


@pytest.mark.parametrize("theme", [theme for theme in THEMES.values() if not theme.ansi], ids=lambda theme: theme.name)
def test_every_ink_is_legible_on_every_ground(theme: Theme) -> None:
    palette = palette_of(theme)
    for ground in GROUNDS:
        for ink in set(INKS) - _DECORATION:
            style = palette.style(ink, ground)
            assert style.color is not None and style.color.triplet is not None
            assert style.bgcolor is not None and style.bgcolor.triplet is not None
            on = Color(*style.bgcolor.triplet)
            assert on == palette.ground_colour(ground) or style.reverse
            assert contrast(Color(*style.color.triplet), on) >= CONTRAST - 0.1, (ink, ground)


@pytest.mark.parametrize("name", ["ansi-dark", "ansi-light"])
def test_the_terminal_s_own_colours_are_left_to_the_terminal(name: str) -> None:
    palette = palette_of(THEMES[name])
    for ground in GROUNDS:
        for ink in INKS:
            assert palette.style(ink, ground).bgcolor is None


def test_on_256_colours_the_grounds_are_near_what_was_meant_and_all_is_legible() -> None:
    for theme in own_themes():
        meant, palette = palette_of(theme), palette_of(theme, "256")
        for ground in GROUNDS:
            shown = palette.ground_colour(ground)
            assert max(abs(a - b) for a, b in zip(shown.rgb, meant.ground_colour(ground).rgb, strict=True)) < 50, ground
            for ink in set(INKS) - _DECORATION:
                style = palette.style(ink, ground)
                assert style.color is not None and style.bgcolor is not None
                ends = (each.downgrade(ColorSystem.EIGHT_BIT).get_truecolor() for each in (style.color, style.bgcolor))
                assert contrast(*(Color(*end) for end in ends)) > 3.5, (theme.name, ink, ground)


def test_nothing_on_a_reversed_ground_has_a_colour_of_its_own() -> None:
    palette = palette_of(THEMES["ansi-dark"])
    styles = [palette.style(ink, "active") for ink in INKS]
    assert all(style.color is None for style in styles)
    assert palette.style("party", "ground").color is not None
