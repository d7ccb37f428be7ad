"""Theme, density, zoom, language and view switches: applied at once and remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from sessionloom.theme.theme import theme
from sessionloom.times import time_style
from sessionloom.translation import install_translator

if TYPE_CHECKING:
    from sessionloom.shell.preferences import Preferences

ZOOM_STEPS = (0.75, 0.85, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)
SWITCHES = ("attempts", "context", "audit", "raw")


class Appearance(QObject):
    """Asks the preferences, tells the theme, the translator and the canvas."""

    def __init__(self, canvas: Any, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._canvas = canvas
        self._preferences = preferences

    def apply(self) -> None:
        """Put everything remembered in force."""
        values = self._preferences.values
        look = theme()
        look.set_mode(values.theme)
        look.set_density(values.density)
        look.set_zoom(values.zoom)
        self._apply_language()
        self._apply_times()
        self._apply_switches()

    def clock(self) -> str:
        return self._preferences.values.clock

    def set_clock(self, clock: str) -> None:
        """`local` or `utc`."""
        self._preferences.set(clock=clock)
        self._apply_times()

    def times(self) -> str:
        return self._preferences.values.times

    def set_times(self, times: str) -> None:
        """`relative` or `absolute`."""
        self._preferences.set(times=times)
        self._apply_times()

    def _apply_times(self) -> None:
        values = self._preferences.values
        time_style().set(utc=values.clock == "utc", absolute=values.times == "absolute")
        self._canvas.viewport().update()

    def mode(self) -> str:
        return self._preferences.values.theme

    def set_mode(self, mode: str) -> None:
        self._preferences.set(theme=mode)
        theme().set_mode(self._preferences.values.theme)

    def density(self) -> str:
        return self._preferences.values.density

    def set_density(self, density: str) -> None:
        self._preferences.set(density=density)
        theme().set_density(self._preferences.values.density)

    def step_zoom(self, step: int) -> None:
        """The next of the fixed steps above or below."""
        now = self._preferences.values.zoom
        if step > 0:
            wanted = next((zoom for zoom in ZOOM_STEPS if zoom > now + 0.001), ZOOM_STEPS[-1])
        else:
            wanted = next((zoom for zoom in reversed(ZOOM_STEPS) if zoom < now - 0.001), ZOOM_STEPS[0])
        self._zoom(wanted)

    def reset_zoom(self) -> None:
        self._zoom(1.0)

    def _zoom(self, zoom: float) -> None:
        self._preferences.set(zoom=zoom)
        theme().set_zoom(zoom)

    def language(self) -> str:
        return self._preferences.values.language

    def set_language(self, language: str) -> None:
        self._preferences.set(language=language)
        self._apply_language()

    def _apply_language(self) -> None:
        app = QApplication.instance()
        assert app is not None
        install_translator(app, self._preferences.values.language)

    def switch(self, name: str) -> bool:
        return bool(getattr(self._preferences.values, f"show_{name}"))

    def toggle_switch(self, name: str) -> None:
        self._preferences.set(**{f"show_{name}": not self.switch(name)})
        self._apply_switches()

    def _apply_switches(self) -> None:
        self._canvas.setViewSwitches(**{name: self.switch(name) for name in SWITCHES})
