"""The state of the flusher for the status bar: asked when something changed, and while it is not at rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from sessionloom.bridge.changes import ChangeBus

if TYPE_CHECKING:
    from sessionlog.library import FlushStatus, Library

LOOK_MS = 250


class FlushMonitor(QObject):
    """`changed` with every new status. Asking is a look at memory, never at the file."""

    changed = Signal(object)

    def __init__(self, library: Library, bus: ChangeBus, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._status: FlushStatus | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)
        bus.changed.connect(lambda _source, _changes: self.look())

    @property
    def status(self) -> FlushStatus | None:
        return self._status

    def look(self) -> None:
        status = self._library.flush_status()
        at_rest = status.state in {"idle", "read-only"} and status.waiting == 0
        if at_rest:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()
        if status != self._status:
            self._status = status
            self.changed.emit(status)

    def close(self) -> None:
        self._timer.stop()
