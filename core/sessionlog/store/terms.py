"""Event types and kinds as small integers: a table of words, cached on both sides."""

from __future__ import annotations

import threading

from sessionlog.store import connection as cx
from sessionlog.store.text import storable


class Terms:
    """The words of one library. The writer's cache follows its transactions; readers only add."""

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}
        self._texts: dict[int, str] = {}
        self._lock = threading.Lock()

    def intern(self, connection: cx.Connection, text: str | None) -> int | None:
        """The number of a word, which is made where it is new. Writer thread only."""
        if text is None:
            return None
        known = self._ids.get(text)
        if known is None:
            stored = storable(text)
            connection.execute("INSERT OR IGNORE INTO term (text) VALUES (?)", (stored,))
            known = int(connection.execute("SELECT id FROM term WHERE text = ?", (stored,)).fetchone()[0])
            self._ids[text] = known
        return known

    def forget_new(self) -> None:
        """A rollback took back words that this cache may hold."""
        self._ids.clear()

    def number(self, connection: cx.Connection, text: str) -> int | None:
        """The number of a word for a query, `None` where no entry can have it."""
        row = connection.execute("SELECT id FROM term WHERE text = ?", (storable(text),)).fetchone()
        return None if row is None else int(row[0])

    def texts(self, connection: cx.Connection) -> dict[int, str]:
        """Every word by number, read again when a newer one may be there."""
        newest = connection.execute("SELECT max(id) FROM term").fetchone()[0] or 0
        with self._lock:
            if newest not in self._texts and newest:
                self._texts = dict(connection.execute("SELECT id, text FROM term"))
            return self._texts
