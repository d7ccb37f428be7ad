"""Index entries as rows of `segment_index`, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sessionlog.model.row import IndexEntry, SurfaceOp
from sessionlog.store import connection as cx
from sessionlog.store.terms import Terms
from sessionlog.store.text import storable

COLUMNS = (
    "i.segment, i.seq, i.row, i.type, i.time, i.turn, i.step, i.op, i.start, i.end, i.kind, i.ref,"
    " i.group_start, i.size, i.delta_events, i.delta_bytes"
)
INSERT = (
    "INSERT INTO segment_index (segment, seq, row, type, time, turn, step, op, start, end, kind, ref,"
    " group_start, size, delta_events, delta_bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)

_OPS = tuple(SurfaceOp)


def insert(
    connection: cx.Connection, terms: Terms, segment: int, entries: Iterable[tuple[int, IndexEntry]]
) -> None:
    """One index row for each entry of a segment."""
    intern = terms.intern
    connection.executemany(
        INSERT,
        [
            (
                segment, e.seq, row, intern(connection, e.type), e.time, e.turn, e.step, int(e.op), e.start,
                e.end, intern(connection, e.kind), None if e.ref is None else storable(e.ref), e.group_start,
                e.size, e.delta_events, e.delta_bytes,
            )
            for row, e in entries
        ],
    )  # fmt: skip


def entries(rows: Iterable[tuple[Any, ...]], texts: dict[int, str]) -> list[IndexEntry]:
    """Rows selected as `COLUMNS`."""
    kind_of = texts.get
    make = IndexEntry._make
    return [
        make(
            (
                seq, texts[type_], time, turn, step, _OPS[op], start, end, kind_of(kind), ref, group_start,
                size, delta_events, delta_bytes, segment, row,
            )
        )
        for segment, seq, row, type_, time, turn, step, op, start, end, kind, ref, group_start, size,
        delta_events, delta_bytes in rows
    ]  # fmt: skip
