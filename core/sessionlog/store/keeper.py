"""Every write-behind queue of one library, and what the status bar shows of them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial

from sessionlog.model.errors import EnvironmentFault, SessionlogError
from sessionlog.store.flush_retry import FlushRetry
from sessionlog.store.rows_append import Appended, Pending, append_rows
from sessionlog.store.spill import SpillFolders, spill, spilled
from sessionlog.store.store import Store
from sessionlog.store.timers import ThreadTimers
from sessionlog.store.write_behind import Done, Timers, WriteBehind
from sessionlog.store.writer import Priority


@dataclass(frozen=True, slots=True)
class FlushStatus:
    """The flusher at one moment.

    `state` is `idle`, `saving`, `retrying`, `blocked` (waits for a person or for new space) or
    `read-only`. `waiting` counts events that are not known to be saved, `saved_at` is ms since the
    epoch, `reason` one sentence with its remedy, `name` the library's file name.
    """

    state: str
    waiting: int
    saved_at: int | None
    reason: str
    retry_in_s: float | None
    name: str


@dataclass(slots=True)
class _Queue:
    behind: WriteBehind[Pending]
    retry: FlushRetry
    error: BaseException | None = None


class Keeper:
    """Queues rows of sessions for a library. Every method may be called from any thread.

    `stored` is told, on the writer's thread, what each flush stored.
    """

    def __init__(
        self,
        store: Store,
        stored: Callable[[Appended], None],
        *,
        spills: SpillFolders,
        timers: Timers | None = None,
    ) -> None:
        self._store = store
        self._stored = stored
        self._spills = spills
        self._own_timers = ThreadTimers() if timers is None else None
        self._timers: Timers = timers or self._own_timers  # type: ignore[assignment]
        self._queues: dict[int, _Queue] = {}
        self._forgotten: set[int] = set()
        self._lock = threading.Lock()
        self._saved_at: int | None = None

    def enqueue(self, key: int, rows: Sequence[Pending]) -> None:
        """Take rows of a session over. They are safe when a `flush` that comes later has returned."""
        if rows and key not in self._forgotten:
            self._queue(key).behind.enqueue(rows)

    def waiting(self, key: int) -> list[Pending]:
        """What of a session is not known to be stored."""
        with self._lock:
            queue = self._queues.get(key)
        return [] if queue is None else queue.behind.waiting

    def has_spills(self) -> bool:
        """Whether rows that an earlier run could not write wait beside the library."""
        return bool(spilled(self._spills, self._store.path))

    def forget(self, key: int) -> None:
        """A session is deleted for good: what still comes for it is dropped."""
        with self._lock:
            self._forgotten.add(key)
            self._queues.pop(key, None)

    def flush(self) -> None:
        """Everything that is queued is on the disk when this returns. Raises what failed first."""
        with self._lock:
            queues = list(self._queues.values())
        errors = [barrier.exception() for barrier in [queue.behind.flush() for queue in queues]]
        for error in errors:
            if error is not None:
                raise error

    def flush_session(self, key: int) -> None:
        """As `flush`, for one session."""
        error = self._queue(key).behind.flush().exception()
        if error is not None:
            raise error

    def retry_now(self) -> None:
        """Try what failed again, without waiting for it."""
        with self._lock:
            queues = [queue for queue in self._queues.values() if queue.error is not None]
        for queue in queues:
            queue.retry.forget()
            queue.behind.flush()

    def status(self) -> FlushStatus:
        """A look at memory, never at the file."""
        with self._lock:
            queues = list(self._queues.values())
            saved_at = self._saved_at
        waiting = sum(item.events for queue in queues for item in queue.behind.waiting)
        failed = next((queue for queue in queues if queue.error is not None), None)
        retry_in = None if failed is None else failed.retry.retry_in
        if self._store.read_only:
            state = "read-only"
        elif failed is not None:
            state = "blocked" if retry_in is None and failed.behind.paused else "retrying"
        else:
            state = "saving" if waiting else "idle"
        reason = "" if failed is None else _reason(failed.error)
        return FlushStatus(state, waiting, saved_at, reason, retry_in, self._store.path.name)

    def note_saved(self) -> None:
        """Something was committed that did not go through a queue: an import."""
        with self._lock:
            self._saved_at = time.time_ns() // 1_000_000

    def close(self) -> list[EnvironmentFault]:
        """Write what is queued; what cannot be written is spilled. Returns what could not be either."""
        with self._lock:
            queues = list(self._queues.items())
        lost = []
        for key, queue in queues:
            queue.retry.forget()
            error = queue.behind.flush().exception()
            queue.retry.forget()
            rows = queue.behind.waiting
            if error is not None and rows:
                try:
                    spill(self._spills, self._store.path, key, self._store.header(key), rows)
                except EnvironmentFault as fault:
                    lost.append(fault)
        if self._own_timers is not None:
            self._own_timers.close()
        return lost

    # -- one queue -------------------------------------------------------------------------

    def _queue(self, key: int) -> _Queue:
        with self._lock:
            queue = self._queues.get(key)
            if queue is None:
                behind = WriteBehind(
                    partial(self._write, key),
                    self._timers,
                    saved=lambda: self._on_saved(key),
                    failed=lambda error: self._on_failed(key, error),
                )
                retry = FlushRetry(behind.flush, self._timers, time.monotonic)
                queue = self._queues[key] = _Queue(behind, retry)
            return queue

    def _write(self, key: int, batch: list[Pending], done: Done) -> None:
        def finished(future: Future[Appended]) -> None:
            error = future.exception()
            if error is None:
                self._stored(future.result())
            done(error)

        self._store.writer.submit(
            lambda connection: append_rows(connection, self._store.terms, key, batch),
            priority=Priority.FLUSH,
            full=True,
        ).add_done_callback(finished)

    def _on_saved(self, key: int) -> None:
        with self._lock:
            queue = self._queues.get(key)
            self._saved_at = time.time_ns() // 1_000_000
            if queue is None:
                return
            queue.error = None
        queue.retry.saved()

    def _on_failed(self, key: int, error: BaseException) -> None:
        with self._lock:
            queue = self._queues.get(key)
            if queue is None:
                return
            queue.error = error
        queue.retry.failed(error)


def _reason(error: BaseException | None) -> str:
    if isinstance(error, SessionlogError):
        return f"{error.sentence} {error.remedy}".strip()
    return "Saving failed for a reason that is a fault of this program; the events are kept."
