"""Trying a failed flush again, outside the write-behind machine (architecture section 3)."""

from __future__ import annotations

import threading
from collections.abc import Callable

from sessionlog.model.errors import EnvironmentFault
from sessionlog.store import faults
from sessionlog.store.write_behind import Timers

FIRST_SECONDS = 1.0
LONGEST_SECONDS = 30.0


class FlushRetry:
    """Calls `flush` 1, 2, 4 ... 30 s after a fault that ends by itself (busy, locked).

    A full disk, a read-only file and an I/O error wait for a person or for new space.
    """

    def __init__(self, flush: Callable[[], object], timers: Timers, clock: Callable[[], float]) -> None:
        self._flush = flush
        self._timers = timers
        self._clock = clock
        self._lock = threading.Lock()
        self._next = FIRST_SECONDS
        self._due_at: float | None = None
        self._cancel: Callable[[], None] | None = None

    @property
    def retry_in(self) -> float | None:
        """Seconds until the next try, `None` when none is planned."""
        with self._lock:
            return None if self._due_at is None else max(0.0, self._due_at - self._clock())

    def failed(self, error: BaseException) -> None:
        """Plan the next try where waiting can help."""
        if not (isinstance(error, EnvironmentFault) and error.code in faults.ENDS_BY_ITSELF):
            self.forget()
            return
        with self._lock:
            if self._due_at is not None:
                return
            self._due_at = self._clock() + self._next
            self._cancel = self._timers.after(self._next, self._try)
            self._next = min(2 * self._next, LONGEST_SECONDS)

    def saved(self) -> None:
        """A write went through: the next fault starts with the shortest wait again."""
        self.forget()
        with self._lock:
            self._next = FIRST_SECONDS

    def forget(self) -> None:
        """Plan nothing (any more)."""
        with self._lock:
            cancel, self._cancel, self._due_at = self._cancel, None, None
        if cancel is not None:
            cancel()

    def _try(self) -> None:
        with self._lock:
            self._cancel, self._due_at = None, None
        self._flush()
