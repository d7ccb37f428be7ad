"""The one bus that tells views what a mutation changed (architecture section 5)."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from sessionlog.model.changes import Changes
from sessionloom.bridge.coalescer import Coalescer


class ChangeBus(QObject):
    """Takes `(source, Changes)` from any thread; delivers one merged value per source and frame."""

    changed = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._coalescer = Coalescer(self)
        self._coalescer.delivered.connect(self._deliver)
        self._unsubscribe: Callable[[], None] | None = None

    def attach(self, subscribe: Callable[[Callable[[int, Changes], None]], Callable[[], None]]) -> None:
        self.detach()
        self._unsubscribe = subscribe(self.publish)

    def detach(self) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None

    def publish(self, source: int, changes: Changes) -> None:
        self._coalescer.push((source, changes))

    def flush(self) -> None:
        """Deliver now what waits."""
        self._coalescer.flush()

    def _deliver(self, items: list[tuple[int, Changes]]) -> None:
        merged: dict[int, Changes] = {}
        for source, changes in items:
            merged[source] = merged[source] | changes if source in merged else changes
        for source, changes in merged.items():
            self.changed.emit(source, changes)
