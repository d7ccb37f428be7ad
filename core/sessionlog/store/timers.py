"""Timers on one thread of their own, made when the first is asked for."""

from __future__ import annotations

import heapq
import itertools
import threading
import time
from collections.abc import Callable


class ThreadTimers:
    """Implements `write_behind.Timers`. What a timer runs must be short: they share the thread."""

    def __init__(self) -> None:
        self._wake = threading.Condition()
        self._heap: list[tuple[float, int]] = []
        self._due: dict[int, Callable[[], None]] = {}
        self._numbers = itertools.count()
        self._thread: threading.Thread | None = None
        self._closed = False

    def after(self, seconds: float, run: Callable[[], None]) -> Callable[[], None]:
        with self._wake:
            number = next(self._numbers)
            self._due[number] = run
            heapq.heappush(self._heap, (time.monotonic() + seconds, number))
            if self._thread is None and not self._closed:
                self._thread = threading.Thread(target=self._work, name="library-timers", daemon=True)
                self._thread.start()
            self._wake.notify()

        def cancel() -> None:
            with self._wake:
                self._due.pop(number, None)

        return cancel

    def close(self) -> None:
        """No timer runs after this."""
        with self._wake:
            self._closed = True
            self._due.clear()
            self._wake.notify()
            thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join()

    def _work(self) -> None:
        while True:
            with self._wake:
                while not self._closed and (not self._heap or self._heap[0][0] > time.monotonic()):
                    self._wake.wait(self._heap[0][0] - time.monotonic() if self._heap else None)
                if self._closed:
                    return
                run = self._due.pop(heapq.heappop(self._heap)[1], None)
            if run is not None:
                run()
