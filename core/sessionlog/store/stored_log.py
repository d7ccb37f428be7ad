"""`StoredLog`: one session of a library, read as an `EventLog`.

Reads touch the references, the index and the segments that are asked for, nothing else. Segments
are immutable and their ids are never reused, so what a cache holds stays right for ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial

from sessionlog.generations import dialect_of
from sessionlog.model.dialect import Dialect
from sessionlog.model.errors import UserError
from sessionlog.model.header import Header
from sessionlog.model.log import Part
from sessionlog.model.row import IndexEntry, Row
from sessionlog.model.severity import Gap
from sessionlog.store import connection as cx
from sessionlog.store import faults, index_rows, segments, text
from sessionlog.store.lean_lines import is_lean, whole
from sessionlog.store.lean_rows import read_stored
from sessionlog.store.readers import Readers
from sessionlog.store.segment_cache import Key, SegmentCache
from sessionlog.store.terms import Terms
from sessionlog.store.zstd import ZstdError

FIRST_CHUNK = 4
LAST_CHUNK = 64


class StoredLog:
    """Implements `model.log.EventLog`. Safe on every thread.

    `one_read()` makes the calls of a block see one state of the library (a page).
    """

    def __init__(self, readers: Readers, terms: Terms, cache: SegmentCache, session: int) -> None:
        self._readers = readers
        self._terms = terms
        self._cache = cache
        self.session = session
        with readers.read() as connection:
            found = connection.execute(
                "SELECT header, generation FROM session WHERE id = ?", (session,)
            ).fetchone()
        if found is None:
            raise UserError("session.gone", "This session is no longer in the library.", "Refresh the list.")
        self._dialect = dialect_of(found[1])
        self._header = self._dialect.read_header(found[0])

    @property
    def header(self) -> Header:
        return self._header

    @property
    def dialect(self) -> Dialect:
        return self._dialect

    @property
    def complete(self) -> bool:
        return True

    def one_read(self) -> AbstractContextManager[object]:
        """Calls of this thread within the block share one read transaction."""
        return self._readers.read()

    @property
    def parts(self) -> Sequence[Part]:
        with self._readers.read() as connection:
            gaps = {
                row[0]: Gap(*row[1:])
                for row in connection.execute(
                    "SELECT before_part, rows, first_line, last_line, first_offset, last_offset, before_seq,"
                    " after_seq, code, message FROM gap WHERE session = ?",
                    (self.session,),
                )
            }
            return [
                Part(number, first, last, gaps.get(number))
                for number, first, last in connection.execute(
                    "SELECT number, first_seq, last_seq FROM part WHERE session = ? ORDER BY number",
                    (self.session,),
                )
            ]

    def entries_before(self, seq: int | None, part: int = 0) -> Iterator[IndexEntry]:
        below = 1 << 62 if seq is None else seq
        limit = FIRST_CHUNK
        while True:
            with self._readers.read() as connection:
                found = connection.execute(
                    "SELECT s.first_seq, s.last_seq, s.segment, g.entries FROM session_segment s"
                    " JOIN segment g ON g.id = s.segment"
                    " WHERE s.session = ? AND s.part = ? AND s.first_seq < ?"
                    " ORDER BY s.first_seq DESC LIMIT ?",
                    (self.session, part, below, limit),
                ).fetchall()
            for first, last, segment, packed in found:
                end = min(below - 1, last)
                for entry in reversed(self._unpack(packed, segment)):
                    if entry.seq <= end:
                        yield entry
                below = first
            if len(found) < limit:
                return
            limit = min(2 * limit, LAST_CHUNK)

    def entries(self, first_seq: int, last_seq: int, part: int = 0) -> list[IndexEntry]:
        with self._readers.read() as connection:
            found = connection.execute(
                "SELECT s.segment, s.last_seq, g.entries FROM session_segment s"
                " JOIN segment g ON g.id = s.segment"
                " WHERE s.session = ? AND s.part = ? AND s.first_seq BETWEEN ? AND ? ORDER BY s.first_seq",
                (self.session, part, self._reach(connection, first_seq, part), last_seq),
            ).fetchall()
        return [
            entry
            for segment, last, packed in found
            for entry in self._unpack(packed, segment)
            if first_seq <= entry.seq <= min(last_seq, last)
        ]

    def last_entry(
        self, before_seq: int, type: str, *, ref: str | None = None, part: int = 0
    ) -> IndexEntry | None:
        return self._nearest(type, ref, part, before_seq, newest=True)

    def first_entry(
        self, after_seq: int, type: str, *, ref: str | None = None, part: int = 0
    ) -> IndexEntry | None:
        return self._nearest(type, ref, part, after_seq, newest=False)

    def rows_of(self, entries: Sequence[IndexEntry]) -> list[Row]:
        try:
            return self._rows_at(entries)
        except UserError:  # sealed since the entries were read: their lines are in other segments now
            return self._rows_at([self._found_again(entry) for entry in entries])

    def _rows_at(self, entries: Sequence[IndexEntry]) -> list[Row]:
        places = [(entry.segment, entry.row < 0) for entry in entries]
        lines = self._lines(set(places))
        return [
            self._row(entry.segment, lines[place][~entry.row if entry.row < 0 else entry.row])
            for place, entry in zip(places, entries)
        ]

    def rows(self, first_seq: int, last_seq: int, part: int = 0) -> Iterator[Row]:
        """Streams that settlements hold are not read with them."""
        for segment, lines, _ in self._stretches(first_seq, last_seq, part, streams=False):
            for line in lines:
                yield self._row(segment, line)

    def raw_lines(self, first_seq: int, last_seq: int, part: int = 0) -> Iterator[bytes]:
        """The lines of rows that overlap an inclusive seq range, byte for byte, without LF. Lazy."""
        for _, lines, streams in self._stretches(first_seq, last_seq, part, streams=True):
            for line in lines:
                yield self._whole(line, streams)

    def _stretches(
        self, first_seq: int, last_seq: int, part: int, *, streams: bool
    ) -> Iterator[tuple[int, Iterator[bytes], list[bytes]]]:
        """Segment by segment: its stored lines in the range, and its streams if they are wanted."""
        at = first_seq
        while at <= last_seq:
            with self._readers.read() as connection:
                found = connection.execute(
                    "SELECT s.first_seq, s.last_seq, g.id, g.first_seq, g.rows, g.layout"
                    " FROM session_segment s JOIN segment g ON g.id = s.segment"
                    " WHERE s.session = ? AND s.part = ? AND s.last_seq >= ? AND s.first_seq BETWEEN ? AND ?"
                    " ORDER BY s.first_seq LIMIT 1",
                    (self.session, part, at, self._reach(connection, at, part), last_seq),
                ).fetchone()
                if found is None:
                    return
                first, last, segment, segment_first, rows, packed = found
                layout = segments.unpack_layout(packed, rows)
                plain = self._lines({(segment, False)})[segment, False]
                apart: list[bytes] = []
                if any(delta for _, delta in layout) or (streams and any(map(is_lean, plain))):
                    apart = self._lines({(segment, True)})[segment, True]
            lines = segments.lines_between(
                plain, apart, layout, segment_first, max(first, at), min(last, last_seq)
            )
            yield segment, lines, apart
            at = last + 1

    def _row(self, segment: int, stored: bytes) -> Row:
        try:
            return read_stored(self._dialect, stored, partial(self._stream, segment))
        except ValueError as error:
            raise faults.fault(faults.DAMAGED, self._readers.path) from error

    def _whole(self, stored: bytes, streams: list[bytes]) -> bytes:
        try:
            return whole(stored, streams)
        except ValueError as error:
            raise faults.fault(faults.DAMAGED, self._readers.path) from error

    def _stream(self, segment: int, seq: int, number: int, size: int) -> bytes:
        """The bytes of a stream that a row left in its segment, or wherever they are since."""
        try:
            streams = self._lines({(segment, True)})[segment, True]
        except UserError:  # sealed since the row was read
            streams, number = list(self._streams_of(seq)), 0
        if number >= len(streams) or len(streams[number]) != size:
            raise faults.fault(faults.DAMAGED, self._readers.path)
        return streams[number]

    def _streams_of(self, seq: int) -> Iterator[bytes]:
        """The stream of the row with a seq, in each part that has one."""
        for part in self.parts:
            for line in self.raw_lines(seq, seq, part.number):
                stream = self._dialect.attempt_stream(self._dialect.read_row(line))
                if stream is not None:
                    yield stream.raw()

    def tail_deltas(self, part: int = 0) -> tuple[int, int]:
        with self._readers.read() as connection:
            found = connection.execute(
                "SELECT tail_events, tail_bytes FROM part WHERE session = ? AND number = ?",
                (self.session, part),
            ).fetchone()
        return (0, 0) if found is None else (found[0], found[1])

    def _reach(self, connection: cx.Connection, seq: int, part: int) -> int:
        """The first seq of the reference that holds `seq`, or `seq` where none does."""
        found = connection.execute(
            "SELECT max(first_seq) FROM session_segment WHERE session = ? AND part = ? AND first_seq <= ?",
            (self.session, part, seq),
        ).fetchone()[0]
        return seq if found is None else int(found)

    def _nearest(self, type: str, ref: str | None, part: int, seq: int, *, newest: bool) -> IndexEntry | None:
        """The nearest entry of a type and id: only segments that hold both words are unpacked."""
        wanted = None if ref is None else text.storable(ref)
        with self._readers.read() as connection:
            number = self._terms.number(connection, type)
            if number is None:
                return None
            bound = seq if newest else self._reach(connection, seq, part)
            found = connection.execute(
                "SELECT s.segment, s.last_seq, g.entries FROM session_segment s"
                " CROSS JOIN segment_type t ON t.segment = s.segment AND t.type = ?"
                + (
                    ""
                    if wanted is None
                    else " CROSS JOIN segment_ref r ON r.segment = s.segment AND r.ref = ?"
                )
                + " CROSS JOIN segment g ON g.id = s.segment WHERE s.session = ? AND s.part = ?"
                + (" AND s.first_seq < ?" if newest else " AND s.first_seq >= ?")
                + f" ORDER BY s.first_seq {'DESC' if newest else 'ASC'}",
                (number, *(() if wanted is None else (wanted,)), self.session, part, bound),
            )
            for segment, last, packed in found:
                entries = self._unpack(packed, segment)
                for entry in reversed(entries) if newest else entries:
                    if (
                        entry.type == type
                        and (wanted is None or entry.ref == wanted)
                        and entry.seq <= last
                        and (entry.seq < seq if newest else entry.seq > seq)
                    ):
                        return entry
        return None

    def _lines(self, wanted: set[Key]) -> dict[Key, list[bytes]]:
        """The lines of segments; each that is not cached is read and decompressed once."""
        lines: dict[Key, list[bytes]] = {}
        missing: list[Key] = []
        for key in wanted:
            kept = self._cache.get(key)
            if kept is None:
                missing.append(key)
            else:
                lines[key] = kept
        if missing:
            with self._readers.read() as connection:
                for key in missing:
                    lines[key] = self._read_lines(connection, key)
        return lines

    def _read_lines(self, connection: cx.Connection, key: Key) -> list[bytes]:
        segment, of_deltas = key
        found = connection.execute(
            f"SELECT {'deltas' if of_deltas else 'lines'} FROM segment WHERE id = ?", (segment,)
        ).fetchone()
        if found is None:
            raise _changed()
        try:
            lines = segments.unpack_text(found[0])
        except ZstdError as error:
            raise faults.fault(faults.DAMAGED, self._readers.path) from error
        if lines:
            self._cache.put(key, lines)
        return lines

    def _found_again(self, entry: IndexEntry) -> IndexEntry:
        """The same entry where it is stored now. Raises `UserError` when the session is another one."""
        found = [
            again
            for part in self.parts
            if part.first_seq <= entry.seq <= part.last_seq
            for again in self.entries(entry.seq, entry.seq, part.number)
            if again._replace(segment=0, row=0) == entry._replace(segment=0, row=0)
        ]
        if len(found) != 1:
            raise _changed()
        return found[0]

    def _unpack(self, packed: bytes | None, segment: int) -> list[IndexEntry]:
        kept = self._cache.entries(segment)
        if kept is not None:
            return kept
        try:
            entries = index_rows.unpack(packed, segment)
        except (ZstdError, ValueError) as error:
            raise faults.fault(faults.DAMAGED, self._readers.path) from error
        self._cache.put_entries(segment, entries)
        return entries


def _changed() -> UserError:
    return UserError(
        "session.changed", "This session was replaced or deleted while it was read.", "Open it again."
    )
