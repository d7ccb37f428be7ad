"""What a person notes on kept sessions: a name of their own, an archive mark. Beside the log, never in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sessionlog.access.deleting import kept_keys
from sessionlog.access.values import LIBRARY_SOURCE, SessionRef
from sessionlog.model.changes import Changes
from sessionlog.store import connection as cx
from sessionlog.store import notes, session_rows
from sessionlog.store.store import Store
from sessionlog.store.text import readable

LONGEST_NAME = 200
"""Characters."""


class Marks:
    """Every method may run on any thread, waits for the disk, and raises `UserError` for a session that
    is not in the library."""

    def __init__(self, store: Store, publish: Callable[[int, Changes], None]) -> None:
        self._store = store
        self._publish = publish

    def rename(self, ref: SessionRef, name: str | None) -> None:
        """Call a session something; nothing, or only blanks, gives it back the title of its log."""
        wanted = readable(" ".join((name or "").split())[:LONGEST_NAME])
        self._note([ref], notes.TITLE, wanted or None)

    def archive(self, refs: Sequence[SessionRef], archived: bool = True) -> None:
        """Set or take away the archive mark."""
        self._note(refs, notes.ARCHIVED, True if archived else None)

    def _note(self, refs: Sequence[SessionRef], name: str, value: object) -> None:
        keys = kept_keys(refs)

        def run(connection: cx.Connection) -> None:
            for key in keys:
                session_rows.require(connection, key)
                if value is None:
                    notes.remove(connection, key, name)
                else:
                    notes.write(connection, key, name, value)

        self._store.writer.run(run)
        self._publish(LIBRARY_SOURCE, Changes(sessions=frozenset(keys)))
