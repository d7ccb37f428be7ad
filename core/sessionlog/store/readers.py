"""A small pool of read-only connections; a block of reads sees one state of the library."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sessionlog.store import connection as cx

POOL_SIZE = 4


class Readers:
    """Hands out connections for the length of a block. Nested blocks of a thread share theirs."""

    def __init__(self, path: Path, open_connection: Callable[[], cx.Connection]) -> None:
        self.path = path
        self._open = open_connection
        self._idle: list[cx.Connection] = []
        self._slots = threading.BoundedSemaphore(POOL_SIZE)
        self._lock = threading.Lock()
        self._mine = threading.local()
        self._closed = False

    @contextmanager
    def read(self) -> Iterator[cx.Connection]:
        """One read transaction. Raises `EnvironmentFault` when the file cannot be read."""
        current: cx.Connection | None = getattr(self._mine, "connection", None)
        if current is not None:
            yield current
            return
        with self._slots:
            connection = self._take()
            self._mine.connection = connection
            try:
                with cx.translated(self.path):
                    connection.execute("BEGIN")
                    yield connection
            finally:
                self._mine.connection = None
                self._give_back(connection)

    def close(self) -> None:
        """Close what is idle; a connection that is in use closes when its block ends."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _take(self) -> cx.Connection:
        with self._lock:
            if self._closed:
                raise RuntimeError("the library is closed")
            if self._idle:
                return self._idle.pop()
        return self._open()

    def _give_back(self, connection: cx.Connection) -> None:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        with self._lock:
            if not self._closed:
                self._idle.append(connection)
                return
        connection.close()


class OneTransaction(Readers):
    """Reads through the connection that writes: they see what its transaction has done so far."""

    def __init__(self, path: Path, connection: cx.Connection) -> None:
        super().__init__(path, lambda: connection)
        self._connection = connection

    @contextmanager
    def read(self) -> Iterator[cx.Connection]:
        yield self._connection
