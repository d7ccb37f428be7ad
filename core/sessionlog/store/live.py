"""A session that is being written: in memory at once, saved through write-behind (spec 01 sections 7, 8)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from sessionlog.model.closers import CloserScan
from sessionlog.model.dialect import Dialect
from sessionlog.model.header import Header
from sessionlog.model.json import encode
from sessionlog.model.restore import Restore
from sessionlog.model.row import Row
from sessionlog.model.validation import plan_append

Event = dict[str, Any]


class Saver(Protocol):
    """Where the rows of a live session go."""

    def enqueue(self, rows: Sequence[Row]) -> None: ...

    def flush(self) -> None:
        """A barrier; raises what failed. What failed is kept."""
        ...

    def waiting(self) -> list[Row]:
        """Rows that are not known to be stored, oldest first."""
        ...

    def stored(self) -> Iterator[Row]:
        """Rows that are stored, from seq 0. Lazy."""
        ...


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class LiveSession:
    """The one writer of a native session. Every method may be called from any thread.

    Everything that was appended can be read back here at once; it is safe when a later `flush` has
    returned. A write that fails is kept and tried again by the next append or flush.
    """

    def __init__(
        self,
        header: Header,
        dialect: Dialect,
        restore: Restore,
        saver: Saver,
        *,
        clock: Callable[[], int] = now_ms,
        closed: Callable[[], None] = lambda: None,
    ) -> None:
        self.header = header
        self.dialect = dialect
        self._restore = restore
        self._saver = saver
        self._clock = clock
        self._closed = closed
        self._brackets = CloserScan(dialect.closing)
        self._lock = threading.RLock()

    @property
    def next_seq(self) -> int:
        with self._lock:
            return self._restore.surface.next_seq

    @property
    def open_turn(self) -> int | None:
        with self._lock:
            return self._brackets.open_turn

    def append(
        self, type: str, data: Any, *, surface_op: Any = None, sources: list[int] | None = None
    ) -> Event:
        """Add an event; returns it with its seq and time (ms).

        Raises `LogFault` for data or markers that the log cannot take; then nothing was added.
        """
        with self._lock:
            event = plan_append(
                self._restore.surface, type, data, self._clock(), surface_op=surface_op, sources=sources
            )
            row = self.dialect.read_row(encode(event))
            self._restore.feed(row)
            self._brackets.apply(event)
            self._saver.enqueue([row])
            return event

    def messages(self) -> list[Any]:
        """What a request made now would carry."""
        with self._lock:
            return list(self._restore.messages())

    def request_header(self) -> dict[str, Any] | None:
        with self._lock:
            return self._restore.header

    def request_context(self) -> dict[str, Any] | None:
        with self._lock:
            return self._restore.context

    def rows(self) -> Iterator[Row]:
        """Every row from seq 0, stored or not. What is appended meanwhile may be left out."""
        waiting = self._saver.waiting()
        due = 0
        for row in self._saver.stored():
            yield row
            due = row.last_seq + 1
        yield from (row for row in waiting if row.seq >= due)

    def flush(self) -> None:
        """Everything appended before is on the disk when this returns. Raises what failed."""
        self._saver.flush()

    def close(self) -> None:
        """Save what is queued, then let the session go. Raises what failed; it stays open then."""
        self.flush()
        self._closed()
