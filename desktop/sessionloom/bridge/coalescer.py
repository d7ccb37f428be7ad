"""Many changes in, at most one delivery each 16 ms (spec 06 finding 3)."""

from __future__ import annotations

import threading
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal

FRAME_MS = 16


class Coalescer(QObject):
    """`push` from any thread; `delivered` on the owner's thread with everything since the last time.

    With `latest_only` a delivery holds just the newest item: for progress and states.
    """

    delivered = Signal(list)
    _wake = Signal()

    def __init__(
        self, parent: QObject | None = None, *, interval_ms: int = FRAME_MS, latest_only: bool = False
    ) -> None:
        super().__init__(parent)
        self._latest_only = latest_only
        self._lock = threading.Lock()
        self._items: list[Any] = []
        self._armed = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(interval_ms)
        self._timer.timeout.connect(self.flush)
        self._wake.connect(self._timer.start, Qt.ConnectionType.QueuedConnection)

    def push(self, item: Any) -> None:
        with self._lock:
            if self._latest_only:
                self._items = [item]
            else:
                self._items.append(item)
            wake = not self._armed
            self._armed = True
        if wake:
            self._wake.emit()

    def flush(self) -> None:
        """Deliver now what waits, if anything does."""
        self._timer.stop()
        with self._lock:
            items, self._items = self._items, []
            self._armed = False
        if items:
            self.delivered.emit(items)
