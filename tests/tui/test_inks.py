"""Every ink can be read on every ground, under every theme."""

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from tracker.tui.inks import _DECORATION, CONTRAST, GROUNDS, INKS, contrast, own_themes, palette_of

THEMES = {theme.name: theme for theme in (*own_themes(), *BUILTIN_THEMES.values())}


@pytest.mark.parametrize("theme", [theme for theme in THEMES.values() if not theme.ansi], ids=lambda theme: theme.name)
def test_every_ink_is_legible_on_every_ground(theme: Theme) -> None:
    palette = palette_of(theme)
    for ground in GROUNDS:
        below = palette.ground_colour(ground)
        for ink in set(INKS) - _DECORATION:
            style = palette.style(ink, ground)
            assert style.color is not None and style.color.triplet is not None
            assert contrast(Color(*style.color.triplet), below) >= CONTRAST - 0.1, (ink, ground)


@pytest.mark.parametrize("name", ["ansi-dark", "ansi-light"])
def test_the_terminal_s_own_colours_are_left_to_the_terminal(name: str) -> None:
    palette = palette_of(THEMES[name])
    for ground in GROUNDS:
        for ink in INKS:
            assert palette.style(ink, ground).bgcolor is None
