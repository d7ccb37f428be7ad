"""A session that is being written: in memory at once, saved through write-behind (spec 01 sections 7, 8)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol, cast

from sessionlog.model.closers import CloserScan
from sessionlog.model.dialect import Dialect
from sessionlog.model.errors import RowFault
from sessionlog.model.header import Header
from sessionlog.model.json import decode, encode
from sessionlog.model.json_rules import not_lossless, require_lossless
from sessionlog.model.restore import Restore
from sessionlog.model.row import Row
from sessionlog.model.stream_builder import StreamBuilder
from sessionlog.model.validation import plan_append
from sessionlog.store.journal import JournalChunk

Event = dict[str, Any]


class Saver(Protocol):
    """Where the rows of a live session go."""

    def enqueue(self, rows: Sequence[Row]) -> None: ...

    def enqueue_chunk(self, chunk: JournalChunk) -> None:
        """A chunk of a running attempt, for the journal."""
        ...

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
        self._attempt = _Attempt()
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

    def chunk(self, turn: int, step: int, chunk: Mapping[str, Any]) -> None:
        """A chunk of the running attempt, as it comes (generation 2 and later).

        It is no event yet: it goes to the attempt journal, which is flushed with everything else.
        Raises `LogFault` for a value that a log cannot hold.
        """
        with self._lock:
            require_lossless(chunk, self.next_seq)
            raw = encode(dict(chunk))
            attempt, time = self._attempt, self._clock()
            if attempt.chunks == 0:
                attempt.seq = self.next_seq
            attempt.stream.add(time, _copied(raw))
            self._saver.enqueue_chunk(JournalChunk(attempt.seq, attempt.chunks, turn, step, time, raw))
            attempt.chunks += 1

    @property
    def running_chunks(self) -> int:
        """How many chunks of an attempt wait for the event that settles it."""
        with self._lock:
            return self._attempt.chunks

    def settle(self, type: str, data: Mapping[str, Any], *, surface_op: Any = None) -> Event:
        """End the running attempt with the event that holds its stream, which the journal then forgets.

        Raises `LogFault` as `append`; then the attempt goes on.
        """
        with self._lock:
            event = self.append(type, {**data, "stream": self._attempt.stream.records}, surface_op=surface_op)
            self._attempt = _Attempt()
            return event

    def unanswered(self) -> list[Event]:
        """The results that would settle the open calls of the open step as not finished, due now."""
        with self._lock:
            closers = self._brackets.closers(self.next_seq - 1, self._clock())
            return [event for event in closers if event["type"] == self.dialect.surface.result_type]

    def surface(self) -> list[Event]:
        """The events that the model sees now, in order."""
        with self._lock:
            return [dict(event) for event in self._restore.surface.events()]

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


class _Attempt:
    """The attempt that chunks go to now; `seq` is the one that was due when its first chunk came."""

    __slots__ = ("chunks", "seq", "stream")

    def __init__(self) -> None:
        self.seq = self.chunks = 0
        self.stream = StreamBuilder()


def _copied(raw: bytes) -> Event:
    """A chunk as the journal gives it back, which later changes by the caller do not reach."""
    try:
        return cast(Event, decode(raw))
    except RowFault as fault:
        raise not_lossless(f"a value {fault}", None) from fault
