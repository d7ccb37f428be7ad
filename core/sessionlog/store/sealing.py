"""Sealing: many small segments of a session's tail become few (architecture section 3).

Every flush leaves a segment. Only runs that exactly one session has, and has whole, are joined,
in one transaction: a segment that a fork shares or that a cut clips stays as it is.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sessionlog.generations import dialect_of
from sessionlog.model.dialect import Dialect
from sessionlog.model.row import IndexEntry
from sessionlog.store import connection as cx
from sessionlog.store import index_rows, lean_lines, segments
from sessionlog.store.appender import insert_segment
from sessionlog.store.segments import PackedSegment, SegmentBuilder
from sessionlog.store.terms import Terms

TAIL = 64
"""So many small segments at the end of a part are joined without waiting for an idle moment."""

_SMALL_SHARE = 2
"""A segment is small below this part of the greatest one, by rows and by bytes."""


@dataclass(frozen=True, slots=True)
class _Piece:
    part: int
    first_seq: int
    last_seq: int
    segment: int


def small_runs(connection: cx.Connection, key: int) -> list[list[_Piece]]:
    """Runs of consecutive small segments that this session alone refers to, unclipped."""
    rows, size = segments.MAX_ROWS // _SMALL_SHARE, segments.MAX_BYTES // _SMALL_SHARE
    runs: list[list[_Piece]] = [[]]
    for part, first, last, segment, small, own, own_first, count, layout in connection.execute(
        "SELECT s.part, s.first_seq, s.last_seq, s.segment, g.rows <= ? AND g.size <= ?,"
        " NOT EXISTS (SELECT 1 FROM session_segment o"
        " WHERE o.segment = s.segment AND o.session <> s.session),"
        " g.first_seq, g.rows, g.layout"
        " FROM session_segment s JOIN segment g ON g.id = s.segment WHERE s.session = ?"
        " ORDER BY s.part, s.first_seq",
        (rows, size, key),
    ):
        piece = _Piece(part, first, last, segment)
        joins = small and own and (own_first, _last_seq(own_first, count, layout)) == (first, last)
        before = runs[-1][-1] if runs[-1] else None
        follows = before is None or (before.part == part and before.last_seq == first - 1)
        if not joins:
            runs.append([])
        elif follows:
            runs[-1].append(piece)
        else:
            runs.append([piece])
    return [run for run in runs if len(run) > 1]


def _last_seq(first_seq: int, rows: int, layout: bytes | None) -> int:
    return first_seq + sum(count for count, _ in segments.unpack_layout(layout, rows)) - 1


def seal(connection: cx.Connection, terms: Terms, key: int) -> int:
    """Join the small segments of a session inside a transaction; returns how many segments went."""
    found = connection.execute("SELECT generation FROM session WHERE id = ?", (key,)).fetchone()
    if found is None:
        return 0
    dialect, gone = dialect_of(found[0]), 0
    for run in small_runs(connection, key):
        joined = list(_joined(connection, dialect, run))
        if len(joined) < len(run):
            _replace(connection, terms, key, run, joined)
            gone += len(run) - len(joined)
    return gone


def _joined(connection: cx.Connection, dialect: Dialect, run: Sequence[_Piece]) -> Iterator[PackedSegment]:
    builder = SegmentBuilder.of(run[0].part, dialect, lambda text, lines: None)
    for piece in run:
        rows, layout, packed, lines, deltas = connection.execute(
            "SELECT rows, layout, entries, lines, deltas FROM segment WHERE id = ?", (piece.segment,)
        ).fetchone()
        by_line: dict[int, list[IndexEntry]] = {}
        for entry in index_rows.unpack(packed, piece.segment):
            by_line.setdefault(entry.row, []).append(entry)
        plain, streamed = segments.unpack_text(lines), segments.unpack_text(deltas)
        number = {False: 0, True: 0}
        for _, delta in segments.unpack_layout(layout, rows):
            place = number[delta]
            number[delta] += 1
            line = streamed[place] if delta else lean_lines.whole(plain[place], streamed)
            row = dialect.read_row(line)
            yield from builder.add(row, by_line.get(~place if delta else place, ()))
    yield from builder.finish()


def _replace(
    connection: cx.Connection, terms: Terms, key: int, run: Sequence[_Piece], joined: Sequence[PackedSegment]
) -> None:
    gone = [(piece.segment,) for piece in run]
    for table in ("session_segment", "segment_type", "segment_ref"):
        connection.executemany(f"DELETE FROM {table} WHERE segment = ?", gone)
    connection.executemany("DELETE FROM segment WHERE id = ?", gone)
    for packed in joined:
        insert_segment(connection, terms, key, packed)


class Sealer:
    """Seals what was flushed: at once when a tail has many small segments, else when the writer rests."""

    def __init__(self, terms: Terms, submit: Callable[[Callable[[cx.Connection], object]], object]) -> None:
        """`submit` queues a task of the writer that goes behind everything more urgent."""
        self._terms = terms
        self._submit = submit
        self._flushes: dict[int, int] = {}
        self._lock = threading.Lock()

    def flushed(self, key: int) -> None:
        """A flush of a session was stored. Any thread; does not wait."""
        with self._lock:
            count = self._flushes[key] = self._flushes.get(key, 0) + 1
            if count < TAIL:
                return
            del self._flushes[key]
        self._submit(lambda connection: seal(connection, self._terms, key))

    def resting(self, connection: cx.Connection) -> None:
        """Nothing is queued: seal what was flushed since. Called on the writer's thread."""
        with self._lock:
            waiting, self._flushes = list(self._flushes), {}
        for key in waiting:
            connection.execute("BEGIN IMMEDIATE")
            try:
                seal(connection, self._terms, key)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                self._terms.forget_new()
                raise
