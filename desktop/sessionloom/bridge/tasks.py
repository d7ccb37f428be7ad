"""Work off the UI thread: an executor and one queued signal (architecture section 5).

A *lane* is serial: the work of one session never overlaps itself. The lane `io` is not serial.
Callbacks run on the thread that made the runner, and never after their owner is gone or the
task was cancelled.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import shiboken6
from PySide6.QtCore import QObject, Qt, Signal

from sessionlog.model.errors import SessionlogError

PARALLEL_LANE = "io"


class Task:
    """A piece of work that was handed in. `cancel` also drops its callbacks."""

    def __init__(
        self,
        work: Callable[[], Any],
        lane: str,
        owner: QObject | None,
        on_done: Callable[[Any], None] | None,
        on_error: Callable[[BaseException], None] | None,
    ) -> None:
        self.work = work
        self.lane = lane
        self.owner = owner
        self.on_done = on_done
        self.on_error = on_error
        self._cancelled = threading.Event()

    def cancel(self) -> None:
        self._cancelled.set()

    def cancelled(self) -> bool:
        """Safe on any thread: work that runs long asks it between slices."""
        return self._cancelled.is_set()

    def wanted(self) -> bool:
        """Whether anybody still waits for the outcome (UI thread)."""
        return not self.cancelled() and (self.owner is None or shiboken6.isValid(self.owner))


class TaskRunner(QObject):
    """Runs tasks and brings their outcome back.

    `fault` carries a `SessionlogError` that its caller did not take; `bug` carries everything
    that is no `SessionlogError`, whether the caller took it or not (architecture section 6).
    """

    fault = Signal(object)
    bug = Signal(object)
    idle = Signal()
    _came_back = Signal()

    def __init__(self, parent: QObject | None = None, workers: int = 4) -> None:
        super().__init__(parent)
        self._executor = ThreadPoolExecutor(workers, thread_name_prefix="task")
        self._lock = threading.Lock()
        self._lanes: dict[str, deque[Task]] = {}
        self._returned: deque[tuple[Task, Future[Any]]] = deque()
        self._open = 0
        self._closed = False
        self._came_back.connect(self._drain, Qt.ConnectionType.QueuedConnection)

    def run(
        self,
        fn: Callable[..., Any],
        *args: Any,
        on_done: Callable[[Any], None] | None = None,
        on_error: Callable[[BaseException], None] | None = None,
        owner: QObject | None = None,
        lane: str = PARALLEL_LANE,
        pass_cancel: bool = False,
    ) -> Task:
        """Hand in `fn(*args)`; with `pass_cancel` it also gets `cancel`, a callable that says to stop."""
        task = Task(lambda: fn(*args), lane, owner, on_done, on_error)
        if pass_cancel:
            task.work = lambda: fn(*args, cancel=task.cancelled)
        if self._closed:
            task.cancel()
            return task
        self._open += 1
        with self._lock:
            if lane == PARALLEL_LANE:
                start = True
            else:
                waiting = self._lanes.get(lane)
                start = waiting is None
                if waiting is None:
                    self._lanes[lane] = deque()
                else:
                    waiting.append(task)
        if start:
            self._submit(task)
        return task

    def busy(self) -> int:
        """How many tasks have not come back yet."""
        return self._open

    def close(self) -> None:
        """Stop taking work, wait for what runs, drop every callback."""
        self._closed = True
        with self._lock:
            for waiting in self._lanes.values():
                for task in waiting:
                    task.cancel()
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._returned.clear()

    def _submit(self, task: Task) -> None:
        future = self._executor.submit(self._work, task)
        future.add_done_callback(lambda done: self._finished(task, done))

    @staticmethod
    def _work(task: Task) -> Any:
        return None if task.cancelled() else task.work()

    def _finished(self, task: Task, future: Future[Any]) -> None:
        """On the worker thread."""
        following: Task | None = None
        with self._lock:
            waiting = self._lanes.get(task.lane)
            if waiting is not None:
                if waiting and not self._closed:
                    following = waiting.popleft()
                else:
                    del self._lanes[task.lane]
            self._returned.append((task, future))
            first = len(self._returned) == 1
        if following is not None:
            self._submit(following)
        if first and not self._closed:
            self._came_back.emit()

    def _drain(self) -> None:
        with self._lock:
            returned = list(self._returned)
            self._returned.clear()
        for task, future in returned:
            self._open -= 1
            if not future.cancelled():
                self._deliver(task, future)
        if self._open == 0:
            self.idle.emit()

    def _deliver(self, task: Task, future: Future[Any]) -> None:
        error = future.exception()
        wanted = task.wanted()
        if error is None:
            if wanted and task.on_done is not None:
                task.on_done(future.result())
            return
        if not isinstance(error, SessionlogError):
            self.bug.emit(error)
        if not wanted:
            return
        if task.on_error is not None:
            task.on_error(error)
        elif isinstance(error, SessionlogError):
            self.fault.emit(error)
