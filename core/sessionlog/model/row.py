"""Rows and index entries: the units of work (architecture section 2).

Nothing on a normal path makes one object an event. A `Row` is one stored line, which may
pack many stream chunks; an `IndexEntry` is what pages, lists and statistics read instead of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple


@dataclass(slots=True)
class Row:
    """One stored line. Never changed once it is made.

    `raw` has no LF. `value` is the decoded object as stored (legacy shapes untouched).
    A packed row holds `count` delta chunks with the seqs `seq .. seq + count - 1`.
    Not declared frozen, because a log has hundreds of thousands: that makes one in a quarter of the time.
    """

    seq: int
    count: int
    type: str
    time: int
    raw: bytes
    value: dict[str, Any]

    @property
    def last_seq(self) -> int:
        return self.seq + self.count - 1

    @property
    def size(self) -> int:
        """The bytes of the stored line, without its LF."""
        return len(self.raw)

    @property
    def lean(self) -> bytes:
        """The line as far as it is at hand: without a stream that is kept apart."""
        return self.raw


class LeanRow(Row):
    """A settlement whose stream is kept apart: `raw` is put together when it is asked for.

    Made with a line that has other bytes in the place of the stream.
    """

    __slots__ = ("_lean", "_size", "_whole")

    def __init__(self, row: Row, size: int, whole: Callable[[], bytes]) -> None:
        """`size` is the bytes of the whole line, `whole` gives it."""
        self._whole = whole
        self._size = size
        super().__init__(row.seq, row.count, row.type, row.time, row.raw, row.value)

    @property
    def raw(self) -> bytes:
        return self._whole()

    @raw.setter
    def raw(self, lean: bytes) -> None:
        self._lean = lean

    @property
    def lean(self) -> bytes:
        return self._lean

    @property
    def size(self) -> int:
        return self._size


class SurfaceOp(IntEnum):
    """What an event does to the model surface (spec 01 section 3)."""

    LOG_ONLY = 0
    APPEND = 1
    REPLACE = 2


FIRST_DELTA = "first-delta"
"""`IndexEntry.kind` of the first non-empty delta of a step (the first-token time)."""

INHERITED = "inherited"
"""`IndexEntry.kind` of a `session/end-seed` that ends what was inherited (generation 2 and later)."""


class IndexEntry(NamedTuple):
    """Facts of one event that is not a delta chunk, or of the first non-empty delta of a step.

    `turn` and `step` are those of the payload, else those open where the event stands.
    `kind` is the chunk type of an `assistant/chunk`, the source kind of a message, the reason
    kind of a `turn/end`, the finish kind as `finish:<kind>`, `ok` or `error` for a tool result.
    `ref` is the call, retry, compaction, command or message id.
    `group_start` is the least seq of the event and of the chunks of its own turn and step that
    it cites. `size` is the bytes of its stored line; `delta_events` and `delta_bytes` count the
    delta chunks stored since the entry before this one.
    A settlement row of generation 2 or later has a `size` without its stream.
    `segment` and `row` say where its line is; both 0 where nothing is stored yet.
    A tuple, because a page reads hundreds: 0.3 µs each where a frozen dataclass takes 3.7.
    """

    seq: int
    type: str
    time: int
    turn: int | None
    step: int | None
    op: SurfaceOp
    start: int | None
    end: int | None
    kind: str | None
    ref: str | None
    group_start: int
    size: int
    delta_events: int
    delta_bytes: int
    segment: int = 0
    row: int = 0
