"""Rows of one session on their way into segments: the same object for import, growth and flush.

It does no I/O of its own. `take()` gives the statements that are due; whoever owns the writer
runs them. What is stored by them is always a dense prefix of each part, with its index, its facts
and the hash of its text, so that an interruption between two takes leaves nothing half.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import orjson

from sessionlog.model.dialect import Dialect, Indexer
from sessionlog.model.row import Row
from sessionlog.model.severity import Gap
from sessionlog.store import connection as cx
from sessionlog.store import index_rows, session_rows
from sessionlog.store.facts import SessionFacts
from sessionlog.store.segments import PackedSegment, SegmentBuilder, pack_text
from sessionlog.store.terms import Terms
from sessionlog.store.text import storable

Statement = Callable[[cx.Connection], object]


class SeqFault(ValueError):
    """A row that does not follow the stored ones: the caller's picture of the session is old."""


@dataclass(slots=True)
class SessionKey:
    """The row id of a session, known as soon as its first statement has run."""

    value: int = 0


@dataclass(slots=True)
class _OpenPart:
    number: int
    indexer: Indexer
    first_seq: int | None = None
    next_seq: int | None = None


@dataclass(slots=True)
class Due:
    """Statements and their weight in bytes of log text."""

    statements: list[Statement] = field(default_factory=list)
    weight: int = 0


class Appender:
    """Takes the rows of a session in file order, from its first row or from where it stands."""

    def __init__(self, terms: Terms, key: SessionKey, dialect: Dialect, session_id: str) -> None:
        self._terms = terms
        self._key = key
        self._dialect = dialect
        self._session_id = session_id
        self.facts = SessionFacts()
        self._part = _OpenPart(0, dialect.indexer())
        self._builder = SegmentBuilder.of(0, dialect, self._saw)
        self._due = Due()
        self._lines = self._bytes = 0
        self._hash = hashlib.sha256()
        self.run_sha256 = ""
        """Of the text between the last two checkpoints; each line with its LF."""

    @staticmethod
    def resume(
        terms: Terms, connection: cx.Connection, key: int, dialect: Dialect, session_id: str
    ) -> Appender:
        """An appender that goes on after the last stored row of the last part."""
        appender = Appender(terms, SessionKey(key), dialect, session_id)
        appender.facts = session_rows.facts_of(connection, key)
        number, first, last, state = connection.execute(
            "SELECT number, first_seq, last_seq, indexer FROM part WHERE session = ?"
            " ORDER BY number DESC LIMIT 1",
            (key,),
        ).fetchone()
        indexer = dialect.indexer(None if state is None else orjson.loads(state))
        empty = last < first
        appender._part = _OpenPart(number, indexer, None if empty else first, None if empty else last + 1)
        appender._builder = SegmentBuilder.of(number, dialect, appender._saw)
        appender._due.statements.append(partial(_require_end, key=key, number=number, last_seq=last))
        return appender

    @property
    def part(self) -> int:
        return self._part.number

    @property
    def next_seq(self) -> int | None:
        """The only seq that the open part accepts; `None` while it is empty."""
        return self._part.next_seq

    def header(self, line: bytes) -> None:
        """The header line belongs to the text, not to a segment."""
        self._saw(line + b"\n", 1)

    def feed(self, row: Row) -> int:
        """Take a row; gives the bytes of log text that are due.

        Raises `SeqFault` when the row is not the next one of its part.
        """
        part = self._part
        if row.seq != part.next_seq:
            if part.next_seq is not None:
                raise SeqFault(f"row {row.seq} where {part.next_seq} was due")
            part.first_seq = row.seq
            self._due.statements.append(partial(_end_gap, key=self._key, number=part.number, seq=row.seq))
        part.next_seq = row.seq + row.count
        entries = part.indexer.feed(row)
        self.facts.events += row.count
        if entries:
            self.facts.feed(self._dialect, self._session_id, row, entries)
        for packed in self._builder.add(row, entries):
            self._store(packed)
        return self._due.weight

    def gap(self, number: int, gap: Gap) -> None:
        """Close the open part; rows that follow belong to part `number`.

        A resumed scan gives the gap at the end of a log again; it takes the place of the one
        before as long as the part behind it is empty.
        """
        part = self._part
        if number < part.number or (number == part.number and part.next_seq is not None):
            return
        statement = partial(self._write_gap, number=number, gap=gap)
        if number == part.number:
            self._due.statements.append(statement)
            return
        self._close_part()
        self._due.statements.append(statement)
        self._part = _OpenPart(number, self._dialect.indexer())
        self._builder = SegmentBuilder.of(number, self._dialect, self._saw)

    def checkpoint(self) -> None:
        """Everything fed so far becomes due, with part, facts and text hash to match."""
        self._close_part()
        self.run_sha256 = self._hash.hexdigest()
        run = (self._lines, self._bytes, self.run_sha256)
        facts = SessionFacts(**{name: getattr(self.facts, name) for name in SessionFacts.__slots__})
        self._lines, self._bytes, self._hash = 0, 0, hashlib.sha256()
        if run[0]:
            self._due.statements.append(lambda connection: self._insert_run(connection, run))
        self._due.statements.append(
            lambda connection: session_rows.write_facts(connection, self._key.value, facts)
        )

    def take(self) -> Due:
        due, self._due = self._due, Due()
        return due

    def _saw(self, text: bytes, lines: int) -> None:
        self._hash.update(text)
        self._bytes += len(text)
        self._lines += lines

    # -- statements ------------------------------------------------------------------------

    def _store(self, packed: PackedSegment) -> None:
        self._due.statements.append(lambda connection: self._insert_segment(connection, packed))
        self._due.weight += packed.size

    def _close_part(self) -> None:
        for packed in self._builder.finish():
            self._store(packed)
        part = self._part
        first = part.first_seq or 0
        last = first - 1 if part.next_seq is None else part.next_seq - 1
        events, size = part.indexer.tail_deltas()
        state = orjson.dumps(part.indexer.state()).decode()
        values = (part.number, first, last, events, size, state)
        self._due.statements.append(lambda connection: self._write_part(connection, values))

    def _insert_segment(self, connection: cx.Connection, packed: PackedSegment) -> None:
        insert_segment(connection, self._terms, self._key.value, packed)

    def _write_part(self, connection: cx.Connection, values: tuple[int, int, int, int, int, str]) -> None:
        connection.execute(
            "INSERT INTO part (session, number, first_seq, last_seq, tail_events, tail_bytes, indexer)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (session, number) DO UPDATE SET"
            " first_seq = excluded.first_seq, last_seq = excluded.last_seq,"
            " tail_events = excluded.tail_events, tail_bytes = excluded.tail_bytes,"
            " indexer = excluded.indexer",
            (self._key.value, *values),
        )

    def _write_gap(self, connection: cx.Connection, number: int, gap: Gap) -> None:
        connection.execute(
            "INSERT OR REPLACE INTO gap (session, before_part, rows, first_line, last_line, first_offset,"
            " last_offset, before_seq, after_seq, code, message) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                self._key.value, number, gap.rows, gap.first_line, gap.last_line, gap.first_offset,
                gap.last_offset, gap.before_seq, gap.after_seq, gap.code, storable(gap.message),
            ),
        )  # fmt: skip

    def _insert_run(self, connection: cx.Connection, run: tuple[int, int, str]) -> None:
        connection.execute(
            "INSERT INTO text_run (session, number, lines, bytes, sha256)"
            " SELECT ?1, 1 + coalesce(max(number), 0), ?2, ?3, ?4 FROM text_run WHERE session = ?1",
            (self._key.value, *run),
        )


def insert_segment(connection: cx.Connection, terms: Terms, key: int, packed: PackedSegment) -> None:
    """Store a segment with its index and let a session refer to all of it."""
    cursor = connection.execute(
        "INSERT INTO segment (first_seq, rows, size, layout, entries, lines, deltas)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            packed.first_seq,
            packed.rows,
            packed.size,
            packed.layout,
            index_rows.pack(packed.entries),
            pack_text(packed.lines),
            pack_text(packed.deltas),
        ),
    )
    segment = cursor.lastrowid
    assert segment is not None
    connection.execute(
        "INSERT INTO session_segment (session, part, first_seq, last_seq, segment) VALUES (?, ?, ?, ?, ?)",
        (key, packed.part, packed.first_seq, packed.last_seq, segment),
    )
    index_rows.insert_words(connection, terms, segment, packed.entries)


def _end_gap(connection: cx.Connection, *, key: SessionKey, number: int, seq: int) -> None:
    """A gap at the end of what there was is a gap before a row now."""
    connection.execute(
        "UPDATE gap SET after_seq = ? WHERE session = ? AND before_part = ? AND after_seq IS NULL",
        (seq, key.value, number),
    )


def _require_end(connection: cx.Connection, *, key: int, number: int, last_seq: int) -> None:
    """Nobody may have appended since the appender looked."""
    found = connection.execute(
        "SELECT number, last_seq FROM part WHERE session = ? ORDER BY number DESC LIMIT 1", (key,)
    ).fetchone()
    if found != (number, last_seq):
        raise SeqFault(f"the session ends at {found}, not at {(number, last_seq)}")
