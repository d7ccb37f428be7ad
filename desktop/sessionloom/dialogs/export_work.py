"""The work of an export off the UI thread: planning, looking for secrets, writing. One at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from sessionlog.export.entries import Cancelled, ExportProgress, Options, Plan, Written
from sessionlog.export.readable import ReadableOptions
from sessionlog.export.redaction import Redaction
from sessionlog.model.errors import SessionlogError
from sessionloom.bridge.coalescer import Coalescer
from sessionloom.bridge.tasks import Task, TaskRunner

if TYPE_CHECKING:
    from sessionlog.library import Library, SessionRef

LANE = "export"
PROGRESS_MS = 50


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be written. `form` is `raw`, `html` or `markdown`."""

    form: str
    path: Path
    readable: ReadableOptions
    redaction: Redaction | None = None


class ExportWork(QObject):
    """`planned` carries a plan, `found` the findings in it, `ended` what was written, or `None` when
    it was cancelled. Faults come by `failed`; `progressed` at most 20 times a second."""

    planned = Signal(object)
    found = Signal(object)
    progressed = Signal(object)
    ended = Signal(object)
    failed = Signal(object)

    def __init__(
        self, library: Library, runner: TaskRunner, ref: SessionRef, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._runner = runner
        self._ref = ref
        self._planning: Task | None = None
        self._stopped = False
        self.writing = False
        self._relay = Coalescer(self, interval_ms=PROGRESS_MS, latest_only=True)
        self._relay.delivered.connect(self._tell)

    def plan(self, options: Options) -> None:
        """Plan anew; a plan that is being made is given up."""
        self.drop_plan()

        def work(*, cancel: Callable[[], bool]) -> Plan | None:
            def look(_size: int) -> None:
                if cancel():
                    raise Cancelled

            try:
                return self._library.exporter(self._ref).plan(options, look)
            except Cancelled:
                return None

        self._planning = self._runner.run(
            work, on_done=self._planned, on_error=self._failed, owner=self, lane=LANE, pass_cancel=True
        )

    def drop_plan(self) -> None:
        if self._planning is not None:
            self._planning.cancel()
            self._planning = None

    def look_for_secrets(self, plan: Plan) -> None:
        def work(*, cancel: Callable[[], bool]) -> object:
            try:
                return self._library.exporter(self._ref).findings(plan, cancel)
            except Cancelled:
                return None

        self._planning = self._runner.run(
            work, on_done=self.found.emit, on_error=self._failed, owner=self, lane=LANE, pass_cancel=True
        )

    def write(self, plan: Plan, order: Order) -> None:
        self._stopped, self.writing = False, True
        # Never cancelled as a task: its end must be heard, whatever made it end.
        self._runner.run(
            self._write, plan, order, on_done=self._ended, on_error=self._failed, owner=self, lane=LANE
        )

    def cancel(self) -> None:
        self._stopped = True

    def _write(self, plan: Plan, order: Order) -> Written | None:
        exporter = self._library.exporter(self._ref)
        try:
            if order.form == "raw":
                return exporter.write_zip(
                    plan,
                    order.path,
                    replace=True,
                    progress=self._relay.push,
                    cancel=lambda: self._stopped,
                    redaction=order.redaction,
                )
            return exporter.write_readable(
                order.form,
                order.path,
                order.readable,
                replace=True,
                progress=self._relay.push,
                cancel=lambda: self._stopped,
                redaction=order.redaction,
            )
        except Cancelled:
            return None

    def _planned(self, plan: Plan | None) -> None:
        if plan is not None:
            self.planned.emit(plan)

    def _tell(self, values: object) -> None:
        latest = values[-1] if isinstance(values, list | tuple) and values else values
        if self.writing and isinstance(latest, ExportProgress):
            self.progressed.emit(latest)

    def _ended(self, written: Written | None) -> None:
        self.writing = False
        self.ended.emit(written)

    def _failed(self, error: BaseException) -> None:
        self.writing = False
        if isinstance(error, SessionlogError):
            self.failed.emit(error)
