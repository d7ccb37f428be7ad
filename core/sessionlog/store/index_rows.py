"""The index of a segment: its entries packed by column, and the words by which they are looked up.

A page reads some hundred entries. As rows of a table they took 3.2 µs each, as columns of JSON in
the segment's row 0.5 µs; a table is kept for what has to be found without reading every segment.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat

import orjson

from sessionlog.model.row import IndexEntry, SurfaceOp
from sessionlog.store import connection as cx
from sessionlog.store.terms import Terms
from sessionlog.store.text import storable
from sessionlog.store.zstd import compress, decompress

_OP, _TYPE, _KIND, _REF = (IndexEntry._fields.index(name) for name in ("op", "type", "kind", "ref"))
_OPS = tuple(SurfaceOp)


def pack(entries: Sequence[tuple[int, IndexEntry]]) -> bytes | None:
    """Entries with the number of their row; `None` for a segment without any."""
    if not entries:
        return None
    columns = [list(column) for column in zip(*(entry for _, entry in entries))]
    for at in (_TYPE, _KIND, _REF):
        columns[at] = [None if word is None else storable(word) for word in columns[at]]
    columns[-2:] = [[row for row, _ in entries]]
    return compress(orjson.dumps(columns))


def unpack(packed: bytes | None, segment: int) -> list[IndexEntry]:
    """The entries of a segment, oldest first."""
    if packed is None:
        return []
    *columns, rows = orjson.loads(decompress(packed))
    columns[_OP] = [_OPS[op] for op in columns[_OP]]
    return list(map(IndexEntry, *columns, repeat(segment), rows))


def insert_words(
    connection: cx.Connection, terms: Terms, segment: int, entries: Sequence[tuple[int, IndexEntry]]
) -> None:
    """Which types and ids occur in a segment."""
    types = {entry.type for _, entry in entries}
    refs = {storable(entry.ref) for _, entry in entries if entry.ref is not None}
    connection.executemany(
        "INSERT INTO segment_type (segment, type) VALUES (?, ?)",
        sorted((segment, terms.intern(connection, word)) for word in types),
    )
    connection.executemany(
        "INSERT INTO segment_ref (segment, ref) VALUES (?, ?)", sorted((segment, ref) for ref in refs)
    )
