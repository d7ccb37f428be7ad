"""Native sessions before their first event: stored, but hidden until header and rows are there together.

Whoever is killed before that leaves a hidden session, which the next writer removes, as it does an
unfinished import.
"""

from __future__ import annotations

from sessionlog.model.errors import UserError
from sessionlog.model.header import Header
from sessionlog.model.severity import Diagnosis, Severity
from sessionlog.store import connection as cx
from sessionlog.store import session_rows
from sessionlog.store.sharing import native_source


def reserve(connection: cx.Connection, header: Header, key: int | None = None) -> int:
    """A hidden session of this header, under its old key where it had one; returns the key.

    Raises `UserError` (`session.exists`).
    """
    source = native_source(connection)
    if session_rows.with_identity(connection, source, header.id, header.generation) is not None:
        raise UserError("session.exists", f"There is a session {header.id} already.", "Choose another id.")
    new = session_rows.insert(connection, source, header, state="filling", native=True)
    if key is not None:
        connection.execute("UPDATE session SET id = ? WHERE id = ?", (key, new))
    connection.execute(
        "INSERT INTO part (session, number, first_seq, last_seq, tail_events, tail_bytes, indexer)"
        " VALUES (?, 0, 0, -1, 0, 0, NULL)",
        (key or new,),
    )
    session_rows.write_diagnosis(connection, key or new, Diagnosis(Severity.OK))
    return key or new


def is_there(connection: cx.Connection, key: int) -> bool:
    return connection.execute("SELECT 1 FROM session WHERE id = ?", (key,)).fetchone() is not None
