"""Noticing that another program committed to the library: window and terminal, side by side."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from sessionlog.model.changes import Changes
from sessionlog.model.errors import SessionlogError
from sessionlog.store.store import Store

LOOK_SECONDS = 1.0

log = logging.getLogger(__name__)


class OthersWatch:
    """Compares the sessions with those seen last when somebody else has committed.

    Own commits do not count: whoever makes one tells of it.
    """

    def __init__(self, store: Store, tell: Callable[[Changes], None]) -> None:
        self._store = store
        self._tell = tell
        self._version: tuple[bool, int] | None = None
        self._seen: dict[int, int] = {}
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Look once a second, on a thread of its own."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="library-others", daemon=True)
            self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def look(self) -> None:
        """Tell what others changed since the last look. The first look only remembers."""
        version = self._store.foreign_version()
        if version == self._version:
            return
        before, first = self._seen, self._version is None
        self._seen, self._version = self._store.marks(), version
        changed = frozenset(key for key, mark in self._seen.items() if before.get(key) != mark)
        removed = frozenset(before.keys() - self._seen.keys())
        if not first and (changed or removed):
            self._tell(Changes(sessions=changed, removed=removed, sources=True, lineage=True))

    def _work(self) -> None:
        while True:
            try:
                self.look()
            except SessionlogError as error:
                log.info("the library could not be looked at: %s", error)
            if self._stop.wait(LOOK_SECONDS):
                return
