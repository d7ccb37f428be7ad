"""Imports, one after another, with progress and cancel. Reading goes on meanwhile."""

from __future__ import annotations

from collections import Counter, deque
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from sessionlog.model.errors import SessionlogError
from sessionloom.bridge.coalescer import Coalescer
from sessionloom.bridge.tasks import TaskRunner

if TYPE_CHECKING:
    from sessionlog.library import ImportResult, Library, Progress

IMPORT_LANE = "import"
PROGRESS_MS = 50


class ImportQueue(QObject):
    """`progressed` at most 20 times a second; `ended` with the results and whether it was cancelled."""

    started = Signal()
    progressed = Signal(object)
    ended = Signal(list, bool)
    failed = Signal(object)

    def __init__(self, library: Library, runner: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._runner = runner
        self._waiting: deque[Path] = deque()
        self._running = False
        self._stopped = False
        self._relay = Coalescer(self, interval_ms=PROGRESS_MS, latest_only=True)
        self._relay.delivered.connect(self._progress)

    def running(self) -> bool:
        return self._running

    def add(self, path: Path) -> None:
        self._waiting.append(path)
        self._next()

    def cancel(self) -> None:
        """Stop after the current slice. What was acknowledged stays; nothing is left half."""
        self._waiting.clear()
        self._stopped = True

    def _next(self) -> None:
        if self._running or not self._waiting:
            return
        path = self._waiting.popleft()
        self._stopped = False
        self._running = True
        self.started.emit()
        # Never cancelled as a task: its end must be heard, whatever made it end.
        self._runner.run(
            self._import, path, on_done=self._done, on_error=self._broke, owner=self, lane=IMPORT_LANE
        )

    def _import(self, path: Path) -> list[ImportResult]:
        return self._library.import_path(path, progress=self._relay.push, cancel=lambda: self._stopped)

    def _progress(self, values: list[Progress]) -> None:
        if self._running:
            self.progressed.emit(values[-1])

    def _done(self, results: list[ImportResult]) -> None:
        self._running = False
        self.ended.emit(results, self._stopped)
        self._next()

    def _broke(self, error: BaseException) -> None:
        self._running = False
        self.ended.emit([], self._stopped)
        if isinstance(error, SessionlogError):
            self.failed.emit(error)
        self._next()


def count_results(results: list[ImportResult]) -> Counter[str]:
    """How many of each: added, updated, unchanged, replaced, conflict, skipped."""
    return Counter(result.result for result in results)
