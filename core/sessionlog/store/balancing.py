"""What a crash left open in a native session, and the rows that close it (spec 01 sections 6 and 7).

First what was streamed of a running attempt becomes its settlement, then come the closers.
"""

from __future__ import annotations

from sessionlog.generations import dialect_of
from sessionlog.model.errors import RowFault
from sessionlog.model.faces import closers_of_log
from sessionlog.model.json import encode
from sessionlog.model.row import Row
from sessionlog.store import connection as cx
from sessionlog.store import faults, journal
from sessionlog.store.readers import OneTransaction, Readers
from sessionlog.store.rows_append import Pending, append_rows
from sessionlog.store.segment_cache import SegmentCache
from sessionlog.store.store import Store
from sessionlog.store.stored_log import StoredLog
from sessionlog.store.zstd import ZstdError


def unsettled_rows(readers: Readers, key: int) -> list[Row]:
    """What a crash left of a running attempt, as the row that settles it: durable, and not in the log yet.

    Raises `EnvironmentFault` (`library.damaged`) where the journal cannot be read.
    """
    with readers.read() as connection:
        found = connection.execute(
            "SELECT s.generation, p.last_seq FROM session s JOIN part p ON p.session = s.id AND p.number = 0"
            " WHERE s.id = ? AND s.native = 1 AND EXISTS (SELECT 1 FROM attempt_chunk WHERE session = s.id)",
            (key,),
        ).fetchone()
        if found is None:
            return []
        generation, last_seq = found
        try:
            events = journal.unsettled(connection, key, last_seq + 1)
        except (ZstdError, RowFault, ValueError) as error:
            raise faults.fault(faults.DAMAGED, readers.path) from error
    return [dialect_of(generation).read_row(encode(event)) for event in events]


def closing_rows(log: StoredLog, unsettled: list[Row]) -> list[Row]:
    """Everything that belongs after the stored rows before the session may go on."""
    closers = closers_of_log(log, unsettled)
    return [*unsettled, *(log.dialect.read_row(encode(event)) for event in closers)]


def is_balanced(store: Store, key: int) -> bool:
    """Whether a session may go on as it is stored: nothing open, and nothing left in the journal."""
    return not closing_rows(store.log(key), unsettled_rows(store.readers, key))


def balance(store: Store, key: int) -> None:
    """Store what closes the session. It is found in the transaction that stores it, so that nothing
    that was replayed or written meanwhile is closed a second time."""

    def run(connection: cx.Connection) -> None:
        reading = OneTransaction(store.path, connection)
        log = StoredLog(reading, store.terms, SegmentCache(), key)
        rows = closing_rows(log, unsettled_rows(reading, key))
        append_rows(connection, store.terms, key, [Pending(0, row) for row in rows])

    store.writer.run(run)
