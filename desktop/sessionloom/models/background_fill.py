"""Reads the logs of an opened place to their ends, one after another, so that its list knows their facts."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from sessionlog.model.errors import SessionlogError
from sessionloom.bridge.tasks import Task, TaskRunner

if TYPE_CHECKING:
    from sessionlog.library import Library, SessionInfo, SessionRef

FILL_LANE = "background fill"


class BackgroundFill(QObject):
    """The session that is read has its own lane and never waits for this. `left` counts what remains.

    A log that cannot be read is left as it is: opening it says why.
    """

    left = Signal(int)

    def __init__(self, library: Library, runner: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._runner = runner
        self._waiting: deque[SessionRef] = deque()
        self._known: set[SessionRef] = set()
        self._task: Task | None = None
        self._at_work = False

    def add(self, sessions: Iterable[SessionInfo]) -> None:
        """Take in the sessions whose logs have not been read, in their order."""
        fresh = [info.ref for info in sessions if info.events is None and info.ref not in self._known]
        self._known.update(fresh)
        self._waiting += fresh
        self._next()

    def forget(self, source: int) -> None:
        """Stop for a source that is closed."""
        self._waiting = deque(ref for ref in self._waiting if ref.source != source)
        self._known = {ref for ref in self._known if ref.source != source}
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self._at_work = False
        self._next()

    def close(self) -> None:
        self._waiting.clear()
        if self._task is not None:
            self._task.cancel()

    def _next(self) -> None:
        if self._at_work or not self._waiting:
            return
        ref = self._waiting.popleft()
        self._at_work = True
        self._task = self._runner.run(
            self._fill, ref, on_done=self._done, owner=self, lane=FILL_LANE, pass_cancel=True
        )

    def _fill(self, ref: SessionRef, *, cancel) -> None:  # type: ignore[no-untyped-def]
        try:
            self._library.prepare_log(ref, None, cancel)
        except SessionlogError:
            return

    def _done(self, _none: None) -> None:
        self._at_work = False
        self._task = None
        self.left.emit(len(self._waiting))
        self._next()
