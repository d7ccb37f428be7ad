"""The tokens keep what the design promises of them."""

from __future__ import annotations

import pytest

from sessionloom.theme.resources import resource_path
from sessionloom.theme.tokens import DENSITIES, MODES, Mode, Tokens

TOKENS = Tokens.load(resource_path("themes", "tokens.json"))
TEXT_BACKGROUNDS = (
    "bg.surface",
    "bg.window",
    "bg.raised",
    "bg.sunken",
    "bg.prompt",
    "bg.hover",
    "bg.selected",
)


def luminance(value: str) -> float:
    """Relative luminance of `#RRGGBB`, WCAG 2."""
    channels = [int(value[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_contrast_formula_gives_the_known_ends() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#777777") == pytest.approx(1)


@pytest.mark.parametrize("mode", MODES)
def test_every_pair_reaches_its_contrast(mode: Mode) -> None:
    colors = TOKENS.colors(mode)
    too_low = {}
    for pair, minimum in TOKENS.contrast_minima(mode).items():
        text, _, background = pair.partition(" on ")
        backgrounds = [background] if background else TEXT_BACKGROUNDS
        worst = min(contrast(colors[text], colors[name]) for name in backgrounds)
        if round(worst, 2) < minimum:
            too_low[pair] = (round(worst, 2), minimum)
    assert too_low == {}


def test_both_modes_have_the_same_tokens() -> None:
    assert TOKENS.colors("light").keys() == TOKENS.colors("dark").keys()


@pytest.mark.parametrize("density", DENSITIES)
def test_every_size_and_role_answers_in_every_density(density: str) -> None:
    assert all(TOKENS.size(name, density) >= 0 for name in TOKENS.size_names())
    for role in TOKENS.roles():
        found = TOKENS.role(role, density)
        assert found.line > found.size
        assert found.line_cjk >= found.line


def test_density_goes_before_the_general_size_and_moves_prose() -> None:
    assert [TOKENS.size("toolRow", density) for density in DENSITIES] == [28, 32, 36]
    assert [TOKENS.size("gapRow", density) for density in DENSITIES] == [36, 36, 36]
    assert [(TOKENS.role("prose", d).size, TOKENS.role("prose", d).line) for d in DENSITIES] == [
        (15, 23),
        (16, 25),
        (17, 28),
    ]
    assert TOKENS.role("prose", "regular").line_cjk == 27


def test_an_unknown_name_is_an_error_and_no_default() -> None:
    with pytest.raises(KeyError):
        TOKENS.size("sidebar", "regular")
    with pytest.raises(KeyError):
        TOKENS.role("headline", "regular")
    with pytest.raises(KeyError):
        TOKENS.icon_name("action.dance")


def test_motion_can_be_left_out() -> None:
    assert TOKENS.motion("expand", reduced=False) == 120
    assert TOKENS.motion("expand", reduced=True) == 0
