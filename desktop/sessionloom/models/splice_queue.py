"""Brings splices to the view in their order, a bounded number of nodes between two events."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QTimer

from sessionlog.conversation.node import Splice

NODES_AT_ONCE = 160


class SpliceQueue(QObject):
    """A few splices are applied at once; the many of a long way up leave room for input between them."""

    def __init__(self, apply: Callable[[list[Splice]], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._apply = apply
        self._waiting: deque[Splice | Callable[[], None]] = deque()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._work)

    def add(self, splices: Iterable[Splice], then: Callable[[], None] | None = None) -> None:
        """`then` is called when all of these, and what came before them, are in the view."""
        self._waiting += splices
        if then is not None:
            self._waiting.append(then)
        if not self._timer.isActive():
            self._work()

    def finish(self) -> None:
        """Apply at once what waits."""
        while self._waiting:
            self._work()

    def waiting(self) -> bool:
        return bool(self._waiting)

    def clear(self) -> None:
        """Forget what waits: the view shows something else."""
        self._timer.stop()
        self._waiting.clear()

    def _work(self) -> None:
        self._timer.stop()
        taken: list[Splice] = []
        nodes = 0
        while self._waiting and isinstance(self._waiting[0], Splice):
            size = len(self._waiting[0].nodes) + self._waiting[0].removed
            if taken and nodes + size > NODES_AT_ONCE:
                break
            nodes += size
            taken.append(self._waiting.popleft())  # type: ignore[arg-type]
        if taken:
            self._apply(taken)
        while self._waiting and not isinstance(self._waiting[0], Splice):
            self._waiting.popleft()()  # type: ignore[operator]
        if self._waiting:
            self._timer.start(0)
