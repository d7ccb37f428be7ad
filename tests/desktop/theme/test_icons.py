"""Every icon the design names is there, is drawn in its colour, and is drawn once."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QAction, QColor, QIcon, QPixmap
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from sessionloom.theme import icons
from sessionloom.theme.theme import Theme


def inked_colors(picture: QPixmap) -> set[str]:
    """The colours of the wholly opaque pixels."""
    image = picture.toImage()
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return {pixel.name() for pixel in pixels if pixel.alpha() == 255}


def drawn_in(wanted: QColor, colors: set[str]) -> bool:
    """Whether there is ink and all of it has the colour, but for the rounding of overlapping edges."""

    def distance(name: str) -> int:
        found = QColor(name)
        pairs = zip(found.getRgb(), wanted.getRgb(), strict=True)  # type: ignore[arg-type]
        return max(abs(one - other) for one, other in pairs)

    return bool(colors) and all(distance(name) <= 2 for name in colors)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_every_icon_of_the_map_is_there_and_takes_the_colour(app_theme: Theme, mode: str) -> None:
    app_theme.set_mode("dark" if mode == "dark" else "light")
    wanted = app_theme.color("error")
    drawn = {key: inked_colors(icons.pixmap(key, "error", 20, 2.0)) for key in app_theme.tokens.icon_keys()}
    assert {key: colors for key, colors in drawn.items() if not drawn_in(wanted, colors)} == {}


def test_an_icon_is_as_large_as_the_screen_needs(app_theme: Theme) -> None:
    picture = icons.pixmap("action.fork", size=16, dpr=2.0)
    assert (picture.size(), picture.devicePixelRatio()) == (QSize(32, 32), 2.0)
    app_theme.set_zoom(1.5)
    assert icons.pixmap("action.fork", size=16, dpr=2.0).size() == QSize(48, 48)


def test_small_icons_have_a_heavier_stroke_than_large_ones(app_theme: Theme) -> None:
    assert [app_theme.tokens.icon_stroke(size) for size in (12, 14, 16, 18, 20, 88)] == [
        2,
        2,
        2,
        1.75,
        1.75,
        1.75,
    ]


def test_an_icon_is_drawn_once(app_theme: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(icons, "_pixmaps", {})
    drawn: list[int] = []
    render = icons._render
    monkeypatch.setattr(icons, "_render", lambda *what: (drawn.append(1), render(*what))[1])
    for _ in range(3):
        icons.pixmap("git-fork", "accent", 16, 1.0)
        icons.pixmap("action.fork", "accent", 16, 1.0)
    assert len(drawn) == 1


def test_a_button_keeps_the_colour_of_the_theme(app_theme: Theme, qtbot: QtBot) -> None:
    button = QToolButton()
    qtbot.addWidget(button)
    icons.follow_icon(button, "action.close", "text.primary")
    for mode in ("dark", "light"):
        app_theme.set_mode("dark" if mode == "dark" else "light")
        shown = button.icon().pixmap(QSize(16, 16), 2.0)
        assert app_theme.color("text.primary").name() in inked_colors(shown)
    app_theme.set_zoom(2.0)
    assert button.iconSize() == QSize(32, 32)


def test_a_second_icon_takes_the_place_of_the_first(app_theme: Theme) -> None:
    action = QAction()
    icons.follow_icon(action, "action.close", "error")
    icons.follow_icon(action, "action.close", "accent")
    app_theme.set_mode("dark")
    assert inked_colors(action.icon().pixmap(QSize(16, 16), 2.0)) == {app_theme.color("accent").name()}


def test_an_icon_has_a_disabled_form(app_theme: Theme) -> None:
    shown = icons.icon("action.close", "error").pixmap(QSize(16, 16), 2.0, QIcon.Mode.Disabled)
    assert inked_colors(shown) == {app_theme.color("text.disabled").name()}


def test_a_wrong_name_is_refused(app_theme: Theme) -> None:
    with pytest.raises(FileNotFoundError):
        icons.pixmap("no-such-icon")
    with pytest.raises(KeyError):
        icons.pixmap("action.dance")


def test_the_emblem_takes_the_colours_of_the_mode(app_theme: Theme) -> None:
    app_theme.set_mode("dark")
    assert app_theme.color("accent").name() in inked_colors(icons.emblem(88, 2.0))
    app_theme.set_mode("light")
    assert app_theme.color("accent").name() in inked_colors(icons.emblem(88, 2.0))


def test_the_application_icon_has_the_sizes_that_desktops_ask_for(app_theme: Theme) -> None:
    assert {size.width() for size in icons.application_icon().availableSizes()} >= {16, 32, 48, 256}


def test_an_action_in_a_closed_menu_gets_its_icon_when_there_is_time(qtbot, app_theme) -> None:
    action = QAction()
    icons.follow_icon(action, "action.fork", at_once=False)
    assert action.icon().isNull()
    qtbot.waitUntil(lambda: not action.icon().isNull())
    before = action.icon().cacheKey()
    app_theme.set_mode("dark")
    assert action.icon().cacheKey() == before
    qtbot.waitUntil(lambda: action.icon().cacheKey() != before)
