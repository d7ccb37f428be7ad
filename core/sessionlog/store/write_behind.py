"""The write-behind queue of one session: the state machine of spec 01 section 8, and nothing else.

It knows no store, no thread and no wall clock: it is given a timer and a write function. Every
method may be called from any thread; `done` callbacks and timers too.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")

DELAY_SECONDS = 0.2
Done = Callable[[BaseException | None], None]


class Timers(Protocol):
    def after(self, seconds: float, run: Callable[[], None]) -> Callable[[], None]:
        """Run once after a delay, on any thread; returns what cancels it."""
        ...


class WriteBehind(Generic[T]):
    """Collects items and writes them in batches, in order, `delay` seconds after the first at most.

    `write(batch, done)` starts a write and returns; it calls `done` once, with the error or `None`.
    A batch whose write fails goes back to the front and waits for the next item or flush:
    there is no automatic retry in here. `failed` is told of each failure, `saved` of each success.
    """

    def __init__(
        self,
        write: Callable[[list[T], Done], None],
        timers: Timers,
        *,
        delay: float = DELAY_SECONDS,
        saved: Callable[[], None] | None = None,
        failed: Callable[[BaseException], None] | None = None,
    ) -> None:
        self._write = write
        self._timers = timers
        self._delay = delay
        self._saved = saved
        self._failed = failed
        self._lock = threading.RLock()
        self._pending: list[T] = []
        self._batch: list[T] | None = None
        self._batch_of_barrier = False
        self._barrier: Future[None] | None = None
        self._cancel_timer: Callable[[], None] | None = None
        self._arming = 0
        self._deadline_expired = False
        self._paused = False

    # -- what it is doing ------------------------------------------------------------------

    @property
    def waiting(self) -> list[T]:
        """Items that are not known to be written, those of the active write first."""
        with self._lock:
            return [*(self._batch or ()), *self._pending]

    @property
    def paused(self) -> bool:
        """The last write failed, and nothing has come since."""
        with self._lock:
            return self._paused

    @property
    def writing(self) -> bool:
        with self._lock:
            return self._batch is not None

    @property
    def armed(self) -> bool:
        with self._lock:
            return self._cancel_timer is not None

    # -- what happens to it ----------------------------------------------------------------

    def enqueue(self, items: Iterable[T]) -> None:
        """Take items over. They are not safe before a `flush` that comes later has returned."""
        with self._lock:
            was_empty = not self._pending
            self._pending.extend(items)
            if self._barrier is not None or not self._pending:
                return
            if self._paused:
                self._paused = False
                self._disarm()
                self._arm()
            elif was_empty and self._cancel_timer is None:
                self._arm()

    def flush(self) -> Future[None]:
        """A barrier, shared by all who ask meanwhile: done when nothing is left to write.

        It fails with the error of the write that failed; the batch is kept.
        """
        with self._lock:
            if self._barrier is not None:
                return self._barrier
            barrier: Future[None] = Future()
            self._barrier = barrier
            self._disarm()
            self._paused = False
            if self._batch is None:
                settle = self._drain()
            else:
                settle = None
        if settle is not None:
            settle()
        return barrier

    def _on_deadline(self, arming: int) -> None:
        with self._lock:
            if arming != self._arming or self._cancel_timer is None:
                return
            self._cancel_timer = None
            if self._batch is not None:
                self._deadline_expired = True
                return
            start = self._start(of_barrier=False)
        if start is not None:
            start()

    def _on_done(self, error: BaseException | None) -> None:
        tell: Callable[[], None] | None = None
        with self._lock:
            batch, of_barrier = self._batch, self._batch_of_barrier
            assert batch is not None
            self._batch = None
            if error is None:
                if self._barrier is not None:
                    tell = self._drain()
                elif self._pending and self._deadline_expired:
                    tell = self._start(of_barrier=False)
            else:
                self._pending[:0] = batch
                self._disarm()
                if self._barrier is None or of_barrier:
                    self._paused = True
                    tell = self._reject(error)
                else:
                    tell = self._drain()
        if error is None:
            if self._saved is not None:
                self._saved()
        elif self._failed is not None:
            self._failed(error)
        if tell is not None:
            tell()

    # -- under the lock; what they return is called after it was let go -----------------------

    def _arm(self) -> None:
        self._arming += 1
        arming = self._arming
        self._cancel_timer = self._timers.after(self._delay, lambda: self._on_deadline(arming))

    def _disarm(self) -> None:
        self._deadline_expired = False
        if self._cancel_timer is not None:
            self._cancel_timer()
            self._cancel_timer = None

    def _start(self, *, of_barrier: bool) -> Callable[[], None] | None:
        self._disarm()
        if not self._pending:
            return None
        batch, self._pending = self._pending, []
        self._batch, self._batch_of_barrier = batch, of_barrier
        return lambda: self._write(batch, self._on_done)

    def _drain(self) -> Callable[[], None] | None:
        """The next batch of the barrier, or its end in the very moment nothing is left."""
        start = self._start(of_barrier=True)
        if start is not None:
            return start
        barrier, self._barrier = self._barrier, None
        assert barrier is not None
        return lambda: barrier.set_result(None)

    def _reject(self, error: BaseException) -> Callable[[], None] | None:
        barrier, self._barrier = self._barrier, None
        return None if barrier is None else lambda: barrier.set_exception(error)
