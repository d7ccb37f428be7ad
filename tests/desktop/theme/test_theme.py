"""One theme for the application: modes, densities, zoom, and one signal a change."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from sessionloom.theme.theme import Theme, install, theme


class Changes:
    """Counts how often the theme says that it changed."""

    def __init__(self, source: Theme) -> None:
        self.count = 0
        source.changed.connect(self._one_more)

    def _one_more(self) -> None:
        self.count += 1


def test_switching_the_mode_says_so_once_and_only_when_it_changes(app_theme: Theme, qtbot: QtBot) -> None:
    changes = Changes(app_theme)
    app_theme.set_mode("dark")
    assert (app_theme.mode, changes.count) == ("dark", 1)
    app_theme.set_mode("dark")
    assert changes.count == 1
    app_theme.set_mode("light")
    assert (app_theme.mode, changes.count) == ("light", 2)


def test_zoom_and_density_say_so_once(app_theme: Theme) -> None:
    changes = Changes(app_theme)
    app_theme.set_zoom(1.25)
    app_theme.set_zoom(1.25)
    app_theme.set_density("roomy")
    app_theme.set_density("roomy")
    assert changes.count == 2


def test_the_application_has_the_new_look_before_anybody_is_told(
    app_theme: Theme, qapp: QApplication
) -> None:
    seen: list[tuple[str, str]] = []

    def look() -> None:
        seen.append((qapp.palette().color(QPalette.ColorRole.Window).name(), qapp.styleSheet()))

    app_theme.changed.connect(look)
    app_theme.set_mode("dark")
    app_theme.changed.disconnect(look)
    assert seen == [(app_theme.color("bg.window").name(), app_theme.stylesheet())]


def test_another_density_dresses_no_widget_anew(app_theme: Theme, qtbot: QtBot) -> None:
    class Watched(QWidget):
        styled = 0

        def changeEvent(self, event: QEvent) -> None:
            Watched.styled += event.type() == QEvent.Type.StyleChange
            super().changeEvent(event)

    widget = Watched()
    qtbot.addWidget(widget)
    widget.show()
    Watched.styled = 0
    app_theme.set_density("compact")
    assert Watched.styled == 0
    app_theme.set_zoom(1.25)
    assert Watched.styled > 0


def test_system_follows_the_desktop(app_theme: Theme, qapp: QApplication) -> None:
    app_theme.set_mode("system")
    dark = qapp.styleHints().colorScheme() == Qt.ColorScheme.Dark
    assert app_theme.mode == ("dark" if dark else "light")
    assert app_theme.choice == "system"


def test_every_palette_role_of_the_design_is_set(app_theme: Theme) -> None:
    for mode in ("light", "dark"):
        app_theme.set_mode(mode)
        palette = app_theme.palette()
        for name, token in app_theme.tokens.palette().items():
            group, _, role = name.rpartition(".")
            color = palette.color(QPalette.ColorGroup[group or "Active"], QPalette.ColorRole[role])
            assert color == app_theme.color(token), name


def test_zoom_scales_type_lines_and_sizes_together(app_theme: Theme) -> None:
    assert (app_theme.font("prose").pixelSize(), app_theme.line("prose")) == (16, 25)
    assert app_theme.line("prose", cjk=True) == 27
    app_theme.set_zoom(1.5)
    assert (app_theme.font("prose").pixelSize(), app_theme.line("prose")) == (24, 38)
    assert app_theme.size("toolRow") == 48
    assert app_theme.size("sidebar.default") == 408


def test_a_hair_line_never_disappears_and_zoom_has_ends(app_theme: Theme) -> None:
    app_theme.set_zoom(0.01)
    assert app_theme.zoom == 0.5
    assert app_theme.size("line.hair") == 1
    app_theme.set_zoom(99)
    assert app_theme.zoom == 3.0


def test_what_is_handed_out_is_a_copy(app_theme: Theme) -> None:
    before = app_theme.color("accent").name()
    app_theme.color("accent").setRed(1)
    app_theme.font("prose").setPixelSize(99)
    assert app_theme.color("accent").name() == before
    assert app_theme.font("prose").pixelSize() == 16


def test_wrong_names_are_refused(app_theme: Theme) -> None:
    with pytest.raises(KeyError):
        app_theme.color("text.quaternary")
    with pytest.raises(KeyError):
        app_theme.font("headline")
    with pytest.raises(ValueError, match="sepia"):
        app_theme.set_mode("sepia")
    with pytest.raises(ValueError, match="airy"):
        app_theme.set_density("airy")


def test_there_is_one_theme(app_theme: Theme, qapp: QApplication) -> None:
    assert theme() is install(qapp) is app_theme


def test_reduced_motion_stops_animations(app_theme: Theme) -> None:
    assert app_theme.duration("panel") == 140
    app_theme.set_reduced_motion(True)
    assert app_theme.duration("panel") == 0


def test_a_floating_panel_has_the_shadow_of_its_mode(app_theme: Theme) -> None:
    assert app_theme.shadows("flat") == []
    assert max(shadow.alpha for shadow in app_theme.shadows("dialog")) == 0.2
    app_theme.set_mode("dark")
    assert max(shadow.alpha for shadow in app_theme.shadows("dialog")) == 0.55
