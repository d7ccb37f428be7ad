"""The stored rows of one session, in the order of their seqs, also out of a damaged database.

Where pages are damaged, the rows before them come as always; behind them, the key's index, the
table itself and single look-ups are asked in turn, and what nothing gives is named as lost.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from sessionlog.sources.harness_sqlite.schema import Connection, Error, is_damage
from sessionlog.sources.harness_sqlite.values import StoredRow
from sessionlog.sources.lines import MAX_LINE

_LEAST_ROW = 8
"""Bytes that no row can do with less of; a damaged index could go on for ever otherwise."""
TAIL_ROWS = 16
_BY_INDEX = "FROM events INDEXED BY sqlite_autoindex_events_1 WHERE session_id = CAST(? AS TEXT)"
_COLUMNS = (
    f"seq, CAST(type AS BLOB), time, typeof(data), CASE WHEN length(data) <= {MAX_LINE} THEN"
    " CAST(data AS BLOB) END, typeof(source_event_seqs), source_event_seqs, CAST(surface_op AS BLOB),"
    " ignorable"
)


class LostRow(NamedTuple):
    """A row that the damage took; `seq` is `None` where not even that is known."""

    seq: int | None


def read_rows(
    connection: Connection, session_id: bytes, from_seq: int, size: int
) -> Iterator[StoredRow | LostRow]:
    """Rows from a seq on, over a connection of a snapshot.

    `size` is the database's, in bytes: it bounds how many rows there can be.

    Raises the driver's errors that are not damage.
    """
    due, left = from_seq, size // _LEAST_ROW
    try:
        for columns in connection.execute(
            f"SELECT {_COLUMNS} {_BY_INDEX} AND seq >= ? ORDER BY seq",
            (session_id, from_seq),
        ):
            left -= 1
            if (type(columns[0]) is int and columns[0] < due) or left < 0:
                break  # an index that leads back to where it was
            yield _row(columns)
            due = columns[0] + 1 if type(columns[0]) is int else due
        else:
            return
    except Error as error:
        if not is_damage(error):
            raise
    yield from _rescued(connection, session_id, due, size // _LEAST_ROW)


def tail_sha256(connection: Connection, session_id: bytes, before: int) -> str:
    """The hash of the last few rows below a seq; damage among them gives a hash that nothing else has."""
    digest = hashlib.sha256()
    try:
        for columns in connection.execute(
            f"SELECT {_COLUMNS} {_BY_INDEX} AND seq < ? ORDER BY seq DESC LIMIT {TAIL_ROWS}",
            (session_id, before),
        ):
            digest.update(repr(columns).encode())
    except Error as error:
        if not is_damage(error):
            raise
        return "damaged"
    return digest.hexdigest()


def last_rows(connection: Connection, session_id: bytes) -> Iterator[StoredRow]:
    """Rows from the last one backwards, up to the first damage or an index that leads in circles."""
    before: int | None = None
    try:
        for columns in connection.execute(f"SELECT {_COLUMNS} {_BY_INDEX} ORDER BY seq DESC", (session_id,)):
            if type(columns[0]) is not int or (before is not None and columns[0] >= before):
                return
            before = columns[0]
            yield _row(columns)
    except Error as error:
        if not is_damage(error):
            raise


def _row(columns: tuple[Any, ...]) -> StoredRow:
    return StoredRow(*columns)


def _rescued(connection: Connection, session_id: bytes, due: int, most: int) -> Iterator[StoredRow | LostRow]:
    """What can still be read from `due` on: each row by its own, found through index and table."""
    places = _indexed(connection, session_id, due, most)
    for seq, rowid in _tabled(connection, session_id, due, most).items():
        places.setdefault(seq, rowid)
    if not places:
        yield LostRow(None)
        return
    for seq in sorted(places):
        yield _looked_up(connection, session_id, places[seq], seq)


def _indexed(connection: Connection, session_id: bytes, due: int, most: int) -> dict[int, int]:
    """Seq and row id of what the index names, from both of its ends up to the damage."""
    return _from_both_ends(
        connection,
        f"SELECT seq, rowid {_BY_INDEX} AND seq >= ? ORDER BY seq {{order}} LIMIT ?",
        (session_id, due, most),
    )


def _tabled(connection: Connection, session_id: bytes, due: int, most: int) -> dict[int, int]:
    """Seq and row id of what a walk through the table itself meets, from both of its ends."""
    return _from_both_ends(
        connection,
        "SELECT seq, rowid FROM (SELECT seq, rowid, session_id FROM events NOT INDEXED"
        " ORDER BY rowid {order} LIMIT ?) WHERE session_id = CAST(? AS TEXT) AND seq >= ?",
        (most, session_id, due),
    )


def _from_both_ends(connection: Connection, query: str, values: tuple[Any, ...]) -> dict[int, int]:
    places: dict[int, int] = {}
    for order in ("ASC", "DESC"):
        try:
            for seq, rowid in connection.execute(query.format(order=order), values):
                if type(seq) is int:
                    places.setdefault(seq, rowid)
        except Error as error:
            if not is_damage(error):
                raise
        else:
            break
    return places


def _looked_up(connection: Connection, session_id: bytes, rowid: int, seq: int) -> StoredRow | LostRow:
    """A row by its id; what stands there must be the row that was asked for."""
    try:
        columns = connection.execute(
            f"SELECT {_COLUMNS} FROM events NOT INDEXED"
            " WHERE rowid = ? AND session_id = CAST(? AS TEXT) AND seq = ?",
            (rowid, session_id, seq),
        ).fetchone()
    except Error as error:
        if not is_damage(error):
            raise
        return LostRow(seq)
    return LostRow(seq) if columns is None else _row(columns)
