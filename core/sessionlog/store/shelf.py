"""A library or scratch library as a shelf of sessions for the read faces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sessionlog.generations import read_header_line
from sessionlog.model.errors import UserError
from sessionlog.model.header import Header
from sessionlog.store import notes
from sessionlog.store.store import Store
from sessionlog.store.stored_log import StoredLog


class StoreShelf:
    """Implements `model.faces.Shelf` with the row ids of sessions as keys."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def headers(self) -> Sequence[tuple[int, Header]]:
        with self._store.readers.read() as connection:
            rows = connection.execute(
                "SELECT id, header FROM session WHERE state = 'ready' AND NOT EXISTS"
                " (SELECT 1 FROM annotation a WHERE a.session = session.id AND a.key = ?) ORDER BY id",
                (notes.DELETED,),
            ).fetchall()
        return [(key, read_header_line(line)) for key, line in rows]

    def revision(self, key: int) -> str:
        """Of the runs of text that were stored, which every change of a log adds to or replaces."""
        with self._store.readers.read() as connection:
            found = connection.execute(
                "SELECT s.events, coalesce(s.imported_at, 0), t.number, t.sha256 FROM session s"
                " LEFT JOIN text_run t ON t.session = s.id AND t.number ="
                " (SELECT max(number) FROM text_run WHERE session = s.id)"
                " WHERE s.id = ? AND s.state = 'ready'",
                (key,),
            ).fetchone()
        if found is None:
            raise UserError("session.gone", "This session is no longer in the library.", "Refresh the list.")
        return f"{key}:{':'.join(str(part) for part in found)}"

    def log(self, key: int) -> StoredLog:
        return self._store.log(key)

    def text(self, key: int) -> Iterator[bytes]:
        return self._store.text(key)
