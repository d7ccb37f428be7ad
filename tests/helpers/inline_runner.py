"""A task runner without threads: work is done where it is handed in, callbacks follow at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject

from sessionlog.model.errors import SessionlogError
from sessionloom.bridge.tasks import PARALLEL_LANE, Task, TaskRunner


class InlineRunner(TaskRunner):
    """With `held` set, tasks wait in `waiting` until `release` is called: to look at in-between states."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent, workers=1)
        self.held = False
        self.waiting: list[Task] = []
        self.bugs: list[BaseException] = []
        self.bug.connect(self.bugs.append)

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
        task = Task(lambda: fn(*args), lane, owner, on_done, on_error)
        if pass_cancel:
            task.work = lambda: fn(*args, cancel=task.cancelled)
        if self.held:
            self.waiting.append(task)
        else:
            self._do(task)
        return task

    def release(self) -> None:
        waiting, self.waiting = self.waiting, []
        for task in waiting:
            self._do(task)

    def busy(self) -> int:
        return len(self.waiting)

    def _do(self, task: Task) -> None:
        if task.cancelled():
            return
        try:
            result = task.work()
        except Exception as error:  # noqa: BLE001 - stands for the executor, which catches everything
            if not isinstance(error, SessionlogError):
                self.bug.emit(error)
            if task.wanted() and task.on_error is not None:
                task.on_error(error)
            elif task.wanted() and isinstance(error, SessionlogError):
                self.fault.emit(error)
            return
        if task.wanted() and task.on_done is not None:
            task.on_done(result)
