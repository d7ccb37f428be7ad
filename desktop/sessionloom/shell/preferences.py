"""What the window remembers: settings beside the library, and geometry alone in QSettings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QObject, QSettings, Signal

from sessionlog.model.errors import SessionlogError
from sessionlog.settings import SETTINGS_NAME, LastPlace, Settings, SettingsFile

if TYPE_CHECKING:
    from sessionloom.shell.main_window import MainWindow
    from sessionloom.shell.workbench import Workbench

RECENT_LIMIT = 10
WINDOW_NAME = "window.ini"


class Preferences(QObject):
    """Reads once, writes on every change. What holds for one start only is never written."""

    failed = Signal(object)

    def __init__(self, file: SettingsFile, geometry: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._file = file
        self._kept: Settings = file.load()
        self._overrides: dict[str, Any] = {}
        self._places = True
        self._geometry = QSettings(str(geometry), QSettings.Format.IniFormat, self)

    def follow(self, library: Path) -> None:
        """The library was moved: what is remembered from now on is remembered beside it."""
        self._file = SettingsFile(library.with_name(SETTINGS_NAME))
        self._file.load()
        self._geometry = QSettings(str(library.with_name(WINDOW_NAME)), QSettings.Format.IniFormat, self)
        self._save()

    @property
    def values(self) -> Settings:
        """What is in force: what was remembered, under what holds for this start only."""
        return replace(self._kept, **self._overrides)

    def override(self, **values: Any) -> None:
        """For this start only; `None` leaves a value as it was remembered."""
        self._overrides |= {name: value for name, value in values.items() if value is not None}

    def forget_places(self) -> None:
        """For this start: no window size, no sources and no session of the last one."""
        self._places = False

    def set(self, **values: Any) -> None:
        """Remember values; what a person sets now counts for more than how the program was started."""
        for name in values:
            self._overrides.pop(name, None)
        before, self._kept = self._kept, replace(self._kept, **values)
        if self._kept != before:
            self._save()

    def _save(self) -> None:
        try:
            self._file.save(self._kept)
        except SessionlogError as error:
            self.failed.emit(error)

    def add_recent(self, path: str) -> None:
        others = [known for known in self._kept.recent if known != path]
        self.set(recent=tuple([path, *others][:RECENT_LIMIT]))

    # -- the window and its places ---------------------------------------------------------

    def restore_window(self, window: MainWindow) -> None:
        window.resize(1280, 800)
        if not self._places:
            return
        geometry = self._geometry.value("geometry")
        if isinstance(geometry, QByteArray):
            window.restoreGeometry(geometry)
        width = str(self._geometry.value("sidebar", "0"))
        window.sidebar_width = int(width) if width.isdigit() else 0

    def restore_sources(self, bench: Workbench, *, place: bool = True) -> None:
        """Open what was open and, with `place`, the session that was read, as far as it is still there."""
        if not self._places:
            return
        bench.sessions.collapsed = set(self._kept.collapsed)
        bench.sessions.expanded = set(self._kept.expanded)
        bench.places.restore(self._kept.sources, self._kept.last if place else None)

    def remember(self, bench: Workbench) -> None:
        """At the end: geometry, what is open, and the place that is being read."""
        if not self._places:
            return
        self._geometry.setValue("geometry", bench.window.saveGeometry())
        self._geometry.setValue("sidebar", str(bench.window.sidebar_width))
        self._geometry.sync()
        self.remember_places(bench)

    def remember_places(self, bench: Workbench) -> None:
        """What is open, how the list stands, and the place that is being read."""
        if not self._places:
            return
        sources = tuple(info.path for info in bench.catalog.sources() if info.path and info.kind != "library")
        self.set(
            sources=sources,
            last=self._place(bench),
            collapsed=tuple(sorted(bench.sessions.collapsed)),
            expanded=tuple(sorted(bench.sessions.expanded)),
        )

    @staticmethod
    def _place(bench: Workbench) -> LastPlace | None:
        info = bench.controller.info
        source = bench.catalog.source(info.ref.source) if info is not None else None
        if info is None or source is None:
            return None
        path = source.path if source.kind != "library" and source.path else ""
        return LastPlace(path, info.id, info.generation, bench.places.here())
